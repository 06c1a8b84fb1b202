"""A whole round of the blackjack family: what the stated strategy is worth."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property
from math import ceil, lcm, perm
from typing import Any, NamedTuple

from checker.dealing import (
    NAMES,
    Array,
    Cards,
    Dealer,
    Shoe,
    name_of,
    plus,
    shoe_by_rank,
    shoe_by_value,
    sights,
)
from checker.form import RANKS, Rejected
from checker.hands import Table, Values
from checker.law import ACE, BLACKJACK, ENDS, HALF, TEN, Held, Law
from checker.strategy import Strategy

CDZ, CDP1 = "CDZ-", "CDP1"


class Start(NamedTuple):
    """Two cards as dealt, by the classes of the shoe."""

    first: int
    second: int

    def cards(self, width: int) -> Cards:
        return plus(plus((0,) * width, self.first), self.second)


class Pair(NamedTuple):
    """Two cards that may be split: of one value, or of one rank."""

    name: str
    value: int
    """The class by value."""
    shoe: Shoe
    apart: int
    """The class of its cards in that shoe."""
    ways: int
    """Ordered ways to be dealt."""


class Growth(NamedTuple):
    """One way in which the hands of a split may come about."""

    drawn: int
    """Cards of the pair that were drawn and split again."""
    closed: int
    """Hands that drew another card."""
    waiting: int
    """Hands that may draw any card, because no more hands are allowed."""
    ways: int


def growths(most: int) -> list[Growth]:
    """Each waiting hand in turn draws its second card: one of the pair makes two waiting hands of it."""
    ended: dict[tuple[int, int, int], int] = {}

    def go(drawn: int, closed: int, waiting: int) -> None:
        if waiting == 0 or drawn + 2 == most:
            ended[drawn, closed, waiting] = ended.get((drawn, closed, waiting), 0) + 1
            return
        go(drawn + 1, closed, waiting + 1)
        go(drawn, closed + 1, waiting - 1)

    go(0, 0, 2)
    return [Growth(*key, ways) for key, ways in ended.items()]


class Round:
    """One game in one kind of numbers. `only_played` leaves out what the strategy never does."""

    def __init__(
        self,
        numbers: Any,
        law: Law,
        ranks: Cards,
        strategy: Strategy,
        method: str,
        only_played: bool,
    ) -> None:
        self.numbers, self.law, self.ranks = numbers, law, ranks
        self.strategy, self.method, self.only_played = strategy, method, only_played
        self.shoe = shoe_by_value(ranks)
        self.sight = sights(self.law, self.shoe)
        self._dealers: dict[Shoe, Dealer] = {}
        self._one_hand: dict[tuple[Shoe, int, int, int], Values] = {}
        none = (0,) * len(self.shoe.cards)
        self.plain = self._values(Table(self._dealer(self.shoe), none), [none])
        self.from_large = self._find_from_large(none)
        for pair in self._pairs():
            for growth in self.growths(pair):
                self._plan_split(pair, growth)
        for dealer in self._dealers.values():
            dealer.deal()
        for values in (self.plain, *([self.from_large] if self.from_large is not self.plain else [])):
            values.find()
        for values in self._one_hand.values():
            values.find()

    def _dealer(self, shoe: Shoe) -> Dealer:
        if shoe not in self._dealers:
            self._dealers[shoe] = Dealer(self.numbers, self.law, shoe)
        return self._dealers[shoe]

    # ---- hands that were not split

    def _values(self, table: Table, starts: list[Cards]) -> Values:
        letters = self.strategy.hands_from_large if table.large else self.strategy.hands
        chances = self.strategy.chances if self.law.rules["second chance"] else None
        return Values(table, starts, letters, chances, self.only_played)

    def _find_from_large(self, none: Cards) -> Values:
        """Hands that grew out of two Large cards, where that still counts."""
        rules = self.law.rules
        counts = rules["large cards count after drawing"] or rules["large cards count after doubling"]
        if not (counts and rules["two large cards win against 22"]):
            return self.plain
        starts = [start.cards(10) for start in self.starts if {*start} <= {0, 9}]
        return self._values(Table(self._dealer(self.shoe), none, large=True), starts)

    def values_of(self, start: Start) -> Values:
        return self.from_large if {*start} <= {0, 9} else self.plain

    @cached_property
    def starts(self) -> list[Start]:
        every = [(a, b) for a in range(10) for b in range(a, 10)]
        return [Start(a, b) for a, b in every if self._orders(a, b)]

    def _orders(self, first: int, second: int) -> int:
        cards = self.shoe.cards
        return cards[first] * (cards[second] - (first == second)) * (2 if first != second else 1)

    # ---- splits

    def pairs_of(self, start: Start) -> list[Pair]:
        """The pairs that may be split among these two cards; ten-values by rank where rank counts."""
        rules, value = self.law.rules, start.first
        most = rules["most hands of aces" if value == 0 else "most hands"]
        if start.first != start.second or most < 2:
            return []
        if not (rules["pairs are by rank"] and self.shoe.points[value] == TEN):
            count = self.shoe.cards[value]
            return [Pair(NAMES[value] * 2, value, self.shoe, value, count * (count - 1))]
        tens = [(rank, count) for rank, count in zip(RANKS, self.ranks, strict=True) if rank in "TJQK"]
        return [
            Pair(rank * 2, value, shoe_by_rank(self.ranks, rank), 10, count * (count - 1))
            for rank, count in tens
            if count > 1
        ]

    def _pairs(self) -> Iterator[Pair]:
        """All that may be split; or those that are."""
        for start in self.starts:
            for pair in self.pairs_of(start):
                if not self.only_played or "Y" in self.strategy.pairs(pair.name):
                    yield pair

    def _plan_split(self, pair: Pair, growth: Growth) -> None:
        self._plan_hand(pair, 0, 0)
        if growth.closed:
            self._plan_hand(pair, growth.drawn, growth.closed - 1)
        if growth.waiting:
            self._plan_hand(pair, growth.drawn, growth.closed)

    def _plan_hand(self, pair: Pair, drawn: int, others: int) -> None:
        key = (pair.shoe, pair.apart, drawn, others)
        if key in self._one_hand:
            return
        none = (0,) * len(pair.shoe.cards)
        table = Table(self._dealer(pair.shoe), plus(none, pair.apart, 1 + drawn), pair.apart, others)
        chances = self.strategy.split_chances(NAMES[pair.value]) if self._chance_after_split else None
        letters = self.strategy.split_hands(NAMES[pair.value])
        all_hands = self.method == CDP1 and not (drawn or others or self.only_played)
        self._one_hand[key] = Values(table, [plus(none, pair.apart)], letters, chances, not all_hands)

    def one_hand(self, pair: Pair, drawn: int, others: int) -> Values:
        """One hand of a split, when so many more cards of the pair are gone and others hold none of them."""
        return self._one_hand[pair.shoe, pair.apart, drawn, others]

    @property
    def _chance_after_split(self) -> bool:
        return bool(self.law.rules["second chance"] and self.law.rules["second chance after a split"])

    def growths(self, pair: Pair) -> list[Growth]:
        most = self.law.rules["most hands of aces" if pair.value == 0 else "most hands"]
        count = pair.shoe.cards[pair.apart]
        return [growth for growth in growths(most) if growth.drawn <= count - 2]

    def split(self, pair: Pair) -> Array:
        """What a split is worth under each sight: all hands of every way in which they come about."""
        keep, worth = self.numbers.keep, self.numbers.zeros(len(self.sight.names))
        for growth in self.growths(pair):
            drawn = growth.ways * self._chance_drawn(pair, growth.drawn)
            if growth.closed:
                closed = self._closed(pair, self.one_hand(pair, growth.drawn, growth.closed - 1))
                worth = worth + keep(keep(drawn * growth.closed) * closed)
            if growth.waiting:
                hand = self.one_hand(pair, growth.drawn, growth.closed)
                single = hand.value[hand.at[self._single(pair)]]
                worth = worth + keep(keep(drawn * growth.waiting) * single)
        return keep(worth)

    def _single(self, pair: Pair) -> Cards:
        return plus((0,) * len(pair.shoe.cards), pair.apart)

    def _closed(self, pair: Pair, hand: Values) -> Array:
        """Of one hand, only what follows when its second card is not of the pair."""
        single = self._single(pair)
        again = plus(single, pair.apart)
        chance = hand.table.chance(single, pair.apart)
        paired = hand.value[hand.at[again]] if again in hand.at else self.numbers.zeros(len(self.sight.names))
        return self.numbers.keep(hand.value[hand.at[single]] - self.numbers.keep(chance * paired))

    def _chance_drawn(self, pair: Pair, drawn: int) -> Any:
        chance, count, size = Fraction(1), pair.shoe.cards[pair.apart] - 2, self.shoe.size - 2
        for step in range(drawn):
            chance *= Fraction(count - step, size - step)
        return self.numbers.number(chance)

    # ---- the round

    def played(self, start: Start) -> Array:
        """What two cards are worth under each sight, as they are played."""
        keep, values = self.numbers.keep, self.values_of(start)
        plain = values.value[values.at[start.cards(10)]]
        pairs = self.pairs_of(start)
        if not pairs or not any("Y" in self.strategy.pairs(pair.name) for pair in pairs):
            return plain
        worth, rest = self.numbers.zeros(len(plain)), self._orders(*start)
        for pair in pairs:
            letters = self.strategy.pairs(pair.name)
            split = self.split(pair) if "Y" in letters or not self.only_played else plain
            chosen = [split[at] if letter == "Y" else plain[at] for at, letter in enumerate(letters)]
            share = self.numbers.number(Fraction(pair.ways, self._orders(*start)))
            worth, rest = worth + keep(share * self.numbers.row(chosen)), rest - pair.ways
        return keep(worth + keep(self.numbers.number(Fraction(rest, self._orders(*start))) * plain))

    def by_up(self, start: Start, up: int) -> tuple[Any, Any]:
        """With this up card: its chance, and what the cards are worth, nothing being done before play."""
        keep, values = self.numbers.keep, self.values_of(start)
        row, played = values.at[start.cards(10)], self._played[start]
        chance = value = 0
        for at, shown in enumerate(self.sight.ups):
            if shown == up:
                chance, value = chance + values.seen[row, at], value + played[at]
        ended = self._dealer(self.shoe).seen_ended(values.table.row(start.cards(10)))[up]
        lost = self.numbers.number(self.law.pays(values.table.held(start.cards(10)), BLACKJACK))
        return keep(chance + ended), keep(value + keep(ended * lost))

    @cached_property
    def _played(self) -> dict[Start, Array]:
        return {start: self.played(start) for start in self.starts}

    def insurance(self, start: Start) -> Any:
        """A unit of insurance, joint with the ace being up."""
        left = [have - gone for have, gone in zip(self.shoe.cards, start.cards(10), strict=True)]
        size = sum(left)
        ace, natural = Fraction(left[0], size), Fraction(left[0] * left[9], size * (size - 1))
        return self.numbers.number(natural * (self.law.rules["insurance pays"] + 1) - ace)

    def kept(self, start: Start, up: int) -> Any:
        """The value against this up card, but for even money."""
        chance, value = self.by_up(start, up)
        name = name_of(self.shoe, start.cards(10))
        if NAMES[up - 1] in self.strategy.early_surrenders(name):
            value = -chance * self.numbers.number(HALF)
        if up == ACE and name in self.strategy.insured:
            value = value + self.insurance(start) * self.numbers.number(HALF)
        return self.numbers.keep(value)

    def value(self) -> Any:
        """What one unit of the main wager is worth to the player."""
        keep, worth = self.numbers.keep, 0
        for start in self.starts:
            name, of_start = name_of(self.shoe, start.cards(10)), 0
            for up in sorted(set(self.sight.ups) | {ACE, TEN}):
                even = up == ACE and name in self.strategy.even_money
                of_start = of_start + (self.by_up(start, up)[0] if even else self.kept(start, up))
            chance = self.numbers.number(
                Fraction(self._orders(*start), self.shoe.size * (self.shoe.size - 1))
            )
            worth = worth + keep(chance * keep(of_start))
        return keep(worth)

    # ---- a common denominator, and a bound

    def denominator(self) -> int:
        """Every chance is a whole number divided by N (N-1) (N-2) …, one factor for each card dealt."""
        values = [self.plain, self.from_large, *self._one_hand.values()]
        hand = max(sum(cards) for one in values for cards in one.hands) + 2
        dealer = max(one.longest for one in self._dealers.values())
        beside = max((growth.drawn + growth.closed for growth in self._all_growths()), default=0) + 1
        pays = [
            2,
            self.law.rules["insurance pays"].denominator * 2,
            *(pay.denominator for pay in self._pays()),
        ]
        return perm(self.shoe.size, min(hand + beside + dealer, self.shoe.size)) * lcm(*pays)

    def _all_growths(self) -> Iterator[Growth]:
        for start in self.starts:
            for pair in self.pairs_of(start):
                yield from self.growths(pair)

    def _pays(self) -> Iterator[Fraction]:
        law = self.law
        for doubled in (False, True):
            for points in range(4, 23):
                for held in (Held(points, False, large, doubled, False) for large in (False, True)):
                    yield from (law.pays(held, end) for end in ENDS)
                yield from (law.chance_pays(points, end, doubled, False) for end in ENDS)
        yield from (law.pays(Held(21, True, False, False, False), end) for end in ENDS)

    def most(self) -> int:
        """As much as a round can win or lose."""
        rules = self.law.rules
        hands = max(rules["most hands"], rules["most hands of aces"])
        insurance: Fraction = max(Fraction(1), rules["insurance pays"])
        most: Fraction = hands * max(abs(pay) for pay in self._pays()) + insurance
        return ceil(most)


def refuse_unknown(rules: dict[str, Any]) -> None:
    """A Blackjack that shows late and takes one hand of several is not valued here."""
    splits = max(rules["most hands"], rules["most hands of aces"]) > 1
    late = rules["announced before play"] == "nothing" and not rules["late blackjack takes added wagers"]
    if splits and late:
        raise Rejected(
            "rules: splits, a late blackjack and “late blackjack takes added wagers”: false do not go"
        )
