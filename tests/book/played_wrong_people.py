"""Acts that are somebody else's, each refused at the live table."""

from collections.abc import Iterator

from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.people import DEALER, DEVICE, FLOOR, player
from pitboss.table.state import Stage
from tests.book.played_procedures import at_the_cut
from tests.book.played_refusals import Refusal, settling
from tests.table.drive import bet, opened
from tests.table.mishaps import in_play
from tests.table.procedures import STAKE, new_room, until


def refusals(game: str) -> Iterator[tuple[str, Refusal]]:
    """What the wrong person tries, by who tried what."""
    one = player(1)
    going, placed = in_play(game, seats=(1, 3)).state, opened(game)
    bet(placed, 1, STAKE)
    bare, shuffling = new_room(game), new_room(game)
    until(shuffling, "shuffle")
    cutting = at_the_cut(game, "opening").state
    yield "a player dealing a card", Refusal(going, c.DealCard(1, Card(2, 0), by=one))
    yield "a player shuffling", Refusal(shuffling.state, c.ShuffleCards(one))
    yield "a player clearing the table", Refusal(going, c.ClearTable(one))
    yield "a player settling a wager", Refusal(going, c.Settle(1, by=one))
    yield "a player closing the betting", Refusal(placed.state, c.CloseBetting(one))
    yield "a player offering the cut", Refusal(cutting, c.OfferCut(1, one))
    yield "a player ordering a shuffle", Refusal(placed.state, c.OrderReshuffle(one))
    yield "the floorperson dealing a card", Refusal(going, c.DealCard(1, Card(2, 0), by=FLOOR))
    yield "the floorperson shuffling", Refusal(shuffling.state, c.ShuffleCards(FLOOR))
    yield "the dealer ordering a shuffle", Refusal(placed.state, c.OrderReshuffle(DEALER))
    yield "the dealer ordering a new cut", Refusal(cutting, c.OrderRecut(DEALER))
    yield "the dealer beginning the day", Refusal(placed.state, c.BeginDay(DEALER))
    yield "the dealer calling a new dealer", Refusal(placed.state, c.RelieveDealer(DEALER))
    yield "the dealer betting", Refusal(placed.state, c.PlaceWager(DEALER, 1, placed.state.terms.main, STAKE))
    yield "the dealer playing a hand", Refusal(going, c.Decide(DEALER, 1, Action.STAND))
    yield "the dealer declining the cut", Refusal(cutting, c.RefuseCut(DEALER))
    yield "a device cutting the cards", Refusal(cutting, c.CutCards(DEVICE, 60))
    yield "somebody without a seat", Refusal(bare.state, c.SitDown(player(0), STAKE))
    if going.terms.opening:
        step = going.terms.opening[0]
        until(bare, "prepare")
        yield "a player preparing the cards", Refusal(bare.state, c.PrepareCards(one, Stage(step)))
    if going.terms.game.has_dealer:
        yield from _at_a_dealers_hand(game)


def _at_a_dealers_hand(game: str) -> Iterator[tuple[str, Refusal]]:
    ending = settling(game)
    yield "the floorperson settling a wager", Refusal(ending, c.Settle(3, by=FLOOR))
    yield "the dealer taking insurance", Refusal(ending, c.Insure(DEALER, 1, 100))
    yield "a player turning the hole card", Refusal(ending, c.TurnHole(Card(2, 0), player(1)))
    yield "the floorperson turning the hole card", Refusal(ending, c.TurnHole(Card(2, 0), FLOOR))
    if ending.terms.has_reader:
        yield "the dealer inspecting the reader", Refusal(ending, c.InspectReader(DEALER))
