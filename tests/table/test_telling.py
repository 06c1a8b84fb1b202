"""What happened, in words."""

import pytest

from pitboss.rules.cards import Range
from pitboss.table import events as e
from pitboss.table.telling import tell_card, tell_event
from tests.floor import card


def settled(stake: int, returned: int, won: int, *parts: tuple[int, int]) -> e.HandSettled:
    return e.HandSettled(
        box=2,
        hand=0,
        seat=2,
        stake_cents=stake,
        returned_cents=returned,
        won_cents=won,
        parts=parts,
        clause="x",
    )


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (settled(1000, 1000, 1500), "Box 2: 3 to 2 on $10: $15."),
        (settled(2000, 2000, 2000, (1000, 1000), (1000, 1000), (0, 0)), "Box 2: 1 to 1 on $20: $20."),
        (settled(1000, 0, 0), "Box 2: $10 lost."),
        (settled(1000, 500, 0), "Box 2: $5 of $10 returned."),
        (settled(3000, 3000, 1000, (1000, 0), (1000, 0), (1000, 1000)),
         "Box 2 Second Chance: 1 to 1 on $10: $10; $20 returned."),
        (e.WagerSettled(box=1, seat=1, wager="match_the_dealer", stake_cents=500, returned_cents=500,
                        won_cents=5500, clause="x"), "Box 1 match the dealer: 11 to 1 on $5: $55."),
        (e.RangePeeked(shows=Range.SMALL, clause="x"), "The peeker shows a Small card."),
        (e.DeviceBroke(device="reader", name="peeker", clause="x"), "The peeker is out of order."),
        (e.HandDied(box=3, hand=0, seat=3, stake_cents=1000, returned_cents=1000, insurance_cents=500,
                    clause="x"), "Box 3: the hand is dead, $15 returned."),
    ],
)  # fmt: skip
def test_money_is_told_as_it_is_paid(event: e.Event, told: str) -> None:
    assert tell_event(event, 0) == told


def test_a_face_down_card_is_not_told() -> None:
    assert tell_event(e.HoleDealt(clause="x"), 0) == ""
    assert tell_card(card("Td")) == "10♦"
