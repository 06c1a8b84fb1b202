"""One vocabulary of options for all games: what each is called, means, and may be at most.

What a document allows is narrower and stands in its game file.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from pitboss.rules.house import Odds
from pitboss.rules.stakes import MAX_STAKE_CENTS

Value = int | bool | str

MAX_ODDS = 1_000
MOST_DECKS = 16
_WHOLE = re.compile("-?[0-9]{1,18}")


class Bounds(NamedTuple):
    lowest: int
    highest: int


@dataclass(frozen=True)
class Option:
    """A choice by name: a set of words, a yes or no, a number in bounds, or odds."""

    name: str
    says: str
    domain: tuple[Value, ...] | Bounds | type[Odds]
    tell: Callable[[Value], str] = str

    def parse(self, text: str) -> Value:
        """The value that a person typed; text that is none of this option's kind stays text."""
        if self.domain == YES_NO:
            return _YES_NO_WORDS.get(text.lower(), text)
        if isinstance(self.domain, Bounds):
            return int(text) if _WHOLE.fullmatch(text) else text
        return text

    def accepts(self, value: object) -> bool:
        """Can the software play this value at all, whatever a document says?"""
        if isinstance(self.domain, Bounds):
            whole = isinstance(value, int) and not isinstance(value, bool)
            return whole and self.domain.lowest <= int(str(value)) <= self.domain.highest
        if isinstance(self.domain, tuple):
            return any(value == known and type(value) is type(known) for known in self.domain)
        return isinstance(value, str) and parse_odds(value) is not None

    @property
    def allowed(self) -> str:
        if isinstance(self.domain, Bounds):
            return f"{self.tell(self.domain.lowest)} to {self.tell(self.domain.highest)}"
        if isinstance(self.domain, tuple):
            return ", ".join(self.tell(value) for value in self.domain)
        return 'odds such as "3:2"'


def parse_odds(text: str) -> Odds | None:
    """`3:2` or `3 to 2`; None when it is neither."""
    pays, colon, to = text.replace(" to ", ":").partition(":")
    if not (colon and pays.strip().isdecimal() and to.strip().isdecimal()):
        return None
    odds = Odds(int(pays), int(to))
    return odds if 0 <= odds.pays <= MAX_ODDS and 1 <= odds.to <= MAX_ODDS else None


def tell_odds(odds: Odds) -> str:
    return f"{odds.pays} to {odds.to}"


def tell_cents(value: Value) -> str:
    cents = int(value)
    return f"${cents // 100:,}" if cents % 100 == 0 else f"${cents / 100:,.2f}"


def tell_yes_no(value: Value) -> str:
    return "yes" if value is True else "no" if value is False else str(value)


YES_NO = (True, False)
_YES_NO_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
CENTS = Bounds(1, MAX_STAKE_CENTS)


def _yes_no(name: str, says: str) -> Option:
    return Option(name, says, YES_NO, tell_yes_no)


def _cents(name: str, says: str) -> Option:
    return Option(name, says, CENTS, tell_cents)


_OPTIONS = (
    Option("decks", "decks of 52 cards in the shoe", Bounds(1, MOST_DECKS)),
    Option("soft_17", "what the dealer does on a soft 17", ("stand", "hit")),
    Option("blackjack_pays", "odds paid on a player's Blackjack", Odds),
    Option("double_on", "totals on which a player may double down", ("any", "9-11", "10-11")),
    _yes_no("double_after_split", "double down on split hands"),
    Option("split_by", "what makes a pair", ("value", "rank")),
    Option("max_hands", "hands one box may become by splitting", Bounds(1, 4)),
    _yes_no("resplit_aces", "split aces may be split again"),
    Option("max_ace_hands", "hands one box may become by splitting aces", Bounds(1, 4)),
    _yes_no("hit_split_aces", "split aces may draw more than one card"),
    Option("surrender", "give up half the wager", ("none", "late", "early")),
    Option("hole_card", "the dealer looks for Blackjack first, or only at the end",
           ("peek", "european")),
    _yes_no("insurance", "insurance against the dealer's Blackjack is offered"),
    _yes_no("even_money", "a Blackjack facing an ace may be paid 1 to 1 at once"),
    _yes_no("match_the_dealer", "the Match-the-Dealer Wager is offered"),
    _yes_no("up_match", "the Dealer Up Match bet is offered"),
    _yes_no("down_match", "the Dealer Down Match bet is offered"),
    _yes_no("bonus", "the Bonus Wager is offered"),
    Option("settlement_order", "how losing wagers are taken and winning ones paid",
           ("collect_then_pay", "box_by_box")),
    Option("boxes_per_player", "adjacent boxes one player may bet on", Bounds(1, 6)),
    _yes_no("bar_mid_shoe_entry", "who sat out a round may not bet before the next shuffle"),
    Option("range_device", "what shows the range of the hole card", ("masque", "peeker")),
    Option("shuffler", "how the cards are shuffled",
           ("manual", "batch", "continuous", "counting")),
    _cents("min_wager_cents", "least main wager"),
    _cents("max_wager_cents", "greatest main wager"),
    _cents("side_min_cents", "least side wager"),
    _cents("side_max_cents", "greatest side wager"),
    _cents("min_chip_cents", "smallest chip in play"),
    _cents("half_unit_cents", "smallest amount in which half a wager is handed back"),
)  # fmt: skip

OPTIONS = {option.name: option for option in _OPTIONS}
