"""Jobs for tests: every game on the one kernel that can do everything, so that it is compiled once."""

from dataclasses import replace
from functools import cache

from pitboss.lab.simulation import Prepared, Setting, prepare
from pitboss.sim.job import Counts
from pitboss.sim.kernel import EVERYTHING
from pitboss.sim.running import Stop, run, threads
from tests.floor import game_of


@cache
def prepared(name: str, *choices: str, setting: Setting = Setting()) -> Prepared:  # noqa: B008  frozen
    made = prepare(game_of(name, *choices), setting)
    flags = EVERYTHING._replace(errs=made.job.flags.errs)
    return replace(made, job=replace(made.job, flags=flags))


def played(made: Prepared, rounds: int) -> Counts:
    return run(made.job, threads(1), Stop(rounds=rounds)).total
