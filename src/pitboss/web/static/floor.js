// The floorperson's page: opening checklist, irregularities and remedies, players, money, options, incidents.

import { $, $$, clause, h, howDealt, placeName, put } from "./dom.js";
import { get, key, optionQuery } from "./api.js";
import { post } from "./once.js";
import { account } from "./money.js";
import { attempt, clear } from "./say.js";
import { bind } from "./keys.js";
import { clockOf, secondsOf } from "./times.js";
import { actList } from "./act_list.js";
import { amountOf, optionInput } from "./option_input.js";
import { wholeFelt } from "./windows.js";
import { Corrections } from "./corrections.js";
import { Connection } from "./connection.js";
import { incidentForm, incidentList } from "./incidents.js";
import { showRating } from "./rating.js";
import { tiny } from "./rows.js";
import { Tray } from "./tray.js";
import { loadWords, words } from "./words.js";

const id = $("#head").dataset.table;
const refused = $("#refused");
const role = $('meta[name="role"]').content;
const acts = role !== "regulator";
const tray = new Tray($("#tray-panel"), id, { role, money: $("#boxes") });
let floor = null;
let felt = null;
let live = null;
let opened = "";

const act = (work) =>
  attempt(refused, work).then((done) => {
    if (done) look().catch(() => null);
    return done;
  });
const give = (command) =>
  act(() => post(`/tables/${id}/commands`, { key: key(), command }, "Your last act", live?.sequence));

const corrections = acts ? new Corrections($("#entries"), id, { waitingPlace: $("#approval") }) : null;

async function look() {
  floor = await get(`/tables/${id}/floor`);
  draw();
  await Promise.all([tray.look(), corrections?.look()]);
}

function draw() {
  const next = floor.next.find((one) => one.must) ?? floor.next.at(-1);
  const stopped = floor.state === "stopped";
  put(
    $("#next"),
    stopped ? h("span", { class: "pill bad" }, "■ stopped: no more bets") : "",
    floor.state === "closed" ? h("span", { class: "pill warn" }, "■ closed: the tray is not opened") : "",
    floor.fault ? h("p", { class: "notice bad", role: "alert" }, floor.fault) : "",
    " ",
    next
      ? [next.says, " ", clause(next.clause)]
      : "",
  );
  for (const button of $$('[data-act="stop"], [data-act="void"], [data-act="report"]')) button.disabled = false;
  const stop = $('[data-act="stop"]');
  if (stop) stop.textContent = stopped ? "▶ Resume" : "■ Stop";
  drawChecklist();
  drawIrregular();
  drawPeople();
  drawMoney();
  drawOptions();
  drawIncidents();
}

// ---- the opening

function drawChecklist() {
  const lines = floor.checklist;
  const now = lines.findIndex((line) => !line.done);
  put(
    $("#checklist"),
    lines.map((line, at) =>
      h(
        "li",
        { class: line.done ? "done" : at === now ? "open now" : "open" },
        h("span", { class: "tick", "aria-hidden": "true" }, line.done ? "✓" : "○"),
        h(
          "span",
          {},
          line.title,
          h("span", { class: "spoken" }, line.done ? ", signed" : ", open"),
        ),
        clause(line.clause),
        line.done
          ? h("span", { class: "signed" }, `${line.signed_by}${line.signed_by === "the house" ? "" : `, ${line.signed_as}`} · ${secondsOf(line.at)}`)
          : at === now && acts
            ? h("span", { class: "signed" }, signing())
            : null,
      ),
    ),
  );
  $("#check-count").textContent = `${lines.filter((line) => line.done).length} of ${lines.length} signed`;
}

/** The floorperson signs what is the floorperson's; the rest waits for whoever it falls to. */
function signing() {
  if (!floor.signs.length) return `waiting for the ${floor.next.at(-1)?.who ?? "dealer"}`;
  return floor.signs.map((choice) =>
    h(
      "button",
      {
        class: "button tiny",
        type: "button",
        "data-key": `sign ${choice.command.type}`,
        "data-command": choice.command.type,
        onclick: () => give(choice.command),
      },
      `Sign: ${choice.label}`,
    ),
  );
}

// ---- irregularities

function drawIrregular() {
  const { irregularities, orders } = floor;
  const ordered = [
    ...irregularities.filter((one) => one.remedies.length),
    ...orders,
    ...irregularities.filter((one) => !one.remedies.length),
  ];
  put(
    $("#irregular"),
    ordered.flatMap((one) => (opened === one.mechanism ? [tile(one), remedySheet(one)] : [tile(one)])),
  );
}

function tile(one) {
  const open = opened === one.mechanism;
  return h(
    "button",
    {
      type: "button",
      class: `happened${one.remedies.length ? "" : " not-now"}`,
      "data-key": one.mechanism,
      "data-mechanism": one.mechanism,
      "aria-expanded": String(open),
      onclick: () => {
        opened = open ? "" : one.mechanism;
        clear(refused);
        drawIrregular();
      },
    },
    h("b", {}, one.title),
    one.says ? h("span", { class: "quiet" }, one.says) : null,
    h("span", {}, clause(one.clause), one.remedies.length ? whose(one.remedies) : " · not possible now"),
  );
}

function whose(remedies) {
  const others = [...new Set(remedies.map((one) => one.by))];
  return others.includes("floorperson") ? "" : ` · for the ${others.join(" or ")}`;
}

function remedySheet(one) {
  const mine = one.remedies.filter((remedy) => remedy.by === "floorperson").map((remedy) => remedy.choice);
  const others = one.remedies.filter(
    ({ by, choice }) => by !== "floorperson" && !mine.some((other) => other.label === choice.label),
  );
  return h(
    "div",
    { class: "remedies", role: "group", "aria-label": one.says || one.title },
    mine.length
      ? h(
          "div",
          {},
          h("h3", {}, "The floorperson may"),
          acts ? asked(one) : null,
          acts ? actList(mine, record, "") : namesOnly(mine.map((choice) => choice.label)),
        )
      : null,
    [...new Set(others.map((remedy) => remedy.by))].map((by) =>
      h(
        "div",
        {},
        h("h3", {}, `The ${by} may, on the ${by.split(" ")[0]}’s page`),
        namesOnly(others.filter((remedy) => remedy.by === by).map((remedy) => remedy.choice.label)),
      ),
    ),
    one.remedies.length
      ? null
      : h(
          "p",
          { class: "quiet" },
          "This cannot have happened at this moment of the round. When it can, the remedies are listed here.",
        ),
  );
}

/** What a command leaves open beside its list: the round of a dispute, the dealers of a relief. */
function asked(one) {
  if (one.mechanism === "RecordDispute") return field("dispute-round", "Round it concerns", numberOf(floor.last_round));
  if (one.mechanism !== "RelieveDealer" || floor.dealers.length < 2) return null;
  return [
    field("relief-left", "Dealer who goes", dealerOf(floor.dealers[1])),
    field("relief-came", "Dealer who comes", dealerOf(floor.dealers[0])),
  ];
}
const field = (id, label, input) => {
  input.id = id;
  input.dataset.keeps = id;
  return h("div", { class: "field" }, h("label", { for: id }, label), input);
};
const numberOf = (last) => h("input", { type: "number", class: "slim", min: 1, max: Math.max(1, last), value: Math.max(1, last) });
const dealerOf = (name) =>
  h("select", { class: "slim" }, floor.dealers.map((one) => h("option", { selected: one === name }, one)));
const withAsked = (command) => {
  if (command.type === "RecordDispute") return { ...command, round: Number($("#dispute-round").value) };
  if (command.type === "RelieveDealer" && $("#relief-left"))
    return { ...command, left: $("#relief-left").value, came: $("#relief-came").value };
  return command;
};

const namesOnly = (names) =>
  h(
    "ul",
    { class: "quiet" },
    [...new Set(names)].slice(0, 8).map((name) => h("li", {}, name)),
  );

const record = (command) =>
  give(withAsked(command)).then((done) => {
    if (done) {
      opened = "";
      drawIrregular();
    }
    return done;
  });

// ---- people, money, options, incidents

function drawPeople() {
  put(
    $("#people"),
    floor.players.length
      ? h("ul", { class: "seated" }, floor.players.map(seated))
      : h("p", { class: "quiet section" }, "No players are seated."),
  );
}

const seated = (one) =>
  h(
    "li",
    {},
    h("span", { class: "quiet nowrap" }, `Seat ${one.seat}`),
    h("span", {}, one.name || "no account", one.barred ? h("span", { class: "pill warn" }, "sits out") : ""),
    h("span", { class: "money" }, account(one.chips_cents)),
    one.account ? h("div", { class: "row" }, aboutPlayer(one)) : "",
  );

const aboutPlayer = (one) => [
  tiny("Rating", `rating ${one.seat}`, () => attempt(refused, () => showRating($("#asking"), one.account))),
  acts
    ? [
        tiny("Bar", `bar ${one.seat}`, () => decideOn(one, "Bar", `Bar ${one.name} from every table`), "stop"),
        tiny("Admit", `admit ${one.seat}`, () => decideOn(one, "Admit", `Admit ${one.name} again`), "plain"),
      ]
    : "",
];

const decideOn = (one, act, title) =>
  ask(title, act, (why) => post(`/people/${one.account}/${act.toLowerCase()}`, { why }, `${act} ${one.name}`));

function drawMoney() {
  put(
    $("#money"),
    h(
      "dl",
      {},
      Object.entries(floor.money_cents).map(([place, cents]) =>
        h(
          "div",
          { class: "stat" },
          h("dt", { class: "quiet" }, words.money_places[place]),
          h("dd", { class: "money", "data-place": place }, account(cents)),
        ),
      ),
    ),
  );
}

function drawOptions() {
  const game = live?.view.game;
  put(
    $("#options"),
    floor.options_text.length
      ? h(
          "ul",
          {},
          floor.options_text.map((one) => h("li", {}, one)),
        )
      : h("p", { class: "quiet" }, "All options are at the document’s defaults."),
    acts && game
      ? h(
          "div",
          { class: "row section" },
          h(
            "button",
            {
              class: "button tiny",
              type: "button",
              "data-key": "change",
              onclick: () => attempt(refused, () => askOptions(game)),
            },
            "Change from the next round",
          ),
          h(
            "a",
            { class: "button tiny plain", href: `/odds/${game}${optionQuery(floor.options)}` },
            "Show the odds",
          ),
        )
      : null,
  );
}

/** Every option that the document leaves open, by its label; what differs from the default is sent. */
async function askOptions(game) {
  const { options } = await get(`/games/${game}${optionQuery(floor.options)}`);
  const readings = floor.options.filter((one) => one.startsWith("reading."));
  const inputs = options
    .filter((option) => option.is_range || option.allowed.length > 1)
    .map((option) => ({ option, input: optionInput(option) }));
  const changed = () =>
    inputs
      .map(({ option, input }) => ({ option, value: amountOf(option, input) }))
      .filter(({ option, value }) => String(value) !== String(option.default))
      .map(({ option, value }) => `${option.name}=${value}`);
  ask(
    "Options from the next round on",
    "Change",
    (why) =>
      post(`/tables/${id}/options`, { key: key(), set: [...readings, ...changed()], why }, "Change of options"),
    h(
      "div",
      { class: "fields" },
      inputs.map(({ option, input }) => h("label", {}, option.label, input)),
    ),
  );
}

const fileTo = (form) => incidentForm($("#asking"), refused, { done: look, ...form });
const addTo = (one) =>
  fileTo({ title: `Add to the incident of ${one.name}, round ${one.round}`, path: `/incidents/${one.id}/follow-up` });
$('[data-act="report"]')?.addEventListener("click", () =>
  fileTo({ title: "Report an incident", path: `/tables/${id}/incidents`, round: floor.last_round }),
);

function drawIncidents() {
  put($("#filed"), floor.filed.length ? incidentList(floor.filed, acts ? addTo : null) : "");
  put(
    $("#incidents"),
    floor.incidents.length
      ? h(
          "div",
          { class: "scroll-x" },
          h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["When", "Round", "What", "Clause", "By"].map((name) => h("th", {}, name)),
              ),
            ),
            h(
              "tbody",
              {},
              floor.incidents
                .slice(0, 60)
                .map((one) =>
                  h(
                    "tr",
                    {},
                    h("td", { class: "nowrap figure" }, clockOf(one.time)),
                    h("td", { class: "figure" }, one.round),
                    h("td", {}, one.line),
                    h("td", {}, clause(one.clause)),
                    h("td", {}, one.actor),
                  ),
                ),
            ),
          ),
        )
      : h("p", { class: "quiet section" }, "No irregularities at this table."),
  );
}

/** Asks for a reason beside the page, never in its way. */
function ask(title, verb, done, ...fields) {
  const why = h("input", { id: "why", required: true, maxlength: 300 });
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        act(() => done(why.value)).then((ok) => ok && put($("#asking")));
      },
    },
    fields,
    h("div", { class: "field" }, h("label", { for: "why" }, "Reason (recorded)"), why),
    h("button", { class: "button first", type: "submit" }, verb),
    h("button", { class: "button plain", type: "button", onclick: () => put($("#asking")) }, "Cancel"),
  );
  put($("#asking"), h("div", { class: "ask" }, h("h2", {}, title), form));
  form.querySelector("input").focus();
}

function stopOrResume() {
  const stopped = floor.state === "stopped";
  ask(
    stopped ? "Take bets again" : "Stop this table: no more bets; the round in progress is finished",
    stopped ? "Resume" : "Stop",
    (why) =>
      post(`/tables/${id}/${stopped ? "resume" : "stop"}`, { why }, stopped ? "Resume the table" : "Stop the table"),
  );
}
const voidRound = () =>
  ask("Void the round: every undecided wager is returned", words.acts["void round"].label, (why) =>
    post(`/tables/${id}/void`, { key: key(), why }, words.acts["void round"].label, live?.sequence),
  );
$('[data-act="void"]')?.addEventListener("click", voidRound);
$('[data-act="stop"]')?.addEventListener("click", stopOrResume);
if (acts) bind(["s"], "Stop or resume the table", () => floor && stopOrResume());

async function open() {
  await loadWords();
  const { tables } = await get("/tables");
  const table = tables.find((one) => one.id === id);
  if (!table) throw { sentence: "There is no such table." };
  $("#title").textContent = table.title;
  $("#terms").textContent = [placeName(table), howDealt(table)].join(" · ");
  felt = await wholeFelt($("#felt"), table.game, table.options);
  new Connection(id, { received: receive, changed: () => null });
  tray.watch();
  await look();
}

let looking = 0;
function receive(message) {
  live = message;
  felt.render(message.view, {
    shoe: message.shoe,
    names: Object.fromEntries(message.seats.map((one) => [one.seat, { text: one.name, here: one.here }])),
  });
  clearTimeout(looking);
  looking = setTimeout(() => look().catch(() => null), 150);
}

addEventListener("outcome", () => floor && look().catch(() => null));
attempt(refused, open);
