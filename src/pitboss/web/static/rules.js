// The rules of this table, one tap away: limits, wagers, options with their clauses.

import { clause, h, put } from "./dom.js";
import { dollars, percent } from "./money.js";
import { wishes } from "./api.js";

export function tellRules(place, game, set) {
  if (!game) return;
  put(
    place,
    h("p", {}, game.summary),
    h(
      "p",
      { class: "section small-type" },
      h("a", { href: `/odds/${game.game}${wishes(set)}` }, "Odds of every wager and the strategy chart"),
    ),
    h("h3", { class: "section" }, "Wagers"),
    h(
      "ul",
      { class: "told" },
      game.wagers.map((wager) =>
        h(
          "li",
          {},
          h("span", {}, wager.name, h("br"), h("span", { class: "quiet small-type" }, wager.timing)),
          clause(wager.clauses[0]),
        ),
      ),
    ),
    h("h3", { class: "section" }, "Limits"),
    h(
      "p",
      { class: "figure" },
      `${dollars(game.least_wager_cents)} to ${dollars(game.greatest_wager_cents)}`,
      game.hold === null ? "" : ` · house edge ${percent(game.hold)}`,
    ),
    h("h3", { class: "section" }, "What the house chose"),
    h(
      "ul",
      { class: "told" },
      game.options.map((option) =>
        h(
          "li",
          {},
          h("span", {}, option.says, ": ", h("b", {}, option.value_text ?? String(option.value))),
          clause(option.clauses[0]),
        ),
      ),
    ),
  );
}
