"""The log of a store: every record of every stream as a leaf of one Merkle tree, in the order of the commits.

A chain proves to whoever knows its last hash that nothing was changed in it. The root of the log proves it
for all streams at once; short proofs show that a record is in it, and that a later log adds to an earlier.
"""

from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, Annotated, NamedTuple, Protocol

import msgspec

from pitboss.errors import BrokenChain
from pitboss.journal.merkle import (
    EMPTY_ROOT,
    Frontier,
    Node,
    consistency_spans,
    continues,
    grow,
    includes,
    inclusion_spans,
    leaf_hash,
    place_of,
    prove,
    root_at,
)
from pitboss.journal.records import Record

if TYPE_CHECKING:
    from pitboss.journal.store import Store

Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Size = Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
MOST_RECENT = 2_048
MOST_PROOF = 2 * 53
"""Hashes in a proof: no log is larger than 2^53."""


class LogHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A log by its number of leaves and its root; signed by the house where `signature` is not empty."""

    size: Size
    root: Hash
    time: Annotated[str, msgspec.Meta(max_length=40)] = ""
    """When it was signed."""
    key: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")] = ""
    """The public key that it was signed with."""
    signature: Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{128})?$")] = ""

    @property
    def text(self) -> str:
        """What is signed."""
        return head_text(self.size, self.root, self.time)


def head_text(size: int, root: str, time: str) -> str:
    return f"pitboss log head 1\n{size}\n{root}\n{time}\n"


EMPTY_HEAD = LogHead(0, EMPTY_ROOT.hex())


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Proof that a record is in the log: a signed head, and the hashes that lead to it from the leaf."""

    table: str
    sequence: Size
    hash: Hash
    leaf: Size
    """The place of the record in the log, from 0."""
    head: LogHead
    proof: Annotated[tuple[Hash, ...], msgspec.Meta(max_length=MOST_PROOF)]

    @property
    def holds(self) -> bool:
        """Does it prove what it says, whoever signed the head?"""
        leaf, root = leaf_hash(bytes.fromhex(self.hash)), bytes.fromhex(self.head.root)
        return includes(leaf, self.leaf, self.head.size, list(map(bytes.fromhex, self.proof)), root)


class LogLeaf(NamedTuple):
    """A leaf, the record that it stands for, and the hashes of the nodes that it completes, its own first."""

    table: str
    sequence: int
    nodes: bytes


class Signer(Protocol):
    def sign(self, size: int, root: str) -> LogHead: ...


class JournalLog(Protocol):
    @property
    def is_kept(self) -> bool:
        """Archives of earlier versions have no log."""
        ...

    def head(self) -> LogHead: ...

    def place(self, table: str, sequence: int) -> int | None:
        """Which leaf a record is."""
        ...

    def nodes(self, wanted: Sequence[Node]) -> Mapping[Node, bytes]: ...

    def leaves(self, first: int = 0, end: int | None = None) -> Iterator[LogLeaf]: ...

    def recent(self, table: str, sequence: int) -> Receipt | None:
        """The receipt of a record that this process wrote a moment ago, without reading anything."""
        ...

    def sign_with(self, signer: Signer) -> None:
        """Sign the head from now on, after every commit."""
        ...

    def put_head(self, head: LogHead) -> bool:
        """Keep a signature of the log as it is now; False when the log is another."""
        ...


def leaf_of(record: Record) -> bytes:
    """The hash of a record covers its stream and its number."""
    return leaf_hash(bytes.fromhex(record.hash))


@dataclass(frozen=True)
class LogGrowth:
    """What one commit added to the log."""

    before: Frontier
    after: Frontier
    records: Sequence[Record]
    completed: list[list[bytes]]

    @property
    def rows(self) -> list[tuple[int, str, int, bytes]]:
        """Position, stream, number and nodes of every new leaf."""
        return [
            (self.before.size + at, record.table, record.sequence, b"".join(self.completed[at]))
            for at, record in enumerate(self.records)
        ]

    def proof(self, at: int) -> Sequence[bytes]:
        """That one of the new leaves is in the log after the commit."""
        if len(self.records) == 1:
            return self.before.hashes[::-1]  # a leaf at the end has all of them beside its path, and no other
        return prove(inclusion_spans(self.before.size + at, self.after.size), self.nodes)

    def nodes(self, wanted: Sequence[Node]) -> Mapping[Node, bytes]:
        """Nodes that are needed to prove a new leaf: each is new or one of the largest before."""
        first, older = self.before.size, self._older
        return {
            node: self.completed[place_of(node) - first][node[0]] if place_of(node) >= first else older[node]
            for node in wanted
        }

    @cached_property
    def _older(self) -> Mapping[Node, bytes]:
        return self.before.nodes


def grow_log(before: Frontier, records: Sequence[Record]) -> LogGrowth:
    after, completed = grow(before, [leaf_of(record) for record in records])
    return LogGrowth(before, after, records, completed)


def head_of(frontier: Frontier, signer: Signer | None) -> LogHead:
    root = frontier.root.hex()
    return signer.sign(frontier.size, root) if signer is not None else LogHead(frontier.size, root)


class RecentLeaves:
    """The last leaves that this process wrote, so that their receipts cost no reading."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._leaves: OrderedDict[tuple[str, int], tuple[LogGrowth, LogHead, int]] = OrderedDict()

    def add(self, growth: LogGrowth, head: LogHead) -> None:
        with self._lock:
            for at, record in enumerate(growth.records):
                self._leaves[record.table, record.sequence] = (growth, head, at)
            while len(self._leaves) > MOST_RECENT:
                self._leaves.popitem(last=False)

    def receipt(self, table: str, sequence: int) -> Receipt | None:
        with self._lock:
            found = self._leaves.get((table, sequence))
        if found is None:
            return None
        growth, head, at = found
        leaf, proof = growth.before.size + at, _hex(growth.proof(at))
        return Receipt(table, sequence, growth.records[at].hash, leaf, head, proof)


def receipt_of(store: "Store", table: str, sequence: int) -> Receipt | None:
    """The proof that a record is in the log as it is now, or was when the record was written."""
    if (recent := store.log.recent(table, sequence)) is not None:
        return recent
    with store.at_one_moment() as now:
        record = next(now.read(table, sequence - 1, sequence), None)
        leaf = None if record is None else now.log.place(table, sequence)
        if record is None or leaf is None:
            return None
        head = now.log.head()
        proof = prove_inclusion(now.log, leaf, head.size)
        receipt = Receipt(table, sequence, record.hash, leaf, head, proof)
    if not receipt.holds:
        raise BrokenChain(table, sequence, "leaf of the log", "this record", "another one")
    return receipt


def prove_inclusion(log: JournalLog, leaf: int, size: int) -> tuple[str, ...]:
    return _hex(prove(inclusion_spans(leaf, size), log.nodes))


def prove_consistency(log: JournalLog, earlier: int, later: int) -> tuple[str, ...]:
    return _hex(prove(consistency_spans(earlier, later), log.nodes)) if earlier else ()


def root_of(log: JournalLog, size: int) -> str:
    return root_at(size, log.nodes).hex()


def is_continued(earlier: LogHead, later: LogHead, proof: Sequence[str]) -> bool:
    """Does this proof show that the later log only adds to the earlier one?"""
    roots = bytes.fromhex(earlier.root), bytes.fromhex(later.root)
    return continues(earlier.size, roots[0], later.size, roots[1], list(map(bytes.fromhex, proof)))


def _hex(hashes: Sequence[bytes]) -> tuple[str, ...]:
    return tuple(hash.hex() for hash in hashes)
