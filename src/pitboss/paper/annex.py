"""The data annex of an earlier report: the part that a later report compares itself with."""

from typing import Any

import msgspec

from pitboss.errors import BadInput, Fault


class EarlierRules(msgspec.Struct, frozen=True):
    game: str
    options: dict[str, Any]
    readings: dict[str, Any]


class EarlierEdge(msgspec.Struct, frozen=True):
    value: float
    text: str


class EarlierWager(msgspec.Struct, frozen=True):
    id: str
    edge: EarlierEdge


class Annex(msgspec.Struct, frozen=True):
    rules: EarlierRules
    wagers: list[EarlierWager]


def read_annex(data: Any, game: str, where: str) -> Annex:
    """The file that `pitboss report GAME -o report.json` wrote for this game; anything else is refused."""
    try:
        annex = msgspec.convert(data, Annex)
    except msgspec.ValidationError as error:
        says, allowed = "is not the annex of a report.", "a file made by `pitboss report GAME -o report.json`"
        raise BadInput([Fault(where, says, allowed)]) from error
    if annex.rules.game != game:
        raise BadInput([Fault(where, f"is the annex of {annex.rules.game}.", f"a report of {game}")])
    return annex
