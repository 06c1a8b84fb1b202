"""Splits, exact under a named method.

A split hand is played by its own cards alone, whatever became of the other hands. For such a fixed way of
playing the hands of a box are exchangeable: the value of a split is a sum over how many hands there come to
be, each term one hand's value with so many cards of the pair gone. Nothing is approximated. A pair is split
again whenever the house allows it.

Where the house lets a split hand be surrendered, giving it up is one of the plays of its first two cards.

CDZ-: a split hand is played as the same cards would be played unsplit.
CDP1: a split hand is played best, knowing that one more card of the pair is gone.
fixed: a split hand is played as a given strategy says.
"""

from collections.abc import Hashable, Iterable
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from pitboss.exact.arithmetic import Table
from pitboss.exact.composition import VALUES
from pitboss.exact.hand_graph import Ints
from pitboss.exact.hand_tables import busts_matter, legal, may_give_up, pay_rows_of, priced_table
from pitboss.exact.solve import DOUBLE, HIT, STAND, SURRENDER, Busts, Solver, Values
from pitboss.rules.cards import ACE
from pitboss.rules.house import House

CDZ, CDP1, FIXED = "CDZ-", "CDP1", "fixed"

CLOSE = 0.25
"""With at least two decks, one card gone does not turn a decision that is clear by a quarter of the most that
a unit can win or lose."""
SMALL_SHOE = 104


class Growth(NamedTuple):
    """One way the hands of a box may come about."""

    pairs: int
    """Further cards of the pair that were drawn and split."""
    closed: int
    """Hands known to have drawn another card than the pair's."""
    unknown: int
    """Hands whose second card may be anything."""
    ways: int


@lru_cache(maxsize=8)
def growths(most_hands: int) -> tuple[Growth, ...]:
    """Every way from two hands to the end, with the number of orders in which it happens."""
    ended: dict[tuple[int, int, int], int] = {}
    open_ways = {(2, 2): 1}
    while open_ways:
        following: dict[tuple[int, int], int] = {}
        for (hands, waiting), ways in open_ways.items():
            if hands == most_hands or waiting == 0:
                key = (hands - 2, hands - waiting, waiting)
                ended[key] = ended.get(key, 0) + ways
                continue
            for step in ((hands + 1, waiting + 1), (hands, waiting - 1)):
                following[step] = following.get(step, 0) + ways
        open_ways = following
    return tuple(Growth(*key, ways) for key, ways in ended.items())


class SplitHand(NamedTuple):
    """One hand of a split with its partner gone, kept to be priced again."""

    rows: Ints
    seen: Table
    dealt: Table
    extra: Ints
    busts: Busts
    policy: Any
    hands: Ints
    open_hands: Any
    """Those on which drawing was weighed."""
    values: Values | None
    """Where the hand was played best for itself: what each action is worth."""


class LaidOut(NamedTuple):
    """Hands of a split beside cards that are gone, and what standing is worth to each, doubled or not."""

    rows: Ints
    seen: Table
    dealt: Table
    stand: Table
    doubled: Table


class OneHand(NamedTuple):
    """What is counted of one hand of a split: with any second card, and with any but the pair's."""

    unknown: Table
    closed: Table


class PairValue(NamedTuple):
    """What splitting a pair is worth, as far as the round asks for it."""

    worth: Table
    """Under every observation, over all kinds of the pair."""
    kinds: list[tuple[Any, Table]]
    """For each kind of the pair its share and its worth."""
    growths: list[tuple[Growth, Table]]


class Splits:
    """The values of splitting each pair, under every observation."""

    def __init__(
        self,
        solver: Solver,
        method: str,
        fixed: dict[int, Any] | None = None,
        *,
        second_chance: bool = True,
        leader: "Splits | None" = None,
        weighs: bool = False,
        thorough: bool = False,
    ) -> None:
        """`weighs`: of a leader's choices, the actions that were not chosen are valued too.

        `thorough`: hands that clearly stand are weighed as well.
        """
        self._thorough = thorough
        self.solver = solver
        self._leader, self._weighs = leader, weighs
        self.method = method
        self.second_chance = second_chance and solver.house.second_chance.on_split_hands
        self._legal: dict[int, Any] = {}
        self._may_give_up: dict[int, Any] = {}
        self._policies: dict[int, Any] = fixed or {}
        self._first: dict[int, SplitHand] = {}
        self._reached: dict[int, Ints] = {}
        self.values: dict[int, Table] = {}
        self.growths: dict[int, list[tuple[Growth, Table]]] = {}
        """For each pair the ways its hands come about, with their chances joint with each observation."""
        self.kinds: dict[int, list[tuple[Any, Table]]] = {}

    def worth(self, value: int) -> Table:
        """What splitting this pair is worth under every observation; found when first asked for."""
        if value not in self.values:
            shared = self.solver.shared
            pair = (
                shared.once(self.made_of(value), lambda: self._solve(value)) if shared else self._solve(value)
            )
            self.values[value], self.kinds[value], self.growths[value] = pair
        return self.values[value]

    def deal_ahead(self, values: Iterable[int]) -> None:
        """The dealer's hands beside those of all these pairs in one go: quicker than pair by pair."""
        graph, removed = self.solver.graph, []
        for value in values:
            hands = self._possible(value) if self.method == CDP1 else self.reached(value)
            for gone in range(self._deepest(value) + 1):
                removed.append(graph.counts[hands])
                removed[-1][:, value] += 1 + gone
        if removed:
            self.solver.deal_ahead(np.concatenate(removed))

    def _deepest(self, value: int) -> int:
        """As many more cards of the pair as may be gone."""
        deepest = max(growth.pairs + growth.closed for growth in growths(self.most_hands(value)))
        return min(deepest, int(self.solver.cards[value]) - 2)

    def made_of(self, value: int) -> Hashable:
        """All that the value of splitting this pair is made of, where solvers share their parts."""
        solver = self.solver
        rows = pay_rows_of(solver.graph, value)
        return (
            type(self), self.method, self._thorough, value, self.most_hands(value),
            tuple(self.kinds_of(value)),
            solver.made_of(rows), solver.made_of(rows, first=value + 1), self.second_chance,
            self.may_give_up(value).tobytes(), solver.surrender_spares, _most_won(solver.house),
        )  # fmt: skip

    def most_hands(self, value: int) -> int:
        """Hands that a box may become by splitting this pair."""
        split = self.solver.house.split
        return split.max_ace_hands if value + 1 == ACE else split.max_hands

    def _solve(self, value: int) -> PairValue:
        ways = growths(self.most_hands(value))
        deepest = self._deepest(value)
        whole, paired, seen = [], [], []
        for gone in range(deepest + 1):
            one_hand, pair_hand, observation = self._one_hand(value, gone)
            whole.append(one_hand)
            paired.append(pair_hand)
            seen.append(observation)
        zero = self.solver.numbers.zero
        pair = PairValue(whole[0] * zero, [], [])
        for left, weight in self.kinds_of(value):
            chances = [self._pair_chance(left - gone, gone) for gone in range(deepest + 1)]
            worth = split_total(ways, whole, paired, chances, zero)
            pair.kinds.append((weight, worth))
            pair.growths.extend(
                (growth, weight * split_chances(growth, seen, chances, zero)) for growth in ways
            )
            pair = pair._replace(worth=pair.worth + weight * worth)
        return pair

    def _pair_chance(self, kind: int, gone: int) -> Any:
        """The chance that an unseen card is of the pair's kind, with two and `gone` more away."""
        solver = self.solver
        return solver.numbers.one * max(kind, 0) / (solver.shoe.size - 2 - gone)

    def kinds_of(self, value: int) -> list[tuple[int, Any]]:
        """Cards that would pair again after the first two, and the share of pairs for which it is so.

        By value there is one kind of ten; by rank there are four, and a shoe may hold them unevenly.
        """
        one = self.solver.numbers.one
        if not (self.solver.house.split.by_rank and value + 1 == VALUES):
            return [(int(self.solver.cards[value]) - 2, one)]
        tens = [count for count in self.solver.shoe.ranks[VALUES - 1 :] if count >= 2]
        pairs = sum(count * (count - 1) for count in tens)
        return [
            (count - 2, one * tens.count(count) * count * (count - 1) / pairs) for count in sorted(set(tens))
        ]

    def _one_hand(self, value: int, gone: int) -> tuple[Table, Table, Table]:
        """One split hand with its partner and `gone` more away: any second card; the pair again."""
        solver, graph = self.solver, self.solver.graph
        extra = np.zeros(VALUES, dtype=np.int64)
        extra[value] = 1 + gone
        weighed = self._weighed(value) if gone == 0 else None
        if self.method == CDP1 and gone == 0:
            hands, policy = self._possible(value), None
        else:
            policy = self.policy(value)
            hands = self.reached(value) if weighed is None else weighed.hands
        rows, seen, dealt, stand, doubled = self._lay_out(hands, extra)
        given_up = self._given_up(value, rows, dealt, seen)
        may_hit, may_double = self.legal(value)
        open_hands = self._open(value) if policy is None else _draws(policy)
        if weighed is not None:
            open_hands = weighed.open_hands
        busts = self._busts(value, hands[open_hands[hands] | (graph.cards[hands] == 1)], extra)
        values = solver.sweep(
            self._ending(value, stand, given_up, policy),
            doubled,
            may_hit & open_hands,
            may_double & open_hands,
            rows,
            seen,
            extra,
            busts,
            policy,
            hands[::-1],
        )
        chosen_here = policy is None or (
            self._leader is not None and self._leader.first(value).values is not None
        )
        if policy is None:
            self._reached.pop(value, None)
            policy = self._policies[value] = self._choose(replace(values, stand=stand), value, given_up)
        if gone == 0:
            kept = values if chosen_here else None
            self._first[value] = SplitHand(rows, seen, dealt, extra, busts, policy, hands, open_hands, kept)
        single, pair = graph.find(value), graph.find(value, value)
        row = solver.numbers.row
        return row(values.hit[single]), row(values.best[pair]), row(seen[rows[single]])

    def _lay_out(self, hands: Ints, extra: Ints) -> LaidOut:
        solver = self.solver
        rows = np.full(len(solver.graph.pips), -1, dtype=np.int64)
        rows[hands] = np.arange(len(hands))
        removed = solver.graph.counts[hands] + extra
        seen, dealt = solver.see(removed, solver.shown), solver.deal(removed)
        stand, doubled = (
            solver.standing(rows, dealt, seen, split=True, doubled=twice, from_large=False)
            for twice in (False, True)
        )
        return LaidOut(rows, seen, dealt, stand, doubled)

    def priced(self, value: int, price: Any, price_chance: Any) -> OneHand:
        """One hand of this split as it is played, under other prices, joint with each observation."""
        solver, one = self.solver, self.first(value)
        tables = [priced_table(solver.house, True, twice, price) for twice in (False, True)]
        stand, doubled = (solver.paid(one.rows, one.dealt, one.seen, pays) for pays in tables)
        given_up = self._priced_surrender(value, price)
        stand = self._ending(value, stand, given_up, one.policy)
        may_hit, may_double = self.legal(value)
        busts = solver.price_busts(one.busts, price, price_chance)
        values = solver.sweep(
            stand, doubled, may_hit, may_double, one.rows, one.seen, one.extra, busts, one.policy,
            one.hands[::-1],
        )  # fmt: skip
        pair = values.best[solver.graph.find(value, value)]
        again = sum(weight * self._pair_chance(left, 0) for left, weight in self.kinds_of(value))
        return OneHand(
            values.hit[solver.graph.find(value)], values.hit[solver.graph.find(value)] - again * pair
        )

    def _weighed(self, value: int) -> SplitHand | None:
        """A hand of the leader's, where it was played best for itself and is to be weighed again."""
        if self._leader is None or not self._weighs or self._leader.first(value).values is None:
            return None
        return self._leader.first(value)

    def first(self, value: int) -> SplitHand:
        """One hand of this split, the others being as they were dealt."""
        if value not in self._first:
            self._solve(value)
        return self._first[value]

    def busts(self, value: int) -> Busts:
        """Busted hands of this split, with the choices that were found best."""
        return self.first(value).busts

    def _busts(self, value: int, hands: Ints, extra: Ints) -> Busts:
        """Busts of these hands; Second Chances go by the hand alone, whatever else of the pair is gone."""
        solver = self.solver
        if not busts_matter(solver.house):
            return solver.lost_busts
        wanted = np.zeros(len(solver.graph.pips), dtype=np.bool_)
        wanted[hands] = True
        like = solver.busts if self.method == CDZ else None
        if extra[value] > 1:
            like = self._first[value].busts
        if self._leader:
            like = self._leader.busts(value)
        return solver.find_busts(
            wanted, extra, second_chance=self.second_chance, like=like if self.second_chance else None
        )

    def reached(self, value: int) -> Ints:
        """Hands that a split hand can become as it is played."""
        if value not in self._reached:
            self._reached[value] = self._follow(value, _draws(self.policy(value)))
        return self._reached[value]

    def _possible(self, value: int) -> Ints:
        """Hands that a split hand can become as it might be played."""
        return self._follow(value, self._open(value))

    def _follow(self, value: int, goes_on: Any) -> Ints:
        graph = self.solver.graph
        reached = np.zeros(len(graph.pips), dtype=np.bool_)
        hands: Ints = np.array([graph.find(value)])
        while len(hands):
            reached[hands] = True
            following = graph.next_hand[hands[(graph.cards[hands] == 1) | goes_on[hands]]]
            hands = np.unique(following[following >= 0])
        return np.flatnonzero(reached)

    def _open(self, value: int) -> Any:
        """Hands on which drawing may be best, unsplit or split: not those that clearly stand."""
        solver = self.solver
        may_hit, may_double = self.legal(value)
        allowed = may_hit | may_double
        if self._thorough or solver.shoe.size < SMALL_SHOE:
            return allowed
        drawing, doubling = self._close
        return allowed & np.where(may_double, drawing | doubling, drawing)

    @cached_property
    def _close(self) -> tuple[Any, Any]:
        """Hands on which drawing, or doubling, is not clearly worse than standing, as they are unsplit."""
        plain = self.solver.values
        least = plain.stand - CLOSE * _most_won(self.solver.house) * self.solver.seen
        return (plain.hit > least).any(axis=1), (plain.double > least).any(axis=1)

    def legal(self, value: int) -> Any:
        if value not in self._legal:
            self._legal[value] = legal(self.solver.graph, self.solver.house, True, value + 1)
        return self._legal[value]

    @property
    def policies(self) -> dict[int, Any]:
        """How the hands of each pair are played whose split was valued."""
        return {value: self.policy(value) for value in self.values}

    def policy(self, value: int) -> Any:
        """How a split hand is played; unless known better, as the same cards are played unsplit."""
        if value not in self._policies and self.method == CDP1:
            self._solve(value)
        elif value not in self._policies:
            solver = self.solver
            given_up = self._given_up(value, solver.rows, solver.dealt, solver.seen)
            self._policies[value] = self._choose(solver.values, value, given_up)
        return self._policies[value]

    def may_give_up(self, value: int) -> Any:
        if value not in self._may_give_up:
            self._may_give_up[value] = may_give_up(self.solver.graph, self.solver.house, value + 1)
        return self._may_give_up[value]

    def _given_up(self, value: int, rows: Ints, dealt: Table, seen: Table) -> Table:
        """What a surrender is worth to every hand of this split that has a row and may be given up."""
        return self._surrendered(value, rows, dealt, seen, Fraction(-1, 2), -1)

    def _priced_surrender(self, value: int, price: Any) -> Table:
        """A surrender under a price."""
        one = self.first(value)
        half, whole = price(Fraction(-1, 2), False), price(Fraction(-1), False)
        return self._surrendered(value, one.rows, one.dealt, one.seen, half, whole)

    def _surrendered(
        self, value: int, rows: Ints, dealt: Table, seen: Table, for_half: Any, for_whole: Any
    ) -> Table:
        """By hand and observation, so much where half the wager is lost and so much where all of it is."""
        solver = self.solver
        counted = solver.numbers.zeros(len(rows), len(solver.shown))
        hands = np.flatnonzero(self.may_give_up(value) & (rows >= 0))
        if len(hands):
            half, whole = solver.given_up(dealt[rows[hands]], seen[rows[hands]])
            scaled = solver.numbers.scaled
            counted[hands] = scaled(half, for_half) + scaled(whole, for_whole)
        return counted

    def _ending(self, value: int, stand: Table, given_up: Table, policy: Any) -> Table:
        """What a hand is worth that takes no more cards: it stands, or it is surrendered."""
        allowed = self.may_give_up(value)
        if not allowed.any():
            return stand
        if policy is None:
            return np.where(allowed[:, None], np.maximum(stand, given_up), stand)
        return np.where(policy == SURRENDER, given_up, stand)

    def _choose(self, values: Values, value: int, given_up: Table) -> Any:
        """Of the actions that a split hand has and that were valued, the one that is worth most.

        Of equals the first, in floats too: the hand was valued unsplit, and after a split they may differ.
        """
        may_hit, may_double = self.legal(value)
        may_hit, may_double = may_hit & values.may_hit, may_double & values.may_double
        choice = np.full(values.stand.shape, STAND, dtype=np.int8)
        best = values.stand.copy()
        for action, worth, allowed in (
            (HIT, values.hit, may_hit),
            (DOUBLE, values.double, may_double),
            (SURRENDER, given_up, self.may_give_up(value)),
        ):
            better = (worth > best + self.solver.numbers.noise) & allowed[:, None]
            choice[better] = action
            best[better] = worth[better]
        return choice


def _draws(policy: Any) -> Any:
    """Hands that draw under some observation."""
    return ((policy == HIT) | (policy == DOUBLE)).any(axis=1)


def _most_won(house: House) -> float:
    """The highest odds at which a hand that was played can be paid; even money or more."""
    odds = (house.player.win_odds, *([house.second_chance.odds] if house.second_chance.offered else []))
    return max(1.0, *(each.pays / each.to for each in odds))


def split_total(
    ways: tuple[Growth, ...], whole: list[Table], paired: list[Table], chances: list[Any], zero: Any
) -> Table:
    """Sum over all growths: hands that closed, and hands whose second card is unknown."""
    closing = _Closing(
        [any_card - chance * pair for any_card, pair, chance in zip(whole, paired, chances, strict=True)],
        chances,
    )
    unknown = _Closing(whole, chances)
    total = whole[0] * zero
    for growth in ways:
        drawn = _drawn(growth, chances, zero)
        if drawn == 0:
            continue
        worth = whole[0] * zero
        if growth.closed:
            worth = worth + growth.closed * closing.worth(growth.pairs, growth.closed - 1)
        if growth.unknown:
            worth = worth + growth.unknown * unknown.worth(growth.pairs, growth.closed)
        total = total + drawn * worth
    return total


class _Closing:
    """One hand's value together with other draws being no card of the pair, found once for so many."""

    def __init__(self, one_hand: list[Table], chances: list[Any]) -> None:
        self._chances = chances
        self._found = {(gone, 0): value for gone, value in enumerate(one_hand)}

    def worth(self, gone: int, closed: int) -> Table:
        """With `gone` more cards of the pair away and `closed` other hands that drew another card."""
        if (gone, closed) not in self._found:
            value = self.worth(gone, closed - 1)
            if self._chances[gone] != 0:
                value = value - self._chances[gone] * self.worth(gone + 1, closed - 1)
            self._found[gone, closed] = value
        return self._found[gone, closed]


def _drawn(growth: Growth, chances: list[Any], zero: Any) -> Any:
    """The chance of the further cards of the pair, where no card is announced."""
    drawn = 1
    for step in range(growth.pairs):
        drawn = drawn * (chances[step] if step < len(chances) else zero)
    return growth.ways * drawn


def split_chances(growth: Growth, seen: list[Table], chances: list[Any], zero: Any) -> Table:
    """How likely it is that the hands come about like this, joint with each observation."""
    drawn = _drawn(growth, chances, zero)
    if drawn == 0:
        return seen[0] * zero
    return drawn * _Closing(seen, chances).worth(growth.pairs, growth.closed)
