// Fills and credits at the cage: issued, received, voided.

import { $, empty, h, put } from "./dom.js";
import { account } from "./money.js";
import { clockOf } from "./times.js";
import { chipsText } from "./counting.js";
import { change } from "./cage_window.js";
import { tiny } from "./rows.js";

const OPEN = ["requested", "under way"];

export function slipsPanel(desk) {
  const panel = $("#panel-slips");

  const issue = (slip, carrier) =>
    desk.run({
      title: `Issue fill ${slip.number}: ${account(slip.cents)} for ${slip.table_name}?`,
      facts: [["Chips", chipsText(slip.chips)], ["Carried by", carrier || "nobody named"], change("Chips in the vault", desk.cage.chips_cents, desk.cage.chips_cents - slip.cents)],
      yes: "Issue",
      path: `/cage/slips/${slip.number}/issue`,
      body: { carrier },
      says: `Issue fill ${slip.number}`,
    });
  const receive = (slip) =>
    desk.run({
      title: `Receive credit ${slip.number}: ${account(slip.cents)} from ${slip.table_name}?`,
      facts: [["Chips counted", chipsText(slip.chips)], ["Carried by", slip.carrier], change("Chips in the vault", desk.cage.chips_cents, desk.cage.chips_cents + slip.cents)],
      yes: "Receive",
      path: `/cage/slips/${slip.number}/receive`,
      body: {},
      says: `Receive credit ${slip.number}`,
    });
  const cancel = (slip, why) =>
    desk.run({
      title: `Void slip ${slip.number}?`,
      facts: [["Reason", why || "none given"], ...(slip.state === "under way" ? [["Chips", "go back into the vault"]] : [])],
      yes: "Void the slip",
      path: `/cage/slips/${slip.number}/void`,
      body: { why },
      says: `Void slip ${slip.number}`,
    });

  function acts(slip) {
    if (!desk.acts || !OPEN.includes(slip.state)) return "";
    const kept = (name, label) => h("input", { class: "slim", maxlength: 60, "aria-label": `${label}, slip ${slip.number}`, placeholder: label, "data-key": `${name} ${slip.number}`, "data-keeps": `${name} ${slip.number}` });
    const carrier = kept("carrier", "Who carries them");
    const why = kept("void", "Reason to void");
    const isFill = slip.kind === "fill";
    const credited = !isFill && slip.state === "under way";
    return h(
      "div",
      { class: "acts" },
      isFill && slip.state === "requested" ? [carrier, tiny("Issue…", `issue ${slip.number}`, () => issue(slip, carrier.value), "first")] : "",
      credited ? tiny("Receive…", `receive ${slip.number}`, () => receive(slip), "first") : [why, tiny("Void…", `cancel ${slip.number}`, () => cancel(slip, why.value), "stop")],
    );
  }

  const card = (slip) =>
    h(
      "article",
      { class: "slip" },
      h("div", {}, h("h3", {}, `${slip.kind === "fill" ? "Fill" : "Credit"} ${slip.number} · ${slip.table_name}`), h("p", { class: "chip-list" }, chipsText(slip.chips))),
      h("div", { class: "row" }, h("b", { class: "money" }, account(slip.cents)), h("span", { class: `pill ${{ requested: "warn", "under way": "warn", received: "good" }[slip.state] ?? ""}` }, slip.state)),
      acts(slip),
      h("p", { class: "steps" }, slip.steps.map((step) => h("span", {}, `${step.says} by ${step.by}, ${clockOf(step.at)}`)), slip.carrier ? h("span", {}, `carried by ${slip.carrier}`) : ""),
    );

  return (cage) =>
    put(
      panel,
      cage.slips.length ? cage.slips.map(card) : empty("No fills or credits", "The pit asks for chips, or sends them back; the slips are listed here with their numbers."),
    );
}
