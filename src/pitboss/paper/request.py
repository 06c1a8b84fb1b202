"""A request for a report: the game with its choices, the date, and how much to calculate."""

from dataclasses import dataclass

from pitboss.paper.annex import Annex
from pitboss.paper.battery_results import BatteryResults
from pitboss.table.people import SEATS

USUAL_ROUNDS = 50_000_000
BOXES_SIMULATED = (1, SEATS[-1])
"""One box alone, and a full table."""


@dataclass(frozen=True)
class ReportScope:
    """How much a report calculates beyond the game as chosen. The report states what it leaves out."""

    decks: tuple[int, ...] | None = None
    """The numbers of decks to solve; all that are permitted if left out."""
    options: tuple[str, ...] | None = None
    """The options to vary; all that change a house edge if left out."""
    boxes: tuple[int, ...] = BOXES_SIMULATED
    """Numbers of boxes for which the cut card effect is simulated."""
    search: bool = True
    """Published figures are held against every combination of readings."""


@dataclass(frozen=True)
class ReportRequest:
    """A game with its choices, the date, and who asks."""

    name: str
    date: str
    choices: tuple[str, ...] = ()
    author: str = ""
    rounds: int = USUAL_ROUNDS
    """Rounds that are simulated to check the exact figures."""
    seed: int = 1
    previous: Annex | None = None
    """The data annex of the last approved report."""
    battery: BatteryResults | None = None
    """The results of shuffle tests."""
    holder: str = ""
    """The house that the report is made for."""
    packed_as: str = ""
    """The game file's name in a package, where the game is a user's own."""
    scope: ReportScope = ReportScope()

    @property
    def command(self) -> str:
        """The command that reproduces the report."""
        chosen = "".join(f" --set {choice}" for choice in self.choices)
        author = f' --author "{self.author}"' if self.author else ""
        dealt = f" --rounds {self.rounds} --seed {self.seed}"
        holder = f' --holder "{self.holder}"' if self.holder else ""
        tested = " --battery battery.json" if self.battery is not None else ""
        game = self.packed_as or self.name
        told = f"{chosen} --date {self.date}{author}{holder}{dealt}{tested}"
        return f"pitboss report {game}{told} -o report.pdf"
