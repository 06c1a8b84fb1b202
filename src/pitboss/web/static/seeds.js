// This page's part in every shoe: it makes seeds, commits to them, reveals them when asked, and remembers them.

import { hex, playerCommitment } from "./shoe_check.js";

const STORE = "seeds";
const MOST_KEPT = 400;
const SEED_BYTES = 32;

/** By commitment: the table, the seed, and the shoe it went into. */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(STORE)) ?? {};
  } catch {
    return {};
  }
}

function keep(commitment, entry) {
  const seeds = Object.entries({ ...kept(), [commitment]: entry });
  try {
    localStorage.setItem(STORE, JSON.stringify(Object.fromEntries(seeds.slice(-MOST_KEPT))));
    return true;
  } catch {
    return false;
  }
}

/** The seeds that this browser gave at a table. */
export const seedsOf = (table) =>
  new Set(Object.values(kept()).filter((one) => one.table === table).map((one) => one.seed));

export class SeedKeeper {
  constructor(table, connection, place) {
    Object.assign(this, { table, connection, place, busy: false, tried: new Set() });
  }

  /** Answers what the latest view asks for; one thing at a time. */
  async take(message) {
    this.latest = message;
    this.tell(message);
    if (this.busy) return;
    this.busy = true;
    for (let done = null; done !== this.latest; ) {
      done = this.latest;
      await this.answer(done).catch((no) => this.say(no.sentence ?? "Your seed could not be sent."));
    }
    this.busy = false;
  }

  async answer({ seeds, you }) {
    if (!you.seat) this.tried.clear();
    if (!you.seat || !seeds.next || !crypto.subtle) return;
    if (seeds.asked) await this.reveal(seeds);
    else if (!seeds.waiting.includes(you.seat) && !(seeds.offered in kept())) await this.offer(seeds);
  }

  async offer(seeds) {
    const state = `${seeds.shoe} ${seeds.offered}`;
    if (this.tried.has(state)) return;
    this.tried.add(state);
    const commitment = await this.fresh();
    if (commitment) await this.connection.offerSeed(commitment);
  }

  async reveal(seeds) {
    const entry = kept()[seeds.asked];
    if (!entry || this.tried.has(seeds.asked)) return;
    this.tried.add(seeds.asked);
    keep(seeds.asked, { ...entry, shoe: seeds.shoe });
    await this.connection.revealSeed(seeds.shoe, entry.seed, await this.fresh(), seeds.asked);
  }

  /** A commitment to a new seed; empty when this browser cannot keep one. */
  async fresh() {
    const seed = hex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)));
    const commitment = await playerCommitment(this.table, seed);
    return keep(commitment, { table: this.table, seed }) ? commitment : "";
  }

  tell({ seeds, you }) {
    if (!seeds.next) return this.say("");
    if (seeds.waiting.length) return this.say(waits(seeds.waiting, you.seat));
    const mine = kept();
    const inShoe = Object.values(mine).some((one) => one.table === this.table && one.shoe === seeds.shoe);
    if (!you.seat) return this.say("");
    if (!crypto.subtle) return this.say("This browser gives no seed for the shoe: that needs a secure connection.");
    if (inShoe) return this.say("Your seed is in this shoe, so the house could not choose its order.");
    return this.say(seeds.offered in mine ? "Your seed is ready for the next shoe." : "");
  }

  say(words) {
    if (this.place.textContent !== words) this.place.textContent = words;
  }
}

function waits(seats, mine) {
  if (seats.includes(mine)) return "The new shoe waits for your seed, which this page sends.";
  return `The new shoe waits for the seed of ${seats.map((seat) => `seat ${seat}`).join(", ")}.`;
}
