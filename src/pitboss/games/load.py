"""From a name or a file to a checked, frozen Game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from pitboss.errors import BadChoice, BadGame, Broken, Fault
from pitboss.games.checks import document_faults, read_row, shape_faults
from pitboss.games.choices import OptionRequest, Settled, offered_wagers, parse_requests, settle_choices
from pitboss.games.deck import STANDARD, deck_of
from pitboss.games.edition_1 import brought_up, is_edition_1, sha256_of
from pitboss.games.families import FAMILIES
from pitboss.games.file_schema import GameDocument, PayTablePart, WagerPart, condition_holds
from pitboss.games.files import (
    Book,
    chosen_in,
    find_book,
    find_register_text,
    known_games,
    laid_over,
    merged,
)
from pitboss.games.game import Departure, FollowedFile, Game, PayTable, Rate, RegisterFile
from pitboss.games.switches import HouseWager, Ingredients, build_house
from pitboss.games.vocabulary import Value, parse_odds, tell_odds, typed
from pitboss.rules.house import Odds


def load_game(
    name: str,
    *,
    options: Mapping[str, Value] | None = None,
    readings: Mapping[str, str] | None = None,
    choose: Iterable[str] = (),
) -> Game:
    """The game of this name or file, with options and readings chosen.

    `choose` takes the command line's form: `decks=8`, or a reading with its choice, `reading.ID=R2`.
    """
    return game_of(find_book(name), options=options, readings=readings, choose=choose)


def game_of(
    book: Book,
    *,
    options: Mapping[str, Value] | None = None,
    readings: Mapping[str, str] | None = None,
    choose: Iterable[str] = (),
) -> Game:
    """The game that these files make, with options and readings chosen."""
    document = _read_shape(book)
    broken = document_faults(document, book)
    requests = [OptionRequest(key, value, where) for key, (value, where) in chosen_in(book).items()]
    typed, faults = parse_requests(choose)
    requests += typed
    requests += [OptionRequest(key, value, key) for key, value in (options or {}).items()]
    requests += [
        OptionRequest(f"reading.{id}", choice, f"reading {id}") for id, choice in (readings or {}).items()
    ]
    settled = settle_choices(document, requests, strict=book.is_known)
    faults += broken + settled.faults
    tables, table_faults = ({}, []) if broken else _pay_tables(document, settled)
    if faults or table_faults:
        raise (BadChoice if book.is_known else BadGame)(faults or table_faults)
    return _game(book, document, settled, tables)


def load_games() -> tuple[Game, ...]:
    """All known games, as their documents have them."""
    return tuple(load_game(name) for name in known_games())


def _read_shape(book: Book) -> GameDocument:
    try:
        return GameDocument.model_validate(
            laid_over([brought_up(source.data) for source in (book.document, *book.changes)])
        )
    except ValidationError as error:
        raise BadGame(shape_faults(error, book)) from error


def _pay_tables(document: GameDocument, settled: Settled) -> tuple[dict[str, PayTable], list[Fault]]:
    """The tables that hold for the chosen options; a wager on offer must have one."""
    tables, faults = {}, []
    for name, parts in document.pay_tables.items():
        for part in parts:
            if condition_holds(part.when, settled.facts) and name not in tables:
                tables[name] = PayTable(name, _rows(part), tuple(part.clauses))
    for wager in offered_wagers(document, settled.facts):
        if wager.pay_table and wager.pay_table not in tables:
            conditions = [part.when for part in document.pay_tables[wager.pay_table]]
            faults.append(
                Fault(
                    wager.id,
                    f"there is no pay table for the {wager.name} with these options.",
                    "; ".join(
                        f"{settled.known[key].label}: {value}"
                        for when in conditions
                        for key, value in when.items()
                    ),
                    ", ".join(wager.clauses),
                )
            )
    return tables, faults


def _rows(part: PayTablePart) -> dict[str, int]:
    return {row: read_row(pays) or 0 for row, pays in part.rows.items()}


def _rates(document: GameDocument, settled: Settled) -> dict[str, Rate]:
    rates = {}
    if chosen := settled.options.get("blackjack_pays"):
        rates["blackjack"] = Rate("blackjack", _odds(str(chosen.value)), chosen.clauses)
    for name, part in document.odds.items():
        rates[name] = Rate(name, _odds(part.pays), tuple(part.clauses))
    return rates


def _odds(text: str) -> Odds:
    odds = parse_odds(text)
    if odds is None:
        raise Broken(f"{text!r} was taken for odds when the file was checked")
    return odds


def _game(book: Book, document: GameDocument, settled: Settled, tables: dict[str, PayTable]) -> Game:
    facts = settled.facts
    rates = _rates(document, settled)
    wagers = offered_wagers(document, facts)
    names = {wager.id: wager.name for wager in document.wagers}
    deck = STANDARD if document.deck is None else deck_of(tuple(document.deck.ranks))
    game = Game(
        id=document.game,
        extends=document.extends,
        title=document.title,
        jurisdiction=document.jurisdiction,
        document=document.document,
        source=document.source,
        dated=document.dated,
        summary=document.summary,
        family=FAMILIES[document.family],
        deck=deck,
        options={name: settled.options[name] for name in settled.known if name in settled.options},
        offers={name: names[part.offers] for name, part in document.options.items() if part.offers},
        readings=settled.readings,
        requirements=tuple(document.requires),
        odds=rates,
        pay_tables=tables,
        phases=tuple(part for part in document.phases if condition_holds(part.when, facts)),
        wagers=tuple(wagers),
        inscriptions=tuple(
            part.model_copy(update={"text": _fill(part.text, rates)})
            for part in document.inscriptions
            if condition_holds(part.when, facts)
        ),
        layout=tuple(part for part in document.layout if condition_holds(part.when, facts)),
        equipment=tuple(part for part in document.equipment if condition_holds(part.when, facts)),
        procedures={
            name: part for name, part in document.procedures.items() if condition_holds(part.when, facts)
        },
        published=tuple(document.published),
        departures=(*settled.departures, *_departures(book, document)),
        register_file=_register(book, document.register_file),
        follows=tuple(
            FollowedFile(_register(book, part.register_file), part.reading, tuple(part.mechanisms))
            for part in document.follows
        ),
        house=build_house(
            Ingredients(
                options=settled.values,
                fixed=document.house,
                readings=tuple(read.part.choices[read.choice].sets for read in settled.readings.values()),
                odds={name: rate.odds for name, rate in rates.items()},
                wagers=tuple(_house_wagers(document, wagers, tables)),
                deck=deck,
            )
        ),
    )
    if is_edition_1(book.document.data):
        return replace(game, edition_1_sha256=sha256_of(merged(book), game))
    return game


def _house_wagers(
    document: GameDocument, offered: list[WagerPart], tables: Mapping[str, PayTable]
) -> Iterator[HouseWager]:
    """Every wager whose pays are known for these options, on offer or not."""
    for wager in document.wagers:
        if wager.pay_table is None or wager.pay_table in tables:
            rows = tables[wager.pay_table].rows if wager.pay_table else {}
            yield HouseWager(wager.kind, wager.against, rows, wager in offered)


def _register(book: Book, name: str) -> RegisterFile:
    return RegisterFile(name, find_register_text(book, name) if name else "")


def _fill(text: str, rates: Mapping[str, Rate]) -> str:
    """An inscription says the odds that are paid: `{blackjack}` becomes `3 to 2`."""
    for name, rate in rates.items():
        text = text.replace(f"{{{name}}}", tell_odds(rate.odds))
    return text


def _departures(book: Book, document: GameDocument) -> list[Departure]:
    """Odds, pay tables and switches in which a user's files leave the document."""
    if book.is_known:
        return []
    base = _read_shape(Book(book.document, ()))
    found = []
    for name, part in document.odds.items():
        if name in base.odds and part.pays != base.odds[name].pays:
            found.append(
                Departure(
                    f"odds of {typed(name)}", base.odds[name].pays, part.pays, tuple(base.odds[name].clauses)
                )
            )
    for name, tables in document.pay_tables.items():
        old = base.pay_tables.get(name, [])
        if [table.rows for table in tables] != [table.rows for table in old]:
            clauses = tuple(clause for table in old for clause in table.clauses)
            found.append(
                Departure(f"pay table {typed(name)}", _tell_tables(old), _tell_tables(tables), clauses)
            )
    found += _switch_departures(document.house, base.house)
    for section in ("phases", "wagers", "requires", "procedures"):
        if getattr(document, section) != getattr(base, section):
            found.append(Departure(section, "otherwise", "its own", ()))
    return found


def _tell_tables(tables: list[PayTablePart]) -> str:
    told = []
    for table in tables:
        when = ", ".join(f"{key} {value}" for key, value in table.when.items())
        rows = ", ".join(f"{row.replace('_', ' ')} {pays}" for row, pays in table.rows.items())
        told.append(f"{when}: {rows}" if when else rows)
    return "; ".join(told) or "nothing about it"


def _switch_departures(now: Mapping[str, Any], base: Mapping[str, Any]) -> list[Departure]:
    found = []
    for group, switches in now.items():
        for name, value in switches.items():
            old = base.get(group, {}).get(name)
            if value != old:
                before = "nothing about it" if old is None else str(old).lower()
                found.append(Departure(f"{group}: {name}".replace("_", " "), before, str(value).lower(), ()))
    return found
