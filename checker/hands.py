"""What every action is worth to a family of hands: all that one hand may become, valued from the end.

Values are joint with what is seen: the chance of the sight times what the wager wins with it.
"""

import itertools
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from checker.dealing import Array, Cards, Dealer, Row, Shoe, name_of, pips_of, plus
from checker.form import Rejected
from checker.law import BLACKJACK, ENDS, HALF, Held, Law, is_large, total

STAND, HIT, DOUBLE, SURRENDER = "SHDR"
Letters = Callable[[str], str]
"""By the name of a hand: one letter for each sight."""
Chances = Callable[[str, bool], str] | None
"""By a busted hand's name, doubled or not: where a Second Chance is taken (Y). None without the offer."""


class Table(NamedTuple):
    """Everything that values of one kind are found from."""

    dealer: Dealer
    gone: Cards
    """Cards gone beside the hand itself."""
    first: int = -1
    """The class of the card that was split; -1 for a hand that was not."""
    others: int = 0
    """Other hands of the split that are known to hold a card of another kind."""
    large: bool = False
    """The hand began with two Large cards."""

    @property
    def numbers(self) -> Any:
        return self.dealer.numbers

    @property
    def law(self) -> Law:
        return self.dealer.law

    @property
    def shoe(self) -> Shoe:
        return self.dealer.shoe

    @property
    def sights(self) -> tuple[str, ...]:
        return self.dealer.sight.names

    @property
    def split(self) -> bool:
        return self.first >= 0

    def row(self, cards: Cards) -> Row:
        gone = tuple(map(sum, zip(cards, self.gone, strict=True)))
        return Row(gone, max(self.first, 0), self.others)

    def held(self, cards: Cards, doubled: bool = False) -> Held:
        return held_of(self.law, self.shoe.points, cards, self.large, self.split, doubled)

    def paid(self, ends: Array, hands: list[Held]) -> Array:
        """rows × sights × ends, times what each hand is paid at each end."""
        pays = {held: [self.law.pays(held, end) for end in ENDS] for held in {*hands}}
        return self.priced(ends, [pays[held] for held in hands])

    def priced(self, ends: Array, pays: list[list[Fraction]]) -> Array:
        keep = self.numbers.keep
        table = self.numbers.row([*map(self.numbers.number, itertools.chain(*pays))]).reshape(
            len(pays), 1, -1
        )
        return keep(keep(ends * table).sum(axis=2))

    def chance(self, cards: Cards, place: int) -> Any:
        """That the next card is of this class."""
        left = [all - gone - held for all, gone, held in zip(self.shoe.cards, self.gone, cards, strict=True)]
        inverse = self.numbers.inverse(np.array(sum(left)))
        return self.numbers.keep(max(left[place], 0) * inverse)


@cache
def held_of(
    law: Law, classes: tuple[int, ...], cards: Cards, large: bool, split: bool, doubled: bool
) -> Held:
    points = tuple(p for p, n in zip(classes, cards, strict=True) for _ in range(n))
    of_two = len(points) == 2
    began_large = all(map(is_large, points)) if of_two else large
    return Held(
        total(sum(points), points.count(1))[0],
        of_two and law.is_natural(points, split),
        law.two_large(began_large, len(points), doubled, split),
        doubled,
        split,
    )


class Values:
    """What each action is worth to each hand, and what the hand is worth as it is played."""

    def __init__(
        self, table: Table, starts: list[Cards], letters: Letters, chances: Chances, only_played: bool
    ) -> None:
        """`only_played`: leave out hands that the letters never lead to."""
        self.table, self.letters, self._only_played = table, letters, only_played
        self._starts = starts
        fewest = 1 if table.split else 2
        self.hands = [cards for cards in self._reached(self._goes_on) if sum(cards) >= fewest]
        self.at = {cards: row for row, cards in enumerate(self.hands)}
        table.dealer.want(map(table.row, self.hands))
        self.busts = Busts(table, chances, [cards for cards in self.hands if self._goes_on(cards)])

    def find(self) -> None:
        """All values, once the dealer's hands were dealt."""
        table, rows = self.table, [*map(self.table.row, self.hands)]
        self.seen, self.ends = table.dealer.seen(rows), table.dealer.ends(rows)
        self._check_complete([self.at[cards] for cards in self._reached(self._draws) if cards in self.at])
        self.allowed = {cards: self._allowed(cards) for cards in self.hands}
        self.worth = {letter: table.numbers.zeros(*self.seen.shape) for letter in "SHDR"}
        self.value = table.numbers.zeros(*self.seen.shape)
        self._find_ends()
        for cards in self.hands:
            self._find(cards)

    def _reached(self, goes_on: Callable[[Cards], bool]) -> list[Cards]:
        """Hands that come about if those draw that go on; the fullest first."""
        found: set[Cards] = set()
        waiting = [*self._starts]
        while waiting:
            cards = waiting.pop()
            if cards not in found:
                found.add(cards)
                if goes_on(cards):
                    waiting += [after for _, after in self._next(cards) if self._pips(after) <= 21]
        return sorted(found, key=lambda cards: (-self._pips(cards), cards))

    def _may_draw(self, cards: Cards) -> bool:
        return bool({HIT, DOUBLE} & {*self._allowed(cards)})

    def _draws(self, cards: Cards) -> bool:
        """Under some sight, as the letters say."""
        return bool({HIT, DOUBLE} & {*self._letters(cards)})

    def _goes_on(self, cards: Cards) -> bool:
        """Is another card weighed here?"""
        return self._draws(cards) if self._only_played else self._may_draw(cards)

    def _letters(self, cards: Cards) -> str:
        """A hand of one card must take another."""
        return HIT if sum(cards) < 2 else self.letters(name_of(self.table.shoe, cards))

    def _pips(self, cards: Cards) -> int:
        return pips_of(self.table.shoe, cards)

    def _next(self, cards: Cards) -> list[tuple[int, Cards]]:
        shoe, gone = self.table.shoe, self.table.gone
        return [(at, plus(cards, at)) for at, n in enumerate(cards) if n + gone[at] < shoe.cards[at]]

    def _check_complete(self, played: list[int]) -> None:
        lost = self.table.numbers.keep(self.ends[played].sum(axis=2) - self.seen[played])
        if np.abs(lost).max(initial=0) > 1e-9:
            raise Rejected("shoe: there are too few cards to complete every round")

    def _allowed(self, cards: Cards) -> str:
        table, number = self.table, sum(cards)
        if number < 2:
            return HIT
        held = table.held(cards)
        law, first = table.law, table.shoe.points[table.first] if table.split else 0
        return (
            STAND
            + HIT * law.may_hit(held, number, first)
            + DOUBLE * law.may_double(held, number, first)
            + SURRENDER * law.may_surrender(held, number)
        )

    def _find_ends(self) -> None:
        """Standing, and a surrender: half the wager, but all of it to a Blackjack that shows late."""
        table = self.table
        stand, twice = ([table.held(cards, doubled) for cards in self.hands] for doubled in (False, True))
        lost = [-HALF - HALF * (table.law.surrenders_late and end == BLACKJACK) for end in ENDS]
        self.worth[STAND], self._doubled = table.paid(self.ends, stand), table.paid(self.ends, twice)
        self.worth[SURRENDER] = table.priced(self.ends, [lost] * len(self.hands))

    def _find(self, cards: Cards) -> None:
        row, allowed = self.at[cards], self.allowed[cards]
        if self._goes_on(cards):
            for letter in {HIT, DOUBLE} & set(allowed):
                self.worth[letter][row] = self._drawn(cards, letter == DOUBLE)
        letters = self._letters(cards)
        for sight, letter in enumerate(letters * len(self.table.sights) if sum(cards) < 2 else letters):
            if letter not in allowed:
                where = f"{name_of(self.table.shoe, cards)} against {self.table.sights[sight]}"
                raise Rejected(f"strategy: {where}: “{letter}” is not one of {', '.join(allowed)}")
            self.value[row, sight] = self.worth[letter][row, sight]

    def _drawn(self, cards: Cards, doubled: bool) -> Array:
        """One more card: played on, or after a double left as it is."""
        keep, worth = self.table.numbers.keep, self.table.numbers.zeros(self.seen.shape[1])
        for place, after in self._next(cards):
            row = self.at.get(after)
            if row is None:
                then = self.busts.value(after, doubled)
            else:
                then = self._doubled[row] if doubled else self.value[row]
            worth = worth + keep(self.table.chance(cards, place) * then)
        return keep(worth)


class Busts:
    """Hands over 21: lost, unless the rules give the wager back or sell another chance."""

    def __init__(self, table: Table, chances: Chances, drawing: list[Cards]) -> None:
        """All that one more card can make of the drawing hands."""
        self.table, self.chances = table, chances
        self._kept: dict[tuple[Cards, bool], Array] = {}
        self.hands = busts_after(table.shoe, table.gone, drawing)
        self._returned = bool(table.law.rules["dealer's 22 returns busts"])
        table.dealer.want(map(table.row, self.hands), self._returned)
        for cards in self.hands if chances is not None else ():
            for place, points in enumerate(table.shoe.points):
                meets_dealer = pips_of(table.shoe, cards) - points < 21
                table.dealer.want([table.row(plus(cards, place))], meets_dealer)

    def seen(self, cards: Cards) -> Array:
        return self.table.dealer.seen([self.table.row(cards)])[0]

    def value(self, cards: Cards, doubled: bool) -> Array:
        key = (cards, doubled)
        if key not in self._kept:
            worth = self.lost(cards, doubled)
            if self.chances is not None:
                letters = np.array([*self.chances(name_of(self.table.shoe, cards), doubled)])
                worth = np.where(letters == "Y", self.taken(cards, doubled), worth)
            self._kept[key] = worth
        return self._kept[key]

    def lost(self, cards: Cards, doubled: bool) -> Array:
        """Left as it is."""
        table, held = self.table, Held(22, False, False, doubled, self.table.split)
        if self._returned:
            return table.paid(table.dealer.ends([table.row(cards)]), [held])[0]
        return table.numbers.keep(self.seen(cards) * table.numbers.number(table.law.pays(held, ENDS[0])))

    def taken(self, cards: Cards, doubled: bool) -> Array:
        """With a Second Chance: one card more, to be subtracted."""
        table, keep = self.table, self.table.numbers.keep
        worth = table.numbers.zeros(len(table.sights))
        for place, points in enumerate(table.shoe.points):
            after, left = table.row(plus(cards, place)), pips_of(table.shoe, cards) - points
            pays = [table.law.chance_pays(left, end, doubled, table.split) for end in ENDS]
            if left < 21:
                then = table.priced(table.dealer.ends([after]), [pays])[0]
            else:
                then = keep(table.dealer.seen([after])[0] * table.numbers.number(pays[0]))
            worth = worth + keep(table.chance(cards, place) * then)
        return keep(worth)


def busts_after(shoe: Shoe, gone: Cards, hands: Iterable[Cards]) -> list[Cards]:
    """Every hand over 21 that one more card makes of these."""
    found = {
        plus(cards, at)
        for cards in hands
        for at, points in enumerate(shoe.points)
        if cards[at] + gone[at] < shoe.cards[at] and pips_of(shoe, cards) + points > 21
    }
    return sorted(found)
