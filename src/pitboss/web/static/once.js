// Changes, each made once: an act keeps its key until its outcome is known, even if the page is loaded anew meanwhile.
// While it is not known the page says so and asks again with the same key; the same act pressed again is that act.

import { $, h, put } from "./dom.js";
import { key, Refusal, send } from "./api.js";
import { keepReceipt } from "./receipts.js";

const STORE = "unanswered acts";
const WAITS_MS = [400, 800, 1500, 3000, 6000];
/** Of a request sent again these say nothing about the first: whoever asked was not let in, or came too fast. */
const NOT_HEARD = new Set([401, 403, 408, 421, 429]);
const unanswered = new Map();
const lines = new Map();

const account = () => $('meta[name="account"]')?.content ?? "";
const nameOf = ({ method, path, body }) => JSON.stringify([method, path, { ...body, key: "" }]);
const pause = (tries) => new Promise((done) => setTimeout(done, WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]));

/** `says` names the act for people; `seen` is the last record of the table that the page had, where that matters. */
export const post = (path, body = {}, says = "Your last act", seen = undefined) =>
  once({ method: "POST", path, body, says, seen });
export const remove = (path, says) => once({ method: "DELETE", path, says });

/** Resolves or throws a Refusal once the outcome is known, and not before. `run` sends it, and again if need be. */
export function once(asked, run = ask) {
  const same = unanswered.get(nameOf(asked));
  if (same) return same.outcome;
  return follow({ ...asked, key: asked.body?.key ?? key(), account: account(), doubted: false }, run);
}

function follow(act, run) {
  const entry = { act };
  document.querySelectorAll("#unanswered .passing button").forEach((close) => close.click());
  unanswered.set(nameOf(act), entry);
  keep();
  entry.outcome = run(act).finally(() => {
    unanswered.delete(nameOf(act));
    keep();
  });
  entry.outcome.then((data) => keepReceipt(data?.receipt)).catch(() => null);
  entry.outcome.then(
    (data) => act.doubted && tell(act, "good", "✓ ", `${act.says}: done.`, secretOf(data)),
    (no) => act.doubted && tell(act, "bad", "✕ ", `${act.says}: not done. ${no.sentence}`),
  );
  return entry.outcome;
}

async function ask(act) {
  for (let tries = 0; ; tries++) {
    const again = act.doubted;
    const body = again && act.seen !== undefined ? { ...act.body, seen: act.seen } : act.body;
    const { status, data } = await send(act.method, act.path, body, act.body?.key ? "" : act.key);
    const known = status && status < 500 && status !== 408 && !(again && NOT_HEARD.has(status));
    if (known && status < 300) return data;
    if (known) throw new Refusal(data);
    doubt(act);
    await pause(tries);
  }
}

/** The answer was lost or is late: say that it is not known whether the act was done. */
export function doubt(act) {
  if (act.doubted) return;
  act.doubted = true;
  keep();
  tell(act, "warn", `${act.says}: the server has not answered. It is not known yet whether this was done. Checking…`);
}

const secretOf = (data) => {
  const secret = data?.one_time_password ?? data?.secret;
  return secret ? [" Shown only once: ", h("span", { class: "secret" }, secret)] : null;
};

function tell(act, kind, ...words) {
  if (!lines.has(act.key)) lines.set(act.key, $("#unanswered").appendChild(h("p", {})));
  const line = lines.get(act.key);
  const passing = kind === "good" && !words.at(-1);
  line.className = `notice ${kind}${passing ? " passing" : ""}`;
  const close = () => {
    line.remove();
    lines.delete(act.key);
  };
  put(line, words, kind === "warn" ? null : h("button", { class: "button tiny plain", type: "button", onclick: close }, "Close"));
  if (kind !== "warn") dispatchEvent(new Event("outcome"));
}

// ---- over a reload of the page

function keep() {
  try {
    sessionStorage.setItem(STORE, JSON.stringify([...unanswered.values(), ...others].map(({ act }) => act)));
  } catch {
    /* without storage an act is followed only as long as the page is open */
  }
}

function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(STORE)) ?? [];
  } catch {
    return [];
  }
}

/** Acts of another account that used this tab: they wait for whoever gave them. */
let others = [];

/** What an earlier page did not get to know; for the account that asked, and nobody else. */
export function resume() {
  const acts = kept();
  others = acts.filter((act) => act.account !== account()).map((act) => ({ act }));
  for (const act of acts.filter((one) => one.account === account())) {
    act.doubted = false;
    doubt(act);
    follow(act, ask).catch(() => null);
  }
}
