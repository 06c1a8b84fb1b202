"""Past acts held against the house book: dealing without an assignment, money without a second person."""

from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

from pitboss.desk.cage_acts import (
    BoxCounted,
    CageAct,
    CageCount,
    CapitalIn,
    CapitalOut,
    ChipsRedeemed,
    ChipsSold,
    Credit,
    CreditReceived,
    CreditSent,
    Deposit,
    Fill,
    FillIssued,
    FillReceived,
    TipsPaid,
    TrayCount,
    Withdraw,
)
from pitboss.desk.house_book import BookAssignment, HouseBookState
from pitboss.desk.house_entries import (
    CASHIER,
    DEALER,
    HOUSE,
    AccountCreated,
    HouseEntry,
    PolicySet,
    RoleChanged,
)
from pitboss.desk.ledger import CAGE
from pitboss.desk.payloads import BEFORE_TRAYS, Acts, Corrected, Money, PastRoundCorrected
from pitboss.desk.record_times import CLOCK_TOLERANCE
from pitboss.errors import FaultyRecord
from pitboss.games.vocabulary import tell_cents
from pitboss.journal.records import Record
from pitboss.table.people import Role

T = TypeVar("T")
UNDER_WAY = timedelta(minutes=1)
"""An act that was let in is recorded so much later at most."""
AT_TABLES = (Fill, Credit)
AT_CAGE = (CapitalIn, CapitalOut, Deposit, Withdraw, ChipsSold, ChipsRedeemed, TipsPaid)
"""Money that a second person approves above the limit, by where it is asked for."""
BY_A_CASHIER = (*AT_CAGE, CageCount, FillIssued, CreditReceived, BoxCounted)
"""What only a cashier does, since there are cashiers."""


def takes_two(act: CageAct) -> bool:
    """Whether it takes a second person whatever the limit: nothing else changes what the house has."""
    if isinstance(act, CageCount):
        return bool(act.cash_difference_cents or act.chips_difference_cents)
    return isinstance(act, CapitalIn | CapitalOut | BoxCounted | TrayCount)


class StaffAct(NamedTuple):
    """What somebody did for the house at a table, or at the cage."""

    table: str
    sequence: int
    time: str
    actor: str


class LoneMoney(NamedTuple):
    """Money that one person moved."""

    table: str
    sequence: int
    time: str
    actor: str
    cents: int
    account: str = ""
    """Whose money it is, where it is a player's."""
    takes_two: bool = False
    """Whatever the limit."""


def staff_act(record: Record, payload: object) -> StaffAct | None:
    """An act that only whoever deals can do, or a cashier, whoever did it."""
    if isinstance(payload, Acts):
        role = payload.acts[0].command.by.role if payload.acts else None  # type: ignore[attr-defined]
        if role not in (Role.DEALER, Role.DEVICE):
            return None
    elif isinstance(payload, Money):
        if payload.shape <= BEFORE_TRAYS or not _is_for_staff(record, payload.act):
            return None
    elif not isinstance(payload, Corrected | PastRoundCorrected):
        return None
    return StaffAct(record.table, record.sequence, record.time, record.actor)


def _is_for_staff(record: Record, act: CageAct) -> bool:
    """By a cashier at the cage, or by whoever deals at the table that it concerns."""
    if isinstance(act, FillReceived | CreditSent):
        return record.table == act.table
    return isinstance(act, BY_A_CASHIER)


def lone_money(record: Record, payload: object, *, at_cage: bool) -> LoneMoney | None:
    if not isinstance(payload, Money) or payload.approved_by:
        return None
    act = payload.act
    always = takes_two(act)
    if not always and not isinstance(act, AT_CAGE if at_cage else AT_TABLES):
        return None
    account = act.account if isinstance(act, Deposit) else ""
    return LoneMoney(record.table, record.sequence, record.time, record.actor, act.cents, account, always)


class PeopleAudit:
    """What the house book says of roles and limits, by time."""

    def __init__(self) -> None:
        self._roles: dict[str, list[tuple[datetime, str]]] = {}
        self._limits: list[tuple[datetime, int | None]] = []
        self._demonstrations: list[tuple[datetime, bool]] = []
        self._demo: set[str] = set()

    def take(self, record: Record, entry: HouseEntry) -> None:
        at = datetime.fromisoformat(record.time)
        if isinstance(entry, AccountCreated):
            self._roles.setdefault(entry.account, []).append((at, entry.role))
            if entry.demo:
                self._demo.add(entry.account)
        elif isinstance(entry, RoleChanged):
            self._roles.setdefault(entry.account, []).append((at, entry.after))
        elif isinstance(entry, PolicySet):
            self._limits.append((at, entry.two_persons_above_cents))
            self._demonstrations.append((at, entry.demonstration))

    def wrong_person(self, act: StaffAct, state: HouseBookState) -> FaultyRecord | None:
        return self._not_a_cashier(act) if act.table == CAGE else self._unassigned(act, state)

    def _not_a_cashier(self, act: StaffAct) -> FaultyRecord | None:
        roles = self._roles.get(act.actor, [])
        then = {role for _, role in _around(roles, datetime.fromisoformat(act.time))}
        if not roles or CASHIER in then:
            return None
        return FaultyRecord(act.table, act.sequence, "actor", "a cashier", act.actor)

    def _unassigned(self, act: StaffAct, state: HouseBookState) -> FaultyRecord | None:
        """A dealer’s act at a table outside an assignment there."""
        at = datetime.fromisoformat(act.time)
        roles = self._roles.get(act.actor, [])
        if {role for _, role in _around(roles, at)} != {DEALER}:
            return None
        for one in state.assignments.values():
            if (one.account, one.table) == (act.actor, act.table) and _covers(one, at):
                return None
        expected = "a dealer who is assigned to this table at this time"
        return FaultyRecord(act.table, act.sequence, "actor", expected, act.actor)

    @property
    def was_demonstration(self) -> bool:
        return any(one for _, one in self._demonstrations)

    def above_limit(self, money: LoneMoney) -> FaultyRecord | None:
        """Money above the limit then in force, or that always takes two, without a second person, whoever
        moved it. Only play money comes by itself: of an account for demonstration, and of a house that says
        in its book that it is one.
        """
        at = datetime.fromisoformat(money.time)
        if money.actor == HOUSE and money.account in self._demo:
            return None
        if any(one for _, one in _around(self._demonstrations, at)):
            return None
        if money.takes_two:
            expected = "a second person, because this always takes two"
            return FaultyRecord(money.table, money.sequence, "approved by", expected, "nobody")
        limits = [limit for _, limit in _around(self._limits, at)]
        if not limits or any(limit is None or money.cents <= limit for limit in limits):
            return None
        most = max(limit for limit in limits if limit is not None)
        expected = f"a second person, because the amount is above {tell_cents(most)}"
        return FaultyRecord(money.table, money.sequence, "approved by", expected, "nobody")


def _around(changes: list[tuple[datetime, T]], at: datetime) -> list[tuple[datetime, T]]:
    """What was in force then, and whatever else was a moment before or after."""
    before = [one for one in changes if one[0] <= at - UNDER_WAY][-1:]
    return before + [one for one in changes if at - UNDER_WAY < one[0] <= at + UNDER_WAY]


def _covers(one: BookAssignment, at: datetime) -> bool:
    begins, ends, assigned = (datetime.fromisoformat(time) for time in (one.begins, one.ends, one.assigned))
    if not begins <= at < ends + UNDER_WAY or assigned > at + CLOCK_TOLERANCE:
        return False
    return not one.ended or at <= datetime.fromisoformat(one.ended) + UNDER_WAY
