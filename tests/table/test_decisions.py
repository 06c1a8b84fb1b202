"""Decisions and settlement: what is refused, and what is paid when."""

from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import player
from tests.table.drive import Room, bet, deal, say, scripted, stand_all
from tests.table.playing import PLAIN, begun, offered, settled_boxes
from tests.table.procedures import next_due, refused


def test_a_double_names_an_amount_up_to_the_wager() -> None:
    room = begun("blackjack", "5c 7d 6d Th 2s", seats=(1,))
    for cents in (0, 50, 1100):
        double = c.Decide(player(1), 1, Action.DOUBLE, cents=cents)
        assert refused(room.state, double).reason == "bad_amount"
    assert refused(room.state, c.Decide(player(1), 1, Action.HIT, cents=100)).reason == "bad_amount"
    say(room, Action.DOUBLE, 400)
    settled = room.of(e.HandSettled)[0]
    assert isinstance(settled, e.HandSettled)
    assert settled.parts[1] == (0, 0)
    assert settled.stake_cents == 1400


def test_an_unlike_pair_is_not_split() -> None:
    room = begun("blackjack-match-nh", "Kc 7d Qd Th", seats=(1,))
    refusal = refused(room.state, c.Decide(player(1), 1, Action.SPLIT))
    assert (refusal.reason, refusal.clause) == ("may_not_split", "NH Splitting")


def test_who_lacks_the_chips_does_not_double_or_split() -> None:
    room = scripted("blackjack", cards="8c 7d 8d Th", chips=1500)
    bet(room, 1, 1000)
    deal(room)
    assert refused(room.state, c.Decide(player(1), 1, Action.SPLIT)).reason == "not_enough_chips"
    assert room.do(c.Decide(player(1), 1, Action.DOUBLE, cents=500))


def test_no_surrender_down_under() -> None:
    room = begun("down-under-pa", PLAIN)
    refusal = refused(room.state, c.Decide(player(1), 1, Action.SURRENDER))
    assert (refusal.reason, refusal.clause) == ("may_not_surrender", "685a.7(i)(2) s2")


def test_a_surrender_declared_before_the_reader_waits_for_it() -> None:
    """Reading B11: kept, and lost whole to a Blackjack; half comes back without one."""
    for hole, back in (("Kh", 0), ("7h", 500)):
        room = offered("double-back-jack-pa", f"9c 8c Ad 9d 8d {hole}")
        room.do(c.Decide(player(1), 1, Action.SURRENDER))
        assert not room.of(e.HandSettled)
        room.house()
        first = next(event for event in room.events if isinstance(event, e.HandSettled) and event.box == 1)
        assert first.returned_cents == back


def test_new_hampshire_surrenders_only_in_turn() -> None:
    room = offered("blackjack-match-nh")
    assert refused(room.state, c.Decide(player(1), 1, Action.SURRENDER)).reason == "not_now"


def test_insurance_is_half_to_the_next_chip_in_pennsylvania_and_below_it_in_new_hampshire() -> None:
    room = scripted("down-under-pa", cards="9c Ad 9d 7h")
    bet(room, 1, 1500)
    deal_to_insurance(room)
    assert room.do(c.Insure(player(1), 1, 800))
    room = scripted("blackjack-match-nh", cards="9c Ad 9d 7h")
    bet(room, 1, 500)
    deal_to_insurance(room)
    assert refused(room.state, c.Insure(player(1), 1, 300)).reason == "bad_amount"
    assert room.do(c.Insure(player(1), 1, 200))


def deal_to_insurance(room: Room) -> None:
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    while next_due(room).act != "close insurance":
        command = room.pilot.act(room.state)
        assert command is not None
        room.do(command)


def test_a_dealers_blackjack_ends_the_round_without_a_card() -> None:
    room = begun("down-under-pa", "9c Ac Ad 9d Kd Kh")
    stand_all(room)
    assert len(room.of(e.CardDealt)) == 5
    assert settled_boxes(room) == [1, 3]  # what loses is collected first
    assert [event.returned_cents for event in room.events if isinstance(event, e.HandSettled)] == [0, 1000]


def test_without_a_live_hand_the_dealer_draws_nothing_where_the_text_says_so() -> None:
    """673a.7(p); 685a has no such clause and the dealer plays on."""
    cards = "Tc 6d 6d Th Ks 2s"
    for game, drawn in (("double-back-jack-pa", 0), ("down-under-pa", 1)):
        room = begun(game, cards, seats=(1,))
        say(room, Action.HIT)
        stand_all(room)
        boxes = [event.box for event in room.events if isinstance(event, e.CardDealt)]
        assert boxes.count(0) == 1 + drawn


def test_the_settlement_follows_the_due_order() -> None:
    room = begun("blackjack", PLAIN)
    while next_due(room).act != "settle":
        if next_due(room).act == "decide":
            room.do(c.Decide(next_due(room).who, next_due(room).box, Action.STAND))
        else:
            command = room.pilot.act(room.state)
            assert command is not None
            room.do(command)
    assert refused(room.state, c.Settle(1)).reason == "wrong_order"
    assert room.do(c.Settle(3))


def test_added_wagers_are_exactly_what_the_text_asks() -> None:
    """A split takes the initial wager again, Over the Ante, a Second Chance the wager with its double."""
    room = begun("blackjack", "8c 7d 8d Th 2s 3s", seats=(1,))
    chips = room.state.players[0].chips_cents
    say(room, Action.SPLIT)
    assert [hand.original_cents for hand in room.state.boxes[0].hands] == [1000, 1000]
    assert room.state.players[0].chips_cents == chips - 1000
    room = begun("over-under-pa", "9c", seats=(1,))
    room.do(c.Decide(player(1), 1, Action.OVER))
    assert room.state.boxes[0].hands[0].double_cents == 1000
    room = begun("double-back-jack-pa", "9c 7d 7d Th Ks 6s", seats=(1,))
    say(room, Action.DOUBLE, 600)
    room.do(c.Decide(player(1), 1, Action.SECOND_CHANCE))
    assert room.state.boxes[0].hands[0].chance_cents == 1600


def test_insurance_is_offered_anew_in_every_round() -> None:
    room = scripted("blackjack", cards="9c Ad 9d 7h 9h As 9s 7c")
    for number in (1, 2):
        bet(room, 1, 1000)
        deal(room)
        assert len(room.of(e.InsuranceOffered)) == number
        stand_all(room)
