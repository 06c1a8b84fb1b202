"""What a document must hold together to be a game: every fault of it, at once."""

from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError

from pitboss.errors import Fault
from pitboss.games.choices import options_of
from pitboss.games.families import FAMILIES
from pitboss.games.file_schema import GameDocument, OptionPart, Span, WagerPart, is_allowed
from pitboss.games.files import Book, place_in
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
    checks = (
        _family, _options, _readings, _requirements, _odds, _pay_tables, _phases, _wagers, _offering,
        _procedures, _follows, _house,
    )  # fmt: skip
    return [fault for check in checks for fault in check(document, book)]


def allowed_values(part: OptionPart) -> list[Any]:
    return [part.allowed.lowest, part.allowed.highest] if isinstance(part.allowed, Span) else part.allowed


def _family(document: GameDocument, book: Book) -> Iterator[Fault]:
    if document.family not in FAMILIES:
        where = place_in(book, ("family",))
        yield Fault(where, f"{document.family!r} is not a family of games.", ", ".join(FAMILIES))


def _options(document: GameDocument, book: Book) -> Iterator[Fault]:
    known = options_of(document)
    for name, part in document.options.items():
        where = place_in(book, ("options", name))
        if name not in known:
            allowed = f"{', '.join(sorted(OPTIONS))}, or one that offers a wager"
            yield Fault(where, "is not an option that any game has.", allowed)
            continue
        option = known[name]
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
        shapes = {
            KINDS[part.kind].pays_by
            for part in document.wagers
            if part.pay_table == name and part.kind in KINDS
        }
        if len(shapes) != 1 or not all(shapes):
            says = "must be the pay table of a match wager or of a bonus on the total, and not of both."
            yield Fault(place_in(book, ("pay_tables", name)), says)
            continue
        (shape,) = shapes
        for index, table in enumerate(tables):
            where = place_in(book, ("pay_tables", name, index))
            clauses = ", ".join(table.clauses)
            needed = _needed_rows(shape, set(table.rows))
            for row in needed:
                if row not in table.rows:
                    yield Fault(where, f"the row {row} is missing.", ", ".join(needed), clauses)
            for row, pays in table.rows.items():
                if row not in needed and not (shape == "total" and row in TOTALS):
                    yield Fault(where, f"there is no row {row}.", ", ".join(needed), clauses)
                if read_row(pays) is None:
                    yield Fault(where, f"{row} pays {pays!r}.", '"4:1" and the like, or "lose"', clauses)


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
            yield Fault(where, f"{name!r} is not a phase of this family.", ", ".join(allowed))
    for name in family.needs if family else ():
        if name not in names:
            yield Fault(place_in(book, ("phases",)), f"the phase {name!r} is missing.")
    if not names or names[0] != "wagers" or names[-1] != "clear":
        yield Fault(place_in(book, ("phases",)), 'a round begins with "wagers" and ends with "clear".')


def _wagers(document: GameDocument, book: Book) -> Iterator[Fault]:
    if sum(wager.main for wager in document.wagers) != 1:
        yield Fault(place_in(book, ("wagers",)), 'exactly one wager must be of the kind "main".')
    odds = {*document.odds, "blackjack"} if "blackjack_pays" in document.options else set(document.odds)
    for index, wager in enumerate(document.wagers):
        where = place_in(book, ("wagers", index))
        yield from _kind_faults(document, wager, where)
        for name in wager.odds:
            if name not in odds:
                yield Fault(where, f"is paid by {name}, which has no odds.", ", ".join(sorted(odds)))
        if wager.pay_table is not None and wager.pay_table not in document.pay_tables:
            yield Fault(where, f"is paid by the table {wager.pay_table}, which is missing.")
        for name in (*wager.limits, *wager.when):
            if name not in document.options:
                yield Fault(where, f"depends on {name}, which is no option of this game.")
    yield from _repeated(document, book)


def _kind_faults(document: GameDocument, wager: WagerPart, where: str) -> Iterator[Fault]:
    kind = KINDS.get(wager.kind)
    here = [kind.id for kind in KINDS.values() if document.family in kind.families]
    if kind is None or kind.id not in here:
        says = f"the {wager.name} is of the kind {wager.kind!r}, which this family does not have."
        yield Fault(where, says, ", ".join(here))
        return
    if (kind.id == "match") != (wager.against is not None):
        says = "a match wager, and no other, says which card of the dealer's it is against."
        yield Fault(where, says, ", ".join(MATCH_SWITCHES))
    if bool(kind.pays_by) != (wager.pay_table is not None):
        needs = "needs a pay table" if kind.pays_by else "is paid at odds and has no pay table"
        yield Fault(where, f"a wager of the kind {kind.id!r} {needs}.")


def _repeated(document: GameDocument, book: Book) -> Iterator[Fault]:
    """Two wagers of one kind that could be on offer at once are more than any reader knows."""
    seen: dict[tuple[str, str | None], str] = {}
    match_table = ""
    for index, wager in enumerate(document.wagers):
        where, key = place_in(book, ("wagers", index)), (wager.kind, wager.against)
        if key in seen:
            yield Fault(
                where, f"the {wager.name} is of the same kind as the {seen[key]}.", "one of each kind"
            )
        seen[key] = wager.name
        if wager.kind == "match" and wager.pay_table:
            if match_table not in ("", wager.pay_table):
                says = f"pays by {wager.pay_table}, the other match wager by {match_table}."
                yield Fault(where, says, "one pay table for both match wagers")
            match_table = wager.pay_table


def _offering(document: GameDocument, book: Book) -> Iterator[Fault]:
    """An option that offers a wager, and the wager it offers; a phase that settles it."""
    wagers = {wager.id: wager for wager in document.wagers}
    for name, part in document.options.items():
        if part.offers is not None and part.offers not in wagers:
            where = place_in(book, ("options", name))
            yield Fault(where, f"offers {part.offers}, which is no wager of this game.", ", ".join(wagers))
    phases = {phase.name for phase in document.phases}
    for against, phase in (("upcard", "up_match"), ("hole card", "down_match")):
        made = any(wager.against == against for wager in document.wagers)
        if made != (phase in phases):
            says = f"a match wager against the {against} and the phase {phase!r} go together; one is missing."
            yield Fault(place_in(book, ("phases",)), says)
    insured = any(wager.kind == "insurance" for wager in document.wagers)
    if insured != ("insurance" in phases) and document.family == BLACKJACK:
        says = "a wager of the kind insurance and the phase 'insurance' go together; one is missing."
        yield Fault(place_in(book, ("phases",)), says)


def _procedures(document: GameDocument, book: Book) -> Iterator[Fault]:
    for name, part in document.procedures.items():
        where = place_in(book, ("procedures", name))
        if name not in PROCEDURES:
            yield Fault(where, "is not a procedure that any game has.", ", ".join(PROCEDURES))
            continue
        wanted = PROCEDURES[name].value
        given = "steps" if part.steps else "none" if part.amount is None else "amount"
        if given != wanted:
            yield Fault(where, f"needs {_TOLD_VALUES[wanted]}, not {_TOLD_VALUES[given]}.")


_TOLD_VALUES = {"none": "no value", "amount": "an amount", "steps": "steps"}


def _follows(document: GameDocument, book: Book) -> Iterator[Fault]:
    for index, part in enumerate(document.follows):
        if part.reading not in document.readings:
            says = f"is followed under reading {part.reading}, which the file does not have."
            yield Fault(place_in(book, ("follows", index)), says, ", ".join(document.readings))


def _house(document: GameDocument, book: Book) -> Iterator[Fault]:
    for group, switches in document.house.items():
        for name, value in switches.items():
            if fault := switch_fault(group, name, value):
                yield Fault(place_in(book, ("house", group, name)), fault + ".")
