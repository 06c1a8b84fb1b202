"""The games that one document makes: the house's own choices, and every other choice that changes a round."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from pitboss.errors import BadInput
from pitboss.games.files import Book
from pitboss.games.game import Game
from pitboss.games.load import game_of
from pitboss.games.vocabulary import OPTIONS, Value
from pitboss.rules.house import House


class Variant(NamedTuple):
    game: Game
    told: str
    """The choice that makes it differ; empty for the game itself."""


def variants(book: Book, game: Game, choices: Sequence[str], named: Iterable[str]) -> Iterator[Variant]:
    """The game, then one for each other value of an option, if a round or a named option is affected.

    Options are changed one at a time: their sentences are about one option each.
    """
    named = frozenset(named) & set(OPTIONS)
    book = _with_registers(book, game)
    seen = {_round_of(game, named)}
    yield Variant(game, "")
    for name, value in _other_values(game):
        try:
            other = game_of(book, choose=choices, options={name: value})
        except BadInput:  # a value that needs another choice beside it
            continue
        if (signature := _round_of(other, named)) not in seen:
            seen.add(signature)
            option = game.option(name)
            yield Variant(other, f"{option.label}: {option.tell(value)}")


def _with_registers(book: Book, game: Game) -> Book:
    """The same book with its registers at hand, so that they are not read from the disk each time."""
    files = (game.register_file, *(part.file for part in game.follows))
    return replace(book, registers=tuple(dict.fromkeys((file.name, file.text) for file in files)))


def _other_values(game: Game) -> Iterator[tuple[str, Value]]:
    """Every value that the document allows; of a range, both ends."""
    for name, chosen in game.options.items():
        for value in dict.fromkeys(chosen.allowed):
            if value != chosen.value:
                yield name, value


def _round_of(game: Game, named: frozenset[str]) -> tuple[object, ...]:
    """All of a game that changes which rounds there are, or what a sentence says of them."""
    return (
        _without_money(game.house),
        tuple(phase.name for phase in game.phases),
        tuple(wager.id for wager in game.wagers),
        "surrender_before_reader" in game.procedures,
        tuple(game.option_values.get(name) for name in sorted(named)),
    )


def _without_money(house: House) -> tuple[object, ...]:
    """The switches that decide which cards are dealt and who may act; not what is paid, nor limits."""
    return (
        house.dealer, house.push.applies, house.push.returns_busts, house.blackjack[1:],
        house.player.paid_21_at_once, house.player.twenty_one, house.double, house.split,
        house.insurance.offered, house.surrender.when, house.second_chance.offered,
        house.second_chance.on_split_hands, house.match.up, house.match.down, house.match.by,
        house.over_under.bonus, house.deck,
    )  # fmt: skip
