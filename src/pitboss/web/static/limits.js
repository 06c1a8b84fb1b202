// Limits that a player sets, and self-exclusion.

import { h, put } from "./dom.js";
import { get } from "./api.js";
import { post } from "./once.js";
import { account } from "./money.js";
import { attempt } from "./say.js";
import { clockOf } from "./times.js";
import { rows } from "./rows.js";

const NAMES = { loss: "Loss", deposit: "Money paid in", time: "Time at play" };
const told = (what, amount) => (what === "time" ? `${amount} minutes` : account(amount));

/** Shows them in one place, and what was refused in another. */
export async function showLimits(place, said) {
  const { excluded_until, limits } = await get("/me/limits");
  const again = (work) =>
    attempt(said, async () => {
      await work();
      await showLimits(place, said);
    });
  put(
    place,
    excluded_until ? h("p", { class: "notice warn" }, `You excluded yourself from play until ${clockOf(excluded_until)}.`) : "",
    limits.length
      ? rows(
          ["Limit for a gaming day", "Most", "Used today", "Holds until"],
          limits.map((one) => [NAMES[one.what], told(one.what, one.most), told(one.what, Math.max(0, one.used)), clockOf(one.until)]),
        )
      : h("p", { class: "quiet" }, "You have set no limits."),
    limitForm(again),
    exclusionForm(again),
  );
}

function limitForm(again) {
  const what = h("select", { class: "slim", id: "limit-what" }, Object.entries(NAMES).map(([value, name]) => h("option", { value }, name)));
  const most = h("input", { type: "number", class: "slim", id: "limit-most", min: 1, required: true });
  const days = daysInput("limit-days", 30);
  const label = h("label", { for: "limit-most" }, "Dollars a day");
  what.addEventListener("change", () => {
    label.textContent = what.value === "time" ? "Minutes a day" : "Dollars a day";
  });
  return h(
    "form",
    {
      class: "limit-form section",
      onsubmit: (event) => {
        event.preventDefault();
        const unit = what.value === "time" ? 1 : 100;
        again(() =>
          post("/me/limits", { what: what.value, most: Math.round(Number(most.value) * unit), days: Number(days.value) }, "New limit"),
        );
      },
    },
    h("h3", {}, "Set a limit"),
    h("div", {}, h("label", { for: "limit-what" }, "Limit"), what),
    h("div", {}, label, most),
    h("div", {}, h("label", { for: "limit-days" }, "For how many days"), days),
    h("button", { class: "button", type: "submit" }, "Set the limit"),
  );
}

function exclusionForm(again) {
  const days = daysInput("exclusion-days", 30);
  const sure = h("input", { type: "checkbox", id: "exclusion-sure", required: true });
  return h(
    "form",
    {
      class: "limit-form section",
      onsubmit: (event) => {
        event.preventDefault();
        again(() => post("/me/exclusion", { days: Number(days.value) }, "Self-exclusion"));
      },
    },
    h("h3", {}, "Exclude yourself from play"),
    h("div", {}, h("label", { for: "exclusion-days" }, "For how many days"), days),
    h("label", { class: "sure" }, sure, "Nobody can undo this before it ends."),
    h("button", { class: "button stop", type: "submit" }, "Exclude me"),
  );
}

const daysInput = (id, value) => h("input", { type: "number", class: "slim", id, min: 1, max: 3650, value, required: true });
