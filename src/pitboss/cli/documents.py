"""Making the mathematics report, the rack card and the dealer's manual."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, cast

from pitboss.cli.harmless_output import console
from pitboss.cli.user_files import check_place, day_of, ending_of, printable, read_json, save
from pitboss.errors import BadInput, Fault
from pitboss.games.game import Game
from pitboss.games.load import load_game

if TYPE_CHECKING:
    from pitboss.paper.annex import Annex
    from pitboss.paper.battery_results import BatteryResults

Tell = Callable[[str], None]
LEAST_ROUNDS = 10_000


class ReportSimulation(NamedTuple):
    """The simulation that checks the report's figures."""

    rounds: int
    seed: int


class Parties(NamedTuple):
    """Who answers for the report, and for whom it is made."""

    author: str
    holder: str


class ReportInputs(NamedTuple):
    """Files that the report draws on: the last approved annex, the results of the statistical tests."""

    previous: str
    battery: str


def make_report(
    name: str,
    choices: Sequence[str],
    out: str,
    *,
    date: str,
    parties: Parties,
    inputs: ReportInputs,
    simulation: ReportSimulation,
) -> None:
    ending = ending_of(out, ("pdf", "html", "json"))
    day = day_of(date)
    game = load_game(name, choose=choices)
    printable(parties.author, "--author")
    printable(parties.holder, "--holder")
    if 0 < simulation.rounds < LEAST_ROUNDS:
        says = f"{simulation.rounds} rounds are too few to check anything."
        raise BadInput([Fault("--rounds", says, f"{LEAST_ROUNDS:,} or more")])
    check_place(out)
    before, tested = _annex(inputs.previous, game), _battery(inputs.battery)
    from pitboss.exact.warm_kernels import warm_up
    from pitboss.paper.findings import count_steps, gather_findings
    from pitboss.paper.report import Form, report_bytes
    from pitboss.paper.request import USUAL_ROUNDS, ReportRequest

    warm_up(_say)
    rounds = simulation.rounds or USUAL_ROUNDS
    request = ReportRequest(
        name, day, tuple(choices), parties.author, rounds, simulation.seed, before, tested, parties.holder
    )
    with _progress(count_steps(request)) as tell:
        findings = gather_findings(request, tell)
        tell("typesetting")
        data = report_bytes(findings, cast(Form, ending))
    _say(f"{save(out, data)}: {len(data):,} bytes.")


def make_card(name: str, choices: Sequence[str], out: str, *, date: str) -> None:
    ending_of(out, ("pdf",))
    day, game = day_of(date), load_game(name, choose=choices)
    check_place(out)
    from pitboss.exact.warm_kernels import warm_up
    from pitboss.paper.rackcard import card_bytes

    warm_up(_say)
    _say(f"{save(out, card_bytes(game, date=day))}: the rack card of {game.title}.")


def make_manual(name: str, choices: Sequence[str], out: str, *, date: str) -> None:
    ending = ending_of(out, ("pdf", "html"))
    day, game = day_of(date), load_game(name, choose=choices)
    check_place(out)
    from pitboss.paper.manual import manual_bytes

    data = manual_bytes(game, date=day, form="html" if ending == "html" else "pdf")
    _say(f"{save(out, data)}: the manual of {game.title}.")


def _annex(path: str, game: Game) -> "Annex | None":
    from pitboss.paper.annex import read_annex

    return read_annex(read_json(path, where="--previous"), game.id, f"--previous {path}") if path else None


def _battery(path: str) -> "BatteryResults | None":
    from pitboss.paper.battery_results import read_battery

    return read_battery(read_json(path, where="--battery"), f"--battery {path}") if path else None


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


@contextmanager
def _progress(steps: int) -> Iterator[Tell]:
    """A bar on a terminal; nothing where nobody looks."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("loading", total=steps)
        yield lambda what: bar.update(task, advance=1, description=what)
        bar.update(task, completed=steps)
