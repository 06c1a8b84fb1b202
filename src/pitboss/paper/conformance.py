"""Conformance: every clause with the code and the tests behind it, and how irregularities are resolved."""

from collections.abc import Iterator
from dataclasses import dataclass

import pitboss.table  # noqa: F401  its mechanisms are registered by importing it
from pitboss.games.citations import plain_clause, reading_of
from pitboss.games.game import Game
from pitboss.games.register import all_clauses, entries_of
from pitboss.games.vocabulary import IRREGULARITIES
from pitboss.paper.drawing_text import read_svg
from pitboss.paper.felt import draw_felt
from pitboss.paper.felt_plan import plan_felt
from pitboss.paper.figures import Figure, count
from pitboss.paper.inscriptions import check_layout
from pitboss.paper.sign import draw_sign
from pitboss.rules.house import Reader


@dataclass(frozen=True)
class ClauseRow:
    clause: str
    says: str
    kind: str
    room: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    is_open: bool
    readings: tuple[str, ...]


@dataclass(frozen=True)
class Conformance:
    rows: tuple[ClauseRow, ...]
    counts: dict[str, Figure]


@dataclass(frozen=True)
class Irregularity:
    mechanism: str
    title: str
    says: str
    clause: str
    followed: bool
    """The document is silent, and another text is followed under a reading."""


@dataclass(frozen=True)
class LayoutRow:
    """Something that the document requires on the felt or on a sign."""

    what: str
    where: str
    missing: str
    """Why it is not met; empty when it is."""
    clauses: tuple[str, ...]


@dataclass(frozen=True)
class LayoutCheck:
    svg: str
    rows: tuple[LayoutRow, ...]


HOLDER = "Name of the House"
"""On the felt of a report that names no house."""


def find_layout(game: Game) -> LayoutCheck:
    """The felt and the sign drawn, read back and checked."""
    drawn = draw_felt(plan_felt(game, holder=HOLDER), "paper")
    sign = read_svg(draw_sign(game, holder=HOLDER).encode(), "sign")
    checks = check_layout(game, read_svg(drawn.encode(), "layout"), sign, holder=HOLDER)
    return LayoutCheck(
        drawn,
        tuple(
            LayoutRow(one.what, "sign" if one.on_sign else "layout", one.missing, one.clauses)
            for one in checks
        ),
    )


def find_conformance(game: Game) -> Conformance:
    rows = tuple(
        ClauseRow(
            clause=entry.clause.id,
            says=entry.clause.says,
            kind=entry.clause.kind,
            room=entry.clause.room,
            code=tuple(dict.fromkeys(mechanism.place for mechanism in entry.code)),
            tests=tuple(test.removeprefix("tests/book/") for test in entry.tests),
            is_open=entry.is_open,
            readings=entry.clause.readings,
        )
        for entry in entries_of(game)
    )
    kinds = {kind: sum(row.kind == kind for row in rows) for kind in dict.fromkeys(row.kind for row in rows)}
    counted = {"sentences": len(rows), **kinds, "open": sum(row.is_open for row in rows)}
    return Conformance(
        rows=rows,
        counts={name: count(f"clauses.{name}", number) for name, number in counted.items()},
    )


def find_irregularities(game: Game) -> tuple[Irregularity, ...]:
    return tuple(_irregularities(game))


def _irregularities(game: Game) -> Iterator[Irregularity]:
    words = {clause.citation: clause.says for clause in all_clauses()}
    words |= {clause.id: clause.says for clause in game.register.clauses}
    for mechanism, title in IRREGULARITIES.items():
        clause = game.citations[mechanism]["clause"]
        own = game.citations.is_own(mechanism)
        if clause and _can_happen(game, mechanism) and (own or _has_what_it_takes(game, mechanism)):
            says = words[plain_clause(clause)] + _as_read(game, reading_of(clause))
            yield Irregularity(mechanism, title, says, clause, not own)


def _as_read(game: Game, reading: str) -> str:
    """What a reading makes of a sentence that does not say it outright."""
    if reading not in game.readings:
        return ""
    part, choice = game.readings[reading].part, game.readings[reading].choice
    answer = part.choices[choice].says
    return f" {part.question} {answer[:1].upper()}{answer[1:]}."


def _can_happen(game: Game, mechanism: str) -> bool:
    """Whether anything is ever decided by it under these options and readings, whatever the text says."""
    floor, looks = game.house.floor, "dealer_looks" in game.procedures
    needs = {
        "irregularity.blackjack_misread": looks,
        "irregularity.false_blackjack": looks or game.house.dealer.reader == Reader.BLACKJACK,
        "irregularity.reader_broken/void": not floor.broken_reader_waits,
        "irregularity.void_round": floor.any_irregularity_voids,
    }
    return needs.get(mechanism, True)


def _has_what_it_takes(game: Game, mechanism: str) -> bool:
    """Another text is followed only with the device or the hand that it is about."""
    reader = game.house.dealer.reader
    device = game.option_values.get("shuffler", "manual") != "manual"
    needs = {
        "irregularity.wrong_range": reader == Reader.RANGE,
        "irregularity.reader_misused": reader == Reader.BLACKJACK and game.has_dealer,
        "irregularity.reader_broken": reader != Reader.NONE and game.has_dealer,
        "irregularity.reader_broken/void": reader != Reader.NONE and game.has_dealer,
        "irregularity.overdraw": game.has_dealer,
        "irregularity.dealer_card_missed": game.has_dealer,
        "irregularity.one_card": game.has_dealer,
        "irregularity.shuffler_jam": device,
        "irregularity.shuffler_broken": device,
    }
    return needs.get(mechanism, True)
