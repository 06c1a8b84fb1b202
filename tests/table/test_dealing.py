"""Cards out of the shoe, and the hole card's reader."""

import pytest

from pitboss.errors import Refused
from pitboss.rules.cards import Card, Light, Range
from pitboss.table import commands as c
from pitboss.table import decide, next_acts, view
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
    assert broke == e.DeviceBroke(device="reader", name="blackjack reader", clause="673a.13(j)")
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


@pytest.mark.parametrize(
    ("choices", "reader", "told", "event"),
    [
        (("down-under-vendor",), "Masque range reader", c.LightRange(Light.RED), e.RangeLit),
        (("down-under-vendor", "range_device=peeker"), "peeker", c.PeekRange(Range.MEDIUM), e.RangePeeked),
        (("double-back-jack-pa",), "blackjack reader", c.AnswerBlackjack(False), e.BlackjackAnswered),
    ],
)
def test_each_reader_has_its_name_and_speaks_its_own_way(
    choices: tuple[str, ...], reader: str, told: c.Command, event: type[e.Event]
) -> None:
    """A lamp, a mark in the peeker's window, yes or no; the others' answers are refused by name."""
    room = before(choices[0], "read", "9c Kd 9d 7h", *choices[1:])
    (inserted,) = room.of(e.HoleInserted)
    assert isinstance(inserted, e.HoleInserted)
    assert inserted.reader == view(room.state, DEALER).reader == next_acts(room.state)[0].device == reader
    for other in (c.LightRange(Light.RED), c.PeekRange(Range.MEDIUM), c.AnswerBlackjack(False)):
        if type(other) is not type(told):
            refusal = refused(room.state, other)
            assert refusal.reason == "wrong_device"
            assert reader in refusal.says
    answered = room.do(told)[0]
    assert isinstance(answered, event)
    seen = view(room.state, player(1))
    assert seen.light == ("red" if reader == "Masque range reader" else "")
    assert seen.range == ("" if reader == "blackjack reader" else "medium")


def test_the_peeker_sends_the_hand_to_its_lane() -> None:
    """DU-RoP 2 and Fig. 4, and two gold cards are turned as with the lamp."""
    room = before("down-under-vendor", "read", "9c Kd 9d Qh", "range_device=peeker")
    room.house()
    assert [type(event).__name__ for event in room.of(e.RangePeeked, e.HandMoved, e.HoleTurned)] == [
        "RangePeeked",
        "HandMoved",
        "HoleTurned",
    ]
