"""What is owed, and what comes back of a dead hand, as plain values."""

from __future__ import annotations

from dataclasses import dataclass

from tests.naive.cards import Back
from tests.naive.layout import BoxOnTable

Parts = tuple[tuple[int, int], ...]
"""For each wager: what comes back of the stake, and what is won on top."""


@dataclass(frozen=True)
class Owed:
    """One thing the dealer must take, return or pay now."""

    box: int
    hand: int
    """-1 for a wager beside the hands."""
    wager: str
    """ "" for a hand."""
    stake: int
    parts: Parts
    why: str
    """The clause or reading it goes by."""

    def __str__(self) -> str:
        what = self.wager or f"hand {self.hand + 1}"
        parts = ", ".join(f"{back} back and {won} won" for back, won in self.parts)
        return f"{what} of box {self.box}, {self.stake} staked: {parts} ({self.why})"

    def loses(self) -> bool:
        """Nothing comes back."""
        return all(part == (0, 0) for part in self.parts)

    def is_mixed(self) -> bool:
        """One wager of the hand is taken, and something comes back for another."""
        taken = any(part == (0, 0) for part in self.parts)
        return taken and not self.loses()


@dataclass(frozen=True)
class Death:
    """A hand that is dead, with what comes back of it and of the wagers that end with it."""

    box: int
    hand: int
    stake: int
    returned: int
    sides: tuple[str, ...]
    side_returned: int
    insurance: int
    why: str
    sides_may_stay: bool = False
    """No text says whether the side wager ends here, where the box has another hand in play."""

    def __str__(self) -> str:
        told = f"hand {self.hand + 1} of box {self.box}, {self.stake} staked: {self.returned} back"
        if self.sides != ():
            told = f"{told}, {self.side_returned} of {', '.join(self.sides)}"
        return f"{told}, {self.insurance} of insurance ({self.why or 'as recorded'})"

    def agrees(self, recorded: Death) -> bool:
        """Does a recorded death give back what this one must?"""
        money = (self.stake, self.returned, self.insurance)
        if money != (recorded.stake, recorded.returned, recorded.insurance):
            return False
        if self.sides_may_stay and recorded.sides == ():
            return recorded.side_returned == 0
        same_sides = sorted(self.sides) == sorted(recorded.sides)
        return same_sides and self.side_returned == recorded.side_returned


@dataclass(frozen=True)
class Late:
    """What a Blackjack found late gives or takes back of a hand that was settled before."""

    what: str
    box: int
    hand: int
    cents: int

    def __str__(self) -> str:
        return f"{self.what}: {self.cents} on hand {self.hand + 1} of box {self.box}"


def part_of(stake: int, back: int) -> tuple[int, int]:
    """What is handed back, the stake included, told as stake and winnings."""
    if back > stake:
        return stake, back - stake
    return back, 0


def hand_owed(box: BoxOnTable, index: int, back: Back, why: str) -> Owed:
    hand = box.hands[index]
    stakes = {"stake": hand.stake, "double": hand.double, "second_chance": hand.chance}
    parts = [part_of(stake, back[name]) for name, stake in stakes.items() if stake > 0]
    return Owed(box.number, index, "", hand.all_stakes(), tuple(parts), why)


def wager_owed(box: BoxOnTable, wager: str, stake: int, back: int, why: str) -> Owed:
    return Owed(box.number, -1, wager, stake, (part_of(stake, back),), why)
