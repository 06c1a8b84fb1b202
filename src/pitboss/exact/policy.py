"""A way of playing as plain tables, for rooms that deal cards and have no time to think.

Hands are numbers of the hand graph, observations are numbers of what may be announced of the dealer's cards.
Actions are those of `rules.player.Action`.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pitboss.exact.arithmetic import Table
from pitboss.exact.composition import VALUES, column, value_name
from pitboss.exact.hand_tables import legal
from pitboss.exact.round_value import Round, Start
from pitboss.exact.side_wagers import first_cards
from pitboss.exact.solve import DOUBLE, HIT, SPLIT, STAND, Busts, Solver, Values
from pitboss.exact.split import FIXED, Splits
from pitboss.exact.strategy import Cell, Chart, Strategist
from pitboss.rules.cards import ACE, KING
from pitboss.rules.house import House
from pitboss.rules.player import Action, is_pair, may_insure

ENDED = 255
"""In place of an observation: the reader has ended the round."""

PLAIN, FROM_LARGE, SPLIT_OF = 0, 1, 2
"""What a hand is: unsplit, grown from two Large cards, or one hand of a split pair (2 + its value)."""


class RankedActions(NamedTuple):
    """For every hand and observation what is played, the next best, and what that would cost in wagers."""

    best: NDArray[np.int8]
    second: NDArray[np.int8]
    """-1 where there is no other choice."""
    cost: NDArray[np.float32]
    often: NDArray[np.float32]
    """How often the decision is met in a round, where that was asked for."""


class Policy(NamedTuple):
    name: str
    observations: NDArray[np.uint8]
    """The observation of every up card and hole card, by rank; ENDED when no one acts."""
    next_hand: NDArray[np.int64]
    """The hand after a card of each value; -1 when that breaks it."""
    starts: RankedActions
    """Two cards as dealt, by rank."""
    kinds: tuple[RankedActions | None, ...]
    """Longer hands, and split ones of any length, by what they are; None where it never happens."""
    bust_rows: tuple[NDArray[np.int64], ...]
    """For each kind the row of `takes` by hand and breaking card; no columns where busts are just lost."""
    takes: NDArray[np.bool_]
    """Whether a Second Chance is taken: row, hand doubled or not, observation."""
    insures: NDArray[np.bool_]
    takes_even_money: NDArray[np.bool_]
    """Both by the ranks of one's two cards, when the dealer shows an ace."""
    gives_up_early: NDArray[np.bool_]
    """Surrender before the reader: ranks of one's two cards, rank of the up card."""
    chooses: NDArray[np.int8]
    """At Over/Under, by the rank of the first card."""
    insurance_edge: float | None
    """The house edge of insurance as this player takes it."""


def optimal_policy(played: Round, *, second_chance: bool = True, costs: bool = False) -> Policy:
    """The best play by one's own cards and what is announced."""
    solver = played.solver
    starts = _start_choices(played, None, costs)
    plain = _choices(solver.values)
    kinds: list[RankedActions | None] = [plain._replace(often=_often(played)) if costs else plain, None]
    if solver.values_from_large is not solver.values:
        kinds[FROM_LARGE] = _choices(solver.values_from_large)
    kinds += [_split_choices(played.splits, value, starts) for value in range(VALUES)]
    return _policy("optimal", played, starts, tuple(kinds), played.splits if second_chance else None)


def chart_policy(name: str, strategist: Strategist, chart: Chart) -> Policy:
    """Play by a chart; Second Chances are taken where they are worth more, insurance never."""
    played, solver = strategist.round, strategist.solver
    starts = _start_choices(played, (strategist, chart), costs=False)
    splits = Splits(solver, FIXED, strategist.split_policies(chart))
    plain = _only(strategist.policy(chart, *legal(solver.graph, solver.house, False, 0)))
    kinds = (plain, plain, *(_split_choices(splits, value, starts) for value in range(VALUES)))
    policy = _policy(name, played, starts, kinds, splits)
    nobody = np.zeros((KING, KING), dtype=np.bool_)
    return policy._replace(
        insures=nobody, takes_even_money=nobody, gives_up_early=np.zeros((KING,) * 3, dtype=np.bool_)
    )


def first_card_policy(house: House, cards: Any) -> Policy:
    """Over/Under: what is chosen after each first card."""
    chosen = {first.column: int(first.best) for first in first_cards(house, cards)}
    chooses = np.array([chosen.get(column(rank), int(Action.FOLD)) for rank in range(1, KING + 1)], np.int8)
    none = _only(np.zeros((1, 1), dtype=np.int8))
    start = _only(np.zeros((KING, KING, 1), dtype=np.int8))
    flat = np.zeros((KING, KING), dtype=np.bool_)
    return Policy(
        "optimal", np.zeros((KING, KING), dtype=np.uint8), np.full((1, VALUES), -1), start, (none,), (),
        np.zeros((0, 2, 1), dtype=np.bool_), flat, flat, np.zeros((KING,) * 3, dtype=np.bool_), chooses, None,
    )  # fmt: skip


def _policy(
    name: str,
    played: Round,
    starts: RankedActions,
    kinds: tuple[RankedActions | None, ...],
    splits: Splits | None,
) -> Policy:
    solver = played.solver
    rows, takes = _second_chances(solver, kinds, splits)
    insures, even, early, edge = _before_the_reader(played)
    return Policy(
        name, _observations(solver), solver.graph.next_hand, starts, kinds, rows, takes, insures, even, early,
        np.zeros(0, dtype=np.int8), edge,
    )  # fmt: skip


def _observations(solver: Solver) -> NDArray[np.uint8]:
    numbers = np.full((KING, KING), ENDED, dtype=np.uint8)
    for number, observation in enumerate(solver.shown):
        for up in _ranks(observation.up):
            for hole in (rank for value in observation.holes for rank in _ranks(value)):
                numbers[up - 1, hole - 1] = number
    return numbers


def _ranks(value: int) -> range:
    """The ranks that count as this value."""
    return range(value + 1, KING + 1) if value + 1 == VALUES else range(value + 1, value + 2)


# ---- what is played


def _only(best: Any) -> RankedActions:
    shape = best.shape
    return RankedActions(
        best.astype(np.int8), np.full(shape, -1, np.int8), np.zeros(shape, np.float32), _nought(shape)
    )


def _nought(shape: tuple[int, ...]) -> NDArray[np.float32]:
    return np.zeros(shape, dtype=np.float32)


def _ranked(worth: list[tuple[int, Table]], shape: tuple[int, ...], seen: Table) -> RankedActions:
    """The best and the second of some actions; worth is -inf where an action is not allowed."""
    codes = np.array([action for action, _ in worth], dtype=np.int8)
    values = np.stack([np.broadcast_to(value, shape) for _, value in worth])
    order = np.argsort(-values, axis=0, kind="stable")
    best = np.take_along_axis(values, order[:1], axis=0)[0]
    if len(worth) == 1:
        return _only(np.broadcast_to(codes[0], shape))
    second = np.take_along_axis(values, order[1:2], axis=0)[0]
    other = np.isfinite(second)
    lost = np.where(other, best - np.where(other, second, 0), 0)
    cost = np.divide(lost, seen, out=np.zeros(shape), where=seen > 0)
    return RankedActions(
        codes[order[0]], np.where(other, codes[order[1]], -1).astype(np.int8), cost.astype(np.float32),
        _nought(shape),
    )  # fmt: skip


def _choices(values: Values) -> RankedActions:
    """Standing, drawing, doubling: what unsplit hands do after the first decision."""
    hit = np.where(values.may_hit[:, None], values.hit, -np.inf)
    return _ranked([(STAND, values.stand), (HIT, hit)], values.stand.shape, np.ones_like(values.stand))


def _start_choices(played: Round, by: tuple[Strategist, Chart] | None, costs: bool) -> RankedActions:
    """The first decision for every two ranks."""
    width = len(played.solver.shown)
    starts = _only(np.zeros((KING, KING, width), dtype=np.int8))
    tables: list[Any] = list(starts)
    for start in played.starts:
        worth = played.action_values(start)
        for first in _ranks(start.first):
            for second in _ranks(start.second):
                may = {
                    action: value for action, value in worth.items()
                    if action != SPLIT or is_pair(first, second, played.solver.house)
                }  # fmt: skip
                chosen = _best_start(played, start, may) if by is None else _chart_start(by, start, may)
                chance = float(start.chance) / _orders(start) if costs else 0.0
                often = np.float32(chance) * played.solver.seen[start.hand].astype(np.float32)
                for one, other in {(first, second), (second, first)}:
                    for table, row in zip(tables, chosen._replace(often=often), strict=True):
                        table[one - 1, other - 1] = row
    return starts


def _orders(start: Start) -> int:
    """Ordered pairs of ranks that make this start."""
    ways = len(_ranks(start.first)) * len(_ranks(start.second))
    return ways if start.first == start.second else 2 * ways


def _best_start(played: Round, start: Start, may: dict[int, Table]) -> RankedActions:
    seen = played.solver.seen[start.hand]
    return _ranked(list(may.items()), seen.shape, seen)


def _chart_start(by: tuple[Strategist, Chart], start: Start, may: dict[int, Table]) -> RankedActions:
    strategist, chart = by
    row = f"pair {value_name(start.first)}" if SPLIT in may else strategist.rows_cache[start.hand]
    observations = strategist.solver.shown
    codes = [
        chart.get(Cell(row, value_name(observation.up), observation.label), "S")
        for observation in observations
    ]
    return _only(np.array([strategist.legal_action(code, may) for code in codes], dtype=np.int8))


def _split_choices(splits: Splits, value: int, starts: RankedActions) -> RankedActions | None:
    """How one hand of this pair is played; None when the pair is never split."""
    rank = value + 1
    if (
        not (starts.best[rank - 1, rank - 1] == SPLIT).any()
        and not (starts.second[rank - 1, rank - 1] == SPLIT).any()
    ):
        return None
    splits.worth(value)
    best = splits.policy(value)
    may_hit, _ = splits.legal(value)
    plain = _choices(splits.solver.values)
    other = np.where(best == HIT, STAND, HIT).astype(np.int8)
    free = may_hit[:, None] & (best != DOUBLE)
    return RankedActions(best, np.where(free, other, -1).astype(np.int8), plain.cost, _nought(best.shape))


def _often(played: Round) -> NDArray[np.float32]:
    """How often each longer hand is met under each observation in optimal play."""
    solver = played.solver
    reach = Strategist(played).reach * solver.seen
    reach[solver.graph.cards == 2] = 0
    return np.asarray(reach, dtype=np.float32)


# ---- second chances, insurance, surrender before the reader


def _second_chances(
    solver: Solver, kinds: tuple[RankedActions | None, ...], splits: Splits | None
) -> tuple[tuple[NDArray[np.int64], ...], NDArray[np.bool_]]:
    width = len(solver.shown)
    none = np.zeros((0, 0), dtype=np.int64)
    if not solver.house.second_chance.offered or splits is None:
        return (none,) * len(kinds), np.zeros((0, 2, width), dtype=np.bool_)
    tables: list[Any] = []
    rows: list[NDArray[np.int64]] = []
    for kind, choices in enumerate(kinds):
        busts = solver.busts if kind < SPLIT_OF else None
        if kind >= SPLIT_OF and choices is not None:
            busts = splits.busts(kind - SPLIT_OF)
        rows.append(_chance_rows(busts, tables))
    return tuple(rows), np.concatenate(tables) if tables else np.zeros((0, 2, width), dtype=np.bool_)


def _chance_rows(busts: Busts | None, tables: list[Any]) -> NDArray[np.int64]:
    if busts is None or busts.hands is None or False not in busts.hands.takes:
        return np.zeros((0, 0), dtype=np.int64)
    above = sum(len(table) for table in tables)
    tables.append(np.stack([busts.hands.takes[False], busts.hands.takes[True]], axis=1))
    return np.where(busts.rows >= 0, busts.rows + above, -1)


def _before_the_reader(played: Round) -> tuple[Any, Any, Any, float | None]:
    """Insurance, even money and early surrender, each where it is worth more than playing on."""
    house = played.solver.house
    insures, even = (np.zeros((KING, KING), dtype=np.bool_) for _ in range(2))
    early = np.zeros((KING,) * 3, dtype=np.bool_)
    staked = won = 0.0
    for start in played.starts:
        at = [(one - 1, other - 1) for one, other in _rank_pairs(start)]
        if may_insure(start.box, ACE, house):
            ace = played.chance_up(start, ACE - 1)
            staked += float(start.chance * ace)
            won += float(start.chance * played.insurance_value(start, ace))
        for place in at:
            insures[place] = played.insures(start, ACE - 1)
            even[place] = played.takes_even_money(start, ACE - 1)
        for up in range(VALUES):
            if played.gives_up_early(start, up):
                for place in at:
                    early[place][[rank - 1 for rank in _ranks(up)]] = True
    return insures, even, early, -won / staked if staked else None


def _rank_pairs(start: Start) -> set[tuple[int, int]]:
    one_way = {(first, second) for first in _ranks(start.first) for second in _ranks(start.second)}
    return one_way | {(second, first) for first, second in one_way}
