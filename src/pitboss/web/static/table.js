// A seat at the table. One store, pure drawing, and acts that are sent exactly as the table offered them.

import { $, clause, h, placeName, put } from "./dom.js";
import { get, key, optionQuery } from "./api.js";
import { post } from "./once.js";
import { account, dollars } from "./money.js";
import { announce, attempt, clear, refuse } from "./say.js";
import { bettingAreas, freeSeats } from "./areas.js";
import { button, cut, decisions, insurances, keyMap, specials } from "./actions.js";
import { bind } from "./keys.js";
import { Bets } from "./bets.js";
import { caption, lineOf, RoundLog } from "./round_log.js";
import { Coach } from "./coach.js";
import { drawFelt } from "./windows.js";
import { filled } from "./choices.js";
import { recall } from "./recall.js";
import { resultsAfter } from "./scene.js";
import { Playback } from "./playback.js";
import { signalling, signalsOf } from "./signals.js";
import { slider } from "./slider.js";
import * as sound from "./sound.js";
import { showOffer } from "./offer.js";
import { tabs } from "./tabs.js";
import { showRules } from "./rules.js";
import { asidesOf, betting, waitsFor } from "./wagering.js";
import { Connection } from "./connection.js";
import { SeedKeeper } from "./seeds.js";
import { Countdown } from "./countdown.js";
import { actLabel, loadWords } from "./words.js";

const id = $("#main").dataset.table;
const role = $('meta[name="role"]').content;
const refused = $("#refused");
const store = {
  message: null,
  scene: null,
  game: null,
  results: {},
  lit: null,
  busy: true,
  line: "connecting",
};
const log = new RoundLog($("#log"));
const coach = new Coach($("#coach"), id);
const countdown = new Countdown($("#countdown"));
const bets = new Bets(id, () => render());
let windows = null;
let connection = null;
let keeper = null;
let pressable = [];

// ---- what the server says

const playback = new Playback({
  show(scene, event) {
    store.scene = scene;
    store.busy = true;
    countdown.set(null);
    store.results = resultsAfter(store.results, event);
    store.lit = event.type === "HandSettled" || event.type === "WagerSettled" ? { box: event.box } : null;
    log.add(event, seat());
    caption(event);
    if (lineOf(event)) announce(lineOf(event));
    const noise = sound.of(event);
    if (noise) sound.play(noise);
    render();
  },
  rest(message, more) {
    const before = store.message;
    if (!before) {
      log.all(message.events, message.you.seat);
      caption({ line: message.view.next.at(-1)?.says, clause: message.view.next.at(-1)?.clause });
    }
    Object.assign(store, { message, scene: message.view, busy: more, lit: null });
    if (message.view.phase !== "wagers") bets.ghosts.clear();
    countdown.set(message.clock);
    keepSideways(message.view);
    render();
    const turn = myTurn();
    if (turn && !more) {
      announce(turn.box ? `Your turn, box ${turn.box}.` : "Your turn.");
      coach.look(`${message.sequence}`);
    } else if (!more && seat()) coach.look(`rest ${message.view.round} ${message.view.phase}`);
  },
});

const sideways = new Map();
/** A double's card is placed sideways; only its event says so, not the view. */
function keepSideways(view) {
  for (const box of view.boxes)
    box.hands.forEach((hand, at) => {
      const across = sideways.get(`${view.round}.${box.number}.${at}`);
      if (across !== undefined && across < hand.cards.length) hand.sideways = across;
    });
}

function receive(message) {
  store.rules ??= message.rules;
  if (message.rules !== store.rules) return location.reload();
  for (const event of message.events) {
    if (event.type === "CardDealt" && event.sideways)
      sideways.set(`${message.view.round}.${event.box}.${event.hand}`, 2);
  }
  keeper?.take(message);
  return playback.push(message);
}

const LINES = { live: "", lost: "connection lost: trying again", over: "closed" };

function connectionChanged(state, bye) {
  store.line = state;
  const pill = $("#link");
  pill.textContent = LINES[state];
  pill.hidden = state === "live";
  document.body.classList.toggle("offline", state !== "live");
  if (state === "over") {
    if (bye.reason === "not_logged_in")
      location.assign(`/login?next=${encodeURIComponent(location.pathname)}`);
    refuse(refused, bye);
    put($("#actions"), h("a", { class: "button", href: "/lobby" }, "Back to the lobby"));
  }
  if (state === "lost") announce("The connection was lost. Your bets stay where they are. Trying again.");
}

// ---- who and where

const seat = () => store.message?.you.seat || 0;
const options = () => (store.busy ? [] : (store.message?.options ?? []));
const chips = () => store.message?.view.chips_cents ?? 0;
const myTurn = () =>
  (seat() && (store.message?.view.next ?? []).find((act) => act.must && act.who === `player ${seat()}`)) ||
  null;

function names() {
  const names = {};
  for (const one of store.message?.seats ?? []) {
    const text = one.you ? "You" : one.name || `Seat ${one.seat}`;
    names[one.seat] = {
      text:
        text +
        (one.here === false && !one.you
          ? " (away)"
          : one.ready && !store.busy && store.scene.phase === "wagers"
            ? " ✓"
            : ""),
      you: one.you,
      here: one.here,
    };
  }
  return names;
}

// ---- drawing

function render() {
  if (!windows || !store.scene) return;
  const active = store.busy
    ? null
    : (store.scene.next ?? []).find((act) => act.must && act.box > 0 && act.who.startsWith("player"));
  windows.render(
    store.scene,
    {
      ghosts: bets.list(),
      active,
      lit: store.lit,
      results: store.results,
      names: names(),
      hits: hits(),
      shoe: store.busy ? null : store.message.shoe,
    },
    seat(),
  );
  renderTop();
  renderNext();
  renderMoney();
  renderActions();
}

function renderTop() {
  const { view, state } = store.message ?? { view: store.scene };
  $("#where").textContent = `Round ${view.round}`;
  const stopped = state === "stopped";
  const closed = state === "closed";
  if (stopped) put($("#link"), "stopped by the floorperson");
  if (closed) put($("#link"), "closed");
  if (store.line === "live") $("#link").hidden = !stopped && !closed;
}

function renderNext() {
  const next = (store.scene.next ?? []).find((act) => act.must) ?? store.scene.next?.[0];
  if (!next || store.busy)
    return put($("#next"), h("span", { class: "quiet" }, "Dealing… (Space to skip)"));
  const yours = seat() && next.must && next.who === `player ${seat()}`;
  return put(
    $("#next"),
    yours ? h("b", {}, "Your turn. ") : "",
    next.says,
    " ",
    clause(next.clause),
  );
}

function renderMoney() {
  const mine = store.scene.boxes.filter((box) => box.seat === seat() && seat());
  const laid = mine.reduce(
    (sum, box) =>
      sum +
      box.hands.reduce((one, hand) => one + hand.current_cents, 0) +
      box.insurance_cents +
      Object.values(box.sides).reduce((one, cents) => one + cents, 0),
    0,
  );
  const lines = seat()
    ? [
        ["Your chips", chips() - bets.total()],
        ["Your bets", laid + bets.total()],
      ]
    : [["Your account", store.balance ?? 0]];
  put(
    $("#money"),
    lines.map(([name, cents]) =>
      h("div", {}, h("dt", {}, name), h("dd", { class: "money" }, account(cents))),
    ),
  );
}

// ---- pressing the felt

function hits() {
  if (!store.message || store.busy || store.line !== "live") return [];
  return seat() ? bettingAreas(table, options()) : role === "player" ? freeSeats(table, sit) : [];
}

// ---- acts

const act = (work) => attempt(refused, work);
const give = (command) => () => act(() => connection.do(command));

/** The buy-in: fifty times the table minimum, or all you have. */
const buyIn = () => Math.min(store.balance ?? 0, 50 * store.game.table_min_cents);

function sit(number) {
  act(async () => {
    await lookAtMoney();
    const chips_cents = buyIn();
    await post(`/tables/${id}/sit`, { key: key(), seat: number, chips_cents }, `Sit down at seat ${number}`);
    await lookAtMoney();
  });
}

const lookAtMoney = async () => {
  if (role !== "player") return;
  store.balance = (await get("/me/money")).balance_cents;
  render();
};

const deal = () =>
  act(async () => {
    store.busy = true;
    renderActions();
    try {
      await bets.place(connection, store.game.wagers.find((wager) => wager.main).id);
      await connection.ready(true);
    } finally {
      store.busy = playback.running;
      render();
    }
  });

// ---- the rail

function renderActions() {
  showOffer($("#offer"), store.busy ? null : store.scene, seat());
  if (choosing()) return;
  drawn = offers();
  pressable = offered();
  const rail = pressable.filter((one) => !one.hidden).map((one) => (one.node ? one.node : button(one)));
  put($("#actions"), rail.length ? rail : waitingWords());
}

const offers = () => JSON.stringify(store.message?.options ?? []);
let drawn = "";
/** A slider or a list is in use: what others do meanwhile does not take it away. */
const choosing = () => drawn === offers() && $("#actions input, #actions select") !== null;

function drawAnew() {
  drawn = "";
  render();
}

const settle = async (command) => (await act(() => connection.do(command))) && drawAnew();

function waitingWords() {
  if (!store.message || store.busy)
    return h(
      "p",
      { class: "waiting", role: "status" },
      store.line === "lost" ? "Trying to reconnect…" : store.message ? "Dealing…" : "…",
    );
  if (!seat())
    return h(
      "p",
      { class: "waiting" },
      role === "player" ? "Or choose a free seat on the felt, or watch." : "You are watching.",
      " ",
      h("a", { href: `/tables/${id}/replay` }, "Replay past rounds"),
    );
  if (store.message.seats.find((one) => one.you)?.barred)
    return h("p", { class: "waiting" }, "You sat out a round. You may bet again after the next shuffle.");
  const next = (store.scene.next ?? []).find((one) => one.must);
  return h(
    "p",
    { class: "waiting", role: "status" },
    next ? `Waiting for ${next.who.startsWith("player") ? next.who : `the ${next.who}`}…` : "…",
  );
}

/** The free seat nearest to the middle of the table. */
function bestSeat() {
  const free = hits().filter((hit) => hit.kind === "sit");
  return free.sort((a, b) => Math.abs(a.seat - 3.4) - Math.abs(b.seat - 3.4))[0];
}

const FIRST = new Set(["hit", "stand", "over", "under", "second_chance"]);

function offered() {
  const may = options();
  const free = seat() || store.busy ? null : bestSeat();
  if (free)
    return [
      {
        id: "sit",
        name: actLabel("sit down"),
        cost: `seat ${free.seat}, with ${dollars(buyIn())}`,
        key: "Enter",
        kind: "first wide",
        act: free.onpress,
      },
      { id: "watching", node: waitingWords() },
    ];
  if (!seat() || !may.length) return [];
  const acts = [...decisions(may).map(runs), ...insurances(may).map(runs), ...specials(may).map(runs)];
  if (insurances(may).length) acts.push(pass("no-insurance", `No ${actLabel("insure").toLowerCase()}`));
  if (store.scene.next.some((one) => one.act === "surrender" && one.who === `player ${seat()}`))
    acts.push(pass("play-on", "Play on"));
  const cutting = cut(may);
  if (cutting) acts.unshift({ id: "cut", node: cutSlider(cutting) });
  if (acts.length) {
    const signals = signalsOf(may);
    if (signals.length)
      acts.push({
        id: "signal",
        name: actLabel("signal"),
        key: signals[0].key,
        kind: "quiet-act",
        act: () => aside(signalling(signals, settle), "Cancel"),
      });
    if (!acts.some((one) => one.kind === "first"))
      for (const one of acts)
        if (FIRST.has(one.id)) one.kind = "first";
    return acts;
  }
  return [...betting(table, may), ...asidesOf(table, may)];
}

/** Afterwards the table waits for the others; what was offered may still be taken. */
const pass = (id, name) =>
  store.message.seats.find((one) => one.you)?.ready
    ? { id: "waits", node: waitsFor("to answer") }
    : { id, name, key: "n", act: () => act(() => connection.ready(true)) };

const runs = (one) => ({ ...one, act: one.less ? () => howMuch(one.less, one.verb) : give(one.command) });

const cutSlider = (choice) =>
  slider(
    choice.label,
    choice,
    (depth) => `${depth} cards from the top`,
    (depth) => settle(filled(choice, depth)),
  );

/** Asks how much, in the place of the buttons. */
const howMuch = (choice, verb, never = "Cancel") =>
  aside(
    slider(verb, choice, dollars, (cents) => settle(filled(choice, cents))),
    never,
  );

function aside(node, never) {
  pressable = [{ id: "not", name: never, key: "Escape", act: drawAnew }];
  put($("#actions"), node, pressable.map(button));
  $("#actions input, #actions select").focus();
}

/** Shared by the modules of this page. */
const table = {
  id,
  store,
  bets,
  seat,
  chips,
  act,
  give,
  deal,
  howMuch,
  lookAtMoney,
  plan: () => windows.plan,
  send: (command) => connection.do(command),
  forget: () => clear(refused),
};

// ---- keys

const press = (key) => () => {
  const one = pressable.find((offer) => offer.key === key && offer.act);
  if (!one) return false;
  one.act();
  return true;
};
bind(["Enter"], "Sit down, deal, or the same bet again", press("Enter"));
bind(["Escape"], "Clear the chips that are not placed, or cancel", press("Escape"));

/** The keys of the acts come with their words. */
function bindKeys() {
  for (const [key, says] of keyMap()) bind([key], says, press(key));
}
bind(["1", "2", "3", "4", "5", "6"], "Choose a chip", (event) => {
  const chip = windows && bets.chips(windows.plan.denominations, options())[Number(event.key) - 1];
  if (!chip) return false;
  bets.chip = chip;
  render();
  return true;
});
bind(["c"], "Coach on or off", () => toggle("coach"));
bind(["m"], "Sound on or off", () => toggle("sound"));
bind([" "], "Skip to the end of the dealing", () => playback.hurry());

function toggle(what) {
  const pressed = $(`[data-do="${what}"]`);
  const on = pressed.getAttribute("aria-pressed") !== "true";
  pressed.setAttribute("aria-pressed", String(on));
  if (what === "sound") sound.turn(on);
  else {
    coach.turn(on);
    if (on && seat()) coach.look(`${store.message.sequence}`);
  }
}
for (const what of ["coach", "sound"]) $(`[data-do="${what}"]`).addEventListener("click", () => toggle(what));

tabs($(".tabs"), (tab) => {
  if (tab === "tab-recall") recall($("#panel-recall"));
  if (tab === "tab-rules") showRules($("#panel-rules"), store.game, store.set);
});

// ---- opening the page

async function open() {
  await loadWords();
  bindKeys();
  const { tables } = await get("/tables");
  const mine = tables.find((table) => table.id === id);
  if (!mine) throw { sentence: "There is no such table.", clause: "" };
  store.set = mine.options;
  store.by_hand = mine.dealer === "hand";
  const [game, drawn] = await Promise.all([
    get(`/games/${mine.game}${optionQuery(mine.options)}`),
    drawFelt(mine.game, mine.options),
  ]);
  store.game = game;
  windows = drawn;
  $("#title").textContent = game.title;
  $("#terms").textContent = `${game.jurisdiction} ${game.document} · ${placeName(mine)}`;
  const limits = $("#limits");
  limits.textContent = `${dollars(mine.table_min_cents)} to ${dollars(mine.table_max_cents)}`;
  limits.hidden = false;
  const rulebook = $("#rulebook");
  rulebook.textContent = `rules ${game.sha256.slice(0, 8)}`;
  rulebook.hidden = false;
  connection = new Connection(id, { received: receive, changed: connectionChanged });
  keeper = new SeedKeeper(id, connection, $("#seed"));
  await lookAtMoney();
}

addEventListener("outcome", () => windows && lookAtMoney().catch(() => null));
open().catch((no) => {
  refuse(refused, no.sentence === undefined ? { sentence: "The table could not be shown." } : no);
  put($("#actions"), h("a", { class: "button", href: "/lobby" }, "Back to the lobby"));
  if (no.sentence === undefined) console.error(no);
});
