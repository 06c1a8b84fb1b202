"""Merkle trees over a growing list of leaves, with the hashes and proofs of RFC 9162.

A node is named by its level and its index in that level: node (2, 3) is above the leaves 12 to 15. Only nodes
whose leaves are all there have a hash that stays; such a node is written with the last leaf below it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

HASH_BYTES = 32
EMPTY_ROOT = sha256(b"").digest()

Node = tuple[int, int]
Span = tuple[int, int]
"""Leaves from the first number up to, and not including, the second."""
Nodes = Callable[[Sequence[Node]], Mapping[Node, bytes]]
"""Finds the hashes of whole nodes."""


def leaf_hash(content: bytes) -> bytes:
    return sha256(b"\0" + content).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def whole_nodes(span: Span) -> list[Node]:
    """The fewest whole nodes above a span of leaves, from left to right."""
    first, end = span
    nodes = []
    while first < end:
        level = (end - first).bit_length() - 1
        if first:
            level = min(level, (first & -first).bit_length() - 1)
        nodes.append((level, first >> level))
        first += 1 << level
    return nodes


def joined(hashes: Sequence[bytes]) -> bytes:
    """The hash above whole nodes that stand side by side, each larger than the next."""
    *rest, hash = hashes
    for left in reversed(rest):
        hash = node_hash(left, hash)
    return hash


class Frontier(NamedTuple):
    """A tree as far as its growth depends on it: how many leaves it has, and its largest whole nodes."""

    size: int = 0
    hashes: tuple[bytes, ...] = ()

    @property
    def root(self) -> bytes:
        return joined(self.hashes) if self.size else EMPTY_ROOT

    @property
    def nodes(self) -> dict[Node, bytes]:
        return dict(zip(whole_nodes((0, self.size)), self.hashes, strict=True))


class Growth(NamedTuple):
    """The tree after new leaves, and for each of them the nodes that it completes, its own hash first."""

    after: Frontier
    completed: list[list[bytes]]


def grow(before: Frontier, leaves: Iterable[bytes]) -> Growth:
    size, hashes = before.size, list(before.hashes)
    completed = []
    for leaf in leaves:
        nodes = [leaf]
        for _ in range((~size & (size + 1)).bit_length() - 1):
            nodes.append(node_hash(hashes.pop(), nodes[-1]))
        hashes.append(nodes[-1])
        completed.append(nodes)
        size += 1
    return Growth(Frontier(size, tuple(hashes)), completed)


def place_of(node: Node) -> int:
    """The leaf with which a node is written: the last one below it."""
    level, index = node
    return ((index + 1) << level) - 1


# ---- proofs


def inclusion_spans(leaf: int, size: int) -> list[Span]:
    """The spans whose hashes prove a leaf to be in the tree of so many, from the leaf up."""
    first, end, spans = 0, size, []
    while end - first > 1:
        middle = first + _split(end - first)
        if leaf < middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((first, middle))
            first = middle
    return spans[::-1]


def consistency_spans(earlier: int, later: int) -> list[Span]:
    """The spans whose hashes prove that the earlier tree is the beginning of the later one."""
    first, end, is_root, spans = 0, later, True, list[Span]()
    while earlier != end:
        middle = first + _split(end - first)
        if earlier <= middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((first, middle))
            first, is_root = middle, False
    if not is_root:
        spans.append((first, end))
    return spans[::-1]


def _split(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << (size - 1).bit_length() - 1


def prove(spans: Sequence[Span], nodes: Nodes) -> list[bytes]:
    """The hashes of these spans."""
    parts = [whole_nodes(span) for span in spans]
    found = nodes([node for part in parts for node in part])
    return [joined([found[node] for node in part]) for part in parts]


def root_at(size: int, nodes: Nodes) -> bytes:
    return prove([(0, size)], nodes)[0] if size else EMPTY_ROOT


def includes(leaf_hash: bytes, leaf: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Does the proof show that this leaf is in the tree with this root? (RFC 9162, 2.1.3.2)"""
    if not 0 <= leaf < size:
        return False
    index, last, hash = leaf, size - 1, leaf_hash
    for sibling in proof:
        if last == 0:
            return False
        if index & 1 or index == last:
            hash = node_hash(sibling, hash)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            hash = node_hash(hash, sibling)
        index, last = index >> 1, last >> 1
    return last == 0 and hash == root


def continues(earlier: int, root: bytes, later: int, later_root: bytes, proof: Sequence[bytes]) -> bool:
    """Does the proof show that the later tree begins with the earlier one? (RFC 9162, 2.1.4.2)"""
    if not 0 <= earlier <= later:
        return False
    if earlier == later or earlier == 0:
        return not proof and (earlier == 0 or root == later_root)
    path = list(proof) if earlier & (earlier - 1) else [root, *proof]
    if not path:
        return False
    index, last = earlier - 1, later - 1
    while index & 1:
        index, last = index >> 1, last >> 1
    old = new = path[0]
    for hash in path[1:]:
        if last == 0:
            return False
        if index & 1 or index == last:
            old, new = node_hash(hash, old), node_hash(hash, new)
            while not index & 1 and index:
                index, last = index >> 1, last >> 1
        else:
            new = node_hash(new, hash)
        index, last = index >> 1, last >> 1
    return last == 0 and old == root and new == later_root
