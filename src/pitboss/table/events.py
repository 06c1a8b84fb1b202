"""What happened at a table: past tense, whole, and by which clause."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from pitboss.rules.cards import Card, Light, Range
from pitboss.rules.player import Action
from pitboss.table.chips import Chips
from pitboss.table.people import Person
from pitboss.table.state import Discard, Stage


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    clause: str
    """The sentence that decided it, as it was cited when it happened."""
    mechanism: str = ""
    """What decided it, with its outcome; empty in records of the first edition."""


CITED = frozenset({"clause", "mechanism", "hands", "why"})
"""Fields that say why, or help to tell it, and take no part in what happened."""


def same_events(one: Sequence[Event], other: Sequence[Event]) -> bool:
    """Did the same things happen? Citations may be corrected later and take no part in it."""
    return len(one) == len(other) and all(map(_same, one, other))


def _same(one: Event, other: Event) -> bool:
    return type(one) is type(other) and _bare(one) == _bare(other)


def _bare(event: Event) -> Event:
    if isinstance(event, OfHand):
        return replace(event, clause="", mechanism="", hands=0)
    if isinstance(event, RoundVoided):
        return replace(event, clause="", mechanism="", why="")
    return replace(event, clause="", mechanism="")


class OfHand(Event, frozen=True, kw_only=True):
    """Something that happened to one of a box's hands."""

    hands: int = 0
    """How many the box had, where it was more than one."""


# ---- people, chips, wagers


class SatDown(Event, frozen=True):
    seat: int
    chips_cents: int
    barred: bool = False
    back_from: int = 0


class WentAway(Event, frozen=True):
    seat: int
    chips_cents: int


class ChipsBought(Event, frozen=True):
    seat: int
    cents: int
    from_account: bool = False
    """Nothing goes into the drop box, and the chips do not come from the tray."""


class TipLeft(Event, frozen=True):
    seat: int
    cents: int


class WagerPlaced(Event, frozen=True):
    box: int
    seat: int
    wager: str
    main: bool
    cents: int
    chips: tuple[Chips, ...] = ()


class WagerTakenBack(Event, frozen=True):
    box: int
    seat: int
    wager: str
    main: bool
    cents: int


class WagerCalled(Event, frozen=True):
    box: int
    seat: int
    cents: int


class CashConverted(Event, frozen=True):
    """A spoken wager was confirmed: the cash went to the drop box, chips to the player."""

    seat: int
    cents: int


class PatronPermitted(Event, frozen=True):
    seat: int


class BettingClosed(Event, frozen=True):
    barred: tuple[int, ...] = ()


class PhaseBegan(Event, frozen=True):
    number: int
    name: str


# ---- cards


class CardDealt(OfHand, frozen=True):
    box: int
    hand: int
    card: Card
    sideways: bool = False
    held: bool = False
    """The card had been drawn in error before."""


class HoleDealt(Event, frozen=True):
    """The dealer's card face down; its face is nobody's."""

    held: bool = False


class HoleTurned(Event, frozen=True):
    card: Card


class HoleInserted(Event, frozen=True):
    reader: str = ""


class RangeLit(Event, frozen=True):
    light: Light


class RangePeeked(Event, frozen=True):
    """The peeker showed the range that is printed on a card."""

    shows: Range


class BlackjackAnswered(Event, frozen=True):
    blackjack: bool


class HandMoved(Event, frozen=True):
    lane: Range


class HandCleared(Event, frozen=True):
    """The hand's cards went to the discard rack; `kept` stay under a side wager."""

    box: int
    hand: int
    kept: int = 0


class TableCleared(Event, frozen=True):
    pass


# ---- decisions and settlement


class InsuranceOffered(Event, frozen=True):
    pass


class InsurancePlaced(Event, frozen=True):
    box: int
    seat: int
    cents: int


class InsuranceReopened(Event, frozen=True):
    """Collected on a wrong answer of the reader, it goes back on the line."""

    box: int
    seat: int
    cents: int


class InsuranceClosed(Event, frozen=True):
    pass


class Decided(OfHand, frozen=True):
    box: int
    hand: int
    seat: int
    action: Action
    cents: int = 0


class SecondChanceDeclined(Event, frozen=True):
    box: int
    hand: int


class PaymentDiffers(Event, frozen=True):
    """The dealer paid something else than is due; nothing has moved, and the round waits."""

    box: int
    hand: int
    wager: str
    seat: int
    due_cents: int
    paid_cents: int


class HandSettled(OfHand, frozen=True):
    """Stakes of the hand, and for wager, double and Second Chance what came back and was won."""

    box: int
    hand: int
    seat: int
    stake_cents: int
    returned_cents: int
    won_cents: int
    parts: tuple[tuple[int, int], ...] = ()


class WagerSettled(Event, frozen=True):
    box: int
    seat: int
    wager: str
    stake_cents: int
    returned_cents: int
    won_cents: int


# ---- equipment, shuffle, cut


class DayBegan(Event, frozen=True):
    pass


class HourStruck(Event, frozen=True):
    hour: int


class ReaderInspected(Event, frozen=True):
    reader: str = ""


class CardsReceived(Event, frozen=True):
    backs: str
    batch: int
    preshuffled: bool
    cards: int


class CardsPrepared(Event, frozen=True):
    step: Stage
    by: Person


class CardsReopened(Event, frozen=True):
    """After an idle time the batch goes through the whole opening again."""


class CardsShuffled(Event, frozen=True):
    by: Person
    order: tuple[int, ...] = ()
    """Seats in the order in which the cut will be offered."""


class SpareShuffled(Event, frozen=True):
    pass


class CutOffered(Event, frozen=True):
    seat: int


class CutRefused(Event, frozen=True):
    seat: int


class CardsCut(Event, frozen=True):
    by: Person
    depth: int


class RecutOrdered(Event, frozen=True):
    order: tuple[int, ...]


class CoverPlaced(Event, frozen=True):
    from_bottom: int


class ShoeLoaded(Event, frozen=True):
    cards: int
    by: Person
    burn: int


class CardBurned(Event, frozen=True):
    held: bool = False


class CoverCameOut(Event, frozen=True):
    seat: int
    """0 on the dealer's hand or nobody's."""


class CardsCollected(Event, frozen=True):
    cards: int


class BatchesSwapped(Event, frozen=True):
    batch: int
    backs: str


class ReshuffleOrdered(Event, frozen=True):
    pass


class DealerRelieved(Event, frozen=True):
    burn: int
    left: str = ""
    came: str = ""


class CardsSpreadIdle(Event, frozen=True):
    face_up: bool


class SpreadAsked(Event, frozen=True):
    seat: int


# ---- irregularities


class FaceUpCardFound(Event, frozen=True):
    card: Card


class CardDrawnInError(Event, frozen=True):
    card: Card | None


class CardRefused(Event, frozen=True):
    """The player gets no more cards in this round, on any hand."""

    box: int
    hand: int
    seat: int


class HeldCardDiscarded(Event, frozen=True):
    pass


class CardOverdrawn(Event, frozen=True):
    card: Card
    counts: bool = False
    """It stays in the dealer's hand; else it went to the rack."""


class CardMissed(Event, frozen=True):
    box: int
    hand: int
    in_deal: bool


class MissedCardWanted(Event, frozen=True):
    box: int
    hand: int


class HandDied(Event, frozen=True):
    """A dead hand; the wagers named came back, what is left of them stayed."""

    box: int
    hand: int
    seat: int
    stake_cents: int
    returned_cents: int
    was_settled: bool = False
    sides: tuple[str, ...] = ()
    """Side wagers that ended with it."""
    side_stake_cents: int = 0
    side_returned_cents: int = 0
    insurance_cents: int = 0
    """The box's insurance, come back with the hand."""
    insurance_was_settled: bool = False


class HandUpheld(Event, frozen=True):
    box: int


class WrongRangeFound(Event, frozen=True):
    what: str


class DisputeRecorded(Event, frozen=True):
    box: int
    round: int


class ReaderMisused(Event, frozen=True):
    pass


class MisuseNoted(Event, frozen=True):
    pass


class DeviceBroke(Event, frozen=True):
    device: str
    name: str = ""
    """Which reader it is."""


class DeviceRepaired(Event, frozen=True):
    device: str
    name: str = ""


class ShufflerCovered(Event, frozen=True):
    pass


class ShufflerJammed(Event, frozen=True):
    spare: bool


class RoundVoided(Event, frozen=True):
    """The round cannot be completed: it ends here, and what was not decided has come back."""

    why: str = ""
    """The floorperson’s reason, where the text does not ask for it."""


class BlackjackMisread(Event, frozen=True):
    """The dealer looked at the hole card and said what it was not."""

    blackjack: bool


class AddedWagersReturned(Event, frozen=True):
    """A Blackjack found late takes the initial wager alone, of a hand that had busted too."""

    box: int
    hand: int
    seat: int
    cents: int


class BlackjackReopened(Event, frozen=True):
    """A Blackjack was paid before the dealer's own was found: its winnings go back."""

    box: int
    hand: int
    seat: int
    cents: int


class ActCorrected(Event, frozen=True):
    """Something was keyed wrongly in this round, and what followed it was decided again."""

    round: int
    keyed: str
    """The act as it was keyed, in the notation."""
    meant: str = ""
    """As it should have been; empty when there was no such act."""
    discards: tuple[Discard, ...] = ()
    """The cards of a finished round's hands as they should have been."""


class PaymentCorrected(Event, frozen=True):
    """A finished round was decided again: the house pays what was missing, or gets back what was too much."""

    round: int
    box: int
    seat: int
    cents: int
    """To the player; to the house where it is negative."""
    rules: str
    """The hash of the rules that the round was played by."""


class DiscardsTaken(Event, frozen=True):
    """The shoe ran out: the rack's cards are stacked for a shuffle in mid-round."""

    cards: int


EVENTS: tuple[Any, ...] = tuple(
    member
    for member in list(globals().values())
    if isinstance(member, type) and issubclass(member, Event) and member not in (Event, OfHand)
)
