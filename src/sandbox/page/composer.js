// The field in which one writes messages and commands.

import { h, fill, notify } from "./dom.js";
import { post } from "./api.js";
import { Slash } from "./slash.js";

export class Composer {
  constructor(element, world) {
    this.element = element;
    this.world = world;
    this.drafts = new Map();
    this.slash = new Slash(world, () => this.back());
    this.field = h("textarea", {
      id: "text", rows: "1", maxlength: "2000", autocomplete: "off", "aria-autocomplete": "list",
      "aria-controls": "commands", role: "combobox", "aria-expanded": "false",
      oninput: () => this.typed(), onkeydown: (event) => this.key(event),
    });
    this.send = h("button", { type: "submit", class: "button primary" }, "Send");
    this.form = h("form", { class: "write", onsubmit: (event) => { event.preventDefault(); this.submit(); } },
      h("label", { for: "text", class: "hidden" }, "Message"), this.field, this.send);
    this.to = null;
    this.note = h("p", { class: "replying", hidden: "" });
    fill(element, this.slash.list, this.note, this.form);
  }

  open(channel) {
    this.channel = channel;
    this.reply(null);
    this.back();
    const place = this.world.place(channel);
    const isWritable = this.world.channels.get(channel)?.writable ?? false;
    this.field.placeholder = isWritable ? `Message ${place}, or / for commands` : "You can't write here; / for commands";
    this.field.value = this.drafts.get(channel) ?? "";
    this.slash.load(channel);
    this.resize();
  }

  /** Shows the field for messages again, after a command. */
  back() {
    this.slash.close();
    fill(this.element, this.slash.list, this.note, this.form);
    this.field.setAttribute("aria-expanded", "false");
  }

  /** Makes what is written next a reply to a message, or to none. */
  reply(message) {
    this.to = message;
    this.note.hidden = message === null;
    if (message === null) return;
    this.back();
    const cancel = () => { this.reply(null); this.field.focus(); };
    fill(this.note, "Replying to ", this.world.excerpt(message),
      h("button", { type: "button", class: "link", onclick: cancel }, "Don't reply"));
    this.field.focus();
  }

  typed() {
    this.drafts.set(this.channel, this.field.value);
    this.resize();
    const text = this.field.value;
    const isCommand = text.startsWith("/") && !text.includes("\n");
    // The bot may have registered its commands only now.
    if (isCommand && !this.isLoading && (text === "/" || this.slash.commands.length === 0)) this.reload();
    const isOpen = isCommand && this.slash.suggest(text.slice(1), (command) => this.begin(command));
    if (!isOpen) this.slash.close();
    this.field.setAttribute("aria-expanded", String(isOpen));
    this.field.setAttribute("aria-activedescendant", isOpen ? this.slash.active() : "");
  }

  /** Loads the commands again, and then lists those that fit what is there by then. */
  async reload() {
    this.isLoading = true;
    const isHere = await this.slash.load(this.channel);
    if (isHere && this.field.value.startsWith("/")) this.typed();
    this.isLoading = false;
  }

  resize() {
    this.field.style.height = "auto";
    this.field.style.height = `${Math.min(this.field.scrollHeight, 200)}px`;
  }

  key(event) {
    if (this.slash.isOpen()) {
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        this.slash.move(event.key === "ArrowDown" ? 1 : -1);
        this.field.setAttribute("aria-activedescendant", this.slash.active());
        event.preventDefault();
        return;
      }
      if (event.key === "Enter" || event.key === "Tab") {
        event.preventDefault();
        this.slash.choose();
        return;
      }
      if (event.key === "Escape") {
        this.slash.close();
        return;
      }
    }
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.submit();
    }
  }

  begin(command, given) {
    this.field.value = "";
    this.drafts.delete(this.channel);
    fill(this.element, this.slash.form(command, this.channel, given));
    this.element.querySelector("input, select, button")?.focus();
  }

  async submit() {
    const text = this.field.value.trim();
    if (text === "") return;
    if (text.startsWith("/") && this.slash.begins(text.slice(1), (command, given) => this.begin(command, given))) return;
    try {
      const user = this.world.me;
      await (this.to === null ? post("say", { user, channel: this.channel, text }) : post("reply", { user, message: this.to, text }));
      this.reply(null);
      this.field.value = "";
      this.drafts.delete(this.channel);
      this.resize();
    } catch (error) {
      notify(error.message);
    }
  }
}
