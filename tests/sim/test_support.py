"""What the simulator cannot deal is refused by name, in one sentence each."""

from dataclasses import replace

import pytest

from pitboss.errors import BadInput
from pitboss.games.deck import deck_of
from pitboss.games.families import Family
from pitboss.games.files import known_games
from pitboss.lab.simulation import Setting, prepare
from pitboss.rules.house import Odds
from pitboss.sim.families import family_of
from pitboss.sim.support import supports
from tests.floor import game_of


@pytest.mark.parametrize("name", known_games())
def test_every_known_game_is_dealt_to_every_seat(name: str) -> None:
    assert all(supports(game_of(name), boxes) == () for boxes in range(1, 7))


def test_an_unknown_family_is_named() -> None:
    game = replace(game_of("blackjack"), family=Family("baccarat", "baccarat", True, (), ()))
    assert "family “baccarat”" in str(supports(game)[0])
    with pytest.raises(BadInput, match="baccarat"):
        family_of("baccarat")
    with pytest.raises(BadInput, match="baccarat"):
        prepare(game, Setting())


def test_a_wager_of_an_unknown_kind_is_named_and_never_left_out() -> None:
    game = game_of("blackjack-match-nh")
    strange = game.wagers[0].model_copy(update={"kind": "lucky_pair", "name": "Lucky Pair"})
    assert str(supports(replace(game, wagers=(*game.wagers, strange)))[0]).startswith("Lucky Pair: ")


def test_a_shoe_that_one_round_could_use_up_is_refused() -> None:
    game, small = game_of("blackjack"), deck_of(("A", "5", "6", "10", "K"))
    few = replace(game, deck=small, house=game.house._replace(decks=1, deck=small.copies))
    assert supports(few, 1) == ()
    assert [fault.where for fault in supports(few, 2)] == ["deck"]


def test_more_split_hands_than_were_ever_dealt_are_refused() -> None:
    game = game_of("blackjack")
    split = game.house.split._replace(max_hands=9, max_ace_hands=100)
    places = [fault.where for fault in supports(replace(game, house=game.house._replace(split=split)))]
    assert places == ["split: max hands", "split: max ace hands"]


def test_odds_that_need_larger_numbers_are_refused_and_never_wrapped() -> None:
    """A result of 40,000 grains would read as a loss in 16 bits."""
    game = game_of("blackjack")
    house = game.house._replace(
        blackjack=game.house.blackjack._replace(odds=Odds(997, 199)),
        player=game.house.player._replace(win_odds=Odds(211, 223)),
    )
    with pytest.raises(BadInput, match="larger numbers"):
        prepare(replace(game, house=house), Setting())
