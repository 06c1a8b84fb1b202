"""What becomes of a hand, tabulated: every way it can end against every way the dealer's hand can end."""

from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.rules.cards import KING
from pitboss.rules.dealer import dealer_must_draw, waits_for_dealer
from pitboss.rules.hands import (
    EMPTY,
    BoxHand,
    Dealt,
    Hand,
    dealer_total,
    draw,
    holds_blackjack,
    is_blackjack,
    is_bust,
    player_total,
)
from pitboss.rules.house import House
from pitboss.rules.settlement import (
    HandPayment,
    Payment,
    Stakes,
    settle_even_money,
    settle_hand,
    settle_surrender,
)
from pitboss.rules.stakes import most_double, second_chance_stake

HIDDEN = Dealt(0, False)
"""The dealer's hand where no wager waited for it."""

RANKS = range(1, KING + 1)


class EndClass(NamedTuple):
    """Hands that are told apart by nothing any more."""

    label: str
    nets_cents: tuple[int, ...]
    """All wagers of the hand together, against each end of the dealer's."""
    chance_nets_cents: tuple[int, ...]
    """Of these, the Second Chance alone."""
    chance_cents: int
    added_cents: int
    """Staked beside the hand's own wager: double and Second Chance."""
    waits: bool


@dataclass
class DealerHands:
    """The dealer's hand as an automaton over ranks: ends first, then hands that must draw."""

    house: House
    ends: list[Dealt] = field(default_factory=lambda: [HIDDEN])
    rows: list[tuple[int, ...]] = field(default_factory=list)
    _known: dict[object, int] = field(default_factory=dict)

    def start(self, up: int, hole: int) -> int:
        """The state after two cards; drawing states count from -1 downwards."""
        if is_blackjack(up, hole):
            return self._end(Dealt(dealer_total(_two(up, hole), self.house).points, True))
        return self._state(_two(up, hole))

    def _state(self, hand: Hand) -> int:
        total = dealer_total(hand, self.house)
        if not dealer_must_draw(total, self.house):
            return self._end(Dealt(total.points, False))
        if hand not in self._known:
            row = tuple(self._state(draw(hand, rank)) for rank in RANKS)
            if row not in self._known:
                self.rows.append(row)
                self._known[row] = -len(self.rows)
            self._known[hand] = self._known[row]
        return self._known[hand]

    def _end(self, dealt: Dealt) -> int:
        if dealt not in self.ends:
            self.ends.append(dealt)
        return self.ends.index(dealt)


def _two(first: int, second: int) -> Hand:
    return draw(draw(EMPTY, first), second)


@dataclass
class EndClasses:
    """Every class that some hand of this house ends in, found as it is met."""

    house: House
    stake_cents: int
    ends: list[Dealt]
    classes: list[EndClass] = field(default_factory=list)
    _numbers: dict[EndClass, int] = field(default_factory=dict)
    _hands: dict[tuple[BoxHand, bool], int] = field(default_factory=dict)

    def _number(self, made: EndClass) -> int:
        if made not in self._numbers:
            self._numbers[made] = len(self.classes)
            self.classes.append(made)
        return self._numbers[made]

    def of_hand(self, box: BoxHand, added_by_split: bool) -> int:
        """A hand at its end, with everything staked on it."""
        if (box, added_by_split) not in self._hands:
            self._hands[box, added_by_split] = self._number(self._settled(box, added_by_split))
        return self._hands[box, added_by_split]

    def _settled(self, box: BoxHand, added_by_split: bool) -> EndClass:
        wager = self.stake_cents
        double = most_double(wager) if box.doubled else 0
        chance = second_chance_stake(wager, double, self.house) if box.chance else 0
        stakes = Stakes(wager, double, chance, added_by_split)
        paid = [settle_hand(box, stakes, end, self.house) for end in self.ends]
        return EndClass(
            _label(box, self.house),
            tuple(_handed(payment) - wager - double - chance for payment in paid),
            tuple(sum(payment.chance) - chance for payment in paid),
            chance,
            double + chance,
            waits_for_dealer(box, self.house),
        )

    def surrendered(self) -> int:
        back = [settle_surrender(self.stake_cents, end, self.house) for end in self.ends]
        return self._number(self._paid("surrendered", back))

    def even_money(self) -> int:
        return self._number(self._paid("even money", [settle_even_money(self.stake_cents)] * len(self.ends)))

    def _paid(self, label: str, back: list[Payment]) -> EndClass:
        nets = tuple(sum(payment) - self.stake_cents for payment in back)
        return EndClass(label, nets, (0,) * len(back), 0, 0, waits=False)


def _handed(payment: HandPayment) -> int:
    return sum(sum(part) for part in payment)


def _label(box: BoxHand, house: House) -> str:
    if box.chance:
        return "second chance"
    if holds_blackjack(box, house):
        return "blackjack"
    doubled = "doubled, " if box.doubled else ""
    return doubled + ("bust" if is_bust(box.hand) else str(player_total(box.hand).points))
