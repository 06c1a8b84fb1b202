// The tray of a table, for floor and dealer: par and what is missing, slips, openers and closers, drop box and tips.

import { $, h, put } from "./dom.js";
import { get, key } from "./api.js";
import { post } from "./once.js";
import { attempt } from "./say.js";
import { dollars } from "./money.js";
import { clockOf } from "./times.js";
import { chipInputs, chipsText, numbersOf, sumOf } from "./chip_form.js";

const AGAIN_MS = 3000;
const DONE = new Set(["received", "void"]);
/** Slips that are done and shown at once. */
const SHOWN = 2;
const STATES = {
  requested: ["warn", "requested"],
  "under way": ["warn", "under way"],
  received: ["good", "✓ received"],
  void: ["", "void"],
};

export class Tray {
  /** `money` is where drop box and tips are shown, on the floor's page; `looked` is called after every look. */
  constructor(place, id, { role, money = null, looked = () => null }) {
    Object.assign(this, { id, role, money, looked, tray: null });
    this.acts = role === "floorperson" || role === "dealer";
    this.refused = h("div", { class: "refused", "aria-live": "assertive" });
    this.form = h("div", {});
    this.shown = h("div", { class: "tray-view" });
    put(place, this.refused, this.form, this.shown);
  }

  async look() {
    this.tray = await get(`/tables/${this.id}/tray`);
    put(this.shown, this.parts());
    if (this.money) put(this.money, this.boxes());
    this.looked(this.tray);
  }

  /** What the cage and second persons do is no news of the table: it is asked for again and again. */
  watch() {
    setInterval(() => document.hidden || !this.tray || this.look().catch(() => null), AGAIN_MS);
  }

  act(work) {
    return attempt(this.refused, work).then((done) => {
      this.look().catch(() => null);
      return done;
    });
  }

  post(path, body, says) {
    return this.act(() => post(`/tables/${this.id}/${path}`, { key: key(), ...body }, says));
  }

  get floor() {
    return this.role === "floorperson";
  }

  parts() {
    const { tray } = this;
    if (tray.tray === "automatic")
      return [
        h("p", {}, h("span", { class: "pill" }, "fills itself")),
        h(
          "p",
          { class: "quiet" },
          "Chips at this table are electronic. What the tray lacks is advanced by the house, and every advance is in the record. There are no slips and no counts.",
        ),
      ];
    return [this.head(), this.waiting(), this.slips(), this.contents(), this.counts()];
  }

  head() {
    const { tray } = this;
    const button = (name, title, run, kind = "") =>
      h("button", { class: `button tiny ${kind}`, type: "button", "data-key": name, "data-act": name, onclick: run }, title);
    return h(
      "div",
      { class: "tray-head" },
      tray.closed
        ? h("span", {}, h("span", { class: "pill warn" }, "■ closed"), h("span", { class: "quiet" }, " until the tray is counted"))
        : h("span", { class: "pill good" }, "● open"),
      this.acts
        ? h(
            "div",
            { class: "row" },
            this.floor ? button("fill", "Request a fill", () => this.askSlip("fill")) : null,
            this.floor ? button("credit", "Request a credit", () => this.askSlip("credit")) : null,
            tray.waiting.length
              ? null
              : tray.closed
                ? button("open-tray", "Count and open", () => this.askCount("open"), "first")
                : button("close-tray", "Count and close", () => this.askCount("close")),
          )
        : null,
    );
  }

  // ---- what is in it

  contents() {
    const { tray } = this;
    const columns = ["par", "chips", "missing", "above"].map((name) => numbersOf(tray[name]));
    const values = tray.counted_in.filter((value) => columns.some((numbers) => numbers.get(value)));
    const missing = tray.par_cents - tray.rack_cents;
    return h(
      "div",
      {},
      values.length
        ? h(
            "div",
            { class: "scroll-x" },
            h(
              "table",
              { class: "tray-chips" },
              h(
                "thead",
                {},
                h("tr", {}, ["Chip", "Par", "In the tray", "Missing", "Above par"].map((name, at) => h("th", { class: at ? "n" : null }, name))),
              ),
              h(
                "tbody",
                {},
                values.map((value) =>
                  h(
                    "tr",
                    { "data-chip": value },
                    h("td", { class: "money" }, dollars(value)),
                    columns.map((numbers) => h("td", { class: "n" }, (numbers.get(value) ?? 0).toLocaleString("en-US"))),
                  ),
                ),
              ),
            ),
          )
        : h("p", { class: "quiet" }, "Nothing was counted or filled at this table yet."),
      h(
        "dl",
        { class: "tray-sums" },
        fact("By the books", dollars(tray.rack_cents), "rack"),
        tray.par.length ? fact("Par", dollars(tray.par_cents), "par") : null,
        tray.par.length
          ? fact(missing >= 0 ? "Missing to par" : "Above par", dollars(Math.abs(missing)), "missing")
          : null,
        fact("Play since the count", signedDollars(tray.played_cents), "played"),
      ),
      h(
        "p",
        { class: "quiet small-type" },
        "By denomination: the last count, with fills and credits since. Which chips play moves is not recorded; their sum is.",
        tray.par.length ? "" : " No par was set when this table was opened.",
      ),
    );
  }

  // ---- counts

  counts() {
    const { opener, closer } = this.tray;
    if (!opener && !closer) return null;
    const line = (name, one) =>
      one
        ? h(
            "li",
            { "data-count": name.toLowerCase() },
            h("b", {}, `${name}: ${dollars(one.cents)}`),
            " ",
            variance(one.cents - one.booked_cents),
            h("br", {}),
            h("span", {}, chipsText(one.chips) || (one.cents ? "not counted chip by chip" : "an empty tray")),
            h("br", {}),
            h(
              "span",
              { class: "quiet small-type" },
              `${clockOf(one.at)} · counted by ${one.by}${one.confirmed_by ? `, confirmed by ${one.confirmed_by}` : ""} · ${dollars(one.booked_cents)} by the books`,
            ),
          )
        : null;
    const [first, second] = this.tray.closed
      ? [["Closer", closer], ["Opener", opener]]
      : [["Opener", opener], ["Closer", closer]];
    return [h("h3", {}, "Counts"), h("ul", { class: "tray-lines" }, line(...first), line(...second))];
  }

  waiting() {
    return this.tray.waiting.map((one) =>
      h(
        "div",
        { class: "notice warn", "data-waiting": one.approval },
        h("b", {}, `${one.what === "opener" ? "Opener" : "Closer"} of ${dollars(one.cents)}`),
        ` (${chipsText(one.chips) || "no chips"}), counted by ${one.by}. `,
        variance(one.cents - one.booked_cents),
        h("br", {}),
        one.may_confirm
          ? h(
              "span",
              { class: "row" },
              h(
                "button",
                {
                  class: "button tiny first",
                  type: "button",
                  "data-key": `confirm ${one.approval}`,
                  "data-act": "confirm-count",
                  onclick: () => this.act(() => post(`/approvals/${one.approval}/approve`, {}, "Confirmation of the count")),
                },
                "I counted too: confirm",
              ),
              h(
                "button",
                {
                  class: "button tiny plain",
                  type: "button",
                  "data-key": `refuse ${one.approval}`,
                  onclick: () =>
                    this.ask("Refuse this count", "Refuse", [], (why) =>
                      post(`/approvals/${one.approval}/refuse`, { why }, "Refusal of the count"),
                    ),
                },
                "Refuse",
              ),
            )
          : one.yours
            ? h("span", { class: "quiet" }, "Waiting for a second person, who confirms with their own sign-in.")
            : null,
      ),
    );
  }

  askCount(what) {
    const { tray } = this;
    const opens = what === "open";
    const closer = numbersOf(tray.closer?.chips ?? []);
    const inputs = chipInputs({
      denominations: tray.counted_in,
      beside: opens && tray.closer ? (value) => `closer ${(closer.get(value) ?? 0).toLocaleString("en-US")}` : null,
    });
    this.ask(
      opens ? "Opener: count the tray" : "Closer: count the tray",
      opens ? "Sign the opener" : "Sign the closer",
      [
        h(
          "p",
          { class: "quiet small-type" },
          "A second person confirms the count with their own sign-in. A difference to the books stays on record.",
        ),
        inputs.element,
      ],
      () => post(`/tables/${this.id}/tray/${what}`, { key: key(), chips: inputs.chips() }, opens ? "Opener" : "Closer"),
      { why: false },
    );
  }

  // ---- slips

  askSlip(what) {
    const { tray } = this;
    const wanted = numbersOf(what === "fill" ? tray.missing : tray.above);
    const inputs = chipInputs({ denominations: tray.denominations });
    const short = tray.denominations.some((value) => wanted.get(value));
    this.ask(
      what === "fill" ? "Request a fill from the cage" : "Request a credit to the cage",
      "Request",
      [
        short
          ? h(
              "p",
              {},
              h(
                "button",
                { class: "button tiny plain", type: "button", onclick: () => inputs.set(wanted) },
                what === "fill" ? "What is missing to par" : "What is above par",
              ),
            )
          : null,
        inputs.element,
      ],
      () =>
        post(
          `/tables/${this.id}/${what}`,
          { key: key(), chips: inputs.chips() },
          `Request of a ${what} of ${dollars(sumOf(inputs.chips()))}`,
        ),
      { why: false },
    );
  }

  slips() {
    const { slips } = this.tray;
    const open = slips.filter((slip) => !DONE.has(slip.state));
    const done = slips.filter((slip) => DONE.has(slip.state));
    const list = (some) => h("ol", { class: "tray-lines" }, some.map((slip) => this.slip(slip)));
    return [
      h("h3", {}, "Fills and credits"),
      slips.length
        ? list([...open, ...done.slice(0, SHOWN)])
        : h("p", { class: "quiet" }, "No slip was written for this table."),
      done.length > SHOWN
        ? h(
            "details",
            { open: this.showsAll, ontoggle: (event) => (this.showsAll = event.target.open) },
            h("summary", { "data-key": "earlier slips" }, `${done.length - SHOWN} earlier`),
            list(done.slice(SHOWN)),
          )
        : null,
    ];
  }

  slip(slip) {
    const [kind, words] = STATES[slip.state];
    const name = slip.kind === "fill" ? "Fill" : "Credit";
    return h(
      "li",
      { "data-slip": slip.number, "data-state": slip.state },
      h(
        "div",
        { class: "slip-head" },
        h("b", {}, `No. ${slip.number} · ${name} ${dollars(slip.cents)}`),
        h("span", { class: `pill ${kind}` }, words),
      ),
      h("span", {}, chipsText(slip.chips)),
      h(
        "div",
        { class: "slip-steps quiet small-type" },
        slip.steps.map((step) => {
          const carried = step.carrier ? `, carried by ${step.carrier}` : "";
          const why = step.why ? `: ${step.why}` : "";
          return h("span", {}, `${clockOf(step.at)} · ${step.step} by ${step.by}${carried}${why}`);
        }),
      ),
      this.acts ? this.steps(slip) : null,
    );
  }

  /** What can be done with a slip here; the rest is done at the cage. */
  steps(slip) {
    const button = (name, title, run, kind = "plain") =>
      h(
        "button",
        {
          class: `button tiny ${kind}`,
          type: "button",
          "data-key": `${name} ${slip.number}`,
          "data-act": `${name}-slip`,
          onclick: run,
        },
        title,
      );
    const path = `slips/${slip.number}`;
    const says = `Slip ${slip.number}`;
    const steps = [];
    if (slip.kind === "fill" && slip.state === "under way")
      steps.push(button("receive", "Counted and received", () => this.post(`${path}/receive`, {}, says), "first"));
    if (slip.kind === "credit" && slip.state === "requested")
      steps.push(
        button("send", "Send to the cage", () => this.askCarrier(slip), "first"),
      );
    if (this.floor && slip.state === "requested")
      steps.push(
        button("void", "Void", () =>
          this.ask(`Void slip ${slip.number}`, "Void", [], (why) =>
            post(`/tables/${this.id}/${path}/void`, { key: key(), why }, says),
          ),
        ),
      );
    return steps.length ? h("span", { class: "row" }, steps) : null;
  }

  askCarrier(slip) {
    const carrier = h("input", { id: "carrier", required: true, maxlength: 60, autocomplete: "off" });
    this.ask(
      `Send ${chipsText(slip.chips)} to the cage`,
      "Sent",
      [h("div", { class: "field" }, h("label", { for: "carrier" }, "Carried by"), carrier)],
      () =>
        post(
          `/tables/${this.id}/slips/${slip.number}/send`,
          { key: key(), carrier: carrier.value },
          `Slip ${slip.number}`,
        ),
      { why: false },
    );
  }

  // ---- drop box and tips

  boxes() {
    const { box, tips_cents, tray } = this.tray;
    const by_hand = tray === "by hand";
    return h(
      "div",
      { class: "row section" },
      this.floor && (by_hand || box.cents)
        ? h(
            "button",
            { class: "button tiny", type: "button", "data-key": "box", "data-act": "exchange-box", onclick: () => this.askBox() },
            "Exchange the drop box",
          )
        : null,
      this.floor
        ? h(
            "button",
            {
              class: "button tiny",
              type: "button",
              "data-key": "tips",
              "data-act": "collect-tips",
              disabled: !tips_cents,
              onclick: () => this.post("tips", {}, `Collection of ${dollars(tips_cents)} in tips`),
            },
            tips_cents ? `Collect ${dollars(tips_cents)} in tips` : "No tips to collect",
          )
        : null,
      by_hand
        ? h("p", { class: "quiet small-type" }, box.number ? `Drop box no. ${box.number} is on the table.` : "The drop box on the table has no number in the books yet.")
        : h("p", { class: "quiet small-type" }, "Chips are bought from accounts here: no cash comes to this table."),
    );
  }

  askBox() {
    const { box } = this.tray;
    const label = { required: true, maxlength: 20, autocomplete: "off", pattern: "[A-Za-z0-9][A-Za-z0-9 .\\-]*" };
    const taken = h("input", { id: "box-taken", ...label, value: box.number });
    const next = h("input", { id: "box-next", ...label });
    this.ask(
      `Exchange the drop box, with ${dollars(box.cents)} in it by the books`,
      "Exchange",
      [
        h("div", { class: "field" }, h("label", { for: "box-taken" }, "Number of the box taken off"), taken),
        h("div", { class: "field" }, h("label", { for: "box-next" }, "Number of the box put on"), next),
      ],
      () =>
        post(
          `/tables/${this.id}/box`,
          { key: key(), box: taken.value.trim(), next_box: next.value.trim() },
          "Exchange of the drop box",
        ),
      { why: false },
    );
  }

  // ---- asking

  ask(title, verb, fields, done, { why = true } = {}) {
    const reason = h("input", { id: "tray-why", required: true, maxlength: 300 });
    const close = () => put(this.form);
    const form = h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this.act(() => done(reason.value)).then((ok) => ok && close());
        },
      },
      fields,
      why ? h("div", { class: "field" }, h("label", { for: "tray-why" }, "Reason (recorded)"), reason) : null,
      h(
        "div",
        { class: "row" },
        h("button", { class: "button first", type: "submit", "data-act": "sign" }, verb),
        h("button", { class: "button plain", type: "button", onclick: close }, "Cancel"),
      ),
    );
    put(this.form, h("div", { class: "ask tray-ask" }, h("h2", {}, title), form));
    $("input", form)?.focus();
    this.form.scrollIntoView?.({ block: "nearest" });
  }
}

const signedDollars = (cents) => (cents > 0 ? `+${dollars(cents)}` : dollars(cents));

const variance = (cents) =>
  cents === 0
    ? h("span", { class: "pill good" }, "agrees with the books")
    : h("span", { class: "pill bad" }, cents < 0 ? `${dollars(-cents)} short` : `${dollars(cents)} over`);

const fact = (name, value, place) =>
  h("div", {}, h("dt", { class: "quiet" }, name), h("dd", { class: "money", "data-tray": place }, value));
