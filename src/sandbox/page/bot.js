// What the bot does: its requests and the events that it gets, and disturbing it.

import { h, fill, notify } from "./dom.js";
import { listen, post } from "./api.js";

// Tokens of interactions are long, and tell nothing.
const short = (path) => path.replace(/\/[\w-]{40,}/, "/…");

// The most requests and events that are shown.
const MOST = 500;

const faults = [
  ["The next message is refused: 429", "fail", { method: "POST", path: "/channels/*/messages", fault: { kind: "rate_limited", retry_after: 2, global: false } }],
  ["The next request fails: 500", "fail", { path: "/**", fault: { kind: "status", status: 500 } }],
  ["500 after the next request was done", "fail", { path: "/**", fault: { kind: "status_after", status: 500 } }],
  ["The connection breaks in the next request", "fail", { path: "/**", fault: { kind: "drop_before" } }],
  ["The next answer takes 2.5 s", "fail", { path: "/**", fault: { kind: "slow_before", millis: 2500 } }],
  ["The gateway's connection breaks", "gateway", { cut: "break" }],
  ["The gateway's session is lost", "gateway", { cut: "invalid" }],
  ["The gateway falls silent", "gateway", { cut: "silence" }],
  ["The gateway's connection is reset", "gateway", { cut: "reset" }],
  ["The gateway closes: 4000", "gateway", { cut: "close", code: 4000 }],
  ["The gateway refuses connections for 20 s", "door", { door: "refuse", millis: 20000 }],
  ["Connections to the gateway hang for 20 s", "door", { door: "hang", millis: 20000 }],
  ["The gateway begins no session for 20 s", "door", { door: "invalid", millis: 20000 }],
];

const json = (value) => h("pre", { tabindex: "0" }, JSON.stringify(value, null, 2));

export class Bot {
  constructor(element, world) {
    this.element = element;
    this.world = world;
    this.filter = "";
    this.rows = [];
  }

  open() {
    this.list = h("ol", { class: "requests", "aria-label": "Requests and events", tabindex: "0" });
    this.state = h("p", { role: "status" }, "…");
    const search = h("input", { type: "search", placeholder: "Search requests and events", "aria-label": "Search requests and events" });
    search.addEventListener("input", () => { this.filter = search.value.toLowerCase(); this.refilter(); });
    const order = (label, what, body) => h("button", {
      type: "button", class: "chip",
      onclick: () => post(what, body).then(() => notify(`${label}.`), (error) => notify(error.message)),
    }, label);
    const me = () => this.world.me;
    fill(this.element, h("h2", {}, "What the bot does"), this.state,
      h("details", {}, h("summary", {}, "Disturb it"),
        h("div", { class: "faults" }, faults.map(([label, what, body]) => order(label, what, body)),
          h("button", { type: "button", class: "chip", onclick: () => this.dms(me(), false) }, "I close my direct messages"),
          h("button", { type: "button", class: "chip", onclick: () => this.dms(me(), true) }, "I open my direct messages"),
          h("button", { type: "button", class: "chip", onclick: () => this.member("kick") }, "The bot is removed from the server"),
          h("button", { type: "button", class: "chip", onclick: () => this.member("join") }, "The bot is added again"),
          h("button", { type: "button", class: "chip", onclick: () => this.allow(false) }, "The bot may not write here"),
          h("button", { type: "button", class: "chip", onclick: () => this.allow(true) }, "The bot may write here again"),
          this.rules(),
          order("No more disturbances", "clear", {}))),
      search, this.list);
    this.rows = [];
    this.stop = listen({}, {
      connected: ({ connected }) => { this.state.textContent = connected ? "The bot is connected." : "The bot is not connected."; },
      request: (request) => this.request(request),
      event: (event) => this.event(event),
      lost: () => { this.state.textContent = "The sandbox cannot be reached."; fill(this.list); this.rows = []; },
    });
  }

  close() {
    this.stop?.();
  }

  dms(user, open) {
    post("dms", { user, open }).then(() => notify(`Your direct messages are ${open ? "open" : "closed"}.`), (e) => notify(e.message));
  }

  allow(may) {
    const { channel, channels, bot } = this.world;
    // A thread has the permissions of its channel.
    const place = channels.get(channel)?.parent ?? channel;
    // SEND_MESSAGES and SEND_MESSAGES_IN_THREADS.
    const deny = may ? "0" : String((1n << 11n) | (1n << 38n));
    post("overwrite", { channel: place, target: bot, member: true, deny })
      .then(() => notify(`The bot may ${may ? "write here again" : "no longer write here"}.`), (error) => notify(error.message));
  }

  /** What servers do, to try out: each with its label, its order and its fields. */
  rules() {
    const here = () => this.world.channel;
    const rules = [
      ["The server has an outage", "outage", () => ({ on: true })],
      ["The server is back", "outage", () => ({ on: false })],
      ["I am timed out for ten minutes", "timeout", () => ({ user: this.world.me, seconds: 600 })],
      ["My time-out ends", "timeout", () => ({ user: this.world.me, seconds: 0 })],
      ["AutoMod blocks the word “round”", "automod", () => ({ words: ["round"] })],
      ["AutoMod blocks nothing", "automod", () => ({ words: [] })],
      ["This thread is locked", "lock_thread", () => ({ thread: here(), locked: true })],
      ["This thread is unlocked", "lock_thread", () => ({ thread: here(), locked: false })],
      ["Slow mode here: 30 s", "slow_mode", () => ({ channel: here(), seconds: 30 })],
      ["No slow mode here", "slow_mode", () => ({ channel: here(), seconds: 0 })],
    ];
    return rules.map(([label, what, fields]) => h("button", {
      type: "button", class: "chip",
      onclick: () => post(what, { guild: this.guild(), ...fields() })
        .then(() => notify(`${label}.`), (error) => notify(error.message)),
    }, label));
  }

  /** The server on the screen, or else the first one. */
  guild() {
    return this.world.channels.get(this.world.channel)?.guild ?? this.world.guilds[0]?.id;
  }

  member(what) {
    const guild = this.world.guilds[0];
    if (guild) post(what, { guild: guild.id, user: this.world.bot }).catch((error) => notify(error.message));
  }

  request(request) {
    const isRefused = request.status >= 400;
    this.add(request.at, `${request.method} ${request.path} ${request.status} ${JSON.stringify(request.body)}`, isRefused,
      [h("b", {}, String(request.status)), ` ${request.method} ${short(request.path)}`],
      [isRefused && [h("p", {}, "Why it was refused:"), json(request.refusal)],
        Object.keys(request.body ?? {}).length > 0 && json(request.body)]);
  }

  event({ at, name, data }) {
    const command = name === "INTERACTION_CREATE" && data.data?.name ? ` /${data.data.name}` : "";
    this.add(at, `${name} ${JSON.stringify(data)}`, false, [h("span", { class: "told" }, "event"), ` ${name}${command}`], json(data));
  }

  add(at, searched, isRefused, head, rest) {
    const text = searched.toLowerCase();
    const element = h("li", { class: isRefused ? "refused" : null, hidden: !text.includes(this.filter) },
      h("details", {}, h("summary", {}, h("time", {}, new Date(at).toLocaleTimeString("en-GB")), " ", head), rest));
    this.list.prepend(element);
    this.rows.unshift({ element, text });
    while (this.rows.length > MOST) this.rows.pop().element.remove();
  }

  refilter() {
    for (const { element, text } of this.rows) element.hidden = !text.includes(this.filter);
  }
}
