// A receipt of the cage, to print for whoever was at the window.

import { $, h, put } from "./dom.js";
import { get } from "./api.js";
import { account } from "./money.js";
import { attempt } from "./say.js";
import { chipsText } from "./counting.js";

const place = $("#receipt");
const fact = (label, value) => (value || value === 0 ? [h("dt", {}, label), h("dd", {}, value)] : []);

async function look() {
  const one = await get(`/cage/receipts/${place.dataset.number}`);
  put(
    place,
    h("p", { class: "eyebrow" }, `${one.house} · cage`),
    h("h1", {}, `Receipt ${one.number}`),
    h("p", { class: "sum" }, account(one.cents)),
    h("p", {}, one.says),
    h(
      "dl",
      {},
      fact("Time", `${one.at.slice(0, 19).replace("T", " ")} UTC`),
      fact("Gaming day", one.day),
      fact("Account", one.account),
      fact("Balance afterwards", one.balance_cents === null ? "" : account(one.balance_cents)),
      fact("Chips", chipsText(one.chips)),
      fact("Slip", one.slip || ""),
      fact("Carried by", one.carrier),
      fact("Cashier", one.by),
      fact("Second person", one.second_person),
    ),
    h("p", { class: "line" }, "Signature"),
    h("p", { class: "mono" }, `Record ${one.hash}`),
  );
}

$("#print").addEventListener("click", () => print());
attempt($("#refused"), look);
