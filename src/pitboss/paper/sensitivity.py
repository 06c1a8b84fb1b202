"""What every choice is worth: readings, options, and a wrong pay table."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pitboss.errors import BadInput
from pitboss.exact.analyst import side_edges
from pitboss.exact.pricing import (
    games_by_option,
    games_by_reading,
    price_options,
    price_readings,
    wagers_moved_by,
)
from pitboss.games.game import Game
from pitboss.games.load import load_game
from pitboss.paper.felt_wording import ROWS, tell_decks
from pitboss.paper.figures import Figure, percent, points
from pitboss.paper.wagers import wager_name


@dataclass(frozen=True)
class ReadingPrice:
    reading: str
    choice: str
    says: str
    is_taken: bool
    wager: str
    name: str
    edge: Figure
    difference: Figure


@dataclass(frozen=True)
class OptionSwing:
    option: str
    value: str
    is_permitted: bool
    edge: Figure
    difference: Figure


@dataclass(frozen=True)
class WrongPayTable:
    """A side wager paid by the pay table for another number of decks."""

    wager: str
    name: str
    pays: str
    meant_for: str
    edge: Figure
    difference: Figure


def variants(name: str, choices: Sequence[str], only: Collection[str] | None = None) -> Iterator[Game]:
    """Every game that must be solved before readings and options can be priced."""
    yield load_game(name, choose=choices)
    for id, _, chosen in games_by_reading(name, choices):
        if chosen.main_wager.id in wagers_moved_by(chosen, id):
            yield chosen
    for _, _, changed, _ in games_by_option(name, choices, only):
        yield changed


def _silent(_: str) -> None:
    """Progress was reported before."""


def find_reading_prices(name: str, choices: Sequence[str]) -> tuple[ReadingPrice, ...]:
    game = load_game(name, choose=choices)
    return tuple(
        ReadingPrice(
            reading=row["reading"],
            choice=row["choice"],
            says=row["says"],
            is_taken=row["choice"] == game.reading_choices[row["reading"]],
            wager=row["wager"],
            name=wager_name(game, row["wager"]),
            edge=percent(f"reading.{row['reading']}.{row['choice']}.{row['wager']}.edge", row["house_edge"]),
            difference=points(
                f"reading.{row['reading']}.{row['choice']}.{row['wager']}.difference", row["difference"]
            ),
        )
        for row in price_readings(name, choices, tell=_silent)
    )


def find_option_swings(
    name: str, choices: Sequence[str], only: Collection[str] | None = None
) -> tuple[OptionSwing, ...]:
    game = load_game(name, choose=choices)
    return tuple(
        OptionSwing(
            option=price.option,
            value=game.option(price.option).tell(price.value),
            is_permitted=price.is_permitted,
            edge=percent(f"option.{price.option}.{price.value}.edge", price.house_edge),
            difference=points(f"option.{price.option}.{price.value}.difference", price.difference),
        )
        for price in price_options(name, choices, _silent, only)
    )


def find_wrong_tables(name: str, choices: Sequence[str]) -> tuple[WrongPayTable, ...]:
    """Each side wager paid by the pay tables for other numbers of decks."""
    return tuple(_wrong_tables(name, choices))


def _wrong_tables(name: str, choices: Sequence[str]) -> Iterator[WrongPayTable]:
    game = load_game(name, choose=choices)
    right = side_edges(game)
    for other in _other_tables(name, choices, game):
        changed = replace(game, house=game.house._replace(match=other.house.match))
        for wager, edge in side_edges(changed).items():
            id = f"wrong_table.{wager}.{other.house.decks}"
            yield WrongPayTable(
                wager=wager,
                name=wager_name(game, wager),
                pays=", ".join(f"{ROWS[row]} {pays} to 1" for row, pays in _match_rows(other).items()),
                meant_for=tell_decks(other),
                edge=percent(f"{id}.edge", edge),
                difference=points(f"{id}.difference", edge - right[wager]),
            )


def _other_tables(name: str, choices: Sequence[str], game: Game) -> Iterator[Game]:
    seen = {game.house.match.pays}
    for decks in game.options["decks"].allowed:
        other = _with_decks(name, choices, int(decks))
        if other is not None and _match_rows(other) and other.house.match.pays not in seen:
            seen.add(other.house.match.pays)
            yield other


def _match_rows(game: Game) -> Mapping[str, int]:
    """The pay table of the match wagers, one for all of them."""
    wager = game.wager_of("match")
    return game.pay_tables[wager.pay_table].rows if wager and wager.pay_table else {}


def _with_decks(name: str, choices: Sequence[str], decks: int) -> Game | None:
    try:
        return load_game(name, choose=[*choices, f"decks={decks}"])
    except BadInput:
        return None
