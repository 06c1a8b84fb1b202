// Between two rounds: betting, taking wagers back, calling a wager with cash, chips, tips, leaving.

import { h } from "./dom.js";
import { key } from "./api.js";
import { post } from "./once.js";
import { dollars } from "./money.js";
import { asides } from "./actions.js";
import { filled, first, ofType } from "./choices.js";
import { takeBacks } from "./bets.js";
import { actKey, actLabel } from "./words.js";

const sum = (wagers) => wagers.reduce((all, one) => all + one.cents, 0);

/** The chips to bet with, and the buttons that place them. */
export function betting(table, may) {
  const { store, bets, plan } = table;
  const places = ofType(may, "PlaceWager").filter((choice) => choice.field);
  const back = takeBacks(may);
  const ready = store.message.seats.find((one) => one.you)?.ready;
  const acts = [];
  if (places.length && !ready) acts.push({ id: "tray", node: bets.tray(plan().denominations, may) });
  if (bets.list().length) acts.push(deal(table, `bet ${dollars(bets.total())}`), clearing(bets));
  else if (back.length && !ready) acts.push(deal(table, "bets are down"));
  else if (places.length && !back.length) acts.push(...firstBets(table, may));
  if (back.length) acts.push(takingBack(table, back));
  if (ready) acts.push({ id: "waits", node: waitsFor("to bet") });
  return acts;
}

const deal = (table, cost) => ({
  id: "deal",
  name: "Deal",
  cost,
  key: "Enter",
  kind: "first wide",
  act: table.deal,
});

const clearing = (bets) => ({
  id: "clear",
  name: "Clear",
  key: "Escape",
  act: () => bets.clear(),
  kind: "quiet-act",
});

function firstBets({ bets, seat, deal }, may) {
  const lowest = bets.lowest(may, seat());
  const again = bets.before.filter((one) => one.cents > 0);
  const bet = {
    id: "bet",
    name: `${actLabel("bet")} ${dollars(first(lowest))}`,
    cost: `box ${lowest.command.box}`,
    key: actKey("bet"),
    kind: again.length ? "" : "first",
    act: () => bets.set([{ box: lowest.command.box, wager: lowest.command.wager, cents: first(lowest) }]),
  };
  if (!again.length) return [bet];
  const same = {
    id: "again",
    name: "Same bet again",
    cost: dollars(sum(again)),
    key: "Enter",
    kind: "first",
    act: () => {
      bets.set(again);
      deal();
    },
  };
  return [bet, same];
}

/** Side wagers first: without its main wager a box cannot have them. */
const takingBack = ({ store, act, send }, back) => ({
  id: "back",
  name: actLabel("take back"),
  key: actKey("take back"),
  kind: "quiet-act",
  act: () =>
    act(async () => {
      const main = store.game.wagers.find((wager) => wager.main).id;
      for (const command of [...back].sort((a) => (a.wager === main ? 1 : -1))) await send(command);
    }),
});

export const waitsFor = (doing) =>
  h("p", { class: "waiting", role: "status" }, `Waiting for the other players ${doing}…`);

/** What else you may do while betting is open. */
export function asidesOf(table, may) {
  const acts = [];
  if (isShort(table)) acts.push(buying(table));
  for (const choice of asides(may)) {
    const act = ASIDES[choice.command.type](table, choice);
    if (act) acts.push(act);
  }
  if (ofType(may, "Leave").length) acts.push(leaving(table));
  return acts;
}

const ASIDES = {
  Tip: ({ give }, choice) => ({
    id: "tip",
    name: choice.label,
    cost: dollars(first(choice)),
    key: choice.key,
    kind: "quiet-act",
    act: give(filled(choice, first(choice))),
  }),
  /** A dealer has to confirm a spoken wager, so it is offered only where one deals. */
  CallWager: ({ store, seat, howMuch }, choice) =>
    store.by_hand && choice.command.box === seat()
      ? {
          id: "call",
          name: choice.label,
          cost: "",
          key: choice.key,
          kind: "quiet-act",
          act: () => howMuch(choice, choice.label, "Not now"),
        }
      : null,
  AskForSpread: ({ give }, choice) => ({
    id: "spread",
    name: choice.label,
    kind: "quiet-act",
    act: give(choice.command),
  }),
};

const isShort = ({ store, seat, chips }) =>
  chips() < store.game.table_min_cents && !store.scene.boxes.some((box) => box.seat === seat());

function buying({ id, store, act, lookAtMoney }) {
  const cents = 50 * store.game.table_min_cents;
  return {
    id: "buy",
    name: actLabel("buy chips"),
    cost: dollars(cents),
    key: actKey("buy chips"),
    kind: "first",
    act: () =>
      act(async () => {
        await post(`/tables/${id}/chips`, { key: key(), cents }, `${actLabel("buy chips")} for ${dollars(cents)}`);
        await lookAtMoney();
      }),
  };
}

const leaving = ({ id, act, lookAtMoney }) => ({
  id: "leave",
  name: actLabel("leave"),
  cost: "",
  key: actKey("leave"),
  kind: "quiet-act",
  act: () =>
    act(async () => {
      await post(`/tables/${id}/leave`, { key: key() }, actLabel("leave"));
      await lookAtMoney();
    }),
});
