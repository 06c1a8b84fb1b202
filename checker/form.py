"""The form of a certificate. What is missing, unknown or of the wrong kind is rejected by name."""

import hashlib
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any


class Rejected(Exception):
    """The first thing that is wrong with a certificate."""


Kind = type | tuple[Any, ...] | range

BLACKJACK_RULES: dict[str, Kind] = {
    "dealer hits soft 17": bool,
    "dealer's ace counts 11 up to": (21, 22),
    "dealer's two aces are 22": bool,
    "announced before play": ("nothing", "blackjack", "range"),
    "late blackjack takes added wagers": bool,
    "dealer's 22 returns wagers": bool,
    "21 wins against 22": bool,
    "two large cards win against 22": bool,
    "large cards count after drawing": bool,
    "large cards count after doubling": bool,
    "large cards count after splitting": bool,
    "double wins against 22": bool,
    "dealer's 22 returns busts": bool,
    "blackjack pays": Fraction,
    "blackjack beats blackjack": bool,
    "blackjack may take even money": bool,
    "blackjack may insure": bool,
    "blackjack after a split": bool,
    "wins pay": Fraction,
    "21 is paid at once": bool,
    "21 may be played": ("never", "after a split", "always"),
    "doubles from": range(22),
    "doubles to": range(22),
    "doubles after a split": bool,
    "doubles on split aces": bool,
    "pairs are by rank": bool,
    "most hands": range(1, 9),
    "most hands of aces": range(1, 9),
    "split aces draw": bool,
    "insurance": bool,
    "insurance pays": Fraction,
    "surrender": ("none", "late", "early"),
    "surrender of split hands": bool,
    "second chance": bool,
    "second chance pays": Fraction,
    "second chance stakes the double too": bool,
    "second chance after a split": bool,
}
OVER_UNDER_RULES: dict[str, Kind] = {
    "over from": range(34),
    "under to": range(34),
    "wins pay": Fraction,
    "wrong side is returned": bool,
}
RULES = {"blackjack": BLACKJACK_RULES, "over/under": OVER_UNDER_RULES}
PARTS: dict[str, type] = {
    "certificate": int, "about": dict, "family": str, "shoe": dict, "rules": dict, "split method": str,
    "observations": list, "strategy": dict, "value": str, "sha256": str,
}  # fmt: skip
MOST_BYTES = 20_000_000
RANKS = "A23456789TJQK"
MOST_OF_A_RANK = 64


def load(path: Path) -> dict[str, Any]:
    """The certificate in this file, its form and its sum of bytes in order."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        given = json.loads(data.decode("utf-8")) if len(data) <= MOST_BYTES else None
    except (OSError, ValueError, RecursionError) as problem:
        raise Rejected(f"{path.name} cannot be read: {problem}") from problem
    if not isinstance(given, dict) or given.get("certificate") != 1:
        raise Rejected(f"{path.name} is not a certificate of version 1")
    _same_names("the certificate", set(given), set(PARTS))
    if given["sha256"] != digest(given):
        raise Rejected("sha256: the certificate was changed after it was written")
    for name, kind in PARTS.items():
        if type(given[name]) is not kind:
            raise Rejected(f"{name}: {kind.__name__} expected, found {type(given[name]).__name__}")
    if given["family"] not in RULES:
        raise Rejected(f"family: {given['family']!r} is unknown; known are {', '.join(RULES)}")
    return given


def digest(given: dict[str, Any]) -> str:
    """Of everything but the digest itself."""
    rest = {name: part for name, part in given.items() if name != "sha256"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def rules_of(given: dict[str, Any]) -> dict[str, Any]:
    kinds = RULES[given["family"]]
    _same_names("rules", set(given["rules"]), set(kinds))
    return {name: _rule(name, kinds[name], value) for name, value in given["rules"].items()}


def _rule(name: str, kind: Kind, value: Any) -> Any:
    if kind is Fraction:
        return fraction(f"rules: {name}", value)
    fits = type(value) is bool if kind is bool else type(value) is not bool and value in kind  # type: ignore[operator]
    if not fits:
        raise Rejected(f"rules: {name}: {value!r} is not allowed")
    return value


def shoe_of(given: dict[str, Any]) -> tuple[int, ...]:
    """Cards of each rank, ace to king."""
    _same_names("shoe", set(given["shoe"]), set(RANKS))
    counts = tuple(given["shoe"][rank] for rank in RANKS)
    for rank, count in zip(RANKS, counts, strict=True):
        if type(count) is not int or not 0 <= count <= MOST_OF_A_RANK:
            raise Rejected(f"shoe: {rank}: {count!r} is not a number of cards")
    return counts


def fraction(where: str, text: Any) -> Fraction:
    try:
        if not isinstance(text, str) or not re.fullmatch(r"-?[0-9]+(/[0-9]+)?", text):
            raise ValueError
        found = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Rejected(f"{where}: {text!r} is not a fraction") from None
    if str(found) != text:
        raise Rejected(f"{where}: {text!r} is not in lowest terms; that is {found}")
    return found


def _same_names(where: str, given: set[str], wanted: set[str]) -> None:
    if missing := sorted(wanted - given):
        raise Rejected(f"{where}: “{missing[0]}” is missing")
    if unknown := sorted(given - wanted):
        raise Rejected(f"{where}: “{unknown[0]}” is unknown to this checker")
