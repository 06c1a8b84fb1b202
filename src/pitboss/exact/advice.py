"""One decision: what every action is worth, given what a player sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pitboss.errors import BadInput, Fault
from pitboss.exact.composition import Composition, column, rank_name
from pitboss.exact.dealer_outcomes import BLACKJACK, OUTCOMES, OVER, TOTALS, Observation
from pitboss.exact.round_value import ACTIONS, Round
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, Solver
from pitboss.rules.cards import TEN, Range, range_of
from pitboss.rules.hands import Hand, is_bust
from pitboss.rules.house import House, Reader

LAST_DRAW = 20
"""The highest total to which anybody draws."""


@dataclass(frozen=True)
class Advice:
    """The actions of a hand with their values in units of the wager, best first."""

    hand: tuple[int, ...]
    up: int
    seen: str
    values: dict[str, float]
    dealer: dict[str, float]
    method: str

    @property
    def best(self) -> str:
        return next(iter(self.values))

    @property
    def margin(self) -> float:
        """What the best action gains over the next."""
        ordered = list(self.values.values())
        return ordered[0] - ordered[1] if len(ordered) > 1 else 0.0


def advise(house: House, shoe: Composition, hand: Sequence[int], up: int, light: str = "") -> Advice:
    """Values of every action for these ranks against this up card; the shoe still holds all of them."""
    shoe.without(*hand, up)
    columns = tuple(sorted(column(rank) for rank in hand))
    if is_bust(Hand(sum(value + 1 for value in columns), 0, len(hand))):
        return _advise_bust(house, shoe, hand, up)
    if len(hand) < 2:
        raise BadInput([Fault("--hand", "must be two cards or more.")])
    solver = Solver(house, shoe)
    number = solver.graph.find(*columns)
    observation = _observation(solver, up, light)
    values = _values(solver, number, columns, hand, observation)
    chance = float(solver.seen[number, observation])
    if chance <= 0:
        raise BadInput([Fault("--shoe", "these cards leave no such hole card in the shoe.")])
    ordered = dict(
        sorted(((name, value / chance) for name, value in values.items()), key=lambda item: -item[1])
    )
    method = f"composition-dependent, splits {Round(solver).method}"
    return Advice(
        tuple(hand),
        up,
        solver.shown[observation].label,
        ordered,
        _dealer(solver, number, observation, chance),
        method,
    )


def _advise_bust(house: House, shoe: Composition, hand: Sequence[int], up: int) -> Advice:
    """A hand over 21 has a choice only where a second chance is offered."""
    if not house.second_chance.offered:
        raise BadInput([Fault("--hand", "is over 21: this hand is lost.", "21 or less")])
    if any(sum(min(rank, TEN) for rank in hand) - min(last, TEN) <= LAST_DRAW for last in hand):
        return advise_second_chance(house, shoe, hand, up, doubled=False)
    raise BadInput([Fault("--hand", "was over 21 before its last card.", "30 or less")])


def _observation(solver: Solver, up: int, light: str) -> int:
    shown = [
        (number, observation)
        for number, observation in enumerate(solver.shown)
        if observation.up == column(up)
    ]
    has_light = solver.house.dealer.reader == Reader.RANGE
    if light and not has_light:
        raise BadInput([Fault("--light", "this game has no range reader.")])
    if not has_light:
        return shown[0][0]
    wanted = light.lower()
    if not wanted:
        raise BadInput([Fault("--light", "the reader's light must be given.", "small, medium, large")])
    if wanted == "large" and range_of(up) == Range.LARGE:
        wanted = next(observation.label for _, observation in shown if observation.label in ("10", "A"))
    lit = [number for number, observation in shown if observation.label == wanted]
    if not lit:
        lights = ", ".join(_light_name(observation) for _, observation in shown)
        says = f"{light!r} is not a light that can shine beside {rank_name(up)}."
        raise BadInput([Fault("--light", says, lights)])
    return lit[0]


def _light_name(observation: Observation) -> str:
    return "large" if observation.label in ("10", "A") else observation.label


def _values(
    solver: Solver, number: int, columns: tuple[int, ...], hand: Sequence[int], observation: int
) -> dict[str, float]:
    if len(columns) == 2:
        played = Round(solver)
        start = next(start for start in played.starts if start.hand == number)
        worth: dict[int, Any] = played.action_values(start)
        if SPLIT in worth and solver.house.split.by_rank and hand[0] != hand[1]:
            del worth[SPLIT]
        return {ACTIONS[action]: float(value[observation]) for action, value in worth.items()}
    plain = solver.values
    values = {ACTIONS[STAND]: float(plain.stand[number, observation])}
    if plain.may_hit[number]:
        values[ACTIONS[HIT]] = float(plain.hit[number, observation])
    if plain.may_double[number]:
        values[ACTIONS[DOUBLE]] = float(plain.double[number, observation])
    return values


def _dealer(solver: Solver, number: int, observation: int, chance: float) -> dict[str, float]:
    row = solver.dealt[number].reshape(-1, OUTCOMES)[observation] / chance
    totals = {str(points): float(row[at]) for at, points in enumerate(TOTALS)}
    totals["blackjack"] = float(row[BLACKJACK])
    totals["over 22" if totals["22"] else "bust"] = float(1 - np.sum(row[:OVER]))
    return totals


def advise_second_chance(
    house: House, shoe: Composition, hand: Sequence[int], up: int, *, doubled: bool
) -> Advice:
    """Whether a busted hand should buy one more card: both choices in units of the wager."""
    shoe.without(*hand, up)
    solver = Solver(house, shoe)
    removed = np.zeros((1, len(solver.cards)), dtype=np.int64)
    for rank in hand:
        removed[0, column(rank)] += 1
    declined, taken, seen = solver.weigh_chance(removed, doubled)
    observation = _observation(solver, up, "")
    chance = float(seen[0, observation])
    values = {
        "second chance": float(taken[0, observation]) / chance,
        "decline": float(declined[0, observation]) / chance,
    }
    ordered = dict(sorted(values.items(), key=lambda item: -item[1]))
    return Advice(tuple(hand), up, solver.shown[observation].label, ordered, {}, "composition-dependent")
