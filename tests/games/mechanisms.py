"""Every mechanism of the software with its outcomes, read from the code itself.

`python -m tests.games.mechanisms` writes the list anew; a test fails when it is out of date.
"""

import ast
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pitboss
from pitboss.games.files import SHELF
from pitboss.games.registers import MECHANISMS
from pitboss.rules.cards import Light
from pitboss.rules.match import MatchRow
from pitboss.rules.over_under import Landing
from pitboss.rules.settlement import Outcome

SOURCE = Path(pitboss.__path__[0])
CITING = ("table", "desk", "web")
"""Rooms that say what happened and why."""
NOT_CITED = ("phase.{}",)
"""The name of a phase goes with the phase's own clauses, which the game file lists."""

UPCARD = ("", "/ace_up", "/ten_up")
ADDED = ("", "/doubled", "/split")
BLACKJACKS = ("blackjack_paid", "blackjack_tie")
HAND = [name.lower() for name in Outcome.__members__ if name != "OVER_21"]
SECOND_CHANCE = ("lower", "tie", "higher", "dealer_bust", "dealer_blackjack", "twenty_one", "returned_by_22",
                 "over_21")  # fmt: skip
HANDS = (
    *HAND,
    *(f"{name}{up}" for name in BLACKJACKS for up in UPCARD),
    *(f"dealer_blackjack{up}{added}" for up in UPCARD for added in ADDED),
)
OVER_UNDER = [name.lower() for name in Landing.__members__]
ROWS = [name.lower() for name in MatchRow.__members__]
SETTLED = (
    *(f"hand/{outcome}" for outcome in HANDS),
    *(f"second_chance/{outcome}" for outcome in SECOND_CHANCE),
    *(f"over_under/{outcome}" for outcome in OVER_UNDER),
    "surrender/half", "surrender/half/after_reader", "surrender/lost_to_blackjack", "even_money", "dead_hand",
)  # fmt: skip

CUTTERS = ("first_player", "cover_card_player", "far_right", "far_right_on_order")

TEMPLATES = {
    "settle.hand/{}": [f"settle.hand/{outcome}" for outcome in HANDS],
    "settle.second_chance/{}": [f"settle.second_chance/{outcome}" for outcome in SECOND_CHANCE],
    "settle.over_under/{}": [f"settle.over_under/{outcome}" for outcome in OVER_UNDER],
    "settle.upcard_match/{}": [f"settle.upcard_match/{row}" for row in ROWS],
    "settle.hole_card_match/{}": [f"settle.hole_card_match/{row}" for row in ROWS],
    "procedure.clear_hand/{}": [f"procedure.clear_hand/{outcome}" for outcome in SETTLED],
    "deal.tuck/{}": [f"deal.tuck/{outcome}" for outcome in SETTLED],
    "decision.hit{}": [f"decision.hit{why}" for why in ("", "/doubled", "/split_aces", "/twenty_one")],
    "decision.double{}": [f"decision.double{why}" for why in ("", "/blackjack", "/split_aces")],
    "decision.split{}": [f"decision.split{why}" for why in ("", "/most_hands", "/most_hands/split_aces")],
    "decision.surrender{}": ["decision.surrender", "decision.surrender/too_late"],
    "procedure.cut_order/{}": [f"procedure.cut_order/{first}" for first in CUTTERS],
    "procedure.refuse_cut/{}": [f"procedure.refuse_cut/{first}" for first in CUTTERS],
    "order.blackjacks{}": [f"order.blackjacks{up}" for up in UPCARD],
    "order.dealer_blackjack{}": [f"order.dealer_blackjack{up}" for up in (*UPCARD, "/surrendered")],
    "dealer.turn_hole_card/blackjack{}": [f"dealer.turn_hole_card/blackjack{up}" for up in UPCARD],
    "reader.insert{}": [f"reader.insert{up}" for up in UPCARD],
    "reader.blackjack{}": [f"reader.blackjack{up}" for up in UPCARD],
    "dealer.look{}": [f"dealer.look{up}" for up in UPCARD],
    "dealer.look{}/{}": [f"dealer.look{up}/{answer}" for up in UPCARD for answer in ("yes", "no")],
    "reader.lit/{}": [f"reader.lit/{light.name.lower()}" for light in Light],
}
"""What the code puts together, and everything that it can come to."""


def trees(*rooms: str) -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(SOURCE.rglob("*.py")):
        if not rooms or path.relative_to(SOURCE).parts[0] in rooms:
            yield path, ast.parse(path.read_text())


@cache
def carried_out() -> dict[str, list[str]]:
    """The functions that carry each mechanism or outcome out, by their decorators."""
    found: dict[str, list[str]] = {}
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                for id in _decorated(node):
                    found.setdefault(id, []).append(f"{path.relative_to(SOURCE)}: {node.name}")
    return found


def _decorated(function: ast.FunctionDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and getattr(decorator.func, "id", "") == "mechanism":
            yield from (
                str(argument.value) for argument in decorator.args if isinstance(argument, ast.Constant)
            )


@cache
def pattern() -> re.Pattern[str]:
    """A cause begins with the family of a mechanism: `settle.`, `order.`, …"""
    families = "|".join(sorted({id.partition(".")[0] for id in carried_out()} | {"house", "phase"}))
    return re.compile(rf"({families})\.[a-z0-9_]+[a-z0-9_/{{}}]*")


@cache
def spoken() -> frozenset[str]:
    """Every cause that stands whole in the code of the citing rooms."""
    found = set()
    for _, tree in trees(*CITING):
        built = {part for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            text = node.value if isinstance(node, ast.Constant) and node not in built else None
            if isinstance(text, str) and pattern().fullmatch(text) and text not in FILES:
                found.add(text)
    return frozenset(found)


FILES = ("deal.html", "house.json")
"""Names of files that look like a cause."""


@cache
def built() -> frozenset[str]:
    """Every cause that the code puts together, with braces for what changes."""
    found = set()
    for _, tree in trees(*CITING):
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                text = "".join(
                    str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values
                )
                if pattern().fullmatch(text):
                    found.add(text)
    return frozenset(found - set(NOT_CITED))


def causes() -> set[str]:
    """Everything that can be cited, and what each outcome is an outcome of."""
    whole = {*carried_out(), *spoken(), *(cause for causes in TEMPLATES.values() for cause in causes)}
    return {"/".join(cause.split("/")[:end]) for cause in whole for end in range(1, cause.count("/") + 2)}


def text_of_list() -> str:
    lines = [
        "# Every mechanism of the software, with its outcomes. Registers name them in `decides` and",
        "# `governs`, game files in `[[follows]]`. Ids are never renamed.",
        "# Written by `python -m tests.games.mechanisms`.",
        "",
        "[mechanisms]",
    ]
    found = causes()
    for mechanism in sorted(cause for cause in found if "/" not in cause):
        outcomes = sorted(cause.partition("/")[2] for cause in found if cause.startswith(f"{mechanism}/"))
        lines += _lines(mechanism, outcomes)
    return "\n".join(lines) + "\n"


def _lines(mechanism: str, outcomes: list[str]) -> list[str]:
    name = json.dumps(mechanism)
    line = f"{name} = {json.dumps(outcomes)}"
    if len(line) <= 110:
        return [line]
    return [f"{name} = [", *(f"  {json.dumps(outcome)}," for outcome in outcomes), "]"]


def write_list() -> None:
    (SHELF / MECHANISMS).write_text(text_of_list())


if __name__ == "__main__":
    write_list()
