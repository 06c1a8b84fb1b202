// The table between two views: one event after another, in dealing order. The next view corrects everything.

const blank = (number, seat) => ({
  number,
  seat,
  initial_cents: 0,
  hands: [hand()],
  sides: {},
  insurance_cents: 0,
});
const hand = () => ({
  cards: [],
  points: 0,
  soft: false,
  original_cents: 0,
  current_cents: 0,
  second_chance: null,
  status: "live",
});

function boxOf(scene, number, seat = number) {
  let box = scene.boxes.find((one) => one.number === number);
  if (!box) scene.boxes.push((box = blank(number, seat)));
  return box;
}

function handOf(scene, event) {
  const box = boxOf(scene, event.box, event.seat);
  while (box.hands.length <= event.hand) box.hands.push(hand());
  return box.hands[event.hand];
}

function count(where, event) {
  if (!event.shows) return;
  where.points = event.shows.points;
  where.soft = event.shows.soft;
}

const CHANGES = {
  WagerPlaced(scene, event) {
    const box = boxOf(scene, event.box, event.seat);
    if (!event.main) box.sides[event.wager] = event.cents;
    else {
      box.initial_cents = event.cents;
      Object.assign(box.hands[0], { original_cents: event.cents, current_cents: event.cents });
    }
  },
  WagerTakenBack(scene, event) {
    if (event.main) scene.boxes = scene.boxes.filter((box) => box.number !== event.box);
    else delete boxOf(scene, event.box).sides[event.wager];
  },
  CardDealt(scene, event) {
    if (event.box === 0) {
      scene.dealer = [...scene.dealer, event.card];
      if (event.shows) scene.dealer_points = event.shows.points;
      return;
    }
    const to = handOf(scene, event);
    if (event.sideways) to.sideways = to.cards.length;
    to.cards = [...to.cards, event.card];
    count(to, event);
  },
  HoleDealt(scene) {
    scene.hole_card_down = true;
  },
  HoleTurned(scene, event) {
    scene.hole_card_down = false;
    scene.dealer = [...scene.dealer, event.card];
    if (event.shows) scene.dealer_points = event.shows.points;
  },
  RangeLit(scene, event) {
    scene.light = event.light;
  },
  HandMoved(scene, event) {
    scene.lane = event.lane;
  },
  Decided(scene, event) {
    const to = handOf(scene, event);
    if (event.action === "split") {
      const box = boxOf(scene, event.box);
      box.hands.splice(event.hand + 1, 0, {
        ...hand(),
        cards: to.cards.slice(1),
        original_cents: event.cents,
        current_cents: event.cents,
      });
      to.cards = to.cards.slice(0, 1);
      return;
    }
    to.current_cents += event.cents ?? 0;
    if (event.action === "over" || event.action === "under") to.choice = event.action;
  },
  InsurancePlaced(scene, event) {
    boxOf(scene, event.box).insurance_cents += event.cents;
  },
  HandSettled(scene, event) {
    Object.assign(handOf(scene, event), { current_cents: 0, original_cents: 0, status: "settled" });
  },
  HandDied(scene, event) {
    Object.assign(handOf(scene, event), { current_cents: 0, original_cents: 0, status: "dead" });
  },
  WagerSettled(scene, event) {
    const box = boxOf(scene, event.box);
    if (event.kind === "insurance") box.insurance_cents = 0;
    else delete box.sides[event.wager];
  },
  HandCleared(scene, event) {
    Object.assign(handOf(scene, event), { cards: [], second_chance: null, points: 0 });
  },
  TableCleared(scene) {
    Object.assign(scene, {
      boxes: [],
      dealer: [],
      dealer_points: 0,
      hole_card_down: false,
      light: "",
      lane: "",
    });
  },
};

/** The scene after an event; the scene before it is left as it was. */
export function after(scene, event) {
  const change = CHANGES[event.type];
  if (!change) return scene;
  const next = structuredClone(scene);
  change(next, event);
  return next;
}

/** The result of each box so far, for the tags beside the wagers. */
export function resultsAfter(results, event) {
  if (event.type === "PhaseBegan" && event.name === "wagers") return results;
  if (["WagerPlaced", "BettingClosed", "ActCorrected"].includes(event.type)) return {};
  if (event.type !== "HandSettled" && event.type !== "HandDied") return results;
  const gain = event.won_cents ?? 0;
  const kind = gain > 0 ? "won" : event.returned_cents >= event.stake_cents ? "back" : "lost";
  const cents =
    kind === "won" ? gain : kind === "back" ? event.returned_cents : event.stake_cents - event.returned_cents;
  return {
    ...results,
    [event.box]: { kind, cents: cents + (results[event.box]?.kind === kind ? results[event.box].cents : 0) },
  };
}
