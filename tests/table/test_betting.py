"""Wagers before the first card."""

import pytest

from pitboss.table import commands as c
from pitboss.table.people import DEALER, player
from tests.table.drive import bet, opened
from tests.table.procedures import refused

GAME = "down-under-pa"


@pytest.mark.parametrize("cents", [0, 900, 999, 1050, 50_100])
def test_a_wager_lies_within_the_limits_and_in_chips(cents: int) -> None:
    room = opened(GAME)
    refusal = refused(room.state, c.PlaceWager(player(1), 1, "bet", cents))
    assert (refusal.reason, refusal.clause) == ("bad_amount", "685a.6(a)")


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
