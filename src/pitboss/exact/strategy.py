"""Ways of playing: the best, the best by totals alone, and any fixed one, each priced exactly."""

from collections.abc import Callable, Container
from dataclasses import dataclass
from functools import cached_property
from math import factorial, perm, prod
from typing import Any

import numpy as np

from pitboss.errors import BadInput, Fault
from pitboss.exact.arithmetic import Table
from pitboss.exact.composition import VALUES, value_name
from pitboss.exact.hand_tables import grows_from_large, legal, may_give_up, point_lookup
from pitboss.exact.measures import choose
from pitboss.exact.round_value import ACTIONS, Round, Start
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, SURRENDER, BustHands, Busts, Values
from pitboss.exact.split import FIXED, Splits
from pitboss.rules.cards import ACE
from pitboss.rules.dealer import dealer_must_draw
from pitboss.rules.hands import Total

CODES = {
    "S": (STAND, STAND), "H": (HIT, HIT), "D": (DOUBLE, HIT), "Ds": (DOUBLE, STAND), "P": (SPLIT, HIT),
    "Ps": (SPLIT, STAND), "Pd": (SPLIT, DOUBLE), "R": (SURRENDER, HIT), "Rs": (SURRENDER, STAND),
}  # fmt: skip
"""What a chart's letters mean: what to do, and what if it may not be done."""
LEAST_BUST, MOST_BUST = 22, 30
"""Nobody draws to 21, so that no hand is ever over 30."""
STRATEGIES = ("optimal", "total", "mimic", "never-bust", "never-second-chance")
OPTIMAL, TOTAL, MIMIC, NEVER_BUST, NO_CHANCE = STRATEGIES


@dataclass(frozen=True)
class Cell:
    """Where a decision stands in a chart."""

    row: str
    """`hard 16`, `soft 18`, `pair 8`."""
    up: str
    seen: str
    """What was announced of the hole card."""


Chart = dict[Cell, str]


def row_of(points: int, soft: bool) -> str:
    return f"{'soft' if soft else 'hard'} {points}"


def rows_of_chart() -> list[str]:
    hard = [row_of(points, False) for points in range(4, 21)]
    soft = [row_of(points, True) for points in range(12, 21)]
    return [*hard, *soft, *(f"pair {value_name(value)}" for value in range(VALUES))]


class Strategist:
    """Charts and prices for one round."""

    def __init__(self, played: Round) -> None:
        self.round = played
        self.solver = played.solver

    @cached_property
    def points(self) -> Any:
        graph = self.solver.graph
        return point_lookup()[graph.pips, np.minimum(graph.aces, 1)]

    @cached_property
    def soft(self) -> Any:
        return self.points != self.solver.graph.pips

    def rows(self) -> list[str]:
        """The chart row of every hand."""
        return [row_of(int(points), bool(soft)) for points, soft in zip(self.points, self.soft, strict=True)]

    @cached_property
    def reach(self) -> Table:
        """How often optimal play holds each hand, given each observation."""
        graph, cards = self.solver.graph, self.solver.cards
        policy = choose(self.solver.values)
        reach = np.zeros(policy.shape)
        for start in self.round.starts:
            reach[start.hand] += float(start.chance)
        for hand in np.flatnonzero(graph.cards >= 2):
            goes_on = policy[hand] == HIT
            if goes_on.any():
                left = cards - graph.counts[hand]
                for value in np.flatnonzero(graph.next_hand[hand] >= 0):
                    share = left[value] / left.sum()
                    reach[graph.next_hand[hand, value]] += np.where(goes_on, reach[hand] * share, 0)
        return reach

    def chart(self) -> Chart:
        """The best play by totals: each cell takes what is best on average over the hands it holds."""
        solver, rows = self.solver, self.rows()
        plain = solver.values
        cells: Chart = {}
        numbers: dict[str, list[int]] = {}
        for hand in np.flatnonzero((solver.graph.cards >= 2) & plain.may_hit):
            numbers.setdefault(rows[hand], []).append(int(hand))
        for row, hands in numbers.items():
            weight = self.reach[hands]
            stand, hit = ((weight * table[hands]).sum(axis=0) for table in (plain.stand, plain.hit))
            two = [hand for hand in hands if solver.graph.cards[hand] == 2]
            surrender = self._surrender_values(hands)
            for number, observation in enumerate(solver.shown):
                fallback = HIT if hit[number] > stand[number] else STAND
                action = self._two_card_action(two, surrender, number, fallback)
                cells[Cell(row, value_name(observation.up), observation.label)] = _code(action, fallback)
        self._add_pairs(cells)
        return cells

    def _surrender_values(self, hands: list[int]) -> dict[int, Table]:
        return {
            start.hand: worth[SURRENDER]
            for start in self.round.starts
            if start.hand in set(hands) and SURRENDER in (worth := self.round.action_values(start))
        }

    def _two_card_action(
        self, two: list[int], surrender: dict[int, Table], observation: int, fallback: int
    ) -> int:
        plain = self.solver.values
        pairs = {start.hand for start in self.round.starts if start.may_split}
        hands = [hand for hand in two if hand not in pairs] or two
        if not hands:
            return fallback
        weight = self.reach[hands, observation]
        table = plain.hit if fallback == HIT else plain.stand
        best, action = (weight * table[hands, observation]).sum(), fallback
        if plain.may_double[hands].all():
            doubled = (weight * plain.double[hands, observation]).sum()
            if doubled > best:
                best, action = doubled, DOUBLE
        if all(hand in surrender for hand in hands):
            given_up = (weight * np.array([surrender[hand][observation] for hand in hands])).sum()
            if given_up > best:
                action = SURRENDER
        return action

    def _add_pairs(self, cells: Chart) -> None:
        """Pairs that are best split say so; the others are played by their total."""
        rows = self.rows()
        for start in self.round.starts:
            if start.first != start.second:
                continue
            worth = self.round.action_values(start)
            for number, observation in enumerate(self.solver.shown):
                up = value_name(observation.up)
                plain = cells.get(Cell(rows[start.hand], up, observation.label), "S")
                best = max(worth, key=lambda action: worth[action][number])
                code = split_code(plain) if best == SPLIT else plain
                cells[Cell(f"pair {value_name(start.first)}", up, observation.label)] = code

    def price(self, chart: Chart, *, second_chance: bool = True) -> float:
        """The expectation of playing by a chart, from first card to last."""
        solver = self.solver
        policy = self.policy(chart, *legal(solver.graph, solver.house, False, 0))
        busts = solver.busts
        if not second_chance and busts.hands is not None:
            everywhere = np.ones(len(solver.graph.pips), dtype=np.bool_)
            busts = solver.find_busts(everywhere, np.zeros_like(solver.cards), second_chance=False)
        values = self.swept(policy, busts, from_large=False)
        large = self.swept(policy, busts, from_large=True) if grows_from_large(solver.house) else values
        splits = Splits(solver, FIXED, self.split_policies(chart), second_chance=second_chance)
        return sum(
            float(start.chance)
            * self.start_price(
                start, chart, values if self.round.values_of(start) is solver.values else large, splits
            )
            for start in self.round.starts
        )

    def swept(self, policy: Any, busts: Busts, *, from_large: bool) -> Values:
        """Unsplit hands as a policy plays them."""
        solver = self.solver
        may_hit, may_double = legal(solver.graph, solver.house, False, 0)
        stand, doubled = (
            solver.standing(
                solver.rows, solver.dealt, solver.seen, split=False, doubled=twice, from_large=from_large
            )
            for twice in (False, True)
        )
        return solver.sweep(
            stand, doubled, may_hit, may_double, solver.rows, solver.seen, np.zeros_like(solver.cards), busts,
            policy, solver.backwards,
        )  # fmt: skip

    def start_price(self, start: Start, chart: Chart, values: Values, splits: Splits) -> float:
        """A starting hand as a chart plays it, over everything the dealer may show."""
        solver = self.solver
        allowed = self.round.action_values(start)
        row = self.rows_cache[start.hand]
        total = 0.0
        for number, observation in enumerate(solver.shown):
            up = value_name(observation.up)
            plain = self.legal_action(chart.get(Cell(row, up, observation.label), "S"), allowed)
            pair = plain
            if start.first == start.second:
                cell = Cell(f"pair {value_name(start.first)}", up, observation.label)
                pair = self.legal_action(chart.get(cell, "S"), allowed)
            share = float(start.pair_share) if start.may_split else 0.0
            for action, part in ((pair, share), (plain, 1 - share)):
                total += part * self._worth(start, action, number, values, splits)
        ended = float(self.round.ended_pay(start))
        return total + ended * float(solver.seen_ended[start.hand].sum())

    @cached_property
    def rows_cache(self) -> list[str]:
        return self.rows()

    def _worth(self, start: Start, action: int, observation: int, values: Values, splits: Splits) -> float:
        if action == SPLIT:
            return float(splits.worth(start.first)[observation])
        if action == SURRENDER:
            half, whole = self.round.given_up(start)
            return float(-half[observation] / 2 - whole[observation])
        tables = {STAND: values.stand, HIT: values.hit, DOUBLE: values.double}
        return float(tables[action][start.hand, observation])

    def legal_action(self, code: str, allowed: Container[int]) -> int:
        """What a chart's letters come to where only some actions are allowed."""
        action, otherwise = CODES[code]
        if action in allowed:
            return action
        return (
            otherwise if otherwise in allowed else (HIT if HIT in allowed and otherwise != STAND else STAND)
        )

    def split_policies(self, chart: Chart) -> dict[int, Any]:
        """How a chart plays the hands of a split, for each pair."""
        graph, house = self.solver.graph, self.solver.house
        return {
            value: self.policy(
                chart, *legal(graph, house, True, value + 1), may_give_up(graph, house, value + 1)
            )
            for value in range(VALUES)
        }

    def policy(self, chart: Chart, may_hit: Any, may_double: Any, may_give_up: Any = None) -> Any:
        """A chart as one action a hand and observation, where the hand has it.

        Surrender is left out unless it is said which hands may be given up.
        """
        solver = self.solver
        gives = np.zeros_like(may_hit) if may_give_up is None else may_give_up
        policy = np.full((len(self.points), len(solver.shown)), STAND, dtype=np.int8)
        for row, every in self.hands_of_row.items():
            hands = every[(may_hit | may_double | gives)[every]]
            for number, observation in enumerate(solver.shown):
                action, otherwise = CODES[
                    chart.get(Cell(row, value_name(observation.up), observation.label), "S")
                ]
                if action == SPLIT:
                    action = otherwise
                allowed = {DOUBLE: may_double, SURRENDER: gives}.get(action)
                played = np.where(allowed[hands], action, otherwise) if allowed is not None else action
                policy[hands, number] = np.where((played == HIT) & ~may_hit[hands], STAND, played)
        return policy

    @cached_property
    def hands_of_row(self) -> dict[str, Any]:
        """Which hands each row of a chart is about."""
        rows: dict[str, list[int]] = {}
        for hand, row in enumerate(self.rows_cache):
            rows.setdefault(row, []).append(hand)
        return {row: np.array(hands) for row, hands in rows.items()}

    def cells(self) -> list[Cell]:
        """Every cell that a chart for this game must fill: hands that its deck can deal, and no other."""
        graph = self.solver.graph
        held = {self.rows_cache[hand] for hand in np.flatnonzero(graph.cards >= 2)}
        held |= {f"pair {value_name(value)}" for value in range(VALUES) if graph.find(value, value) >= 0}
        return [
            Cell(row, value_name(observation.up), observation.label)
            for observation in self.solver.shown
            for row in rows_of_chart()
            if row in held
        ]

    def fixed(self, decide: Callable[[int, bool], str]) -> Chart:
        """A chart from a rule of thumb that looks at one's own total alone."""
        chart: Chart = {}
        for cell in self.cells():
            kind, total = cell.row.split()
            if kind == "pair":
                value = 1 if total == "A" else int(total)
                points, soft = (12, True) if value == ACE else (2 * value, False)
            else:
                points, soft = int(total), kind == "soft"
            chart[cell] = decide(points, soft)
        return chart

    def never_bust(self) -> Chart:
        """Stand on every hard 12 or more; draw soft hands to 18."""
        return self.fixed(
            lambda points, soft: "H" if (soft and points < 18) or (not soft and points < 12) else "S"
        )

    def mimic(self) -> Chart:
        """Draw and stand as the dealer must; never double, never split."""
        house = self.solver.house
        return self.fixed(lambda points, soft: "H" if dealer_must_draw(Total(points, soft), house) else "S")

    def exceptions(self, chart: Chart) -> list[dict[str, Any]]:
        """Two-card hands that the chart does not play best, with what each costs."""
        exceptions = []
        for start in self.round.starts:
            allowed = self.round.action_values(start)
            is_pair = start.first == start.second and start.may_split
            row = f"pair {value_name(start.first)}" if is_pair else self.rows_cache[start.hand]
            for number, observation in enumerate(self.solver.shown):
                up = value_name(observation.up)
                action = self.legal_action(chart.get(Cell(row, up, observation.label), "S"), allowed)
                best = max(allowed, key=lambda candidate: allowed[candidate][number])
                gain = float(allowed[best][number] - allowed[action][number])
                chance = float(self.solver.seen[start.hand, number])
                if gain > 1e-12 and chance > 0:
                    exceptions.append(
                        {"hand": f"{value_name(start.first)},{value_name(start.second)}", "up": up,
                         "seen": observation.label, "chart": ACTIONS[action], "better": ACTIONS[best],
                         "worth": gain / chance, "gain": gain * float(start.chance)}
                    )  # fmt: skip
        return sorted(exceptions, key=lambda item: -item["gain"])

    def second_chances(self) -> list[dict[str, Any]]:
        """Whether to take a Second Chance, by the busted total: its worth over the hands that make it.

        They are the hands that the best play draws to, each as often as the shoe makes it; where it draws to
        none, the commonest. `share` is how many of them should take it.
        """
        hands = self.solver.busts.hands
        if hands is None or False not in hands.takes:
            return []
        declined, taken, _ = self.solver.weigh_chance(hands.removed, False)
        often = self._how_often(hands)
        advice = []
        for total in range(LEAST_BUST, MOST_BUST + 1):
            rows = np.flatnonzero(hands.over == total)
            for number, observation in enumerate(self.solver.shown):
                met = often[rows, number]
                worth = float((met * (taken[rows, number] - declined[rows, number])).sum())
                weight = met * hands.seen[rows, number]
                takes = float((weight * hands.takes[False][rows, number]).sum())
                share = takes / float(weight.sum()) if weight.any() else 0.0
                advice.append({"total": total, "up": value_name(observation.up), "seen": observation.label,
                               "take": worth > 0, "share": share})  # fmt: skip
        return advice

    def _how_often(self, hands: BustHands) -> Any:
        """How often each busted hand is met under each observation."""
        values, graph = self.solver.values, self.solver.graph
        hit = (values.hit > values.stand) & values.may_hit[:, None]
        met = np.zeros((len(hands.removed), len(self.solver.shown)))
        dealt = np.zeros(len(hands.removed))
        for hand, card in np.argwhere(hands.rows >= 0):
            row = hands.rows[hand, card]
            ways = self._ways(graph.counts[hand], hands.removed[row])
            met[row] += ways * hit[hand]
            dealt[row] += ways
        for total in range(LEAST_BUST, MOST_BUST + 1):
            rows = np.flatnonzero(hands.over == total)
            for number in np.flatnonzero(~met[rows].any(axis=0)):
                met[rows[np.argmax(dealt[rows])], number] = 1.0
        return met

    def _ways(self, hand: Any, busted: Any) -> float:
        """How often the shoe makes the busted hand out of this one, over all orders of its cards."""
        counts = self.solver.shoe.values
        drawn = prod(perm(have, int(taken)) for have, taken in zip(counts, busted, strict=True))
        orders = factorial(int(sum(hand))) // prod(factorial(int(taken)) for taken in hand)
        return float(drawn * orders / perm(sum(counts), int(sum(busted))))

    def check(self, chart: Chart, where: str) -> None:
        """A chart must have every cell, and only letters that mean something."""
        faults = [Fault(where, f"has no cell {_tell(cell)}.") for cell in self.cells() if cell not in chart]
        faults += [
            Fault(where, f"{_tell(cell)} is {code!r}.", ", ".join(CODES))
            for cell, code in chart.items()
            if code not in CODES
        ]
        if faults:
            raise BadInput(faults)


def _tell(cell: Cell) -> str:
    seen = f", {cell.seen}" if cell.seen else ""
    return f"{cell.row} against {cell.up}{seen}"


def _code(action: int, fallback: int) -> str:
    for code, meaning in CODES.items():
        if meaning == (action, fallback):
            return code
    return "S"


def split_code(plain: str) -> str:
    return {"S": "Ps", "D": "Pd", "Ds": "Pd"}.get(plain, "P")
