// What the house keyed, to be corrected: the dealer asks, the floorperson approves where money moved.

import { $, h, put } from "./dom.js";
import { get, key } from "./api.js";
import { post } from "./once.js";
import { attempt } from "./say.js";

export class Corrections {
  /** `waitingPlace`: on a floorperson's page, where a correction that waits is shown to be approved. */
  constructor(place, table, { waitingPlace = null } = {}) {
    const approves = waitingPlace !== null;
    Object.assign(this, { place, table, waitingPlace, approves, open: null, entries: [], waiting: null });
  }

  async look() {
    const { entries, waiting } = await get(`/tables/${this.table}/entries`);
    Object.assign(this, { entries, waiting });
    if (this.approves) put(this.waitingPlace, waiting ? this.asked() : null);
    if (!this.busy()) this.draw();
  }

  /** Somebody is filling in a correction: it is not drawn away under their hands. */
  busy = () => this.open !== null && this.place.contains(document.activeElement);

  draw() {
    put(
      this.place,
      h("div", { class: "refused", "aria-live": "assertive" }),
      h(
        "p",
        { class: "quiet small-type" },
        "Choose what was keyed wrongly. Everything after it is decided again, and both versions stay on record.",
      ),
      this.entries.length
        ? h("ol", { class: "entries" }, this.entries.map((entry) => this.line(entry)))
        : h("p", { class: "quiet section" }, "Nothing has been keyed in this round or the last."),
    );
  }

  line(entry) {
    const at = `${entry.record}.${entry.act}`;
    return h(
      "li",
      { "data-entry": at },
      h(
        "span",
        {},
        entry.finished ? h("span", { class: "quiet small-type" }, `Round ${entry.round}: `) : null,
        entry.says,
      ),
      h(
        "button",
        {
          type: "button",
          class: "button tiny plain",
          "data-key": `correct ${at}`,
          "aria-expanded": String(this.open === at),
          onclick: () => {
            this.open = this.open === at ? null : at;
            this.draw();
            $(`[data-entry="${at}"] select, [data-entry="${at}"] input`, this.place)?.focus();
          },
        },
        this.open === at ? "Cancel" : "Correct",
      ),
      this.open === at ? this.form(entry) : null,
    );
  }

  form(entry) {
    const inputs = entry.fields.map((field) => [field, control(field)]);
    const why = h("input", { required: true, maxlength: 300, "data-key": "why", "aria-label": "Reason (recorded)" });
    const leave = h("input", { type: "checkbox" });
    const meant = () => ({
      ...entry.command,
      ...Object.fromEntries(inputs.map(([field, input]) => [field.name, valueOf(field, input)])),
    });
    const send = (command) => this.send(entry, command, why, leave.checked);
    return h(
      "form",
      {
        class: "ask",
        onsubmit: (event) => {
          event.preventDefault();
          send(meant());
        },
      },
      inputs.map(([field, input]) => h("label", { class: "field" }, `Correct ${field.label}`, input)),
      h("label", { class: "field" }, "Reason (recorded)", why),
      entry.finished && this.approves
        ? h("label", { class: "field" }, leave, " Leave the chips where they are")
        : null,
      h("button", { class: "button first", type: "submit", "data-act": "correct" }, "Correct"),
      entry.finished
        ? null
        : h(
            "button",
            { class: "button plain", type: "button", "data-act": "strike", onclick: () => send(null) },
            "It did not happen",
          ),
    );
  }

  send(entry, command, why, leave_money = false) {
    if (!why.reportValidity()) return;
    const { record, act } = entry;
    this.post({ record, act, command, why: why.value, leave_money });
  }

  post(body) {
    return attempt($(".refused", this.place), () =>
      post(`/tables/${this.table}/corrections`, { key: key(), ...body }, "Correction"),
    ).then((done) => {
      if (!done) return;
      this.open = null;
      document.activeElement?.blur();
      this.look().catch(() => null);
    });
  }

  asked() {
    const { name, keyed, meant, record, act, command, why, leave_money } = this.waiting;
    const what = meant ? `${keyed} was keyed, but it was ${meant}` : `${keyed} was keyed, but did not happen`;
    return h(
      "div",
      { class: "ask", "data-key": "asked" },
      h("h2", {}, "A correction needs your approval"),
      h("p", {}, `${name}: ${what}. Reason: ${why}`),
      h(
        "button",
        {
          class: "button first",
          type: "button",
          "data-act": "approve",
          onclick: () => this.post({ record, act, command, why, leave_money }),
        },
        "Approve",
      ),
    );
  }
}

function control(field) {
  if (field.values.length)
    return h(
      "select",
      { class: "slim", "data-field": field.name, "aria-label": field.label },
      field.values.map(([value, text], at) =>
        h("option", { value: at, selected: value === field.value }, text),
      ),
    );
  const money = field.name.endsWith("cents");
  return h("input", {
    type: "number",
    class: "slim",
    min: 0,
    step: money ? "0.01" : "1",
    value: money ? field.value / 100 : field.value,
    "data-field": field.name,
    "aria-label": field.label,
  });
}

const valueOf = (field, input) =>
  field.values.length
    ? field.values[Number(input.value)][0]
    : Math.round(Number(input.value) * (field.name.endsWith("cents") ? 100 : 1));
