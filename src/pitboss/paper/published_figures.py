"""Published figures held against all combinations of readings, as a report prints it."""

from dataclasses import dataclass

from pitboss.exact.pricing import Tell
from pitboss.exact.reading_search import FigureSearch, Lattice, RankedSet
from pitboss.exact.search_cache import find_searches
from pitboss.paper.figures import Figure, count, percent, points

MOST_SETS = 5


@dataclass(frozen=True)
class DeckEdge:
    decks: int
    edge: Figure
    is_inside: bool
    """… the published range."""


@dataclass(frozen=True)
class NearSet:
    """Readings and options that come near the figure, with the sentences that they read."""

    choices: str
    choose: tuple[str, ...]
    """The same as they are chosen on a command line."""
    told: tuple[str, ...]
    """… and as each is said."""
    clauses: tuple[str, ...]
    edges: tuple[DeckEdge, ...]
    distance: Figure
    reproduces: bool


@dataclass(frozen=True)
class SearchedDocument:
    game: str
    title: str
    document: str
    combinations: Figure
    games: Figure
    sets: tuple[NearSet, ...]
    """The nearest first."""


@dataclass(frozen=True)
class SearchedFigure:
    wager: str
    name: str
    published: str
    clauses: tuple[str, ...]
    published_for: tuple[str, ...]
    """Options for which alone it was published."""
    verdict: str
    documents: tuple[SearchedDocument, ...]


def find_searched_figures(name: str, tell: Tell) -> tuple[SearchedFigure, ...]:
    return tuple(_figure(number, search) for number, search in enumerate(find_searches(name, tell), 1))


def _figure(number: int, search: FigureSearch) -> SearchedFigure:
    documents = (_document(f"search.{number}.{lattice.game}", lattice) for lattice in search.lattices)
    return SearchedFigure(
        wager=search.wager,
        name=search.name,
        published=search.published,
        clauses=search.clauses,
        published_for=search.published_for,
        verdict=search.verdict,
        documents=tuple(documents),
    )


def _document(id: str, lattice: Lattice) -> SearchedDocument:
    return SearchedDocument(
        game=lattice.game,
        title=lattice.title,
        document=lattice.document,
        combinations=count(f"{id}.combinations", lattice.combinations),
        games=count(f"{id}.games", lattice.games),
        sets=tuple(_set(f"{id}.{rank}", each) for rank, each in enumerate(lattice.ranked[:MOST_SETS], 1)),
    )


def _set(id: str, each: RankedSet) -> NearSet:
    return NearSet(
        choices=each.short,
        choose=tuple(one.typed for one in each.taken),
        told=tuple(one.told for one in each.taken),
        clauses=tuple(dict.fromkeys(clause for one in each.taken for clause in one.clauses)),
        edges=tuple(
            DeckEdge(decks, percent(f"{id}.{decks}", edge), decks in each.inside)
            for decks, edge in each.edges.items()
        ),
        distance=points(f"{id}.distance", each.distance),
        reproduces=each.reproduces,
    )
