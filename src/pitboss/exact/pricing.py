"""What every option and reading of a game is worth, and which of them reproduces a published figure."""

import itertools
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pitboss.errors import BadInput
from pitboss.exact.analyst import main_edge, side_edges
from pitboss.exact.many_games import HouseKey, key_of, main_edges
from pitboss.exact.published import published_range, tell_published
from pitboss.exact.support import house_faults, refuse_unsupported
from pitboss.games.file_schema import PublishedPart
from pitboss.games.game import Game, Read
from pitboss.games.load import OpenBook, load_game, open_book
from pitboss.games.switches import option_switches
from pitboss.games.vocabulary import Bounds, Value

Tell = Callable[[str], None]
MOST_SOLVED = 4_096
_solved: dict[HouseKey, float] = {}
"""Main wagers solved before: options and readings often lead to the same house."""

MOST_VALUES = 16
"""A span of numbers is followed this far."""

_ODDS = ("3:2", "6:5", "2:1", "1:1")
"""Pays of a Blackjack that are met on floors."""


def _moves_no_edge(game: Game, option: str) -> bool:
    """Decks are told apart; whether a side wager is on offer moves no edge."""
    return option == "decks" or option in game.offers


def edge_of(game: Game, wager: str) -> float:
    """The house edge of one wager; the main one is solved once a house."""
    refuse_unsupported(game)
    if wager != game.main_wager.id:
        return side_edges(game)[wager]
    key = key_of(game)
    if key not in _solved:
        _keep({key: main_edge(game)})
    return _solved[key]


def solve_first(games: Iterable[Game], tell: Tell) -> None:
    """Solve the main wagers of these games together, so that their prices are at hand."""
    wanted = [game for game in games if key_of(game) not in _solved]
    _keep(main_edges(wanted, lambda _: tell("options and readings")))


def _keep(edges: dict[HouseKey, float]) -> None:
    if len(_solved) + len(edges) > MOST_SOLVED:
        _solved.clear()
    _solved.update(edges)


def permitted(game: Game, name: str) -> list[Any]:
    """The values that the document lets the house choose."""
    chosen = game.options[name]
    if isinstance(game.option(name).domain, Bounds) and " to " in chosen.allowed_text:
        low, high = (int(value) for value in chosen.allowed)
        return list(range(low, min(high, low + MOST_VALUES - 1) + 1))
    return list(chosen.allowed)


def wagers_moved_by(game: Game, reading: str) -> list[str]:
    """The wagers a reading is about: the side wagers if it only sets their table, else the main one."""
    sets = {group for choice in game.readings[reading].part.choices.values() for group in choice.sets}
    sides = [wager.id for wager in game.wagers if wager.kind == "match"]
    return sides if sets == {"match"} and sides else [game.main_wager.id]


def price_readings(name: str, choices: Sequence[str], tell: Tell) -> Iterator[dict[str, Any]]:
    """Every choice of every reading that is about money, with the edges it makes."""
    game = load_game(name, choose=choices)
    published = {part.wager: f"{part.lowest_percent} to {part.highest_percent} %" for part in game.published}
    for id, choice, chosen in games_by_reading(name, choices):
        read = game.readings[id]
        tell(f"{game.id}: reading {id}")
        for wager in wagers_moved_by(game, id):
            edge = edge_of(chosen, wager)
            yield {
                "game": game.id, "reading": id, "choice": choice, "says": read.part.choices[choice].says,
                "wager": wager, "is_default": choice == read.part.default, "house_edge": edge,
                "difference": edge - edge_of(game, wager), "published": published.get(wager, ""),
            }  # fmt: skip


def games_by_reading(name: str, choices: Sequence[str]) -> Iterator[tuple[str, str, Game]]:
    """Every choice of every reading that moves an edge: its id, the choice, and the game it makes."""
    game = load_game(name, choose=choices)
    for id, read in game.readings.items():
        if moves_edge(read):
            for choice in read.part.choices:
                chosen = load_game(name, choose=[*choices, f"reading.{id}={choice}"])
                if not house_faults(chosen.house, chosen.family.id):
                    yield id, choice, chosen


RARE_GROUPS = frozenset({"floor", "pay"})
RARE_SWITCHES = frozenset({("dealer", "takes_added_wagers")})
"""Switches that move money only when something goes wrong, or at stakes that do not come out in chips."""


def moves_edge(read: Read) -> bool:
    """Is the reading about money in ordinary play?"""
    sets = {
        (group, switch)
        for choice in read.part.choices.values()
        for group, switches in choice.sets.items()
        for switch in switches
    }
    rare = bool(sets) and all(group in RARE_GROUPS or (group, name) in RARE_SWITCHES for group, name in sets)
    return read.is_switchable and read.part.kind == "money" and not rare


def money_not_priced(game: Game) -> list[str]:
    """Readings about money that move no edge, by their ids."""
    return [id for id, read in game.readings.items() if read.part.kind == "money" and not moves_edge(read)]


def reconcile(name: str, tell: Tell) -> Iterator[dict[str, Any]]:
    """Every published figure of a game beside ours, and the single choices that reproduce it."""
    book = open_book(name)
    game = book.game()
    for part in game.published:
        offered = next((one.name for one in game.wagers if one.id == part.wager), part.wager)
        tell(f"{name}: {offered}")
        published = published_range(part)
        candidates = list(_candidates(book, game, part))
        good = [item["what"] for item in candidates if published.holds(item["house_edge"])]
        yield {
            "game": game.id, "wager": part.wager, "clauses": part.clauses, "note": part.note,
            "published": tell_published(part), "found": candidates, "reproduced_by": ", ".join(good),
        }  # fmt: skip


def _candidates(book: OpenBook, game: Game, part: PublishedPart) -> Iterator[dict[str, Any]]:
    """Our figure for the choices named, or for every deck count and each reading that could explain it."""
    wager = part.wager
    if part.options:
        told = [f"{key}={str(value).lower()}" for key, value in part.options.items()]
        edge = edge_of(book.game(choose=told), wager)
        yield {"what": ", ".join(told), "house_edge": edge, "is_default": True}
        return
    ways = [""] + [
        f"reading.{id}={choice}"
        for id, read in game.readings.items()
        if moves_edge(read) and wager in wagers_moved_by(game, id)
        for choice in read.part.choices
        if choice != read.part.default
    ]
    for way, count in itertools.product(ways, game.options["decks"].allowed):
        told = [f"decks={count}", *([way] if way else [])]
        other = book.game(choose=told)
        if house_faults(other.house, other.family.id):
            continue
        if any(offered.id == wager for offered in other.wagers):
            yield {"what": ", ".join(told), "house_edge": edge_of(other, wager), "is_default": not way}


@dataclass(frozen=True)
class OptionPrice:
    """The house edge of the main wager with one option changed."""

    option: str
    value: Value
    is_permitted: bool
    house_edge: float
    difference: float


def price_options(
    name: str, choices: Sequence[str], tell: Tell, only: Collection[str] | None = None
) -> Iterator[OptionPrice]:
    """Every option that can move the main wager's edge, permitted or not: what its clause is worth."""
    game = load_game(name, choose=choices)
    main = game.main_wager.id
    plain = edge_of(game, main)
    for option, value, changed, lawful in games_by_option(name, choices, only):
        tell(f"{game.id}: {game.option(option).label}: {game.option(option).tell(value)}")
        edge = edge_of(changed, main)
        yield OptionPrice(option, value, lawful, edge, edge - plain)


def games_by_option(
    name: str, choices: Sequence[str], only: Collection[str] | None = None
) -> Iterator[tuple[str, Value, Game, bool]]:
    """Every other value of every option that moves the main wager: the game it makes, and whether it may."""
    game = load_game(name, choose=choices)
    for option in game.options:
        if _moves_no_edge(game, option) or (only is not None and option not in only):
            continue
        allowed = permitted(game, option)
        for value in _values(game, option):
            lawful = _choose(name, choices, option, value) if value in allowed else None
            changed = lawful or what_if(game, option, value)
            if value != game.options[option].value and not _is_alike(changed, game):
                yield option, value, changed, lawful is not None


def _is_alike(one: Game, other: Game) -> bool:
    return key_of(one) == key_of(other)


def _values(game: Game, option: str) -> Sequence[Value]:
    domain = game.option(option).domain
    if isinstance(domain, tuple) and not isinstance(domain, Bounds):
        return domain
    if isinstance(domain, Bounds):
        return range(domain.lowest, domain.highest + 1) if domain.highest <= MOST_VALUES else ()
    return _ODDS


def what_if(game: Game, option: str, value: Value) -> Game:
    """The game with one option changed, whether or not the document allows it."""
    before = option_switches(game.option_values)
    after = option_switches({**game.option_values, option: value})
    house = game.house
    for group, switches in after.items():
        moved = {key: new for key, new in switches.items() if before.get(group, {}).get(key) != new}
        if moved:
            part = getattr(house, group)
            house = house._replace(**{group: part._replace(**moved)})
    return replace(game, house=house)


def _choose(name: str, choices: Sequence[str], option: str, value: Value) -> Game | None:
    """The game with this choice, if its document allows it."""
    try:
        return load_game(name, choose=[*choices, f"{option}={str(value).lower()}"])
    except BadInput:
        return None
