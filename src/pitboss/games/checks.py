"""What a document must hold together to be a game: every fault of it, at once."""

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from pitboss.errors import Fault
from pitboss.games.file_schema import GameDocument, OptionPart, Span, is_allowed
from pitboss.games.files import Book, place_in
from pitboss.games.switches import ODDS_SWITCHES, switch_fault
from pitboss.games.vocabulary import OPTIONS, Bounds, parse_odds

PHASES = {
    "wagers", "deal", "deal_one", "up_match", "pay_blackjacks", "insurance", "reader",
    "show_large", "dealer_blackjack", "decisions", "each_player", "pay_21", "hole_card",
    "down_match", "dealer_draws", "settle", "clear",
}  # fmt: skip
"""Every phase of a round that some document has."""

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
        faults.append(Fault(place_in(book, path), _tell_problem(problem)))
    return sorted(set(faults))


def _tell_problem(problem: Any) -> str:
    match problem["type"]:
        case "missing":
            return "is missing."
        case "extra_forbidden":
            return "is not a thing that a game file says."
        case "string_pattern_mismatch":
            return f"{problem['input']!r} is not a name of the kind used here."
        case "literal_error":
            return f"{problem['input']!r} is none of {problem['ctx']['expected']}."
        case _:
            return f"{problem['msg'].lower()}, not {problem['input']!r}."


def document_faults(document: GameDocument, book: Book) -> list[Fault]:
    """Everything that does not fit together in a document of the right shape."""
    checks = (_options, _readings, _requirements, _odds, _pay_tables, _phases, _wagers, _house)
    return [fault for check in checks for fault in check(document, book)]


def allowed_values(part: OptionPart) -> list[Any]:
    return [part.allowed.lowest, part.allowed.highest] if isinstance(part.allowed, Span) else part.allowed


def _options(document: GameDocument, book: Book) -> Iterator[Fault]:
    for name, part in document.options.items():
        where = place_in(book, ("options", name))
        if name not in OPTIONS:
            yield Fault(where, "is not an option that any game has.", ", ".join(sorted(OPTIONS)))
            continue
        option = OPTIONS[name]
        for value in (part.default, *allowed_values(part), *part.by_reading.values()):
            if not option.accepts(value):
                yield Fault(where, f"{value!r} cannot be played.", option.allowed, ", ".join(part.clauses))
        if not is_allowed(part.default, part) and part.reading is None:
            says = f"the default {part.default!r} is not among the values allowed."
            yield Fault(where, says, ", ".join(map(str, allowed_values(part))), ", ".join(part.clauses))
        if isinstance(part.allowed, Span) and not isinstance(option.domain, Bounds):
            yield Fault(where, "only a number can be allowed from … to ….", option.allowed)
        if part.reading is not None and part.reading not in document.readings:
            yield Fault(where, f"is decided by reading {part.reading}, which the file does not have.")
    if "decks" not in document.options:
        yield Fault(place_in(book, ("options",)), "must say the number of decks.")


def _readings(document: GameDocument, book: Book) -> Iterator[Fault]:
    for id, part in document.readings.items():
        if part.default not in part.choices:
            yield Fault(
                place_in(book, ("readings", id, "default")),
                f"{part.default} is not one of the reading's choices.",
                ", ".join(part.choices),
            )
        for choice, content in part.choices.items():
            for group, switches in content.sets.items():
                for name, value in switches.items():
                    if fault := switch_fault(group, name, value):
                        yield Fault(place_in(book, ("readings", id, "choices", choice)), fault + ".")


def _requirements(document: GameDocument, book: Book) -> Iterator[Fault]:
    for index, part in enumerate(document.requires):
        for name in (*part.when, *part.needs, *part.otherwise):
            if name not in document.options:
                where = place_in(book, ("requires", index))
                yield Fault(where, f"speaks of {name}, which is no option of this game.")


def _odds(document: GameDocument, book: Book) -> Iterator[Fault]:
    for name, part in document.odds.items():
        where = place_in(book, ("odds", name))
        if name not in ODDS_SWITCHES:
            yield Fault(where, "is not a wager paid at odds.", ", ".join(ODDS_SWITCHES))
        if parse_odds(part.pays) is None:
            allowed = 'odds such as "2:1", up to 1000'
            yield Fault(where, f"{part.pays!r} are not odds.", allowed, ", ".join(part.clauses))


def _pay_tables(document: GameDocument, book: Book) -> Iterator[Fault]:
    for name, tables in document.pay_tables.items():
        if name not in ("match", "bonus"):
            yield Fault(place_in(book, ("pay_tables", name)), "is not a pay table.", "match, bonus")
            continue
        for index, table in enumerate(tables):
            where = place_in(book, ("pay_tables", name, index))
            clauses = ", ".join(table.clauses)
            needed = _needed_rows(name, set(table.rows))
            for row in needed:
                if row not in table.rows:
                    yield Fault(where, f"the row {row} is missing.", ", ".join(needed), clauses)
            for row, pays in table.rows.items():
                if row not in needed and not (name == "bonus" and row in TOTALS):
                    yield Fault(where, f"there is no row {row}.", ", ".join(needed), clauses)
                if read_row(pays) is None:
                    yield Fault(where, f"{row} pays {pays!r}.", '"4:1" and the like, or "lose"', clauses)


def _needed_rows(name: str, rows: set[str]) -> tuple[str, ...]:
    if name == "bonus":
        return BONUS_ROWS
    return TWO_ROWS if rows & set(TWO_ROWS) else FIVE_ROWS


def read_row(pays: str) -> int | None:
    """Winnings a unit of a row; None when the text is neither odds to one nor a loss."""
    if pays == LOSE:
        return 0
    odds = parse_odds(pays)
    return odds.pays if odds is not None and odds.to == 1 and odds.pays > 0 else None


def _phases(document: GameDocument, book: Book) -> Iterator[Fault]:
    for index, phase in enumerate(document.phases):
        if phase.name not in PHASES:
            where = place_in(book, ("phases", index, "name"))
            yield Fault(where, f"{phase.name!r} is not a phase.", ", ".join(sorted(PHASES)))
    names = [phase.name for phase in document.phases]
    if not names or names[0] != "wagers" or names[-1] != "clear":
        yield Fault(place_in(book, ("phases",)), 'a round begins with "wagers" and ends with "clear".')


def _wagers(document: GameDocument, book: Book) -> Iterator[Fault]:
    if sum(wager.main for wager in document.wagers) != 1:
        yield Fault(place_in(book, ("wagers",)), "exactly one wager must be the main one.")
    odds = {*document.odds, "blackjack"} if "blackjack_pays" in document.options else set(document.odds)
    for index, wager in enumerate(document.wagers):
        where = place_in(book, ("wagers", index))
        for name in wager.odds:
            if name not in odds:
                yield Fault(where, f"is paid by {name}, which has no odds.", ", ".join(sorted(odds)))
        if wager.pay_table is not None and wager.pay_table not in document.pay_tables:
            yield Fault(where, f"is paid by the table {wager.pay_table}, which is missing.")
        for name in (*wager.limits, *wager.when):
            if name not in document.options:
                yield Fault(where, f"depends on {name}, which is no option of this game.")


def _house(document: GameDocument, book: Book) -> Iterator[Fault]:
    for group, switches in document.house.items():
        for name, value in switches.items():
            if fault := switch_fault(group, name, value):
                yield Fault(place_in(book, ("house", group, name)), fault + ".")
