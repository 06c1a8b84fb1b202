"""Every mutant, and what it is held against."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import NamedTuple

from pitboss.games.game import Game
from pitboss.table.state import terms_of
from tests.book import papers
from tests.floor import game_of
from tests.mutation.attribution import Charge, charge, executable, in_order, named_for
from tests.mutation.code import Mutant, applied, code_mutants, served
from tests.mutation.data import FileMutant, applied_data, file_mutants, loads
from tests.mutation.moments import Moment, index, record, shows_under, stretches
from tests.mutation.running import cores


class Table(NamedTuple):
    """What is known of one game."""

    game: Game
    moments: list[Moment]
    calling: dict[str, list[Moment]]
    """The moments that call a function, by its place."""
    papers: papers.Papers


class Survey(NamedTuple):
    charges: list[Charge]
    mutants: int
    not_shown: int
    """Mutants that change nothing at any table or on any paper."""


_tables: dict[str, Table] = {}


def survey(games: Sequence[str]) -> Survey:
    """All mutants of the functions and files of these games."""
    for name in games:
        moments = record(name)
        _tables[name] = Table(game_of(name), moments, index(moments), papers.papers_of(name))
    tasks = [*sorted(served()), *(f"{FILE}{name}" for name in games)]
    with ProcessPoolExecutor(cores(), mp_context=get_context("fork")) as pool:
        found = list(pool.map(_charges_at, tasks, chunksize=2))
    charges = [one for part in found for one in part.charges]
    return Survey(charges, sum(part.mutants for part in found), sum(part.not_shown for part in found))


FILE = "file "


def _charges_at(task: str) -> Survey:
    if task.startswith(FILE):
        return _collected(_of_files(task.removeprefix(FILE)))
    return _collected(_of_function(task))


def _collected(found: Iterable[list[Charge]]) -> Survey:
    parts = list(found)
    charges = [one for part in parts for one in part]
    return Survey(charges, len(parts), sum(not part for part in parts))


# ---- functions


def _of_function(place: str) -> Iterator[list[Charge]]:
    for mutant in code_mutants(place):
        with applied(mutant):
            yield list(_on_paper(mutant) if place.startswith("paper.") else _at_tables(mutant))


def _at_tables(mutant: Mutant) -> Iterator[Charge]:
    for table in _tables.values():
        moments = table.calling.get(mutant.place, ())
        if found := charge(mutant.id, mutant.place, table.game.document, moments):
            yield found


def _on_paper(mutant: Mutant) -> Iterator[Charge]:
    papers.forget()
    for name, table in _tables.items():
        document = table.game.document
        named = [id for id in named_for(mutant.place) if executable()[id] == document]
        if named and _drawn(name) != table.papers:
            yield Charge(mutant.id, document, in_order(named), every=False)
    papers.forget()


def _drawn(game: str) -> papers.Papers | None:
    try:
        return papers.papers_of(game)
    except Exception:
        return None


# ---- files


def _of_files(name: str) -> Iterator[list[Charge]]:
    for mutant in file_mutants(name):
        if loads(mutant):
            yield list(_of_file(mutant))


def _of_file(mutant: FileMutant) -> Iterator[Charge]:
    document = _tables[mutant.game].game.document
    sentences = [id for id in mutant.clauses if executable().get(id) == document]
    if mutant.path[0] in ("house", "phases"):
        cited = _cited_under(mutant)
        if cited is None:
            return
        sentences = sentences or [id for id in cited if executable().get(id) == document]
    if sentences:
        yield Charge(mutant.id, document, in_order(sentences), every=False)


def _cited_under(mutant: FileMutant) -> set[str] | None:
    """The sentences cited where rounds of the changed game first go another way; None where none does."""
    from pitboss.games.load import load_game

    table = _tables[mutant.game]
    with applied_data(mutant):
        terms = terms_of(load_game(mutant.game))
    cited: set[str] = set()
    shows = False
    for stretch in stretches(table.moments):
        if stretch[0].state.terms.game is table.game:
            found = shows_under(terms, stretch)
            shows = shows or found is not None
            cited |= found or set()
    return cited if shows else None
