"""The coach's figures at a live table, beside counts made by hand and the analyst's for the same cards."""

import pytest

from pitboss.desk.coach import NO_VALUES, cost_of, evaluate_actions, evaluate_insurance, unseen, value_actions
from pitboss.exact.advice import advise
from pitboss.exact.composition import Composition, fresh_shoe
from pitboss.rules.player import Action
from pitboss.table.due import due
from tests.floor import card
from tests.table.drive import Room, bet, deal, say, scripted


def dealt(name: str, *choices: str, cards: str, until: str = "decide", seats: tuple[int, ...] = (1,)) -> Room:
    room = scripted(name, *choices, cards=cards, seats=seats)
    for seat in seats:
        bet(room, seat, 1000)
    while room.state.phase == 0:
        room.do(room.pilot.deal(room.state))
    room.house_until(until)
    return room


def worth(room: Room) -> dict[str, float]:
    next_due = due(room.state)
    assert next_due is not None
    return value_actions(room.state, next_due)


def test_every_action_has_the_analysts_value_for_the_cards_that_were_seen() -> None:
    """The neighbour's cards are gone from the shoe of the one who decides; the hole card is not."""
    room = dealt("blackjack", cards="Ks 5c 9d 6h 6s Td", seats=(1, 2))
    ranks = list(fresh_shoe(6).ranks)
    for word in ("5c", "6s"):
        ranks[card(word).rank - 1] -= 1
    expected = advise(room.state.house, Composition(tuple(ranks)), [13, 6], 9)
    assert worth(room) == pytest.approx(dict(expected.values))
    assert next(iter(worth(room))) == max(worth(room), key=worth(room).__getitem__)


def test_a_hand_from_a_split_is_neither_split_nor_surrendered() -> None:
    room = dealt("blackjack", cards="8s 9d 8h Td 8c 2c")
    assert "split" in worth(room)
    next_due = due(room.state)
    assert next_due is not None
    say(room, Action.SPLIT)
    assert set(worth(room)) == {"hit", "stand", "double"}


def test_what_a_decision_cost_is_the_best_less_what_was_chosen() -> None:
    values = {"stand": 0.25, "hit": -0.5, "decline": -1.0}
    assert cost_of(values, Action.STAND) == 0
    assert cost_of(values, Action.HIT) == 0.75
    assert cost_of(values, None) == 1.25
    assert cost_of(values, Action.SPLIT) is None


def test_cards_seen_since_the_shuffle_are_gone_and_those_of_the_position_count() -> None:
    room = dealt("blackjack", cards="Ks 9d 6h Td")
    here = [card("Ks"), card("6h"), card("9d")]
    assert unseen(room.state, here).ranks == fresh_shoe(6).ranks
    assert unseen(room.state, []).size == 6 * 52 - 3


def test_nothing_is_valued_when_nothing_is_asked() -> None:
    room = dealt("blackjack", cards="Ks Ad 6h 9d", until="close insurance")
    next_due = due(room.state)
    assert next_due is not None
    assert evaluate_actions(room.state, next_due) == NO_VALUES
    deal(room)
    assert evaluate_insurance(room.state, 1) == NO_VALUES, "insurance is closed"


@pytest.mark.parametrize(
    ("name", "cards", "tens", "unknown"),
    [("blackjack", "9s Ad 8h 7d", 96, 309), ("double-back-jack-pa", "Ks Ad 8h 7d", 95, 309)],
)
def test_insurance_is_worth_what_the_unseen_tens_make_it(
    name: str, cards: str, tens: int, unknown: int
) -> None:
    """Half the wager at 2 to 1, beside nothing."""
    room = dealt(name, cards=cards, until="close insurance")
    added = evaluate_insurance(room.state, 1).values
    assert added == {"neither": 0, "insurance": pytest.approx((2 * tens - (unknown - tens)) / unknown / 2)}


def test_even_money_is_one_less_what_waiting_wins() -> None:
    """95 tens of 309 unseen: with one of them below the ace the Blackjack is a tie, else it wins 3 to 2."""
    room = dealt("blackjack", cards="Ks Ad Ah 7d", until="close insurance")
    added = evaluate_insurance(room.state, 1).values
    assert added["even money"] == pytest.approx(1 - (309 - 95) / 309 * 1.5)
    assert added["even money"] == pytest.approx(added["insurance"]), "at 3 to 2 they are one and the same"
    assert next(iter(added)) == "neither"
