"""Procedures at the live table: the day, the shuffle, the cut, idle tables, batches and devices."""

from collections.abc import Callable
from contextlib import suppress

from msgspec.structs import replace

from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.people import DEALER, FLOOR, player
from pitboss.table.state import Discard
from tests.book.games import GAMES, NH, OVER, PA, PLAIN, UNDER
from tests.table.drive import Room, bet, deal, opened, prepare, stand_all
from tests.table.procedures import BATCH, STAKE, check_play_through, new_room, next_due, until, with_cover

Drive = Callable[[str], Room]


def _opening(*choices: str) -> Drive:
    return lambda game: opened(game, *choices, seats=(1, 3))


def _house_keeping(game: str) -> Room:
    """Chips, tips, time, a new dealer, a wager taken back, a new shuffle on the floor's word."""
    room = opened(game, seats=(1, 3))
    main = room.state.terms.main
    room.do(c.BuyChips(DEALER, 1, STAKE))
    room.do(c.Tip(player(1), 100))
    room.do(c.BeginDay())
    room.do(c.TellTime(1))
    room.do(c.RelieveDealer())
    room.do(c.PlaceWager(player(1), 1, main, STAKE))
    room.do(c.TakeBackWager(player(1), 1, main))
    room.do(c.Leave(player(3)))
    if room.state.terms.has_reader:
        room.do(c.InspectReader())
    bet(room, 1, STAKE)
    deal(room)
    stand_all(room)
    room.do(c.OrderReshuffle())
    prepare(room)
    return room


def _recut(game: str) -> Room:
    """A new cut is ordered, and who cut last lets it pass."""
    room = new_room(game)
    until(room, "offer cut")
    room.do(c.OfferCut(1))
    room.do(c.CutCards(player(1), room.state.stack // 2))
    room.do(c.OrderRecut())
    room.do(c.OfferCut(1))
    room.do(c.RefuseCut(player(1)))
    return room


AT_THE_CUT = ("opening", "cover card", "dealer's cover card", "floor's order")


def at_the_cut(game: str, why: str) -> Room:
    """Seats 2, 5 and 6 (the first comer sits in 2), and the cut is about to be offered."""
    seats = (2, 5, 6)
    if why == "opening":
        room = new_room(game, seats=seats)
        until(room, "offer cut")
        return room
    room = opened(game, seats=seats)
    if why == "floor's order":
        room.do(c.OrderReshuffle())
    else:
        after = 1 if why == "cover card" else 3 if room.state.terms.game.has_dealer else 0
        _cover_comes_out(room, after)
        check_play_through(room)
    until(room, "offer cut")
    return room


def _cover_comes_out(room: Room, after: int) -> None:
    """The cut card lies under so many cards: everything above them has been dealt."""
    state = room.state
    gone = (Discard(None),) * (state.shoe - state.cover - after)
    room.state = replace(state, shoe=state.cover + after, rack=(*state.rack, *gone))


def _cut_goes_round(why: str) -> Drive:
    def drive(game: str) -> Room:
        room = at_the_cut(game, why)
        until(room, "place cover")
        return room

    return drive


def _cover_card(game: str) -> Room:
    if room_has_fixed_cover(game):
        room = opened(game)
        _cover_comes_out(room, 0)
    else:
        room = with_cover(game, 1, (1,))
    bet(room, 1, STAKE)
    deal(room)
    with suppress(AssertionError):
        stand_all(room)
    if due(room.state) is not None and next_due(room).act == "collect":
        room.do(c.CollectCards())
    return room


def room_has_fixed_cover(game: str) -> bool:
    return bool(opened(game).state.terms.cover_cards)


def _preshuffled(game: str) -> Room:
    room = new_room(game)
    room.do(c.ReceiveCards("red", preshuffled=True))
    return room


def _idle(*choices: str, ask: bool) -> Drive:
    def drive(game: str) -> Room:
        room = opened(game, *choices)
        room.do(c.Leave(player(1)))
        room.do(c.SpreadIdle())
        room.do(c.SitDown(player(1), 1_000_000))
        if ask:
            room.do(c.AskForSpread(player(1)))
        prepare(room)
        return room

    return drive


def _spoken(game: str) -> Room:
    room = opened(game)
    room.do(c.CallWager(player(1), 1, STAKE))
    room.do(c.ConfirmCall(DEALER, 1))
    return room


def _barred(game: str) -> Room:
    room = opened(game, "bar_mid_shoe_entry=yes", seats=(1, 4))
    bet(room, 1, STAKE)
    deal(room)
    stand_all(room)
    room.do(c.SitDown(player(6), 1_000_000))
    room.do(c.PermitPatron(FLOOR, 4))
    return room


def _batches(game: str) -> Room:
    room = opened(game, BATCH)
    room.do(c.OrderReshuffle())
    prepare(room)
    return room


def _device(game: str) -> Room:
    return opened(game, "shuffler=counting")


PROCEDURES: dict[str, tuple[Drive, tuple[str, ...]]] = {
    "opening": (_opening(), GAMES),
    "housekeeping": (_house_keeping, GAMES),
    "recut": (_recut, GAMES),
    "cover card": (_cover_card, GAMES),
    **{f"nobody cuts after the {why}": (_cut_goes_round(why), GAMES) for why in AT_THE_CUT},
    "two batches": (_batches, (*PA, NH, PLAIN)),
    "counting device": (_device, (*PA, PLAIN)),
    "preshuffled cards": (_preshuffled, PA),
    "idle table": (_idle(ask=False), PA),
    "idle table with a shuffler": (_idle(BATCH, ask=True), PA),
    "spoken wager": (_spoken, (UNDER, OVER)),
    "bar": (_barred, (*PA, PLAIN)),
}
