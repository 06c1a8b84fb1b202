"""Acts at the cage, in the count room, and between the cage and a table: what each is, and its words."""

from typing import NamedTuple

import msgspec

from pitboss.games.vocabulary import tell_cents

MOST_CENTS = 10**15


class Chips(NamedTuple):
    """So many chips, or notes, of one denomination."""

    denomination_cents: int
    number: int


class CageAct(msgspec.Struct, frozen=True, tag=True, kw_only=True, omit_defaults=True):
    """Money moved outside of play."""

    cents: int


# ---- the house's own money


class CapitalIn(CageAct, frozen=True):
    """The house brings its own money into the cage."""

    of: str
    """`cash` or `chips`."""
    why: str = ""


class CapitalOut(CageAct, frozen=True):
    """The house takes its own money out of the cage."""

    of: str
    why: str = ""


class CageCount(CageAct, frozen=True):
    """Cash and chips in the cage, counted; a difference to the books stays on record."""

    cash: tuple[Chips, ...]
    chips: tuple[Chips, ...]
    """What was counted; `cents` is the sum of both."""
    cash_booked_cents: int | None = None
    chips_booked_cents: int | None = None
    """What the books said when it was signed, where whoever signed was shown it: only then does it hold."""

    @property
    def cash_difference_cents(self) -> int:
        """Counted beyond the books, or short of them, as was shown."""
        return _beyond(self.cash, self.cash_booked_cents)

    @property
    def chips_difference_cents(self) -> int:
        return _beyond(self.chips, self.chips_booked_cents)


class CageOpened(CageCount, frozen=True):
    """Counted by whoever opens the cage."""


class CageClosed(CageCount, frozen=True):
    """Counted by whoever closes it: until it is opened again no money moves at its window."""


# ---- players at the window


class Deposit(CageAct, frozen=True):
    """Cash paid into an account."""

    account: str


class Withdraw(CageAct, frozen=True):
    """Cash paid out of an account."""

    account: str


class ChipsSold(CageAct, frozen=True):
    """Chips sold for cash at the window."""

    chips: tuple[Chips, ...] = ()


class ChipsRedeemed(CageAct, frozen=True):
    """Chips taken back for cash at the window."""

    chips: tuple[Chips, ...] = ()


# ---- players at a table


class AtSeat(CageAct, frozen=True):
    account: str
    table: str
    seat: int


class BuyIn(AtSeat, frozen=True):
    """Electronic chips, bought from an account."""


class CashOut(AtSeat, frozen=True):
    """Electronic chips, back into an account."""


class ChipsDrawn(AtSeat, frozen=True):
    """Real chips from the cage, bought from an account."""


class ChipsReturned(AtSeat, frozen=True):
    """Real chips to the cage, paid into an account."""


# ---- fills and credits


class SlipAct(CageAct, frozen=True):
    """A step of a fill or a credit, under the number of its slip."""

    slip: int
    """0 in a request: the cage gives the number."""
    table: str
    chips: tuple[Chips, ...]


class FillRequested(SlipAct, frozen=True):
    """The pit asks the cage for chips."""


class FillIssued(SlipAct, frozen=True):
    """The cashier hands the chips to whoever carries them."""

    carrier: str


class FillReceived(SlipAct, frozen=True):
    """The dealer counts the chips into the tray."""


class CreditRequested(SlipAct, frozen=True):
    """The pit asks the cage to take chips back."""


class CreditSent(SlipAct, frozen=True):
    """The dealer hands the chips to whoever carries them."""

    carrier: str


class CreditReceived(SlipAct, frozen=True):
    """The cashier counts the chips into the vault."""


class SlipVoided(SlipAct, frozen=True):
    """A slip that is not carried out; chips that the cage had issued are back in the vault."""

    why: str


class FloatAdvanced(CageAct, frozen=True):
    """What the tray of an automatic table lacked, in electronic chips."""

    table: str


# ---- the tray


class TrayCount(CageAct, frozen=True):
    """The chips in the tray, counted; a difference to the books stays on record."""

    table: str
    chips: tuple[Chips, ...] = ()
    booked_cents: int | None = None
    """What the books said when it was counted: refused if they say something else by now."""


class TrayOpened(TrayCount, frozen=True):
    """The opener: counted when the table opens."""


class TrayClosed(TrayCount, frozen=True):
    """The closer: counted when the table closes. No wager is taken until it is opened again."""


# ---- drop boxes and tips


class BoxExchanged(CageAct, frozen=True):
    """The drop box of a table is taken to the count room with what the books say is in it."""

    table: str
    box: str
    next_box: str


class BoxCounted(CageAct, frozen=True):
    """What was found in a drop box; a difference to the books stays on record."""

    box: str
    notes: tuple[Chips, ...] = ()


class TipsCollected(CageAct, frozen=True):
    """The tip box of a table is emptied into the cage, for the dealers."""

    table: str
    electronic: bool = False
    """Electronic chips, which no vault can hold."""


class TipsPaid(CageAct, frozen=True):
    """Cash from the tip pool, paid to a dealer."""

    account: str
    day: str = ""
    """The gaming day whose tips these are, where the house divides them by days."""


# ---- of journals before trays were recorded


class Fund(CageAct, frozen=True):
    """The house adds its own money to the vault."""


class Fill(CageAct, frozen=True):
    """Chips from the cage to a table's rack."""

    table: str


class Credit(CageAct, frozen=True):
    """Chips from a table's rack to the cage."""

    table: str


class OpeningCount(CageAct, frozen=True):
    """The count of the rack when the table opens."""

    table: str


class ClosingCount(CageAct, frozen=True):
    """The count of the rack when the table closes."""

    table: str


class EmptyDrop(CageAct, frozen=True):
    """The contents of the drop box go to the cage."""

    table: str


class PayTips(CageAct, frozen=True):
    """The contents of the tip box go to the dealers."""

    table: str


EARLIER_ACTS = (Fund, Fill, Credit, OpeningCount, ClosingCount, EmptyDrop, PayTips)

AnyCageAct = (
    CapitalIn | CapitalOut | CageOpened | CageClosed | Deposit | Withdraw | ChipsSold | ChipsRedeemed
    | BuyIn | CashOut | ChipsDrawn | ChipsReturned
    | FillRequested | FillIssued | FillReceived | CreditRequested | CreditSent | CreditReceived | SlipVoided
    | FloatAdvanced | TrayOpened | TrayClosed | BoxExchanged | BoxCounted | TipsCollected | TipsPaid
    | Fund | Fill | Credit | OpeningCount | ClosingCount | EmptyDrop | PayTips
)  # fmt: skip

TRANSFERS = (
    BuyIn, CashOut, ChipsDrawn, ChipsReturned, FillReceived, CreditSent, FloatAdvanced, BoxExchanged,
    TipsCollected, Fill, Credit, EmptyDrop,
)  # fmt: skip
"""Acts in which the cage and a table both take part."""
AT_TABLES = (*TRANSFERS[4:9], TrayOpened, TrayClosed)
"""Acts that somebody does at a table."""
COUNTS = (CageOpened, CageClosed, TrayOpened, TrayClosed, BoxCounted, OpeningCount, ClosingCount)
"""What was counted may be nothing."""


def total(chips: tuple[Chips, ...]) -> int:
    return sum(one.denomination_cents * one.number for one in chips)


def _beyond(counted: tuple[Chips, ...], booked: int | None) -> int:
    return 0 if booked is None else total(counted) - booked


# ---- words


def act_text(act: CageAct) -> str:
    """An act in words, for a transcript or a report."""
    cents = tell_cents(act.cents)
    match act:
        case AtSeat():
            where = f"at {act.table}, seat {act.seat}"
            return f"{act.account} {_AT_SEAT[type(act)].format(cents=cents, where=where)}"
        case Deposit():
            return f"{act.account} deposits {cents}"
        case Withdraw():
            return f"{act.account} withdraws {cents}"
        case CapitalIn():
            return f"house money brought into the cage in {act.of}: {cents}{_because(act)}"
        case CapitalOut():
            return f"house money taken out of the cage in {act.of}: {cents}{_because(act)}"
        case CageCount():
            return f"{_ACT_WORDS[type(act)]} {cents}{_difference_text(act)}"
        case TipsPaid():
            return f"{act.account} is paid {cents} of the tips"
        case SlipAct():
            slip = f" {act.slip}" if act.slip else ""
            return f"{_SLIPS[type(act)].format(slip=slip)}: {cents}, table {act.table}"
        case BoxExchanged():
            return f"drop box {act.box} taken from table {act.table} with {cents} by the books"
        case BoxCounted():
            return f"drop box {act.box} counted: {cents}"
    table = getattr(act, "table", "")
    return f"{_ACT_WORDS[type(act)]} {cents}" + (f", table {table}" if table else "")


def _because(act: CapitalIn | CapitalOut) -> str:
    return f" ({act.why})" if act.why else ""


def _difference_text(act: CageCount) -> str:
    """How a count differs from the books that were shown; nothing where it does not."""
    found = (("cash", act.cash_difference_cents), ("chips", act.chips_difference_cents))
    told = [f"{what} {over_or_short(cents)}" for what, cents in found if cents]
    return "".join(f"; {one}" for one in told)


def over_or_short(cents: int) -> str:
    """A difference between what was counted and the books.

    >>> over_or_short(-20_00), over_or_short(5_00)
    ('$20 short', '$5 over')
    """
    return f"{tell_cents(abs(cents))} {'short' if cents < 0 else 'over'}" if cents else "as booked"


_AT_SEAT: dict[type[CageAct], str] = {
    BuyIn: "buys in {where}, for {cents}",
    CashOut: "cashes out {cents} {where}",
    ChipsDrawn: "buys {cents} in chips of the cage {where}",
    ChipsReturned: "returns {cents} in chips to the cage {where}",
}
_SLIPS: dict[type[CageAct], str] = {
    FillRequested: "fill{slip} requested",
    FillIssued: "fill{slip} issued by the cage",
    FillReceived: "fill{slip} received at the table",
    CreditRequested: "credit{slip} requested",
    CreditSent: "credit{slip} sent from the table",
    CreditReceived: "credit{slip} received at the cage",
    SlipVoided: "slip{slip} voided",
}
_ACT_WORDS: dict[type[CageAct], str] = {
    CageOpened: "cage opened with a count of",
    CageClosed: "cage closed with a count of",
    ChipsSold: "chips sold for cash:",
    ChipsRedeemed: "chips taken back for cash:",
    FloatAdvanced: "electronic chips advanced to the tray:",
    TrayOpened: "opener: tray counted at",
    TrayClosed: "closer: tray counted at",
    TipsCollected: "tip box emptied:",
    Fund: "house money added to the vault:",
    Fill: "fill of",
    Credit: "credit of",
    OpeningCount: "opening count of the rack:",
    ClosingCount: "closing count of the rack:",
    EmptyDrop: "drop box emptied:",
    PayTips: "tips paid to the dealers:",
}
