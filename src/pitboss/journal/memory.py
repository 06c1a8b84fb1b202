"""A store in memory, for tests and for tables that need not be kept."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from pitboss.errors import Fenced, LostRace
from pitboss.journal.records import START, Head, Record
from pitboss.journal.store import Append, Claim, CommandKey, Snapshot, admit, next_claim


class MemoryStore:
    def __init__(self) -> None:
        self._lock = Lock()
        self._streams: dict[str, list[Record]] = {}
        self._keys: dict[tuple[str, str], CommandKey] = {}
        self._claims: dict[str, Claim] = {}
        self._snapshots: dict[str, Snapshot] = {}
        self._secrets: dict[tuple[str, str], bytes] = {}

    def append_all(self, batches: Sequence[Append]) -> list[LostRace | None]:
        with self._lock:
            tokens = {table: claim.token for table, claim in self._claims.items()}
            used = {(key.table, key.key) for batch in batches for key in batch.keys}
            outcomes = admit(batches, self._ends(), tokens, used & self._keys.keys())
            for batch, lost in zip(batches, outcomes, strict=True):
                if lost is None:
                    self._write(batch)
            return outcomes

    def _write(self, batch: Append) -> None:
        for record in batch.records:
            self._streams.setdefault(record.table, []).append(record)
        self._keys.update(((key.table, key.key), key) for key in batch.keys)
        self._secrets.update(((secret.table, secret.name), secret.body) for secret in batch.seal)
        for name in batch.unseal:
            self._secrets.pop(name, None)
        self._snapshots.update((snapshot.table, snapshot) for snapshot in batch.snapshots)

    def _ends(self) -> dict[str, Head]:
        return {table: records[-1].head for table, records in self._streams.items()}

    def read(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Record]:
        with self._lock:
            records = self._streams.get(table, [])[after:upto]
        return iter(records)

    def head(self, table: str) -> Head:
        with self._lock:
            return self._ends().get(table, START)

    def heads(self) -> dict[str, Head]:
        with self._lock:
            return dict(sorted(self._ends().items()))

    def find_key(self, table: str, key: str) -> CommandKey | None:
        with self._lock:
            return self._keys.get((table, key))

    def keys(self, table: str) -> list[CommandKey]:
        with self._lock:
            return sorted((key for key in self._keys.values() if key.table == table), key=lambda key: key.key)

    def claim(self, table: str, owner: str, now_us: int, lease_us: int, silent: Claim | None = None) -> Claim:
        with self._lock:
            claim = next_claim(self._claims.get(table), table, owner, now_us, lease_us, silent)
            self._claims[table] = claim
            return claim

    def holder(self, table: str) -> Claim | None:
        with self._lock:
            return self._claims.get(table)

    def renew(self, claim: Claim, now_us: int, lease_us: int) -> Claim:
        with self._lock:
            held = self._claims.get(claim.table)
            if held is None or held.token != claim.token:
                raise Fenced(f"{claim.owner} no longer runs table {claim.table}")
            renewed = claim._replace(until_us=now_us + lease_us)
            self._claims[claim.table] = renewed
            return renewed

    def release(self, claim: Claim) -> None:
        with self._lock:
            held = self._claims.get(claim.table)
            if held is not None and held.token == claim.token:
                self._claims[claim.table] = held._replace(until_us=0)

    def snapshot(self, table: str) -> Snapshot | None:
        with self._lock:
            return self._snapshots.get(table)

    def secrets(self, table: str) -> dict[str, bytes]:
        with self._lock:
            return {name: body for (owner, name), body in self._secrets.items() if owner == table}

    @contextmanager
    def at_one_moment(self) -> "Iterator[MemoryStore]":
        now = MemoryStore()
        with self._lock:
            now._streams = {table: list(records) for table, records in self._streams.items()}
            now._keys, now._claims = dict(self._keys), dict(self._claims)
            now._snapshots, now._secrets = dict(self._snapshots), dict(self._secrets)
        yield now

    def close(self) -> None:
        """There is nothing to close."""
