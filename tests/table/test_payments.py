"""What a wager brings at this moment."""

import pytest

from pitboss.errors import Broken
from pitboss.rules.player import Action
from pitboss.rules.settlement import Payment
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.event_text import sentence
from pitboss.table.notation import command_text, parse_command
from pitboss.table.options import options
from pitboss.table.payments import (
    NOT_YET,
    dead_hand_cents,
    dealt,
    hand_payment,
    loses,
    settle_insurance_now,
    settle_side,
    up_card,
)
from pitboss.table.people import DEALER, player
from tests.table.drive import bet, deal, fresh, say, scripted
from tests.table.playing import PLAIN, begun, offered
from tests.table.procedures import refused, room_acts


def test_nobody_knows_the_dealers_hand_while_a_card_lies_face_down() -> None:
    room = begun("down-under-pa", PLAIN)
    assert dealt(room.state) == NOT_YET
    assert up_card(room.state).rank == 7
    while room.state.phase_name != "settle":
        room_acts(room)
    assert dealt(room.state) == (17, False)


def test_a_table_without_an_up_card_is_asked_in_vain() -> None:
    with pytest.raises(Broken):
        up_card(fresh("down-under-pa"))


def test_a_hand_is_paid_by_its_parts() -> None:
    """A doubled 18 and a 16 against 17: wager and double win, nothing else was staked."""
    room = begun("down-under-pa", "5c 8c 7d 4d 8d Th 9s")
    say(room, Action.DOUBLE, 500)
    while room.state.phase_name != "settle":
        room_acts(room)
    won, lost = (box.hands[0] for box in room.state.boxes)
    assert hand_payment(room.state, won) == (Payment(1000, 1000), Payment(500, 500), Payment(0, 0))
    assert loses(room.state, lost)
    assert not loses(room.state, won)


def test_insurance_pays_two_to_one_or_nothing() -> None:
    room = offered("down-under-pa")
    room.do(c.Insure(player(1), 1, 500))
    box = room.state.boxes[0]
    assert settle_insurance_now(room.state, box, has_blackjack=True) == (
        Payment(500, 1000),
        "settle.insurance/won",
    )
    assert settle_insurance_now(room.state, box, has_blackjack=False) == (
        Payment(0, 0),
        "settle.insurance/lost",
    )


def test_a_match_looks_at_the_boxs_first_two_cards_even_after_a_split() -> None:
    """NH, reading N13: eights split, the down card is an eight."""
    room = scripted("blackjack-match-nh", cards="8c 7d 8d 8h Ts Th 9d 9s")
    bet(room, 1, 500, down_match=500)
    while room.state.phase_name != "decisions":
        room.do(room.pilot.deal(room.state) if room.state.phase == 0 else room.pilot.act(room.state))  # type: ignore[arg-type]
    say(room, Action.SPLIT)
    for _ in range(2):
        say(room, Action.STAND)
    settled = [event for event in room.events if getattr(event, "wager", "") == "down_match"][-1]
    assert getattr(settled, "won_cents", 0) == 8 * 500


def test_a_dead_hand_returns_what_the_reading_says() -> None:
    for choices, back in (((), 1500), (("reading.D14b=R1",), 1000)):
        room = begun("down-under-pa", "5c 8c 7d 4d 8d Th 9s", *choices)
        say(room, Action.DOUBLE, 500)
        assert dead_hand_cents(room.state.boxes[0].hands[0], room.state) == back


def test_a_bonus_counts_aces_as_eleven() -> None:
    room = scripted("over-under-pa", cards="Ac Ad Ah")
    bet(room, 1, 1000, bonus=500)
    while room.state.phase_name != "each_player":
        room.do(room.pilot.deal(room.state) if room.state.phase == 0 else room.pilot.act(room.state))  # type: ignore[arg-type]
    room.do(c.Decide(player(1), 1, Action.FOLD))
    room.house_until("settle")
    box = room.state.boxes[0]
    assert settle_side(room.state, box, box.sides[0]).payment == Payment(500, 25_000)


# ---- the payment as made


def test_a_payment_that_is_not_due_stops_the_round() -> None:
    """It is recorded with what is due and the sentence; nothing moves until the dealer has put it right."""
    room = scripted("down-under-pa", cards="Tc 7d 9d Th")
    bet(room, 1, 1000)
    deal(room)
    room.do(c.Decide(player(1), 1, Action.STAND))
    room.house_until("settle")
    before = room.state
    (differs,) = room.do(c.Settle(1, paid_cents=1500))
    assert differs == e.PaymentDiffers(
        box=1, hand=0, wager="", seat=1, due_cents=2000, paid_cents=1500, clause="685a.7(o)(2)"
    )
    told = sentence(differs, room.state.terms.game)
    assert told == "Box 1 was paid $15, but $20 is due: the payment must be put right."
    assert room.state == before
    assert refused(room.state, c.ClearTable()).reason == "not_now"
    settled = room.do(c.Settle(1, paid_cents=2000))
    assert isinstance(settled[0], e.HandSettled)


@pytest.mark.parametrize("cents", [-1, 10_000_000_01])
def test_a_payment_that_no_dealer_makes_is_refused(cents: int) -> None:
    room = scripted("blackjack", cards="Tc 7d 9d Th")
    bet(room, 1, 1000)
    deal(room)
    room.do(c.Decide(player(1), 1, Action.STAND))
    room.house_until("settle")
    assert refused(room.state, c.Settle(1, paid_cents=cents)).reason == "bad_amount"
    assert c.Settle(1, paid_cents=cents) not in options(room.state, DEALER)
    assert c.Settle(1, paid_cents=0) in options(room.state, DEALER)


def test_a_payment_is_written_in_the_notation() -> None:
    for command in (c.Settle(1), c.Settle(1, paid_cents=2000), c.Settle(3, 1, "insurance", paid_cents=0)):
        assert parse_command(command_text(command)) == command
