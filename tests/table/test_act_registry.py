"""How the table says no: a reason, a sentence, a clause."""

import pytest

from pitboss.errors import Refused
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.act_registry import (
    ACTS,
    between_rounds,
    expect,
    live_hand,
    need_face,
    own_box,
    seated,
    tell_person,
)
from pitboss.table.people import DEALER, DEVICE, FLOOR, player
from tests.table.drive import fresh, opened
from tests.table.playing import PLAIN, begun
from tests.table.procedures import refused


def test_every_command_is_answered() -> None:
    assert set(ACTS) == set(c.COMMANDS)


def test_the_one_whose_turn_it_is_is_named() -> None:
    room = begun("down-under-pa", PLAIN)
    with pytest.raises(Refused) as refusal:
        expect(room.state, "decide", player(3))
    assert (refusal.value.reason, refusal.value.says) == ("not_yours", "Only player 1 may do this.")
    with pytest.raises(Refused, match="Not yet: player 1 must first play the hand in box 1"):
        expect(room.state, "clear", DEALER)


@pytest.mark.parametrize(
    ("who", "told"),
    [(player(2), "player 2"), (DEALER, "the dealer"), (FLOOR, "the floorperson"), (DEVICE, "the device")],
)
def test_people_are_told_with_their_article(who: object, told: str) -> None:
    assert tell_person(who) == told  # type: ignore[arg-type]


def test_the_wrong_role_is_refused_before_anything_else() -> None:
    room = begun("down-under-pa", PLAIN)
    assert refused(room.state, c.OrderReshuffle(DEALER)).reason == "not_yours"
    assert refused(room.state, c.Decide(DEALER, 1, 1)).reason == "not_yours"  # type: ignore[arg-type]
    assert refused(room.state, c.SitDown(player(0), 0)).reason == "not_yours"


def test_what_is_not_there_is_refused_by_name() -> None:
    state = begun("down-under-pa", PLAIN).state
    cases = [
        (lambda: seated(state, 5), "not_seated"),
        (lambda: own_box(state, player(1), 2), "no_wager"),
        (lambda: own_box(state, player(1), 3), "not_yours"),
        (lambda: live_hand(state, state.boxes[0], 1), "no_hand"),
        (lambda: live_hand(state, state.boxes[0], -1), "no_hand"),
        (lambda: between_rounds(state, "procedure.order_reshuffle"), "round_in_progress"),
        (lambda: need_face(state, Card(14, 0)), "no_such_card"),
        (lambda: need_face(state, Card(1, 4)), "no_such_card"),
    ]
    for call, reason in cases:
        with pytest.raises(Refused) as refusal:
            call()  # type: ignore[no-untyped-call]
        assert refusal.value.reason == reason
        assert refusal.value.clause


def test_no_face_shows_more_often_than_there_are_decks() -> None:
    """One deck, and its nine of clubs lies in box 1."""
    room = begun("double-back-jack-pa", PLAIN, "decks=1")
    assert refused(room.state, c.FindFaceUp(Card(9, 0))).reason == "no_such_card"
    assert room.do(c.FindFaceUp(Card(9, 3)))


def test_a_bare_table_lets_people_sit_and_cards_come_and_nothing_else() -> None:
    state = fresh("over-under-pa")
    assert refused(state, c.CloseBetting()).reason == "no_shoe"
    assert refused(opened("over-under-pa").state, c.CloseBetting()).reason == "no_wagers"
