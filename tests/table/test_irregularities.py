"""Irregularities beyond the letter of one clause: readings, and documents that are silent."""

import random

from msgspec.structs import replace

from pitboss.rules.cards import Card, Light
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER, DEVICE, FLOOR, player
from pitboss.table.shoes import VirtualShoe, full_batch
from pitboss.table.state import Discard
from tests.floor import card
from tests.table.drive import CHIPS, Room, bet, deal, opened, say, scripted, stand_all
from tests.table.mishaps import in_play
from tests.table.playing import PLAIN, begun, offered
from tests.table.procedures import next_due, refused, room_acts, until, with_cover


def test_a_silent_document_goes_by_analogy_and_says_so() -> None:
    """New Hampshire has no irregularities of its own."""
    room = begun("blackjack-match-nh", PLAIN)
    (found,) = room.do(c.FindFaceUp(Card(2, 0)))
    assert found.clause == "685a.12(a), by reading N22"


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
        (drawn,) = room.do(c.Overdraw(card("2c")))
        assert isinstance(drawn, e.CardOverdrawn)
        assert drawn.counts is (total == 18)


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
    assert recorded == e.DisputeRecorded(box=3, round=1, clause="685a.7(s)")
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


# ---- insurance and a reader that was wrong


def lit(light: Light, cards: str) -> Room:
    """An ace up, both boxes insured for $5, and the reader shows this light, right or wrong."""
    room = offered("down-under-pa", cards)
    for seat in (1, 3):
        room.do(c.Insure(player(seat), seat, 500))
    room.do(c.CloseInsurance())
    room.do(c.InsertHole())
    room.do(c.LightRange(light))
    return room


def chips(room: Room) -> list[int]:
    return [found.chips_cents for found in room.state.players]


def test_a_dead_hand_gives_its_insurance_back() -> None:
    """685a.12(h): yellow though the hole card is a 6; box 3 is dead, box 1 plays on and is not insured."""
    room = lit(Light.YELLOW, "9c 8c Ad 9d 8d 6h")
    before = chips(room)
    room.house_until("rule on")
    room.do(c.UpholdHand(DEALER, 1))
    died = room.do(c.CallDead(DEALER, 3))[0]
    assert isinstance(died, e.HandDied)
    assert (died.returned_cents, died.insurance_cents) == (1000, 500)
    room.house()
    assert chips(room) == [before[0], before[1] + 1500]
    taken = [event.box for event in room.of(e.WagerSettled) if isinstance(event, e.WagerSettled)]
    assert taken == [1]


def test_by_the_narrow_reading_insurance_stays_a_wager_of_its_own() -> None:
    """Reading D14b R1: it loses to a hole card of 6, whatever became of the hand."""
    room = scripted("down-under-pa", "reading.D14b=R1", cards="9c Ad 9d 6h")
    bet(room, 1, 1000)
    while next_due(room).act != "close insurance":
        room.do(room.pilot.deal(room.state) if room.state.phase == 0 else room.pilot.act(room.state))  # type: ignore[arg-type]
    room.do(c.Insure(player(1), 1, 500))
    for command in (c.CloseInsurance(), c.InsertHole(), c.LightRange(Light.YELLOW)):
        room.do(command)
    room.house_until("rule on")
    room.do(c.CallDead(DEALER, 1))
    before = chips(room)
    room.house()
    assert chips(room) == before


def test_insurance_taken_on_a_wrong_light_is_paid_when_the_ten_shows() -> None:
    """685a.8(a): it wins if the hole card is a king, though the light was red and it had been collected."""
    room = lit(Light.RED, "9c 8c Ad 9d 8d Kh")
    room.house()
    stand_all_but_rulings(room)
    reopened = [event.box for event in room.of(e.InsuranceReopened) if isinstance(event, e.InsuranceReopened)]
    assert reopened == [1, 3]
    paid = [
        event for event in room.of(e.WagerSettled) if isinstance(event, e.WagerSettled) and event.won_cents
    ]
    assert [(event.box, event.won_cents) for event in paid] == [(3, 1000), (1, 1000)]
    assert chips(room) == [CHIPS, CHIPS]


def stand_all_but_rulings(room: Room) -> None:
    """Everybody stands and every hand is upheld."""
    number = room.state.round
    while room.state.round == number:
        room_acts(room)


def test_a_reader_that_denies_a_blackjack_is_broken_and_insurance_still_wins() -> None:
    """673a.8(a) and 673a.13(j): it said no, insurance was taken, and the hole card is a king."""
    room = offered("double-back-jack-pa", "9c 8c Ad 9d 8d Kh")
    room.do(c.Insure(player(1), 1, 500))
    for command in (c.CloseInsurance(), c.InsertHole(), c.AnswerBlackjack(False)):
        room.do(command)
    stand_all_but_rulings(room)
    assert room.of(e.DeviceBroke)
    won = [event.won_cents for event in room.of(e.WagerSettled) if isinstance(event, e.WagerSettled)]
    assert won == [0, 1000], "taken, and paid after all"


# ---- no card left


def all_on_the_layout(room: Room) -> None:
    """Every card but one lies in box 3; that one would be burned."""
    state = room.state
    box = state.boxes[1]
    spare = tuple(Card(2, 0) for _ in range(state.shoe + len(state.rack) - 1))
    hand = replace(box.hands[0], cards=(*box.hands[0].cards, *spare))
    boxes = (state.boxes[0], replace(box, hands=(hand,)))
    room.state = replace(
        state, boxes=boxes, shoe=0, rack=state.rack[:1], cover=-1, cover_seat=0, reshuffle="cover"
    )


def test_a_round_that_no_card_can_complete_is_void() -> None:
    """Nobody loses what was not decided: wagers, doubles, insurance and side wagers come back."""
    room = scripted("blackjack-match-nh", cards="5c 9c 7d 6d 9d Th", seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, 500, down_match=300)
    deal(room)
    room.do(c.Decide(player(1), 1, Action.DOUBLE, cents=500))
    all_on_the_layout(room)
    assert next_due(room)[:2] == ("void round", FLOOR)
    assert refused(room.state, c.CollectCards()).reason == "not_now"
    assert refused(room.state, c.VoidRound(DEALER)).reason == "not_yours"
    *_, voided = room.do(c.VoidRound())
    assert voided == e.RoundVoided(clause="house practice: void round, by reading N22")
    assert chips(room) == [CHIPS, CHIPS]
    number = room.state.round
    room.house_until("shuffle")
    assert room.state.round == number + 1


def test_a_rack_that_would_only_be_burned_completes_nothing() -> None:
    """Two cards in the rack, one to burn and one to deal, are enough; one is not."""
    room = begun("down-under-pa", PLAIN)
    room.do(c.Decide(player(1), 1, Action.HIT))
    all_on_the_layout(room)
    assert next_due(room).act == "void round"
    hand = room.state.boxes[1].hands[0]
    boxes = (room.state.boxes[0], replace(room.state.boxes[1], hands=(replace(hand, cards=hand.cards[:-1]),)))
    room.state = replace(room.state, boxes=boxes, rack=(*room.state.rack, room.state.rack[0]))
    assert next_due(room).act == "collect"


# ---- Over/Under


def test_a_surrendered_ante_comes_back_from_a_dead_hand() -> None:
    """686a.9(c), reading O15: the hand is void, and by the other reading the forfeit stands."""
    for choices, back in (((), 1000), (("reading.O15=R2",), 0)):
        room = scripted("over-under-pa", *choices, cards="9c 8c 7c 6c 5c 4c", seats=(1, 3))
        for seat in (1, 3):
            bet(room, seat, 1000, bonus=500)
        deal(room)
        room.do(c.Decide(player(1), 1, Action.FOLD))
        before = chips(room)[0]
        room.do(c.PassOver(1))
        while next_due(room).act != "missed":
            room_acts(room)
        died = room.do(c.CallDead(player(1), 1))[0]
        assert isinstance(died, e.HandDied)
        assert (died.stake_cents, died.returned_cents, died.side_returned_cents) == (0, back, 500)
        assert chips(room)[0] == before + back + 500


def test_the_second_of_the_two_cards_may_be_missed_too() -> None:
    """686a.9(c): one of them was dealt; the other comes after everybody else, and the hand is settled."""
    room = scripted("over-under-pa", cards="9c 8c 7c 6c 5c 4c", seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, 1000)
    deal(room)
    room.do(c.Decide(player(1), 1, Action.OVER))
    room_acts(room)
    room.do(c.PassOver(1))
    while next_due(room).act != "missed":
        room_acts(room)
    assert 3 in [event.box for event in room.of(e.HandSettled) if isinstance(event, e.HandSettled)]
    room.do(c.TakeMissedCard(player(1), 1))
    room_acts(room)
    assert len(room.state.boxes[0].hands[0].cards) == 3


def test_a_box_without_its_first_card_is_dead() -> None:
    """By analogy with 685a.12(f): all its wagers come back and it is in the next deal."""
    room = opened("over-under-pa", seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, 1000, bonus=500)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    before = chips(room)[0]
    (missed,) = room.do(c.PassOver(1))
    assert missed.clause == "685a.12(f), by reading O16"
    room_acts(room)
    assert next_due(room)[:3] == ("call dead", DEALER, 1)
    room.house()
    assert chips(room)[0] == before + 1500
    stand_all(room)
    bet(room, 1, 1000)


def test_who_turns_an_exposed_card_down_at_over_under_has_no_hand() -> None:
    """Reading O9, as 685a.12(c): no more cards for that player, so the hand is dead; the next takes it."""
    room = scripted("over-under-pa", cards="9c 8c 7c 6c", seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, 1000)
    deal(room)
    before = chips(room)[0]
    room.do(c.DrawInError(card("Kh")))
    refused_card, died = room.do(c.RefuseCard(player(1), 1))[:2]
    assert refused_card.clause == died.clause == "685a.12(c) s2, by reading O9"
    assert chips(room)[0] == before + 1000
    room.do(c.Decide(player(3), 3, Action.OVER))
    room.house()
    used = [event for event in room.of(e.CardDealt) if isinstance(event, e.CardDealt) and event.held]
    assert [(event.box, event.card) for event in used] == [(3, card("Kh"))]


# ---- a refused card and split hands


def test_a_split_hand_gets_its_second_card_past_a_refused_one() -> None:
    """685a.10(c) and 685a.12(c): the split was decided before; only the exposed card itself passes by."""
    room = begun("down-under-pa", "8c 7d 8d Th 2s 9h", seats=(1,))
    say(room, Action.SPLIT)
    room.do(c.DrawInError(card("5h")))
    room.do(c.RefuseCard(player(1), 1))
    room.house_until("discard held")
    hands = room.state.boxes[0].hands
    assert [hand.cards[-1] for hand in hands] == [card("2s"), card("9h")]
    assert room.state.held is not None
    assert room.state.held.card == card("5h")
    assert len(room.of(e.Decided)) == 1


def test_a_refused_card_is_not_shuffled_in_when_the_shoe_runs_out() -> None:
    """685a.12(c) and (e): it waits beside the rack, so that its one copy is not dealt once more."""
    room = begun("double-back-jack-pa", "8c 7d 8d Th 2s", "decks=1", seats=(1,))
    say(room, Action.SPLIT)
    room.do(c.DrawInError(card("5h")))
    room.do(c.RefuseCard(player(1), 1))
    state = room.state
    unseen = (Discard(None),) * state.shoe
    room.state = replace(
        state, shoe=0, rack=(*state.rack, *unseen), cover=-1, cover_seat=0, reshuffle="cover"
    )
    shoe = VirtualShoe(1, random.Random(1))
    room.pilot.shoe = shoe
    until(room, "burn")
    assert sorted((card("5h"), *shoe._cards, *on_layout(room), card("Th"))) == sorted(full_batch(1))
    room.do(c.BurnCard())
    assert refused(room.state, c.DealCard(1, card("5h"), 1)).reason == "no_such_card"


def on_layout(room: Room) -> list[Card]:
    """Every open card, the dealer's too."""
    hands = [hand.cards for box in room.state.boxes for hand in box.hands]
    return [card for cards in (*hands, room.state.dealer.cards) for card in cards]


def test_a_jam_or_a_broken_device_never_leaves_the_house_without_an_act() -> None:
    for game in ("down-under-pa", "double-back-jack-pa", "over-under-pa"):
        room = opened(game, "shuffler=continuous")
        room.do(c.ReportBroken(DEVICE, "shuffler"))
        bet(room, 1, 1000)
        deal(room)
        assert room.of(e.DeviceRepaired)
        stand_all(room)
