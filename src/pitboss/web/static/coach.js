// The coach: what each action is worth, the dealer's possible totals, and what the last decision cost.

import { badge, h, loading, put, s } from "./dom.js";
import { dollars, signed } from "./money.js";
import { get } from "./api.js";

const WIDTH = 100;
const SLOW_MS = 250;

export class Coach {
  constructor(place, table) {
    Object.assign(this, { place, table, on: false, asked: "" });
  }

  turn(on) {
    this.on = on;
    this.asked = "";
    this.place.hidden = !on;
    if (on)
      put(
        this.place,
        h("h3", {}, "Coach"),
        h(
          "p",
          { class: "quiet small-type" },
          "When it is your turn, the coach shows here what each action is worth.",
        ),
      );
  }

  /** Asked once a moment; `when` names the moment. */
  async look(when) {
    if (!this.on || this.asked === when) return;
    this.asked = when;
    const slow = setTimeout(
      () =>
        this.asked === when &&
        put(this.place, h("h3", {}, "Coach"), loading("Computing…")),
      SLOW_MS,
    );
    try {
      const advice = await get(`/tables/${this.table}/coach`);
      if (this.asked === when) put(this.place, ...tell(advice));
    } catch (no) {
      if (this.asked === when)
        put(
          this.place,
          h("h3", {}, "Coach"),
          h("p", { class: "quiet" }, no.sentence ?? "The coach is not available."),
        );
    } finally {
      clearTimeout(slow);
    }
  }
}

function tell(advice) {
  const values = Object.entries(advice.values ?? {}).sort((a, b) => b[1] - a[1]);
  const head = h(
    "h3",
    {},
    h("span", {}, "Coach", advice.title ? ` · ${advice.title}` : ""),
    advice.method ? badge("exact") : null,
  );
  if (!values.length)
    return [
      head,
      verdict(advice.last),
      h("p", { class: "quiet small-type" }, "You have nothing to decide now."),
    ].filter(Boolean);
  return [
    head,
    bars(values, advice.labels),
    histogram(advice.dealer),
    h("p", { class: "quiet small-type" }, "Expected win per $1 bet, given the cards you have seen."),
    h("details", { class: "quiet small-type" }, h("summary", {}, "Method"), advice.method),
    verdict(advice.last),
  ].filter(Boolean);
}

function bars(values, labels) {
  const least = Math.min(-1, ...values.map(([, value]) => value));
  const most = Math.max(1, ...values.map(([, value]) => value));
  return h(
    "div",
    { class: "bars", role: "list", "aria-label": "Expected win per $1 bet, by action" },
    values.flatMap(([action, value], at) => {
      const long = (WIDTH * (value - least)) / (most - least);
      return [
        h(
          "span",
          { class: at ? "" : "best" },
          labels[action],
          at ? "" : " ★",
        ),
        s(
          "svg",
          { viewBox: `0 0 ${WIDTH} 10`, preserveAspectRatio: "none", "aria-hidden": "true" },
          s("rect", { class: "trough", width: WIDTH, height: 10, rx: 3 }),
          s("rect", { class: at ? "fill" : "fill best", width: Math.max(1.5, long), height: 10, rx: 3 }),
        ),
        h("span", { class: `figure${at ? "" : " best"}` }, signed(value)),
      ];
    }),
  );
}

function histogram(chances) {
  const entries = Object.entries(chances ?? {}).filter(([, chance]) => chance > 0.00005);
  if (!entries.length) return null;
  const most = Math.max(...entries.map(([, chance]) => chance), 0.0001);
  const step = 300 / entries.length;
  return s(
    "svg",
    {
      class: "histogram",
      viewBox: "0 0 300 92",
      role: "img",
      "aria-label": `The dealer’s total: ${entries.map(([total, chance]) => `${total} ${Math.round(chance * 100)} %`).join(", ")}`,
    },
    entries.flatMap(([total, chance], at) => {
      const high = (50 * chance) / most;
      const x = at * step + step / 2;
      return [
        s("rect", { x: x - step * 0.32, y: 70 - high, width: step * 0.64, height: high, rx: 2 }),
        s("text", { x, y: 64 - high }, `${(chance * 100).toFixed(0)}`),
        s("text", { x, y: 86 }, total === "blackjack" ? "BJ" : total.replace("over ", ">")),
      ];
    }),
  );
}

function verdict(last) {
  if (!last) return null;
  const best = last.cost < 1e-9;
  const cost = last.of_cents ? ` (${dollars(Math.round(last.cost * last.of_cents))})` : "";
  return h(
    "p",
    { class: "verdict" },
    best
      ? "✓ Your last decision was the best one."
      : `▼ Your last decision cost ${last.cost.toFixed(4)} per $1 bet${cost}.`,
  );
}
