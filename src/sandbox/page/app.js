// The page: one person's view of the sandbox, kept up to date by a stream of events.

import { byId, fill, h, notify } from "./dom.js";
import { get, listen, post } from "./api.js";
import { preview } from "./markdown.js";
import * as time from "./time.js";
import { Messages } from "./messages.js";
import { Composer } from "./composer.js";
import { Sidebar } from "./sidebar.js";
import { Bot } from "./bot.js";
import { openForm } from "./components.js";
import * as desk from "./desk.js";

/** What one person sees, apart from messages. */
const world = {
  me: null,
  bot: null,
  channel: null,
  users: new Map(),
  channels: new Map(),
  guilds: [],
  unread: new Map(),
  known: new Map(),
  name(id) {
    const user = world.users.get(id);
    const guild = world.channels.get(world.channel)?.guild;
    const member = world.guilds.find((g) => g.id === guild)?.members.find((m) => m.id === id);
    return member?.nick ?? user?.display ?? user?.name ?? "unknown";
  },
  members: (guild) => (world.guilds.find((g) => g.id === guild)?.members ?? []).map((member) => member.id),
  roles: (guild) => world.guilds.find((g) => g.id === guild)?.roles ?? [],
  link: (channel) => `#as=${world.me}&channel=${channel}`,
  place(id) {
    const channel = world.channels.get(id);
    if (channel === undefined) return "nowhere";
    return channel.type === 1 ? `@${world.name(world.bot)}` : `#${channel.name}`;
  },
  excerpt(id) {
    const message = world.known.get(id);
    return message ? [`${world.name(message.author)}: `, preview(message.content, world.names)] : ["an earlier message"];
  },
  names: {
    user: (id) => world.name(id),
    role: (id) => world.guilds.flatMap((guild) => guild.roles).find((role) => role.id === id)?.name.replace(/^@/, "") ?? "unknown role",
    channel: (id) => world.channels.get(id)?.name ?? "unknown channel",
    link: (id) => world.link(id),
  },
  /** Presses or picks something, and says so if the client or the bot does not play along. */
  async act(what, body) {
    try {
      const { interaction } = await post(what, { user: world.me, ...body });
      const seen = await get("interaction", { id: interaction, wait: 1 });
      if (seen.state === "failed") notify("This interaction failed: the application did not respond.");
    } catch (error) {
      notify(error.message);
    }
  },
  /** Makes what one writes next a reply to a message. */
  reply: (id) => composer.reply(id),
  /** Watches an interaction that has just begun. */
  expect({ interaction }) {
    pending.add(interaction);
  },
};

const pending = new Set();
const forms = new Set();
const messages = new Messages(byId("messages"), world);
const composer = new Composer(byId("composer"), world);
const sidebar = new Sidebar(byId("side"), world);
const bot = new Bot(byId("bot"), world);
let stop = null;

function hash() {
  return new URLSearchParams(location.hash.slice(1));
}

function take(view) {
  world.bot = view.bot;
  world.guilds = view.guilds;
  world.users = new Map(view.users.map((user) => [user.id, user]));
  world.channels = new Map(view.channels.map((channel) => [channel.id, channel]));
}

/** Returns the channel to open: the one in the address, or else the first one of a server. */
function wanted() {
  const asked = hash().get("channel");
  if (world.channels.has(asked)) return asked;
  const all = [...world.channels.values()];
  return (all.find((channel) => channel.type === 0) ?? all[0])?.id ?? null;
}

async function enter() {
  const channel = wanted();
  world.channel = channel;
  world.unread.delete(channel);
  byId("place").textContent = world.place(channel);
  document.title = `${world.place(channel)} – ${world.name(world.me)}`;
  setDrawer(false);
  if (channel === null) return;
  composer.open(channel);
  // Before anything is waited for: the messages of the channel before must not stand under this one's name.
  const opened = messages.open(channel).catch((error) => notify(error.message));
  await Promise.all([sidebar.draw(), opened]);
}

function arrived(message) {
  world.known.set(message.id, message);
  if (message.channel === world.channel) {
    messages.put(message);
    return;
  }
  if (message.author === world.me || message.edited !== null) return;
  const unread = world.unread.get(message.channel) ?? { count: 0, pings: 0 };
  unread.count += 1;
  if (message.pings || world.channels.get(message.channel)?.type === 1) unread.pings += 1;
  world.unread.set(message.channel, unread);
  sidebar.draw();
}

function answered(interaction) {
  if (interaction.state === "modal" && !forms.has(interaction.id)) {
    forms.add(interaction.id);
    openForm(interaction, world);
  }
  if (interaction.state === "failed" && pending.has(interaction.id)) notify("The application did not respond.");
  if (interaction.state !== "waiting") pending.delete(interaction.id);
}

// How often one has become somebody.
let turns = 0;

async function become(person) {
  stop?.();
  turns += 1;
  const turn = turns;
  world.me = person;
  time.lookAhead(person);
  world.unread.clear();
  const view = await get("view", { as: person });
  // One may have become somebody else meanwhile.
  if (turns !== turn) return;
  take(view);
  let wasLost = false;
  stop = listen({ as: person }, {
    view(view) {
      take(view);
      if (!world.channels.has(world.channel)) enter();
      else sidebar.draw();
    },
    clock: time.set,
    message: (message) => { arrived(message); time.lookAhead(); },
    gone: ({ id }) => messages.remove(id),
    interaction: answered,
    late: () => go().catch((error) => notify(error.message)),
    // Only what happens from now on is told, so messages are loaded now.
    open: () => {
      if (wasLost) notify("Connected again.");
      wasLost = false;
      enter();
    },
    lost: () => {
      wasLost = true;
      notify("The sandbox cannot be reached; trying again.");
    },
  });
}

async function go() {
  const people = await get("people");
  if (people.length === 0) {
    fill(messages.list, h("p", { class: "empty" }, "Nobody is here yet: POST /sandbox/person adds someone."));
    return;
  }
  const asked = hash().get("as");
  const person = people.some(({ id }) => id === asked) ? asked : people[0].id;
  if (person === world.me) await enter();
  else await become(person);
}

function setDrawer(isOpen) {
  document.body.classList.toggle("drawer", isOpen);
  byId("menu").setAttribute("aria-expanded", String(isOpen));
}

// Following the link would change the address, which says who one is.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  byId("text")?.focus();
});
byId("menu").addEventListener("click", () => setDrawer(!document.body.classList.contains("drawer")));
const panels = [];

/** Lets a button open and close a panel on the right; only one is open. */
function panel(button, element, opened, closed) {
  const setOpen = (isOpen) => {
    if (isOpen === !element.hidden) return;
    element.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) opened();
    else closed();
  };
  panels.push(setOpen);
  button.addEventListener("click", () => {
    const isOpen = element.hidden;
    for (const close of panels) close(false);
    setOpen(isOpen);
  });
}

panel(byId("watch"), byId("bot"), () => bot.open(), () => bot.close());
panel(byId("extend"), byId("desk"), () => {}, () => {});

async function extend() {
  const extension = await desk.describe();
  if (!extension) return;
  world.welcome = extension.welcome ?? null;
  byId("extend").textContent = extension.title;
  byId("extend").hidden = false;
  byId("desk").setAttribute("aria-label", extension.title);
  desk.build(byId("desk"), extension, world.names);
}

// A page that the browser has kept hears nothing any more.
window.addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
time.build(byId("time"));
window.addEventListener("hashchange", () => go().catch((error) => notify(error.message)));
extend().then(go).catch((error) => notify(error.message));
