"""What every action is worth in the cells of a chart, over the hands that the best play brings there.

A row of a chart stands for two choices. The first one has every action, on two cards; the other is to hit or
to stand, on any number of cards. Hands are counted as dealt: the hands of a split pair are not among them.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from pitboss.exact.arithmetic import Table
from pitboss.exact.composition import VALUES, value_name
from pitboss.exact.measures import choose
from pitboss.exact.round_value import Round, Start
from pitboss.exact.solve import HIT, SPLIT, STAND, Solver, Values
from pitboss.exact.strategy import Strategist


class RowChoice(NamedTuple):
    """Hands of one row that have the same actions, by observation."""

    met: Table
    """How often such a hand is met in a round."""
    seen: Table
    """The same, but of a row that is never met as often as its hands would be if they were not split."""
    worth: dict[int, Table]
    """What each action is worth, summed over the hands as `seen` counts them."""
    cards: Table
    """Cards of each value that the hands hold, summed in the same way."""


class DealtHand(NamedTuple):
    """Two cards as dealt that are read in one row: a pair that may be split, or any hand by its total."""

    start: Start
    row: str
    share: float
    worth: dict[int, Table]
    best: Any
    """The best action under each observation."""


class CellValues:
    """The choices of every row of a chart."""

    def __init__(self, played: Round) -> None:
        self.round, self.solver = played, played.solver
        self.strategist = Strategist(played)

    @cached_property
    def dealt(self) -> list[DealtHand]:
        return [hand for start in self.round.starts for hand in self._read(start)]

    def _read(self, start: Start) -> Iterator[DealtHand]:
        """A pair of ten-values may be a pair by value and none by rank: then it is read in two rows."""
        worth = self.round.action_values(start)
        share = float(start.pair_share) if start.may_split else 0.0
        if share > 0:
            yield DealtHand(start, f"pair {value_name(start.first)}", share, worth, _best(worth))
        if share < 1:
            unsplit = {action: value for action, value in worth.items() if action != SPLIT}
            row = self.strategist.rows_cache[start.hand]
            yield DealtHand(start, row, 1 - share, unsplit, _best(unsplit))

    def kept(self, start: Start) -> Any:
        """Observations under which the hand was not surrendered before the reader."""
        early = [up for up in range(VALUES) if self.round.gives_up_early(start, up)]
        return np.array([observation.up not in early for observation in self.solver.shown])

    @cached_property
    def first(self) -> dict[str, RowChoice]:
        """The choice on two cards, by row."""
        rows: dict[str, list[DealtHand]] = {}
        for hand in self.dealt:
            if len(hand.worth) > 1:
                rows.setdefault(hand.row, []).append(hand)
        met = {row: self._first(hands) for row, hands in rows.items()}
        return {**self._unsplit_pairs(set(met)), **met}

    def _first(self, hands: list[DealtHand]) -> RowChoice:
        actions = set.intersection(*(set(hand.worth) for hand in hands))
        often = [float(hand.start.chance) * hand.share * self.kept(hand.start) for hand in hands]
        joint = [part * self.solver.seen[hand.start.hand] for part, hand in zip(often, hands, strict=True)]
        numbers = [hand.start.hand for hand in hands]
        worth = {
            action: sum(part * hand.worth[action] for part, hand in zip(often, hands, strict=True))
            for action in sorted(actions)
        }
        seen = sum(joint)
        return RowChoice(seen, seen, worth, np.array(joint).T @ self.solver.graph.counts[numbers])

    def _unsplit_pairs(self, present: set[str]) -> dict[str, RowChoice]:
        """Totals that only a pair makes, valued by that pair though it is never met there."""
        rows: dict[str, list[DealtHand]] = {}
        for hand in self.dealt:
            row = self.strategist.rows_cache[hand.start.hand]
            unsplit = {action: value for action, value in hand.worth.items() if action != SPLIT}
            if row not in present and len(unsplit) > 1:
                rows.setdefault(row, []).append(hand._replace(row=row, worth=unsplit))
        return {row: self._first(hands)._replace(met=self._nothing) for row, hands in rows.items()}

    @property
    def _nothing(self) -> Table:
        return np.zeros(len(self.solver.shown))

    @cached_property
    def every(self) -> dict[str, RowChoice]:
        """Hitting or standing on any number of cards, by row; of a row that longer hands never make, none."""
        rows = {row: self._two(choice) for row, choice in self.first.items() if not row.startswith("pair")}
        for values, met in self.longer:
            joint = met * self.solver.seen
            for row, hands in self.strategist.hands_of_row.items():
                kept = hands[(self.solver.graph.cards[hands] > 2) & values.may_hit[hands]]
                if len(kept):
                    seen = joint[kept].sum(axis=0)
                    stand, hit = (
                        (met[kept] * table[kept]).sum(axis=0) for table in (values.stand, values.hit)
                    )
                    held = joint[kept].T @ self.solver.graph.counts[kept]
                    rows[row] = _added(rows.get(row), RowChoice(seen, seen, {STAND: stand, HIT: hit}, held))
        return rows

    def _two(self, choice: RowChoice) -> RowChoice:
        worth = {action: value for action, value in choice.worth.items() if action in (STAND, HIT)}
        return choice._replace(worth=worth)

    @cached_property
    def longer(self) -> list[tuple[Values, Table]]:
        """How often the best play holds each hand of three cards or more, given each observation.

        Hands that grew out of two Large cards come apart where they are valued apart.
        """
        plain, large = self.solver.values, self.solver.values_from_large
        kinds = [plain] if large is plain else [plain, large]
        return [(values, self._grown(values)) for values in kinds]

    def _grown(self, values: Values) -> Table:
        hits = choose(values) == HIT
        drawing = np.zeros(hits.shape)
        for hand in self.dealt:
            if self.round.values_of(hand.start) is values:
                going_on = (hand.best == HIT) & self.kept(hand.start)
                drawing[hand.start.hand] += float(hand.start.chance) * hand.share * going_on
        return grown(self.solver, drawing, hits)


def grown(solver: Solver, drawing: Table, hits: Any) -> Table:
    """How often each longer hand is held, given how often each two-card hand draws and which others do."""
    graph = solver.graph
    met = drawing.copy()
    for number in np.flatnonzero(graph.cards >= 2):
        going_on = met[number] if graph.cards[number] == 2 else met[number] * hits[number]
        if going_on.any():
            left = solver.cards - graph.counts[number]
            following = graph.next_hand[number]
            live = following >= 0
            met[following[live]] += going_on * (left[live] / left.sum())[:, None]
    met[graph.cards <= 2] = 0
    return met


def _best(worth: dict[int, Table]) -> Any:
    """The best of some actions; of equals the first."""
    actions = np.array(list(worth))
    return actions[np.argmax(np.stack(list(worth.values())), axis=0)]


def _added(one: RowChoice | None, other: RowChoice) -> RowChoice:
    if one is None or not one.met.any():
        return other
    worth = {action: one.worth[action] + other.worth[action] for action in other.worth if action in one.worth}
    return RowChoice(one.met + other.met, one.seen + other.seen, worth, one.cards + other.cards)
