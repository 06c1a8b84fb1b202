// What people call decisions, acts, lights and places: from the server's one table of words.

import { get } from "./api.js";

export const words = {
  acts: {},
  decisions: {},
  phases: {},
  lights: [],
  card_places: {},
  chip_places: {},
  money_places: {},
  exactness: {},
};

/** To be awaited before a page draws anything that has a name. */
export const loadWords = async () => Object.assign(words, await get("/words"));

export const actLabel = (id) => words.acts[id]?.label ?? "";
export const actKey = (id) => words.acts[id]?.key ?? "";
export const decisionLabel = (name) => words.decisions[name]?.label ?? "";
