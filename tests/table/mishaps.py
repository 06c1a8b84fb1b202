"""What the chapters do about irregularities, as checks; tests/book calls them under each chapter's clause."""

import random
from collections.abc import Iterable

from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.options import options
from pitboss.table.people import DEALER, DEVICE, FLOOR, player
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Stage, find_box
from tests.floor import card
from tests.table.drive import Room, bet, deal, fresh, opened, say, stand_all
from tests.table.procedures import BATCH, STAKE, clause, new_room, next_due, refused, room_acts, until
from tests.table.told import begin, told


def in_play(game: str, *choices: str, seats: Iterable[int] = (1,)) -> Room:
    """A round up to the first decision."""
    for seed in range(100):
        state = fresh(game, *choices)
        rng = random.Random(seed)
        room = opened(game, *choices, seats=seats, shoe=VirtualShoe(state.house.decks, rng))
        for seat in seats:
            bet(room, seat, STAKE)
        deal(room)
        if room.state.phase_name in ("decisions", "each_player") and next_due(room).box == min(seats):
            return room
    raise AssertionError("no such round")


def check_face_up_card_is_not_used(game: str, paragraph: str) -> None:
    room = in_play(game)
    shoe, rack = room.state.shoe, len(room.state.rack)
    face = Card(2, 0)
    (found,) = room.do(c.FindFaceUp(face))
    assert found == e.FaceUpCardFound(card=face, clause=clause(game, paragraph))
    assert (room.state.shoe, len(room.state.rack)) == (shoe - 1, rack + 1)
    assert room.state.rack[-1].card == face


def check_shoe_runs_out(game: str) -> Room:
    """Face-up cards are taken out until the shoe is empty in the middle of a round."""
    room = in_play(game, seats=(1, 3))
    say_card(room)
    while room.state.shoe:
        if next_due(room).act == "remove cover":
            room.do(c.RemoveCover())
        choices = options(room.state, DEALER).choices
        unseen = next(choice for choice in choices if isinstance(choice.command, c.FindFaceUp))
        for face in list(unseen.values):
            if room.state.shoe in (0, room.state.cover):
                break
            room.do(c.FindFaceUp(face))
    return room


def say_card(room: Room) -> None:
    """The player on turn asks for a card, and it is not dealt yet."""
    found = next_due(room)
    action = Action.OVER if found.act == "choose" else Action.HIT
    room.do(c.Decide(found.who, found.box, action, found.hand))


def check_empty_shoe_brings_a_shuffle_of_the_rack(game: str, paragraph: str) -> None:
    room = check_shoe_runs_out(game)
    assert next_due(room)[0] == "collect"
    racked = len(room.state.rack)
    (taken,) = room.do(c.CollectCards())
    assert taken == e.DiscardsTaken(cards=racked, clause=clause(game, paragraph))
    assert next_due(room).act == "shuffle"
    before = len(room.events)
    until(room, "offer cut")
    assert refused(room.state, c.LoadShoe()).reason == "not_now", "cut first"
    until(room, "load")
    cut = [type(event).__name__ for event in room.events[before:]]
    assert cut == ["CardsShuffled", *["CutOffered", "CutRefused"] * 2, "CardsCut", "CoverPlaced"]
    assert [box.number for box in room.state.boxes] == [1, 3]


def check_round_goes_on_after_a_burn(game: str) -> None:
    room = check_shoe_runs_out(game)
    until(room, "load")
    command = room.pilot.act(room.state)
    assert command is not None
    room.do(command)
    racked = len(room.state.rack)
    assert next_due(room).act == "burn"
    room.do(c.BurnCard())
    assert (racked, [discard.card for discard in room.state.rack]) == (0, [None])
    number = room.state.round
    room.pilot.shoe.draw()
    while room.state.round == number:
        room_acts(room)
    assert {event.box for event in room.of(e.HandSettled) if isinstance(event, e.HandSettled)} == {1, 3}


def check_shuffle_follows_a_cover_card_before_an_empty_shoe(game: str) -> None:
    """The rack was shuffled in mid-round; as the cover card had come out, all are shuffled afterwards."""
    room = check_shoe_runs_out(game)
    assert room.of(e.CoverCameOut)
    number = room.state.round
    until(room, "burn")
    while room.state.round == number:
        room_acts(room)
    assert next_due(room).act == "collect"
    assert refused(room.state, c.PlaceWager(player(1), 1, room.state.terms.main, STAKE)).reason == "no_shoe"


def check_jam_brings_a_new_shuffle(game: str, paragraph: str) -> None:
    room = new_room(game, BATCH)
    until(room, "shuffle")
    room.do(c.ShuffleCards(DEVICE))
    (jammed,) = room.do(c.ReportJam(DEVICE))
    assert jammed == e.ShufflerJammed(spare=False, clause=clause(game, paragraph))
    assert next_due(room).act == "shuffle"
    room.do(c.ShuffleCards(DEVICE, True))
    room.do(c.ReportJam(DEALER))
    assert room.state.spare == Stage.STACKED
    assert refused(opened(game).state, c.ReportJam(DEALER)).reason == "no_such_device"


def check_broken_shuffler_is_covered_first(game: str, paragraph: str) -> None:
    room = new_room(game, BATCH)
    until(room, "shuffle")
    assert refused(room.state, c.ShuffleCards(DEALER)).reason == "shuffler_in_use"
    room.do(c.ReportBroken(DEVICE, "shuffler"))
    assert refused(room.state, c.ShuffleCards(DEVICE)).reason == "shuffler_broken"
    refusal = refused(room.state, c.ShuffleCards(DEALER))
    assert refusal.clause == clause(game, paragraph)
    room.do(c.CoverShuffler(DEALER))
    assert room.do(c.ShuffleCards(DEALER))


def check_unseen_card_drawn_in_error_is_the_next(game: str, paragraph: str) -> None:
    room = in_play(game)
    shoe = room.state.shoe
    (drawn,) = room.do(c.DrawInError())
    assert drawn == e.CardDrawnInError(card=None, clause=clause(game, paragraph))
    say(room, Action.HIT)
    assert room.state.held is None
    first = next(event for event in room.events[::-1] if isinstance(event, e.CardDealt) and event.held)
    assert first.box == 1
    assert room.state.shoe <= shoe - 1


def check_unseen_card_drawn_in_error_is_the_hole_card(game: str) -> None:
    room = check_dealing(game, (1,))
    check_deal_next(room, 3)
    assert next_due(room).act == "hole"
    room.do(c.DrawInError())
    shoe = room.state.shoe
    (hole,) = room.do(c.DealHole())[:1]
    assert isinstance(hole, e.HoleDealt)
    assert hole.held
    assert (room.state.shoe, room.state.held, room.state.dealer.hole) == (shoe, None, True)


def check_seen_card_drawn_in_error_is_offered(game: str, paragraph: str) -> None:
    room = in_play(game)
    (drawn,) = room.do(c.DrawInError(Card(2, 0)))
    assert drawn == e.CardDrawnInError(card=Card(2, 0), clause=clause(game, paragraph))
    found = next_due(room)
    room.do(c.Decide(found.who, found.box, Action.HIT, found.hand))
    assert refused(room.state, c.DealCard(1, Card(3, 0))).reason == "held_card_first"
    (dealt,) = room.do(c.DealCard(1, Card(2, 0)))[:1]
    assert isinstance(dealt, e.CardDealt)
    assert dealt.held
    assert room.state.held is None


def check_exposed_card_only_after_the_deal(game: str) -> None:
    room = opened(game)
    bet(room, 1, STAKE)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.do(c.DrawInError(Card(2, 0)))
    assert refused(room.state, c.RefuseCard(player(1), 1)).reason in ("not_now", "not_yours")
    (dealt, *_) = room.do(c.DealCard(next_due(room).box, Card(2, 0)))
    assert isinstance(dealt, e.CardDealt)
    assert dealt.held


def check_who_refuses_the_card_gets_no_more(game: str, paragraph: str) -> None:
    """Each turns down a card in the own turn: nobody for another, and nobody before."""
    two = in_play(game, seats=(1, 3))
    two.do(c.DrawInError(Card(2, 0)))
    for number in (3, 1):
        assert refused(two.state, c.RefuseCard(player(3), number)).reason == "not_yours"
    room = in_play(game)
    room.do(c.DrawInError(Card(2, 0)))
    (event,) = room.do(c.RefuseCard(player(1), 1))[:1]
    assert event == e.CardRefused(box=1, hand=0, seat=1, clause=clause(game, paragraph))
    box = find_box(room.state, 1)
    assert box is not None
    assert len(box.hands[0].cards) == 2
    assert refused(room.state, c.Decide(player(1), 1, Action.HIT)).reason == "not_now"


def check_refused_card_goes_to_the_dealer(game: str) -> None:
    """A dealer who must draw takes the card that the player turned down, before any other."""
    room = begin(game, "9c 6d 9d Th")
    room.house()
    room.do(c.DrawInError(card("5s")))
    room.do(c.RefuseCard(player(1), 1))
    since = len(room.events)
    room.house()
    assert told(room, since) == ["turned Th", "dealer 5s as held", "1: 0 + 0", "cleared"]


def check_card_that_nobody_takes_is_discarded(game: str, paragraph: str) -> None:
    """Dealt until the dealer stands without drawing."""
    for seed in range(200):
        room = opened(game, shoe=VirtualShoe(6, random.Random(seed)))
        bet(room, 1, STAKE)
        deal(room)
        if room.state.phase_name != "decisions" or next_due(room).act != "decide":
            continue
        room.do(c.DrawInError(Card(2, 0)))
        room.do(c.RefuseCard(player(1), 1))
        room.house()
        gone = room.of(e.HeldCardDiscarded)
        used = [event for event in room.of(e.CardDealt) if isinstance(event, e.CardDealt) and event.held]
        assert len(gone) + len(used) == 1
        if gone:
            assert gone == [e.HeldCardDiscarded(clause=clause(game, paragraph))]
            return
        assert used[0].box == 0
    raise AssertionError("the dealer always drew")


def check_overdrawn_card_is_discarded(game: str, paragraph: str) -> None:
    room = in_play(game)
    assert refused(room.state, c.Overdraw(Card(2, 0))).reason == "not_now"
    number = room.state.round
    while room.state.phase_name not in ("settle", "clear") and room.state.round == number:
        room_acts(room)
    total = room.state.dealer.tally
    (event,) = room.do(c.Overdraw(Card(2, 0)))
    assert event == e.CardOverdrawn(card=Card(2, 0), clause=clause(game, paragraph))
    assert room.state.dealer.tally == total
    assert room.state.rack[-1].card == Card(2, 0)


def check_dealing(game: str, seats: Iterable[int]) -> Room:
    room = opened(game, seats=seats)
    for seat in seats:
        bet(room, seat, STAKE)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    return room


def check_deal_next(room: Room, count: int) -> None:
    for _ in range(count):
        command = room.pilot.act(room.state)
        assert command is not None
        room.do(command)


def check_hand_without_a_card_is_dead(game: str, paragraph: str) -> None:
    room = check_dealing(game, (1, 3))
    chips = room.state.players[1].chips_cents
    check_deal_next(room, 1)
    room.do(c.PassOver(3))
    check_deal_next(room, 2)
    room.do(c.PassOver(3))
    assert next_due(room)[:3] == ("call dead", DEALER, 3)
    (died,) = room.do(c.CallDead(DEALER, 3))
    assert isinstance(died, e.HandDied)
    assert (died.returned_cents, died.clause) == (STAKE, clause(game, paragraph))
    assert room.state.players[1].chips_cents == chips + STAKE
    room.house()
    stand_all(room)
    bet(room, 3, STAKE)


def check_hand_with_one_card_gets_its_second_later(game: str, paragraph: str) -> None:
    room = check_dealing(game, (1, 3))
    check_deal_next(room, 3)
    room.do(c.PassOver(1))
    check_deal_next(room, 1)
    assert next_due(room)[:3] == ("missed", player(1), 1)
    assert refused(room.state, c.TakeMissedCard(player(3), 1)).reason == "not_yours"
    (wanted,) = room.do(c.TakeMissedCard(player(1), 1))
    assert wanted.clause == clause(game, paragraph)
    assert next_due(room)[:3] == ("card", DEALER, 1)
    check_deal_next(room, 1)
    assert next_due(room).act == "hole"


def check_missed_hit_is_the_players_choice(game: str, paragraph: str) -> None:
    for dead in (False, True):
        room = in_play(game, seats=(1, 3))
        say_card(room)
        (missed,) = room.do(c.PassOver(1))[:1]
        assert missed.clause == clause(game, paragraph)
        while next_due(room).act != "missed":
            room_acts(room)
        assert not room.of(e.HoleTurned)
        assert 3 in [event.box for event in room.events if isinstance(event, e.Decided)], "others come first"
        assert refused(room.state, c.CallDead(DEALER, 1)).reason == "not_yours"
        chips = room.state.players[0].chips_cents
        if dead:
            died = room.do(c.CallDead(player(1), 1))[0]
            assert isinstance(died, e.HandDied)
            assert room.state.players[0].chips_cents == chips + died.stake_cents
        else:
            room.do(c.TakeMissedCard(player(1), 1))
            assert next_due(room)[:3] == ("card", DEALER, 1)


def check_no_card_is_dealt_with_a_broken_reader(game: str, paragraph: str) -> None:
    """Neither one that a player asked for nor the next of the first deal, until the reader is repaired."""
    asked = in_play(game)
    say_card(asked)
    dealing = check_dealing(game, (1, 3))
    check_deal_next(dealing, 1)
    hole = check_dealing(game, (1,))
    check_deal_next(hole, 3)
    for room in (asked, dealing, hole):
        command = room.pilot.act(room.state)
        assert isinstance(command, c.DealCard | c.DealHole)
        room.do(c.ReportBroken(DEALER, "reader"))
        refusal = refused(room.state, command)
        assert (refusal.reason, refusal.clause) == ("not_now", clause(game, paragraph))
        room.do(c.RepairDevice("reader"))
        assert room.do(command)


def check_broken_reader_stops_the_deal(game: str, paragraph: str) -> None:
    room = in_play(game)
    room.do(c.ReportBroken(DEALER, "reader"))
    refusal = refused(room.state, c.Decide(player(1), 1, Action.STAND))
    assert refusal.clause == clause(game, paragraph)
    room.do(c.RepairDevice("reader"))
    stand_all(room)
    room.do(c.ReportBroken(FLOOR, "reader"))
    bet(room, 1, STAKE)
    assert refused(room.state, c.CloseBetting()).reason == "reader_broken"
