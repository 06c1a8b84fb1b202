"""A table's record as plain facts for `tests.naive.letter`: words, numbers, cards as text; no rule."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table import events as e
from tests.naive.layout import Fact
from tests.naive.owed import Death

RANKS, SUITS = "A23456789TJQK", "cdhs"
RANGES = ("small", "medium", "large")
"""By the number of the range, and of the light that stands for it."""
OTHER: Fact = ("other",)


def card_text(card: Card | None) -> str:
    return "" if card is None else RANKS[card.rank - 1] + SUITS[card.suit]


class Facts:
    """Turns what happened into facts; remembers a card that was exposed, because the hole card may be it."""

    def __init__(self) -> None:
        self.exposed = ""

    def of(self, command: c.Command, events: Sequence[e.Event]) -> Iterator[Fact]:
        """What was asked for first, then what happened, in order."""
        asked = _ASKED.get(type(command))
        if asked is not None:
            yield asked(command)
        to_void = any(isinstance(event, e.RoundVoided) for event in events)
        for event in events:
            if to_void and isinstance(event, e.HandDied | e.WagerSettled | e.RoundVoided):
                to_void = False
                yield ("void",)
            if isinstance(event, e.CardDrawnInError):
                self.exposed = card_text(event.card)
            if isinstance(event, e.HoleDealt):
                yield "hole", self.exposed if event.held else ""
            else:
                tell = _HAPPENED.get(type(event))
                if tell is not None:
                    yield tell(event)


def _death(told: e.HandDied) -> Death:
    return Death(
        box=told.box,
        hand=told.hand,
        stake=told.stake_cents,
        returned=told.returned_cents,
        sides=told.sides,
        side_returned=told.side_returned_cents,
        insurance=told.insurance_cents,
        why="",
    )


_ASKED: dict[type[c.Command], Callable[[Any], Fact]] = {
    c.TakeEvenMoney: lambda asked: ("even money", asked.box),
    c.CallDead: lambda asked: ("call dead", asked.box, asked.hand),
}

_HAPPENED: dict[type[e.Event], Callable[[Any], Fact]] = {
    e.WagerPlaced: lambda told: ("bet", told.box, told.seat, told.wager, told.cents),
    e.WagerTakenBack: lambda told: ("taken back", told.box, told.wager, told.cents),
    e.BettingClosed: lambda _: ("betting closed",),
    e.CardDealt: lambda told: ("card", told.box, told.hand, card_text(told.card), told.held),
    e.HoleTurned: lambda told: ("turned", card_text(told.card)),
    e.InsuranceOffered: lambda _: ("offered",),
    e.InsuranceClosed: lambda _: ("insurance closed",),
    e.InsurancePlaced: lambda told: ("insured", told.box, told.cents),
    e.HoleInserted: lambda _: ("inserted",),
    e.RangeLit: lambda told: ("light", RANGES[told.light]),
    e.RangePeeked: lambda told: ("light", RANGES[told.shows]),
    e.HandMoved: lambda _: ("moved",),
    e.BlackjackAnswered: lambda told: ("answer", told.blackjack),
    e.Decided: lambda told: ("decision", told.box, told.hand, told.action.name.lower(), told.cents),
    e.SecondChanceDeclined: lambda told: ("no second chance", told.box, told.hand),
    e.CardMissed: lambda told: ("missed", told.box, told.hand),
    e.MissedCardWanted: lambda told: ("wants missed", told.box, told.hand),
    e.HandUpheld: lambda told: ("upheld", told.box),
    e.WrongRangeFound: lambda told: ("wrong range", told.what),
    e.CardDrawnInError: lambda told: ("drawn", card_text(told.card)),
    e.FaceUpCardFound: lambda told: ("face up", card_text(told.card)),
    e.CardRefused: lambda told: ("refuses", told.box, told.seat),
    e.HeldCardDiscarded: lambda _: ("discarded",),
    e.CardOverdrawn: lambda told: ("overdrawn", card_text(told.card), told.counts),
    e.DeviceBroke: lambda told: ("broken", told.device),
    e.DeviceRepaired: lambda told: ("repaired", told.device),
    e.TableCleared: lambda _: ("cleared",),
    e.HandSettled: lambda told: ("paid", told.box, told.hand, told.stake_cents, told.parts),
    e.WagerSettled: lambda told: (
        "wager paid", told.box, told.wager, told.stake_cents, told.returned_cents, told.won_cents
    ),
    e.HandDied: lambda told: ("died", _death(told)),
    e.BlackjackMisread: lambda _: ("misread",),
    e.ReaderMisused: lambda _: ("misused",),
    e.AddedWagersReturned: lambda told: ("added returned", told.box, told.hand, told.cents),
    e.BlackjackReopened: lambda told: ("blackjack reopened", told.box, told.hand, told.cents),
    e.InsuranceReopened: lambda told: ("reopened", told.box, told.cents),
}  # fmt: skip
