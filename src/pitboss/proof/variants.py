"""The games that one document makes: the house's own choices, and every other choice that changes a round."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
    options: Mapping[str, Value]
    """The choices that make it differ; none for the game itself."""

    @property
    def told(self) -> str:
        chosen = ((self.game.option(name), value) for name, value in self.options.items())
        return ", ".join(f"{option.label}: {option.tell(value)}" for option, value in chosen)


class Variants:
    """The games that a book makes with these choices, as far as their rounds differ."""

    def __init__(self, book: Book, game: Game, choices: Sequence[str], named: Iterable[str]) -> None:
        self._book, self._choices = _with_registers(book, game), choices
        self._named = frozenset(named) & set(OPTIONS)
        self._seen: set[tuple[object, ...]] = set()
        self.game = game

    def singles(self) -> Iterator[Variant]:
        """The game itself, then each other value of one option."""
        own = Variant(self.game, {})
        self._seen = {_round_of(self.game, self._named)}
        yield own
        yield from self._changed(own, self._seen)

    def pairs(self, first: Variant) -> Iterator[Variant]:
        """A variant with each other value of a second option, beyond what one option does."""
        yield from self._changed(first, set(self._seen))

    def _changed(self, variant: Variant, seen: set[tuple[object, ...]]) -> Iterator[Variant]:
        for name, value in _other_values(variant.game):
            if name in variant.options:
                continue
            options = {**variant.options, name: value}
            try:
                other = game_of(self._book, choose=self._choices, options=options)
            except BadInput:  # a value that needs another choice beside it
                continue
            if (signature := _round_of(other, self._named)) not in seen:
                seen.add(signature)
                yield Variant(other, options)


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
        house.insurance.offered, house.surrender.when, house.surrender.split_hands,
        house.second_chance.offered, house.second_chance.on_split_hands,
        house.match.up, house.match.down, house.match.by, house.over_under.bonus, house.deck,
    )  # fmt: skip
