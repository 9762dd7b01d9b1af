// Asks the server.

export class ApiError extends Error {
  constructor(status, body) {
    super(body?.error ?? `the server has answered with status ${status}`);
    this.status = status;
    this.span = body?.span;
    this.at = body?.at;
  }
}

async function ask(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, { error: "the server does not answer: is `rhizome explore` still running?" });
  }
  const body = await response.json().catch(() => null);
  if (!response.ok) throw new ApiError(response.status, body);
  return body;
}

export function get(path, parameters = {}, signal) {
  const query = new URLSearchParams(parameters).toString();
  return ask(query ? `${path}?${query}` : path, { signal });
}

export function post(path, body, signal) {
  return ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), signal });
}

export function remove(path) {
  return ask(path, { method: "DELETE" });
}

let told;

// What the server has; asked for once.
export function about() {
  told ??= get("/api/about").catch((error) => { told = undefined; throw error; });
  return told;
}
