"""What a report is asked for: the game and its choices, and what no game can know, such as the date."""

from dataclasses import dataclass

from pitboss.paper.annex import Annex
from pitboss.paper.battery_results import BatteryResults
from pitboss.table.people import SEATS

USUAL_ROUNDS = 50_000_000
BOXES_SIMULATED = (1, SEATS[-1])
"""One player alone, and a full table."""


@dataclass(frozen=True)
class ReportScope:
    """How far a report looks beyond the game as chosen. What it leaves out, it says."""

    decks: tuple[int, ...] | None = None
    """The numbers of decks to solve; all that are permitted if left out."""
    options: tuple[str, ...] | None = None
    """The options to price otherwise than chosen; all that move an edge if left out."""
    boxes: tuple[int, ...] = BOXES_SIMULATED
    """Boxes in play when the effect of the cover card is looked for."""


@dataclass(frozen=True)
class ReportRequest:
    """What is asked for: a game with its choices, and what no game can know, such as the date."""

    name: str
    date: str
    choices: tuple[str, ...] = ()
    author: str = ""
    rounds: int = USUAL_ROUNDS
    """Rounds that are dealt to check the exact figures."""
    seed: int = 1
    previous: Annex | None = None
    """Of the last approved report."""
    battery: BatteryResults | None = None
    """What a statistical battery over the shoe found."""
    holder: str = ""
    """The house it is made for."""
    packed_as: str = ""
    """The game file's name in a package, where the game is a user's own."""
    scope: ReportScope = ReportScope()

    @property
    def command(self) -> str:
        """What reproduces the report."""
        chosen = "".join(f" --set {choice}" for choice in self.choices)
        author = f' --author "{self.author}"' if self.author else ""
        dealt = f" --rounds {self.rounds} --seed {self.seed}"
        holder = f' --holder "{self.holder}"' if self.holder else ""
        tested = " --battery battery.json" if self.battery is not None else ""
        game = self.packed_as or self.name
        told = f"{chosen} --date {self.date}{author}{holder}{dealt}{tested}"
        return f"pitboss report {game}{told} -o report.pdf"
