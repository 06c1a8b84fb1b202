"""The coach in the terminal."""

from collections.abc import Mapping

from pitboss.desk.coach import cost_of, evaluate_insurance, value_actions
from pitboss.rules.player import Action
from pitboss.table.due import Due
from pitboss.table.state import Table


class Coach:
    """Tells what every action is worth before a decision, and what it cost after."""

    def __init__(self) -> None:
        self.values: dict[str, float] = {}

    def tell(self, state: Table, next_due: Due) -> None:
        self.values = value_actions(state, next_due)
        if self.values:
            print(f"  Coach: expected win per $1 bet: {_tell(self.values)}.")

    def tell_insurance(self, state: Table, box: int) -> None:
        values = evaluate_insurance(state, box).values
        print(f"  Coach: expected win per $1 bet, compared with no insurance: {_tell(values)}.")

    def judge(self, action: Action | None) -> None:
        """What the decision just made cost, in units of the wager; None declines a Second Chance."""
        cost = cost_of(self.values, action)
        if cost is not None:
            is_best = cost < 1e-9
            print("  Coach: that was best." if is_best else f"  Coach: that cost {cost:.4f} per $1 bet.")
        self.values = {}


def _tell(values: Mapping[str, float]) -> str:
    return ", ".join(f"{name} {value:+.4f}" for name, value in values.items())
