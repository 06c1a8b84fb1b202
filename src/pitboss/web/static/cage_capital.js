// The house's own money: brought into the cage or taken out, always by two persons.

import { $, h, put } from "./dom.js";
import { account } from "./money.js";
import { cents, change } from "./cage_window.js";

export function capitalPanel(desk) {
  const of = h("select", { id: "capital-of" }, h("option", { value: "cash" }, "Cash"), h("option", { value: "chips" }, "Chips"));
  const amount = h("input", { id: "capital-amount", type: "number", required: true, min: 0.01, step: 0.01, inputmode: "decimal" });
  const why = h("input", { id: "capital-why", required: true, maxlength: 300 });

  async function move(comesIn) {
    if (![amount, why].every((field) => field.reportValidity())) return;
    const what = of.value;
    const sum = cents(amount);
    const held = what === "cash" ? desk.cage.cash_cents : desk.cage.chips_cents;
    const done = await desk.run({
      title: comesIn ? `Bring ${account(sum)} of house money into the cage?` : `Take ${account(sum)} of house money out of the cage?`,
      facts: [change(what === "cash" ? "Cash in the cage" : "Chips in the vault", held, held + (comesIn ? sum : -sum)), ["Reason", why.value || "none given"]],
      yes: "Ask a second person",
      path: comesIn ? "/cage/capital-in" : "/cage/capital-out",
      body: { of: what, cents: sum, why: why.value },
      says: comesIn ? "Bring house money in" : "Take house money out",
    });
    if (done) for (const field of [amount, why]) field.value = "";
  }

  put(
    $("#panel-capital"),
    h("p", { class: "quiet" }, "House money comes in and goes out only here, and only with two people."),
    desk.acts
      ? h(
          "div",
          { class: "section" },
          h("div", { class: "fields" }, h("div", {}, h("label", { for: "capital-of" }, "What"), of), h("div", { class: "amount" }, h("label", { for: "capital-amount" }, "Amount"), amount), h("div", {}, h("label", { for: "capital-why" }, "Reason"), why)),
          h("div", { class: "row section" }, h("button", { class: "button first", type: "button", onclick: () => move(true) }, "Bring in…"), h("button", { class: "button", type: "button", onclick: () => move(false) }, "Take out…")),
        )
      : "",
  );
  return () => {};
}
