// The log of this round: what happened, line by line, each with its clause.

import { $, clause, h } from "./dom.js";

const PAID = new Set(["HandSettled", "WagerSettled", "HandDied"]);

export const lineOf = (event) => event.line ?? "";

export class RoundLog {
  constructor(list) {
    this.list = list;
  }

  add(event, seat) {
    if (event.type === "BettingClosed") this.list.replaceChildren();
    const line = lineOf(event);
    if (!line) return;
    const kind = [PAID.has(event.type) ? "pay" : "", seat && event.seat === seat ? "yours" : ""]
      .join(" ")
      .trim();
    this.list.append(
      h(
        "li",
        { class: kind || null, title: event.clause ? `Clause ${event.clause}` : null },
        h("span", {}, line),
        clause(event.clause),
      ),
    );
    const panel = this.list.parentElement;
    panel.scrollTop = panel.scrollHeight;
  }

  all(events, seat) {
    const from = events.findLastIndex((event) => event.type === "BettingClosed");
    for (const event of events.slice(Math.max(0, from))) this.add(event, seat);
    if (!this.list.childElementCount)
      this.list.append(h("li", { class: "quiet" }, "Nothing has happened in this round yet."));
  }
}

/** The last line stays above the felt. */
export function caption(event) {
  const line = lineOf(event);
  if (!line || event.type === "TableCleared") return;
  $("#caption-line").textContent = line;
  $("#caption-clause").textContent = event.clause ?? "";
}
