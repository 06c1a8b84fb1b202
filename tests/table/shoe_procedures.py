"""What section .7(a) to (d) asks of the shoe, the burn and the cover card, as checks.

Each takes the name of a game; tests/book calls them under the clause of that game's document.
"""

from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import DEALER, DEVICE
from pitboss.table.state import Table
from tests.table.drive import bet, deal, opened
from tests.table.procedures import (
    BATCH,
    STAKE,
    check_play_through,
    clause,
    new_room,
    next_due,
    refused,
    until,
    with_cover,
)


def check_cards_come_from_the_shoe(game: str) -> None:
    room = new_room(game)
    until(room, "load")
    assert refused(room.state, c.CloseBetting()).clause == clause(game, ".7(a)")
    assert refused(room.state, c.DealCard(1, Card(5, 1))).reason == "not_now"
    room = opened(game)
    bet(room, 1, STAKE)
    shoe = room.state.shoe
    deal(room)
    dealt = len(room.of(e.CardDealt, e.HoleDealt))
    assert room.state.shoe == shoe - dealt


def check_dealer_or_device_loads_the_shoe(game: str) -> None:
    for choices, by in (((), DEALER), ((BATCH,), DEVICE)):
        room = new_room(game, *choices)
        until(room, "load")
        (loaded,) = room.do(c.LoadShoe(by))
        assert isinstance(loaded, e.ShoeLoaded)
        assert loaded.by == by
    assert refused(loading(game), c.LoadShoe(DEVICE)).reason == "no_shuffler"


def loading(game: str) -> Table:
    room = new_room(game)
    until(room, "load")
    return room.state


def check_first_card_is_burned(game: str) -> None:
    room = new_room(game)
    until(room, "load")
    room.do(c.LoadShoe())
    bet(room, 1, STAKE)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    assert next_due(room).act == "burn"
    (burned,) = room.do(c.BurnCard())
    assert burned == e.CardBurned(clause=clause(game, ".7(c)"))
    assert [discard.card for discard in room.state.rack] == [None]
    assert next_due(room).act == "card"


def check_new_dealer_burns_one(game: str) -> None:
    room = opened(game)
    room.do(c.RelieveDealer())
    bet(room, 1, STAKE)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    assert next_due(room).act == "burn"
    (burned,) = room.do(c.BurnCard())
    assert burned == e.CardBurned(clause=clause(game, ".7(c) s2"))
    assert next_due(room).act == "card"


def check_round_is_played_out_after_the_cover_card(game: str) -> None:
    for after in (0, 1):
        room = with_cover(game, after, (1,))
        check_play_through(room)
        (came,) = room.of(e.CoverCameOut)
        assert came.clause == clause(game, ".7(d)")
        assert room.of(e.HandSettled)
        assert room.of(e.TableCleared)


def check_cards_are_collected_and_shuffled_after_that_round(game: str) -> None:
    room = with_cover(game, 1, (1,))
    check_play_through(room)
    assert next_due(room).act == "collect"
    room.do(c.CollectCards())
    assert next_due(room).act == "shuffle"


def check_every_card_is_collected(game: str) -> None:
    room = with_cover(game, 1, (1,))
    check_play_through(room)
    (collected,) = room.do(c.CollectCards())
    cards = room.state.terms.cards
    assert collected == e.CardsCollected(cards=cards, clause=clause(game, ".7(d)(1)"))
    assert (room.state.shoe, room.state.rack) == (0, ())
