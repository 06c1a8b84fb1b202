"""The people and tables of the house, folded from the house book."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pitboss.desk.cage_acts import CageAct
from pitboss.desk.house_entries import (
    DEALER,
    GIVEN,
    REFUSED,
    WAITING,
    AccountBroughtOver,
    AccountClosed,
    AccountCreated,
    AccountReopened,
    ApprovalAsked,
    ApprovalGiven,
    ApprovalRefused,
    AssignmentEnded,
    BookBegun,
    DealerAssigned,
    DirectoryBegun,
    HouseEntry,
    IncidentFiled,
    IncidentFollowedUp,
    KeyReplaced,
    LimitSet,
    LogKeySet,
    PasswordSet,
    PlayerAdmitted,
    PlayerBarred,
    PolicySet,
    RecordsFailed,
    RoleChanged,
    SecondFactorRemoved,
    SecondFactorSet,
    SelfExcluded,
    SessionBroughtOver,
    SignedIn,
    SignedOut,
    TableBroughtOver,
    TableListed,
    TableResumed,
    TableStopped,
    TokenBroughtOver,
    TokenCreated,
    TokensRevoked,
    read_entry,
)
from pitboss.journal.records import Record


@dataclass
class BookTable:
    name: str
    game: str
    stopped: bool
    opened: str
    record: int
    """The last one that changed it."""


@dataclass
class BookAccount:
    id: str
    name: str
    role: str
    active: bool
    must_change: bool
    demo: bool
    barred: bool
    password: str
    second_factor: str = ""
    made: str = ""
    changed_in: int = 0
    """The record that changed the account last."""


@dataclass(frozen=True)
class BookToken:
    account: str
    name: str
    made: str
    expires: str
    digest: str
    record: int


@dataclass
class BookAssignment:
    account: str
    table: str
    begins: str
    ends: str
    shift: str
    assigned_by: str
    assigned: str
    ended: str = ""
    record: int = 0


@dataclass
class BookApproval:
    act: CageAct
    key: str
    asked_by: str
    asked: str
    expires: str
    state: str = WAITING
    decided_by: str = ""
    decided: str = ""
    why: str = ""
    record: int = 0


@dataclass
class HouseBookState:
    key_check: str = ""
    policy: PolicySet | None = None
    accounts: dict[str, BookAccount] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    sessions: dict[str, str] = field(default_factory=dict)
    tokens: dict[str, BookToken] = field(default_factory=dict)
    assignments: dict[str, BookAssignment] = field(default_factory=dict)
    approvals: dict[str, BookApproval] = field(default_factory=dict)
    directory: DirectoryBegun | None = None
    tables: dict[str, BookTable] = field(default_factory=dict)
    log_keys: list[tuple[int, LogKeySet]] = field(default_factory=list)
    """The public keys of the log, each with its record; the last one signs."""

    @property
    def log_key(self) -> str:
        return self.log_keys[-1][1].key if self.log_keys else ""

    incidents: dict[str, IncidentFiled] = field(default_factory=dict)
    limits: dict[tuple[str, str], LimitSet] = field(default_factory=dict)
    """By account and what is limited."""
    exclusions: dict[str, str] = field(default_factory=dict)
    """By account: until when a player is not let play, by the player’s own wish."""

    faults: dict[tuple[str, int], RecordsFailed] = field(default_factory=dict)
    """By table and record: what was found wrong with the journal."""

    def take(self, record: Record) -> HouseEntry:
        """Do what the record says was done; ValueError when that cannot have happened."""
        entry = read_entry(record)
        if isinstance(entry, BookBegun) != (record.sequence == 1):
            raise ValueError("a book is begun once, in its first record")
        follow = _FOLLOW.get(type(entry))
        if follow is not None:
            follow(self, record, entry)
        return entry

    def account(self, id: str) -> BookAccount:
        if id not in self.accounts:
            raise ValueError(f"there is no account {id}")
        return self.accounts[id]

    def end_access(self, account: str) -> None:
        self.sessions = {id: owner for id, owner in self.sessions.items() if owner != account}
        self.tokens = {id: token for id, token in self.tokens.items() if token.account != account}


def _begin(state: HouseBookState, _: Record, entry: BookBegun) -> None:
    state.key_check = entry.key_check


def _set_policy(state: HouseBookState, _: Record, entry: PolicySet) -> None:
    state.policy = entry


def _set_log_key(state: HouseBookState, record: Record, entry: LogKeySet) -> None:
    state.log_keys.append((record.sequence, entry))


def _begin_directory(state: HouseBookState, _: Record, entry: DirectoryBegun) -> None:
    state.directory = entry


def _bring_table_over(state: HouseBookState, record: Record, entry: TableBroughtOver) -> None:
    state.tables[entry.table] = BookTable(
        entry.name, entry.game, entry.stopped, entry.opened, record.sequence
    )


def _list_table(state: HouseBookState, record: Record, entry: TableListed) -> None:
    if entry.table in state.tables:
        raise ValueError(f"the table {entry.table} is listed already")
    state.tables[entry.table] = BookTable(entry.name, entry.game, False, record.time, record.sequence)


def _stop(state: HouseBookState, record: Record, entry: TableStopped | TableResumed) -> None:
    table, stops = state.tables[entry.table], isinstance(entry, TableStopped)
    if table.stopped == stops:
        raise ValueError(f"the table {entry.table} is {'stopped' if stops else 'open'} already")
    table.stopped, table.record = stops, record.sequence


def _create(state: HouseBookState, record: Record, entry: AccountCreated) -> None:
    if entry.account in state.accounts or entry.name in state.names:
        raise ValueError(f"there is already an account {entry.account} named {entry.name}")
    state.names.add(entry.name)
    state.accounts[entry.account] = BookAccount(
        entry.account, entry.name, entry.role, entry.active, entry.must_change, entry.demo, entry.barred,
        entry.password, made=record.time, changed_in=record.sequence,
    )  # fmt: skip


def _changed(state: HouseBookState, record: Record, id: str) -> BookAccount:
    account = state.account(id)
    account.changed_in = record.sequence
    return account


def _set_password(state: HouseBookState, record: Record, entry: PasswordSet) -> None:
    account = _changed(state, record, entry.account)
    account.password, account.must_change = entry.password, entry.must_change
    state.end_access(entry.account)


def _change_role(state: HouseBookState, record: Record, entry: RoleChanged) -> None:
    account = _changed(state, record, entry.account)
    if account.role != entry.before:
        raise ValueError(f"the account is a {account.role}, not a {entry.before}")
    account.role = entry.after
    state.end_access(entry.account)


def _close(state: HouseBookState, record: Record, entry: AccountClosed) -> None:
    _changed(state, record, entry.account).active = False
    state.end_access(entry.account)


def _reopen(state: HouseBookState, record: Record, entry: AccountReopened) -> None:
    _changed(state, record, entry.account).active = True


def _bar(state: HouseBookState, record: Record, entry: PlayerBarred) -> None:
    _changed(state, record, entry.account).barred = True


def _admit(state: HouseBookState, record: Record, entry: PlayerAdmitted) -> None:
    _changed(state, record, entry.account).barred = False


def _sign_in(state: HouseBookState, _: Record, entry: SignedIn) -> None:
    state.account(entry.account)
    state.sessions[entry.session] = entry.account


def _sign_out(state: HouseBookState, _: Record, entry: SignedOut) -> None:
    for session in entry.sessions:
        state.sessions.pop(session, None)


def _create_token(state: HouseBookState, record: Record, entry: TokenCreated) -> None:
    state.account(entry.account)
    state.tokens[entry.token] = BookToken(
        entry.account, entry.name, record.time, entry.expires, entry.digest, record.sequence
    )


def _revoke_tokens(state: HouseBookState, _: Record, entry: TokensRevoked) -> None:
    for id in entry.tokens:
        token = state.tokens.pop(id, None)
        if token is not None and token.account != entry.account:
            raise ValueError(f"the token {id} belongs to another account")


def _set_second_factor(state: HouseBookState, record: Record, entry: SecondFactorSet) -> None:
    _changed(state, record, entry.account).second_factor = entry.secret


def _remove_second_factor(state: HouseBookState, record: Record, entry: SecondFactorRemoved) -> None:
    _changed(state, record, entry.account).second_factor = ""
    state.end_access(entry.account)


def _assign(state: HouseBookState, record: Record, entry: DealerAssigned) -> None:
    if state.account(entry.account).role != DEALER:
        raise ValueError("only a dealer is assigned to a table")
    if entry.assignment in state.assignments or entry.begins >= entry.ends:
        raise ValueError("an assignment is made once, and ends after it begins")
    state.assignments[entry.assignment] = BookAssignment(
        entry.account, entry.table, entry.begins, entry.ends, entry.shift, record.actor, record.time,
        record=record.sequence,
    )  # fmt: skip


def _end_assignment(state: HouseBookState, record: Record, entry: AssignmentEnded) -> None:
    assignment = state.assignments[entry.assignment]
    if (assignment.account, assignment.table) != (entry.account, entry.table):
        raise ValueError("the assignment is another dealer’s, or at another table")
    assignment.ended, assignment.record = record.time, record.sequence


def _ask(state: HouseBookState, record: Record, entry: ApprovalAsked) -> None:
    state.account(record.actor)
    state.approvals[entry.approval] = BookApproval(
        entry.act, entry.key, record.actor, record.time, entry.expires, record=record.sequence
    )


def _decide(
    state: HouseBookState,
    record: Record,
    entry: ApprovalGiven | ApprovalRefused,
    decision: str,
    why: str = "",
) -> None:
    approval = state.approvals[entry.approval]
    if approval.state != WAITING or approval.act != entry.act:
        raise ValueError(f"the approval was {approval.state}, or asked for something else")
    approval.state, approval.decided_by, approval.why = decision, record.actor, why
    approval.decided, approval.record = record.time, record.sequence


def _give(state: HouseBookState, record: Record, entry: ApprovalGiven) -> None:
    approval = state.approvals[entry.approval]
    if approval.asked_by == record.actor:
        raise ValueError("nobody approves what they asked for themselves")
    if record.time > approval.expires:
        raise ValueError("the approval had expired")
    _decide(state, record, entry, GIVEN)


def _refuse(state: HouseBookState, record: Record, entry: ApprovalRefused) -> None:
    _decide(state, record, entry, REFUSED, entry.why)


def _fail(state: HouseBookState, record: Record, entry: RecordsFailed) -> None:
    state.faults[entry.table, entry.record] = entry
    if table := state.tables.get(entry.table):
        table.stopped, table.record = True, record.sequence


def _replace_key(state: HouseBookState, record: Record, entry: KeyReplaced) -> None:
    if entry.passwords.keys() != state.accounts.keys():
        raise ValueError("a new key is for every account")
    state.key_check = entry.key_check
    for id, digest in entry.passwords.items():
        account = _changed(state, record, id)
        account.password, account.second_factor = digest, ""
    state.sessions, state.tokens = {}, {}


def _file(state: HouseBookState, _: Record, entry: IncidentFiled) -> None:
    if entry.incident in state.incidents:
        raise ValueError(f"the incident {entry.incident} was filed before")
    state.incidents[entry.incident] = entry


def _follow_up(state: HouseBookState, _: Record, entry: IncidentFollowedUp) -> None:
    if entry.incident not in state.incidents:
        raise ValueError(f"there is no incident {entry.incident}")


def _limit(state: HouseBookState, record: Record, entry: LimitSet) -> None:
    before = state.limits.get((entry.account, entry.what))
    if before is not None and before.until > record.time and loosens(before, entry):
        raise ValueError(f"the {entry.what} limit of {entry.account} was loosened before its end")
    state.limits[entry.account, entry.what] = entry


def loosens(before: LimitSet, after: LimitSet) -> bool:
    """A limit in force may only become tighter, and end later."""
    return after.most > before.most or after.until < before.until


def _exclude(state: HouseBookState, record: Record, entry: SelfExcluded) -> None:
    before = state.exclusions.get(entry.account, "")
    if before > record.time and entry.until < before:
        raise ValueError(f"the exclusion of {entry.account} was made shorter before its end")
    state.exclusions[entry.account] = entry.until


_FOLLOW: dict[type[HouseEntry], Callable[[HouseBookState, Record, Any], None]] = {
    BookBegun: _begin,
    PolicySet: _set_policy,
    LogKeySet: _set_log_key,
    DirectoryBegun: _begin_directory,
    TableBroughtOver: _bring_table_over,
    TableListed: _list_table,
    TableStopped: _stop,
    TableResumed: _stop,
    AccountCreated: _create,
    AccountBroughtOver: _create,
    PasswordSet: _set_password,
    RoleChanged: _change_role,
    AccountClosed: _close,
    AccountReopened: _reopen,
    PlayerBarred: _bar,
    PlayerAdmitted: _admit,
    SignedIn: _sign_in,
    SessionBroughtOver: _sign_in,
    SignedOut: _sign_out,
    TokenCreated: _create_token,
    TokenBroughtOver: _create_token,
    TokensRevoked: _revoke_tokens,
    SecondFactorSet: _set_second_factor,
    SecondFactorRemoved: _remove_second_factor,
    DealerAssigned: _assign,
    AssignmentEnded: _end_assignment,
    ApprovalAsked: _ask,
    ApprovalGiven: _give,
    ApprovalRefused: _refuse,
    RecordsFailed: _fail,
    IncidentFiled: _file,
    IncidentFollowedUp: _follow_up,
    LimitSet: _limit,
    SelfExcluded: _exclude,
    KeyReplaced: _replace_key,
}
