// Building elements. Text from people only ever becomes text: nothing here parses HTML.

/** Creates an element. Attributes beginning with `on` are listeners; `null`, `undefined` and `false` leave one out. */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value === "boolean") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Replaces all children of an element. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child));
}

/** Makes an element's children like others, and keeps those that are already there, so that no click is lost. */
export function morph(element, ...children) {
  const wanted = document.createElement("div");
  fill(wanted, ...children);
  match(element, wanted);
}

function match(old, wanted) {
  const fresh = [...wanted.childNodes];
  fresh.forEach((node, i) => {
    const known = old.childNodes[i];
    if (known === undefined) old.append(node);
    else if (known.isEqualNode(node)) return;
    else if (known.nodeName !== node.nodeName || !(node instanceof HTMLElement)) known.replaceWith(node);
    else {
      for (const { name } of [...known.attributes]) if (!node.hasAttribute(name) && name !== "open") known.removeAttribute(name);
      for (const { name, value } of node.attributes) known.setAttribute(name, value);
      match(known, node);
    }
  });
  while (old.childNodes.length > fresh.length) old.lastChild.remove();
}

export const byId = (id) => document.getElementById(id);

/** Says something in the line above the text field, which screen readers read aloud. */
export function notify(text) {
  const notice = byId("notice");
  notice.textContent = text;
  clearTimeout(notify.timer);
  notify.timer = setTimeout(() => { notice.textContent = ""; }, 8000);
}

/** Lets the arrow keys, Home and End move the focus among the children that match a selector. */
export function roving(container, selector) {
  container.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    const items = [...container.querySelectorAll(selector)];
    if (items.length === 0) return;
    const now = items.indexOf(document.activeElement);
    const next = Math.max(0, Math.min(items.length - 1, now + step));
    items[next].focus();
    event.preventDefault();
  });
}

/** Lets the browser save a file. */
export function offer(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
