"""From a name or a file to a checked, frozen Game."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from pydantic import ValidationError

from pitboss.errors import BadChoice, BadGame, Broken, Fault
from pitboss.games.checks import LOSE, document_faults, read_row, shape_faults
from pitboss.games.choices import (
    NOT_SAID,
    OptionRequest,
    Settled,
    offered_wagers,
    parse_requests,
    settle_choices,
)
from pitboss.games.deck import STANDARD, Deck, deck_of
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
from pitboss.games.vocabulary import OPTIONS, Value, parse_odds, tell_name, tell_odds, tell_yes_no
from pitboss.rules.house import House, Odds


def load_game(
    name: str,
    *,
    options: Mapping[str, Value] | None = None,
    readings: Mapping[str, str] | None = None,
    choose: Iterable[str] = (),
) -> Game:
    """The game of this name or file, with options and readings chosen.

    `choose` takes the command line's form: `decks=8`, or a reading with its choice, `reading.ID=CHOICE`.
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
    return OpenBook(book).game(options=options, readings=readings, choose=choose)


class OpenBook:
    """Files of a game, read and checked once: any number of choices make games of them."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.document = _read_shape(book)
        self._broken = document_faults(self.document, book)
        self._chosen = [OptionRequest(key, value, where) for key, (value, where) in chosen_in(book).items()]

    def game(
        self,
        *,
        options: Mapping[str, Value] | None = None,
        readings: Mapping[str, str] | None = None,
        choose: Iterable[str] = (),
    ) -> Game:
        typed, faults = parse_requests(choose)
        requests = [*self._chosen, *typed]
        requests += [OptionRequest(key, value, key) for key, value in (options or {}).items()]
        requests += [
            OptionRequest(f"reading.{id}", choice, f"reading {id}") for id, choice in (readings or {}).items()
        ]
        settled = settle_choices(self.document, requests, strict=self.book.is_known)
        faults += self._broken + settled.faults
        tables, table_faults = ({}, []) if self._broken else _pay_tables(self.document, settled)
        if faults or table_faults:
            raise (BadChoice if self.book.is_known else BadGame)(faults or table_faults)
        return _game(self, settled, tables)

    def register(self, name: str) -> RegisterFile:
        if name not in self._registers:
            self._registers[name] = RegisterFile(name, find_register_text(self.book, name) if name else "")
        return self._registers[name]

    @cached_property
    def _registers(self) -> dict[str, RegisterFile]:
        return {}

    @cached_property
    def departures(self) -> tuple[Departure, ...]:
        return tuple(_departures(self.book, self.document))


def open_book(name: str) -> OpenBook:
    """The files of the game of this name or path."""
    return OpenBook(find_book(name))


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
            allowed = "; ".join(
                f"{settled.known[key].label}: {settled.known[key].tell(value)}"
                for part in document.pay_tables[wager.pay_table]
                for key, wanted in part.when.items()
                for value in (wanted if isinstance(wanted, list) else [wanted])
                if key in settled.known
            )
            says = "has no pay table with these options."
            faults.append(Fault(f"the {wager.name}", says, allowed, ", ".join(wager.clauses)))
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


def _game(opened: OpenBook, settled: Settled, tables: dict[str, PayTable]) -> Game:
    book, document = opened.book, opened.document
    rates = _rates(document, settled)
    wagers = offered_wagers(document, settled.facts)
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
        notes=document.notes,
        requirements=tuple(document.requires),
        odds=rates,
        pay_tables=tables,
        wagers=tuple(wagers),
        published=tuple(document.published),
        departures=(*settled.departures, *opened.departures),
        register_file=opened.register(document.register_file),
        as_of=document.as_of or "",
        withheld=_withheld(document, wagers, settled.facts),
        follows=tuple(
            FollowedFile(opened.register(part.register_file), part.reading, tuple(part.mechanisms))
            for part in document.follows
        ),
        acknowledged=document.acknowledged,
        house=_house(document, settled, rates, tables, wagers, deck),
        **_parts_in_force(document, settled.facts, rates),
    )
    if is_edition_1(book.document.data):
        return replace(game, edition_1_sha256=sha256_of(merged(book), game))
    return game


def _parts_in_force(document: GameDocument, facts: dict[str, Any], rates: dict[str, Rate]) -> dict[str, Any]:
    """Phases, felt, equipment and procedures that stand under the choices made."""

    def in_force(parts: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(part for part in parts if condition_holds(part.when, facts))

    return {
        "phases": in_force(document.phases),
        "inscriptions": tuple(
            part.model_copy(update={"text": _fill(part.text, rates)})
            for part in in_force(document.inscriptions)
        ),
        "layout": in_force(document.layout),
        "equipment": in_force(document.equipment),
        "procedures": {
            name: part for name, part in document.procedures.items() if condition_holds(part.when, facts)
        },
    }


def _withheld(document: GameDocument, offered: list[WagerPart], facts: dict[str, Any]) -> dict[str, bool]:
    """Wagers before the deal that are not on offer, and whether a requirement forbids them."""
    return {
        part.id: _is_forbidden(document, part, facts)
        for part in document.wagers
        if part not in offered and part.timing == "before the deal"
    }


def _house(
    document: GameDocument,
    settled: Settled,
    rates: dict[str, Rate],
    tables: dict[str, PayTable],
    wagers: list[WagerPart],
    deck: Deck,
) -> House:
    return build_house(
        Ingredients(
            options=settled.values,
            fixed=document.house,
            readings=tuple(read.part.choices[read.choice].sets for read in settled.readings.values()),
            odds={name: rate.odds for name, rate in rates.items()},
            wagers=tuple(_house_wagers(document, wagers, tables)),
            deck=deck,
        )
    )


def _is_forbidden(document: GameDocument, wager: WagerPart, facts: dict[str, Any]) -> bool:
    """Does a requirement of the document keep the house from offering this wager?"""
    offering = {name for name, part in document.options.items() if part.offers == wager.id}
    needed = (part.needs for part in document.requires if offering & set(part.when))
    return not all(condition_holds(needs, facts) for needs in needed)


def _house_wagers(
    document: GameDocument, offered: list[WagerPart], tables: Mapping[str, PayTable]
) -> Iterator[HouseWager]:
    """Every wager whose pays are known for these options, on offer or not."""
    for wager in document.wagers:
        if wager.pay_table is None or wager.pay_table in tables:
            rows = tables[wager.pay_table].rows if wager.pay_table else {}
            yield HouseWager(wager.kind, wager.against, rows, wager in offered)


def _fill(text: str, rates: Mapping[str, Rate]) -> str:
    """An inscription says the odds that are paid: `{blackjack}` becomes `3 to 2`."""
    for name, rate in rates.items():
        text = text.replace(f"{{{name}}}", tell_odds(rate.odds))
    return text


def _departures(book: Book, document: GameDocument) -> list[Departure]:
    """Odds, pay tables, switches and lists in which a user's files leave the document."""
    if book.is_known:
        return []
    base = _read_shape(Book(book.document, ()))
    departures = []
    for name, part in document.odds.items():
        if name in base.odds and part.pays != base.odds[name].pays:
            old_odds, new_odds = (tell_odds(_odds(pays)) for pays in (base.odds[name].pays, part.pays))
            clauses = tuple(base.odds[name].clauses)
            departures.append(Departure(f"Odds of {tell_name(name)}", old_odds, new_odds, clauses))
    for name, tables in document.pay_tables.items():
        old = base.pay_tables.get(name, [])
        if [table.rows for table in tables] != [table.rows for table in old]:
            clauses = tuple(clause for table in old for clause in table.clauses)
            what = f"Pay table “{tell_name(name)}”"
            departures.append(Departure(what, _tell_tables(old), _tell_tables(tables), clauses))
    departures += _switch_departures(document.house, base.house)
    for section, label in _LISTS.items():
        if getattr(document, section) != getattr(base, section):
            departures.append(Departure(label, "", "replaced by this game’s own", ()))
    return departures


_LISTS = {"phases": "Phases", "wagers": "Wagers", "requires": "Requirements", "procedures": "Procedures"}


def _tell_tables(tables: list[PayTablePart]) -> str:
    told = []
    for table in tables:
        when = ", ".join(f"{_label(key)} {value}" for key, value in table.when.items())
        rows = ", ".join(f"{tell_name(row)} {_tell_pays(pays)}" for row, pays in table.rows.items())
        told.append(f"{when}: {rows}" if when else rows)
    return "; ".join(told) or NOT_SAID


def _label(name: str) -> str:
    return OPTIONS[name].label if name in OPTIONS else tell_name(name)


def _tell_pays(pays: str) -> str:
    return "loses" if pays == LOSE else pays.replace(":", " to ")


def _switch_departures(now: Mapping[str, Any], base: Mapping[str, Any]) -> list[Departure]:
    departures = []
    for group, switches in now.items():
        for name, value in switches.items():
            old = base.get(group, {}).get(name)
            if value != old:
                what = f"Switch “{tell_name(group)}: {tell_name(name)}”"
                before = NOT_SAID if old is None else _tell_switch(old)
                departures.append(Departure(what, before, _tell_switch(value), ()))
    return departures


def _tell_switch(value: Any) -> str:
    return tell_yes_no(value) if isinstance(value, bool) else tell_name(str(value))
