"""The kinds of wagers: what a wager is, whatever a document calls it.

Readers ask a wager for its kind and never for its name. A kind that is not in this registry is refused
when a game file is loaded.
"""

from typing import Literal, NamedTuple

Timing = Literal["before the deal", "insurance", "decision", "bust"]
Against = Literal["upcard", "hole card"]


class WagerKind(NamedTuple):
    id: str
    label: str
    timing: Timing
    families: tuple[str, ...]
    pays_by: str = ""
    """`match` or `total`: the shape of the pay table it needs; empty for one paid at odds."""
    switch: tuple[str, str] | None = None
    """The switch of the House that is on exactly while a wager of this kind is offered."""


BLACKJACK, OVER_UNDER = "blackjack", "over_under"

_KINDS = (
    WagerKind("main", "main wager", "before the deal", (BLACKJACK, OVER_UNDER)),
    WagerKind("match", "match wager", "before the deal", (BLACKJACK,), pays_by="match"),
    WagerKind("total_bonus", "bonus on the total", "before the deal", (OVER_UNDER,), pays_by="total",
              switch=("over_under", "bonus")),
    WagerKind("insurance", "insurance", "insurance", (BLACKJACK,), switch=("insurance", "offered")),
    WagerKind("double", "double down", "decision", (BLACKJACK,)),
    WagerKind("split", "wager on a split hand", "decision", (BLACKJACK,)),
    WagerKind("second_chance", "second chance", "bust", (BLACKJACK,), switch=("second_chance", "offered")),
    WagerKind("over", "wager on a high total", "decision", (OVER_UNDER,)),
    WagerKind("under", "wager on a low total", "decision", (OVER_UNDER,)),
)  # fmt: skip

KINDS = {kind.id: kind for kind in _KINDS}

MATCH_SWITCHES: dict[str, tuple[str, str]] = {"upcard": ("match", "up"), "hole card": ("match", "down")}
"""A match wager looks at one card of the dealer's, and each card has its switch."""

OFFERED_SWITCHES = {kind.switch: kind.label for kind in _KINDS if kind.switch} | dict.fromkeys(
    MATCH_SWITCHES.values(), KINDS["match"].label
)
"""Switches that no file sets: they follow from the wagers on offer."""
