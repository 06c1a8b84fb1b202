// The rules of this table: limits, wagers, options with their clauses.

import { clause, h, put } from "./dom.js";
import { dollars, edgeText } from "./money.js";
import { optionQuery } from "./api.js";

export function showRules(place, game, set) {
  if (!game) return;
  put(
    place,
    h("p", {}, game.summary),
    h(
      "p",
      { class: "section small-type" },
      h("a", { href: `/odds/${game.game}${optionQuery(set)}` }, "Odds of every wager, and the strategy chart"),
    ),
    h("h3", { class: "section" }, "Wagers"),
    h(
      "ul",
      { class: "log-lines" },
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
      `${dollars(game.table_min_cents)} to ${dollars(game.table_max_cents)}`,
      game.house_edge === null ? "" : ` · ${edgeText(game.house_edge)}`,
    ),
    h("h3", { class: "section" }, "Options"),
    h(
      "ul",
      { class: "log-lines" },
      game.options.map((option) =>
        h(
          "li",
          {},
          h("span", {}, option.label, ": ", h("b", {}, option.value_text)),
          clause(option.clauses[0]),
        ),
      ),
    ),
  );
}
