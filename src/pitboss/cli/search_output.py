"""Showing which combination of readings and options comes nearest to a published figure."""

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from pitboss.cli import screen
from pitboss.cli.figures_text import tell, tell_edge
from pitboss.errors import BadInput, Fault
from pitboss.exact.reading_search import REPRODUCES, FigureSearch, Lattice, RankedSet, Taken
from pitboss.exact.search_cache import find_searches
from pitboss.exact.warm_kernels import warm_up
from pitboss.games.files import known_games
from pitboss.games.load import load_game

INSIDE = "*"
USUAL_NEAREST = 5


def show_search(name: str | None, nearest: int | None, *, as_json: bool, as_csv: bool) -> None:
    """Solve every combination and print the nearest; all of them if `nearest` is 0."""
    if as_json and as_csv:
        raise BadInput([Fault("--csv, --json", "cannot be used together.", "one of them")])
    most = USUAL_NEAREST if nearest is None else nearest
    if most < 0:
        raise BadInput([Fault("--nearest", f"{most} is no number of sets.", "0 for all, or more")])
    games = [load_game(each) for each in (known_games() if name is None else [name])]
    asked = [name] if name is not None else [game.id for game in games if game.published]
    warm_up(tell)
    searches = [search for each in asked for search in find_searches(each, tell, anew=True)]
    if as_json:
        screen.print_json([_as_data(search, most) for search in searches])
    elif as_csv:
        writer = csv.DictWriter(sys.stdout, COLUMNS)
        writer.writeheader()
        writer.writerows(row for search in searches for row in _rows(search, most))
    else:
        for search in searches:
            _show(search, most)
        screen.line(REPRODUCES if searches else f"No figure is published for {games[0].title}.")


def _nearest(lattice: Lattice, most: int) -> Sequence[RankedSet]:
    return lattice.ranked[:most] if most else lattice.ranked


def _as_data(search: FigureSearch, most: int) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(search)
    for told, lattice in zip(data["lattices"], search.lattices, strict=True):
        told["reproducing"] = len(lattice.reproducing)
        told["ranked"] = [
            msgspec.to_builtins(each)
            | {"choose": [*search.published_for, *(one.typed for one in each.taken)]}
            for each in _nearest(lattice, most)
        ]
    return data | {"verdict": search.verdict, "reproduces_means": REPRODUCES}


COLUMNS = (
    "game", "wager", "published", "searched", "rank", "choose", "clauses", "decks", "house_edge", "inside",
    "distance", "reproduces", "alike",
)  # fmt: skip


def _rows(search: FigureSearch, most: int) -> Iterator[dict[str, Any]]:
    """One row for each set and number of decks."""
    for lattice in search.lattices:
        for rank, each in enumerate(_nearest(lattice, most), 1):
            for decks, edge in each.edges.items():
                yield {
                    "game": search.game, "wager": search.wager, "published": search.published,
                    "searched": lattice.game, "rank": rank,
                    "choose": " ".join((*search.published_for, *(one.typed for one in each.taken))),
                    "clauses": "; ".join(_clauses([each])), "decks": decks, "house_edge": edge,
                    "inside": decks in each.inside, "distance": each.distance,
                    "reproduces": each.reproduces, "alike": each.alike,
                }  # fmt: skip


def _clauses(sets: Iterable[RankedSet]) -> list[str]:
    """The sentences that decide these sets, each once."""
    return list(dict.fromkeys(clause for each in sets for one in each.taken for clause in one.clauses))


def _show(search: FigureSearch, most: int) -> None:
    clauses = ", ".join(search.clauses)
    screen.heading(f"{search.name}: published {search.published} ({clauses})")
    if search.published_for:
        screen.line(f"It was published for {', '.join(search.published_for)}.")
    screen.line(search.verdict)
    for lattice in search.lattices:
        _show_lattice(lattice, _nearest(lattice, most))


def _show_lattice(lattice: Lattice, sets: Sequence[RankedSet]) -> None:
    screen.heading(f"{lattice.title} ({lattice.document})")
    screen.line(
        f"{lattice.combinations:,} permitted combinations ({lattice.axes}); with their decks"
        f" {lattice.games:,} different games, all solved. The nearest:"
    )
    decks = list(dict.fromkeys(count for each in sets for count in each.edges))
    screen.table(
        ("readings and options", *map(_tell_decks, decks), "distance in points", "reproduces it"),
        [
            (each.short, *(_cell(each, count) for count in decks), f"{100 * each.distance:.4f}",
             "yes" if each.reproduces else "no")
            for each in sets
        ],
        wide=0,
    )  # fmt: skip
    if any(each.inside for each in sets):
        screen.line(f"{INSIDE} lies inside the published range.")
    _show_choices(sets)


def _tell_decks(count: int) -> str:
    return f"{count} deck{'s' if count > 1 else ''}"


def _cell(each: RankedSet, decks: int) -> str:
    if decks not in each.edges:
        return "not permitted"
    return tell_edge(each.edges[decks]) + (INSIDE if decks in each.inside else "")


def _show_choices(sets: Sequence[RankedSet]) -> None:
    """What the choices named above say, and the sentences that they read."""
    named: dict[tuple[str, Any], Taken] = {(one.name, one.value): one for each in sets for one in each.taken}
    screen.table(
        ("decided by", "says", "sentences"),
        [(one.typed, one.says, ", ".join(one.clauses)) for one in named.values()],
        wide=1,
    )
