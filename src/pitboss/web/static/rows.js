// A plain table: what stands in its head, and rows of cells. On a phone every cell stands below the one before, with
// its head beside it.

import { h } from "./dom.js";

export const rows = (heads, lines) =>
  h(
    "table",
    { class: heads.length ? "stacks" : null },
    heads.length
      ? h(
          "thead",
          {},
          h(
            "tr",
            {},
            heads.map((name) => h("th", {}, name)),
          ),
        )
      : "",
    h(
      "tbody",
      {},
      lines.map((cells) =>
        h(
          "tr",
          {},
          cells.map((cell, at) => h("td", { "data-head": heads[at] || null }, cell)),
        ),
      ),
    ),
  );

export const tiny = (name, key, onclick, kind = "") =>
  h("button", { class: `button tiny ${kind}`, type: "button", "data-key": key, onclick }, name);
