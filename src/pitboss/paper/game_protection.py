"""Game protection: what a player could gain from cards that are gone, or seen when they should not be."""

from collections.abc import Iterator
from dataclasses import dataclass

from pitboss.exact.analyst import Analysis
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
from pitboss.exact.pricing import Tell
from pitboss.games.game import Game
from pitboss.paper.figures import Figure, Exactness, percent, points, signed, units
from pitboss.paper.wagers import wager_name
from pitboss.rules.cards import Card, Suit
from pitboss.rules.house import Reader

DEALT = (0.25, 0.5, 0.75)
PLAYERS_FOLLOWED = 4
"""Exact enumeration of what later seats see goes this far."""


@dataclass(frozen=True)
class Counting:
    """The counts that follow a wager."""

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
    """None where no card matters more than another, so that nothing can be counted."""


@dataclass(frozen=True)
class MatchAfterRemoval:
    """The match wagers once certain cards are gone."""

    gone: str
    edge: Figure
    difference: Figure


@dataclass(frozen=True)
class DepthRow:
    """The main wager once a share of the shoe is gone, for who knows all that is gone."""

    dealt: Figure
    deviation: Figure
    often: Figure
    gain: Figure


@dataclass(frozen=True)
class Leak:
    """Something a player might see, and the edge that is left."""

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
    found = removals(game)
    tell("cards seen")
    return Protection(
        effects=tuple(_effects(game, one, analysis) for one in found),
        matches=tuple(_matches(game)),
        depths=tuple(_depths(found[0], edge)),
        leaks=tuple(_leaks(game, edge)),
        bars_mid_shoe_entry=bool(game.option_values.get("bar_mid_shoe_entry", False)),
    )


def _effects(game: Game, found: Removals, analysis: Analysis) -> RemovalEffects:
    id = f"removal.{found.wager}"
    edge = next(wager.house_edge for wager in analysis.wagers if wager.wager == found.wager)
    return RemovalEffects(
        wager=found.wager,
        name=wager_name(game, found.wager),
        by_value={
            value_name(column): points(f"{id}.{value_name(column)}", found.effects[column])
            for column in range(VALUES)
        },
        counting=None if found.is_flat else _counting(id, found, edge),
    )


def _counting(id: str, found: Removals, edge: float) -> Counting:
    tags = best_count(found)
    slope = found.gain_per_count(tags)
    return Counting(
        best_tags=tags,
        best_correlation=units(f"{id}.best", found.correlation(tags)),
        hi_lo_correlation=units(f"{id}.hi_lo", found.correlation(HI_LO)),
        gain_per_count=points(f"{id}.per_count", slope, Exactness.ESTIMATED, 3),
        break_even_count=signed(f"{id}.break_even", edge / slope, Exactness.ESTIMATED, 1),
    )


def _matches(game: Game) -> Iterator[MatchAfterRemoval]:
    """Single cards gone do nothing to a match; here is what several do."""
    if not game.wagers_of("match"):
        return
    fresh = match_worth(game.house)
    for number, (says, gone) in enumerate(_gone(game.house.decks)):
        worth = match_worth(game.house, *gone)
        id = f"match_gone.{number}"
        yield MatchAfterRemoval(says, percent(f"{id}.edge", -worth), points(f"{id}.difference", fresh - worth))


def _gone(decks: int) -> Iterator[tuple[str, list[Card]]]:
    fives = [Card(5, suit) for suit in Suit]
    yield "one 5", fives[:1]
    yield "a 5 and a 6", [fives[0], Card(6, Suit.CLUBS)]
    yield "two 5s of two suits", fives[:2]
    if decks > 1:
        yield "two 5s of one suit", [fives[0]] * 2
        yield "half of the 5s", fives * (decks // 2)
    yield "every 5", fives * decks


def _depths(found: Removals, edge: float) -> Iterator[DepthRow]:
    for share in DEALT:
        id, spread = f"depth.{int(100 * share)}", found.after(share)
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
            says = f"the last of {players} players remembers every hand before, and chooses by it"
            yield leak(f"last_of_{players}", says, last_seat_edge(game, players))
        return
    if game.house.dealer.reader == Reader.RANGE:
        says = "the reader tells only whether the dealer has Blackjack, no range"
        yield leak("no_light", says, edge_without_light(game))
    yield leak(
        "hole_card", "the player always sees the hole card before acting", edge_if_hole_card_seen(game)
    )
