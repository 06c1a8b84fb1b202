"""Split play by other methods than those that a round takes by itself, chosen by name.

CDP: for each number of cards of the pair that are gone, a split hand is valued as it is played best with so
many gone (the method of Eric Farmer's analyzer under this name).
CDPN: a split hand is played best for the number of hands that the pair becomes in the end, which is known
when it is played. A fixed way of playing for each number, and so exact; never worth less than CDP.
optimal: for a pair that becomes two hands and no more. The first hand is played knowing that the second will
be played with its cards in sight; the second is played best with every card of the first gone. Each hand gets
its second card when its turn comes. With three hands the third would be played in sight of two finished ones,
some hundred times as many shoes: that is refused.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from pitboss.errors import BadInput, Fault
from pitboss.exact.arithmetic import Table
from pitboss.exact.composition import VALUES, Composition, shoe_of
from pitboss.exact.hand_graph import CODE, Ints, decoded
from pitboss.exact.hand_tables import bust_table, busts_matter
from pitboss.exact.round_value import Round
from pitboss.exact.solve import Busts, Solver
from pitboss.exact.split import (
    CDP1,
    CDZ,
    PairValue,
    SplitHand,
    Splits,
    growths,
    split_chances,
    split_total,
)
from pitboss.exact.support import refuse_unsupported
from pitboss.games.game import Game
from pitboss.rules.house import House

CDP, CDPN, OPTIMAL = "CDP", "CDPN", "optimal"
METHODS = (CDZ, CDP1, CDP, CDPN, OPTIMAL)
RECKONED_TOGETHER = 48
"""First hands whose second hands are dealt in one go."""


class Played(NamedTuple):
    """One hand of a split, played in one way with so many cards of the pair gone."""

    unknown: Table
    paired: Table
    seen: Table
    policy: Any
    one: SplitHand


class CdpSplits(Splits):
    """Each hand played best for the cards of the pair that are gone, or for the number of hands."""

    def __init__(self, solver: Solver, *, by_hands: bool) -> None:
        super().__init__(solver, CDP1)
        self._by_hands = by_hands
        self._best: dict[tuple[int, int], Played] = {}

    def _solve(self, value: int) -> PairValue:
        numbers = self.solver.numbers
        ways = growths(self.most_hands(value))
        deepest = self._deepest(value)
        by_pairs = [
            self._played(value, pairs, deepest)
            for pairs in range(min(max(growth.pairs for growth in ways), deepest) + 1)
        ]
        seen = [played.seen for played in by_pairs[0]]
        pair = PairValue(seen[0] * numbers.zero, [], [])
        for left, weight in self.kinds_of(value):
            chances = [self._pair_chance(left - gone, gone) for gone in range(deepest + 1)]
            worth = seen[0] * numbers.zero
            for pairs, hands in enumerate(by_pairs):
                alike = tuple(growth for growth in ways if growth.pairs == pairs)
                whole, paired = ([hand[at] for hand in hands] for at in (0, 1))
                worth = worth + split_total(alike, whole, paired, chances, numbers.zero)
            pair.kinds.append((weight, worth))
            pair.growths.extend(
                (growth, weight * split_chances(growth, seen, chances, numbers.zero)) for growth in ways
            )
            pair = pair._replace(worth=pair.worth + weight * worth)
        return pair

    def _played(self, value: int, pairs: int, deepest: int) -> list[Played]:
        """The play that is best with `pairs` more cards of the pair gone, and its worth with more gone."""
        best = self._played_best(value, pairs)
        if pairs == 0:
            self._policies[value], self._first[value] = best.policy, best.one
            self._reached.pop(value, None)
        nothing = best._replace(unknown=best.unknown * 0, paired=best.paired * 0)
        more = [
            self._one(value, gone, best) if self._by_hands else self._played_best(value, gone)
            for gone in range(pairs + 1, deepest + 1)
        ]
        return [*[nothing] * pairs, best, *more]

    def _played_best(self, value: int, gone: int) -> Played:
        if (value, gone) not in self._best:
            self._best[value, gone] = self._one(value, gone, None)
        return self._best[value, gone]

    def _one(self, value: int, gone: int, like: Played | None) -> Played:
        """One hand with its partner and `gone` more away: played best, or like another."""
        solver, graph = self.solver, self.solver.graph
        extra = np.zeros(VALUES, dtype=np.int64)
        extra[value] = 1 + gone
        policy = None if like is None else like.policy
        open_hands = self._open(value) if like is None else like.one.open_hands
        hands = self._follow(value, open_hands) if like is None else like.one.hands
        rows, seen, dealt, stand, doubled = self._lay_out(hands, extra)
        given_up = self._given_up(value, rows, dealt, seen)
        may_hit, may_double = self.legal(value)
        breaking = hands[open_hands[hands] | (graph.cards[hands] == 1)]
        busts = self._busts_like(breaking, extra, like.one.busts if like else None)
        values = solver.sweep(
            self._ending(value, stand, given_up, policy), doubled, may_hit & open_hands,
            may_double & open_hands, rows, seen, extra, busts, policy, hands[::-1],
        )  # fmt: skip
        if policy is None:
            policy = self._choose(replace(values, stand=stand), value, given_up)
        one = SplitHand(rows, seen, dealt, extra, busts, policy, hands, open_hands, values)
        single, pair = graph.find(value), graph.find(value, value)
        row = solver.numbers.row
        return Played(row(values.hit[single]), row(values.best[pair]), row(seen[rows[single]]), policy, one)

    def _busts_like(self, hands: Ints, extra: Ints, like: Busts | None) -> Busts:
        solver = self.solver
        if not busts_matter(solver.house):
            return solver.lost_busts
        wanted = np.zeros(len(solver.graph.pips), dtype=np.bool_)
        wanted[hands] = True
        chance = self.second_chance
        return solver.find_busts(wanted, extra, second_chance=chance, like=like if chance else None)


class TwoHandSplits(Splits):
    """Two hands, the second played with the first one's cards in sight."""

    def __init__(self, solver: Solver) -> None:
        super().__init__(solver, CDP1)
        self._opened: dict[int, Any] = {}

    def _solve(self, value: int) -> PairValue:
        pair, worth = super()._solve(value), self._first_hand(value)
        return pair._replace(worth=worth, kinds=[(weight, worth) for weight, _ in pair.kinds])

    def _first_hand(self, value: int) -> Table:
        """Both hands together, from the first one's second card on."""
        solver, graph = self.solver, self.solver.graph
        extra = np.zeros(VALUES, dtype=np.int64)
        extra[value] = 1
        open_hands = self._open(value)
        hands = self._follow(value, open_hands)
        rows, seen, _, stand, doubled = self._lay_out(hands, extra)
        after = self._second_hands(value, graph.counts[hands])
        stand[hands] += after
        doubled[hands] += after
        may_hit, may_double = self.legal(value)
        busts = self._busts_with_second(value, hands[open_hands[hands] | (graph.cards[hands] == 1)], extra)
        values = solver.sweep(
            stand, doubled, may_hit & open_hands, may_double & open_hands, rows, seen, extra, busts, None,
            hands[::-1],
        )  # fmt: skip
        worth: Table = values.hit[graph.find(value)]
        return worth

    def _busts_with_second(self, value: int, hands: Ints, extra: Ints) -> Busts:
        """A first hand that is lost, and the second still to be played."""
        solver = self.solver
        wanted = np.zeros(len(solver.graph.pips), dtype=np.bool_)
        wanted[hands] = True
        rows, removed, _ = solver.bust_compositions(wanted, extra)
        seen, after = solver.see(removed, solver.shown), self._second_hands(value, removed - extra)
        single, doubled = (
            after + float(bust_table(solver.house, twice)[0]) * seen for twice in (False, True)
        )
        return Busts(rows, single, doubled, 0.0, 0.0)

    def _second_hands(self, value: int, gone: Ints) -> Table:
        """The second hand's worth for each set of cards that the first one holds."""
        parts = [
            self._some_second_hands(value, gone[at : at + RECKONED_TOGETHER])
            for at in range(0, len(gone), RECKONED_TOGETHER)
        ]
        return np.concatenate([np.zeros((0, len(self.solver.shown))), *parts])

    def _some_second_hands(self, value: int, gone: Ints) -> Table:
        solver, graph = self.solver, self.solver.graph
        hands = self._follow(value, self._open_of(value))
        codes = (gone @ CODE)[:, None] + graph.codes[hands][None, :]
        unique, inverse = np.unique(codes, return_inverse=True)
        removed = decoded(unique)
        seen, dealt = solver.see(removed, solver.shown), solver.deal(removed)
        places = inverse.reshape(codes.shape)
        return np.array(
            [self._second_hand(value, hands, one, seen, dealt, extra)
             for one, extra in zip(places, gone, strict=True)]
        )  # fmt: skip

    def _second_hand(
        self, value: int, hands: Ints, places: Ints, seen: Table, dealt: Table, extra: Ints
    ) -> Table:
        """One second hand, played best with the first one's cards gone."""
        solver, graph = self.solver, self.solver.graph
        rows = np.full(len(graph.pips), -1, dtype=np.int64)
        rows[hands] = places
        stand, doubled = (
            solver.standing(rows, dealt, seen, split=True, doubled=twice, from_large=False)
            for twice in (False, True)
        )
        may_hit, may_double = self.legal(value)
        open_hands = self._open_of(value)
        values = solver.sweep(
            stand, doubled, may_hit & open_hands, may_double & open_hands, rows, seen, extra,
            solver.lost_busts, None, hands[::-1],
        )  # fmt: skip
        return values.hit[graph.find(value)]

    def _open_of(self, value: int) -> Any:
        if value not in self._opened:
            self._opened[value] = self._open(value)
        return self._opened[value]


class MethodRound(Round):
    """A round whose split hands are played by a method that was chosen."""

    @property
    def splits(self) -> Splits:
        if self._chosen_splits is None:
            if self.method == OPTIMAL:
                self._chosen_splits = TwoHandSplits(self.solver)
            elif self.method in (CDP, CDPN):
                self._chosen_splits = CdpSplits(self.solver, by_hands=self.method == CDPN)
            else:
                self._chosen_splits = Splits(self.solver, self.method)
        return self._chosen_splits

    _chosen_splits: Splits | None = None


def round_by_method(game: Game, method: str, cards: Composition | None = None) -> Round:
    """A round with its splits played by a named method; what cannot be found is refused."""
    named = next((one for one in METHODS if one.lower() == method.lower()), None)
    if named is None:
        raise BadInput([Fault("--method", f"there is no method {method!r}.", ", ".join(METHODS))])
    refuse_unsupported(game)
    house = game.house
    if named == OPTIMAL:
        _refuse_optimal(house)
    return MethodRound(Solver(house, cards or shoe_of(house)), named)


def _refuse_optimal(house: House) -> None:
    hands = max(house.split.max_hands, house.split.max_ace_hands)
    allowed = f"two hands at most, or one of {', '.join(METHODS[:-1])}"
    if hands > 2:
        says = f"optimal play of {hands} hands from a split pair is out of reach."
        raise BadInput([Fault("--method optimal", says, allowed)])
    if busts_matter(house) or house.surrender.split_hands:
        says = "optimal split play needs a bust that ends the hand, and no surrender of split hands."
        raise BadInput([Fault("--method optimal", says, allowed)])
