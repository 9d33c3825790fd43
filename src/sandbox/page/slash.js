// Slash commands: the list while one types, and the form with their options.

import { h, fill, notify } from "./dom.js";
import { get, post } from "./api.js";

const CHAT = 1;
const STRING = 3, INTEGER = 4, BOOLEAN = 5, USER = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10;
const hints = { [INTEGER]: "whole number", [NUMBER]: "number", [USER]: "person", [CHANNEL]: "channel", [ROLE]: "role" };

/** Returns each command with its subcommands as an entry of its own. */
function flat(commands) {
  const found = [];
  const collect = (name, data) => {
    const inner = (data.options ?? []).filter((option) => option.type <= 2);
    for (const option of inner) collect(`${name} ${option.name}`, option);
    if (inner.length === 0) found.push({ name, description: data.description, options: data.options ?? [] });
  };
  // Those of context menus are not typed.
  for (const command of commands.filter(({ type }) => (type ?? CHAT) === CHAT)) collect(command.name, command);
  return found.sort((a, b) => a.name.localeCompare(b.name));
}

/** Reads options as they are written in a line: `hours: 6 match: 2`. What comes before is for the first option. */
function inline(text, command) {
  const marks = [...text.matchAll(/(?:^|\s)([\w-]+):\s*/g)];
  const before = text.slice(0, marks[0]?.index ?? text.length).trim();
  const given = before === "" ? [] : [[command.options[0]?.name ?? before, before]];
  marks.forEach((mark, i) => {
    const value = text.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? text.length);
    given.push([mark[1], value.trim()]);
  });
  return given;
}

export class Slash {
  constructor(world, done) {
    this.world = world;
    this.done = done;
    this.commands = [];
    this.list = h("ul", { id: "commands", role: "listbox", "aria-label": "Commands", hidden: true });
    this.marked = 0;
    this.fitting = [];
  }

  async load(channel) {
    this.channel = channel;
    const commands = await get("commands", { as: this.world.me, channel }).catch(() => []);
    if (this.channel === channel) this.commands = flat(commands);
    return this.channel === channel;
  }

  isOpen() { return !this.list.hidden; }
  close() { this.list.hidden = true; }
  active() { return this.isOpen() ? `command-${this.marked}` : ""; }

  /** Lists the commands that fit what was typed, and returns whether there are any. */
  suggest(typed, chosen) {
    const words = typed.toLowerCase().trimEnd();
    const begins = this.commands.filter((command) => command.name.startsWith(words));
    const contains = this.commands.filter((command) => !command.name.startsWith(words) && command.name.includes(words));
    this.fitting = [...begins, ...contains];
    this.chosen = chosen;
    this.marked = 0;
    this.list.hidden = this.fitting.length === 0;
    fill(this.list, this.fitting.map((command, i) => h("li", {
      id: `command-${i}`, role: "option", "aria-selected": String(i === 0),
      onmousedown: (event) => { event.preventDefault(); this.marked = i; this.choose(); },
    }, h("strong", {}, `/${command.name}`),
      command.options.filter((option) => option.required).map((option) => h("code", {}, option.name)),
      h("small", {}, command.description))));
    return !this.list.hidden;
  }

  move(step) {
    this.list.children[this.marked]?.setAttribute("aria-selected", "false");
    this.marked = (this.marked + step + this.fitting.length) % this.fitting.length;
    const marked = this.list.children[this.marked];
    marked.setAttribute("aria-selected", "true");
    marked.scrollIntoView({ block: "nearest" });
  }

  choose() {
    const command = this.fitting[this.marked];
    this.close();
    if (command) this.chosen(command);
  }

  /** Begins the command that was typed by its full name, with the options that were typed after it. Returns whether
   * there is one. */
  begins(typed, chosen) {
    const text = typed.trim();
    const fits = this.commands.filter(({ name }) => text === name || text.startsWith(`${name} `));
    const command = fits.sort((a, b) => b.name.length - a.name.length)[0];
    if (command) chosen(command, inline(text.slice(command.name.length), command));
    return command !== undefined;
  }

  /** Returns the form with the options of a command. */
  form(command, channel, given = []) {
    const fields = new Map();
    const wrong = h("p", { class: "wrong", role: "alert" });
    const box = h("div", { class: "options" });
    const rest = h("div", { class: "more", role: "group", "aria-label": "More options" });
    const values = () => Object.fromEntries([...fields].map(([name, field]) => [name, field.value()])
      .filter(([, value]) => value !== undefined && value !== ""));
    const add = (option) => {
      const field = new Field(option, command, channel, this.world, values);
      fields.set(option.name, field);
      box.append(field.element);
      return field;
    };
    const offer = (option) => {
      const button = h("button", {
        type: "button", class: "chip", title: option.description,
        onclick: () => { button.remove(); add(option).focus(); },
      }, `+ ${option.name}`);
      rest.append(button);
    };
    const typed = new Map(given);
    for (const option of command.options) {
      if (option.required || typed.has(option.name)) add(option).fill(typed.get(option.name) ?? "");
      else offer(option);
      typed.delete(option.name);
    }
    if (typed.size > 0) wrong.textContent = `/${command.name} has no option ${[...typed.keys()].join(", ")}.`;
    const submit = async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      const missing = [...fields.values()].find((field) => field.option.required && (field.value() ?? "") === "");
      if (missing) {
        wrong.textContent = `${missing.option.name} is required.`;
        missing.focus();
        return;
      }
      try {
        const body = { user: this.world.me, channel, command: command.name, options: values() };
        this.world.expect(await post("slash", body));
        this.done();
        document.getElementById("text")?.focus();
      } catch (error) {
        wrong.textContent = error.message;
      }
    };
    const escape = (event) => {
      if (event.key === "Escape") { this.done(); document.getElementById("text")?.focus(); }
    };
    return h("form", { class: "command", "aria-label": `/${command.name}`, onsubmit: submit, onkeydown: escape },
      h("p", {}, h("strong", {}, `/${command.name}`), " ", h("span", { class: "small" }, command.description)),
      box, rest, wrong,
      h("div", { class: "row" },
        h("button", { type: "button", class: "button secondary", onclick: () => this.done() }, "Cancel"),
        h("button", { type: "submit", class: "button primary" }, "Send")));
  }
}

/** A field for an option. */
class Field {
  constructor(option, command, channel, world, others) {
    Object.assign(this, { option, command, channel, world, others });
    const id = `option-${option.name}`;
    this.picked = null;
    const choices = this.choices();
    if (choices !== null) {
      this.input = h("select", { id, name: option.name }, h("option", { value: "" }, "—"),
        choices.map(({ name, value }) => h("option", { value: String(value) }, name)));
    } else {
      this.list = h("ul", { id: `${id}-list`, role: "listbox", "aria-label": `Suggestions for ${option.name}`, hidden: true });
      this.input = h("input", {
        id, name: option.name, type: "text", autocomplete: "off", maxlength: option.max_length, placeholder: hints[option.type],
        ...(option.autocomplete && { role: "combobox", "aria-expanded": "false", "aria-controls": `${id}-list`, "aria-autocomplete": "list" }),
        oninput: () => { this.picked = null; this.suggest(); },
        onfocus: () => this.suggest(),
        onblur: () => this.hide(),
        onkeydown: (event) => this.key(event),
      });
    }
    this.element = h("div", { class: "option-field" },
      h("label", { for: id }, option.name, option.required && h("span", { class: "required", "aria-hidden": "true" }, " *")),
      this.input, this.list,
      h("small", {}, option.description));
  }

  focus() { this.input.focus(); }

  /** Enters what was typed for this option. */
  fill(text) {
    const same = ({ name }) => name.toLowerCase().replace(/^[@#]/, "") === text.toLowerCase().replace(/^[@#]/, "");
    const choice = this.choices()?.find(same);
    this.input.value = choice ? String(choice.value) : text;
  }

  /** Returns the values from which one is picked, or `null` if anything may be typed. */
  choices() {
    const { option, world } = this;
    const guild = world.channels.get(this.channel)?.guild;
    const users = () => world.members(guild).map((id) => ({ name: `@${world.name(id)}`, value: id }));
    const roles = () => world.roles(guild).map((role) => ({ name: `@${role.name.replace(/^@/, "")}`, value: role.id }));
    if (option.choices?.length > 0) return option.choices;
    if (option.type === BOOLEAN) return [{ name: "True", value: true }, { name: "False", value: false }];
    if (option.type === USER) return users();
    if (option.type === ROLE) return roles();
    if (option.type === MENTIONABLE) return [...users(), ...roles()];
    if (option.type === CHANNEL) {
      const types = option.channel_types;
      const fits = (channel) => channel.guild === guild && (!types || types.includes(channel.type));
      return [...world.channels.values()].filter(fits).map((channel) => ({ name: `#${channel.name}`, value: channel.id }));
    }
    return null;
  }

  /** Returns the value as it is sent, `undefined` if there is none. */
  value() {
    if (this.picked !== null) return this.picked;
    const text = this.input.value;
    if (text === "") return undefined;
    if (this.option.type === BOOLEAN) return text === "true";
    // What is typed in full is chosen, whether or not it was clicked.
    const same = this.found?.find((choice) => choice.name.toLowerCase() === text.trim().toLowerCase());
    return same ? same.value : text;
  }

  async suggest() {
    if (!this.option.autocomplete) return;
    const typed = this.input.value;
    const options = this.others();
    delete options[this.option.name];
    const body = { user: this.world.me, channel: this.channel, command: this.command.name, options, option: this.option.name, typed };
    const { choices } = await post("suggest", body).catch((error) => { notify(error.message); return { choices: [] }; });
    if (typed !== this.input.value || document.activeElement !== this.input) return;
    this.marked = -1;
    this.found = choices;
    this.list.hidden = choices.length === 0;
    this.input.setAttribute("aria-expanded", String(choices.length > 0));
    fill(this.list, choices.map((choice, i) => h("li", {
      role: "option", id: `${this.input.id}-${i}`, "aria-selected": "false",
      onmousedown: (event) => { event.preventDefault(); this.pick(i); },
    }, choice.name)));
  }

  pick(i) {
    const choice = this.found[i];
    this.input.value = choice.name;
    this.picked = choice.value;
    this.hide();
  }

  hide() {
    if (!this.list) return;
    this.list.hidden = true;
    this.input.setAttribute("aria-expanded", "false");
  }

  key(event) {
    if (!this.list || this.list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      this.list.children[this.marked]?.setAttribute("aria-selected", "false");
      this.marked = (this.marked + step + this.found.length) % this.found.length;
      const marked = this.list.children[this.marked];
      marked.setAttribute("aria-selected", "true");
      marked.scrollIntoView({ block: "nearest" });
      this.input.setAttribute("aria-activedescendant", marked.id);
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === "Tab") {
      // As on Discord, the first suggestion that goes on as typed is taken.
      const typed = this.input.value.trim().toLowerCase();
      const first = typed === "" ? -1 : this.found.findIndex((choice) => choice.name.toLowerCase().startsWith(typed));
      const wanted = this.marked >= 0 ? this.marked : first;
      if (wanted < 0) return;
      this.pick(wanted);
      if (event.key === "Enter") event.preventDefault();
    } else if (event.key === "Escape") {
      this.hide();
      event.stopPropagation();
    }
  }
}
