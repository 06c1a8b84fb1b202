// The felt on this screen: whole on a large one; on a phone whole and small, with the dealer's side and your box large.

import { $ } from "./dom.js";
import { Felt } from "./felt.js";
import { felt } from "./drawings.js";

const PHONE = matchMedia("(max-width: 860px)");

export async function drawFelt(game, set) {
  const svg = $("#felt");
  const plan = await felt(svg, game, set);
  return new Windows(svg, plan);
}

/** The whole felt alone, for those who are not seated. */
export async function wholeFelt(svg, game, set) {
  const plan = await felt(svg, game, set);
  return new Felt(svg, plan, { denominations: plan.denominations, drawing: null, window: whole(plan) });
}

const MARGIN = 28;
const whole = (plan) => ({
  x: MARGIN,
  y: MARGIN + 12,
  width: plan.width - 2 * MARGIN,
  height: plan.height - 2 * MARGIN - 12,
});

/** The dealer's cards and lanes, without the tray above them. */
function dealersSide(plan) {
  const areas = Object.values(plan.lanes).length ? Object.values(plan.lanes) : [plan.dealer];
  const left = Math.min(...areas.map((area) => area.x)) - 14;
  const right = Math.max(...areas.map((area) => area.x + area.width)) + 14;
  const room = Math.max(right - left, 520);
  return { x: (left + right) / 2 - room / 2, y: areas[0].y - 40, width: room, height: areas[0].height + 52 };
}

class Windows {
  constructor(svg, plan) {
    this.plan = plan;
    const given = { denominations: plan.denominations };
    this.whole = new Felt(svg, plan, { ...given, drawing: null, window: whole(plan) });
    const side = plan.lanes.small ?? plan.dealer;
    this.dealer = side ? new Felt($("#dealer-window"), plan, { ...given, window: dealersSide(plan) }) : null;
    this.own = new Felt($("#own-window"), plan, given);
  }

  render(view, marks, seat) {
    const phone = PHONE.matches;
    const close = phone && seat > 0;
    this.whole.render(view, { ...marks, hits: close ? [] : marks.hits });
    this.show("#dealer-window", phone && this.dealer && view.dealer.length > 0);
    this.show("#own-window", close);
    if (phone && this.dealer) this.dealer.render(view, { ...marks, hits: [] });
    if (!close) return;
    this.own.show(around(this.plan, view, seat));
    this.own.render(view, marks);
  }

  show(id, on) {
    $(id).toggleAttribute("hidden", !on);
  }
}

/** Your box, and its neighbors if you have bet there too. */
function around(plan, view, seat) {
  const mine = [seat, ...view.boxes.filter((box) => box.seat === seat).map((box) => box.number)].map(
    (number) => plan.boxes[number - 1],
  );
  const edges = mine.flatMap((box) => [
    ...box.spots.map((spot) => [spot.x, spot.y, spot.width / 2, spot.height / 2]),
    [box.cards.x, box.cards.y, 165, 110],
    [box.name.x, box.name.y, 60, 14],
    ...box.card_boxes.map((card) => [card.x, card.y, 46, 92]),
  ]);
  const left = Math.min(...edges.map(([x, , width]) => x - width)) - 20;
  const right = Math.max(...edges.map(([x, , width]) => x + width)) + 20;
  const top = Math.min(...edges.map(([, y, , height]) => y - height)) - 10;
  const bottom = Math.max(...edges.map(([, y, , height]) => y + height)) + 8;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
