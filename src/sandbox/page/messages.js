// The messages of a channel.

import { h, fill, byId, notify } from "./dom.js";
import { get, post } from "./api.js";
import { markdown } from "./markdown.js";
import { components } from "./components.js";
import { openMenu } from "./menu.js";
import { ofMessage } from "./time.js";

// The number of messages that are loaded at once.
const PAGE = 50;
// The most that are shown at a time.
const MOST = 200;
// So near to the end of what is shown, more is loaded.
const MARGIN = 400;
// Two messages of one author within this time stand together.
const TOGETHER = 7 * 60_000;
// So near to the bottom, one follows what is new.
const NEAR = 80;

/** The messages of the current channel, with the world that names what they refer to. */
export class Messages {
  constructor(element, world) {
    this.element = element;
    this.world = world;
    this.channel = null;
    this.shown = new Map();
    // What arrives while a channel is being loaded, which may already be among what is loaded.
    this.early = null;
    // What arrives while the newest messages are being loaded.
    this.meanwhile = null;
    this.isAtStart = false;
    this.isAtEnd = true;
    this.isLoading = false;
    // Whether to stay at the newest message when something grows: messages, pictures, or the field below.
    this.follows = true;
    this.top = 0;
    this.list = h("div", { class: "list" });
    fill(element, this.list);
    element.addEventListener("scroll", () => this.scrolled());
    // A right click or, on a phone, a long press.
    element.addEventListener("contextmenu", (event) => {
      const { target } = event;
      const known = this.shown.get(target.closest(".message")?.dataset.id);
      if (known === undefined || known.message.ephemeral || target.closest("a, input, select")) return;
      event.preventDefault();
      const user = target.closest("[data-user]")?.dataset.user ?? null;
      openMenu(world, known.message, user, event, user === null ? this.tools(known.message) : []);
    });
    const grown = new ResizeObserver(() => this.stay());
    grown.observe(this.list);
    grown.observe(element);
  }

  /** Stays at the newest message, if that is where the reader is. */
  stay() {
    // The browser's own way of keeping the place would take one away from the end when messages are dropped at the top.
    this.element.style.overflowAnchor = this.follows ? "none" : "auto";
    if (!this.follows) return;
    this.element.scrollTop = this.element.scrollHeight;
    this.top = this.element.scrollTop;
  }

  /** Shows a channel from its newest messages on. */
  async open(channel) {
    this.channel = channel;
    this.shown.clear();
    this.isAtStart = false;
    this.isAtEnd = true;
    this.follows = true;
    const early = [];
    this.early = early;
    fill(this.list, h("p", { class: "empty" }, "Loading…"));
    const messages = await get("messages", { as: this.world.me, channel, limit: PAGE });
    if (this.early !== early) return;
    this.early = null;
    this.isAtStart = messages.length < PAGE;
    fill(this.list, this.isAtStart ? this.beginning() : null);
    for (const message of messages) this.append(message);
    for (const message of early) this.put(message);
    this.stay();
  }

  beginning() {
    const { names, channels } = this.world;
    // Direct messages begin with what the bot says there.
    // A thread belongs to a channel that says it already.
    const { guild, type } = channels.get(this.channel) ?? {};
    const welcome = guild && type === 0 ? this.world.welcome : null;
    return h("div", { class: "beginning" }, h("p", {}, "This is the beginning of the channel."),
      welcome && h("div", { class: "text" }, markdown(welcome, names)));
  }

  async scrolled() {
    const { scrollTop } = this.element;
    // What has grown since is not the reader's doing: only scrolling up ends it.
    if (this.below() < NEAR) this.follows = this.isAtEnd;
    else if (scrollTop < this.top) this.follows = false;
    this.top = scrollTop;
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      // One may have scrolled on while something was loaded.
      for (let side = this.lacks(); side !== null; side = this.lacks()) await this.load(side);
      if (this.below() < NEAR) this.follows = this.isAtEnd;
    } catch (error) {
      notify(error.message);
    } finally {
      this.isLoading = false;
      this.meanwhile = null;
    }
  }

  /** Returns the number of pixels below what is looked at. */
  below() {
    const { scrollHeight, scrollTop, clientHeight } = this.element;
    return scrollHeight - scrollTop - clientHeight;
  }

  /** Returns the side on which the messages that are shown end too near to what is looked at. */
  lacks() {
    if (this.early !== null || this.shown.size === 0) return null;
    this.stay();
    if (this.element.scrollTop < MARGIN && !this.isAtStart) return "before";
    return this.below() < MARGIN && !this.isAtEnd ? "after" : null;
  }

  /** Loads what comes before or after the messages that are shown, and drops as many at the other end. */
  async load(side) {
    const { channel } = this;
    const isOlder = side === "before";
    const edge = () => (isOlder ? this.shown.keys().next().value : [...this.shown.keys()].at(-1));
    const from = edge();
    const meanwhile = [];
    this.meanwhile = isOlder ? null : meanwhile;
    const messages = await get("messages", { as: this.world.me, channel, limit: PAGE, [side]: from });
    if (this.channel !== channel || this.early !== null || edge() !== from) return;
    // The element that stays where it is while others come and go.
    const anchor = this.shown.get(from).element;
    const place = anchor.getBoundingClientRect().top;
    if (isOlder) {
      this.isAtStart = messages.length < PAGE;
      const elements = messages.map((message, i) => this.element_of(message, messages[i - 1]));
      this.list.prepend(...(this.isAtStart ? [this.beginning()] : []), ...elements);
      const older = messages.map((message, i) => [message.id, { message, element: elements[i] }]);
      this.shown = new Map([...older, ...this.shown]);
      this.drop("newest");
    } else {
      this.isAtEnd = messages.length < PAGE;
      for (const message of messages) this.append(message);
      // What was said since the answer was on its way may not be in it.
      if (this.isAtEnd) for (const message of meanwhile) this.put(message);
      this.drop("oldest");
    }
    if (anchor.isConnected) this.element.scrollTop += anchor.getBoundingClientRect().top - place;
  }

  /** Drops the oldest or newest messages, so that the browser never has many to lay out. They are loaded again by scrolling. */
  drop(which) {
    const ids = [...this.shown.keys()];
    const surplus = Math.max(0, ids.length - MOST);
    for (const id of which === "oldest" ? ids.slice(0, surplus) : ids.slice(ids.length - surplus)) this.remove(id);
    if (surplus === 0) return;
    // The place that is scrolled to has changed, though not by the reader.
    this.top = 0;
    if (which === "newest") {
      this.isAtEnd = false;
      this.follows = false;
    } else {
      this.isAtStart = false;
      for (const element of this.list.querySelectorAll(".beginning")) element.remove();
    }
  }

  /** Adds a message, or shows what it has become. */
  put(message) {
    if (this.early !== null) {
      this.early.push(message);
      return;
    }
    const known = this.shown.get(message.id);
    if (known !== undefined) {
      const previous = known.element.previousElementSibling;
      const before = previous && this.shown.get(previous.dataset.id)?.message;
      const element = this.element_of(message, before);
      const had = document.activeElement?.dataset?.custom;
      const isFocused = known.element.contains(document.activeElement);
      known.element.replaceWith(element);
      this.shown.set(message.id, { message, element });
      if (isFocused) (element.querySelector(`[data-custom="${CSS.escape(had ?? "")}"]`) ?? element.querySelector("button"))?.focus();
      this.stay();
      return;
    }
    // While one reads what came before, it is loaded when one scrolls down to it.
    if (!this.follows && this.shown.size >= MOST) this.isAtEnd = false;
    if (!this.isAtEnd) {
      this.meanwhile?.push(message);
      return;
    }
    const newest = [...this.shown.keys()].at(-1);
    // One that was edited long ago is not among those that are shown.
    if (newest !== undefined && BigInt(message.id) < BigInt(newest)) return;
    // What one has written, or what answers only oneself, is what one wants to see.
    if (message.ephemeral || message.author === this.world.me) this.follows = true;
    this.append(message);
    if (this.follows) this.drop("oldest");
    this.stay();
  }

  remove(id) {
    this.shown.get(id)?.element.remove();
    this.shown.delete(id);
  }

  append(message) {
    const before = [...this.shown.values()].at(-1)?.message;
    const element = this.element_of(message, before);
    this.list.append(element);
    this.shown.set(message.id, { message, element });
  }

  /** Returns what the client can do with a message, by label. */
  tools(message) {
    const { world } = this;
    const copy = () => navigator.clipboard.writeText(message.id).then(() => notify("The id is copied."), () => notify(message.id));
    const isWritable = world.channels.get(message.channel)?.writable ?? false;
    const reply = ["Reply", () => world.reply(message.id)];
    return [...(isWritable && !message.ephemeral ? [reply] : []), ["Copy id", copy]];
  }

  element_of(message, before) {
    const { world } = this;
    const author = world.users.get(message.author);
    const together = before !== undefined && before !== null && before.author === message.author
      && message.at - before.at < TOGETHER && !message.origin?.command && !message.reply_to;
    const parts = [];
    if (message.reply_to) parts.push(h("p", { class: "reply" }, "↪ ", world.excerpt(message.reply_to)));
    if (message.origin?.command) {
      parts.push(h("p", { class: "reply" }, `${world.name(message.origin.user)} used /${message.origin.command}`));
    }
    if (!together) {
      parts.push(h("p", { class: "head" },
        h("span", { class: "author", "data-user": message.author }, world.name(message.author)),
        author?.bot && h("span", { class: "badge" }, "APP"),
        ofMessage(message.at)));
    }
    if (message.thinking) {
      parts.push(h("p", { class: "thinking" }, `${world.name(message.author)} is thinking…`));
    } else if (message.kind === 18) {
      parts.push(h("p", { class: "text" }, "started a thread: ", h("strong", {}, message.content)));
    } else if (message.content !== "") {
      parts.push(h("div", { class: "text", dir: "auto" }, markdown(message.content, world.names),
        message.edited !== null && h("span", { class: "edited" }, " (edited)")));
    }
    parts.push(message.embeds.map((embed) => embedded(embed, world.names)));
    parts.push(message.files.map(file));
    parts.push(components(message, world));
    if (message.reactions.length > 0) {
      parts.push(h("p", { class: "reactions" }, message.reactions.map((reaction) =>
        h("span", { class: reaction.mine ? "mine" : null }, `${reaction.emoji} ${reaction.count}`))));
    }
    if (message.ephemeral) {
      const dismiss = () => post("delete", { user: world.me, message: message.id }).catch((e) => notify(e.message));
      parts.push(h("p", { class: "private" }, "Only you can see this • ",
        h("button", { type: "button", class: "link", onclick: dismiss }, "Dismiss message")));
    }
    const tools = this.tools(message);
    const more = (event) => openMenu(world, message, null, event.currentTarget);
    parts.push(h("div", { class: "tools" },
      tools.map(([label, act]) => h("button", { type: "button", class: "tool", onclick: act }, label)),
      !message.ephemeral && h("button", { type: "button", class: "tool", onclick: more, "aria-haspopup": "menu" }, "Apps")));
    const classes = ["message", together && "together", message.pings && "pings", message.ephemeral && "ephemeral"];
    return h("article", {
      class: classes.filter(Boolean).join(" "),
      "data-id": message.id,
      "aria-label": `${world.name(message.author)}, ${new Date(message.at).toLocaleTimeString("en-GB")}`,
    }, parts);
  }
}

function file({ name, description, type, url, size }) {
  if (!type.startsWith("image/")) {
    return h("p", { class: "file" }, h("a", { href: url, download: name }, name), ` (${Math.ceil(size / 1024)} KB)`);
  }
  const open = () => enlarge(url, description);
  return h("button", { type: "button", class: "picture", onclick: open, "aria-label": `Enlarge: ${description ?? name}` },
    h("img", { src: url, alt: description ?? name, decoding: "async" }));
}

function enlarge(url, description) {
  const dialog = h("dialog", { class: "large", "aria-label": "Picture", onclose: () => dialog.remove() },
    h("form", { method: "dialog" }, h("button", { class: "close", "aria-label": "Close" }, "✕")),
    h("img", { src: url, alt: description ?? "" }),
    description && h("p", {}, description));
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}

function embedded(embed, names) {
  const local = (url) => { try { return new URL(url).pathname; } catch { return null; } };
  const picture = (part) => {
    const path = part?.url && local(part.url);
    return path?.startsWith("/attachments/") ? h("img", { src: path, alt: part.description ?? "" }) : null;
  };
  const element = h("section", { class: "embed" },
    embed.author?.name && h("p", { class: "small" }, embed.author.name),
    embed.title && h("h4", {}, markdown(embed.title, names)),
    embed.description && h("div", { dir: "auto" }, markdown(embed.description, names)),
    embed.fields?.length > 0 && h("dl", {}, embed.fields.map((field) =>
      h("div", {}, h("dt", {}, markdown(field.name, names)), h("dd", {}, markdown(field.value, names))))),
    picture(embed.image), picture(embed.thumbnail),
    embed.footer?.text && h("p", { class: "small" }, embed.footer.text));
  if (Number.isInteger(embed.color)) element.style.borderColor = `#${embed.color.toString(16).padStart(6, "0")}`;
  return element;
}
