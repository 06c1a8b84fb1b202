// Drawings from the server, fetched once: symbols of cards and chips, the felt of a game with its plan.

import { get, optionQuery } from "./api.js";
import { $, s } from "./dom.js";

const parsed = (text) =>
  document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);

export async function symbols() {
  if ($("#symbols")) return;
  const sheet = parsed(await (await fetch("/symbols.svg", { credentials: "same-origin" })).text());
  sheet.id = "symbols";
  sheet.setAttribute("aria-hidden", "true");
  sheet.classList.add("spoken");
  document.body.append(sheet);
}

/** The felt drawn once into this svg, as #felt-drawing, for every window on it. */
export async function felt(svg, game, set) {
  const [drawn] = await Promise.all([get(`/games/${game}/felt${optionQuery(set)}`), symbols()]);
  const drawing = s("g", { id: "felt-drawing" });
  const root = parsed(`<svg xmlns="http://www.w3.org/2000/svg">${drawn.svg}</svg>`);
  drawing.append(...root.childNodes);
  svg.append(drawing);
  return drawn.plan;
}
