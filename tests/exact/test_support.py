"""What the analyst cannot value is refused by name, in one sentence each."""

from dataclasses import replace

import pytest

from pitboss.errors import BadInput
from pitboss.exact.advice import advise
from pitboss.exact.analyst import analyse, distribution_of, edges, main_edge, side_edges, solve_round
from pitboss.exact.composition import fresh_shoe
from pitboss.exact.exposure import removals
from pitboss.exact.support import supports
from pitboss.games.deck import Deck, deck_of
from pitboss.games.families import Family
from pitboss.games.files import known_games
from pitboss.games.game import Game
from pitboss.rules.house import House, Reader
from tests.floor import game_of


def with_house(house: House) -> Game:
    return replace(game_of("blackjack"), house=house)


PLAIN = game_of("blackjack").house
UNSUPPORTED = {
    "split: max hands": PLAIN._replace(split=PLAIN.split._replace(max_hands=9)),
    "split: max ace hands": PLAIN._replace(split=PLAIN.split._replace(max_ace_hands=1_000_000_000)),
    "decks": PLAIN._replace(decks=17),
    "deck": PLAIN._replace(deck=(8,) * 13),
    "surrender: half unit cents": PLAIN._replace(surrender=PLAIN.surrender._replace(half_unit_cents=0)),
    "surrender: split hands": PLAIN._replace(
        surrender=PLAIN.surrender._replace(split_hands=True),
        match=PLAIN.match._replace(down=True, down_dies_on_surrender=True),
    ),
    "dealer: takes added wagers": PLAIN._replace(
        dealer=PLAIN.dealer._replace(reader=Reader.NONE, takes_added_wagers=False)
    ),
}


@pytest.mark.parametrize("name", known_games())
def test_every_known_game_is_valued_whole(name: str) -> None:
    assert supports(game_of(name)) == ()


@pytest.mark.parametrize("what", UNSUPPORTED)
def test_a_switch_that_cannot_be_valued_is_named(what: str) -> None:
    faults = supports(with_house(UNSUPPORTED[what]))
    assert [fault.where for fault in faults] == [what]
    assert faults[0].says.endswith(".")
    assert "_" not in str(faults[0])


@pytest.mark.parametrize(
    "ask", [analyse, distribution_of, edges, main_edge, side_edges, solve_round, removals]
)
def test_nothing_is_valued_that_cannot_be(ask: object) -> None:
    game = with_house(UNSUPPORTED["split: max hands"])
    with pytest.raises(BadInput, match="9 hands from one split pair"):
        ask(game)  # type: ignore[operator]


def test_a_coach_is_refused_too() -> None:
    with pytest.raises(BadInput, match="9 hands"):
        advise(UNSUPPORTED["split: max hands"], fresh_shoe(6), [8, 8], 6)


def test_an_unknown_family_is_named() -> None:
    game = replace(game_of("blackjack"), family=Family("baccarat", "baccarat", True, (), ()))
    with pytest.raises(BadInput, match="family “baccarat”"):
        analyse(game)


@pytest.mark.parametrize(
    ("kind", "against"), [("lucky_pair", None), ("match", "burned card"), ("over", None)]
)
def test_a_wager_of_an_unknown_kind_is_named(kind: str, against: str | None) -> None:
    """Also one that only another family has."""
    game = game_of("blackjack-match-nh")
    strange = game.wagers[0].model_copy(update={"kind": kind, "against": against, "name": "Lucky Pair"})
    with pytest.raises(BadInput, match=f"Lucky Pair: .* of the kind “{kind}”"):
        edges(replace(game, wagers=(*game.wagers, strange)))


def test_a_deck_too_small_for_a_round_is_refused() -> None:
    few = deck_of(("A", "5", "10", "K"))
    game = replace(game_of("blackjack"), deck=few, house=PLAIN._replace(decks=1, deck=few.copies))
    with pytest.raises(BadInput, match="16 cards may not be enough"):
        main_edge(game)
    assert Deck(few.copies).cards == 16
