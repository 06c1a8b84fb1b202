"""All combinations of readings and options, held against a published figure.

One reading alone may miss a figure that two together hit. So every combination is solved that the document
permits, with every number of decks, and ranked by its distance from the figure: the larger gap between the
lowest of our edges and the lower published end, and between the highest and the upper end. A combination
reproduces the figure if both ends come out in the digits that were published.
"""

import itertools
from collections.abc import Hashable, Iterator, Mapping, Sequence, Sized
from typing import Any, NamedTuple

import msgspec

from pitboss.errors import BadInput
from pitboss.exact.analyst import side_edges
from pitboss.exact.many_games import key_of, main_edges
from pitboss.exact.pricing import Tell, moves_edge, permitted, wagers_moved_by
from pitboss.exact.published import SAME_EDGE, published_range, tell_published
from pitboss.exact.support import supports
from pitboss.games.file_schema import GameDocument, OptionPart, PublishedPart
from pitboss.games.game import Game
from pitboss.games.load import open_book
from pitboss.games.switches import option_switches
from pitboss.games.vocabulary import CENTS, Value, typed


class Taken(msgspec.Struct, frozen=True):
    """A reading or an option that is not as the document has it by default."""

    name: str
    value: Value
    says: str
    clauses: tuple[str, ...]
    is_reading: bool

    @property
    def typed(self) -> str:
        """As it is chosen on a command line."""
        return _typed(f"reading.{self.name}" if self.is_reading else typed(self.name), self.value)

    @property
    def short(self) -> str:
        return f"{self.name} {self.value}" if self.is_reading else self.says

    @property
    def told(self) -> str:
        return f"{self.short}: {self.says}" if self.is_reading else self.says


def _typed(key: str, value: Value) -> str:
    return f"{key}={str(value).lower() if isinstance(value, bool) else value}"


class RankedSet(msgspec.Struct, frozen=True):
    """A set of readings and options, what it makes of the wager, and how near that is."""

    taken: tuple[Taken, ...]
    edges: dict[int, float]
    """By number of decks."""
    distance: float
    inside: tuple[int, ...]
    """Numbers of decks with which the edge lies in the published range."""
    reproduces: bool
    reproduces_in_part: bool
    """Both published ends come out, if only some of the permitted numbers of decks are looked at."""
    alike: int
    """Combinations that come to the same edges; this one needs the fewest choices."""

    @property
    def short(self) -> str:
        return " with ".join(one.short for one in self.taken) or "the document as we read it"


class Lattice(msgspec.Struct, frozen=True):
    """All combinations of one document, nearest first."""

    game: str
    title: str
    document: str
    readings: tuple[str, ...]
    options: tuple[str, ...]
    combinations: int
    """Permitted choices of readings and options; each with every number of decks."""
    games: int
    """Different games among them, counted with their decks: so many were solved."""
    ranked: tuple[RankedSet, ...]

    @property
    def axes(self) -> str:
        return _tell_axes(self.readings, self.options)

    @property
    def reproducing(self) -> tuple[RankedSet, ...]:
        return tuple(each for each in self.ranked if each.reproduces)


REPRODUCES = (
    "A combination reproduces a published range if the lowest and the highest of its house edges, over all"
    " permitted numbers of decks, are the two published ends in the digits published. Its distance is the"
    " larger of the two gaps."
)


class FigureSearch(msgspec.Struct, frozen=True):
    """A published figure, and every combination that might have led to it."""

    game: str
    wager: str
    name: str
    published: str
    clauses: tuple[str, ...]
    published_for: tuple[str, ...]
    """Options for which alone it was published, as they are chosen on a command line; they are not varied."""
    lattices: tuple[Lattice, ...]
    """The document's own, then those of other documents of the same game."""

    @property
    def verdict(self) -> str:
        """Whether it can be reproduced, in one sentence."""
        by_default = any(not each.taken for each in self.lattices[0].reproducing)
        if by_default:
            return "The document reproduces it as we read it."
        for lattice in self.lattices:
            if lattice.reproducing:
                return f"{lattice.title} reproduces it with {lattice.reproducing[0].short}."
        if any(each.reproduces_in_part for lattice in self.lattices for each in lattice.ranked):
            return "No combination of readings reproduces it with every permitted number of decks."
        return "No combination of readings reproduces it, not even with only some permitted numbers of decks."


def search_game(name: str, tell: Tell) -> tuple[FigureSearch, ...]:
    """Every published figure of a game, held against all combinations."""
    book = open_book(name)
    return tuple(_search_figure(name, book.document, part, tell) for part in book.document.published)


def _search_figure(name: str, document: GameDocument, part: PublishedPart, tell: Tell) -> FigureSearch:
    wager = next(one for one in document.wagers if one.id == part.wager)
    others = part.also if wager.main else []
    searches = [_Search(each, part, is_main=wager.main) for each in (name, *others)]
    return FigureSearch(
        game=document.game,
        wager=wager.id,
        name=wager.name,
        published=tell_published(part),
        clauses=tuple(part.clauses),
        published_for=tuple(_typed(typed(key), value) for key, value in part.options.items()),
        lattices=tuple(search.lattice(tell) for search in searches),
    )


class _Combination(NamedTuple):
    """Choices other than the default, and the games that they make with each number of decks."""

    readings: Mapping[str, str]
    options: Mapping[str, Value]
    games: Mapping[int, Game]


class _Search:
    """One document's combinations for one published figure."""

    def __init__(self, name: str, part: PublishedPart, *, is_main: bool) -> None:
        self.book = open_book(name)
        self.game = self.book.game(options=part.options)
        self.held = part.options
        self.range = published_range(part)
        self.wager = self.game.main_wager.id if is_main else part.wager
        self.is_main = is_main
        self.readings = {
            id: read.part
            for id, read in self.game.readings.items()
            if moves_edge(read) and self.wager in wagers_moved_by(self.game, id)
        }
        self.options = {name: permitted(self.game, name) for name in self._options()}
        self.decks = [part.options["decks"]] if "decks" in self.held else permitted(self.game, "decks")

    def _options(self) -> Iterator[str]:
        """Options that are left to the house and can move the wager."""
        for name, part in self.book.document.options.items():
            is_left = name not in ("decks", *self.held) and part.reading is None
            if is_left and len(permitted(self.game, name)) > 1 and self._moves(name, part):
                yield name

    def _moves(self, name: str, part: OptionPart) -> bool:
        document = self.book.document
        if not self.is_main:
            tables = next(wager.pay_table for wager in document.wagers if wager.id == self.wager)
            return any(name in table.when for table in document.pay_tables.get(tables or "", []))
        if part.offers:
            offered = next(wager for wager in document.wagers if wager.id == part.offers)
            return offered.timing != "before the deal"
        return self.game.option(name).domain != CENTS and self._sets_switches(name)

    def _sets_switches(self, name: str) -> bool:
        """Alone, or beside another choice that gives it a meaning."""
        values = self.game.option_values
        for other in self.game.options:
            for beside in permitted(self.game, other) if other != name else [values[name]]:
                chosen = [{**values, other: beside, name: mine} for mine in permitted(self.game, name)]
                if len({str(_loud_switches(each)) for each in chosen}) > 1:
                    return True
        return False

    def lattice(self, tell: Tell) -> Lattice:
        tell(f"{self.game.title}: every combination of {_tell_axes(self.readings, self.options)}")
        combinations = list(self._combinations())
        edges = self._edges(combinations, tell)
        return Lattice(
            game=self.game.id,
            title=self.game.title,
            document=self.game.document,
            readings=tuple(self.readings),
            options=tuple(self.options),
            combinations=len(combinations),
            games=len({self._key(game) for each in combinations for game in each.games.values()}),
            ranked=tuple(self._ranked(combinations, edges)),
        )

    def _combinations(self) -> Iterator[_Combination]:
        readings = (part.choices for part in self.readings.values())
        for values in itertools.product(*readings, *self.options.values()):
            chosen = dict(zip((*self.readings, *self.options), values, strict=True))
            read = {id: chosen[id] for id, part in self.readings.items() if chosen[id] != part.default}
            taken = {name: chosen[name] for name in self.options if not self._is_default(name, chosen[name])}
            if games := dict(self._games(read, taken)):
                yield _Combination(read, taken, games)

    def _is_default(self, name: str, value: Value) -> bool:
        return self.game.options[name].value == value

    def _games(self, readings: dict[str, str], options: dict[str, Value]) -> Iterator[tuple[int, Game]]:
        """The games that the document permits and the analyst can value."""
        for decks in self.decks:
            try:
                game = self.book.game(options={**self.held, **options, "decks": decks}, readings=readings)
            except BadInput:
                continue
            is_offered = any(wager.id == self.wager for wager in game.wagers)
            if is_offered and len(game.departures) <= len(self.game.departures) and not supports(game):
                yield int(decks), game

    def _key(self, game: Game) -> Hashable:
        """What the edge of the wager is known by."""
        return key_of(game) if self.is_main else (game.house.decks, game.house.match, game.house.over_under)

    def _edges(self, combinations: Sequence[_Combination], tell: Tell) -> list[dict[int, float]]:
        """For each combination the edge with every number of decks."""
        if not self.is_main:
            return [
                {decks: side_edges(game)[self.wager] for decks, game in each.games.items()}
                for each in combinations
            ]
        distinct = {key_of(game): game for each in combinations for game in each.games.values()}
        edges = main_edges(
            distinct.values(),
            lambda solved: tell(f"{self.game.title}: {solved:,} of {len(distinct):,} games solved"),
        )
        return [{decks: edges[key_of(game)] for decks, game in each.games.items()} for each in combinations]

    def _ranked(
        self, combinations: Sequence[_Combination], edges: Sequence[dict[int, float]]
    ) -> Iterator[RankedSet]:
        """Nearest first; of combinations with the same edges, the one with the fewest choices."""
        alike: dict[tuple[tuple[int, int], ...], list[int]] = {}
        for number, found in enumerate(edges):
            key = tuple((decks, round(edge / SAME_EDGE)) for decks, edge in found.items())
            alike.setdefault(key, []).append(number)
        sets = [self._set(combinations, edges, numbers) for numbers in alike.values()]
        yield from sorted(sets, key=lambda each: (each.distance, len(each.taken)))

    def _set(
        self, combinations: Sequence[_Combination], edges: Sequence[dict[int, float]], alike: list[int]
    ) -> RankedSet:
        simplest = min(alike, key=lambda number: _count(combinations[number]))
        found, published = edges[simplest], self.range
        lowest, highest = min(found.values()), max(found.values())
        return RankedSet(
            taken=tuple(self._taken(combinations[simplest])),
            edges=found,
            distance=max(abs(lowest - published.lowest), abs(highest - published.highest)),
            inside=tuple(decks for decks, edge in found.items() if published.holds(edge)),
            reproduces=published.is_lowest(lowest) and published.is_highest(highest),
            reproduces_in_part=any(map(published.is_lowest, found.values()))
            and any(map(published.is_highest, found.values())),
            alike=len(alike),
        )

    def _taken(self, combination: _Combination) -> Iterator[Taken]:
        for id, choice in combination.readings.items():
            part = self.readings[id]
            yield Taken(id, choice, part.choices[choice].says, tuple(part.clauses), is_reading=True)
        for name, value in combination.options.items():
            chosen, option = self.game.options[name], self.game.option(name)
            says = f"{chosen.label}: {option.tell(value)}"
            yield Taken(name, value, says, chosen.clauses, is_reading=False)


def _tell_axes(readings: Sized, options: Sized) -> str:
    """`9 readings and 2 options`."""
    told = [
        f"{len(names)} {what}{'s' if len(names) > 1 else ''}"
        for names, what in ((readings, "reading"), (options, "option"))
        if len(names)
    ]
    return " and ".join(told) or "nothing that is left open"


def _count(combination: _Combination) -> int:
    return len(combination.readings) + len(combination.options)


QUIET_GROUPS = frozenset({"limits", "floor", "match", "pay"})
"""Switches that move no edge of a main wager."""


def _loud_switches(values: Mapping[str, Value]) -> dict[str, Any]:
    return {group: each for group, each in option_switches(values).items() if group not in QUIET_GROUPS}
