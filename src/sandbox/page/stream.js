// The one connection of all tabs, as a shared worker: a browser opens six to a host, and each tab would keep one or two.

/** Those who listen, by number: the port of the tab, whom it shows, and whether it has been told anything yet. */
const taps = new Map();
let last = 0;
let source = null;
let key = null;
let isConnected = false;
let telling = Promise.resolve();

function connect() {
  if (source !== null || taps.size === 0) return;
  key = crypto.getRandomValues(new Uint32Array(4)).join("-");
  source = new EventSource(`/sandbox/stream?shared=${key}`);
  source.onopen = () => { isConnected = true; tell(); };
  source.onerror = lose;
  source.addEventListener("for", (event) => {
    const { to, name, data } = JSON.parse(event.data);
    const tap = taps.get(Number(to));
    if (tap === undefined) return;
    if (!tap.isOpen) tap.port.postMessage({ name: "open" });
    tap.isOpen = true;
    tap.port.postMessage({ name, data });
  });
}

function close() {
  source?.close();
  source = null;
  isConnected = false;
}

/** Says who listens: all of them each time, in order. */
function tell() {
  const stream = key;
  const isMeant = () => isConnected && key === stream;
  telling = telling.then(async () => {
    if (!isMeant()) return;
    const feeds = Object.fromEntries([...taps].map(([number, tap]) => [number, tap.as]));
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ stream, feeds });
    const told = await fetch("/sandbox/watch", { method: "POST", headers, body }).catch(() => null);
    if (!told?.ok && isMeant()) lose();
  });
}

function lose() {
  close();
  for (const tap of taps.values()) {
    tap.isOpen = false;
    tap.port.postMessage({ name: "lost" });
  }
  setTimeout(connect, 1000);
}

function leave(number) {
  if (!taps.delete(number)) return;
  if (taps.size === 0) close();
  else if (isConnected) tell();
}

self.onconnect = ({ ports: [port] }) => {
  last += 1;
  const number = last;
  port.onmessage = ({ data }) => {
    if (data.leave) {
      leave(number);
      return;
    }
    taps.set(number, { port, as: data.as, isOpen: false });
    // A tab that crashes says nothing, but lets go of its lock.
    if (data.lock) navigator.locks.request(data.lock, () => leave(number));
    if (isConnected) tell();
    else connect();
  };
};
