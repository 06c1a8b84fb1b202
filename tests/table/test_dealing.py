"""Cards out of the shoe, and the hole card's reader."""

import pytest

from pitboss.errors import Refused
from pitboss.rules.cards import Card, Light
from pitboss.table import commands as c
from pitboss.table import decide
from pitboss.table import events as e
from pitboss.table.people import DEALER, player
from tests.floor import card
from tests.table.drive import Room, bet, scripted
from tests.table.procedures import next_due, refused


def before(game: str, act: str, cards: str = "9c Kd 9d 7h", *choices: str) -> Room:
    """A round of one box, until this act is due."""
    room = scripted(game, *choices, cards=cards)
    bet(room, 1, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    while next_due(room).act != act:
        command = room.pilot.act(room.state)
        assert command is not None
        room.do(command)
    return room


def test_a_card_goes_only_where_it_is_due() -> None:
    room = before("blackjack", "card")
    assert refused(room.state, c.DealCard(0, card("9c"))).reason == "wrong_place"
    assert refused(room.state, c.DealCard(1, card("9c"), hand=1)).reason == "wrong_place"
    assert refused(room.state, c.DealHole()).reason == "not_now"


@pytest.mark.parametrize("face", [Card(0, 0), Card(14, 0), Card(5, 4), Card(5, -1)])
def test_there_are_no_other_cards(face: Card) -> None:
    assert refused(before("blackjack", "card").state, c.DealCard(1, face)).reason == "no_such_card"


def test_a_card_comes_no_more_often_than_there_are_decks() -> None:
    room = before("blackjack", "card", "9c Kd 9d 7h", "decks=1")
    room.do(c.DealCard(1, card("9c")))
    refusal = refused(room.state, c.DealCard(0, card("9c")))
    assert refusal.reason == "no_such_card"


def test_only_the_device_answers() -> None:
    room = before("double-back-jack-pa", "read")
    assert refused(room.state, c.AnswerBlackjack(False, DEALER)).reason == "not_yours"
    assert refused(room.state, c.LightRange(Light.RED)).reason == "wrong_device"
    assert room.do(c.AnswerBlackjack(False))


def test_a_reader_that_announced_a_blackjack_wrongly_is_broken() -> None:
    """The card is what it is; the device is out of order until it is repaired."""
    room = before("double-back-jack-pa", "read")
    room.do(c.AnswerBlackjack(True))
    turned, broke = room.do(c.TurnHole(card("7h")))[:2]
    assert turned == e.HoleTurned(card=card("7h"), clause="673a.7(h) s3")
    assert broke == e.DeviceBroke(device="reader", clause="673a.13(j)")
    assert next_due(room).act == "repair reader"


def test_the_dealers_act_is_not_the_players() -> None:
    room = before("blackjack", "hole")
    with pytest.raises(Refused) as refusal:
        decide(room.state, c.DealHole(by=player(1)))
    assert refusal.value.reason == "not_yours"


def test_a_burned_card_has_no_face() -> None:
    room = scripted("blackjack", cards="9c")
    assert [discard.card for discard in room.state.rack] == [None]
    assert room.of(e.CardBurned) == [e.CardBurned(clause="custom shuffle")]
