// The felt: cards and chips placed on the drawing. What lies where comes from the view; nothing is added up here.

import { s } from "./dom.js";
import { symbol, spoken } from "./cards.js";
import { dollars, pile } from "./money.js";

const CARD_SCALE = 1.5;
const LANE_SCALE = 1.22;
const CHIP_SCALE = 1.45;
const SETTLED_WORDS = { won: "▲ won", lost: "▼ lost", back: "= returned" };

// ---- where things lie

function fan(count, width, room) {
  const step = count > 1 ? Math.min(width * 0.42, (room - width) / (count - 1)) : 0;
  return Array.from({ length: count }, (_, at) => (at - (count - 1) / 2) * step);
}

function handPlaces(plan, box, hands) {
  const width = plan.card.width * CARD_SCALE;
  const room = box.room / hands;
  const scale = hands > 1 ? Math.min(CARD_SCALE, (room * 0.62) / plan.card.width) : CARD_SCALE;
  return Array.from({ length: hands }, (_, number) => ({
    x: box.cards.x + ((hands - 1) / 2 - number) * room,
    y: box.cards.y,
    scale,
    room: hands > 1 ? room * 0.94 : Math.max(room * 0.7, width * 1.5),
  }));
}

/** Beside the cards, towards the middle of the table, where no word stands; under them where a box has several hands. */
function tagPlace(plan, box, place, count, hands) {
  const side = box.cards.x > plan.width / 2 ? -1 : 1;
  if (box.card_boxes.length) {
    const edge = side * Math.max(...box.card_boxes.map((at) => side * at.x));
    return { x: edge + side * (plan.card.width * 0.56 + 8), y: box.card_boxes[1].y, side };
  }
  const width = plan.card.width * place.scale;
  if (hands > 1) return { x: place.x, y: place.y + (plan.card.height * place.scale) / 2 - 6, side: 0 };
  const spread = Math.max(...fan(count, width, place.room)) + width / 2;
  return { x: place.x + side * (spread + 8), y: place.y - 20, side };
}

function cardPlaces(plan, box, place, count, sideways) {
  if (box.card_boxes.length) return box.card_boxes.map((at) => ({ x: at.x, y: at.y, turn: 0, scale: 1.12 }));
  const width = plan.card.width * place.scale;
  return fan(count, width, place.room).map((dx, at) =>
    at === sideways
      ? { x: place.x + dx + width * 0.22, y: place.y + 8, turn: 90, scale: place.scale * 0.94 }
      : { x: place.x + dx, y: place.y - at * 3, turn: 0, scale: place.scale },
  );
}

function dealerPlaces(plan, view, count) {
  const home = (view.lane && plan.lanes[view.lane]) || plan.dealer;
  if (!home) return [];
  const scale = plan.lanes.small ? LANE_SCALE : CARD_SCALE * 0.86;
  const width = plan.card.width * scale;
  const inner = home.width - width - 14;
  const step = count > 1 ? Math.min(width + 6, inner / (count - 1)) : 0;
  const y = home.y + (home.height - (plan.lanes.small ? plan.lane_label : 0)) / 2;
  const middle = home.x + home.width / 2;
  return Array.from({ length: count }, (_, at) => ({
    x: middle + (at - (count - 1) / 2) * step,
    y,
    turn: 0,
    scale,
  }));
}

/** Every card on the layout, each with a key of its own. */
function cardsOf(view, plan) {
  const cards_shown = [];
  const dealt = [...view.dealer, ...(view.hole_card_down ? ["back"] : [])];
  const places = dealerPlaces(plan, view, Math.max(dealt.length, view.dealer.length ? 2 : 1));
  dealt.forEach((face, at) => cards_shown.push({ key: `d${at}`, area: "dealer", face, ...places[at] }));
  for (const box of view.boxes) {
    const where = plan.boxes[box.number - 1];
    const hands = handPlaces(plan, where, box.hands.length);
    box.hands.forEach((hand, number) => {
      const cards = [...hand.cards, ...(hand.second_chance ? [hand.second_chance] : [])];
      const sideways = hand.second_chance ? cards.length - 1 : (hand.sideways ?? -1);
      const spots = cardPlaces(plan, where, hands[number], cards.length, sideways);
      cards.forEach((face, at) =>
        cards_shown.push({
          key: `b${box.number}h${number}c${at}`,
          area: `b${box.number}`,
          face,
          ...spots[Math.min(at, spots.length - 1)],
        }),
      );
    });
  }
  return cards_shown;
}

/** Every pile of chips: wagers, side wagers, insurance. */
function pilesOf(view, plan, ghosts) {
  const piles = [];
  const add = (key, place, cents, more = {}) =>
    cents > 0 && piles.push({ key, cents, x: place.x, y: place.y, scale: CHIP_SCALE, ...more });
  for (const box of view.boxes) {
    const where = plan.boxes[box.number - 1];
    const main = where.spots[0];
    const stakes = box.hands.map((hand) => hand.current_cents);
    if (!box.hands.length) stakes.push(box.initial_cents);
    stakes.forEach((cents, hand) => {
      const shift = stakes.length > 1 ? ((stakes.length - 1) / 2 - hand) * 58 : 0;
      const choice = where.spots.find(
        (spot) => box.hands[hand]?.choice && spot.kind === box.hands[hand].choice,
      );
      const base = box.hands[hand]?.original_cents ?? cents;
      add(`m${box.number}.${hand}`, { x: main.x + shift, y: main.y }, Math.min(base, cents) || cents, {
        box: box.number,
      });
      if (cents > base && base > 0) {
        add(`x${box.number}.${hand}`, choice ?? { x: main.x + shift + 46, y: main.y + 4 }, cents - base, {
          box: box.number,
        });
      }
    });
    box.hands.forEach((hand, number) => {
      const spot = where.spots.find((one) => one.kind === "second_chance");
      if (hand.second_chance_cents && spot)
        add(`c${box.number}.${number}`, spot, hand.second_chance_cents, { box: box.number });
    });
    for (const [wager, cents] of Object.entries(box.sides)) {
      const spot = where.spots.find((one) => one.wager === wager) ?? main;
      add(`s${box.number}.${wager}`, spot, cents, { box: box.number });
    }
    add(`i${box.number}`, where.insurance, box.insurance_cents, { box: box.number });
  }
  for (const ghost of ghosts) {
    const where = plan.boxes[ghost.box - 1];
    const spot = where.spots.find((one) => one.wager === ghost.wager) ?? where.spots[0];
    add(`g${ghost.box}.${ghost.wager}`, spot, ghost.cents, { ghost: true, box: ghost.box });
  }
  return piles;
}

function totalOf(hand) {
  if (!hand.cards.length) return "";
  if (hand.second_chance) return `${hand.points} − ${hand.points - hand.points_left} = ${hand.points_left}`;
  return hand.soft ? `soft ${hand.points}` : `${hand.points}`;
}

// ---- drawing

const at = (x, y, turn = 0, scale = 1) =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turn}deg) scale(${scale.toFixed(3)})`;

export class Felt {
  /** `window` is the part of the felt that is shown: {x, y, width, height}; all of it without. */
  constructor(svg, plan, { window = null, denominations = [100], drawing = "#felt-drawing" } = {}) {
    this.svg = svg;
    this.plan = plan;
    this.denominations = denominations;
    this.pieces = new Map();
    this.show(window ?? { x: 0, y: 0, width: plan.width, height: plan.height });
    this.layers = Object.fromEntries(
      ["glow", "chips", "cards", "hits", "tags"].map((name) => [name, s("g", { class: `layer ${name}` })]),
    );
    if (drawing) svg.append(s("use", { href: drawing }));
    svg.append(...Object.values(this.layers));
  }

  show(box) {
    this.svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.width} ${box.height}`);
  }

  /** Puts the view on the felt. `marks`: {ghosts, active, lit, results, names, hits}. */
  render(view, marks = {}) {
    this.marks = marks;
    this.place("cards", cardsOf(view, this.plan), (piece) => this.card(piece));
    this.place("chips", pilesOf(view, this.plan, marks.ghosts ?? []), (piece) => this.pileOf(piece));
    this.layers.glow.replaceChildren(...this.glows(view, marks));
    this.layers.tags.replaceChildren(...this.tags(view, marks));
    if (marks.hits) this.renderHits(marks.hits);
  }

  place(layer, wanted, make) {
    const mine = `${layer}:`;
    const keys = new Set(wanted.map((piece) => mine + piece.key));
    const leaving = [...this.pieces].filter(([key]) => key.startsWith(mine) && !keys.has(key));
    for (const piece of wanted) {
      const key = mine + piece.key;
      let held = this.pieces.get(key);
      if (!held) {
        const moved = leaving.findIndex(
          ([, other]) =>
            other.piece.area && other.piece.area === piece.area && other.piece.face === piece.face,
        );
        if (moved >= 0) {
          [, held] = leaving.splice(moved, 1)[0];
          this.pieces.delete([...this.pieces].find(([, one]) => one === held)[0]);
        } else held = this.enter(layer, piece, make);
        this.pieces.set(key, held);
      }
      this.change(held, piece, make);
      held.element.style.transform = at(piece.x, piece.y, piece.turn, piece.scale);
      this.layers[layer].append(held.element);
    }
    for (const [key, held] of leaving) {
      this.pieces.delete(key);
      this.leave(layer, held);
    }
  }

  enter(layer, piece, make) {
    const element = make(piece);
    const from = layer === "cards" ? this.plan.shoe : piece.ghost ? null : this.seatOf(piece.box);
    if (from)
      element.style.transform = at(
        from.x + (from.width ?? 0) / 2,
        from.y + (from.height ?? 0) / 2,
        layer === "cards" ? -70 : 0,
        0.8,
      );
    this.layers[layer].append(element);
    element.getBoundingClientRect();
    return { element, piece };
  }

  change(held, piece, make) {
    const before = held.piece;
    held.piece = piece;
    if (before.face === piece.face && before.cents === piece.cents && before.ghost === piece.ghost) return;
    held.element.replaceChildren(...make(piece).childNodes);
    held.element.setAttribute("aria-label", this.nameOf(piece));
    held.element.classList.toggle("ghost", Boolean(piece.ghost));
    if (before.face === "back") held.element.firstChild.classList.add("turning");
  }

  leave(layer, held) {
    const { element, piece } = held;
    const goes =
      layer === "cards"
        ? this.plan.rack
        : piece.ghost
          ? null
          : this.isTaken(piece)
            ? this.plan.tray
            : this.seatOf(piece.box);
    element.removeAttribute("aria-label");
    element.setAttribute("aria-hidden", "true");
    if (!goes) return element.remove();
    element.style.transform = at(
      goes.x + (goes.width ?? 0) / 2,
      goes.y + (goes.height ?? 0) / 2,
      layer === "cards" ? 80 : 0,
      0.6,
    );
    element.classList.add("leaving");
    setTimeout(() => element.remove(), 450);
  }

  isTaken = (piece) => (this.marks.results ?? {})[piece.box]?.kind === "lost";
  seatOf = (box) => this.plan.boxes[(box ?? 1) - 1].name;

  nameOf(piece) {
    if (piece.face) return piece.face === "back" ? "Hole card, face down" : spoken(piece.face);
    return `${dollars(piece.cents)} in chips${piece.ghost ? ", not yet placed" : ""}`;
  }

  card(piece) {
    const { width, height } = this.plan.card;
    const drawn = s("use", { href: symbol(piece.face), x: -width / 2, y: -height / 2, width, height });
    return s("g", { class: "piece card", role: "img", "aria-label": this.nameOf(piece) }, drawn);
  }

  pileOf(piece) {
    const chips = pile(piece.cents, this.denominations);
    const shown = chips.length ? chips : [this.denominations.at(-1)];
    const { chip, rise } = this.plan;
    const edges = shown.map((value, height) => s("use", { href: `#edge-${value}`, y: -rise * height }));
    const top = s("use", { href: `#chip-${shown.at(-1)}`, y: -rise * shown.length });
    const words = s("text", { class: "amount", y: chip + 18, "text-anchor": "middle" }, dollars(piece.cents));
    return s(
      "g",
      { class: `piece pile${piece.ghost ? " ghost" : ""}`, role: "img", "aria-label": this.nameOf(piece) },
      s("g", { class: "stacked" }, ...edges, top),
      words,
    );
  }

  glows(view, { active, lit }) {
    const drawn = [...this.discards(view), ...this.cardsLeft(this.marks.shoe)];
    if (view.lane && this.plan.lanes[view.lane]) {
      const lane = this.plan.lanes[view.lane];
      drawn.push(
        s("rect", {
          class: `lit-lane ${view.lane}`,
          x: lane.x - 3,
          y: lane.y - 3,
          width: lane.width + 6,
          height: lane.height + 6,
          rx: 12,
        }),
      );
    }
    for (const [mark, one] of [
      ["active", active],
      ["lit", lit],
    ]) {
      const box = one && one.box ? this.plan.boxes[one.box - 1] : null;
      if (!box) continue;
      const main = box.spots[0];
      drawn.push(s("circle", { class: `ring ${mark}`, cx: main.x, cy: main.y, r: main.width / 2 + 7 }));
    }
    return drawn;
  }

  /** The discards stand in their rack as high as they are, from its side. */
  discards(view) {
    const { rack, card_rise: rise } = this.plan;
    if (!view.cards_in_rack) return [];
    const height = Math.max(2, view.cards_in_rack * rise);
    const bottom = rack.y + rack.height - 3;
    return [
      s("rect", {
        class: "discards",
        x: rack.x + 8,
        y: bottom - height,
        width: rack.width - 16,
        height,
        rx: 1.5,
      }),
      s(
        "text",
        { class: "count", x: rack.x + rack.width / 2, y: rack.y + 22, "text-anchor": "middle" },
        `${view.cards_in_rack}`,
      ),
    ];
  }

  /** What is left in the shoe, seen from above: cards to the right of its mouth, the cover card among them. */
  cardsLeft(left) {
    if (!left || !left.left) return [];
    const { shoe } = this.plan;
    const mouth = shoe.x + 38;
    const room = shoe.width - 46;
    const wide = (room * left.left) / left.of;
    const drawn = [
      s("rect", {
        class: "discards",
        x: mouth,
        y: shoe.y + 10,
        width: wide,
        height: shoe.height - 20,
        rx: 2,
      }),
      s(
        "text",
        { class: "count", x: shoe.x + shoe.width / 2, y: shoe.y + shoe.height + 40, "text-anchor": "middle" },
        `${left.left} of ${left.of}`,
      ),
    ];
    const cover = left.left - left.cover;
    if (left.cover >= 0 && cover >= 0)
      drawn.push(
        s("rect", {
          class: "cover-card",
          x: mouth + (room * cover) / left.of,
          y: shoe.y + 6,
          width: 4,
          height: shoe.height - 12,
        }),
      );
    return drawn;
  }

  tags(view, { active, results = {}, names = {} }) {
    const drawn = [];
    for (const box of view.boxes) {
      const where = this.plan.boxes[box.number - 1];
      const hands = handPlaces(this.plan, where, box.hands.length);
      box.hands.forEach((hand, number) => {
        const words = totalOf(hand);
        if (!words) return;
        const on = active && active.box === box.number && active.hand === number;
        const place = tagPlace(
          this.plan,
          where,
          hands[number],
          hand.cards.length + (hand.second_chance ? 1 : 0),
          box.hands.length,
        );
        drawn.push(
          this.tag(
            place.x,
            place.y,
            words + (hand.status === "dead" ? " · dead" : ""),
            on ? "on" : "",
            place.side,
          ),
        );
      });
    }
    for (const [number, result] of Object.entries(results)) {
      const main = this.plan.boxes[number - 1].spots[0];
      drawn.push(
        this.tag(
          main.x,
          main.y,
          `${SETTLED_WORDS[result.kind]}${result.cents ? ` ${dollars(result.cents)}` : ""}`,
          result.kind,
        ),
      );
    }
    for (const where of this.plan.boxes) {
      const name = names[where.number];
      if (name)
        drawn.push(
          s(
            "text",
            {
              class: `name${name.you ? " you" : ""}${name.here === false ? " away" : ""}`,
              x: where.name.x,
              y: where.name.y + 10,
              "text-anchor": "middle",
            },
            name.text,
          ),
        );
    }
    if (view.dealer.length) {
      const places = dealerPlaces(this.plan, view, Math.max(2, view.dealer.length));
      const total =
        view.dealer.length > 1 || !view.hole_card_down
          ? `${view.dealer_points}`
          : `shows ${view.dealer_points}`;
      const last = places.at(-1);
      if (view.dealer_points)
        drawn.push(
          this.tag(
            (places[0].x + last.x) / 2,
            last.y - (this.plan.card.height * last.scale) / 2 - 15,
            total,
            "dealer",
          ),
        );
    }
    return drawn;
  }

  /** `side` 1 or -1 grows the tag to that side of its place, 0 to both. */
  tag(x, y, words, kind, side = 0) {
    const width = 30 + words.length * 12.4;
    return s(
      "g",
      { class: `tag ${kind}`, transform: `translate(${x + (side * width) / 2} ${y})` },
      s("rect", { x: -width / 2, y: -17, width, height: 34, rx: 17 }),
      s("text", { y: 8, "text-anchor": "middle" }, words),
    );
  }

  /** Betting areas and seats that can be pressed: {key, label, x, y, width, height, onpress, words}. */
  renderHits(hits) {
    const focused = document.activeElement?.dataset?.hit;
    this.layers.hits.replaceChildren(
      ...hits.map((hit) => {
        const area = s(
          "g",
          {
            class: `hit ${hit.kind ?? ""}`,
            role: "button",
            tabindex: "0",
            "aria-label": hit.label,
            "data-hit": hit.key,
            onclick: () => hit.onpress(1),
            oncontextmenu: (event) => {
              event.preventDefault();
              hit.onpress(-1);
            },
            onkeydown: (event) => {
              if (event.key === "Enter" || event.key === " ") {
                event.preventDefault();
                event.stopPropagation();
                hit.onpress(1);
              }
              if (event.key === "Backspace" || event.key === "Delete") {
                event.preventDefault();
                hit.onpress(-1);
              }
            },
          },
          hit.round
            ? s("circle", { cx: hit.x, cy: hit.y, r: hit.width / 2 + 4 })
            : s("rect", {
                x: hit.x - hit.width / 2,
                y: hit.y - hit.height / 2,
                width: hit.width,
                height: hit.height,
                rx: 18,
              }),
        );
        if (hit.words)
          area.append(
            ...hit.words.map((words, line) =>
              s(
                "text",
                {
                  x: hit.x,
                  y: hit.y + 8 + (line - (hit.words.length - 1) / 2) * 25,
                  "text-anchor": "middle",
                },
                words,
              ),
            ),
          );
        return area;
      }),
    );
    if (focused)
      this.layers.hits.querySelector(`[data-hit="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }
}
