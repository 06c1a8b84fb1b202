// Announcements for screen readers, and refusals: a sentence with its clause, beside what the person did.

import { $, clause, h, put } from "./dom.js";

const MOST_LINES = 12;

/** Into the live region, for a screen reader. */
export function announce(words) {
  const log = $("#said");
  log.append(h("p", {}, words));
  while (log.childElementCount > MOST_LINES) log.firstElementChild.remove();
}

export function refusal(no) {
  return h(
    "div",
    { class: "refusal", role: "alert" },
    h(
      "span",
      {},
      no.sentence || "That is not possible.",
      no.allowed?.length ? ` Allowed: ${[no.allowed].flat().join(", ")}.` : "",
    ),
    clause(no.clause),
  );
}

/** Shows a refusal. */
export function refuse(place, no) {
  const shown = refusal(no);
  put(place, shown);
  shown.scrollIntoView?.({ block: "nearest" });
}

export const clear = (place) => place.replaceChildren();

/** Runs an act and shows its refusal, if any. True when it was done. */
export async function attempt(place, act) {
  clear(place);
  try {
    await act();
    return true;
  } catch (no) {
    refuse(place, no.sentence === undefined ? { sentence: "Something went wrong on this page." } : no);
    if (no.sentence === undefined) console.error(no);
    return false;
  }
}
