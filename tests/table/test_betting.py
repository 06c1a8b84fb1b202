"""Wagers before the first card."""

import pytest

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table import next_acts, options
from pitboss.table.people import DEALER, player
from tests.table.drive import CHIPS, bet, opened, scripted
from tests.table.procedures import play, refused

GAME = "down-under-pa"


@pytest.mark.parametrize("cents", [0, 900, 999, 1050, 50_100])
def test_a_wager_lies_within_the_limits_and_in_chips(cents: int) -> None:
    room = opened(GAME)
    refusal = refused(room.state, c.PlaceWager(player(1), 1, "bet", cents))
    assert (refusal.reason, refusal.clause) == ("bad_amount", "house practice: wagers, by reading D36")


def test_a_players_boxes_lie_side_by_side() -> None:
    """Two boxes, as the house allows, next to each other and nobody else's."""
    room = opened(GAME, seats=(2, 4))
    assert refused(room.state, c.PlaceWager(player(2), 4, "bet", 1000)).reason == "box_taken"
    bet(room, 2, 1000)
    assert refused(room.state, c.PlaceWager(player(2), 6, "bet", 1000)).reason == "not_adjacent"
    bet(room, 3, 1000, seat=2)
    assert refused(room.state, c.PlaceWager(player(2), 1, "bet", 1000)).reason == "too_many_boxes"
    assert refused(room.state, c.PlaceWager(player(4), 3, "bet", 1000)).reason == "box_taken"


def test_a_side_wager_needs_a_main_wager() -> None:
    room = opened(GAME)
    side = c.PlaceWager(player(1), 1, "match_the_dealer", 500)
    assert refused(room.state, side).reason == "no_wager"
    bet(room, 1, 1000)
    room.do(side)
    assert refused(room.state, side).reason == "already_made"


def test_new_hampshires_side_bets_do_not_exceed_the_ante() -> None:
    room = opened("blackjack-match-nh")
    bet(room, 1, 500)
    refusal = refused(room.state, c.PlaceWager(player(1), 1, "up_match", 600))
    assert (refusal.reason, refusal.clause) == ("bad_amount", "NH Amounts s2")
    room.do(c.PlaceWager(player(1), 1, "up_match", 500))


def test_nobody_bets_more_than_they_have() -> None:
    room = opened(GAME, chips=1500)
    assert refused(room.state, c.PlaceWager(player(1), 1, "bet", 1600)).reason == "not_enough_chips"
    room.do(c.BuyChips(DEALER, 1, 100))
    room.do(c.PlaceWager(player(1), 1, "bet", 1600))
    assert (room.state.drop_cents, room.state.players[0].chips_cents) == (100, 0)


def test_a_table_without_spoken_wagers_takes_chips_only() -> None:
    """673a speaks of chips alone."""
    room = opened("double-back-jack-pa")
    assert refused(room.state, c.CallWager(player(1), 1, 1000)).reason == "chips_only"


def test_a_wager_that_carries_others_is_not_taken_back_alone() -> None:
    room = opened(GAME)
    bet(room, 1, 1000, match_the_dealer=500)
    back = c.TakeBackWager(player(1), 1, "bet")
    assert refused(room.state, back).reason == "side_wager_down"
    room.do(c.TakeBackWager(player(1), 1, "match_the_dealer"))
    room.do(back)
    assert room.state.boxes == ()


def test_seats_are_six_and_taken_once() -> None:
    room = opened(GAME)
    assert refused(room.state, c.SitDown(player(1))).reason == "seat_taken"
    assert refused(room.state, c.SitDown(player(7))).reason == "no_seat"


def test_who_has_a_wager_down_stays() -> None:
    room = opened(GAME)
    bet(room, 1, 1000)
    assert refused(room.state, c.Leave(player(1))).reason == "wager_down"


def test_a_tip_goes_to_the_box_beside_the_dealer() -> None:
    """Chips of the player's own, never more than there are, and none of the house's."""
    room = opened("down-under-pa", chips=2000)
    room.do(c.Tip(by=player(1), cents=500))
    assert room.state.tips_cents == 500
    assert room.state.players[0].chips_cents == 1500
    assert room.state.rack_cents == 0
    for cents in (1600, 50, 0, -100):
        assert refused(room.state, c.Tip(by=player(1), cents=cents)).clause


def test_who_bet_on_the_last_round_and_moves_is_not_barred() -> None:
    """685a.6(b) bars who made no wager on a round; another seat is no round sat out."""
    room = opened("down-under-pa", "bar_mid_shoe_entry=yes", seats=(1, 4))
    play(room)
    room.do(c.Leave(player(4)))
    assert refused(room.state, c.SitDown(player(6), 50_000, back_from=1)).reason == "not_coming_back"
    assert c.SitDown(player(6), 50_000, back_from=4) in options(room.state, player(6))
    room.do(c.SitDown(player(5), 50_000))
    (sat,) = room.do(c.SitDown(player(6), 50_000, back_from=4))
    assert sat == e.SatDown(seat=6, chips_cents=50_000, back_from=4, clause="685a.2(a)")
    assert [found.barred for found in room.state.players] == [False, True, False]
    assert refused(room.state, c.SitDown(player(3), 50_000, back_from=4)).reason == "not_coming_back"


def test_who_lets_a_round_go_by_has_no_seat_to_come_back_to() -> None:
    room = opened("down-under-pa", "bar_mid_shoe_entry=yes", seats=(1, 4))
    play(room)
    room.do(c.Leave(player(4)))
    play(room)
    assert refused(room.state, c.SitDown(player(4), 50_000, back_from=4)).reason == "not_coming_back"
    room.do(c.SitDown(player(4), 50_000))
    assert room.state.players[-1].barred


@pytest.mark.parametrize(
    ("choices", "may"),
    [
        ((), False),
        (("reading.B14=R2",), True),
        (("reading.B1=R2",), True),
        (("reading.B1=R2", "reading.B14=R2"), True),
    ],
)
def test_a_blackjack_may_be_insured_where_its_wager_is_live_or_the_reading_says_so(
    choices: tuple[str, ...], may: bool
) -> None:
    """673a.8(a), readings B1 and B14: paid at once it has nothing to insure, tied it has."""
    room = scripted("double-back-jack-pa", *choices, cards="Ac Ad Kd Kh")
    bet(room, 1, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house_until("close insurance")
    insure = c.Insure(player(1), 1, 500)
    assert (insure in options(room.state, player(1))) == may
    assert [act.act for act in next_acts(room.state)].count("insure") == int(may)
    if may:
        room.do(insure)
    room.house()
    tied = "reading.B1=R2" in choices
    assert room.state.players[0].chips_cents == CHIPS + (0 if tied else 2000) + (1000 if may else 0)
