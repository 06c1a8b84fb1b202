"""Irregularities beyond the letter of one clause: readings, and documents that are silent."""

from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER, FLOOR, player
from tests.floor import card
from tests.table.drive import bet, deal, say, scripted, stand_all
from tests.table.mishaps import in_play
from tests.table.playing import PLAIN, begun
from tests.table.procedures import next_due, refused, room_acts, with_cover


def test_a_silent_document_goes_by_analogy_and_says_so() -> None:
    """New Hampshire has no irregularities of its own."""
    room = begun("blackjack-match-nh", PLAIN)
    (found,) = room.do(c.FindFaceUp(Card(2, 0)))
    assert found.clause == "685a.12(a) by analogy"


def test_who_refuses_a_card_refuses_it_on_every_box() -> None:
    """The text speaks of the player, not of the hand."""
    room = scripted("down-under-pa", cards="9c 8c 7d 2d 3d Th", seats=(1,))
    bet(room, 1, 1000)
    bet(room, 2, 1000, seat=1)
    deal(room)
    room.do(c.DrawInError(card("5h")))
    room.do(c.RefuseCard(player(1), 1))
    assert all(hand.refused for box in room.state.boxes for hand in box.hands)
    assert not [event for event in room.events if isinstance(event, e.Decided)]
    assert room.state.phase_name == "hole_card"


def test_the_cover_card_is_taken_away_before_any_card_is_drawn() -> None:
    """Face-up cards and cards drawn in error lie under it too."""
    room = with_cover("down-under-pa", 0, (1,))
    bet(room, 1, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    assert next_due(room).act == "remove cover"
    assert refused(room.state, c.FindFaceUp(Card(2, 0))).reason == "no_card"
    assert refused(room.state, c.DrawInError()).reason == "no_card"
    room.do(c.RemoveCover())
    assert room.do(c.FindFaceUp(Card(2, 0)))


def test_an_accepted_card_is_the_players_and_the_round_goes_on() -> None:
    room = scripted("down-under-pa", cards="9c 7d 2d Th", seats=(1,))
    bet(room, 1, 1000)
    deal(room)
    room.do(c.DrawInError(card("5h")))
    say(room, Action.HIT)
    assert room.state.boxes[0].hands[0].cards[-1] == card("5h")
    stand_all(room)


def test_by_the_narrow_reading_only_the_lowest_standing_total_is_guarded() -> None:
    """Reading D16 R1: seventeen, and no other."""
    for hole, total in (("Th", 17), ("9h", 18)):
        up = "7d" if total == 17 else "9d"
        room = begun("down-under-pa", f"9c 8c {up} 9s 8d {hole}", "reading.D16=R1")
        while room.state.phase_name != "settle":
            room_acts(room)
        if total == 17:
            assert room.do(c.Overdraw(card("2c")))
        else:
            assert refused(room.state, c.Overdraw(card("2c"))).reason == "not_covered"


def test_by_the_narrow_reading_a_dead_hand_loses_what_was_added() -> None:
    """Reading D14b R1: the initial wager alone comes back."""
    for choices, back in ((("reading.D14b=R1",), 1000), ((), 2000)):
        room = begun("down-under-pa", "5c 8c 7d 6d 8d Th 9s", *choices)
        say(room, Action.DOUBLE, 1000)
        room.do(c.ReportWrongRange(DEALER, "light"))
        died = room.do(c.CallDead(DEALER, 1))[0]
        assert isinstance(died, e.HandDied)
        assert (died.stake_cents, died.returned_cents) == (2000, back)


def test_a_wrong_light_found_after_settlement_is_a_dispute() -> None:
    """Reading D15: recorded, nothing reopened."""
    room = begun("down-under-pa", PLAIN)
    while room.state.phase_name != "settle":
        room_acts(room)
    room.do(c.Settle(3))
    assert refused(room.state, c.ReportWrongRange(FLOOR, "light")).reason == "dispute"
    before = room.state
    (recorded,) = room.do(c.RecordDispute(3))
    assert recorded == e.DisputeRecorded(box=3, round=1, clause="685a.12(h)")
    assert room.state == before


def test_a_missed_card_taken_late_may_be_followed_by_more() -> None:
    room = in_play("down-under-pa", seats=(1, 3))
    room.do(c.Decide(player(1), 1, Action.HIT))
    room.do(c.PassOver(1))
    while next_due(room).act != "missed":
        room_acts(room)
    room.do(c.TakeMissedCard(player(1), 1))
    assert refused(room.state, c.PassOver(1)).reason == "not_now"
    room_acts(room)
    assert not room.state.boxes[0].hands[0].missed


def test_nothing_is_reported_where_there_is_no_such_device() -> None:
    room = begun("over-under-pa", "9c 8c")
    assert refused(room.state, c.ReportBroken(DEALER, "reader")).reason == "no_such_device"
    assert refused(room.state, c.ReportBroken(DEALER, "shuffler")).reason == "no_such_device"
    assert refused(room.state, c.ReportBroken(DEALER, "clock")).reason == "no_such_device"
