"""The rules of a game of the blackjack family, as a certificate states them."""

from fractions import Fraction
from typing import Any, NamedTuple

TOTALS = (17, 18, 19, 20, 21, 22)
OVER, BLACKJACK = 23, 24
ENDS = (*TOTALS, OVER, BLACKJACK)
"""How the dealer's hand may end; a Blackjack is not a 21."""
ACE, TEN = 1, 10
HALF = Fraction(1, 2)


class Held(NamedTuple):
    """A player's hand as it is paid."""

    points: int
    natural: bool
    two_large: bool
    doubled: bool
    split: bool


def total(pips: int, aces: int, limit: int = 21) -> tuple[int, bool]:
    """Points, and whether an ace counts 11 in them."""
    soft = aces > 0 and pips + 10 <= limit
    return (pips + 10, True) if soft else (pips, False)


def is_large(points: int) -> bool:
    return points in (ACE, TEN)


class Law:
    def __init__(self, rules: dict[str, Any]) -> None:
        self.rules = rules

    # ---- the dealer

    def dealer_ends(self, pips: int, aces: int, cards: int) -> int | None:
        """How the dealer's hand ends; None when another card must be drawn."""
        if cards == 2 and pips == 11 and aces == 1:
            return BLACKJACK
        if cards == 2 and aces == 2 and self.rules["dealer's two aces are 22"]:
            return 22
        points, soft = total(pips, aces, self.rules["dealer's ace counts 11 up to"])
        if points < 17 or (points == 17 and soft and self.rules["dealer hits soft 17"]):
            return None
        return min(points, OVER)

    def announced(self, up: int, hole: int) -> str | None:
        """What is told of the hole card before play; None when a Blackjack ends the round there."""
        reader = self.rules["announced before play"]
        if reader == "nothing" or (reader == "blackjack" and not is_large(up)):
            return ""
        if {up, hole} == {ACE, TEN}:
            return None
        if reader == "blackjack":
            return "no blackjack"
        if is_large(up) and is_large(hole):
            return "A" if hole == ACE else "10"
        return "large" if is_large(hole) else "medium" if hole >= 6 else "small"

    # ---- what a hand may do

    def is_natural(self, points: tuple[int, ...], split: bool) -> bool:
        """Ace and ten-value as two cards; after a split only where the rules say so."""
        return sorted(points) == [ACE, TEN] and (not split or self.rules["blackjack after a split"])

    def may_act(self, held: Held, cards: int, first: int) -> bool:
        if held.points != 21:
            return held.points < 21
        plays = self.rules["21 may be played"]
        if plays == "always":
            return not held.natural
        return plays == "after a split" and held.split and cards == 2 and first != ACE

    def may_hit(self, held: Held, cards: int, first: int) -> bool:
        fixed = held.split and first == ACE and not self.rules["split aces draw"]
        return not fixed and self.may_act(held, cards, first)

    def may_double(self, held: Held, cards: int, first: int) -> bool:
        if cards != 2 or held.natural or not self.may_act(held, cards, first):
            return False
        if held.split and not self.rules["doubles after a split"]:
            return False
        if held.split and first == ACE and not self.rules["doubles on split aces"]:
            return False
        return bool(self.rules["doubles from"] <= held.points <= self.rules["doubles to"])

    @property
    def surrenders_late(self) -> bool:
        return bool(self.rules["surrender"] == "late")

    def may_surrender(self, held: Held, cards: int) -> bool:
        if cards != 2 or held.natural or self.rules["surrender"] == "none":
            return False
        return not held.split or bool(self.rules["surrender of split hands"])

    def two_large(self, large: bool, cards: int, doubled: bool, split: bool) -> bool:
        """Do two Large cards that the hand began with still count?"""
        if not large:
            return False
        if split:
            return cards == 2 and bool(self.rules["large cards count after splitting"])
        if doubled:
            return bool(self.rules["large cards count after doubling"])
        return cards == 2 or bool(self.rules["large cards count after drawing"])

    # ---- what a hand is paid, in units of the initial wager

    def pays(self, held: Held, end: int) -> Fraction:
        rules, stake = self.rules, 2 if held.doubled else 1
        won: Fraction = stake * rules["wins pay"]
        if held.points > 21:
            return Fraction(0 if end == 22 and rules["dealer's 22 returns busts"] else -stake)
        if held.natural:
            ties = end == BLACKJACK and not rules["blackjack beats blackjack"]
            return Fraction(0) if ties else rules["blackjack pays"]
        if held.points == 21 and rules["21 is paid at once"]:
            return won
        if end == BLACKJACK:
            return Fraction(-self._lost_to_blackjack(stake, held.split))
        if end == 22 and rules["dealer's 22 returns wagers"]:
            return self._against_22(held)
        return compare(held.points, end, won, -stake)

    def _lost_to_blackjack(self, staked: int, split: bool) -> int:
        """A Blackjack that shows late takes the initial wager; what was added, where the rules say so."""
        if self.rules["late blackjack takes added wagers"]:
            return staked
        return 0 if split else 1

    def _against_22(self, held: Held) -> Fraction:
        wins = (held.points == 21 and self.rules["21 wins against 22"]) or (
            held.two_large and self.rules["two large cards win against 22"]
        )
        units = 2 if held.doubled and self.rules["double wins against 22"] else 1
        return units * self.rules["wins pay"] if wins else Fraction(0)

    def chance_pays(self, points: int, end: int, doubled: bool, split: bool) -> Fraction:
        """A Second Chance by the points that are left after the card was subtracted."""
        stake = 2 if doubled else 1
        added = stake if self.rules["second chance stakes the double too"] else 1
        won, lost = added * self.rules["second chance pays"], Fraction(-stake - added)
        if points >= 21:
            return won if points == 21 else lost
        if end == BLACKJACK:
            return Fraction(-self._lost_to_blackjack(stake + added, split))
        if end == 22 and self.rules["dealer's 22 returns wagers"]:
            return Fraction(0)
        return compare(points, end, won, lost)


def compare(points: int, end: int, won: Fraction, lost: Fraction | int) -> Fraction:
    """The nearer to 21 wins; over 21 the dealer loses."""
    if end > 21 or points > end:
        return won
    return Fraction(0) if points == end else Fraction(lost)
