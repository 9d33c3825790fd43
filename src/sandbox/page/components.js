// Buttons, selects and forms.

import { h, fill, notify } from "./dom.js";
import { get, post } from "./api.js";

const styles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary" };

/** Returns the rows of components of a message. */
export function components(message, world) {
  return message.components.map((row) =>
    h("div", { class: "row" }, (row.components ?? []).map((part) =>
      part.type === 2 ? button(part, message, world) : select(part, message, world))));
}

function emoji(part) {
  if (!part.emoji) return null;
  return h("span", { class: "emoji" }, part.emoji.id ? `:${part.emoji.name}:` : part.emoji.name);
}

function button(part, message, world) {
  if (part.style === 5) {
    return h("a", { class: "button secondary", href: part.url, target: "_blank", rel: "noopener noreferrer" },
      emoji(part), part.label, " ↗");
  }
  const press = async (event) => {
    const pressed = event.currentTarget;
    pressed.setAttribute("aria-busy", "true");
    await world.act("click", { message: message.id, custom_id: part.custom_id });
    pressed.removeAttribute("aria-busy");
  };
  return h("button", {
    type: "button", class: `button ${styles[part.style] ?? "secondary"}`, disabled: part.disabled === true,
    "data-custom": part.custom_id, "aria-label": part.label ? null : part.emoji?.name, onclick: press,
  }, emoji(part), part.label);
}

/** Returns what a select offers: its own options, or people, roles and channels. */
function options(part, message, world) {
  if (part.type === 3) return part.options ?? [];
  const guild = world.channels.get(message.channel)?.guild;
  const users = () => world.members(guild).map((id) => ({ value: id, label: `@${world.name(id)}` }));
  const roles = () => world.roles(guild).map((role) => ({ value: role.id, label: `@${role.name}` }));
  const channels = () => [...world.channels.values()].filter((channel) => channel.guild === guild)
    .map((channel) => ({ value: channel.id, label: `#${channel.name}` }));
  return { 5: users, 6: roles, 7: () => [...users(), ...roles()], 8: channels }[part.type]?.() ?? [];
}

function select(part, message, world) {
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  const all = options(part, message, world);
  const defaults = new Set([
    ...all.filter((option) => option.default).map((option) => option.value),
    ...(part.default_values ?? []).map((value) => value.id),
  ]);
  const label = () => all.filter((option) => defaults.has(option.value)).map((option) => option.label).join(", ")
    || part.placeholder || "Make a selection";
  const send = async (values) => {
    opener.setAttribute("aria-busy", "true");
    await world.act("select", { message: message.id, custom_id: part.custom_id, values });
    opener.removeAttribute("aria-busy");
  };
  const open = () => {
    const dialog = picker(part.placeholder ?? "Make a selection", all, defaults, least, most, send);
    opener.setAttribute("aria-expanded", "true");
    dialog.addEventListener("close", () => { opener.setAttribute("aria-expanded", "false"); opener.focus(); });
  };
  const opener = h("button", {
    type: "button", class: "select", disabled: part.disabled === true, "aria-haspopup": "dialog",
    "aria-expanded": "false", "data-custom": part.custom_id, onclick: open,
  }, h("span", {}, label()), h("span", { "aria-hidden": "true" }, "⌄"));
  return opener;
}

/** Opens the options of a select. With one to be picked, picking it is enough; with several there is a button. */
function picker(title, all, defaults, least, most, send) {
  const isSingle = most === 1 && least <= 1;
  const confirm = h("button", { type: "submit", class: "button primary" }, "Confirm");
  const inputs = all.map((option) => h("input", {
    type: isSingle ? "radio" : "checkbox", name: "option", value: option.value, checked: defaults.has(option.value),
  }));
  const picked = () => inputs.filter((input) => input.checked).map((input) => input.value);
  const check = () => {
    const count = picked().length;
    confirm.disabled = count < least || count > most;
  };
  const filter = h("input", { type: "search", placeholder: "Search", "aria-label": "Search the options" });
  const list = h("fieldset", {}, h("legend", { class: "hidden" }, title), all.map((option, i) =>
    h("label", { class: "option" }, inputs[i], h("span", {},
      option.emoji && `${option.emoji.name} `, option.label,
      option.description && h("small", {}, option.description)))));
  filter.addEventListener("input", () => {
    for (const option of list.querySelectorAll(".option")) {
      option.hidden = !option.textContent.toLowerCase().includes(filter.value.toLowerCase());
    }
  });
  const dialog = h("dialog", { class: "picker", "aria-label": title },
    h("form", {
      onsubmit: (event) => { event.preventDefault(); const values = picked(); dialog.close(); send(values); },
    }, h("h2", {}, title), all.length > 10 && filter, list,
      h("div", { class: "row" },
        h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"), confirm)));
  list.addEventListener("change", check);
  check();
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  (inputs.find((input) => input.checked) ?? inputs[0])?.focus();
  return dialog;
}

/** Opens a form that the bot has sent. */
export function openForm(interaction, world) {
  const { modal } = interaction;
  const rows = modal.components.map((row) => {
    const part = row.component ?? row.components[0];
    const label = row.component ? row.label : part.label;
    const id = `field-${part.custom_id}`;
    const limits = { id, name: part.custom_id, required: part.required !== false, placeholder: part.placeholder };
    let field;
    if (part.type === 3) {
      field = h("select", { ...limits, multiple: (part.max_values ?? 1) > 1 },
        (part.options ?? []).map((option) => h("option", { value: option.value, selected: option.default === true }, option.label)));
    } else {
      const more = { minlength: part.min_length, maxlength: part.max_length ?? 4000 };
      field = part.style === 2 ? h("textarea", { ...limits, ...more, rows: "8" }) : h("input", { ...limits, ...more, type: "text" });
      field.value = part.value ?? "";
    }
    return [h("label", { for: id }, label), row.description && h("p", { class: "small" }, row.description), field];
  });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    const fields = {};
    for (const field of event.target.querySelectorAll("input, textarea, select")) {
      fields[field.name] = field.selectedOptions ? [...field.selectedOptions].map((o) => o.value).join(",") : field.value;
    }
    wrong.textContent = "";
    try {
      const sent = await post("submit", { user: world.me, interaction: interaction.id, fields });
      const seen = await get("interaction", { id: sent.interaction, wait: 1 });
      if (seen.state === "failed") throw new Error("Something went wrong. Try again.");
      dialog.close();
    } catch (error) {
      wrong.textContent = error.message;
    }
  };
  const dialog = h("dialog", { class: "form", "aria-label": modal.title },
    h("form", { onsubmit: submit }, h("h2", {}, modal.title), rows, wrong,
      h("div", { class: "row" },
        h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, "Cancel"),
        h("button", { type: "submit", class: "button primary" }, "Submit"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
