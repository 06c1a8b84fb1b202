"""What the wagers of a game are worth, and how that was found."""

from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

from pitboss.exact.side_wagers import ReturnTable
from pitboss.games.game import Game

EXACT = "exact"
FLOAT_BOUND = "exact sums in double precision, error below 1e-12"


@dataclass(frozen=True)
class WagerFigures:
    """What one wager is worth, and how that was found. Edges are positive for the house."""

    wager: str
    house_edge: float
    element_of_risk: float
    average_wagered: float
    standard_deviation: float
    hit_frequency: float
    push_frequency: float
    loss_frequency: float
    method: str
    spread_method: str
    exactness: str = "exact"
    """How the edge was found, by a name of the vocabulary."""
    spread_exactness: str = "exact"
    frequency_exactness: str = "exact"
    """How wins, pushes and losses were found."""
    exact: str = ""
    """The house edge as a fraction, where it is one."""
    outcomes: tuple[dict[str, Any], ...] = ()
    frequencies: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Distribution:
    """The chance of every net result of the main wager, in units, and how it was found."""

    chances: dict[Fraction, float]
    standard_deviation: float
    """Exact, also where some chances are not."""
    method: str
    estimated: float = 0.0
    """The chance of rounds whose results were estimated: no chance is wrong by more."""

    @property
    def exactness(self) -> str:
        return "estimated" if self.estimated else "exact"

    def as_data(self) -> dict[str, Any]:
        signs = {"hit": 1, "push": 0, "loss": -1}
        return {
            "method": self.method,
            "exactness": self.exactness,
            "estimated_rounds": self.estimated,
            "standard_deviation": self.standard_deviation,
            **{
                f"{name}_frequency": sum(
                    p for net, p in self.chances.items() if (net > 0) - (net < 0) == sign
                )
                for name, sign in signs.items()
            },
            "results": [{"net": str(net), "probability": p} for net, p in sorted(self.chances.items())],
        }


@dataclass(frozen=True)
class Analysis:
    game: Game
    wagers: tuple[WagerFigures, ...]
    dealer: tuple[dict[str, Any], ...]
    solve_seconds: float
    distribution: dict[str, Any] | None = None
    """Every result of a round, if that was asked for."""

    def as_data(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "options": self.game.option_values,
            "readings": self.game.reading_choices,
            "rulebook_sha256": self.game.sha256,
            "departures": [str(departure) for departure in self.game.departures],
            "wagers": [asdict(wager) for wager in self.wagers],
            "dealer": list(self.dealer),
            "solve_seconds": self.solve_seconds,
            **({} if self.distribution is None else {"distribution": self.distribution}),
        }


def figures_from_table(wager: str, table: ReturnTable, average: Fraction = Fraction(1)) -> WagerFigures:
    """The figures of a wager whose every result stands in a return table."""
    edge = -table.expectation
    push = sum((row.chance for row in table.rows if row.pays == 0), Fraction(0))
    return WagerFigures(
        wager=wager,
        house_edge=float(edge),
        element_of_risk=float(edge / average),
        average_wagered=float(average),
        standard_deviation=table.standard_deviation,
        hit_frequency=float(table.hit_frequency),
        push_frequency=float(push),
        loss_frequency=float(1 - table.hit_frequency - push),
        method=EXACT,
        spread_method=EXACT,
        exact=str(edge),
        outcomes=tuple(
            {
                "event": row.event,
                "pays": str(row.pays),
                "combinations": row.combinations,
                "probability": float(row.chance),
                "contribution": float(row.contribution),
            }
            for row in table.rows
        ),
    )
