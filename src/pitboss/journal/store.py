"""The contract of every store: streams of records, and what a desk keeps beside them."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Protocol

from pitboss.errors import Claimed, Conflict, Fenced, LostRace
from pitboss.journal.records import START, Head, Record


class Key(NamedTuple):
    """A command that was carried out: its key, what it was, and the records that are its answer."""

    table: str
    key: str
    digest: str
    first: int
    last: int


class Claim(NamedTuple):
    """The right to run a table until somebody else has taken it; the token tells old holders from new."""

    table: str
    owner: str
    token: int
    until_us: int


class Secret(NamedTuple):
    """What must survive a crash and be seen by nobody yet; outside every stream."""

    table: str
    name: str
    body: bytes


class Snapshot(NamedTuple):
    """A state after a record, so that recovery need not begin at the first; outside the chain."""

    table: str
    sequence: int
    hash: str
    body: str


class Append(NamedTuple):
    """What is written together or not at all."""

    records: tuple[Record, ...]
    keys: tuple[Key, ...] = ()
    claims: tuple[Claim, ...] = ()
    """Each must still be held."""
    seal: tuple[Secret, ...] = ()
    unseal: tuple[tuple[str, str], ...] = ()
    snapshots: tuple[Snapshot, ...] = ()


class Store(Protocol):
    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        """One durable commit for all; a batch that lost its race is left out whole, and told so."""
        ...

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]: ...

    def head(self, table: str) -> Head: ...

    def heads(self) -> dict[str, Head]:
        """Every stream and where it was left, as noted beside the records."""
        ...

    def find_key(self, table: str, key: str) -> Key | None: ...

    def keys(self, table: str) -> list[Key]: ...

    def claim(self, table: str, owner: str, now_us: int, lease_us: int, silent: Claim | None = None) -> Claim:
        """Claimed while another owner's lease runs, unless that is still the claim known to be silent."""
        ...

    def holder(self, table: str) -> Claim | None:
        """The last claim of a table, whether its lease still runs or not."""
        ...

    def renew(self, claim: Claim, now_us: int, lease_us: int) -> Claim:
        """Fenced when somebody has taken the table over."""
        ...

    def release(self, claim: Claim) -> None: ...

    def snapshot(self, table: str) -> Snapshot | None: ...

    def secrets(self, table: str) -> dict[str, bytes]: ...

    def close(self) -> None: ...


def append(store: Store, batch: Append) -> None:
    """One batch alone; raises what it lost."""
    (lost,) = store.append_all([batch])
    if lost is not None:
        raise lost


def admit(
    batches: Sequence[Append],
    heads: Mapping[str, Head],
    tokens: Mapping[str, int],
    taken: set[tuple[str, str]],
) -> list[LostRace | None]:
    """Who wins, in the order of arrival, given where the streams end and who holds the tables."""
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
            return Fenced(f"{claim.owner} no longer runs {claim.table}")
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


def streams_of(batches: Sequence[Append]) -> list[str]:
    """Every stream that these batches write to, in one order for all writers."""
    return sorted({record.table for batch in batches for record in batch.records})


def claims_of(batches: Sequence[Append]) -> list[str]:
    return sorted({claim.table for batch in batches for claim in batch.claims})
