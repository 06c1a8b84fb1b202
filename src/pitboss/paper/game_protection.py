"""Game protection: what a player could gain by counting cards, or by seeing cards that should be hidden."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.exact.composition import VALUES, value_name
from pitboss.exact.exposure import (
    HI_LO,
    Removals,
    best_count,
    chance_positive,
    edge_if_hole_card_seen,
    edge_without_light,
    gain_when_positive,
    last_seat_edge,
    match_worth,
    removals,
)
from pitboss.exact.figures import Analysis
from pitboss.exact.pricing import Tell
from pitboss.games.game import Game
from pitboss.paper.figures import Exactness, Figure, percent, points, signed, units
from pitboss.paper.wagers import wager_name
from pitboss.rules.cards import ACE, KING, Card, Suit
from pitboss.rules.house import House, Reader
from pitboss.table.event_text import RANKS

DEALT = (0.25, 0.5, 0.75)
PLAYERS_FOLLOWED = 4
"""What later seats can see is enumerated exactly for up to this many players."""


@dataclass(frozen=True)
class Counting:
    """How well card counts predict a wager."""

    best_tags: tuple[int, ...]
    best_correlation: Figure
    hi_lo_correlation: Figure
    gain_per_count: Figure
    break_even_count: Figure


@dataclass(frozen=True)
class RemovalEffects:
    """Effects of removal of one wager."""

    wager: str
    name: str
    by_value: dict[str, Figure]
    counting: Counting | None
    """None where no rank matters more than another, so that there is nothing to count."""


@dataclass(frozen=True)
class MatchAfterRemoval:
    """The match wagers when certain cards are missing."""

    gone: str
    edge: Figure
    difference: Figure


@dataclass(frozen=True)
class DepthRow:
    """The main wager after a share of the shoe, for a player who knows every card dealt."""

    dealt: Figure
    deviation: Figure
    often: Figure
    gain: Figure


@dataclass(frozen=True)
class Leak:
    """Something a player might see, and the house edge that remains."""

    says: str
    edge: Figure
    difference: Figure


@dataclass(frozen=True)
class Protection:
    effects: tuple[RemovalEffects, ...]
    matches: tuple[MatchAfterRemoval, ...]
    depths: tuple[DepthRow, ...]
    leaks: tuple[Leak, ...]
    bars_mid_shoe_entry: bool


def find_protection(analysis: Analysis, tell: Tell) -> Protection:
    game, edge = analysis.game, analysis.wagers[0].house_edge
    tell("effects of removal")
    effects = removals(game)
    tell("cards seen")
    return Protection(
        effects=tuple(_effects(game, one, analysis) for one in effects),
        matches=tuple(_matches(game)),
        depths=tuple(_depths(effects[0], edge)),
        leaks=tuple(_leaks(game, edge)),
        bars_mid_shoe_entry=bool(game.option_values.get("bar_mid_shoe_entry", False)),
    )


def _effects(game: Game, removal: Removals, analysis: Analysis) -> RemovalEffects:
    id = f"removal.{removal.wager}"
    edge = next(wager.house_edge for wager in analysis.wagers if wager.wager == removal.wager)
    return RemovalEffects(
        wager=removal.wager,
        name=wager_name(game, removal.wager),
        by_value={
            value_name(column): points(f"{id}.{value_name(column)}", removal.effects[column])
            for column in range(VALUES)
        },
        counting=None if removal.is_flat else _counting(id, removal, edge),
    )


def _counting(id: str, removal: Removals, edge: float) -> Counting:
    tags = best_count(removal)
    slope = removal.gain_per_count(tags)
    return Counting(
        best_tags=tags,
        best_correlation=units(f"{id}.best", removal.correlation(tags)),
        hi_lo_correlation=units(f"{id}.hi_lo", removal.correlation(HI_LO)),
        gain_per_count=points(f"{id}.per_count", slope, Exactness.ESTIMATED, 3),
        break_even_count=signed(f"{id}.break_even", edge / slope, Exactness.ESTIMATED, 1),
    )


def _matches(game: Game) -> Iterator[MatchAfterRemoval]:
    """A single missing card does nothing to a match; several do."""
    if not game.wagers_of("match"):
        return
    fresh = match_worth(game.house)
    for number, (says, gone) in enumerate(_gone(game.house)):
        worth = match_worth(game.house, *gone)
        id = f"match_gone.{number}"
        yield MatchAfterRemoval(
            says, percent(f"{id}.edge", -worth), points(f"{id}.difference", fresh - worth)
        )


def _gone(house: House) -> Iterator[tuple[str, list[Card]]]:
    """Cards of two ranks of this deck: of the 5s and 6s where it has them."""
    ranks = [rank for rank in range(ACE, KING + 1) if house.deck[rank - 1]]
    first, second = sorted(ranks, key=lambda rank: (abs(rank - 5), -rank))[:2]
    one, other, decks = RANKS[first], RANKS[second], house.decks
    alike = [Card(first, suit) for suit in Suit]
    yield f"one {one}", alike[:1]
    yield f"a {one} and a {other}", [alike[0], Card(second, Suit.CLUBS)]
    yield f"two {one}s of different suits", alike[:2]
    if decks > 1:
        yield f"two {one}s of the same suit", [alike[0]] * 2
        yield f"half of the {one}s", alike * (decks // 2)
    yield f"every {one}", alike * decks


def _depths(removal: Removals, edge: float) -> Iterator[DepthRow]:
    for share in DEALT:
        id, spread = f"depth.{int(100 * share)}", removal.after(share)
        yield DepthRow(
            dealt=percent(f"{id}.dealt", share, digits=0),
            deviation=percent(f"{id}.deviation", spread, Exactness.ESTIMATED, 3),
            often=percent(f"{id}.often", chance_positive(-edge, spread), Exactness.ESTIMATED, 1),
            gain=percent(f"{id}.gain", gain_when_positive(-edge, spread), Exactness.ESTIMATED, 3),
        )


def _leaks(game: Game, edge: float) -> Iterator[Leak]:
    def leak(id: str, says: str, left: float) -> Leak:
        return Leak(says, percent(f"leak.{id}.edge", left), points(f"leak.{id}.difference", left - edge))

    if not game.has_dealer:
        for players in range(2, PLAYERS_FOLLOWED + 1):
            says = f"the last of {players} players sees every earlier hand and uses it"
            yield leak(f"last_of_{players}", says, last_seat_edge(game, players))
        return
    if game.house.dealer.reader == Reader.RANGE:
        says = "the reader shows only whether the dealer has Blackjack, not the range"
        yield leak("no_light", says, edge_without_light(game))
    yield leak(
        "hole_card", "the player always sees the hole card before acting", edge_if_hole_card_seen(game)
    )
