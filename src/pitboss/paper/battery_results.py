"""The results of statistical tests of a shuffle, handed in by whoever ran them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pitboss.errors import BadInput, Fault
from pitboss.paper.figures import Exactness, Figure, chance, count, percent, units

COMMAND = "pitboss shoe test --json > battery.json"


@dataclass(frozen=True)
class TestRow:
    test: str
    law: str
    statistic: Figure
    p: Figure
    adjusted_p: Figure
    passes: bool


@dataclass(frozen=True)
class TestSet:
    """The tests that one standard names, at its significance level."""

    name: str
    source: str
    level: Figure
    passes: bool
    rows: tuple[TestRow, ...]


@dataclass(frozen=True)
class BatteryResults:
    cards: Figure
    shoes: Figure
    decks: Figure
    sets: tuple[TestSet, ...]


def read_battery(data: Any, where: str) -> BatteryResults:
    """What `pitboss shoe test --json` printed; anything else is refused."""
    try:
        return BatteryResults(
            cards=count("battery.cards", data["cards"]),
            shoes=count("battery.shoes", data["shoes"]),
            decks=count("battery.decks", data["decks"]),
            sets=tuple(_set(number, part) for number, part in enumerate(data["sets"], 1)),
        )
    except (KeyError, TypeError, ValueError) as error:
        says = "does not contain the results of shuffle tests."
        raise BadInput([Fault(where, says, f"a file made by `{COMMAND}`")]) from error


def _set(number: int, part: Mapping[str, Any]) -> TestSet:
    id = f"battery.{number}"
    return TestSet(
        name=str(part["name"]),
        source=str(part["source"]),
        level=percent(f"{id}.level", part["level"], digits=0),
        passes=bool(part["passes"]),
        rows=tuple(_tested(f"{id}.{at}", row) for at, row in enumerate(part["findings"], 1)),
    )


def _tested(id: str, row: Mapping[str, Any]) -> TestRow:
    return TestRow(
        test=str(row["test"]),
        law=str(row["law"]),
        statistic=units(f"{id}.statistic", row["statistic"], Exactness.SIMULATED),
        p=chance(f"{id}.p", row["p"], Exactness.SIMULATED, 4),
        adjusted_p=chance(f"{id}.adjusted_p", row["adjusted_p"], Exactness.SIMULATED, 4),
        passes=bool(row["passes"]),
    )
