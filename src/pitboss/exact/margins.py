"""The margin of every chart cell: what the second-best action costs.

Everything after the action in question is played best. An action that is open on two cards alone is compared
over such hands, hitting and standing over all hands of the cell.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from pitboss.exact.cell_values import CellValues, RowChoice
from pitboss.exact.composition import value_name
from pitboss.exact.round_value import ACTIONS, Round
from pitboss.exact.solve import HIT, STAND
from pitboss.exact.strategy import CODES, Cell, Chart

METHOD = (
    "exact sums in double precision. Each cell is averaged over its hands, as often as perfect play meets "
    "them; what follows is played best. Hands of a split pair are not counted."
)
WAGERS = 100


@dataclass(frozen=True)
class Margin:
    """What the action of a cell is worth more than the next best one."""

    second: str
    margin: float
    """In units of the wager, for each hand that has the choice."""
    hands_per_100: float
    """Such hands in 100 initial wagers."""

    @property
    def cost_per_100(self) -> float:
        """Units that the second-best action costs in 100 initial wagers."""
        return self.margin * self.hands_per_100

    def as_data(self) -> dict[str, Any]:
        return {**asdict(self), "cost_per_100": self.cost_per_100}


def chart_margins(played: Round, chart: Chart) -> dict[Cell, Margin]:
    """A margin for every cell in which there is a choice."""
    values = CellValues(played)
    margins = {}
    for number, observation in enumerate(played.solver.shown):
        for row in {cell.row for cell in chart}:
            cell = Cell(row, value_name(observation.up), observation.label)
            if cell in chart and (others := list(_others(values, cell, chart[cell], number))):
                margins[cell] = min(others, key=lambda other: other.margin)
    return margins


def _others(values: CellValues, cell: Cell, play: str, observation: int) -> Iterator[Margin]:
    """Every other action of the cell against the one that is played."""
    first, every = values.first.get(cell.row), values.every.get(cell.row)
    played, otherwise = CODES[play]
    if first is not None and played not in first.worth:
        played = otherwise
    for choice in (first, every):
        if choice is None or played not in choice.worth or choice.seen[observation] <= 0:
            continue
        for action in choice.worth:
            if action != played and not (choice is first and _is_for_every(every, action, played)):
                yield _margin(choice, played, action, observation)


def _is_for_every(every: RowChoice | None, action: int, played: int) -> bool:
    """Hitting against standing is weighed over longer hands too."""
    return every is not None and {action, played} == {HIT, STAND}


def _margin(choice: RowChoice, played: int, action: int, observation: int) -> Margin:
    lost = choice.worth[played][observation] - choice.worth[action][observation]
    margin = float(lost) / float(choice.seen[observation])
    return Margin(ACTIONS[action], margin, WAGERS * float(choice.met[observation]))
