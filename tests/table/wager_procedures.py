"""What section .6 asks of any table before the deal, as checks.

Each takes the name of a game; tests/book calls them under the clause of that game's document.
"""

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER, FLOOR, player
from pitboss.table.table import decide
from tests.table.drive import Room, bet, deal, opened, prepare, stand_all
from tests.table.procedures import STAKE, clause, play, refused


def check_spoken_wager_is_confirmed_and_converted(game: str) -> None:
    room = opened(game)
    before = room.state
    room.do(c.CallWager(player(1), 1, STAKE))
    assert not room.state.boxes
    converted, placed = room.do(c.ConfirmCall(DEALER, 1))
    assert converted == e.CashConverted(seat=1, cents=STAKE, clause=clause(game, ".6(a) s2"))
    assert isinstance(placed, e.WagerPlaced)
    assert room.state.drop_cents - before.drop_cents == STAKE
    assert room.state.players == before.players


def check_spoken_wager_needs_an_open_betting_and_a_free_box(game: str) -> None:
    """What is not confirmed in time is no wager, nor is one outside the limits of the table."""
    called = opened(game, seats=(1, 2))
    assert refused(called.state, c.CallWager(player(1), 3, STAKE // 1000)).reason == "bad_amount"
    called.do(c.CallWager(player(1), 3, STAKE))
    confirm = c.ConfirmCall(DEALER, 1)
    assert refused(called.state, c.CallWager(player(1), 1, STAKE)).reason == "already_called"
    assert refused(called.state, c.ConfirmCall(DEALER, 2)).reason == "nothing_called"
    assert decide(called.state, confirm)
    state = called.state
    called.do(c.PlaceWager(player(2), 3, state.terms.main, STAKE))
    assert refused(called.state, confirm).reason == "box_taken"
    play(called)
    assert refused(called.state, confirm).reason == "nothing_called", "it does not wait for the next round"
    shuffling = opened(game)
    shuffling.do(c.CallWager(player(1), 1, STAKE))
    shuffling.do(c.OrderReshuffle())
    assert refused(shuffling.state, confirm).reason == "no_shoe"


def barred_room(game: str) -> Room:
    """Player 4 sat out a round."""
    room = opened(game, "bar_mid_shoe_entry=yes", seats=(1, 4))
    bet(room, 1, STAKE)
    deal(room)
    stand_all(room)
    wager = c.PlaceWager(player(4), 4, room.state.terms.main, STAKE)
    assert refused(room.state, wager).reason == "barred"
    return room


def check_bar_ends_when_the_house_permits(game: str) -> None:
    room = barred_room(game)
    (event,) = room.do(c.PermitPatron(FLOOR, 4))
    assert event.clause == clause(game, ".6(b)(1)")
    bet(room, 4, STAKE)


def check_bar_ends_with_a_reshuffle(game: str) -> None:
    room = barred_room(game)
    room.do(c.SitDown(player(6), 100_000))
    assert refused(room.state, c.PlaceWager(player(6), 6, room.state.terms.main, STAKE)).reason == "barred"
    room.do(c.OrderReshuffle())
    prepare(room)
    bet(room, 4, STAKE)
    bet(room, 6, STAKE)


def check_bar_ends_where_a_device_reshuffles(game: str) -> None:
    """With all cards shuffled in again after the round, the reshuffle has occurred."""
    for shuffler in ("continuous", "counting"):
        room = opened(game, "bar_mid_shoe_entry=yes", f"shuffler={shuffler}", seats=(1, 4))
        bet(room, 1, STAKE)
        deal(room)
        assert [found.barred for found in room.state.players] == [False, True]
        stand_all(room)
        bet(room, 4, STAKE)


def check_wagers_are_down_before_the_first_card(game: str) -> None:
    room = opened(game, seats=(1, 4))
    bet(room, 1, STAKE)
    deal(room)
    refusal = refused(room.state, c.PlaceWager(player(4), 4, room.state.terms.main, STAKE))
    assert (refusal.reason, refusal.clause) == ("too_late", clause(game, ".6(c)"))


def check_wagers_are_not_touched(game: str) -> None:
    room = opened(game)
    bet(room, 1, STAKE)
    back = c.TakeBackWager(player(1), 1, room.state.terms.main)
    assert decide(room.state, back)
    deal(room)
    refusal = refused(room.state, back)
    assert (refusal.reason, refusal.clause) == ("hands_off", clause(game, ".6(c) s2"))
