"""The log made again from the records, and held against the one in the store and against a witness's."""

from collections.abc import Sequence

from pitboss.errors import BrokenChain
from pitboss.journal.log import JournalLog, LogHead, LogLeaf
from pitboss.journal.log_key import is_signed
from pitboss.journal.merkle import HASH_BYTES, Frontier, grow, leaf_hash

NOTHING = "nothing"
LOG = "log"
"""Where a fault is in an empty log."""


class RecordHashes:
    """The hashes of all records, stream by stream, as far as they were checked."""

    def __init__(self) -> None:
        self._streams: dict[str, bytearray] = {}

    def add(self, table: str, hash: str) -> None:
        self._streams.setdefault(table, bytearray()).extend(bytes.fromhex(hash))

    def of(self, table: str, sequence: int) -> bytes | None:
        hash = bytes(self._streams.get(table, b"")[(sequence - 1) * HASH_BYTES : sequence * HASH_BYTES])
        return hash if len(hash) == HASH_BYTES and sequence >= 1 else None

    @property
    def ends(self) -> dict[str, int]:
        return {table: len(hashes) // HASH_BYTES for table, hashes in self._streams.items()}


def check_log(
    log: JournalLog, hashes: RecordHashes, key: str = "", witnessed: Sequence[bytes] = ()
) -> LogHead:
    """The head of the log; BrokenChain at the first leaf that is not the record that it stands for.

    `key` is the public key that the house says it signs with, `witnessed` the leaves that a witness has seen.
    """
    audit = LogAudit(hashes, witnessed)
    for leaf in log.leaves():
        audit.take(leaf)
    head = log.head()
    audit.close(head)
    if key and not is_signed(head, key):
        says = f"another signature, said to be of {head.key}" if head.signature else "no signature"
        raise audit.fault("head of the log", f"signed with {key}", says)
    return head


class LogAudit:
    def __init__(self, hashes: RecordHashes, witnessed: Sequence[bytes]) -> None:
        self._hashes, self._witnessed = hashes, witnessed
        self._frontier = Frontier()
        self._reached: dict[str, int] = {}
        self._last = (LOG, 0)

    def take(self, leaf: LogLeaf) -> None:
        place, due = self._frontier.size, self._reached.get(leaf.table, 0) + 1
        what = f"leaf {place} of the log"
        if leaf.sequence != due:
            raise BrokenChain(leaf.table, due, what, f"record {due}", f"record {leaf.sequence}")
        self._last = (leaf.table, leaf.sequence)
        hash = self._hashes.of(leaf.table, leaf.sequence)
        if hash is None:
            raise self.fault(what, "a record in the journal", NOTHING)
        growth = grow(self._frontier, [leaf_hash(hash)])
        (nodes,) = growth.completed
        if place < len(self._witnessed) and self._witnessed[place] != nodes[0]:
            raise self.fault(f"{what}, as the witness has it", self._witnessed[place].hex(), nodes[0].hex())
        if bytes(leaf.nodes) != b"".join(nodes):
            raise self.fault(what, b"".join(nodes).hex(), bytes(leaf.nodes).hex())
        self._reached[leaf.table], self._frontier = leaf.sequence, growth.after

    def close(self, head: LogHead) -> None:
        size, root = self._frontier.size, self._frontier.root.hex()
        if size < len(self._witnessed):
            what = f"leaf {size} of the log, as the witness has it, after this record"
            raise self.fault(what, self._witnessed[size].hex(), NOTHING)
        for table, end in sorted(self._hashes.ends.items()):
            if self._reached.get(table, 0) < end:
                first = self._reached.get(table, 0) + 1
                raise BrokenChain(table, first, "leaf of the log", "one for this record", NOTHING)
        if (head.size, head.root) != (size, root):
            told = [f"{size} leaves, root {root}", f"{head.size} leaves, root {head.root}"]
            raise self.fault("head of the log", *told)

    def fault(self, what: str, expected: str, found: str) -> BrokenChain:
        return BrokenChain(*self._last, what, expected, found)
