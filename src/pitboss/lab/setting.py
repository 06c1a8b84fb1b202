"""What a person chooses about a simulation, beside the game."""

from dataclasses import dataclass

from pitboss.exact.strategy import OPTIMAL, Chart
from pitboss.sim.kernel_tables import BEST


@dataclass(frozen=True)
class Setting:
    seats: int = 1
    cut: float | None = None
    """Share of the shoe dealt before the cover card; None for what the game's document says, 0 for a
    whole shoe every round."""
    strategy: str = OPTIMAL
    chart: Chart | None = None
    """The cells of a strategy file."""
    insurance: str = BEST
    errors: float = 0.0
    seed: int = 1
