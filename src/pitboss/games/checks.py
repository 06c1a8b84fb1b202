"""What a document must hold together to be a game: every fault of it, at once."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from pydantic import ValidationError

from pitboss.errors import Fault
from pitboss.games.choices import options_of
from pitboss.games.deck import RANKS
from pitboss.games.families import FAMILIES
from pitboss.games.file_schema import (
    SHAPES,
    GameDocument,
    OptionPart,
    Span,
    WagerPart,
    is_allowed,
    is_reading_id,
)
from pitboss.games.files import Book, known_games, place_in
from pitboss.games.registers import cause_fault
from pitboss.games.switches import ODDS_SWITCHES, switch_fault
from pitboss.games.vocabulary import OPTIONS, PHASES, PROCEDURES, Bounds, parse_odds
from pitboss.games.wager_kinds import BLACKJACK, KINDS, MATCH_SWITCHES

TWO_ROWS = ("suited", "unsuited")
FIVE_ROWS = ("one_unsuited", "one_suited", "two_unsuited", "mixed", "two_suited")
BONUS_ROWS = tuple(str(points) for points in (*range(6, 13), *range(27, 34)))
TOTALS = {str(points) for points in range(6, 34)}
LOSE = "lose"


def shape_faults(error: ValidationError, book: Book) -> list[Fault]:
    """Pydantic's complaints in our words, each with its line and column."""
    faults = []
    for problem in error.errors():
        path = tuple(
            step for step in problem["loc"] if not str(step).startswith(("function-", "list[", "Span"))
        )
        faults.append(Fault(place_in(book, path), *_tell_problem(problem)))
    return sorted(set(faults))


def _tell_problem(problem: Any) -> tuple[str, str]:
    """What is wrong, and what is allowed instead."""
    given = repr(problem["input"])
    match problem["type"]:
        case "missing":
            return "is missing.", ""
        case "extra_forbidden":
            return "does not belong in a game file.", ""
        case "string_pattern_mismatch":
            return f"{given} is not a valid name here.", SHAPES.get(problem["ctx"]["pattern"], "")
        case "literal_error":
            return f"{given} cannot stand here.", problem["ctx"]["expected"].replace("'", "")
        case _:
            return f"{problem['msg'].lower().removeprefix('input ')}, not {given}.", ""


def document_faults(document: GameDocument, book: Book) -> list[Fault]:
    """Everything that does not fit together in a document of the right shape."""
    checks = (
        _family, _deck, _options, _readings, _requirements, _odds, _pay_tables, _phases, _wagers, _offering,
        _procedures, _follows, _house, _published, _acknowledged,
    )  # fmt: skip
    return [fault for check in checks for fault in check(document, book)]


def allowed_values(part: OptionPart) -> list[Any]:
    return [part.allowed.lowest, part.allowed.highest] if isinstance(part.allowed, Span) else part.allowed


def _family(document: GameDocument, book: Book) -> Iterator[Fault]:
    if document.family not in FAMILIES:
        where = place_in(book, ("family",))
        yield Fault(where, f"there is no family of games named {document.family!r}.", ", ".join(FAMILIES))


def _deck(document: GameDocument, book: Book) -> Iterator[Fault]:
    ranks = document.deck.ranks if document.deck else [RANKS[0]]
    if not ranks or len(set(ranks)) < len(ranks):
        says = "a deck lists its ranks, each once."
        yield Fault(place_in(book, ("deck", "ranks")), says, ", ".join(RANKS))


def _options(document: GameDocument, book: Book) -> Iterator[Fault]:
    known = options_of(document)
    for name, part in document.options.items():
        where = place_in(book, ("options", name))
        if name not in known:
            allowed = f"{', '.join(sorted(OPTIONS))}, or one that offers a wager"
            yield Fault(where, "is not an option of any game.", allowed)
            continue
        option = known[name]
        for value in (part.default, *allowed_values(part), *part.by_reading.values()):
            if not option.accepts(value):
                yield Fault(
                    where,
                    f"{value!r} is not a value of this option.",
                    option.allowed,
                    ", ".join(part.clauses),
                )
        if not is_allowed(part.default, part) and part.reading is None:
            says = f"the default {part.default!r} is not one of the values allowed."
            yield Fault(where, says, ", ".join(map(str, allowed_values(part))), ", ".join(part.clauses))
        if isinstance(part.allowed, Span) and not isinstance(option.domain, Bounds):
            yield Fault(where, "only a number can have a range (from … to …).", option.allowed)
        if part.reading is not None and part.reading not in document.readings:
            yield Fault(where, f"follows from reading {part.reading}, which is not in the file.")
    if "decks" not in document.options:
        yield Fault(place_in(book, ("options",)), "must say how many decks are used: 'decks' is missing.")


def _readings(document: GameDocument, book: Book) -> Iterator[Fault]:
    for id in document.readings.keys() & document.notes.keys():
        yield Fault(place_in(book, ("notes", id)), f"{id} is a reading and a note at once.")
    for id, part in document.readings.items():
        if part.default not in part.choices:
            yield Fault(
                place_in(book, ("readings", id, "default")),
                f"{part.default} is not one of the choices of this reading.",
                ", ".join(part.choices),
            )
        for choice, content in part.choices.items():
            for other in content.excludes.keys() - document.readings.keys():
                where = place_in(book, ("readings", id, "choices", choice))
                yield Fault(where, f"excludes {other}, which is not a reading of this game.")
            for group, switches in content.sets.items():
                for name, value in switches.items():
                    if fault := switch_fault(group, name, value):
                        yield Fault(place_in(book, ("readings", id, "choices", choice)), *fault)


def _requirements(document: GameDocument, book: Book) -> Iterator[Fault]:
    for index, part in enumerate(document.requires):
        readings = {f"reading.{id}" for id in document.readings}
        for name in (*part.when, *part.needs, *part.otherwise):
            if name not in document.options and not (name in part.when and name in readings):
                where = place_in(book, ("requires", index))
                yield Fault(
                    where, f"names {name!r}, which is not an option of this game.", _names(document.options)
                )


def _odds(document: GameDocument, book: Book) -> Iterator[Fault]:
    for name, part in document.odds.items():
        where = place_in(book, ("odds", name))
        if name not in ODDS_SWITCHES:
            yield Fault(where, f"there are no odds named {name!r}.", ", ".join(ODDS_SWITCHES))
        if parse_odds(part.pays) is None:
            allowed = 'odds such as "2:1", up to 1000'
            yield Fault(where, f"{part.pays!r} is not a payout.", allowed, ", ".join(part.clauses))


def _pay_tables(document: GameDocument, book: Book) -> Iterator[Fault]:
    for name, tables in document.pay_tables.items():
        shapes = {
            KINDS[part.kind].pays_by
            for part in document.wagers
            if part.pay_table == name and part.kind in KINDS
        }
        if len(shapes) != 1 or not all(shapes):
            says = (
                "must be the pay table of a match wager or of a bonus on the total, and of one of them only."
            )
            yield Fault(place_in(book, ("pay_tables", name)), says)
            continue
        (shape,) = shapes
        for index, table in enumerate(tables):
            where = place_in(book, ("pay_tables", name, index))
            clauses = ", ".join(table.clauses)
            needed = _needed_rows(shape, set(table.rows))
            for row in needed:
                if row not in table.rows:
                    yield Fault(where, f"the row {row!r} is missing.", ", ".join(needed), clauses)
            for row, pays in table.rows.items():
                if row not in needed and not (shape == "total" and row in TOTALS):
                    yield Fault(where, f"such a pay table has no row {row!r}.", ", ".join(needed), clauses)
                if read_row(pays) is None:
                    says = f"the row {row!r} pays {pays!r}, which is not a payout."
                    yield Fault(where, says, 'odds to one such as "4:1", or "lose"', clauses)


def _needed_rows(shape: str, rows: set[str]) -> tuple[str, ...]:
    if shape == "total":
        return BONUS_ROWS
    return TWO_ROWS if rows & set(TWO_ROWS) else FIVE_ROWS


def read_row(pays: str) -> int | None:
    """Winnings a unit of a row; None when the text is neither odds to one nor a loss."""
    if pays == LOSE:
        return 0
    odds = parse_odds(pays)
    return odds.pays if odds is not None and odds.to == 1 and odds.pays > 0 else None


def _phases(document: GameDocument, book: Book) -> Iterator[Fault]:
    family = FAMILIES.get(document.family)
    names = [phase.name for phase in document.phases]
    allowed = (*family.needs, *family.may_have) if family else tuple(PHASES)
    for index, name in enumerate(names):
        if name not in allowed:
            where = place_in(book, ("phases", index, "name"))
            yield Fault(where, f"this family of games has no phase {name!r}.", ", ".join(allowed))
    for name in family.needs if family else ():
        if name not in names:
            says = f"the phase {name!r} is missing."
            yield Fault(place_in(book, ("phases",)), says, ", ".join(allowed))
    if not names or names[0] != "wagers" or names[-1] != "clear":
        yield Fault(
            place_in(book, ("phases",)), "a round begins with the phase 'wagers' and ends with 'clear'."
        )


def _wagers(document: GameDocument, book: Book) -> Iterator[Fault]:
    if sum(wager.main for wager in document.wagers) != 1:
        yield Fault(place_in(book, ("wagers",)), "exactly one wager must have the kind 'main'.")
    odds = {*document.odds, "blackjack"} if "blackjack_pays" in document.options else set(document.odds)
    for index, wager in enumerate(document.wagers):
        where = place_in(book, ("wagers", index))
        yield from _kind_faults(document, wager, where)
        for name in wager.odds:
            if name not in odds:
                yield Fault(
                    where,
                    f"is paid at the odds {name!r}, which the file does not have.",
                    ", ".join(sorted(odds)),
                )
        if wager.pay_table is not None and wager.pay_table not in document.pay_tables:
            says = f"uses the pay table {wager.pay_table!r}, which the file does not have."
            yield Fault(where, says, _names(document.pay_tables))
        for name in (*wager.limits, *wager.when):
            if name not in document.options:
                says = f"depends on {name!r}, which is not an option of this game."
                yield Fault(where, says, _names(document.options))
    yield from _repeated(document, book)


def _kind_faults(document: GameDocument, wager: WagerPart, where: str) -> Iterator[Fault]:
    kind = KINDS.get(wager.kind)
    here = [kind.id for kind in KINDS.values() if document.family in kind.families]
    if kind is None or kind.id not in here:
        says = f"the {wager.name} has the kind {wager.kind!r}, which no wager of this family of games has."
        yield Fault(where, says, ", ".join(here))
        return
    if kind.id == "match" and wager.against is None:
        says = f"the {wager.name} must say which of the dealer’s cards it is against."
        yield Fault(where, says, ", ".join(MATCH_SWITCHES))
    if kind.id != "match" and wager.against is not None:
        yield Fault(where, f"the {wager.name} is not a match wager, so it is against no card.")
    if bool(kind.pays_by) != (wager.pay_table is not None):
        needs = "needs a pay table" if kind.pays_by else "is paid at odds, not by a pay table"
        yield Fault(where, f"a wager of the kind {kind.id!r} {needs}.", _names(document.pay_tables))


def _repeated(document: GameDocument, book: Book) -> Iterator[Fault]:
    """Two wagers of one kind that could be on offer at once are more than any reader knows."""
    seen: dict[tuple[str, str | None], str] = {}
    match_table = ""
    for index, wager in enumerate(document.wagers):
        where, key = place_in(book, ("wagers", index)), (wager.kind, wager.against)
        if key in seen:
            says = f"the {wager.name} has the same kind as the {seen[key]}."
            yield Fault(where, says, "one wager of each kind")
        seen[key] = wager.name
        if wager.kind == "match" and wager.pay_table:
            if match_table not in ("", wager.pay_table):
                says = (
                    f"uses the pay table {wager.pay_table!r}, but the other match wager uses {match_table!r}."
                )
                yield Fault(where, says, "one pay table for both match wagers")
            match_table = wager.pay_table


def _offering(document: GameDocument, book: Book) -> Iterator[Fault]:
    """An option that offers a wager, and the wager it offers; a phase that settles it."""
    wagers = {wager.id: wager for wager in document.wagers}
    for name, part in document.options.items():
        if part.offers is not None and part.offers not in wagers:
            where = place_in(book, ("options", name))
            says = f"offers {part.offers!r}, which is not a wager of this game."
            yield Fault(where, says, _names(wagers))
    phases = {phase.name for phase in document.phases}
    settled_in = [
        ("a match wager against the upcard", "up_match", _has_wager(document, "match", "upcard")),
        ("a match wager against the hole card", "down_match", _has_wager(document, "match", "hole card")),
    ]
    if document.family == BLACKJACK:
        settled_in.append(("an insurance wager", "insurance", _has_wager(document, "insurance")))
    for wager, phase, is_there in settled_in:
        if is_there and phase not in phases:
            says = f"there is {wager}, but no phase {phase!r}."
            yield Fault(place_in(book, ("phases",)), says)
        if not is_there and phase in phases:
            says = f"the phase {phase!r} is there, but not {wager}."
            yield Fault(place_in(book, ("wagers",)), says)


def _has_wager(document: GameDocument, kind: str, against: str | None = None) -> bool:
    return any(wager.kind == kind and against in (None, wager.against) for wager in document.wagers)


def _names(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _procedures(document: GameDocument, book: Book) -> Iterator[Fault]:
    for name, part in document.procedures.items():
        where = place_in(book, ("procedures", name))
        if name not in PROCEDURES:
            yield Fault(where, "is not a procedure of any game.", ", ".join(PROCEDURES))
            continue
        wanted = PROCEDURES[name].value
        given = "steps" if part.steps else "none" if part.amount is None else "amount"
        if given != wanted:
            yield Fault(where, _VALUES[wanted])


_VALUES = {
    "none": "takes neither an amount nor steps.",
    "amount": "needs an amount, and no steps.",
    "steps": "needs its steps, and no amount.",
}


def _follows(document: GameDocument, book: Book) -> Iterator[Fault]:
    for index, part in enumerate(document.follows):
        if part.reading not in document.readings and part.reading not in document.notes:
            says = f"is followed under reading {part.reading}, which is not in the file."
            yield Fault(place_in(book, ("follows", index)), says, ", ".join(document.readings))
        for number, cause in enumerate(part.mechanisms):
            if fault := cause_fault(cause, place_in(book, ("follows", index, "mechanisms", number))):
                yield fault


def _house(document: GameDocument, book: Book) -> Iterator[Fault]:
    for group, switches in document.house.items():
        for name, value in switches.items():
            if fault := switch_fault(group, name, value):
                yield Fault(place_in(book, ("house", group, name)), *fault)


def _acknowledged(document: GameDocument, book: Book) -> Iterator[Fault]:
    for finding, by in document.acknowledged.items():
        if is_reading_id(by) and by not in {*document.readings, *document.notes}:
            says = f"is acknowledged by {by}, which is neither a reading nor a note in the file."
            yield Fault(place_in(book, ("acknowledged", finding)), says, "a reading, a note, or a sentence")


def _published(document: GameDocument, book: Book) -> Iterator[Fault]:
    """A published figure is a range of numbers, for a wager of this game."""
    wagers = [wager.id for wager in document.wagers]
    for number, part in enumerate(document.published):
        where = place_in(book, ("published", number))
        if part.wager not in wagers:
            says = f"a figure is published for {part.wager!r}, which is not a wager of this game."
            yield Fault(where, says, ", ".join(wagers))
        ends = (part.lowest_percent, part.highest_percent)
        if not all(_PERCENT.fullmatch(end) for end in ends) or float(ends[0]) > float(ends[1]):
            says = f"{ends[0]} to {ends[1]} is no range of percentages."
            yield Fault(where, says, 'two numbers, the lower first, such as "0.43" and "0.49"')
        for name in part.options:
            if name not in document.options:
                yield Fault(where, f"names the option {name!r}, which the game does not have.")
        for other in part.also:
            if other not in known_games():
                yield Fault(
                    where, f"there is no game {other!r} to search beside it.", ", ".join(known_games())
                )


_PERCENT = re.compile(r"-?\d{1,3}(\.\d{1,15})?")
