// Receipts: proof that what the house accepted is in its log. The newest are kept here, out of the house's reach,
// and checked without asking it: the hashes lead from the record to the root, and the root is signed.

import { $, h } from "./dom.js";
import { rows, tiny } from "./rows.js";
import { momentOf } from "./times.js";

const KEPT = 50;
const account = () => $('meta[name="account"]')?.content ?? "";
const place = () => `receipts of ${account()}`;
const KEY_PLACE = "key of the house";

export function receipts() {
  try {
    return JSON.parse(localStorage.getItem(place())) ?? [];
  } catch {
    return [];
  }
}

export function keepReceipt(receipt) {
  if (!receipt?.head) return;
  try {
    const others = receipts().filter((one) => one.hash !== receipt.hash);
    localStorage.setItem(place(), JSON.stringify([receipt, ...others].slice(0, KEPT)));
    if (!localStorage.getItem(KEY_PLACE)) localStorage.setItem(KEY_PLACE, receipt.head.key);
  } catch {
    /* without storage there is nothing to keep it in */
  }
}

const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const sameBytes = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

async function sha256(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** RFC 9162, 2.1.3.2; sizes are below 2^53, so they are halved and not shifted. */
export async function leadsToRoot({ hash, leaf, head, proof }) {
  if (!(leaf < head.size)) return false;
  let index = leaf;
  let last = head.size - 1;
  let found = await sha256([0], bytes(hash));
  const up = () => {
    index = Math.floor(index / 2);
    last = Math.floor(last / 2);
  };
  for (const sibling of proof.map(bytes)) {
    if (last === 0) return false;
    if (index % 2 || index === last) {
      found = await sha256([1], sibling, found);
      while (index % 2 === 0 && index) up();
    } else found = await sha256([1], found, sibling);
    up();
  }
  return last === 0 && sameBytes(found, bytes(head.root));
}

async function isSigned({ size, root, time, key, signature }) {
  const text = new TextEncoder().encode(`pitboss log head 1\n${size}\n${root}\n${time}\n`);
  const known = await crypto.subtle.importKey("raw", bytes(key), "Ed25519", false, ["verify"]);
  return crypto.subtle.verify("Ed25519", known, bytes(signature), text);
}

/** What is wrong with a receipt, or that it holds, in a sentence. */
export async function checkReceipt(receipt) {
  if (!crypto.subtle) return { kind: "warn", says: "This browser checks receipts only over a secure connection." };
  if (!(await leadsToRoot(receipt))) return { kind: "bad", says: "This receipt does not hold: its hashes do not lead to the root." };
  if (receipt.head.key !== localStorage.getItem(KEY_PLACE))
    return { kind: "bad", says: "This receipt is signed with another key than the first one you got." };
  try {
    if (!(await isSigned(receipt.head))) return { kind: "bad", says: "This receipt does not hold: the signature does not match." };
  } catch {
    return { kind: "warn", says: "The hashes hold. This browser cannot check the signature: save the receipt and use “pitboss receipt check”." };
  }
  return { kind: "good", says: "This receipt holds: the record is in the signed log." };
}

function save(receipt) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(receipt, null, 1)], { type: "application/json" }));
  h("a", { href: url, download: `receipt-${receipt.table}-${receipt.sequence}.json` }).click();
  URL.revokeObjectURL(url);
}

export function receiptList(all, told) {
  if (!all.length) return h("p", { class: "quiet" }, "None yet. You get one for everything the house accepts from you.");
  return rows(
    ["Table", "Record", "Signed", ""],
    all.map((one) => [
      h("b", {}, one.table),
      String(one.sequence),
      momentOf(one.head.time),
      h(
        "span",
        {},
        tiny("Check", `check record ${one.sequence}`, async () => told(await checkReceipt(one))),
        " ",
        tiny("Save", `save record ${one.sequence}`, () => save(one)),
      ),
    ]),
  );
}
