// A shoe checked by the browser itself, from what docs/shoe.md says: seeds, commitments, order, every card shown.

const RANKS = "A23456789TJQK";
const SUITS = "cdhs";
const [SEED_HEAD, BLOCK, WORDS] = [48, 32, 65_536];
const text = new TextEncoder();

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

export async function sha256(bytes) {
  return hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
}

/** The SHA-256 of lines, each with a line feed at its end. */
export const hashLines = (...lines) => sha256(text.encode(lines.map((line) => `${line}\n`).join("")));
export const playerCommitment = (table, seed) => hashLines("pitboss player seed 1", table, seed);

async function hmac(key, data) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, data));
}

// ---- the order

/** HMAC_DRBG with SHA-256 (SP 800-90A Rev. 1, 10.1.2), without additional input. */
class Generator {
  key = new Uint8Array(BLOCK);
  value = new Uint8Array(BLOCK).fill(1);

  async update(data) {
    for (const mark of data.length ? [0, 1] : [0]) {
      this.key = await hmac(this.key, joined(this.value, [mark], data));
      this.value = await hmac(this.key, this.value);
    }
  }

  /** Reseeded, then 32 bytes. */
  async block(entropy) {
    await this.update(entropy);
    this.value = await hmac(this.key, this.value);
    const block = this.value;
    await this.update(new Uint8Array());
    return block;
  }
}

async function* wordsOf(seed, inputs) {
  const source = new Generator();
  await source.update(joined(seed.slice(0, SEED_HEAD), unhex(await hashLines(...inputs))));
  const blocks = Math.floor((seed.length - SEED_HEAD) / BLOCK);
  for (let number = 0; ; number++) {
    const at = SEED_HEAD + BLOCK * number;
    const entropy =
      number < blocks
        ? seed.slice(at, at + BLOCK)
        : unhex(await hashLines("pitboss more entropy 1", hex(seed), String(number - blocks + 1)));
    const block = await source.block(entropy);
    for (let place = 0; place < BLOCK; place += 2) yield block[place] * 256 + block[place + 1];
  }
}

const rankOf = (card) => SUITS.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]);

export async function derive(cards, seed, inputs) {
  const order = [...cards].sort((one, other) => rankOf(one) - rankOf(other));
  const words = wordsOf(unhex(seed), inputs);
  for (let last = order.length - 1; last > 0; last--) {
    let word;
    do word = (await words.next()).value;
    while (word >= WORDS - (WORDS % (last + 1)));
    const other = word % (last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

// ---- the records

class Wrong extends Error {}

function need(holds, says) {
  if (!holds) throw new Wrong(says);
}

async function readRecords(lines) {
  let before = 0;
  const records = [];
  for (const line of lines) {
    const at = line.lastIndexOf(',"hash":"');
    const { sequence, kind, payload, hash } = JSON.parse(line);
    need(at > 0 && (await sha256(text.encode(`${line.slice(0, at)}}`))) === hash, "A record does not have the hash that it says");
    need(sequence > before, "The records are not in order");
    before = sequence;
    records.push({ kind, payload, sequence });
  }
  return records;
}

function one(records, kind) {
  const found = records.filter((record) => record.kind === kind);
  need(found.length === 1, `There must be one record of the kind ${kind}`);
  return found[0];
}

async function revealed(table, asking, payload) {
  const asked = asking.players.find(([seat]) => seat === payload.seat);
  need(asked && !asking.seeds.has(payload.seat), `The seed of seat ${payload.seat} was not asked for`);
  const right = (await playerCommitment(table, payload.seed)) === asked[2];
  need(right, `The seed of seat ${payload.seat} is not the one committed to`);
  asking.seeds.set(payload.seat, payload.seed);
}

async function askingsOf(table, records, fixed) {
  const askings = [];
  for (const { kind, payload, sequence } of records) {
    if (kind === "SeedsAsked") {
      need(payload.number === askings.length + 1, "The seeds were not asked for in order");
      askings.push({ ...payload, seeds: new Map() });
    } else if (kind === "SeedRevealed") {
      need(askings.length && sequence < fixed.sequence, "A seed was revealed when none was asked for");
      await revealed(table, askings.at(-1), payload);
    }
  }
  const missing = (askings.at(-1)?.players ?? []).filter(([seat]) => !askings.at(-1).seeds.has(seat));
  need(!missing.length, "The order was fixed before all seeds were in");
  return askings;
}

async function pulseLine(pulse, asking) {
  const [round, randomness, signature] = pulse;
  need(round === asking?.beacon_round, "The beacon’s number is of another round");
  need((await sha256(unhex(signature))) === randomness, "The beacon’s number is not its own");
  return `pulse ${round} ${randomness}`;
}

/** The lines that the order follows from, put together from the records before it was fixed. */
async function inputLines({ table, shoe }, records, committed, fixed) {
  const lines = ["pitboss shoe 2", `table ${table}`, `shoe ${shoe}`, `house ${committed.payload.commitment}`];
  const askings = await askingsOf(table, records, fixed);
  const { beacon } = committed.payload;
  askings.forEach((asking, at) => {
    lines.push(`asked ${at + 1}`);
    for (const [seat, , commitment] of asking.players)
      lines.push(`seat ${seat} ${commitment} ${asking.seeds.get(seat) ?? "withheld"}`);
    if (beacon) lines.push(`beacon ${beacon[0]} ${asking.beacon_round}`);
  });
  need(Boolean(beacon) === Boolean(fixed.payload.pulse), "The beacon’s number is missing, or there is no beacon");
  if (beacon) lines.push(await pulseLine(fixed.payload.pulse, askings.at(-1)));
  return lines;
}

// ---- a shoe

const same = (one, other) => one.length === other.length && one.every((value, at) => value === other[at]);

/** `{ holds, says, seeds }` of what the table offers about an opened shoe. */
export async function checkShoe(told) {
  try {
    return { holds: true, ...(await check(told)) };
  } catch (wrong) {
    if (!(wrong instanceof Wrong)) console.warn(wrong);
    return { holds: false, says: wrong instanceof Wrong ? `${wrong.message}.` : "It cannot be read.", seeds: [] };
  }
}

async function check(told) {
  const records = await readRecords(told.records);
  if (records.some(({ kind }) => kind === "ShoeCommitted")) return checkEarlier(records);
  const [committed, opened] = [one(records, "SeedCommitted"), one(records, "ShoeOpened")];
  need(records[0] === committed && records.at(-1) === opened, "The records are not in order");
  need(records.every(({ payload }) => payload.shoe === told.shoe), "A record is about another shoe");
  const { seed, order } = opened.payload;
  const right = await hashLines("pitboss house seed 1", told.table, String(told.shoe), seed);
  need(right === committed.payload.commitment, "The house opened another seed than it had committed to");
  if (!order) {
    need(!told.shown.length, "Cards were shown although no order was fixed");
    return { says: "It was given up before its order was fixed.", seeds: [] };
  }
  const fixed = one(records, "ShoeFixed");
  const inputs = await inputLines(told, records, committed, fixed);
  need(same(inputs, fixed.payload.inputs), "The order was fixed from other seeds than those revealed");
  const cards = order.match(/../g);
  need(cards.length === fixed.payload.cards, "The shoe has another number of cards");
  need(same(await derive(cards, seed, inputs), cards), "The order does not follow from the seeds");
  compare(told.shown, fixed, cards);
  const seeds = inputs.filter((line) => line.startsWith("seat ")).map((line) => line.split(" ")[3]);
  return { says: `All ${told.shown.length} cards that were shown are where the seeds put them.`, seeds };
}

function compare(shown, fixed, cards) {
  for (const depth of fixed.payload.cuts) cards = [...cards.slice(depth), ...cards.slice(0, depth)];
  for (const { place, card, record } of shown) {
    need(cards[place - 1] === card, `Card ${place} was ${cards[place - 1]}, and ${card} was shown`);
    need(record > fixed.sequence, `Card ${place} was shown before the order was fixed`);
  }
}

/** A shoe of the earlier scheme, whose order the house knew. */
async function checkEarlier(records) {
  const { nonce, order } = one(records, "ShoeOpened").payload;
  const right = await hashLines("pitboss shoe 1", nonce, order);
  need(right === one(records, "ShoeCommitted").payload.commitment, "The house opened another order than it had committed to");
  return { says: "It is the order that the house committed to. It has no players’ seeds.", seeds: [] };
}
