"""What the sections .3 to .5 ask of any table, as checks; .6 and .7(a) to (d) stand beside.

Each takes the name of a game; tests/book calls them under the clause of that game's document.
"""

import random
from collections.abc import Iterable

import pytest

from pitboss.errors import Refused
from pitboss.games.citations import plain_clause
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.due import Due, due
from pitboss.table.people import DEALER, DEVICE, player
from pitboss.table.shoes import VirtualShoe, bury_top, full_batch
from pitboss.table.state import Stage, Table
from pitboss.table.table import decide
from tests.floor import game_of
from tests.table.drive import Room, bet, deal, fresh, opened, prepare, stand_all

STAKE = 1000
BATCH = "shuffler=batch"


def refused(state: Table, command: c.Command) -> Refused:
    with pytest.raises(Refused) as refusal:
        decide(state, command)
    assert refusal.value.says
    return refusal.value


def clause(game: str, paragraph: str) -> str:
    return f"{game_of(game).document}{paragraph}"


def next_due(room: Room) -> Due:
    found = due(room.state)
    assert found is not None
    return found


def play(room: Room) -> None:
    """A whole round in which everybody stands."""
    for found in room.state.players:
        if not found.barred:
            bet(room, found.seat, STAKE)
    deal(room)
    stand_all(room)


def new_room(game: str, *choices: str, seats: Iterable[int] = (1,)) -> Room:
    """Players seated, no cards yet."""
    state = fresh(game, *choices)
    room = Room(state, VirtualShoe(state.house.decks, random.Random(3)))
    for seat in seats:
        room.do(c.SitDown(player(seat), 1_000_000))
    return room


def until(room: Room, act: str) -> None:
    """The opening and the shuffle up to this act; players refuse the cut."""
    while (found := next_due(room)).act != act:
        if found.who.role == 0:
            step = Stage(found.hand)
            room.do(c.PrepareCards(found.who, step) if found.act == "prepare" else c.RefuseCut(found.who))
        else:
            command = room.pilot.act(room.state)
            assert command is not None, found
            room.do(command)


def with_cover(game: str, after: int, seats: Iterable[int]) -> Room:
    """A shoe whose cover card comes after so many dealt cards."""
    room = new_room(game, seats=seats)
    until(room, "place cover")
    room.do(c.PlaceCover(room.state.stack - 1 - after))
    prepare(room)
    return room


def after_cover_round(game: str, after: int, seats: Iterable[int]) -> Room:
    """The round in which the cover card came out is over and the cards are shuffled again."""
    room = with_cover(game, after, seats)
    check_play_through(room)
    until(room, "offer cut")
    return room


def check_play_through(room: Room) -> None:
    for found in room.state.players:
        bet(room, found.seat, STAKE)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    round_number = room.state.round
    while room.state.round == round_number:
        room_acts(room)


def room_acts(room: Room) -> None:
    command = room.pilot.act(room.state)
    if command is not None:
        room.do(command)
        return
    found = next_due(room)
    if found.act == "second chance":
        room.do(c.DeclineSecondChance(found.who, found.box, found.hand))
    else:
        action = Action.UNDER if found.act == "choose" else Action.STAND
        room.do(c.Decide(found.who, found.box, action, found.hand))


# ---- .3 and .4: decks and opening


def check_other_batch_is_shuffled_and_kept(game: str) -> None:
    room = opened(game, BATCH)
    assert room.of(e.SpareShuffled) == [e.SpareShuffled(clause=clause(game, ".3(b)(3)"))]
    assert room.state.spare == Stage.SHUFFLED, "before the first round"
    room.do(c.ReportJam(DEVICE))
    room.do(c.OrderReshuffle())
    assert next_due(room)[:2] == ("shuffle spare", DEVICE)
    refusal = refused(room.state, c.CollectCards())
    assert (refusal.reason, refusal.clause) == ("spare_not_shuffled", clause(game, ".3(b)(3)"))
    room.do(c.ShuffleCards(DEVICE, True))
    assert room.do(c.CollectCards())


def check_batches_alternate(game: str) -> None:
    room = opened(game, BATCH)
    backs = [room.state.backs[room.state.batch]]
    for _ in range(4):
        room.do(c.OrderReshuffle())
        prepare(room)
        backs.append(room.state.backs[room.state.batch])
    assert backs == [backs[0], backs[1]] * 2 + [backs[0]]
    assert backs[0] != backs[1]


def check_rack_is_empty_between_batches(game: str) -> None:
    room = opened(game, BATCH)
    play(room)
    assert room.state.rack
    room.do(c.OrderReshuffle())
    batch = room.state.batch
    room.do(c.CollectCards())
    assert room.state.batch != batch
    assert room.state.rack == ()


def check_decks_are_changed_every_24_hours(game: str) -> None:
    room = opened(game)
    bet(room, 1, STAKE)
    room.do(c.InspectReader()) if room.state.terms.has_reader else None
    room.do(c.TellTime(23))
    assert decide(room.state, c.CloseBetting())
    room.do(c.TellTime(24))
    refusal = refused(room.state, c.CloseBetting())
    assert (refusal.reason, refusal.clause) == ("decks_too_old", clause(game, ".3(c)"))
    room.do(c.TakeBackWager(player(1), 1, room.state.terms.main))
    room.do(c.ReceiveCards("green"))
    prepare(room)
    bet(room, 1, STAKE)
    assert decide(room.state, c.CloseBetting())


def check_shuffle_follows_the_stack(game: str) -> None:
    room = new_room(game)
    until(room, "shuffle")
    last = room.events[-1]
    assert isinstance(last, e.CardsPrepared)
    assert last.step == Stage.STACKED
    assert refused(room.state, c.OfferCut(1)).reason == "not_now"


def check_batches_open_apart(game: str) -> None:
    room = new_room(game, BATCH)
    until(room, "shuffle")
    steps = [event.step if isinstance(event, e.CardsPrepared) else "batch" for event in room.events[1:]]
    opening = list(room.state.terms.opening)
    assert steps == ["batch", *opening, "batch", *opening]
    assert len(set(room.state.backs)) == 2


def check_preshuffled_cards_skip_the_opening(game: str) -> None:
    room = new_room(game)
    events = room.do(c.ReceiveCards("red", preshuffled=True))
    assert [event.clause for event in events] == [clause(game, ".4(e)")] * 2
    assert next_due(room).act == "offer cut"
    assert not room.of(e.CardsPrepared)


# ---- .5: shuffle and cut


def check_shuffled_before_play_after_each_shoe_and_on_order(game: str) -> None:
    room = opened(game)
    assert len(room.of(e.CardsShuffled)) == 1
    play(room)
    assert len(room.of(e.CardsShuffled)) == 1
    room.do(c.OrderReshuffle())
    prepare(room)
    assert len(room.of(e.CardsShuffled)) == 2
    room = with_cover(game, 1, (1,))
    check_play_through(room)
    prepare(room)
    assert len(room.of(e.CardsShuffled)) == 2


def check_cut_is_offered_after_the_shuffle(game: str) -> None:
    room = new_room(game, seats=(4,))
    until(room, "offer cut")
    (offered,) = room.do(c.OfferCut(4))
    assert offered == e.CutOffered(seat=4, clause=clause(game, ".5(b)"))
    assert next_due(room)[:2] == ("cut", player(4))


def check_dealer_cuts_when_nobody_does(game: str) -> None:
    room = new_room(game, seats=(2, 4))
    until(room, "offer cut")
    refusal = refused(room.state, c.CutCards(DEALER, 100))
    assert refusal.reason == "not_now"
    for seat in (2, 4):
        room.do(c.OfferCut(seat))
        (event,) = room.do(c.RefuseCut(player(seat)))
        assert event.clause == clause(game, ".5(b) s2")
    assert next_due(room) == Due("cut", DEALER, cause="procedure.cut_order/dealer")
    assert room.do(c.CutCards(DEALER, 100))


def check_cut_goes_to_nobody_out_of_order(game: str) -> None:
    room = new_room(game, seats=(2, 4))
    until(room, "offer cut")
    refusal = refused(room.state, c.OfferCut(4))
    assert (refusal.reason, refusal.clause) == ("wrong_player", clause(game, ".5(c)(1)"))


def check_first_player_cuts_first(game: str) -> None:
    room = new_room(game, seats=(3, 6, 1))
    until(room, "offer cut")
    assert room.state.cut_order == (3, 6, 1)


def check_player_who_met_the_cover_card_cuts(game: str) -> None:
    room = after_cover_round(game, 1, (2, 5, 6))
    (came,) = room.of(e.CoverCameOut)
    assert came == e.CoverCameOut(seat=5, clause=clause(game, ".7(d)"))
    assert room.state.cut_order == (5, 6, 2)


def check_far_right_cuts_after_the_dealers_cover_card(game: str) -> None:
    room = after_cover_round(game, 3, (2, 5, 6))
    (came,) = room.of(e.CoverCameOut)
    assert isinstance(came, e.CoverCameOut)
    assert came.seat == 0
    assert room.state.cut_order == (6, 5, 2)


def check_far_right_cuts_when_the_cover_card_met_nobody(game: str) -> None:
    room = after_cover_round(game, 0, (2, 5, 6))
    assert room.state.cut_order == (6, 5, 2)


def check_refused_cut_goes_round_counterclockwise(game: str) -> None:
    room = after_cover_round(game, 0, (2, 5, 6))
    offered = []
    while next_due(room).act == "offer cut":
        seat = next_due(room).box
        room.do(c.OfferCut(seat))
        (event,) = room.do(c.RefuseCut(player(seat)))
        assert plain_clause(event.clause) == clause(game, ".5(c)(3) s2")
        offered.append(seat)
    assert offered == [6, 5, 2]


def check_ordered(game: str) -> Room:
    room = opened(game, seats=(4, 1, 6))
    play(room)
    room.do(c.OrderReshuffle())
    until(room, "offer cut")
    return room


def check_far_right_cuts_after_an_order(game: str) -> None:
    assert check_ordered(game).state.cut_order == (6, 4, 1)


def check_refused_cut_after_an_order_goes_round(game: str) -> None:
    room = check_ordered(game)
    for seat in (6, 4, 1):
        room.do(c.OfferCut(seat))
        (event,) = room.do(c.RefuseCut(player(seat)))
        assert event.clause == clause(game, ".5(c)(4) s2")
    assert next_due(room).who == DEALER


def check_cut_lies_ten_cards_from_either_end(game: str) -> None:
    room = new_room(game)
    until(room, "offer cut")
    room.do(c.OfferCut(1))
    stack = room.state.stack
    for depth in (0, 9, stack - 9, stack):
        refusal = refused(room.state, c.CutCards(player(1), depth))
        assert (refusal.reason, refusal.clause) == ("bad_cut", clause(game, ".5(d)"))
    for depth in (10, stack - 10):
        assert decide(room.state, c.CutCards(player(1), depth))


def check_cards_above_go_to_the_bottom(game: str) -> None:
    cards = full_batch(game_of(game).house.decks)
    cut = bury_top(cards, 10)
    assert cut[:2] == cards[10:12]
    assert cut[-10:] == cards[:10]
    assert sorted(cut) == sorted(cards)


def check_cover_goes_a_quarter_from_the_bottom(game: str) -> None:
    room = new_room(game)
    until(room, "place cover")
    quarter = room.state.stack // 4
    refusal = refused(room.state, c.PlaceCover(quarter - 1))
    assert (refusal.reason, refusal.clause) == ("bad_cover", clause(game, ".5(d) s3"))
    assert decide(room.state, c.PlaceCover(quarter))


def check_shoe_is_loaded_then_play_starts(game: str) -> None:
    room = new_room(game)
    until(room, "load")
    wager = c.PlaceWager(player(1), 1, room.state.terms.main, STAKE)
    assert refused(room.state, wager).reason == "no_shoe"
    (loaded,) = room.do(c.LoadShoe())
    assert isinstance(loaded, e.ShoeLoaded)
    assert (loaded.cards, loaded.clause) == (room.state.terms.cards, clause(game, ".5(d) s4"))
    assert decide(room.state, wager)


def check_floor_may_order_a_new_cut(game: str) -> None:
    room = new_room(game, seats=(2, 4))
    until(room, "offer cut")
    assert refused(room.state, c.OrderRecut()).reason == "not_now"
    room.do(c.OfferCut(2))
    room.do(c.CutCards(player(2), 50))
    (ordered_cut,) = room.do(c.OrderRecut())
    assert ordered_cut.clause == clause(game, ".5(e)")
    assert refused(room.state, c.OrderRecut(DEALER)).reason == "not_yours"
    room = opened(game)
    assert refused(room.state, c.OrderRecut()).reason == "not_now"


def check_recut_is_by_the_last_cutter_or_the_next(game: str) -> None:
    room = new_room(game, seats=(2, 4))
    until(room, "offer cut")
    room.do(c.OfferCut(2))
    room.do(c.CutCards(player(2), 50))
    room.do(c.OrderRecut())
    assert room.state.cut_order == (2, 4)
    assert refused(room.state, c.OfferCut(4)).clause == clause(game, ".5(e) s2")
    room.do(c.OfferCut(2))
    room.do(c.RefuseCut(player(2)))
    room.do(c.OfferCut(4))
    assert room.do(c.CutCards(player(4), 60))


def check_shoe_is_loaded_after_the_recut(game: str) -> None:
    room = new_room(game)
    until(room, "load")
    room.do(c.OrderRecut())
    assert room.state.cover == -1
    until(room, "load")
    room.do(c.LoadShoe())
    assert room.state.stage == Stage.READY


def check_cover_card_or_floor_bring_a_reshuffle(game: str) -> None:
    room = with_cover(game, 1, (1,))
    check_play_through(room)
    bets = c.PlaceWager(player(1), 1, room.state.terms.main, STAKE)
    assert refused(room.state, bets).reason == "no_shoe"
    assert next_due(room).act == "collect"
    room = opened(game)
    bet(room, 1, STAKE)
    deal(room)
    assert refused(room.state, c.OrderReshuffle()).reason == "round_in_progress"
    stand_all(room)
    (event,) = room.do(c.OrderReshuffle())
    assert event.clause == clause(game, ".5(f)")
    assert next_due(room).act == "collect"


def check_idle_cards_are_opened_anew_for_the_first_player(game: str) -> None:
    room = opened(game)
    assert refused(room.state, c.SpreadIdle()).reason == "players_here"
    room.do(c.Leave(player(1)))
    (spread,) = room.do(c.SpreadIdle())
    assert spread == e.CardsSpreadIdle(face_up=False, clause=clause(game, ".5(g)"))
    assert (room.state.shoe, room.state.rack) == (0, ())
    room.do(c.SitDown(player(3), 100_000))
    assert next_due(room)[:2] == ("prepare", player(3))
    room.do(c.AskForSpread(player(3)))
    before = len(room.events)
    prepare(room)
    assert room.kinds()[-2:] == ["ShoeLoaded", "CardBurned"]
    steps = [event.step for event in room.events[before:] if isinstance(event, e.CardsPrepared)]
    if clause(game, "") == "673a":
        assert steps == [Stage.SEEN, Stage.STACKED], "the text says itself what follows"
    else:
        assert steps == [Stage.SEEN, *room.state.terms.opening], "the whole of .4 is gone through again"


def check_idle_with_shuffler(game: str) -> Room:
    """Nobody played, a player has come and seen the spread cards."""
    room = opened(game, BATCH)
    room.do(c.Leave(player(1)))
    room.do(c.SpreadIdle())
    room.do(c.SitDown(player(1), 100_000))
    room.do(c.PrepareCards(player(1), Stage.SEEN))
    return room


def check_counting_device_needs_no_cut(game: str) -> None:
    room = opened(game, "shuffler=counting")
    play(room)
    cut = (e.CutOffered, e.CardsCut, e.CoverPlaced, e.CoverCameOut)
    assert not room.of(*cut)
    (loaded,) = room.of(e.ShoeLoaded)
    assert loaded.clause == clause(game, ".5(h) s2")
    assert refused(room.state, c.OrderReshuffle()).reason == "device_shuffles"
