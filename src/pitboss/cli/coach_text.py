"""The coach at one's shoulder, in the terminal."""

from pitboss.desk.coach import cost_of, value_actions, weigh_insurance
from pitboss.rules.player import Action
from pitboss.table.due import Due
from pitboss.table.state import Table


class Coach:
    """Tells what every action is worth before a decision, and what it cost after."""

    def __init__(self) -> None:
        self.values: dict[str, float] = {}

    def tell(self, state: Table, found: Due) -> None:
        self.values = value_actions(state, found)
        if self.values:
            told = ", ".join(f"{name} {value:+.4f}" for name, value in self.values.items())
            print(f"  Coach: {told}")

    def tell_insurance(self, state: Table, box: int) -> None:
        told = ", ".join(f"{name} {worth:+.4f}" for name, worth in weigh_insurance(state, box).values.items())
        print(f"  Coach: {told}, beside taking neither")

    def judge(self, action: Action | None) -> None:
        """What the decision just made cost, in units of the wager; None declines a Second Chance."""
        cost = cost_of(self.values, action)
        if cost is not None:
            print(
                "  Coach: that was best." if cost < 1e-9 else f"  Coach: that cost {cost:.4f} of your wager."
            )
        self.values = {}
