"""What happened, in words."""

from collections.abc import Iterator
from typing import Any

import pytest

from pitboss.rules.cards import Light, Range
from pitboss.table import events as e
from pitboss.table.acts import DECISIONS, STEPS
from pitboss.table.event_text import ALOUD, SAYS, SILENT, sentence, tell_card, tell_event
from pitboss.table.people import DEALER, player
from tests.floor import card, game_of

GAME = game_of("down-under-pa")


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
        (settled(1000, 1000, 1500), "Box 2 wins $15 (3 to 2)."),
        (settled(2000, 2000, 2000, (1000, 1000), (1000, 1000), (0, 0)), "Box 2 wins $20 (1 to 1)."),
        (settled(1000, 0, 0), "Box 2 loses $10."),
        (settled(1000, 500, 0), "Box 2 gets $5 of $10 back."),
        (settled(0, 0, 0), "Box 2: no wager is left on it."),
        (settled(3000, 3000, 1000, (1000, 0), (1000, 0), (1000, 1000)),
         "Box 2 second chance wager wins $10 (1 to 1); $20 is returned."),
        (e.WagerSettled(box=1, seat=1, wager="match_the_dealer", stake_cents=500, returned_cents=500,
                        won_cents=5500, clause="x"), "Box 1, Match-the-Dealer Wager, wins $55 (11 to 1)."),
        (e.RangePeeked(shows=Range.SMALL, clause="x"), "The peeker shows a Small card."),
        (e.DeviceBroke(device="reader", name="peeker", clause="x"), "The peeker is out of order."),
        (e.HandDied(box=3, hand=0, seat=3, stake_cents=1000, returned_cents=1000, insurance_cents=500,
                    clause="x"), "Box 3 is dead: $15 is returned."),
    ],
)  # fmt: skip
def test_money_is_told_as_it_is_paid(event: e.Event, told: str) -> None:
    assert tell_event(event, 0, GAME) == told


def test_a_face_down_card_is_not_told() -> None:
    assert tell_event(e.HoleDealt(clause="x"), 0, GAME) == ""
    unseen = e.CardDrawnInError(card=None, clause="x")
    assert sentence(unseen, GAME) == "A card is drawn by mistake: face down."
    assert tell_card(card("Td")) == "10♦"


def test_every_kind_of_event_has_its_sentence_or_is_silent_by_name() -> None:
    """A kind added without words fails here: one place tells each, for terminal, paper and web alike."""
    assert set(SAYS) | SILENT == set(e.EVENTS)
    assert not set(SAYS) & SILENT
    assert set(SAYS) >= ALOUD


VALUES: dict[str, tuple[object, ...]] = {
    "card": (card("Td"),), "light": tuple(Light), "shows": tuple(Range), "lane": tuple(Range),
    "action": tuple(DECISIONS), "step": tuple(STEPS), "by": (DEALER, player(3)),
    "wager": ("match_the_dealer",),
    "device": ("reader", "shuffler"), "what": ("light", "lane"), "backs": ("red",), "reader": ("peeker",),
    "name": ("peeker", ""), "clause": ("x",), "chips": ((),), "order": ((1, 2),), "sides": ((),),
    "parts": (((0, 0), (0, 0), (0, 0)), ((500, 0), (0, 0), (500, 500))), "barred": ((), (2,)),
    "left": ("", "Ann"), "came": ("", "Bob"), "why": ("", "a misdeal", "A misdeal."),
    "keyed": ("deal@1=9c", "settle@2=-,2000"), "meant": ("", "deal@0=8c"), "discards": ((),),
}  # fmt: skip
"""What the fields of events may hold; every other one is a number."""


def made(kind: Any) -> Iterator[e.Event]:
    """Events of this kind: each value of each field once."""
    values = {name: VALUES.get(name, (0, 1, 500)) for name in kind.__struct_fields__}
    first = {name: found[-1] for name, found in values.items()}
    for name, found in values.items():
        for value in found:
            yield kind(**first | {name: value})


@pytest.mark.parametrize("kind", e.EVENTS, ids=lambda kind: kind.__name__)
def test_every_sentence_can_be_said(kind: type[e.Event]) -> None:
    """No sentence tells a field that its event lacks, and no Python leaks into the words."""
    for event in made(kind):
        told = sentence(event, GAME)
        assert told.endswith(".") or kind in SILENT
        assert not any(mark in told for mark in "<{[_")
