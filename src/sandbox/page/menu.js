// The menu of a message or of a person, with the commands that a bot has registered for it.

import { h, notify, roving } from "./dom.js";
import { get, post } from "./api.js";

const OF_PERSON = 2, OF_MESSAGE = 3;

let close = () => {};

/** Opens the menu of a message, or of a person whom it names, at an element or where somebody has pressed. */
export async function openMenu(world, message, person, at, tools = []) {
  close();
  const { channel, author } = message;
  const back = document.activeElement;
  const commands = await get("commands", { as: world.me, channel }).catch((error) => { notify(error.message); return []; });
  const of = (wanted) => commands.filter(({ type }) => type === wanted).map(({ name }) => name);
  const start = (what, body) => () => post(what, { user: world.me, ...body }).then(world.expect, (error) => notify(error.message));
  const about = person ?? author;
  const onMessage = person === null ? of(OF_MESSAGE).map((command) => [command, start("message_command", { message: message.id, command })]) : [];
  const onPerson = of(OF_PERSON).map((command) => [command, start("user_command", { channel, target: about, command })]);
  const item = ([label, act]) => h("button", { type: "button", role: "menuitem", onclick: () => { close(); back?.focus(); act(); } }, label);
  const group = (label, items) => items.length > 0 && h("div", { role: "group", "aria-label": label }, h("p", {}, label), items.map(item));
  const menu = h("div", { class: "menu", role: "menu", "aria-label": person === null ? "Message" : world.name(person) },
    tools.map(item), group("Apps", onMessage), group(`@${world.name(about)}`, onPerson));
  if (menu.childElementCount === 0) {
    notify("The bot offers nothing here.");
    return;
  }
  roving(menu, "button");
  const away = (event) => { if (!menu.contains(event.target)) close(); };
  const escape = (event) => { if (event.key === "Escape") { close(); back?.focus(); } };
  close = () => {
    menu.remove();
    document.removeEventListener("pointerdown", away);
    document.removeEventListener("keydown", escape);
    close = () => {};
  };
  document.addEventListener("pointerdown", away);
  document.addEventListener("keydown", escape);
  document.body.append(menu);
  const box = at.getBoundingClientRect?.();
  const [x, y] = box ? [box.left, box.bottom] : [at.clientX, at.clientY];
  // It stays within the window.
  menu.style.left = `${Math.max(8, Math.min(x, innerWidth - menu.offsetWidth - 8))}px`;
  menu.style.top = `${Math.max(8, Math.min(y, innerHeight - menu.offsetHeight - 8))}px`;
  menu.querySelector("button").focus({ preventScroll: true });
}
