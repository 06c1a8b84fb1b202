// Your last fifty rounds: when, what was bet, the result, and a link to each replay.

import { clockOf } from "./times.js";
import { empty, h, loading, put } from "./dom.js";
import { dollars, net } from "./money.js";
import { get } from "./api.js";

export async function recall(place) {
  put(place, loading("Looking up your rounds…"));
  try {
    const { rounds } = await get("/me/rounds?last=50");
    put(
      place,
      rounds.length
        ? list(rounds)
        : empty("No rounds yet", "Your last fifty rounds are listed here, each with its replay."),
    );
  } catch (no) {
    put(place, h("p", { class: "quiet" }, no.sentence));
  }
}

export const list = (rounds) =>
  h(
    "div",
    { class: "recall" },
    rounds.map((round) => {
      const gain = round.net_cents;
      return h(
        "a",
        { href: `/tables/${round.table}/replay?round=${round.round}` },
        h("span", { class: "quiet figure" }, `#${round.round}`),
        h(
          "span",
          {},
          round.title,
          h("br"),
          h(
            "span",
            { class: "quiet small-type" },
            `${clockOf(round.ended)} · bet ${dollars(round.staked_cents)}`,
          ),
        ),
        h("span", { class: `net ${gain > 0 ? "up" : gain < 0 ? "down" : ""}` }, net(gain)),
      );
    }),
  );
