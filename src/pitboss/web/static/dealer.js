// The dealer's page: the next act with its clause; the table refuses what is out of order.

import { $, clause, h, howDealt, placeName, put } from "./dom.js";
import { get } from "./api.js";
import { short, spoken } from "./cards.js";
import { announce, attempt, refuse } from "./say.js";
import { bind } from "./keys.js";
import { button } from "./actions.js";
import { byHand } from "./by_hand.js";
import { actList } from "./act_list.js";
import { caption, RoundLog } from "./round_log.js";
import { Corrections } from "./corrections.js";
import { Connection } from "./connection.js";
import { Countdown } from "./countdown.js";
import { resultsAfter } from "./scene.js";
import { Playback } from "./playback.js";
import { tabs } from "./tabs.js";
import { Tray } from "./tray.js";
import { wholeFelt } from "./windows.js";
import { loadWords, words } from "./words.js";

const id = $("#main").dataset.table;
const refused = $("#refused");
const store = { message: null, scene: null, table: null, results: {}, lit: null, busy: true };
const log = new RoundLog($("#log"));
const countdown = new Countdown($("#countdown"));
const irregular = new Set($("#panel-wrong").dataset.commands.split(" "));
const isIrregular = (choice) => irregular.has(choice.command.type);
const NEEDS_CARD = new Set(["card", "turn"]);
const corrections = new Corrections($("#panel-correct"), id);
const tray = new Tray($("#panel-tray"), id, { role: "dealer", looked: markTray });
tray.watch();
let felt = null;
let connection = null;

const playback = new Playback({
  show(scene, event) {
    Object.assign(store, {
      scene,
      busy: true,
      results: resultsAfter(store.results, event),
      lit: event.type === "HandSettled" ? { box: event.box } : null,
    });
    log.add(event, 0);
    caption(event);
    if (event.line) announce(event.line);
    render();
  },
  rest(message, more) {
    if (!store.message) {
      log.all(message.events, 0);
      caption({ line: message.view.next.at(-1)?.says, clause: message.view.next.at(-1)?.clause });
    }
    Object.assign(store, { message, scene: message.view, busy: more, lit: null });
    countdown.set(message.clock);
    render();
    lookForEntries();
  },
});

const due = () =>
  (store.message?.view.next ?? []).find((act) => act.must) ?? (store.message?.view.next ?? []).at(-1) ?? null;
const mine = () => ["dealer", "device"].includes(due()?.who);
const options = () => (store.busy ? [] : (store.message?.options ?? []));

function render() {
  if (!felt || !store.scene) return;
  const next = (store.scene.next ?? []).find((act) => act.must);
  felt.render(store.scene, {
    results: store.results,
    lit: store.lit,
    active: next?.box ? next : null,
    names: names(),
    shoe: store.busy ? null : store.message?.shoe,
  });
  $("#where").textContent = `Round ${store.scene.round}`;
  renderDue();
  renderActions();
}

function names() {
  return Object.fromEntries(
    (store.message?.seats ?? []).map((one) => [
      one.seat,
      { text: one.name + (one.ready ? " ✓" : ""), here: one.here },
    ]),
  );
}

function renderDue() {
  const act = due();
  const place = $("#due");
  if (!act) return put(place, h("h3", {}, "Next"), h("h2", {}, "…"));
  const who = mine()
    ? "You"
    : act.who === "floorperson"
      ? "The floorperson"
      : act.who.replace("player", "The player at seat");
  return put(
    place,
    h("h3", {}, mine() ? "Next" : `Waiting for: ${who}`),
    h("h2", {}, act.says),
    h("p", {}, clause(act.clause)),
  );
}

const act = (work) => attempt(refused, work);
const next = (card) => act(() => connection.next(card ? { card } : {}));
const paid = (cents) => act(() => connection.next({ paid_cents: cents }));

function renderActions() {
  const awaited = due();
  const place = $("#actions");
  if (!awaited || store.busy) return put(place, h("p", { class: "waiting", role: "status" }, "…"));
  if (store.table.dealer === "auto")
    put(
      place,
      h("p", { class: "waiting" }, "This table is dealt automatically: no dealer acts here."),
    );
  else if (store.message.you.person !== "dealer")
    put(
      place,
      h("p", { class: "waiting" }, "You are not assigned to this table now. The floorperson assigns dealers."),
    );
  else if (awaited.act === "bets" && !store.scene.boxes.length)
    put(place, h("p", { class: "waiting" }, "Nobody has bet yet."));
  else if (!mine())
    put(
      place,
      h(
        "p",
        { class: "waiting", role: "status" },
        `Waiting for ${awaited.who.startsWith("player") ? awaited.who : `the ${awaited.who}`}…`,
      ),
    );
  else if (store.table.cards === "keyed" && NEEDS_CARD.has(awaited.act)) put(place, cardKeys());
  else if (store.table.cards === "keyed" && ["read", "look"].includes(awaited.act)) put(place, reader(awaited.act));
  else if (store.table.cards === "keyed" && awaited.act === "settle") put(place, payment(awaited));
  else
    put(
      place,
      button({
        id: "next",
        name: awaited.label,
        key: "Enter",
        kind: "first",
        act: () => next(),
      }),
    );
  renderOthers();
}

/** The card that was drawn, by touch or by rank and suit. */
function cardKeys() {
  return h(
    "div",
    { class: "keying" },
    h("p", { class: "label" }, "Which card was drawn? Tap it, or type rank and suit: K S, or T H for 10♥."),
    h(
      "div",
      { class: "card-keys", role: "group", "aria-label": "The card that was drawn" },
      felt.plan.faces.map((card) =>
        h(
          "button",
          {
            type: "button",
            class: "dh".includes(card[1]) ? "red" : null,
            "data-key": card,
            "data-card": card,
            "aria-label": spoken(card),
            onclick: () => next(card),
          },
          short(card),
        ),
      ),
    ),
  );
}

/** What the dealer paid, the wager included: the table compares it with what is due. */
function payment(awaited) {
  const amount = h("input", {
    id: "paid", type: "number", min: "0", step: "0.01", required: true, inputmode: "decimal", autocomplete: "off",
    "data-keeps": `paid ${awaited.label} ${awaited.box}`,
  });
  return h(
    "form",
    {
      class: "paying",
      onsubmit: (event) => {
        event.preventDefault();
        paid(Math.round(amount.valueAsNumber * 100));
      },
    },
    h("p", { class: "label" }, awaited.label),
    h(
      "label",
      { for: "paid" },
      `Dollars handed to box ${awaited.box}, the wager included; 0 if it was taken`,
    ),
    amount,
    h("button", { type: "submit", class: "first", "data-act": "pay" }, "Paid"),
  );
}

/** With real cards the dealer enters what the device shows. */
function reader(asked) {
  const said = Object.keys(felt.plan.lanes).length
    ? words.lights.map(({ light, label }) => [label, { type: "LightRange", light }])
    : [
        ["No Blackjack", { type: "AnswerBlackjack", blackjack: false }],
        ["Blackjack", { type: "AnswerBlackjack", blackjack: true }],
      ];
  return [
    h("p", { class: "label" }, asked === "look" ? "What do you see?" : "What does the reader show?"),
    said.map(([name, command], at) =>
      button({ id: `read${at}`, name, act: () => act(() => connection.do(command)) }),
    ),
  ];
}

let typed = "";
bind([..."a23456789tjqkcdhs"], "Enter a card: rank, then suit", (event) => {
  if (!$(".card-keys")) return false;
  const letter = event.key.toLowerCase();
  if ("cdhs".includes(letter) && typed) {
    const card = typed.toUpperCase() + letter;
    typed = "";
    next(card);
  } else typed = letter;
  return true;
});
bind(["Enter"], "Perform the next act", () => {
  if (!$('[data-act="next"]')) return false;
  next();
  return true;
});
bind([" "], "Skip to the end of the dealing", () => playback.hurry());

function renderOthers() {
  const give = (command) => act(() => connection.do(command));
  const offered = options();
  put(
    $("#offered"),
    actList(
      offered.filter((choice) => !isIrregular(choice)),
      give,
      "There is nothing else to do now.",
    ),
  );
  put(
    $("#panel-wrong"),
    h(
      "p",
      { class: "quiet small-type" },
      "Record what happened. The floorperson decides what the rules leave open.",
    ),
    actList(offered.filter(isIrregular), give, "None of the irregularities in the rules can have happened now."),
  );
}

const lookForEntries = () => {
  if (!$("#panel-correct").hidden) corrections.look().catch(() => null);
  if (store.message?.you.person === "dealer") tray.look().catch(() => null);
};
tabs($(".tabs"), lookForEntries);
addEventListener("outcome", lookForEntries);

/** Something waits for the dealer there. */
function markTray({ slips, waiting, closed }) {
  const mine = slips.filter((slip) =>
    slip.kind === "fill" ? slip.state === "under way" : slip.state === "requested",
  );
  const many = mine.length + waiting.filter((one) => one.may_confirm).length + (closed ? 1 : 0);
  $("#tab-tray").textContent = many ? `Tray (${many})` : "Tray";
}

async function open() {
  await loadWords();
  const { tables } = await get("/tables");
  store.table = tables.find((one) => one.id === id);
  if (!store.table) throw { sentence: "There is no such table." };
  $("#title").textContent = store.table.title;
  $("#terms").textContent =
    `${placeName(store.table)} · ${howDealt(store.table)}`;
  document.body.classList.add(`cards-${store.table.cards}`);
  felt = await wholeFelt($("#felt"), store.table.game, store.table.options);
  connection = new Connection(id, {
    received: (message) => playback.push(message),
    changed: connectionChanged,
  });
  byHand($("#by-hand"), connection.do);
}

function connectionChanged(state, bye) {
  const pill = $("#link");
  pill.hidden = state === "live";
  pill.textContent = state === "lost" ? "connection lost: trying again" : "closed";
  if (state === "over") refuse(refused, bye);
}

open().catch((no) => {
  refuse(refused, no.sentence === undefined ? { sentence: "The table could not be shown." } : no);
  if (no.sentence === undefined) console.error(no);
});
