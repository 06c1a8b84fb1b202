// A player's rating card of a gaming day.

import { h, put } from "./dom.js";
import { get } from "./api.js";
import { account, net } from "./money.js";
import { rows } from "./rows.js";

export async function showRating(place, id) {
  const card = await get(`/players/${id}/rating`);
  put(
    place,
    h(
      "div",
      { class: "ask", "data-rating": card.name },
      h("h2", {}, `Rating card of ${card.name}, ${card.day}`),
      h(
        "dl",
        { class: "pit-facts rated" },
        fact("Hands", String(card.hands)),
        fact("Average bet", account(card.average_bet_cents)),
        fact("Handle", account(card.handle_cents)),
        fact("Theoretical loss", card.theoretical_cents === null ? "being computed" : account(card.theoretical_cents)),
        fact("Won or lost", net(card.won_cents)),
        fact("At play", `${card.minutes} minutes`),
        fact("Bought", alerted(card.bought_cents, card)),
        fact("Taken away", alerted(card.taken_away_cents, card)),
        fact("Paid in", account(card.paid_in_cents)),
        fact("Paid out", account(card.paid_out_cents)),
      ),
      card.wagers.length
        ? rows(
            ["Wager", "Handle", "Initial bets", "House edge", "Theoretical loss"],
            card.wagers.map((one) => [
              one.label,
              account(one.handle_cents),
              account(one.initial_cents),
              one.house_edge === null ? "—" : `${(100 * one.house_edge).toFixed(4)} %`,
              one.theoretical_cents === null ? "—" : account(one.theoretical_cents),
            ]),
          )
        : h("p", { class: "quiet" }, "No round was finished in this gaming day."),
      h("button", { class: "button plain", type: "button", onclick: () => put(place) }, "Close"),
    ),
  );
}

const fact = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
const alerted = (cents, card) =>
  cents > card.alert_above_cents ? h("span", { class: "pill warn" }, `▲ ${account(cents)}`) : account(cents);
