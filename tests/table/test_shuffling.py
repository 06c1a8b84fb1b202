"""Opening, shuffle and cut: who does what, and what each document leaves out."""

import pytest

from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER, DEVICE, FLOOR, player
from pitboss.table.state import Stage
from tests.table.drive import bet, fresh, opened, prepare
from tests.table.procedures import BATCH, clause, new_room, next_due, play, refused, until

PENNSYLVANIA = ("down-under-pa", "double-back-jack-pa", "over-under-pa")
INSPECT, VERIFY, SPREAD, LOOK, WASH = Stage.INSPECTED, Stage.VERIFIED, Stage.SPREAD, Stage.SEEN, Stage.STACKED


@pytest.mark.parametrize(
    ("game", "steps"),
    [
        ("down-under-pa", (INSPECT, VERIFY, SPREAD, LOOK, WASH)),
        ("double-back-jack-pa", (INSPECT, VERIFY, SPREAD, LOOK, WASH)),
        ("over-under-pa", (INSPECT, VERIFY, SPREAD, LOOK, WASH)),
        ("blackjack-match-nh", (SPREAD, INSPECT, WASH)),
        ("down-under-vendor", ()),
    ],
)
def test_each_document_has_its_own_opening(game: str, steps: tuple[Stage, ...]) -> None:
    """New Hampshire needs neither floorperson nor player; the vendor says nothing of it."""
    room = new_room(game)
    until(room, "shuffle")
    assert tuple(event.step for event in room.events if isinstance(event, e.CardsPrepared)) == steps


def test_the_floorperson_verifies_and_nobody_else() -> None:
    room = new_room("down-under-pa")
    room.do(c.ReceiveCards())
    assert refused(room.state, c.PrepareCards(FLOOR, INSPECT)).reason == "not_yours"
    room.do(c.PrepareCards(DEALER, INSPECT))
    assert refused(room.state, c.PrepareCards(DEALER, VERIFY)).reason == "not_yours"
    assert refused(room.state, c.PrepareCards(FLOOR, SPREAD)).reason == "wrong_step"
    room.do(c.PrepareCards(FLOOR, VERIFY))


def test_the_first_player_to_arrive_looks_at_the_cards() -> None:
    """Until somebody comes the cards stay spread."""
    room = new_room("down-under-pa", seats=())
    room.do(c.ReceiveCards())
    for step in (INSPECT, VERIFY, SPREAD):
        room.do(c.PrepareCards(FLOOR if step == VERIFY else DEALER, step))
    assert next_due(room).who == player(0)
    room.do(c.SitDown(player(5), 100_000))
    room.do(c.SitDown(player(2), 100_000))
    assert refused(room.state, c.PrepareCards(player(2), LOOK)).reason == "not_yours"
    room.do(c.PrepareCards(player(5), LOOK))
    assert next_due(room).act == "prepare"


def test_the_reader_is_inspected_every_gaming_day() -> None:
    room = opened("down-under-pa")
    bet(room, 1, 1000)
    refusal = refused(room.state, c.CloseBetting())
    assert (refusal.reason, refusal.clause) == ("reader_not_inspected", "685a.2(d) s2")
    room.do(c.InspectReader())
    room.do(c.BeginDay())
    assert refused(room.state, c.CloseBetting()).reason == "reader_not_inspected"
    room.do(c.InspectReader())
    assert room.do(c.CloseBetting())


def test_two_batches_differ_in_colour() -> None:
    room = new_room("down-under-pa", "shuffler=batch")
    room.do(c.ReceiveCards("red"))
    until(room, "receive")
    refusal = refused(room.state, c.ReceiveCards("red"))
    assert (refusal.reason, refusal.clause) == ("same_backs", "685a.3(b)(2)")
    assert room.do(c.ReceiveCards("blue"))


def test_a_continuous_shuffler_takes_every_round_back() -> None:
    """Reading D30: no cover card, one card burned at the start, and a full device for each round."""
    room = opened("down-under-pa", "shuffler=continuous")
    assert (room.state.cover, len(room.state.rack)) == (-1, 1)
    play(room)
    assert (room.state.shoe, room.state.rack) == (312, ())


def test_the_device_shuffles_only_where_there_is_one() -> None:
    room = new_room("blackjack")
    until(room, "shuffle")
    assert refused(room.state, c.ShuffleCards(DEVICE)).reason == "no_shuffler"


def test_who_may_still_be_asked_to_cut_refuses_before_leaving() -> None:
    room = new_room("blackjack", seats=(1, 4))
    until(room, "offer cut")
    assert refused(room.state, c.Leave(player(4))).reason == "cut_offered"
    room.do(c.RefuseCut(player(4)))
    room.do(c.Leave(player(4)))


def test_a_bare_table_has_no_cards() -> None:
    assert fresh("blackjack").stage == Stage.NONE


@pytest.mark.parametrize("game", PENNSYLVANIA)
def test_batches_alternate_through_an_idle_time(game: str) -> None:
    """The batch that lay spread goes into the shuffler, even if the other was not ready yet."""
    for jams in (False, True):
        room = opened(game, BATCH)
        batch = room.state.batch
        if jams:
            room.do(c.ReportJam(DEVICE))
        room.do(c.Leave(player(1)))
        room.do(c.SpreadIdle())
        room.house()
        room.do(c.SitDown(player(4), 100_000))
        prepare(room)
        assert (room.state.batch, room.state.spare) == (1 - batch, Stage.SHUFFLED)
        assert len(room.of(e.BatchesSwapped)) == 1
        play(room)


@pytest.mark.parametrize("game", PENNSYLVANIA)
def test_every_shoe_and_every_dealer_burns_a_card(game: str) -> None:
    """One for the shoe, and one for every dealer who came since, in the shuffle or after it."""
    room = new_room(game)
    until(room, "shuffle")
    room.do(c.RelieveDealer())
    until(room, "bets")
    assert room.state.to_burn == 1
    room.do(c.RelieveDealer())
    prepare(room)
    assert room.state.shoe == room.state.terms.cards - 3
    clauses = [event.clause for event in room.of(e.CardBurned)]
    assert clauses == [clause(game, ".7(c)"), *[clause(game, ".7(c) s2")] * 2]


@pytest.mark.parametrize("game", PENNSYLVANIA)
def test_a_shuffler_out_of_order_is_covered_before_the_dealer_shuffles(game: str) -> None:
    """The house knows by itself what comes first, and only one batch is used from then on."""
    room = opened(game, BATCH)
    room.do(c.ReportBroken(DEVICE, "shuffler"))
    batch = room.state.batch
    room.do(c.OrderReshuffle())
    room.do(c.CollectCards())
    assert next_due(room)[:2] == ("cover shuffler", DEALER)
    assert next_due(room).cause == "irregularity.shuffler_broken"
    prepare(room)
    assert room.of(e.ShufflerCovered)
    assert room.state.batch == batch
    play(room)


def test_a_relief_without_a_word_in_the_text_burns_nothing() -> None:
    room = opened("blackjack-match-nh")
    room.do(c.RelieveDealer())
    assert room.state.burns == room.state.to_burn == 1, "the shoe's own card, after the wagers"


def test_a_cut_refused_before_it_is_offered_leaves_the_first_in_the_order_the_first() -> None:
    """Who wants to leave may let it pass at once; whose turn it is goes by the order as before."""
    room = new_room("down-under-pa", seats=(2, 4, 6))
    until(room, "offer cut")
    room.do(c.RefuseCut(player(6)))
    assert refused(room.state, c.OfferCut(4)).clause == "685a.5(c)(1)"
    room.do(c.OfferCut(2))
    room.do(c.RefuseCut(player(2)))
    assert room.state.cut_turn == "passed on"
    assert refused(room.state, c.OfferCut(2)).clause == "685a.5(b) s2"
    until(room, "load")
    room.do(c.LoadShoe())
    assert room.state.cut_turn == "first"
