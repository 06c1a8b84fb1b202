"""What people and devices do or ask at a table. Each command says who gives it."""

from typing import ClassVar

import msgspec

from pitboss.rules.cards import Card, Light, Range
from pitboss.rules.player import Action
from pitboss.table.chips import Chips
from pitboss.table.people import DEALER, DEVICE, FLOOR, Person, Role
from pitboss.table.state import Stage

ANY = frozenset(Role)
PLAYERS = frozenset({Role.PLAYER})
DEALERS = frozenset({Role.DEALER})
FLOORS = frozenset({Role.FLOOR})
DEVICES = frozenset({Role.DEVICE})
STAFF = DEALERS | FLOORS


class Command(msgspec.Struct, frozen=True, tag=True, omit_defaults=True):
    roles: ClassVar[frozenset[Role]] = ANY


# ---- people, chips, wagers


class SitDown(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    chips_cents: int = 0
    back_from: int = 0
    """The seat from which this patron bet in the last round; 0 for anybody else."""


class Leave(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person


class BuyChips(Command, frozen=True):
    """Cash on the layout becomes chips; the dealer changes it. Or chips are bought from an account."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person
    seat: int
    cents: int
    from_account: bool = False


class Tip(Command, frozen=True):
    """Chips for the dealers, into the tip box."""

    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    cents: int


class PlaceWager(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int
    wager: str
    cents: int = 0
    chips: tuple[Chips, ...] = ()
    """Where a stake is laid out in chips, the cents follow from them."""


class TakeBackWager(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int
    wager: str


class CallWager(Command, frozen=True):
    """A main wager by word of mouth, with cash beside it."""

    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int
    cents: int


class ConfirmCall(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person
    seat: int


class PermitPatron(Command, frozen=True):
    """The house lets a barred player bet again."""

    roles: ClassVar[frozenset[Role]] = FLOORS
    by: Person
    seat: int


class CloseBetting(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


# ---- cards out of the shoe


class DealCard(Command, frozen=True):
    """The card that came goes, face up, where one is due; box 0 is the dealer's hand."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    box: int
    card: Card
    hand: int = 0
    by: Person = DEALER


class DealHole(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


class TurnHole(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    card: Card
    by: Person = DEALER


class InsertHole(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


class LightRange(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEVICES
    light: Light
    by: Person = DEVICE


class PeekRange(Command, frozen=True):
    """What the peeker shows of a card that has its range printed on it."""

    roles: ClassVar[frozenset[Role]] = DEVICES
    shows: Range
    by: Person = DEVICE


class AnswerBlackjack(Command, frozen=True):
    """The reader's answer; or the dealer's, who has looked at the card."""

    roles: ClassVar[frozenset[Role]] = DEVICES | DEALERS
    blackjack: bool
    by: Person = DEVICE


class MoveHand(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    lane: Range
    by: Person = DEALER


class ClearTable(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


# ---- decisions and settlement


class OfferInsurance(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


class Insure(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int
    cents: int = 0
    chips: tuple[Chips, ...] = ()


class TakeEvenMoney(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int


class CloseInsurance(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


class Decide(Command, frozen=True):
    """A player's decision on a hand; an amount or chips only with a double."""

    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int
    action: Action
    hand: int = 0
    cents: int = 0
    chips: tuple[Chips, ...] = ()


class Signal(Command, frozen=True):
    """Hand motion and voice together, where they differ."""

    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int
    hand: int
    motion: Action
    voice: Action


class DeclineSecondChance(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int
    hand: int = 0


class Settle(Command, frozen=True):
    """The dealer takes, returns or pays: a hand, or the named wager of a box."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    box: int
    hand: int = 0
    wager: str = ""
    by: Person = DEALER
    paid_cents: int | None = None
    """What the dealer handed to the player, stake included; None where the software settles."""


# ---- equipment, shuffle, cut


class BeginDay(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = FLOORS
    by: Person = FLOOR


class TellTime(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEVICES
    hour: int
    by: Person = DEVICE


class InspectReader(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = FLOORS
    by: Person = FLOOR


class ReceiveCards(Command, frozen=True):
    """A fresh batch comes to the table, in place of the old one if there is one."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    backs: str = "red"
    preshuffled: bool = False
    by: Person = DEALER


class PrepareCards(Command, frozen=True):
    """The next step of the opening: inspect, verify, spread, look, wash and stack."""

    by: Person
    step: Stage


class ShuffleCards(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS | DEVICES
    by: Person = DEALER
    spare: bool = False
    """The batch in the shuffler, not the one in play."""


class OfferCut(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    seat: int
    by: Person = DEALER


class RefuseCut(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person


class CutCards(Command, frozen=True):
    """The cover card goes in this many cards from the top."""

    roles: ClassVar[frozenset[Role]] = PLAYERS | DEALERS
    by: Person
    depth: int


class OrderRecut(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = FLOORS
    by: Person = FLOOR


class PlaceCover(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    from_bottom: int
    by: Person = DEALER


class LoadShoe(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS | DEVICES
    by: Person = DEALER


class BurnCard(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


class RemoveCover(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


class CollectCards(Command, frozen=True):
    """Shoe and discard rack together, for the next shuffle."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


class OrderReshuffle(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = FLOORS
    by: Person = FLOOR


class RelieveDealer(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = FLOORS
    by: Person = FLOOR
    left: str = ""
    """The name of the dealer who goes, where it is known."""
    came: str = ""
    """The name of the dealer who comes."""


class SpreadIdle(Command, frozen=True):
    """Nobody plays: shoe and rack are emptied and the cards spread face down."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    face_up: bool = False
    by: Person = DEALER


class AskForSpread(Command, frozen=True):
    """The first player to come wants to see the cards: spread face up, the shuffler's batch too."""

    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person


# ---- irregularities


class FindFaceUp(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    card: Card
    by: Person = DEALER


class DrawInError(Command, frozen=True):
    """A card too many leaves the shoe; with its face if players saw it."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    card: Card | None = None
    by: Person = DEALER


class RefuseCard(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int
    hand: int = 0


class DiscardHeld(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


class Overdraw(Command, frozen=True):
    """The dealer took a card on a total on which to stand."""

    roles: ClassVar[frozenset[Role]] = DEALERS
    card: Card
    by: Person = DEALER


class PassOver(Command, frozen=True):
    """The card that was due was not dealt, and the deal went on."""

    roles: ClassVar[frozenset[Role]] = STAFF
    box: int
    hand: int = 0
    by: Person = DEALER


class TakeMissedCard(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = PLAYERS
    by: Person
    box: int
    hand: int = 0


class CallDead(Command, frozen=True):
    """The hand is dead: by the player whose choice it is, or by dealer or floor where it is theirs."""

    roles: ClassVar[frozenset[Role]] = PLAYERS | STAFF
    by: Person
    box: int
    hand: int = 0


class UpholdHand(Command, frozen=True):
    """Play goes on with the decisions made, though the light or the lane was wrong."""

    roles: ClassVar[frozenset[Role]] = PLAYERS | STAFF
    by: Person
    box: int


class ReportWrongRange(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = STAFF
    by: Person
    what: str
    """`light` or `lane`."""


class VoidRound(Command, frozen=True):
    """Shoe and rack are empty and the round cannot be completed: open wagers come back."""

    roles: ClassVar[frozenset[Role]] = FLOORS
    by: Person = FLOOR


class RecordDispute(Command, frozen=True):
    """A question about a box that the text does not settle; nothing is reopened by itself."""

    roles: ClassVar[frozenset[Role]] = FLOORS
    box: int
    by: Person = FLOOR
    round: int | None = None
    """The round it concerns; in records of earlier versions none: the one that the table was at."""


class ReportReaderMisused(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = DEALERS
    by: Person = DEALER


class NoteMisuse(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = FLOORS
    by: Person = FLOOR


class ReportBroken(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = STAFF | DEVICES
    by: Person
    device: str
    """`reader` or `shuffler`."""


class RepairDevice(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = FLOORS
    device: str
    by: Person = FLOOR


class CoverShuffler(Command, frozen=True):
    """A cover on the shuffler, or a sign that it is out of order."""

    roles: ClassVar[frozenset[Role]] = STAFF
    by: Person


class ReportJam(Command, frozen=True):
    roles: ClassVar[frozenset[Role]] = STAFF | DEVICES
    by: Person


COMMANDS: tuple[type[Command], ...] = tuple(
    member
    for member in list(globals().values())
    if isinstance(member, type) and issubclass(member, Command) and member is not Command
)
