// Sessions, sign-ins and tokens in lists, for their owner and for an administrator.

import { h } from "./dom.js";
import { clockOf } from "./times.js";
import { rows, tiny } from "./rows.js";

const at = (seconds) => h("span", { class: "nowrap figure" }, clockOf(seconds * 1000));
const WHAT = { "sign in": "✓ signed in", "failed sign-in": "✕ failed", "sign out": "signed out" };
const KIND = { "sign in": "good", "failed sign-in": "bad" };

export const sessionList = (sessions) =>
  sessions.length
    ? rows(
        ["Open now, from", "Since", "Last used"],
        sessions.map((one) => [
          [one.source || "unknown address", " ", one.this_one ? h("span", { class: "pill good" }, "this one") : ""],
          at(one.began_at),
          at(one.seen_at),
        ]),
      )
    : h("p", { class: "quiet" }, "No session is open.");

export const signInList = (entries) =>
  entries.length
    ? rows(
        ["When", "What", "From", ""],
        entries.map((one) => [
          at(one.at),
          h("span", { class: `pill ${KIND[one.what] ?? ""}` }, WHAT[one.what] ?? one.what),
          one.source,
          h("span", { class: "quiet" }, one.after),
        ]),
      )
    : h("p", { class: "quiet" }, "Nobody has signed in yet.");

export const tokenList = (tokens, revoke) =>
  tokens.length
    ? rows(
        ["Token", "Last used", "Expires", ""],
        tokens.map((one) => [
          one.name,
          at(one.used_at),
          at(one.expires_at),
          tiny("Revoke", `revoke ${one.id}`, () => revoke(one.id), "stop"),
        ]),
      )
    : h("p", { class: "quiet" }, "No tokens.");
