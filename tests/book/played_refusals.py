"""What a table does not take, each refusal driven at the live table."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.rules.cards import Card, Range
from pitboss.rules.house import Reader
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.people import DEALER, player
from pitboss.table.state import Stage, Table
from pitboss.table.table import step
from tests.book.games import NH, OVER, UNDER, VENDOR
from tests.book.played_procedures import AT_THE_CUT, at_the_cut
from tests.floor import card
from tests.table.drive import Room, bet, deal, opened, scripted, stand_all
from tests.table.mishaps import in_play, say_card
from tests.table.procedures import BATCH, STAKE, new_room, next_due, room_acts, until


class Refusal(NamedTuple):
    state: Table
    command: c.Command


def refusals(game: str) -> Iterator[tuple[str, Refusal]]:
    """What a table of this game does not take, by what was tried."""
    empty = opened(game, seats=(1, 2))
    main, sides = empty.state.terms.main, empty.state.terms.sides
    placed = opened(game, seats=(1, 2))
    bet(placed, 1, STAKE)
    going = in_play(game, seats=(1, 3))
    cutting = new_room(game, seats=(1, 3))
    until(cutting, "offer cut")
    covering = new_room(game)
    until(covering, "place cover")
    one, two = player(1), player(2)

    def wager(cents: int, box: int = 1, name: str = main) -> c.Command:
        return c.PlaceWager(one, box, name, cents)

    yield "a seat that is taken", Refusal(empty.state, c.SitDown(one, STAKE))
    yield "a wager below the minimum", Refusal(empty.state, wager(100))
    yield "a wager of no such chips", Refusal(empty.state, c.BuyChips(DEALER, 1, 1))
    yield "a wager the game does not have", Refusal(empty.state, wager(STAKE, name="lucky"))
    yield "a box of another player", Refusal(empty.state, wager(STAKE, box=2))
    yield "boxes that are not adjacent", Refusal(placed.state, wager(STAKE, box=4))
    _inspect(empty)
    yield "no wager at all", Refusal(empty.state, c.CloseBetting())
    yield "another player's wager", Refusal(placed.state, c.TakeBackWager(two, 1, main))
    yield "a wager after the first card", Refusal(going.state, wager(STAKE, box=2))
    yield "a wager taken back after the first card", Refusal(going.state, c.TakeBackWager(one, 1, main))
    if sides:
        yield "a side wager above the limit", Refusal(placed.state, wager(100_000, name=sides[-1]))
    yield "chips that nobody has", Refusal(_poor(game), wager(STAKE))
    says = Action.OVER if game == OVER else Action.STAND
    yield "a decision out of turn", Refusal(going.state, c.Decide(player(3), 3, says))
    say_card(going)
    yield "a decision while another gets a card", Refusal(going.state, c.Decide(player(3), 3, says))
    yield "a new shuffle during a round", Refusal(going.state, c.OrderReshuffle())
    yield "a card before the shoe is loaded", Refusal(covering.state, c.CloseBetting())
    yield "a cut offered out of order", Refusal(cutting.state, c.OfferCut(3))
    yield from _cuts(game)
    yield "a cover card too deep", Refusal(covering.state, c.PlaceCover(1))
    cutting.do(c.OfferCut(1))
    yield "a cut too near the end", Refusal(cutting.state, c.CutCards(one, 1))
    yield "a face that is all out", Refusal(_spent(going.state), c.FindFaceUp(Card(2, 0)))
    if going.state.terms.change_hours:
        placed.do(c.TellTime(24))
        _inspect(placed)
        yield "decks that are too old", Refusal(placed.state, c.CloseBetting())
    if "spoken_wagers" not in going.state.terms.procedures:
        yield "a spoken wager", Refusal(empty.state, c.CallWager(one, 1, STAKE))
    if going.state.terms.game.has_dealer:
        yield from _with_a_dealer(game)
    if "shuffler" in going.state.terms.game.options:
        yield from _with_a_shuffler(game)
    yield from _house_rules(game)


def _house_rules(game: str) -> Iterator[tuple[str, Refusal]]:
    """What the house has chosen, or has to do first."""
    terms = opened(game).state.terms
    if "boxes_per_player" in terms.game.options:
        boxes = opened(game, "boxes_per_player=1")
        bet(boxes, 1, STAKE)
        yield "a box too many", Refusal(boxes.state, c.PlaceWager(player(1), 2, terms.main, STAKE))
    if "bar_mid_shoe_entry" in terms.game.options:
        barred = opened(game, "bar_mid_shoe_entry=yes", seats=(1, 4))
        bet(barred, 1, STAKE)
        deal(barred)
        stand_all(barred)
        late = c.PlaceWager(player(4), 4, terms.main, STAKE)
        yield "a wager of a player who sat out", Refusal(barred.state, late)
    if "inspect_reader" in terms.procedures and terms.has_reader:
        yield "a reader that was not inspected", Refusal(_with_inspection_due(game), c.CloseBetting())
    ordered = opened(game)
    ordered.do(c.OrderReshuffle())
    yield "a round when a shuffle was ordered", Refusal(ordered.state, c.CloseBetting())
    if game == UNDER:
        few = opened(game, "decks=4")
        bet(few, 1, STAKE)
        yield "a wager not allowed with these decks", Refusal(few.state, _side("match_the_dealer"))
    if game in (UNDER, OVER):
        side = "match_the_dealer" if game == UNDER else "bonus"
        without = opened(game, f"{side}=no")
        bet(without, 1, STAKE)
        yield "a wager that the house does not offer", Refusal(without.state, _side(side))


def _side(wager: str) -> c.Command:
    return c.PlaceWager(player(1), 1, wager, 100)


def _with_inspection_due(game: str) -> Table:
    room = opened(game)
    room.do(c.BeginDay())
    bet(room, 1, STAKE)
    return room.state


# ---- the cut


def _cuts(game: str) -> Iterator[tuple[str, Refusal]]:
    for why in AT_THE_CUT[1:]:
        state = at_the_cut(game, why).state
        other = next(seat for seat in (2, 5, 6) if seat != state.cut_order[0])
        yield f"a cut out of order after the {why}", Refusal(state, c.OfferCut(other))
    for why in ("opening", "floor's order"):
        state = _after(at_the_cut(game, why).state, c.OfferCut)
        yield f"another player's cut after the {why}", Refusal(state, c.CutCards(player(5), 100))
        yield f"another player's refusal after the {why}", Refusal(state, c.RefuseCut(player(5)))
        passed = _after(at_the_cut(game, why).state, c.OfferCut, c.RefuseCut)
        yield (
            f"a cut passed on out of order after the {why}",
            Refusal(passed, c.OfferCut(5 if why == "opening" else 2)),
        )
    again = _after(at_the_cut(game, "opening").state, c.OfferCut, c.CutCards, c.OrderRecut)
    yield "a new cut offered to another", Refusal(again, c.OfferCut(5))


def _after(state: Table, *kinds: type[c.Command]) -> Table:
    """The first in the order is offered the cut, refuses it or cuts, and cuts again on order."""
    first = player(state.cut_order[0])
    acts = {
        c.OfferCut: c.OfferCut(first.seat),
        c.RefuseCut: c.RefuseCut(first),
        c.CutCards: c.CutCards(first, 100),
        c.OrderRecut: c.OrderRecut(),
    }
    for kind in kinds:
        _, state = step(state, acts[kind])
    return state


# ---- a hand against the dealer


def _with_a_dealer(game: str) -> Iterator[tuple[str, Refusal]]:
    one = player(1)
    pair, insuring = scripted(game, cards="8c 7d 8d Th"), scripted(game, cards="9c Ad 9d 7h")
    for room in (pair, insuring):
        bet(room, 1, STAKE)
        while room.state.phase == 0:
            room.do(room.pilot.deal(room.state))
    insuring.house_until("close insurance")
    yield "insurance above half", Refusal(insuring.state, c.Insure(one, 1, STAKE))
    yield "even money without a Blackjack", Refusal(insuring.state, c.TakeEvenMoney(one, 1))
    insuring.house()
    yield "insurance after the reader", Refusal(insuring.state, c.Insure(one, 1, 100))
    pair.house()
    yield "a surrender", Refusal(_three_cards(game), c.Decide(one, 1, Action.SURRENDER))
    yield "a double on three cards", Refusal(_three_cards(game), c.Decide(one, 1, Action.DOUBLE, cents=STAKE))
    yield "a split of three cards", Refusal(_three_cards(game), c.Decide(one, 1, Action.SPLIT))
    yield "a double above the wager", Refusal(pair.state, c.Decide(one, 1, Action.DOUBLE, cents=2 * STAKE))
    if pair.state.house.split.max_hands == 2:
        yield "a second split", Refusal(_split_again(game, "8"), c.Decide(one, 1, Action.SPLIT))
    if game in (NH, VENDOR):
        yield "a card for split aces", Refusal(_split_again(game, "A"), c.Decide(one, 1, Action.HIT))
    yield "a settlement out of order", Refusal(settling(game), c.Settle(1))
    if pair.state.house.dealer.reader == Reader.RANGE:
        moving = scripted(game, cards="9c 7d 9d 4h")
        bet(moving, 1, STAKE)
        while moving.state.phase == 0:
            moving.do(moving.pilot.deal(moving.state))
        moving.house_until("move hand")
        yield "the wrong area", Refusal(moving.state, c.MoveHand(Range.LARGE))
    if not pair.state.terms.has_reader:
        return
    pair.do(c.ReportBroken(DEALER, "reader"))
    yield "a card under a broken reader", Refusal(pair.state, c.Decide(one, 1, Action.HIT))


def _with_a_shuffler(game: str) -> Iterator[tuple[str, Refusal]]:
    stacked = new_room(game, BATCH)
    until(stacked, "shuffle")
    yield "a shuffle by hand", Refusal(stacked.state, c.ShuffleCards(DEALER))
    second = new_room(game, BATCH)
    while not second.state.backs or next_due(second).act != "receive":
        until_next(second)
    yield "a second batch of the same color", Refusal(second.state, c.ReceiveCards(second.state.backs[0]))


def until_next(room: Room) -> None:
    found = next_due(room)
    command = room.pilot.act(room.state)
    room.do(command or c.PrepareCards(found.who, Stage(found.hand)))


def _poor(game: str) -> Table:
    room = opened(game)
    seat = room.state.players[0]
    return replace(room.state, players=(replace(seat, chips_cents=0),))


def _spent(state: Table) -> Table:
    return replace(state, seen=bytes([100] * len(state.seen)))


def _inspect(room: Room) -> None:
    if room.state.terms.has_reader:
        room.do(c.InspectReader())


def _three_cards(game: str) -> Table:
    room = scripted(game, cards="2c 7d 3d Th 2s")
    bet(room, 1, STAKE)
    deal(room)
    room.do(c.Decide(player(1), 1, Action.HIT))
    room.do(c.DealCard(1, card("2s")))
    return room.state


def _split_again(game: str, rank: str) -> Table:
    """Two of a rank are split, and the first gets a third of it."""
    choices = ("resplit_aces=yes",) if game == VENDOR else ()
    room = scripted(game, *choices, cards=f"{rank}c 7d {rank}d Th {rank}s")
    bet(room, 1, STAKE)
    deal(room)
    room.do(c.Decide(player(1), 1, Action.SPLIT))
    room.do(c.DealCard(1, card(f"{rank}s")))
    return room.state


def settling(game: str) -> Table:
    room = scripted(game, cards="9c 9s 7d 9d 9h Th", seats=(1, 3))
    for seat in (1, 3):
        bet(room, seat, STAKE)
    deal(room)
    while room.state.phase_name != "settle":
        room_acts(room)
    return room.state


def refused(refusal: Refusal) -> Refused:
    try:
        step(refusal.state, refusal.command)
    except Refused as refused:
        return refused
    raise AssertionError(f"{refusal.command} was taken")
