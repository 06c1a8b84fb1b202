"""Mistakes of the person at the keyboard: put right by an act of its own, with both versions kept."""

import random
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.cage_acts import BoxExchanged
from pitboss.desk.correction import Correction
from pitboss.desk.desk import Desk
from pitboss.desk.desk_state import KEYED
from pitboss.desk.payloads import read_payload
from pitboss.desk.recovery import read_log, recorded_acts
from pitboss.desk.round_records import GameRecall, TableTotals, significant_events
from pitboss.desk.transcript import transcript
from pitboss.desk.verify import verify_store
from pitboss.errors import Refused
from pitboss.games.files import known_games
from pitboss.journal.memory import MemoryStore
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autopilot import Autopilot
from pitboss.table.due import Due, due
from pitboss.table.fold import fold_all
from pitboss.table.notation import parse_card
from pitboss.table.people import Role, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Stage, open_table
from pitboss.table.table import step
from tests.desk.drive import Guest, new_pit
from tests.desk.keyed_shift import BY_HAND, STAKE, Shift, card, finished
from tests.desk.stocking import stock


@pytest.fixture
def shift() -> Shift:
    shift = Shift(1, 2)
    shift.bet()
    return shift


# ---- the round under way


def test_a_wrong_card_is_corrected_at_once(shift: Shift) -> None:
    shift.deal("9c")
    shift.correct("DealCard", "9c", card(1, "8c"))
    shift.deal("Td 5s 7h 6h")
    assert shift.desk.state.boxes[0].hands[0].cards == (parse_card("8c"), parse_card("7h"))
    shift.check()


def test_what_followed_is_decided_again(shift: Shift) -> None:
    shift.deal("9c Td 5s Th 6h")
    shift.stand(1)
    shift.correct("DealCard", "9c", card(1, "8c"))
    (first, second) = shift.desk.state.boxes
    assert [str(one.rank) for one in first.hands[0].cards] == ["8", "10"]
    assert first.hands[0].stood
    assert second.hands[0].cards == tuple(map(parse_card, ("Td", "6h")))
    assert shift.last().left_out == ()
    shift.check()


def test_a_decision_that_nobody_asks_for_any_more_is_left_out(shift: Shift) -> None:
    shift.deal("9c Td 5s 8h 6h")
    shift.guest.do(c.Decide(by=player(1), box=1, action=Action.HIT))
    shift.deal("2d")
    shift.stand(1)
    shift.correct("DealCard", "2d", card(1, "5d"))
    assert [type(one) for one in shift.last().left_out] == [c.Decide], "22 is bust: nothing is asked"
    shift.check()


def test_from_the_first_act_of_the_dealer_that_does_not_fit_everything_is_entered_again(shift: Shift) -> None:
    shift.deal("9c Td 5s 8h 6h")
    shift.guest.do(c.Decide(by=player(1), box=1, action=Action.HIT))
    shift.deal("Kd")
    assert shift.waits_for() == "settle"
    shift.pay(0)
    shift.guest.do(c.Decide(by=player(2), box=2, action=Action.HIT))
    shift.deal("4d")
    shift.correct("DealCard", "Kd", card(1, "2d"), approved_by="floor-1")
    assert [type(one) for one in shift.last().left_out] == [c.Settle, c.Decide, c.DealCard]
    assert shift.waits_for() == "decide"
    assert shift.chips(1) == 990_00
    shift.check()


def test_where_money_moved_the_floor_approves(shift: Shift) -> None:
    shift.deal("9c Td 5s 8h 6h")
    shift.guest.do(c.Decide(by=player(1), box=1, action=Action.HIT))
    shift.deal("Kd")
    shift.pay(0)
    head = shift.desk.head
    with pytest.raises(Refused, match="floorperson must approve") as refused:
        shift.correct("DealCard", "Kd", card(1, "2d"))
    assert refused.value.reason == "approval_needed"
    assert shift.desk.head == head
    shift.correct("DealCard", "Kd", card(1, "2d"), approved_by="floor-1")
    assert shift.last().approved_by == "floor-1"
    shift.check()


def test_money_that_stays_where_it_is_needs_no_approval(shift: Shift) -> None:
    shift.deal("9c Td 5s 8h 6h")
    shift.guest.do(c.Decide(by=player(1), box=1, action=Action.HIT))
    shift.deal("Kd")
    shift.pay(0)
    shift.correct("DealCard", "6h", card(2, "7h"))
    assert shift.last().approved_by == ""
    assert shift.chips(1) == 990_00
    shift.check()


def test_a_payment_after_a_correction_is_held_against_what_is_due_now(shift: Shift) -> None:
    shift.deal("9c Td 9s Th 9h")
    shift.stand(1, 2)
    shift.deal("9d")
    pays = [due(shift.desk.state)]
    assert pays[0] is not None
    shift.pay(20_00)
    shift.correct("TurnHole", "9d", c.TurnHole(card=parse_card("Kd")), approved_by="floor-1")
    assert shift.waits_for() == "settle"
    differs = [
        event for act in shift.last().acts for event in act.events if isinstance(event, e.PaymentDiffers)
    ]
    assert [(one.paid_cents, one.due_cents) for one in differs] == [(20_00, 10_00)]
    shift.pay(10_00, 10_00)
    shift.clear()
    assert [shift.chips(seat) for seat in (1, 2)] == [1_000_00, 1_000_00]
    shift.check()


def test_an_act_that_never_happened_is_struck_out(shift: Shift) -> None:
    shift.deal("9c Td 5s 8h 6h")
    shift.guest.do(c.FindFaceUp(card=parse_card("2c")))
    before = shift.desk.state.shoe
    with pytest.raises(Refused, match="An act is struck out: a floorperson must approve"):
        shift.correct("FindFaceUp", "2c", None)
    shift.correct("FindFaceUp", "2c", None, approved_by="floor-1")
    assert shift.desk.state.shoe == before + 1
    assert shift.desk.state.rack[-1].card != parse_card("2c")
    shift.check()


def test_a_correction_can_be_corrected(shift: Shift) -> None:
    shift.deal("9c Td 5s")
    shift.correct("DealCard", "9c", card(1, "8c"))
    correction = Correction(shift.record_of("Corrected"), 0, card(1, "7c"), "and again")
    shift.desk.correct(correction, by="dealer-4", key="again")
    assert shift.desk.state.boxes[0].hands[0].cards == (parse_card("7c"),)
    assert shift.desk.state.boxes[1].hands[0].cards == (parse_card("Td"),)
    with pytest.raises(Refused, match="holds and can be corrected"):
        shift.correct("DealCard", "9c", card(1, "6c"))
    shift.check()


def test_a_correction_sent_twice_is_made_once(shift: Shift) -> None:
    shift.deal("9c")
    correction = Correction(shift.record_of("DealCard"), 0, card(1, "8c"), "misread")
    first = shift.desk.correct(correction, by="dealer-4", key="twice")
    again = shift.desk.correct(correction, by="dealer-4", key="twice")
    assert (again.last, again.repeated) == (first.last, True)


def test_where_the_house_settles_it_settles_again() -> None:
    shift = Shift(1, 2, automate=AUTOMATABLE)
    shift.bet()
    shift.deal("9c Td 5s 8h 6h")
    shift.guest.do(c.Decide(by=player(1), box=1, action=Action.HIT))
    shift.deal("Kd")
    assert shift.waits_for() == "decide", "the bust was taken by itself"
    shift.guest.do(c.Decide(by=player(2), box=2, action=Action.HIT))
    shift.deal("4d")
    shift.correct("DealCard", "4d", card(2, "9d"))
    assert shift.waits_for() == "turn", "25: the second bust was taken by itself too"
    shift.correct("DealCard", "Kd", card(1, "6d"))
    assert shift.last().left_out == (), "23 is a bust as 27 is"
    shift.correct("Corrected", "6d", card(1, "2d"), approved_by="floor-1")
    assert [type(one) for one in shift.last().left_out] == [c.Decide, c.DealCard]
    assert shift.waits_for() == "decide"
    shift.check()


@pytest.mark.parametrize(
    ("was", "meant", "says"),
    [
        ("9c", card(1, "9c"), "is what was keyed"),
        ("9c", card(2, "9c"), "was not possible there"),
        ("9c", c.TurnHole(card=parse_card("9c")), "another kind of act"),
    ],
)
def test_what_cannot_have_been_meant_is_refused(shift: Shift, was: str, meant: c.Command, says: str) -> None:
    shift.deal("9c Td")
    head = shift.desk.head
    with pytest.raises(Refused, match=says):
        shift.correct("DealCard", was, meant)
    assert shift.desk.head == head


def test_players_own_acts_and_chips_bought_are_not_the_dealers_to_correct(shift: Shift) -> None:
    shift.deal("9c Td 5s Th 6h")
    shift.stand(1)
    meant = c.Decide(by=player(1), box=1, action=Action.HIT)
    with pytest.raises(Refused, match="their own"):
        shift.correct("Decide", "", meant)
    wager = c.PlaceWager(by=player(1), box=1, wager="blackjack", cents=100_00)
    with pytest.raises(Refused, match="their own"):
        shift.correct("PlaceWager", "", wager)
    with pytest.raises(Refused, match="Say why"):
        shift.desk.correct(Correction(shift.record_of("DealCard"), 0, None, " "), by="d", key="k")


def test_a_shoe_of_the_house_is_never_corrected() -> None:
    desk = new_pit().open("t1", "blackjack")
    guest = Guest(desk)
    guest.sit(1)
    with pytest.raises(Refused, match="deals its own cards"):
        desk.correct(Correction(2, 0, None, "why"), by="d", key="k")


def test_it_can_be_made_after_a_restart_and_past_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.desk.desk.SNAPSHOT_EVERY", 5)
    shift = Shift(1, 2)
    shift.bet()
    shift.deal("9c Td 5s 8h 6h")
    first = shift.record_of("DealCard", "9c")
    shift.desk.close()
    desk = new_pit(shift.store, owner="another").take("t1")
    assert desk.last_rounds()[-1].acts[-1].command == c.DealHole()
    desk.correct(Correction(first, 0, card(1, "8c"), "misread"), by="dealer-4", key="late")
    assert desk.state.boxes[0].hands[0].cards == (parse_card("8c"), parse_card("8h"))
    desk.close()
    again = new_pit(shift.store, owner="a third").take("t1")
    assert again.desk_state == desk.desk_state
    assert verify_store(shift.store).fault is None


# ---- a finished round


def test_a_finished_round_is_decided_again_and_the_money_moves_now() -> None:
    shift = finished()
    assert shift.chips(1) == 1_000_00
    with pytest.raises(Refused, match="Round 1 was paid otherwise"):
        shift.correct("DealCard", "9c", card(1, "8c"))
    shift.correct("DealCard", "9c", card(1, "8c"), approved_by="floor-1")
    assert shift.differences() == ((1, 1, 20_00, 10_00),)
    assert shift.chips(1) == 990_00, "overpaid by ten dollars, which go back to the house"
    assert shift.desk.state.boxes[0].hands[0].cards == (parse_card("2c"),), "the round under way goes on"
    shift.check()


def test_its_cards_are_corrected_in_the_rack_too() -> None:
    shift = finished()
    shift.correct("DealCard", "9c", card(1, "8c"), approved_by="floor-1")
    faces = [lies.card for lies in shift.desk.state.rack]
    assert parse_card("8c") in faces
    assert parse_card("9c") not in faces
    shift.check()


def test_the_floor_may_leave_the_chips_where_they_are() -> None:
    shift = finished()
    shift.correct("DealCard", "9c", card(1, "8c"), approved_by="floor-1", leave_money=True)
    assert shift.differences() == ((1, 1, 20_00, 10_00),)
    assert shift.chips(1) == 1_000_00 - STAKE + 10_00
    shift.check()


def test_from_a_player_who_has_left_nothing_can_be_taken_back() -> None:
    shift = Shift(1, 2)
    shift.bet()
    shift.deal("9c Td 9s Th 6h")
    shift.stand(1, 2)
    shift.deal("9d")
    awaited = due(shift.desk.state)
    assert awaited is not None
    shift.pay(*((0, 20_00) if awaited.box == 2 else (20_00, 0)))
    shift.clear()
    shift.guest.do(c.Leave(by=player(1)))
    shift.guest.do(c.SitDown(by=player(1), chips_cents=500_00))
    shift.correct("DealCard", "9c", card(1, "8c"), approved_by="floor-1")
    assert shift.differences() == ((1, 1, 20_00, 10_00),)
    told = read_payload(list(shift.store.read("t1"))[-1])
    assert [type(event) for event in told.events] == [e.ActCorrected]
    assert shift.chips(1) == 500_00
    shift.check()


def test_a_finished_round_that_would_have_gone_otherwise_stands() -> None:
    shift = finished()
    head = shift.desk.head
    with pytest.raises(Refused, match="would not have been over"):
        shift.correct("TurnHole", "9d", c.TurnHole(card=parse_card("2d")), approved_by="floor-1")
    assert shift.desk.head == head, "the dealer would have had to draw"


def test_a_payment_moved_by_a_correction_is_not_undone_by_the_next() -> None:
    shift = finished()
    shift.correct("DealCard", "9c", card(1, "8c"), approved_by="floor-1")
    assert shift.chips(1) == 990_00
    with pytest.raises(Refused, match="has been corrected since"):
        shift.correct("DealCard", "2c", card(1, "3c"))
    shift.deal("4c")
    shift.correct("DealCard", "4c", card(2, "5c"))
    assert shift.chips(1) == 990_00
    shift.check()


@pytest.mark.parametrize("leave_money", [False, True])
def test_a_round_corrected_back_leaves_everybody_with_what_was_due(leave_money: bool) -> None:
    shift = finished()
    before = shift.chips(1)
    shift.correct("DealCard", "9c", card(1, "8c"), approved_by="floor-1", leave_money=leave_money)
    record = shift.record_of("PastRoundCorrected")
    again = Correction(record, 0, card(1, "9c"), "it was a nine after all", approved_by="floor-1")
    shift.desk.correct(again, by="dealer-4", key="back")
    assert shift.chips(1) == before
    assert shift.differences() == (() if leave_money else ((1, 1, 10_00, 20_00),))
    shift.check()


def test_a_lost_round_corrected_to_a_win_and_back_pays_nothing() -> None:
    """What was really paid is remembered, where that was nothing too."""
    shift = Shift(1)
    shift.bet()
    shift.deal("9c 9s Th")
    shift.stand(1)
    shift.deal("Kd")
    shift.pay(10_00)
    shift.clear()
    shift.bet()
    shift.deal("9h 9d 8h")
    shift.stand(1)
    shift.deal("Kc")
    shift.pay(0)
    shift.clear()
    before = shift.chips(1)
    shift.correct(
        "TurnHole", "Kc", c.TurnHole(card=parse_card("8c")), approved_by="floor-1", leave_money=True
    )
    king = c.TurnHole(card=parse_card("Kc"))
    back = Correction(shift.record_of("PastRoundCorrected"), 0, king, "a king", approved_by="floor-1")
    shift.desk.correct(back, by="dealer-4", key="back")
    assert shift.differences() == ()
    assert shift.chips(1) == before
    shift.check()


def test_a_payment_for_another_round_is_no_payment_of_this_one() -> None:
    """Round 1 is corrected in the middle of round 2; then round 2, which was paid right, is corrected."""
    shift = finished()
    shift.correct("DealCard", "6h", card(2, "Kh"), approved_by="floor-1")
    assert shift.chips(2) == 1_010_00 - STAKE, "20 beats 18"
    shift.deal("4c 9s 5c 6c")
    shift.stand(1, 2)
    shift.deal("8s")
    awaited = due(shift.desk.state)
    assert awaited is not None
    shift.pay(0, 0)
    shift.clear()
    shift.correct("DealCard", "2c", card(1, "3c"))
    assert shift.differences() == ()
    shift.check()


def test_what_lasts_beyond_its_round_is_not_corrected_in_it() -> None:
    shift = Shift(1)
    shift.bet()
    shift.deal("9c 9s Th")
    shift.guest.do(c.FindFaceUp(card=parse_card("2c")))
    shift.stand(1)
    shift.deal("9d")
    shift.pay(20_00)
    shift.clear()
    with pytest.raises(Refused, match="what this entry did lasts"):
        shift.correct("FindFaceUp", "2c", c.FindFaceUp(card=parse_card("3c")), approved_by="floor-1")


def test_the_floors_own_acts_need_the_floor(shift: Shift) -> None:
    shift.deal("9c Td 5s 8h 6h")
    shift.guest.do(c.RecordDispute(box=1))
    with pytest.raises(Refused, match="The floor did this"):
        shift.correct("RecordDispute", "", c.RecordDispute(box=2))


def test_a_short_rack_is_filled_before_a_correction_pays() -> None:
    shift = Shift(1, automate=AUTOMATABLE)
    shift.bet()
    shift.deal("9c 9s Th")
    shift.stand(1)
    shift.deal("Td")
    assert shift.desk.state.round == 2, "19 against 19: nothing was paid"
    shift.correct("TurnHole", "Td", c.TurnHole(card=parse_card("8d")), approved_by="floor-1")
    assert shift.chips(1) == 1_010_00
    shift.check()


def test_rules_that_changed_since_are_no_obstacle() -> None:
    shift = Shift(1)
    shift.desk.change_rules(["soft_17=hit"], by="manager", why="new licence", key="rules")
    shift.bet()
    shift.deal("9c")
    shift.correct("DealCard", "9c", card(1, "8c"))
    assert shift.desk.state.boxes[0].hands[0].cards == (parse_card("8c"),)
    shift.check()


def test_the_same_key_for_another_approval_is_another_command(shift: Shift) -> None:
    shift.deal("9c Td 5s 8h 6h")
    shift.guest.do(c.FindFaceUp(card=parse_card("2c")))
    correction = Correction(shift.record_of("FindFaceUp"), 0, None, "it was in the rack")
    with pytest.raises(Refused, match="must approve"):
        shift.desk.correct(correction, by="dealer-4", key="one")
    shift.desk.correct(correction._replace(approved_by="floor-1"), by="dealer-4", key="one")
    shift.check()


# ---- reports


def test_the_transcript_of_a_round_with_an_exchanged_box_in_it_can_be_corrected(shift: Shift) -> None:
    shift.deal("9c")
    taken = BoxExchanged(table="t1", box="1", next_box="2", cents=0)
    shift.desk.move_money(taken, by="floor-1", key="box")
    shift.correct("DealCard", "9c", card(1, "8c"))
    lines = list(transcript("t1", shift.store.read("t1")))
    assert "deal@1=8c" in lines[-1]
    assert "deal@1=9c" not in lines[-1]


def test_totals_and_recall_follow_the_correction(shift: Shift) -> None:
    shift.deal("9c Td 9s Th 9h")
    shift.stand(1, 2)
    shift.deal("9d")
    shift.pay(20_00)
    shift.correct("TurnHole", "9d", c.TurnHole(card=parse_card("Kd")), approved_by="floor-1")
    shift.pay(10_00, 10_00)
    shift.clear()
    totals, recall = TableTotals(), GameRecall()
    for act in recorded_acts(shift.store.read("t1")):
        totals.add(act)
        recall.add(act)
    (row,) = totals.rows()
    assert (row.decided, row.handle_cents, row.take_cents, row.pay_cents) == (2, 20_00, 0, 0)
    for ended in recall.last():
        assert (ended.wagered_cents, ended.returned_cents, ended.won_cents) == (10_00, 10_00, 0)
        assert any("was keyed by mistake" in line for line in ended.lines)


def test_a_finished_round_shows_its_correction_in_every_report() -> None:
    shift = finished()
    shift.correct("DealCard", "9c", card(1, "8c"), approved_by="floor-1")
    totals, recall = TableTotals(), GameRecall()
    for act in recorded_acts(shift.store.read("t1")):
        totals.add(act)
        recall.add(act)
    (row,) = totals.rows()
    assert (row.handle_cents, row.take_cents, row.pay_cents) == (20_00, 10_00, 0)
    ended = next(one for one in recall.last(box=1) if one.round == 1)
    assert ended.won_cents == 0
    assert ended.hands == ((parse_card("8c"), parse_card("Th")),)
    assert ended.lines[-1] == "Round 1 was decided again: $10 goes from box 1 back to the house."
    told = [one for one in significant_events(shift.store.read("t1")) if "round 1" in one.component]
    assert told[0].who == "dealer-4"
    assert told[0].why == "misread the card; approved by floor-1"
    assert "$20" in told[0].after
    lines = "".join(transcript("t1", shift.store.read("t1")))
    assert "corrected to deal@1=8c, approved by floor-1; reason: misread the card" in lines


# ---- as if it had been keyed right


@pytest.mark.parametrize("game", known_games())
def test_a_corrected_table_is_the_one_where_it_was_keyed_right(game: str) -> None:
    """Random rounds with random slips; the acts that hold are put to a new table, which must end the same."""
    for seed in range(6):
        store, rng = MemoryStore(), random.Random(seed)
        pit = new_pit(store)
        desk = pit.open("t1", game, cards=KEYED, automate=BY_HAND)
        stock(pit, desk, 10_000_000_00)
        slips = play_with_slips(desk, rng)
        assert slips
        log = read_log(store, "t1")
        state = open_table(desk.state.terms.game)
        for logged in (*log.past, log.under_way):
            for act in logged.acts if logged else ():
                state = step(state, act.command)[1] if act.command else fold_all(state, act.events)
        assert state == desk.state
        assert verify_store(store).fault is None


def play_with_slips(desk: Desk, rng: random.Random) -> int:
    """How many cards were keyed wrongly and corrected, after some further acts, in three rounds."""
    shoe = VirtualShoe(desk.state.house.decks, rng, desk.state.terms.game.deck)
    guest, pilot, slip, slips = Guest(desk, rng.randrange(10**6)), Autopilot(shoe), None, 0
    for seat in (1, 2, 3):
        guest.do(c.SitDown(by=player(seat), chips_cents=100_000_00))
    for _ in range(600):
        state, awaited = desk.state, due(desk.state)
        assert awaited is not None
        if slip and state.round != slip.round:
            slip = None
        elif slip and rng.random() < 0.5:
            slips += slip.correct(desk)
            slip = None
        elif awaited.act == "bets":
            if state.round > 3:
                break
            guest.bet()
            guest.do(pilot.deal(state))
        elif awaited.act in ("prepare", "cut"):
            guest.do(c.RefuseCut(by=awaited.who) if awaited.act == "cut" else pilot_step(awaited))
        elif awaited.who.role == Role.PLAYER:
            guest.decide(awaited)
        else:
            command = pilot.act(state)
            assert command is not None
            if isinstance(command, c.DealCard) and slip is None and rng.random() < 0.3:
                slip = Slip(command, state.round)
                guest.tries(replace(command, card=Card(rng.randint(1, 13), rng.randrange(4))))
                slip.record = desk.head.sequence
            else:
                guest.do(command)
    return slips


def pilot_step(awaited: Due) -> c.Command:
    return c.PrepareCards(by=awaited.who, step=Stage(awaited.hand))


@dataclass
class Slip:
    """A card about to be keyed wrongly."""

    meant: c.DealCard
    round: int
    record: int = 0

    def correct(self, desk: Desk) -> int:
        correction = Correction(self.record, 0, self.meant, "misread", approved_by="floor")
        try:
            desk.correct(correction, by="dealer", key=f"slip-{desk.head.sequence}")
        except Refused as refused:
            if refused.reason in ("nothing_changed", "does_not_fit", "no_such_act"):
                return 0
            raise
        return 1
