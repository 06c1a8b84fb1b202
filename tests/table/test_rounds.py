"""Whole random rounds: the table and the naive model agree on every cent."""

import random
from typing import Any

import pytest

from pitboss.rules.cards import Card
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.events import HandSettled, WagerSettled
from pitboss.table.shoes import VirtualShoe
from pitboss.table.state import Box, Hand, Table
from tests import naive
from tests.floor import house_of
from tests.table.drive import Room, opened, random_round

NAMES = "A23456789TJQK"
TABLES = [
    ("blackjack",),
    ("blackjack", "hole_card=european", "surrender=late"),
    ("blackjack", "surrender=early", "soft_17=hit", "decks=1"),
    ("blackjack", "shuffler=continuous"),
    ("down-under-pa",),
    ("down-under-pa", "decks=8", "settlement_order=box_by_box", "shuffler=batch"),
    ("down-under-pa", "reading.D3=R2", "reading.D1=R2"),
    ("down-under-vendor", "resplit_aces=yes", "range_device=peeker"),
    ("double-back-jack-pa", "reading.B14=R2", "shuffler=batch"),
    ("double-back-jack-pa", "decks=2", "reading.B1=R2", "reading.B7=R2", "shuffler=counting"),
    ("blackjack-match-nh",),
    ("over-under-pa",),
    ("over-under-pa", "reading.O3=R2", "reading.O2=R2"),
]


def text(card: Card) -> str:
    return NAMES[card.rank - 1] + "cdhs"[card.suit]


def naive_hand(hand: Hand) -> dict[str, Any]:
    told: dict[str, Any] = {"cards": [text(card) for card in hand.cards], "stake": hand.original_cents}
    if hand.double_cents:
        told["double"] = hand.double_cents
    if hand.chance is not None:
        told |= {"second_chance": hand.chance_cents, "second_chance_card": text(hand.chance)}
    return told


def naive_box(box: Box, even_money: bool) -> dict[str, Any]:
    return {
        "hands": [naive_hand(hand) for hand in box.hands],
        "first_two": [text(card) for card in box.firsts],
        "insurance": box.insurance_cents,
        "even_money": even_money,
        "surrender": box.hands[0].surrendered,
        "side": {side.id: side.stake_cents for side in box.sides},
    }


def paid_by_table(room: Room, start: int, box: int) -> dict[str, Any]:
    """What came back for each wager of a box, stake included."""
    hands: dict[int, list[int]] = {}
    wagers: dict[str, int] = {}
    for event in room.events[start:]:
        if isinstance(event, HandSettled) and event.box == box:
            assert event.hand not in hands, "settled twice"
            hands[event.hand] = [returned + won for returned, won in event.parts]
        if isinstance(event, WagerSettled) and event.box == box:
            assert event.wager not in wagers, "settled twice"
            wagers[event.wager] = event.returned_cents + event.won_cents
    return {"hands": [hands[number] for number in sorted(hands)], "wagers": wagers}


def check_box(room: Room, start: int, state: Table, box: Box) -> None:
    game = state.terms.game
    even = any(
        isinstance(event, HandSettled) and event.box == box.number and phase == "insurance"
        for phase, event in phases(room, start)
    )
    wanted = naive.settle_box(
        game.id,
        naive_box(box, even),
        [text(card) for card in state.dealer.cards],
        dict(game.option_values),
        game.reading_choices,
    )
    found = paid_by_table(room, start, box.number)
    assert found["hands"] == [list(back.values()) for back in wanted["hands"]]
    if box.insurance_cents:
        assert found["wagers"].pop("insurance") == wanted["insurance"]
    assert found["wagers"] == wanted["side"]


def phases(room: Room, start: int) -> list[tuple[str, object]]:
    told: list[tuple[str, object]] = []
    phase = ""
    for event in room.events[start:]:
        phase = getattr(event, "name", phase)
        told.append((phase, event))
    return told


def check_over_under(room: Room, start: int, state: Table, box: Box) -> None:
    hand = box.hands[0]
    play = {Action.OVER: "over", Action.UNDER: "under", Action.FOLD: "surrender"}[Action(hand.choice)]
    bonus = sum(side.stake_cents for side in box.sides)
    told = {
        "cards": [text(card) for card in hand.cards], "ante": box.initial_cents, "play": play, "bonus": bonus
    }  # fmt: skip
    wanted = naive.settle_over_under(told, {}, state.terms.game.reading_choices)
    found = paid_by_table(room, start, box.number)
    ante, play_back, nothing = found["hands"][0]
    assert (ante, play_back, nothing) == (wanted["ante"], wanted["play"], 0)
    assert found["wagers"].get("bonus", 0) == wanted["bonus"]


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_the_naive_model_agrees_on_the_money_of_random_rounds(choices: tuple[str, ...]) -> None:
    """Splits, doubles for less, insurance, even money, surrender, Second Chance and every side wager."""
    rng = random.Random(" ".join(choices))
    decks = house_of(*choices).decks
    room = opened(*choices, seats=(2, 5, 6), shoe=VirtualShoe(decks, rng))
    kept: list[Table] = []
    original = room.do

    def watch(command: c.Command) -> Any:
        if isinstance(command, c.ClearTable):
            kept.append(room.state)
        return original(command)

    room.do = watch  # type: ignore[method-assign]
    for _ in range(150):
        start = len(room.events)
        random_round(room, rng)
        for box in kept[-1].boxes:
            if choices[0] == "over-under-pa":
                check_over_under(room, start, kept[-1], box)
            else:
                check_box(room, start, kept[-1], box)
    assert len(kept) == 150
