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

/** Listens to a stream. Handlers get the data of the event of their name; `open` and `lost` tell of the connection. */
export function listen(query, handlers) {
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
