// What is put to a player beside the buttons: insurance, a second chance, the cut, a missed card.

import { clause, h, put } from "./dom.js";

const ORDINARY = new Set(["decide", "choose", "bet"]);

/** Without a scene, or when nothing special is put to this seat, nothing is shown. */
export function showOffer(place, scene, seat) {
  const asked = seat
    ? scene?.next?.find(
        (one) => (one.who === `player ${seat}` || one.act === "insure") && !ORDINARY.has(one.act),
      )
    : null;
  place.hidden = !asked;
  if (!asked) return;
  const hand = scene.boxes.find((box) => box.number === asked.box)?.hands[asked.hand];
  put(
    place,
    h("h2", {}, asked.label, clause(asked.clause)),
    h("p", {}, asked.ask),
    asked.act === "second chance" && hand
      ? h("p", { class: "sum" }, `${hand.points} − the card = your total`)
      : null,
  );
}
