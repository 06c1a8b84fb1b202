"""What people see, and what is next."""

from pitboss.table import next_acts, view
from pitboss.table.people import DEALER, DEVICE, player
from tests.floor import card
from tests.table.drive import bet, fresh, opened
from tests.table.playing import PLAIN, begun, offered


def test_a_view_shows_the_layout_and_ones_own_chips() -> None:
    room = begun("down-under-pa", PLAIN)
    seen = view(room.state, player(3))
    assert (seen.dealer, seen.hole_card_down, seen.lane) == ((card("7d"),), True, "large")
    assert [hand.points for box in seen.boxes for hand in box.hands] == [18, 16]
    assert seen.chips_cents == room.state.players[1].chips_cents
    assert view(room.state, DEALER).chips_cents == 0


def test_the_next_act_has_a_doer_and_a_clause() -> None:
    (act,) = next_acts(fresh("down-under-pa"))
    assert (act.who, act.act, act.must, act.clause) == (DEALER, "receive", True, "685a.3(a)")


def test_betting_is_open_to_everyone_and_the_deal_waits_for_a_wager() -> None:
    room = opened("down-under-pa", seats=(1, 4))
    acts = next_acts(room.state)
    assert [(act.who, act.act, act.must) for act in acts] == [
        (player(1), "bet", False),
        (player(4), "bet", False),
        (DEALER, "bets", False),
    ]
    bet(room, 1, 1000)
    assert next_acts(room.state)[-1].must


def test_insurance_may_be_taken_before_it_is_closed() -> None:
    room = offered("double-back-jack-pa")
    assert [(act.who, act.must) for act in next_acts(room.state)] == [
        (player(1), False),
        (player(3), False),
        (DEALER, True),
    ]
    assert DEVICE not in [act.who for act in next_acts(room.state)]
