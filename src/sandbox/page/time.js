// The sandbox's clock: what it shows, and moving it.

import { h, fill, notify } from "./dom.js";
import { get, post } from "./api.js";

// What the clock showed at a time of this machine, and how many of its seconds pass in a second.
let course = { here: Date.now(), there: Date.now(), speed: 1 };

export const now = () => course.there + (Date.now() - course.here) * course.speed;

/** Takes over the time that the sandbox has told. */
export function set({ now: there, speed }) {
  course = { here: Date.now(), there, speed };
  pace.value = [...pace.options].some((option) => Number(option.value) === speed) ? String(speed) : "";
  tick();
}

const steps = [["1 min", 60_000], ["1 h", 3_600_000], ["24 h", 86_400_000]];
const speeds = [[0, "stopped"], [1, "real time"], [60, "× 60"], [3600, "× 3600"]];

const shown = h("time", { class: "clock" });
const pace = h("select", { "aria-label": "Speed of the clock" }, speeds.map(([speed, label]) =>
  h("option", { value: String(speed), selected: speed === 1 }, label)));
const skip = h("button", { type: "button", hidden: true });

async function change(body) {
  try {
    set(await post("clock", body));
  } catch (error) {
    notify(error.message);
  }
  lookAhead();
}

let viewer = null;
let looking = null;

/** Offers to skip to what is due next; `as` says who looks on. */
export function lookAhead(as = viewer) {
  viewer = as;
  clearTimeout(looking);
  looking = setTimeout(async () => {
    const [next] = viewer === null ? [] : await get("due", { as: viewer }).catch(() => []);
    skip.hidden = next === undefined;
    if (next === undefined) return;
    const date = new Date(next.at);
    const day = date.toDateString() === new Date(now()).toDateString() ? {} : { weekday: "short" };
    const text = date.toLocaleString("en-GB", { ...day, hour: "2-digit", minute: "2-digit" });
    skip.textContent = `Skip to ${text}`;
    skip.title = "Moves the clock to what is due next";
    // Times in messages are whole seconds, so what is due then may be due within that second.
    skip.onclick = () => change({ to: next.at + 1000 });
  }, 300);
}

export function build(element) {
  const buttons = steps.map(([label, millis]) =>
    h("button", { type: "button", class: "step", onclick: () => change({ advance: millis }), title: `Moves the clock ${label} ahead` }, `+${label}`));
  pace.addEventListener("change", () => change({ speed: Number(pace.value) }));
  fill(element, shown, pace, buttons, skip);
  setInterval(tick, 1000);
  setInterval(() => lookAhead(), 10_000);
  tick();
}

function tick() {
  const date = new Date(now());
  shown.dateTime = date.toISOString();
  shown.textContent = date.toLocaleString("en-GB", {
    weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit",
  });
  for (const element of document.querySelectorAll("time[data-style='R']")) {
    element.textContent = relative(Number(element.dataset.at));
  }
}

const units = [
  ["year", 31_536_000], ["month", 2_592_000], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1],
];
const relativeFormat = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** Says how far a time is away, as Discord does: "in 2 hours", "3 minutes ago". */
export function relative(seconds) {
  const distance = seconds - now() / 1000;
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length) ?? ["second", 1];
  return relativeFormat.format(Math.round(distance / length), unit);
}

const formats = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

/** Returns the element for `<t:seconds:style>`. */
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode(`<t:${seconds}:${style}>`);
  const full = date.toLocaleString("en-GB", formats.F);
  const text = style === "R" ? relative(seconds) : date.toLocaleString("en-GB", formats[style] ?? formats.f);
  return h("time", { datetime: date.toISOString(), title: full, "data-style": style, "data-at": seconds, class: "stamp" }, text);
}

/** Returns the time of a message, as short as it can be. */
export function ofMessage(millis) {
  const date = new Date(millis);
  const sameDay = date.toDateString() === new Date(now()).toDateString();
  const style = sameDay ? { timeStyle: "short" } : { dateStyle: "short", timeStyle: "short" };
  return h("time", { datetime: date.toISOString(), class: "at" }, date.toLocaleString("en-GB", style));
}
