"""The interface of every store: streams of records, and what a desk keeps beside them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from typing import NamedTuple, Protocol, runtime_checkable

from pitboss.errors import Claimed, Conflict, Fenced, LostRace
from pitboss.journal.log import JournalLog
from pitboss.journal.records import START, Head, Record

RELEASED = 0
"""When the lease of a table ended that was let go."""


class CommandKey(NamedTuple):
    """A command that was carried out: its key, its digest, and the records that are its answer."""

    table: str
    key: str
    digest: str
    first: int
    last: int


class Claim(NamedTuple):
    """The right to run a table, until another owner takes it; the token grows with every claim."""

    table: str
    owner: str
    token: int
    until_us: int


class Secret(NamedTuple):
    """Data that must survive a crash and stay hidden for now; not part of any stream."""

    table: str
    name: str
    body: bytes


class Snapshot(NamedTuple):
    """The state after a record, so that recovery need not begin at the first; not part of the chain."""

    table: str
    sequence: int
    hash: str
    body: str


class Append(NamedTuple):
    """A batch that is written as a whole or not at all."""

    records: tuple[Record, ...]
    keys: tuple[CommandKey, ...] = ()
    claims: tuple[Claim, ...] = ()
    """The batch is written only while each of these is still held."""
    seal: tuple[Secret, ...] = ()
    unseal: tuple[tuple[str, str], ...] = ()
    snapshots: tuple[Snapshot, ...] = ()


class Store(Protocol):
    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        """Write all batches in one commit; a batch that lost a race is left out, and its error returned."""
        ...

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]: ...

    def head(self, table: str) -> Head: ...

    def heads(self) -> dict[str, Head]:
        """Every stream and its last record, as noted beside the records."""
        ...

    def find_key(self, table: str, key: str) -> CommandKey | None: ...

    def keys(self, table: str) -> list[CommandKey]: ...

    def claim(self, table: str, owner: str, now_us: int, lease_us: int, silent: Claim | None = None) -> Claim:
        """Claimed while another owner's lease runs, unless `silent` is that claim and nobody renews it."""
        ...

    def holder(self, table: str) -> Claim | None:
        """The last claim of a table, whether or not its lease still runs."""
        ...

    def renew(self, claim: Claim, now_us: int, lease_us: int) -> Claim:
        """Extend the lease of the owner; Fenced when another one has taken the table."""
        ...

    def release(self, claim: Claim) -> None: ...

    def snapshot(self, table: str) -> Snapshot | None: ...

    def secrets(self, table: str) -> dict[str, bytes]: ...

    @property
    def log(self) -> JournalLog:
        """The Merkle log of all records."""
        ...

    def at_one_moment(self) -> "AbstractContextManager[Store]":
        """The store as it is now, to read from only, while others go on writing."""
        ...

    def close(self) -> None: ...


@runtime_checkable
class ManyClaims(Protocol):
    """A store that reads, makes, extends and releases the claims of many tables at once."""

    def holders(self) -> dict[str, Claim]: ...

    def claim_all(
        self, tables: Sequence[str], owner: str, now_us: int, lease_us: int, silent: Mapping[str, Claim]
    ) -> list[Claim]: ...

    def release_all(self, claims: Sequence[Claim]) -> None: ...

    def renew_all(self, claims: Sequence[Claim], now_us: int, lease_us: int) -> dict[str, Claim]: ...


@runtime_checkable
class ManyHeads(Protocol):
    """A store that knows the last record of every stream without looking for streams among the records."""

    def noted_heads(self) -> dict[str, Head]: ...


def append(store: Store, batch: Append) -> None:
    """Write one batch; raise the error when it lost a race."""
    (lost,) = store.append_all([batch])
    if lost is not None:
        raise lost


def admit(
    batches: Sequence[Append],
    heads: Mapping[str, Head],
    tokens: Mapping[str, int],
    taken: set[tuple[str, str]],
) -> list[LostRace | None]:
    """For each batch in order, None or the race it lost, given the heads, claim tokens and used keys."""
    now = dict(heads)
    outcomes: list[LostRace | None] = []
    for batch in batches:
        lost = _lost(batch, now, tokens, taken)
        outcomes.append(lost)
        if lost is None:
            now.update((record.table, record.head) for record in batch.records)
            taken.update((key.table, key.key) for key in batch.keys)
    return outcomes


def _lost(
    batch: Append, heads: Mapping[str, Head], tokens: Mapping[str, int], taken: set[tuple[str, str]]
) -> LostRace | None:
    for claim in batch.claims:
        if tokens.get(claim.table) != claim.token:
            return Fenced(f"{claim.owner} no longer runs table {claim.table}")
    now = dict(heads)
    for record in batch.records:
        if now.get(record.table, START) != (record.sequence - 1, record.previous):
            return Conflict(f"record {record.sequence} of {record.table} does not follow the last one")
        now[record.table] = record.head
    for key in batch.keys:
        if (key.table, key.key) in taken:
            return Conflict(f"the key {key.key!r} was used at {key.table} before")
    return None


def next_claim(
    held: Claim | None, table: str, owner: str, now_us: int, lease_us: int, silent: Claim | None
) -> Claim:
    if held is not None and held.owner != owner and held.until_us > now_us and held != silent:
        raise Claimed(table, held.owner)
    return Claim(table, owner, held.token + 1 if held else 1, now_us + lease_us)


def free_claims(
    tables: Sequence[str],
    held: Mapping[str, Claim],
    owner: str,
    now_us: int,
    lease_us: int,
    silent: Mapping[str, Claim],
) -> list[Claim]:
    """Claims on those of the tables that nobody holds."""
    claims = []
    for table in tables:
        with suppress(Claimed):
            claims.append(next_claim(held.get(table), table, owner, now_us, lease_us, silent.get(table)))
    return claims


def streams_of(batches: Sequence[Append]) -> list[str]:
    """Every stream that these batches write to, sorted, so that writers lock in the same order."""
    return sorted({record.table for batch in batches for record in batch.records})


def claims_of(batches: Sequence[Append]) -> list[str]:
    return sorted({claim.table for batch in batches for claim in batch.claims})
