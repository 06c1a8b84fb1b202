"""Two persons for money: what is above the limit waits for a second person, and both are recorded."""

import secrets
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from pitboss.desk.cage_acts import EARLIER_ACTS, AnyCageAct, CageAct, Deposit, TrayCount, act_text
from pitboss.desk.cage_book import Signature
from pitboss.desk.desk_state import after_money
from pitboss.desk.house_entries import (
    GIVEN,
    REFUSED,
    WAITING,
    ApprovalAsked,
    ApprovalGiven,
    ApprovalRefused,
    moment,
)
from pitboss.desk.idempotency import Answer
from pitboss.desk.ledger import CAGE, balance
from pitboss.desk.people_audit import AT_CAGE, takes_two
from pitboss.errors import Refused
from pitboss.web.account_schema import approvals, reading
from pitboss.web.auth import Caller
from pitboss.web.house_book import HouseBook, running
from pitboss.web.player_limits import PlayerLimits
from pitboss.web.roles import SECOND_PERSONS, AccountRole
from pitboss.web.seatings import Seatings
from pitboss.web.security_policy import SecurityPolicy
from pitboss.web.table_manager import TableManager

COUNTING = frozenset({AccountRole.DEALER, AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR})


def second_persons(act: CageAct) -> frozenset[AccountRole]:
    """Who may approve it, and never whoever asked; of dealers, whoever is assigned to the table."""
    if isinstance(act, EARLIER_ACTS):
        return frozenset()
    return COUNTING if isinstance(act, TrayCount) else SECOND_PERSONS


class Approval(NamedTuple):
    id: str
    act: CageAct
    key: str
    asked_by: str
    asked_at: float
    expires_at: float
    state: str
    decided_by: str
    decided_at: float
    why: str


class Approvals:
    """Requests for a second person, and the money that moves once there is one."""

    def __init__(
        self,
        book: HouseBook,
        policy: SecurityPolicy,
        tables: TableManager,
        seatings: Seatings,
        limits: PlayerLimits,
    ) -> None:
        self._book = book
        self._policy = policy
        self._tables = tables
        self._seatings = seatings
        self._limits = limits

    def move(self, act: CageAct, caller: Caller, key: str) -> Answer | Approval:
        """Move the money, or ask for a second person; the same key again finds the same request."""
        found = self._asked(caller.account.id, key)
        if found is not None:
            return self._again(found, act)
        if isinstance(act, TrayCount):
            return self._ask(self._with_books(act, caller), caller, key)
        if not self.needs_two(act) or self._is_done(act, key):
            return self._carry_out(act, caller.account.id, key)
        self._check_possible(act, caller.account.id)
        return self._ask(act, caller, key)

    def _with_books(self, act: TrayCount, caller: Caller) -> TrayCount:
        """A count that can be recorded now, with what the books say now: two people sign every count."""
        desk_state = self._tables.find(act.table).desk_state
        booked = replace(act, booked_cents=balance(desk_state.ledger, "rack"))
        after_money(desk_state, booked, Signature(caller.account.id, ""))
        return booked

    def needs_two(self, act: CageAct) -> bool:
        limit = self._policy.two_persons_above_cents
        above = limit is not None and isinstance(act, AT_CAGE) and act.cents > limit
        return takes_two(act) or above

    def _is_done(self, act: CageAct, key: str) -> bool:
        """It was done under this key already, when the limit was another."""
        return self._tables.pit.store.find_key(_stream(act), key) is not None

    def _check_possible(self, act: CageAct, by: str, approved_by: str = "") -> None:
        """Nobody is asked to approve what could not be done."""
        if not isinstance(act, TrayCount):
            self._tables.pit.cage.check(act, by=by, approved_by=approved_by)

    def _again(self, found: Approval, act: CageAct) -> Answer | Approval:
        if _as_asked(found.act) != act:
            raise Refused("key_reused", "This key was already used for another command.")
        if found.state == GIVEN:
            return self._carry_out_given(found)
        if found.state == REFUSED:
            raise Refused("approval_refused", f"A second person refused it: {found.why}")
        check_time(found, self._book.clock())
        return found

    def _carry_out_given(self, found: Approval) -> Answer:
        """Again, because it failed or its answer was lost: the key sees to it that the money moves once."""
        if not self._is_done(found.act, found.key):
            check_time(found, self._book.clock())
        return self._carry_out(found.act, found.asked_by, found.key, found.decided_by)

    def _ask(self, act: CageAct, caller: Caller, key: str) -> Approval:
        if isinstance(act, Deposit):
            self._check_deposit(act)
        now = self._book.clock()
        asked = Approval(
            secrets.token_hex(8), act, key, caller.account.id, now, now + self._policy.approval_s, WAITING,
            "", 0.0, "",
        )  # fmt: skip
        row = asked._asdict() | {"act": _text(act)}
        entry = ApprovalAsked(asked.id, act, key, moment(asked.expires_at))
        try:
            insert = sa.insert(approvals).values(row)
            self._book.write(entry, by=caller.acting, change=running(insert), at=now)
        except sa.exc.IntegrityError:  # the same request twice at the same moment
            found = self._asked(caller.account.id, key)
            assert found is not None
            return found
        return asked

    def approve(self, id: str, caller: Caller) -> Answer:
        """Approve as the second person, and move the money; again, when that failed the first time."""
        found = self.find(id)
        if found.state == GIVEN and found.decided_by == caller.account.id:
            return self._carry_out_given(found)
        check_right(found, caller)
        if found.asked_by == caller.account.id:
            raise Refused("own_request", "Nobody can approve their own request. Ask a second person.")
        if isinstance(found.act, TrayCount):
            self._tables.find(found.act.table)  # a table that runs elsewhere is approved there
        if isinstance(found.act, Deposit):
            self._check_deposit(found.act)
        if found.state == WAITING:
            self._check_possible(found.act, found.asked_by, caller.account.id)
        self._decide(found, ApprovalGiven(id, found.act), GIVEN, caller)
        return self._carry_out(found.act, found.asked_by, found.key, caller.account.id)

    def refuse(self, id: str, caller: Caller, why: str) -> None:
        """Refuse as the second person, or take one's own request back."""
        found = self.find(id)
        if found.asked_by != caller.account.id:
            check_right(found, caller)
        self._decide(found, ApprovalRefused(id, found.act, why), REFUSED, caller, why)

    def _decide(
        self,
        found: Approval,
        entry: ApprovalGiven | ApprovalRefused,
        state: str,
        caller: Caller,
        why: str = "",
    ) -> None:
        now = self._book.clock()
        if found.state != WAITING:
            raise Refused("already", "This request was already decided.")
        check_time(found, now)
        waiting = (approvals.c.id == found.id) & (approvals.c.state == WAITING)
        decided = {"state": state, "decided_by": caller.account.id, "decided_at": now, "why": why}
        update = sa.update(approvals).where(waiting).values(decided)
        self._book.write(entry, by=caller.acting, change=running(update), at=now)

    def _carry_out(self, act: CageAct, by: str, key: str, approved_by: str = "") -> Answer:
        if isinstance(act, Deposit):
            with self._seatings.alone(act.account):
                if self._tables.pit.store.find_key(CAGE, key) is None:
                    self._check_deposit(act)
                return self._tables.pit.cage.submit(act, by=by, key=key, approved_by=approved_by)
        if not isinstance(act, TrayCount):
            return self._tables.pit.cage.submit(act, by=by, key=key, approved_by=approved_by)
        table = self._tables.find(act.table)
        with table.lock:
            return table.desk.move_money(act, by=by, key=key, approved_by=approved_by)

    def _check_deposit(self, act: Deposit) -> None:
        """Refused for a closed account, or above what its owner allows."""
        self._seatings.check_takes_money(act.account)
        self._limits.check_deposit(act.account, act.cents)

    # ---- reading

    def find(self, id: str) -> Approval:
        found = self._one(approvals.c.id == id)
        if found is None:
            raise Refused("no_such_approval", "There is no such request.")
        return found

    def _asked(self, account: str, key: str) -> Approval | None:
        return self._one((approvals.c.asked_by == account) & (approvals.c.key == key))

    def _one(self, condition: sa.ColumnElement[bool]) -> Approval | None:
        with reading(self._book.engine) as connection:
            row = connection.execute(sa.select(approvals).where(condition)).first()
        return None if row is None else _approval(row)

    def waiting(self) -> list[Approval]:
        """Requests that a second person may still decide, the oldest first."""
        open_now = (approvals.c.state == WAITING) & (approvals.c.expires_at > self._book.clock())
        with reading(self._book.engine) as connection:
            rows = connection.execute(sa.select(approvals).where(open_now).order_by(approvals.c.asked_at))
            return [_approval(row) for row in rows]

    def may_decide(self, found: Approval, caller: Caller) -> bool:
        return has_right(found, caller) and found.asked_by != caller.account.id


def has_right(found: Approval, caller: Caller) -> bool:
    if caller.role not in second_persons(found.act):
        return False
    return caller.role != AccountRole.DEALER or caller.is_on_duty(getattr(found.act, "table", ""))


def check_right(found: Approval, caller: Caller) -> None:
    if not has_right(found, caller):
        raise Refused("not_for_you", f"{caller.role.plural} cannot approve this.")


def _as_asked(act: CageAct) -> CageAct:
    """Without what the books said, which whoever asks again does not know."""
    return replace(act, booked_cents=None) if isinstance(act, TrayCount) else act


def check_time(found: Approval, now: float) -> None:
    if now >= found.expires_at:
        raise Refused("expired", "This request has expired. Ask again.")


def _stream(act: CageAct) -> str:
    return act.table if isinstance(act, TrayCount) else CAGE


def _text(act: CageAct) -> str:
    return msgspec.json.encode(act).decode()


def _approval(row: sa.Row[Any]) -> Approval:
    return Approval(**{**row._mapping, "act": read_act(row.act)})


def read_act(text: str) -> CageAct:
    act: CageAct = msgspec.json.decode(text, type=AnyCageAct)
    return act


def words_of(act: CageAct, names: dict[str, str]) -> str:
    """What would be done or was done, with names instead of accounts."""
    account = getattr(act, "account", "")
    if account in names:
        act = replace(act, account=names[account])
        return act_text(act)
    says = act_text(act)
    return says[:1].upper() + says[1:]
