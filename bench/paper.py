"""Every paper of every game with each permitted number of decks; a warning is an error; seconds for each."""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.machine import describe_machine
from pitboss.exact.pricing import permitted
from pitboss.exact.warm_kernels import warm_up
from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import plan_felt
from pitboss.paper.findings import gather_findings
from pitboss.paper.manual import manual_bytes
from pitboss.paper.package import make_package
from pitboss.paper.rackcard import card_bytes
from pitboss.paper.report import FORMS, report_bytes
from pitboss.paper.request import ReportRequest, ReportScope
from pitboss.paper.sign import draw_sign
from pitboss.paper.single_page_pdf import sheet_pdf
from pitboss.paper.submission import Submission, questions

DAY = "2026-11-15"
HOLDER = "Susquehanna House"
GOAL_S = 60
ROUNDS = 500_000
"""Dealt for each number of decks; whole reports deal as many as a user's."""
VARIED = ("soft_17",)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", help="only this game; may be given again")
    parser.add_argument(
        "--whole",
        action="store_true",
        help="solve every number of decks and vary every option in each report, as a user's report does",
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds dealt for each number of decks")
    asked = parser.parse_args()
    warnings.simplefilter("error")
    print(f"machine: {describe_machine()}")
    warm_up(print)
    names = asked.game or known_games()
    near = "everything varied" if asked.whole else "one option varied"
    print(f"all papers, in seconds; reports with {asked.rounds:,} rounds dealt and {near}")
    print(f"{'':<30}{'report':>9}{'card':>9}{'manual':>9}{'layout':>9}{'sign':>9}{'filing':>9}")
    for name in names:
        for decks in permitted(load_game(name), "decks"):
            scope = ReportScope() if asked.whole else ReportScope((decks,), VARIED)
            seconds = [timed(make) for make in papers(name, decks, asked.rounds, scope)]
            told = "".join(f"{taken:9.2f}" for taken in seconds)
            print(f"{f'{name}, {decks} decks':<30}{told}", flush=True)
    for name in names:
        seconds_taken = whole_report(name)
        print(f"pitboss report {name:<22}{seconds_taken:7.1f} s   (goal {GOAL_S} s)", flush=True)


def papers(name: str, decks: int, rounds: int, scope: ReportScope) -> Iterator[Callable[[], object]]:
    """One maker for each column."""
    chosen = (f"decks={decks}",)
    game = load_game(name, choose=chosen)

    def report() -> None:
        found = gather_findings(ReportRequest(name, DAY, chosen, HOLDER, rounds, scope=scope))
        for form in FORMS:
            assert report_bytes(found, form)

    def manual() -> None:
        manual_bytes(game, date=DAY)
        manual_bytes(game, date=DAY, form="html")

    yield report
    yield lambda: card_bytes(game, date=DAY)
    yield manual
    yield lambda: sheet_pdf(draw_felt(plan_felt(game, holder=HOLDER), scale=5), title="layout")
    yield lambda: sheet_pdf(draw_sign(game, holder=HOLDER), title="sign")
    yield lambda: make_package(filed(name, game), date=DAY, with_report=False)


def filed(name: str, game: Game) -> Submission:
    """Every choice as the game was loaded, every inscription on the layout."""
    asked = questions(game)
    choices = {ask.key: game.options[ask.key].value for ask in asked if ask.section == "choices"}
    layout = {ask.key: "layout" for ask in asked if ask.section == "layout"}
    return Submission(name, HOLDER, choices, layout)


def timed(make: Callable[[], object]) -> float:
    start = time.perf_counter()
    make()
    return time.perf_counter() - start


def whole_report(name: str) -> float:
    """As a user would ask for it, with all its rounds, from the start of the process to the file."""
    with tempfile.TemporaryDirectory() as folder:
        out = str(Path(folder) / "report.pdf")
        command = (str(Path(sys.executable).with_name("pitboss")), "report", name, "-o", out)
        strict = {**os.environ, "PYTHONWARNINGS": "error"}
        return timed(lambda: subprocess.run(command, check=True, capture_output=True, env=strict))


if __name__ == "__main__":
    main()
