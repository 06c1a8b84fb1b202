"""What people see, and what is next."""

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import next_acts, view
from pitboss.table.people import DEALER, DEVICE, player
from tests.floor import card
from tests.table.drive import bet, fresh, opened, scripted
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


def test_an_early_surrender_may_be_declared_until_the_dealer_looks() -> None:
    """Who has a Blackjack or has given up already is not asked, and nobody where surrender is late."""
    for choices, asked in ((("surrender=early",), [1]), (("surrender=late",), [])):
        room = scripted("blackjack", *choices, cards="9c Ac Kd 7d Kc Ah", seats=(1, 3))
        for seat in (1, 3):
            bet(room, seat, 1000)
        while room.state.phase == 0:
            room.do(room.pilot.deal(room.state))
        room.house_until("insert")
        assert [act.box for act in next_acts(room.state) if act.act == "surrender"] == asked
    room = scripted("blackjack", "surrender=early", cards="9c Kd 7d Ah")
    bet(room, 1, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house_until("insert")
    room.do(c.Decide(player(1), 1, Action.SURRENDER))
    assert [act.act for act in next_acts(room.state)] == ["insert"]
