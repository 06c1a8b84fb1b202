"""The twenty-six sections of the mathematics report, each made only from findings."""

from collections.abc import Callable

from pitboss.paper.document import Section
from pitboss.paper.findings import Findings
from pitboss.paper.sections import evidence, frame, play, risk

SECTIONS: tuple[Callable[[Findings], Section], ...] = (
    frame.identity,
    frame.summary,
    frame.measures,
    frame.rules,
    frame.equipment,
    frame.wagers,
    frame.examples,
    frame.method,
    play.strategy,
    play.returns,
    play.distribution,
    play.dealer,
    risk.sensitivity,
    play.imperfect,
    play.frequencies,
    risk.volatility,
    risk.exposure,
    risk.simulation,
    risk.protection,
    evidence.conformance,
    evidence.irregularities,
    evidence.random_numbers,
    evidence.layout,
    evidence.changes,
    evidence.reproduction,
    evidence.limits,
)
