"""The faces of a shoe: the order that was promised last is the one that is dealt."""

import random

from pitboss.desk.automation import AUTOMATABLE
from pitboss.desk.hidden_cards import HiddenCards
from pitboss.desk.sealed_shoe import SealedOrder, cut_order
from pitboss.desk.shoe_derivation import derive_order, new_house_seed
from pitboss.desk.shoe_positions import CardPosition, ShoePositions, ShuffledShoe
from pitboss.desk.verify import verify_store
from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.events import CardDealt
from pitboss.table.people import player
from pitboss.table.shoes import full_batch
from tests.desk.drive import ATTENDED, Guest, new_pit


def test_a_shoe_shuffled_again_under_its_number_is_dealt_in_its_new_order() -> None:
    """A transaction that lost a race is made again, with another seed of the house."""
    first, second = (
        SealedOrder(derive_order(full_batch(1), new_house_seed(random.Random(seed).randbytes), ()), b"")
        for seed in (1, 2)
    )
    positions = ShoePositions(number=1, left=52, shoes=(ShuffledShoe(1, 52, (20,)),))
    hidden_cards = HiddenCards({1: first})
    assert hidden_cards.at(positions, positions.next) == cut_order(first.order, (20,))[0]
    hidden_cards.orders[1] = second
    assert hidden_cards.at(positions, positions.next) == cut_order(second.order, (20,))[0]
    assert hidden_cards.at(positions, CardPosition(1, 1)) == cut_order(second.order, (20,))[51]


def facing_a_split() -> Guest:
    """A guest at a table of Double Back Jack, on turn with the first hand of a split pair."""
    for seed in range(200):
        desk = new_pit(seed=seed).open("t1", "double-back-jack-pa", automate=AUTOMATABLE - ATTENDED)
        guest = Guest(desk, seed)
        guest.sit(1)
        guest.do(c.PlaceWager(by=player(1), box=1, wager=desk.state.terms.main, cents=1000))
        guest.do(c.CloseBetting())
        guest.tries(c.Decide(by=player(1), box=1, action=Action.SPLIT))
        next_due = due(desk.state)
        if (
            next_due
            and next_due.act == "decide"
            and len(desk.state.boxes[0].hands) == 2
            and not next_due.hand
        ):
            return guest
    raise AssertionError("no pair was dealt")


def test_a_refused_card_passes_by_and_the_next_of_the_shoe_is_dealt() -> None:
    """673a.13(c): the second hand gets the card that lay under the refused one, as the shoe was promised."""
    guest = facing_a_split()
    desk = guest.desk
    guest.do(c.DrawInError(card=Card(2, 0)))
    held, positions = desk.state.held, desk.desk_state.positions
    under = desk._hidden_cards.at(positions, positions.next)
    assert held is not None
    assert desk._hidden_cards.next(desk.state, positions) == held.card != under
    answer = desk.submit(c.RefuseCard(by=player(1), box=1), key="refused")
    dealt = [event for event in answer.events if isinstance(event, CardDealt)]
    assert (dealt[0].box, dealt[0].hand, dealt[0].card) == (1, 1, under)
    guest.do(c.OrderReshuffle())
    store = desk._pit.store
    assert "ShoeOpened" in [record.kind for record in store.read("t1")]
    assert verify_store(store).fault is None
