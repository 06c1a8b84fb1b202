// The HTTP API: every answer is data, or a refusal with its sentence and clause.

const ROOT = "/api/v1";

export class Refusal extends Error {
  constructor({ reason = "failed", sentence = "", clause = "", allowed = "" }) {
    super(sentence);
    Object.assign(this, { reason, sentence, clause, allowed });
  }
}

const unreachable = { reason: "unreachable", sentence: "The server cannot be reached. Try again in a moment." };
const PATIENCE_MS = 20_000;

/** One request: its status, 0 when no answer came, and what was answered. */
export async function send(method, path, body, idempotencyKey = "") {
  const headers = { Accept: "application/json" };
  const csrf = document.querySelector('meta[name="csrf"]')?.content;
  if (method !== "GET" && csrf) headers["X-Pitboss-CSRF"] = csrf;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (idempotencyKey) headers["Idempotency-Key"] = idempotencyKey;
  let response, data;
  try {
    response = await fetch(ROOT + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    data = await response.json();
  } catch {
    if (!response || response.ok) return { status: 0, data: unreachable };
    data = {};
  }
  const { status } = response;
  if (status === 401 && location.pathname !== "/login")
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  if (!response.ok && !data.sentence) data = { sentence: `The server could not answer (error ${status}).` };
  return { status, data };
}

async function answered(...request) {
  const { status, data } = await send(...request);
  if (status >= 200 && status < 300) return data;
  throw new Refusal(data);
}

export const get = (path) => answered("GET", path);
/** For logging in and out, where there is nothing to make twice; changes go by way of once.js. */
export const tell = (path, body = {}) => answered("POST", path, body);
export const key = () =>
  crypto.randomUUID?.() ??
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, "0")).join("");

/** Options in an address: ?set=decks=8&set=… */
export const optionQuery = (set) =>
  set?.length ? "?" + set.map((option) => `set=${encodeURIComponent(option)}`).join("&") : "";

const WAIT_MS = 2_000;
/** The same address, answered when its figures are computed, or after a while. */
export const waiting = (path) => `${path}${path.includes("?") ? "&" : "?"}wait_ms=${WAIT_MS}`;

/** Asks until the figures are computed. `until` tells when a page no longer wants them. */
export async function whenReady(path, until = () => false) {
  for (;;) {
    const answer = await get(waiting(path));
    if (answer.ready) return answer.figures;
    if (until()) return null;
  }
}
