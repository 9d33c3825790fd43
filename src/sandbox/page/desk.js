// What the program around the sandbox adds: actions, described by itself.

import { h, fill, notify } from "./dom.js";
import { get, post } from "./api.js";
import { markdown } from "./markdown.js";

/** Returns the description, or `null` if there is nothing. */
export const describe = () => get("extension").catch(() => null);

export function build(element, { title, actions }, names) {
  const said = h("p", { role: "status" });
  fill(element, h("h2", {}, title), actions.map((action) => form(action, said, names)), said);
}

function form(action, said, names) {
  const fields = (action.fields ?? []).map((field) => [field, input(field, `desk-${action.name}-${field.name}`)]);
  const send = async () => {
    const values = Object.fromEntries(fields.map(([field, element]) =>
      [field.name, field.type === "number" ? Number(element.value) : element.value]));
    said.textContent = "…";
    try {
      const done = await post(`extension/${action.name}`, values);
      said.textContent = done.text ?? "";
      if (done.sections?.length > 0) showSections(action.label, done.sections, names);
    } catch (error) {
      said.textContent = error.message;
    }
  };
  const submit = (event) => {
    event.preventDefault();
    if (action.spoils) ask(action, send);
    else send();
  };
  return h("form", { class: "desk", onsubmit: submit },
    fields.map(([field, element]) => h("div", {}, h("label", { for: element.id }, field.label), element)),
    h("button", { type: "submit", class: `button ${action.spoils ? "danger" : "secondary"}` }, action.label),
    action.hint && h("p", { class: "small" }, action.hint));
}

function input(field, id) {
  if (field.type === "choice") {
    return h("select", { id }, field.choices.map((choice) => h("option", { value: choice.value }, choice.label)));
  }
  return h("input", { id, type: "number", min: field.min, max: field.max, value: field.value, required: true });
}

/** Asks before something is shown that players must not know. */
function ask(action, go) {
  const dialog = h("dialog", { "aria-label": action.label },
    h("h2", {}, action.label),
    h("p", {}, `${action.hint ?? ""} Players must not see this.`),
    h("div", { class: "row" },
      h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"),
      h("button", { type: "button", class: "button danger", onclick: () => { dialog.close(); go(); } }, action.label)));
  open(dialog);
}

function showSections(title, sections, names) {
  const dialog = h("dialog", { class: "large", "aria-label": title },
    h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => dialog.close() }, "✕"),
    h("h2", {}, title),
    sections.map((section) => h("section", {}, h("h3", {}, section.title),
      h("div", { class: "text" }, markdown(section.text ?? "", names)),
      section.picture?.startsWith("data:image/") && h("img", { src: section.picture, alt: section.description ?? "" }))));
  open(dialog);
}

function open(dialog) {
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
