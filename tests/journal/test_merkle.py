"""Merkle trees as RFC 9162 defines them, against its recursive definitions, for every size up to 200."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

MOST = 200
LEAVES = [leaf_hash(f"leaf {number}".encode()) for number in range(MOST)]
COMPLETED = grow(Frontier(), LEAVES).completed
KNOWN_ANSWERS = {
    1: "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    2: "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    3: "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    8: "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
}
"""Roots of the trees over the inputs that implementations of RFC 6962 test themselves with."""
KNOWN_INPUTS = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657",
                "606162636465666768696a6b6c6d6e6f"]  # fmt: skip


def nodes(wanted: Sequence[Node]) -> Mapping[Node, bytes]:
    return {node: COMPLETED[place_of(node)][node[0]] for node in wanted}


def recursive_root(leaves: Sequence[bytes]) -> bytes:
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    split = 1
    while split * 2 < len(leaves):
        split *= 2
    return sha256(b"\1" + recursive_root(leaves[:split]) + recursive_root(leaves[split:])).digest()


ROOTS = [recursive_root(LEAVES[:size]) for size in range(MOST + 1)]


@pytest.mark.parametrize("size", KNOWN_ANSWERS)
def test_roots_are_those_that_other_implementations_find(size: int) -> None:
    leaves = [leaf_hash(bytes.fromhex(text)) for text in KNOWN_INPUTS[:size]]
    assert grow(Frontier(), leaves).after.root.hex() == KNOWN_ANSWERS[size]


def test_the_root_of_every_tree_is_that_of_the_definition() -> None:
    assert ROOTS[0] == EMPTY_ROOT == Frontier().root
    for size in range(MOST + 1):
        assert grow(Frontier(), LEAVES[:size]).after.root == ROOTS[size] == root_at(size, nodes)


def test_a_tree_grows_alike_however_many_leaves_come_at_once() -> None:
    for size in range(MOST):
        before = grow(Frontier(), LEAVES[:size]).after
        rest = grow(before, LEAVES[size:])
        assert (rest.after.root, rest.completed) == (ROOTS[MOST], COMPLETED[size:])


def test_every_leaf_of_every_tree_is_proved_and_no_other_is() -> None:
    for size in range(1, MOST + 1, 3):
        for leaf in range(size):
            proof = prove(inclusion_spans(leaf, size), nodes)
            assert includes(LEAVES[leaf], leaf, size, proof, ROOTS[size])
            assert not includes(LEAVES[leaf - 1], leaf, size, proof, ROOTS[size]) or size == 1
            assert not includes(LEAVES[leaf], leaf, size, [*proof, LEAVES[0]], ROOTS[size])
            assert not includes(LEAVES[leaf], leaf, size, proof[:-1], ROOTS[size]) or not proof
            assert not includes(LEAVES[leaf], size, size, proof, ROOTS[size])


def test_every_tree_is_proved_to_be_the_beginning_of_every_later_one() -> None:
    for later in range(1, MOST + 1):
        for earlier in range(1, later + 1):
            proof = prove(consistency_spans(earlier, later), nodes)
            assert continues(earlier, ROOTS[earlier], later, ROOTS[later], proof)
            assert not continues(earlier, LEAVES[0][::-1], later, ROOTS[later], proof)
            assert not continues(earlier, ROOTS[earlier], later, LEAVES[0][::-1], proof)
            assert not continues(earlier, ROOTS[earlier], later, ROOTS[later], [*proof, LEAVES[0]])


def test_proofs_are_as_short_as_the_tree_is_high() -> None:
    for size in range(1, MOST + 1):
        assert all(len(inclusion_spans(leaf, size)) <= (size - 1).bit_length() for leaf in range(size))
        assert len(consistency_spans(size // 2 + 1, size)) <= (size - 1).bit_length() + 1


@given(st.data())
def test_a_proof_with_one_changed_bit_proves_nothing(data: st.DataObject) -> None:
    later = data.draw(st.integers(2, MOST))
    earlier, leaf = data.draw(st.integers(1, later - 1)), data.draw(st.integers(0, later - 1))
    bit = data.draw(st.integers(0, 255))
    for spans in (inclusion_spans(leaf, later), consistency_spans(earlier, later)):
        proof = prove(spans, nodes)
        at = data.draw(st.integers(0, len(proof) - 1))
        changed = (int.from_bytes(proof[at]) ^ 1 << bit).to_bytes(32)
        forged = [*proof[:at], changed, *proof[at + 1 :]]
        assert not (
            includes(LEAVES[leaf], leaf, later, forged, ROOTS[later])
            if spans == inclusion_spans(leaf, later) and spans != consistency_spans(earlier, later)
            else continues(earlier, ROOTS[earlier], later, ROOTS[later], forged)
        )


@given(st.integers(0, MOST), st.integers(0, MOST), st.lists(st.binary(min_size=32, max_size=32), max_size=9))
def test_hashes_that_anybody_makes_up_prove_nothing(earlier: int, later: int, proof: list[bytes]) -> None:
    made_up = sha256(b"".join(proof)).digest()
    assert not includes(made_up, earlier, later, proof, ROOTS[later]) or ROOTS[later] == made_up
    if 0 < earlier < later:
        assert not continues(earlier, made_up, later, ROOTS[later], proof)
