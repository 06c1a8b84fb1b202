// What deserves a sentence of its own beside the buttons: Second Chance, insurance, the cut, a card in error.

import { clause, h, put } from "./dom.js";

const NAMES = {
  "second chance": "Second Chance",
  insure: "Insurance",
  surrender: "Before the dealer looks",
  missed: "A card was missed",
  "rule on": "The light was wrong",
  cut: "The cut is yours",
  prepare: "The cards lie open",
};
const PLAIN = new Set(["decide", "choose", "bet"]);

/** Without a scene, or when nothing special is asked of this seat, nothing is shown. */
export function tellOffer(place, scene, seat) {
  const asked = seat
    ? scene?.next?.find(
        (one) => (one.who === `player ${seat}` || one.act === "insure") && !PLAIN.has(one.act),
      )
    : null;
  place.hidden = !asked;
  if (!asked) return;
  const hand = scene.boxes.find((box) => box.number === asked.box)?.hands[asked.hand];
  put(
    place,
    h("h2", {}, NAMES[asked.act] ?? "Your choice", clause(asked.clause)),
    h("p", {}, asked.says),
    asked.act === "second chance" && hand
      ? h("p", { class: "sum" }, `${hand.points} − the card = your total`)
      : null,
  );
}
