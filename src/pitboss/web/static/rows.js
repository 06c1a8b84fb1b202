// A plain table: what stands in its head, and rows of cells.

import { h } from "./dom.js";

export const rows = (heads, lines) =>
  h(
    "table",
    {},
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
          cells.map((cell) => h("td", {}, cell)),
        ),
      ),
    ),
  );

export const tiny = (name, key, onclick, kind = "") =>
  h("button", { class: `button tiny ${kind}`, type: "button", "data-key": key, onclick }, name);
