"""Cards: fifty-two faces, two backs, names to be spoken."""

from xml.etree import ElementTree

import pytest

from pitboss.paper.card_faces import (
    BACKS,
    BLACK,
    PLACES,
    RED,
    card_id,
    card_name,
    card_symbols,
    draw_back,
    draw_card,
    place_card,
)
from pitboss.paper.felt_plan import Place
from pitboss.rules.cards import Card, Suit
from tests.floor import card

DECK = [Card(rank, suit) for suit in Suit for rank in range(1, 14)]


@pytest.mark.parametrize(
    ("text", "name", "id"),
    [
        ("Qh", "queen of hearts", "card-Qh"),
        ("As", "ace of spades", "card-As"),
        ("10c", "ten of clubs", "card-10c"),
    ],
)
def test_a_card_has_a_name_and_an_id(text: str, name: str, id: str) -> None:
    assert card_name(card(text)) == name
    assert card_id(card(text)) == id
    assert f"<title>{name}</title>" in draw_card(card(text))


def test_no_two_faces_look_alike() -> None:
    assert len({draw_card(one) for one in DECK}) == 52


@pytest.mark.parametrize("rank", range(2, 11))
def test_a_number_card_shows_its_number_in_pips(rank: int) -> None:
    """Between the four marks of its corners, as many pips as it counts, none over another."""
    assert len(PLACES[rank]) == rank
    assert len(set(PLACES[rank])) == rank
    assert draw_card(Card(rank, Suit.HEARTS)).count("<path") == rank + 2


@pytest.mark.parametrize("rank", range(2, 11))
def test_a_number_card_is_the_same_either_way_up(rank: int) -> None:
    turned = {(250 - x, 350 - y) for x, y in PLACES[rank]}
    assert turned == set(PLACES[rank]) or rank == 7


@pytest.mark.parametrize("rank", range(1, 14))
def test_red_suits_are_red_and_black_ones_black(rank: int) -> None:
    for suit in Suit:
        is_red = suit in (Suit.HEARTS, Suit.DIAMONDS)
        drawn = draw_card(Card(rank, suit))
        assert (RED in drawn, BLACK in drawn) == (is_red, not is_red)


def test_the_two_batches_have_backs_of_other_colors() -> None:
    assert set(BACKS) == {"blue", "red"}
    assert draw_back("blue") != draw_back("red")
    assert "queen" not in draw_back("blue")


def test_symbols_hold_the_whole_deck_and_are_sound_xml() -> None:
    root = ElementTree.fromstring(card_symbols())
    ids = [part.get("id") for part in root]
    assert set(ids) == {card_id(one) for one in DECK} | {"back-blue", "back-red"}
    assert len(ids) == 54


def test_a_card_lies_with_its_middle_on_its_place() -> None:
    drawn = place_card("x", Place(100, 200, 90))
    assert 'transform="translate(100 200) rotate(90) scale(0.2540) translate(-125 -175)"' in drawn
