"""The player's hands as an automaton: for each state an action by observation and a next state by card.

Hands that will be played and paid alike from here on are one state, so that some thousands of hands become
a few hundred states and stay in the processor's nearest memory.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pitboss.errors import Broken
from pitboss.rules.cards import KING, TEN, Range, point_value, range_of
from pitboss.rules.hands import EMPTY, BoxHand, Hand, draw, is_bust
from pitboss.rules.house import House
from pitboss.rules.player import (
    Action,
    may_double,
    may_hit,
    may_split,
    may_stand,
    may_surrender,
    may_take_second_chance,
)
from pitboss.sim.hand_classes import RANKS, EndClasses
from pitboss.sim.player_tables import FROM_LARGE, PLAIN, SPLIT_OF, ActionTable, Plan

NOWHERE = (0,) * KING
SMALL = 2
"""Stands for any card that is not Large, where only that is asked of a hand's first cards."""


@dataclass(frozen=True)
class State:
    """One state: everything that can ever be asked of the hands it stands for."""

    acts: bytes
    """The action under each observation."""
    others: bytes
    misses: bytes
    """The second-best action and, in 65,536ths, how often it is played by mistake; empty without mistakes."""
    ends: tuple[int, int, int, int]
    """Class at its end: as it is, its wager added by a split; both again for a doubled hand."""
    following: tuple[int, ...]
    """The state after a card of each rank."""
    takes: bytes = b""
    """A busted hand: whether a Second Chance is taken, undoubled and doubled, under each observation."""
    chance_ends: tuple[tuple[int, ...], ...] = ()
    """… and the class after a card of each rank, undoubled and doubled."""


@dataclass
class PlayerHands:
    """Builds the states that a plan can reach in a house."""

    house: House
    plan: Plan
    classes: EndClasses
    misses: Any = None
    """Chance of a mistake by its cost; None for a player who makes none."""
    states: list[State] = field(default_factory=list)
    _numbers: dict[State, int] = field(default_factory=dict)
    _known: dict[tuple[int, int, int], int] = field(default_factory=dict)
    _busts: dict[tuple[BoxHand, bytes], int] = field(default_factory=dict)

    def start(self, first: int, second: int) -> int:
        """The state of two cards as dealt."""
        hand = draw(draw(EMPTY, first), second)
        box = BoxHand(hand, first, second, False, False, 0)
        large = range_of(first) == range_of(second) == Range.LARGE
        at = (first - 1, second - 1)
        number = self._number_of(first, second)
        return self._add(self.plan.starts, at, number, FROM_LARGE if large else PLAIN, box)

    def one_of_pair(self, rank: int) -> int:
        """The state of a split hand before its second card."""
        value = point_value(rank) - 1
        kind = SPLIT_OF + value
        if kind >= len(self.plan.kinds) or self.plan.kinds[kind] is None:
            return 0
        number = int(self.plan.next_hand[0, value])
        hand = draw(EMPTY, rank)
        following = tuple(self._after(kind, number, hand, rank, second, second) for second in RANKS)
        return self._merge(State(bytes([Action.HIT] * self.observations), *self._never, (0,) * 4, following))

    @property
    def observations(self) -> int:
        return int(self.plan.starts.best.shape[-1])

    @property
    def _never(self) -> tuple[bytes, bytes]:
        """Nothing to err in."""
        return (b"", b"") if self.misses is None else (bytes(self.observations), bytes(2 * self.observations))

    def _number_of(self, *ranks: int) -> int:
        number = 0
        for rank in ranks:
            number = int(self.plan.next_hand[number, point_value(rank) - 1])
        return number

    def _longer(self, kind: int, number: int, hand: Hand, first: int, second: int) -> int:
        """A hand after a card was drawn to it; of its first cards only what rules still ask is kept."""
        key = (kind, number, second if hand.cards == 2 else 0)
        if key not in self._known:
            box = BoxHand(hand, first, second if hand.cards == 2 else first, kind >= SPLIT_OF, False, 0)
            choices = self.plan.kinds[kind] or self.plan.kinds[PLAIN]
            if choices is None:
                raise Broken("the plan says nothing of hands that it reaches")
            self._known[key] = self._add(choices, (number,), number, kind, box)
        return self._known[key]

    def _add(self, choices: ActionTable, at: tuple[int, ...], number: int, kind: int, box: BoxHand) -> int:
        best, second = choices.best[at], choices.second[at]
        played = {int(action) for action in best}
        if self.misses is not None:
            played |= {int(action) for action in second if action >= 0}
        self._check(played, box)
        following = NOWHERE
        if played & {Action.HIT, Action.DOUBLE}:
            first = TEN if kind == FROM_LARGE else SMALL if kind == PLAIN else kind - SPLIT_OF + 1
            following = tuple(self._after(kind, number, box.hand, first, 0, rank) for rank in RANKS)
        others = misses = b""
        if self.misses is not None:
            others = np.maximum(second, 0).astype(np.uint8).tobytes()
            misses = np.where(second >= 0, self.misses(choices.cost[at]), 0).astype(np.uint16).tobytes()
        acts = best.astype(np.uint8).tobytes()
        return self._merge(State(acts, others, misses, self._ends(box), following))

    def _check(self, played: set[int], box: BoxHand) -> None:
        """A plan does what the rules allow, or it is not played."""
        may = {Action.STAND: may_stand, Action.HIT: may_hit, Action.DOUBLE: may_double,
               Action.SURRENDER: may_surrender}  # fmt: skip
        for action in played:
            if action == Action.SPLIT:
                allowed = may_split(box, 1, self.house)
            else:
                allowed = may[Action(action)](box, self.house) or played == {Action.STAND}
            if not allowed:
                raise Broken(f"the plan would {Action(action).name.lower()} {box}, which the rules forbid")

    def _after(self, kind: int, number: int, hand: Hand, first: int, second: int, rank: int) -> int:
        longer = _judged(draw(hand, rank))
        value = point_value(rank) - 1
        following = int(self.plan.next_hand[number, value])
        if following >= 0:
            return self._longer(kind, following, longer, first, second)
        return self._bust(kind, number, value, longer, first)

    def _bust(self, kind: int, number: int, value: int, hand: Hand, first: int) -> int:
        if not is_bust(hand):
            return 0  # more cards of a value than the shoe holds: never dealt
        box = BoxHand(hand, first, first, kind >= SPLIT_OF, False, 0)
        rows = self.plan.bust_rows[kind] if kind < len(self.plan.bust_rows) else np.zeros((0, 0))
        takes = b""
        if rows.size and rows[number, value] >= 0 and may_take_second_chance(box, self.house):
            takes = self.plan.takes[rows[number, value]].astype(np.uint8).tobytes()
        if (box, takes) not in self._busts:
            ends = self._chance_ends(box) if takes else ()
            stands = bytes(self.observations)
            state = State(stands, *self._never, self._ends(box), NOWHERE, takes, ends)
            self._busts[box, takes] = self._merge(state)
        return self._busts[box, takes]

    def _chance_ends(self, box: BoxHand) -> tuple[tuple[int, ...], ...]:
        """The class after buying a card of each rank, undoubled and doubled."""
        return tuple(
            tuple(self.classes.of_hand(busted._replace(chance=point_value(rank)), False) for rank in RANKS)
            for busted in (box, box._replace(doubled=True))
        )

    def _ends(self, box: BoxHand) -> tuple[int, int, int, int]:
        plain = [self.classes.of_hand(box, added) for added in (False, box.from_split)]
        doubled = plain
        if box.hand.cards > 2:
            twice = box._replace(doubled=True)
            doubled = [self.classes.of_hand(twice, added) for added in (False, box.from_split)]
        return (plain[0], plain[1], doubled[0], doubled[1])

    def _merge(self, state: State) -> int:
        if state not in self._numbers:
            self._numbers[state] = len(self.states)
            self.states.append(state)
        return self._numbers[state]


def _judged(hand: Hand) -> Hand:
    """Of a longer hand the rules ask the points and whether it holds an ace, and nothing of its length."""
    return hand if hand.cards <= 2 else Hand(hand.pips, min(hand.aces, 1), 3)


def most_hands(first: int, second: int, house: House) -> int:
    """Up to how many hands in a box these two cards may still be split; 0 when they are no pair."""
    box = BoxHand(draw(draw(EMPTY, first), second), first, second, False, False, 0)
    hands = 0
    while may_split(box, hands + 1, house):
        hands += 1
    return hands
