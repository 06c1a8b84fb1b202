"""Over/Under for the kernels: totals of three cards and what they are paid, tabulated from the rules."""

from itertools import product
from math import gcd
from typing import Any

import numpy as np

from pitboss.rules.hands import EMPTY, draw, fixed_total
from pitboss.rules.house import House
from pitboss.rules.over_under import settle_bonus, settle_play
from pitboss.rules.player import Action
from pitboss.rules.stakes import play_stake
from pitboss.sim.hand_classes import RANKS
from pitboss.sim.kernel_tables import POINTS, ROW, Cells, ResultLabels, TableSetup, row_of
from pitboss.sim.player_tables import Plan


def tabulate_over_under(
    house: House, plan: Plan, setup: TableSetup, _misses: Any, cells: Cells
) -> tuple[dict[str, Any], ResultLabels]:
    """Totals of three cards, and what they are paid."""
    points = np.zeros((ROW, ROW, ROW), dtype=np.int64)
    for ranks in product(RANKS, repeat=3):
        hand = EMPTY
        for rank in ranks:
            hand = draw(hand, rank)
        points[ranks[0] - 1, ranks[1] - 1, ranks[2] - 1] = fixed_total(hand)
    totals = range(int(points.max()) + 1)
    stake, side = setup.stake_cents, setup.side_cents
    nets = np.zeros((ROW, POINTS), dtype=np.int64)
    for choice in (Action.OVER, Action.UNDER, Action.FOLD):
        staked = stake if choice == Action.FOLD else stake + play_stake(stake)
        for total in totals:
            nets[choice, total] = sum(settle_play(staked, choice, total, house)) - staked
    grain = gcd(stake, *(int(net) for net in np.unique(nets)))
    bonus = np.zeros(POINTS, dtype=np.int64)
    if setup.bonus:
        bonus[: len(totals)] = [(sum(settle_bonus(side, total, house)) - side) // side for total in totals]
    numbers = {
        "points": cells.add(points), "chooses": cells.add(row_of(plan.chooses)),
        "play_pay": cells.add_amounts(nets // grain), "bonus_pay": cells.add_amounts(bonus),
        "middle": int(np.abs(nets).max()) // grain,
    }  # fmt: skip
    return numbers, ResultLabels(grain, (), ())
