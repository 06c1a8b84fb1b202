// The felt at one moment as a file: the drawing with everything it needs inside, as one SVG.

import { $, s } from "./dom.js";

const SHEETS = ["/felt.css", "/static/house.css", "/static/table.css"];

export async function picture(svg, name) {
  const styles = await Promise.all(SHEETS.map(async (sheet) => (await fetch(sheet)).text()));
  const drawn = svg.cloneNode(true);
  const used = new Set([...drawn.querySelectorAll("use")].map((use) => use.getAttribute("href").slice(1)));
  const symbols = [...$("#symbols").querySelectorAll("symbol")]
    .filter((symbol) => used.has(symbol.id))
    .map((symbol) => symbol.cloneNode(true));
  drawn.prepend(s("style", {}, styles.join("\n").replaceAll(":root", "svg")), s("defs", {}, ...symbols));
  const [, , width, height] = drawn.getAttribute("viewBox").split(" ");
  for (const [key, value] of Object.entries({
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    "data-theme": document.documentElement.dataset.theme,
  }))
    drawn.setAttribute(key, value);
  save(new Blob([new XMLSerializer().serializeToString(drawn)], { type: "image/svg+xml" }), name);
}

function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
