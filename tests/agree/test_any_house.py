"""Any switches, any deck: what is dealt agrees with what the analyst finds, or both refuse."""

from dataclasses import replace
from random import Random

import pytest

from pitboss.errors import BadInput
from pitboss.exact.composition import RANK_NAMES
from pitboss.games.deck import Deck, deck_of
from pitboss.games.game import Game
from pitboss.lab.simulation import Setting, prepare
from pitboss.rules.house import House, MatchBy, MatchPays, Odds
from pitboss.sim.kernel import EVERYTHING
from pitboss.sim.statistics import Figures
from tests.exact.houses import any_deck, any_house
from tests.floor import game_of
from tests.sim.jobs import played

ROUNDS = 2_000_000
FRESH = Setting(cut=0.0, insurance="always", seed=13)


def with_house(name: str, house: House) -> Game:
    game = game_of(name)
    main_only = tuple(wager for wager in game.wagers if wager.kind != "second_chance")
    wagers = game.wagers if house.second_chance.offered else main_only
    return replace(game, deck=Deck(house.deck), house=house, wagers=wagers)


def dealt(game: Game) -> Figures:
    made = prepare(game, FRESH)
    return made.figures(played(replace(made, job=replace(made.job, flags=EVERYTHING)), ROUNDS))


def agrees(figures: Figures) -> bool:
    """Every wager that was made, within four standard errors and a half."""
    return all(wager.z is None or abs(wager.z) < 4.5 for wager in figures.wagers)


MORE = pytest.mark.slow("more houses at random, dealt and valued")


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=MORE) for seed in range(2, 10))])
def test_a_house_that_no_document_has_is_dealt_as_it_is_valued(seed: int) -> None:
    """Insurance of a deck without aces is never offered; a wager that was never made has no figure."""
    chance = Random(1000 + seed)
    agreed = 0
    while agreed < 2:
        house = any_house(chance, decks=(1, 2, 6, 16))
        try:
            figures = dealt(with_house("double-back-jack-pa", house))
        except BadInput:
            continue
        assert figures.wagers[0].z is not None
        assert agrees(figures), (figures.wagers, house)
        agreed += 1


@pytest.mark.parametrize("seed", range(4))
def test_an_over_under_house_that_no_document_has_is_dealt_as_it_is_valued(seed: int) -> None:
    """Totals that overlap, totals that nobody can reach, odds of nothing."""
    chance, game = Random(2000 + seed), game_of("over-under-pa")
    deck = any_deck(chance)
    house = game.house._replace(
        decks=chance.choice([2, 6, 16]),
        deck=deck,
        over_under=game.house.over_under._replace(
            over_from=chance.choice([34, 23, 15, -5]),
            under_to=chance.choice([18, 25, -1, 40]),
            odds=chance.choice([Odds(1, 1), Odds(0, 1), Odds(3, 2)]),
            miss_returns=chance.random() < 0.5,
            bonus_pays=tuple(chance.choice([0, 0, 1, 7, 50]) for _ in range(34)),
        ),
    )
    assert agrees(dealt(with_house("over-under-pa", house)))


@pytest.mark.parametrize("missing", ["10", "9", "A", "K"])
def test_a_deck_of_48_cards_is_dealt_as_it_is_valued(missing: str) -> None:
    """With both match wagers, paid by rows that have nothing to do with each other."""
    game = game_of("blackjack-match-nh")
    deck = deck_of(tuple(rank for rank in RANK_NAMES if rank != missing))
    match = game.house.match._replace(by=MatchBy.VALUE, pays=MatchPays(3, 2, 30, 0, 7))
    figures = dealt(with_house("blackjack-match-nh", game.house._replace(deck=deck.copies, match=match)))
    assert len([wager for wager in figures.wagers if wager.z is not None]) >= 3
    assert agrees(figures), figures.wagers
