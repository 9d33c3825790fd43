// Who one is, and where one can go.

import { h, morph, notify, offer, roving } from "./dom.js";
import { get, open, post, save } from "./api.js";
import { save as saveTranscript } from "./transcript.js";

const THREADS = [10, 11, 12];
const DIRECT = 1;

export class Sidebar {
  constructor(element, world) {
    this.element = element;
    this.world = world;
    roving(element, "a, summary");
  }

  async draw() {
    const { world } = this;
    const people = await get("people");
    const channels = [...world.channels.values()];
    const row = (channel) => {
      const unread = world.unread.get(channel.id);
      const name = channel.type === DIRECT ? world.name(world.bot) : channel.name;
      const sign = channel.type === DIRECT ? "@" : THREADS.includes(channel.type) ? "↳" : "#";
      return h("li", {}, h("a", {
        href: world.link(channel.id), "aria-current": channel.id === world.channel ? "page" : null,
        class: unread ? "unread" : null,
      }, h("span", { "aria-hidden": "true" }, sign), ` ${name}`, channel.archived && h("small", {}, " archived"),
        unread?.pings > 0 && h("span", { class: "count" }, String(unread.pings), h("span", { class: "hidden" }, " mentions"))));
    };
    const inGuild = (guild) => channels.filter((channel) => channel.guild === guild.id && !THREADS.includes(channel.type))
      .map((channel) => [row(channel), channels.filter((thread) => thread.parent === channel.id && (!thread.archived || thread.id === world.channel)).map(row)]);
    const who = h("select", { id: "who", onchange: (event) => { location.hash = `as=${event.target.value}`; } },
      people.map((person) => h("option", { value: person.id }, person.name)));
    morph(this.element,
      h("div", { class: "who" },
        h("label", { for: "who" }, "You are"), who,
        h("a", { href: `#as=${world.me}`, target: "_blank", class: "small" }, "Open another tab")),
      h("h2", {}, "Direct messages"),
      h("ul", {}, channels.filter((channel) => channel.type === DIRECT).map(row)),
      world.guilds.map((guild) => [h("h2", {}, guild.name), h("ul", {}, inGuild(guild))]),
      h("details", { class: "make" }, h("summary", {}, "Add a person or a channel"),
        adder("Person", async (name) => {
          const { id } = await post("person", { name });
          for (const guild of world.guilds) await post("join", { guild: guild.id, user: id });
          await this.draw();
        }),
        world.guilds.length > 0 && adder("Channel", (name) => post("channel", { guild: world.guilds[0].id, name }))),
      h("div", { class: "keep" },
        link("Save the rehearsal", async () => offer(await save(), "rehearsal.json")),
        opener(),
        link("Save a transcript", () => saveTranscript(world))));
    this.element.querySelector("#who").value = world.me;
  }
}

function link(label, act) {
  const onclick = () => Promise.resolve(act()).catch((error) => notify(error.message));
  return h("button", { type: "button", class: "link", onclick }, label);
}

/** A field for the file of a rehearsal, which is opened for all who look at this one. */
function opener() {
  const field = h("input", { type: "file", accept: ".json,application/json", class: "hidden" });
  field.addEventListener("change", async () => {
    notify("Opening the rehearsal…");
    try {
      await open(field.files[0]);
      notify("The rehearsal is open.");
    } catch (error) {
      notify(error.message);
    }
    field.value = "";
  });
  return h("label", { class: "link" }, "Open a rehearsal…", field);
}

function adder(what, add) {
  const field = h("input", { type: "text", maxlength: "100", required: true, "aria-label": `Name of the new ${what.toLowerCase()}`, placeholder: what });
  const submit = async (event) => {
    event.preventDefault();
    try {
      await add(field.value);
      field.value = "";
    } catch (error) {
      notify(error.message);
    }
  };
  return h("form", { onsubmit: submit }, field, h("button", { type: "submit", class: "button secondary" }, "Add"));
}
