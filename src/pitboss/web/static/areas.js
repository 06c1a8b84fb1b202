// What can be pressed on the felt: free seats, and the betting areas of a seated player.

import { dollars } from "./money.js";
import { ofType } from "./choices.js";
import { sidesOf } from "./bets.js";

export function freeSeats({ store, plan }, sit) {
  const taken = new Set(store.message.seats.map((one) => one.seat));
  return plan()
    .boxes.filter(
      (box) => !taken.has(box.number) && !store.scene.boxes.some((one) => one.number === box.number),
    )
    .map((box) => ({
      key: `seat${box.number}`,
      seat: box.number,
      kind: "sit",
      label: `Sit down at seat ${box.number}`,
      words: ["Sit here"],
      x: box.name.x,
      y: box.name.y - 8,
      width: 150,
      height: 46,
      onpress: () => sit(box.number),
    }));
}

export function bettingAreas({ store, plan, bets, seat, forget }, options) {
  const places = ofType(options, "PlaceWager");
  const open = new Set(places.map((choice) => `${choice.command.box}.${choice.command.wager}`));
  const own = new Set(store.scene.boxes.filter((box) => box.seat === seat()).map((box) => box.number));
  const ghosted = new Set(bets.list().map((ghost) => ghost.box));
  const sides = sidesOf(store.game);
  return plan().boxes.flatMap((box) =>
    box.spots
      .filter(
        (spot) =>
          open.has(`${box.number}.${spot.wager}`) ||
          (places.length && sides.includes(spot.wager) && ghosted.has(box.number) && !own.has(box.number)),
      )
      .map((spot) => ({
        key: `${box.number}.${spot.wager}`,
        kind: box.number === seat() || ghosted.has(box.number) ? "open" : "",
        label: `${spot.spoken}: bet ${dollars(bets.chip)} more`,
        round: spot.round,
        x: spot.x,
        y: spot.y,
        width: spot.width,
        height: spot.height,
        onpress: (direction) => {
          forget();
          bets.add(box.number, spot.wager, direction, places);
        },
      })),
  );
}
