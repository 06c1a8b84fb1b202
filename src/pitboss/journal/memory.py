"""A store in memory, for tests and for tables that need not be kept."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from threading import Lock

from pitboss.errors import Fenced, LostRace
from pitboss.journal.log import EMPTY_HEAD, LogHead, LogLeaf, Receipt, RecentLeaves, Signer, grow_log, head_of
from pitboss.journal.merkle import HASH_BYTES, Frontier, Node, place_of
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
        self._log = MemoryLog()

    @property
    def log(self) -> "MemoryLog":
        return self._log

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
        self._log.extend(batch.records)

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
            now._log = self._log.copy()
        yield now

    def close(self) -> None:
        """There is nothing to close."""


class MemoryLog:
    is_kept = True

    def __init__(self) -> None:
        self._leaves: list[LogLeaf] = []
        self._places: dict[tuple[str, int], int] = {}
        self._frontier = Frontier()
        self._head = EMPTY_HEAD
        self._recent = RecentLeaves()
        self._signer: Signer | None = None

    def extend(self, records: Sequence[Record]) -> None:
        growth = grow_log(self._frontier, records)
        for position, table, sequence, nodes in growth.rows:
            self._leaves.append(LogLeaf(table, sequence, nodes))
            self._places[table, sequence] = position
        self._frontier, self._head = growth.after, head_of(growth.after, self._signer)
        self._recent.add(growth, self._head)

    def copy(self) -> "MemoryLog":
        log = MemoryLog()
        log._leaves, log._places = list(self._leaves), dict(self._places)
        log._frontier, log._head = self._frontier, self._head
        return log

    def sign_with(self, signer: Signer) -> None:
        self._signer = signer

    def put_head(self, head: LogHead) -> bool:
        if (head.size, head.root) != (self._head.size, self._head.root):
            return False
        self._head = head
        return True

    def head(self) -> LogHead:
        return self._head

    def place(self, table: str, sequence: int) -> int | None:
        return self._places.get((table, sequence))

    def nodes(self, wanted: Sequence[Node]) -> Mapping[Node, bytes]:
        return {
            node: self._leaves[place_of(node)].nodes[node[0] * HASH_BYTES : (node[0] + 1) * HASH_BYTES]
            for node in wanted
        }

    def leaves(self, first: int = 0, end: int | None = None) -> Iterator[LogLeaf]:
        return islice(list(self._leaves), first, end)

    def recent(self, table: str, sequence: int) -> Receipt | None:
        return self._recent.receipt(table, sequence)
