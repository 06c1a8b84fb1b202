// The dealer's page: the next act that the text asks for, with its clause; what is out of order is refused by the house.

import { $, clause, h, placeName, put } from "./dom.js";
import { get } from "./api.js";
import { all as cards, short, spoken } from "./cards.js";
import { announce, attempt, refuse } from "./say.js";
import { bind } from "./keys.js";
import { button } from "./actions.js";
import { byHand } from "./by_hand.js";
import { caption, Told } from "./told.js";
import { chooser } from "./acts.js";
import { resultsAfter } from "./scene.js";
import { Shoe } from "./shoe.js";
import { tabs } from "./tabs.js";
import { Watch } from "./watch.js";
import { wholeFelt } from "./windows.js";
import { Wire } from "./wire.js";

const id = $("#main").dataset.table;
const refused = $("#refused");
const store = { message: null, scene: null, table: null, results: {}, lit: null, busy: true };
const told = new Told($("#told"));
const watch = new Watch($("#watch"));
const irregular = new Set($("#panel-wrong").dataset.commands.split(" "));
const isIrregular = (choice) => irregular.has(choice.command.type);
const NEEDS_CARD = new Set(["card", "turn"]);
let felt = null;
let wire = null;

const shoe = new Shoe({
  show(scene, event) {
    Object.assign(store, {
      scene,
      busy: true,
      results: resultsAfter(store.results, event),
      lit: event.type === "HandSettled" ? { box: event.box } : null,
    });
    told.add(event, 0);
    caption(event);
    if (event.line) announce(event.line);
    render();
  },
  rest(message, more) {
    if (!store.message) {
      told.all(message.events, 0);
      caption({ line: message.view.next.at(-1)?.says, clause: message.view.next.at(-1)?.clause });
    }
    Object.assign(store, { message, scene: message.view, busy: more, lit: null });
    watch.set(message.clock);
    render();
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
      : act.who.replace("player", "Player at seat");
  return put(
    place,
    h("h3", {}, mine() ? "Deal here: next" : `Waiting for: ${who}`),
    h("h2", {}, act.says),
    h("p", {}, "By ", clause(act.clause)),
  );
}

const act = (work) => attempt(refused, work);
const next = (card) => act(() => wire.next(card));

function renderActions() {
  const found = due();
  const place = $("#actions");
  if (!found || store.busy) return put(place, h("p", { class: "waiting", role: "status" }, "…"));
  if (store.table.dealer === "auto")
    put(
      place,
      h("p", { class: "waiting" }, "The house deals at this table. You may record what goes wrong."),
    );
  else if (found.act === "bets" && !store.scene.boxes.length)
    put(place, h("p", { class: "waiting" }, "Nobody has bet yet."));
  else if (!mine()) put(place, h("p", { class: "waiting", role: "status" }, `Waiting for ${found.who.startsWith("player") ? found.who : `the ${found.who}`}…`));
  else if (store.table.cards === "keyed" && NEEDS_CARD.has(found.act)) put(place, cardKeys());
  else if (store.table.cards === "keyed" && found.act === "read") put(place, reader());
  else
    put(
      place,
      button({
        id: "next",
        name: found.act === "bets" ? "No more bets" : "Do it",
        cost: found.says,
        key: "Enter",
        kind: "first",
        act: () => next(),
      }),
    );
  renderOthers();
}

/** The card that came, keyed in by touch, or by rank and suit. */
function cardKeys() {
  return h(
    "div",
    { class: "keying" },
    h("p", { class: "label" }, "Which card came? Tap it, or type rank and suit: K S, 10 H (T H)."),
    h(
      "div",
      { class: "card-keys", role: "group", "aria-label": "The card that came" },
      cards.map((card) =>
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

/** With real cards the dealer says what the device showed. */
function reader() {
  const said = Object.keys(felt.plan.lanes).length
    ? [
        ["● Blue", { type: "LightRange", light: "blue" }],
        ["■ Red", { type: "LightRange", light: "red" }],
        ["▲ Yellow", { type: "LightRange", light: "yellow" }],
      ]
    : [
        ["No Blackjack", { type: "AnswerBlackjack", blackjack: false }],
        ["Blackjack", { type: "AnswerBlackjack", blackjack: true }],
      ];
  return [
    h("p", { class: "label" }, "What does the reader show?"),
    said.map(([name, command], at) =>
      button({ id: `read${at}`, name, act: () => act(() => wire.do(command)) }),
    ),
  ];
}

let typed = "";
bind([..."a23456789tjqkcdhs"], "Key in a card: rank, then suit", (event) => {
  if (!$(".card-keys")) return false;
  const letter = event.key.toLowerCase();
  if ("cdhs".includes(letter) && typed) {
    const card = typed.toUpperCase() + letter;
    typed = "";
    next(card);
  } else typed = letter;
  return true;
});
bind(["Enter"], "Do the next act", () => {
  if (!$('[data-act="next"]')) return false;
  next();
  return true;
});
bind([" "], "Show what happens at once", () => shoe.hurry());

function renderOthers() {
  const give = (command) => act(() => wire.do(command));
  const offered = options().filter((choice) => choice.command.type !== "BuyChips");
  put(
    $("#offered"),
    chooser(
      offered.filter((choice) => !isIrregular(choice)),
      give,
      "Nothing else may be done now.",
    ),
  );
  put(
    $("#panel-wrong"),
    h(
      "p",
      { class: "quiet small-type" },
      "What happened is recorded with its clause; the floor decides what the text leaves to it.",
    ),
    chooser(offered.filter(isIrregular), give, "Nothing that the text speaks of can have happened now."),
  );
}

tabs($(".tabs"));

async function come() {
  const { tables } = await get("/tables");
  store.table = tables.find((one) => one.id === id);
  if (!store.table) throw { sentence: "There is no such table in this house." };
  $("#title").textContent = store.table.title;
  $("#terms").textContent =
    `${placeName(store.table)} · ${store.table.dealer === "hand" ? "dealt by hand" : "dealt by the house"} · ${store.table.cards} cards`;
  document.body.classList.add(`cards-${store.table.cards}`);
  felt = await wholeFelt($("#felt"), store.table.game, store.table.options);
  wire = new Wire(id, { told: (message) => shoe.push(message), changed: lineChanged });
  byHand($("#by-hand"), wire.do);
}

function lineChanged(state, bye) {
  const pill = $("#link");
  pill.hidden = state === "live";
  pill.textContent = state === "lost" ? "connection lost: trying again" : "closed";
  if (state === "over") refuse(refused, bye);
}

come().catch((no) => {
  refuse(refused, no.sentence === undefined ? { sentence: "The table could not be shown." } : no);
  if (no.sentence === undefined) console.error(no);
});
