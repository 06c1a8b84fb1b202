// The HTTP API: every answer is data, or a refusal with its sentence and clause.

const ROOT = "/api/v1";

export class Refusal extends Error {
  constructor({ reason = "failed", sentence = "", clause = "", allowed = "" }) {
    super(sentence);
    Object.assign(this, { reason, sentence, clause, allowed });
  }
}

export const unreachable = () =>
  new Refusal({
    reason: "unreachable",
    sentence: "The server cannot be reached. Nothing was done. Try again in a moment.",
  });

async function ask(method, path, body) {
  const headers = { Accept: "application/json" };
  const csrf = document.querySelector('meta[name="csrf"]')?.content;
  if (method !== "GET" && csrf) headers["X-Pitboss-CSRF"] = csrf;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(ROOT + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw unreachable();
  }
  const data = await response.json().catch(() => ({}));
  if (response.status === 401 && location.pathname !== "/login") {
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  }
  if (!response.ok)
    throw new Refusal(
      data.sentence ? data : { sentence: `The server could not answer (error ${response.status}).` },
    );
  return data;
}

export const get = (path) => ask("GET", path);
export const post = (path, body = {}) => ask("POST", path, body);
export const remove = (path) => ask("DELETE", path);
export const key = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");

/** Options in an address: ?set=decks=8&set=… */
export const optionQuery = (set) =>
  set?.length ? "?" + set.map((option) => `set=${encodeURIComponent(option)}`).join("&") : "";

/** Asks again until the figures are computed. `until` tells when a page no longer wants them. */
export async function whenReady(path, { every_ms = 500, until = () => false } = {}) {
  for (;;) {
    const answer = await get(path);
    if (answer.ready) return answer.figures;
    if (until()) return null;
    await new Promise((done) => setTimeout(done, every_ms));
  }
}
