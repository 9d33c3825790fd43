// The sandbox's interface, as any script would use it.

async function answer(response) {
  const body = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(body.error ?? `The sandbox answered ${response.status}.`);
  return body;
}

export async function get(what, query = {}) {
  return answer(await fetch(`/sandbox/${what}?${new URLSearchParams(query)}`));
}

export async function post(what, body = {}) {
  const headers = { "content-type": "application/json" };
  return answer(await fetch(`/sandbox/${what}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Returns everything that the sandbox keeps, as a file. */
export async function save() {
  const response = await fetch("/sandbox/save");
  return response.ok ? response.blob() : answer(response);
}

/** Goes back to what is in a file. */
export async function open(file) {
  return answer(await fetch("/sandbox/open", { method: "POST", headers: { "content-type": "application/json" }, body: file }));
}

/** Listens to what somebody sees, or to what the bot does. Handlers get the data of the event of their name; `open` and `lost` tell of the
 *  connection, which all tabs share. */
export function listen(query, handlers) {
  return typeof SharedWorker === "undefined" ? listenAlone(query, handlers) : listenTogether(query, handlers);
}

function listenTogether(query, handlers) {
  const worker = new SharedWorker("/page/stream.js", { type: "module", name: "stream" });
  const { port } = worker;
  let isOver = false;
  let release = () => {};
  let alone = null;
  const join = (lock) => port.postMessage({ as: query.as ?? null, lock });
  port.onmessage = ({ data: { name, data } }) => { if (!isOver) handlers[name]?.(data); };
  worker.onerror = () => { alone ??= isOver ? null : listenAlone(query, handlers); };
  if (navigator.locks) {
    const lock = `stream-${crypto.randomUUID()}`;
    navigator.locks.request(lock, () => isOver ? null : new Promise((resolve) => {
      release = resolve;
      join(lock);
    }));
  } else {
    join(null);
  }
  const leave = () => {
    port.postMessage({ leave: true });
    release();
  };
  window.addEventListener("pagehide", leave);
  return () => {
    isOver = true;
    window.removeEventListener("pagehide", leave);
    leave();
    alone?.();
  };
}

function listenAlone(query, handlers) {
  const source = new EventSource(`/sandbox/stream?${new URLSearchParams(query)}`);
  source.onopen = () => handlers.open?.();
  source.onerror = () => handlers.lost?.();
  for (const [name, handle] of Object.entries(handlers)) {
    if (name !== "open" && name !== "lost") {
      source.addEventListener(name, (event) => handle(JSON.parse(event.data)));
    }
  }
  return () => source.close();
}
