"""How the order of a virtual shoe follows from seeds that nobody knew all of: docs/shoe.md, line for line.

Every text that is hashed begins with a label of its own and ends each line with a line feed, so that no value
can be taken for another, or from another table or shoe.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pitboss.desk.drbg import STRENGTH_BYTES, HmacDrbg
from pitboss.desk.sealed_shoe import Entropy, fisher_yates, random_words
from pitboss.errors import Broken
from pitboss.rules.cards import Card

SHOE_LABEL = "pitboss shoe 2"
HOUSE_LABEL = "pitboss house seed 1"
PLAYER_LABEL = "pitboss player seed 1"
CUT_LABEL = "pitboss cut 1"
MORE_LABEL = "pitboss more entropy 1"
"""None is ever changed, or old shoes could not be checked."""

NONCE_BYTES = STRENGTH_BYTES // 2
HOUSE_SEED_BYTES = STRENGTH_BYTES + NONCE_BYTES + 30 * STRENGTH_BYTES
"""One block for every 32 bytes drawn: 480 words, and eight decks need some 420. They have 2^2229 orders, and
so long a seed reaches them all."""
PLAYER_SEED_BYTES = 32
_HEX = re.compile(r"[0-9a-f]{64}")


def is_hash(text: str) -> bool:
    """64 lowercase hexadecimal digits: a commitment, or the seed of a player."""
    return _HEX.fullmatch(text) is not None


def hash_lines(lines: Iterable[str]) -> str:
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


# ---- seeds


def new_house_seed(entropy: Entropy) -> bytes:
    """Broken when the source of entropy repeats itself, and no card is dealt."""
    seed = b"".join(entropy(STRENGTH_BYTES // 2) for _ in range(0, HOUSE_SEED_BYTES, STRENGTH_BYTES // 2))
    blocks = [seed[:STRENGTH_BYTES], *_blocks(seed)]
    if any(block == after for block, after in pairwise(blocks)):
        raise Broken("the source of entropy repeated itself")
    return seed


def house_commitment(table: str, shoe: int, seed: bytes) -> str:
    return hash_lines((HOUSE_LABEL, table, str(shoe), seed.hex()))


def player_commitment(table: str, seed: str) -> str:
    """A seed is hexadecimal, as it is sent; the table is in it, so that it is worth nothing at another."""
    return hash_lines((PLAYER_LABEL, table, seed))


def derived_cut(commitment: str, number: int, lowest: int, highest: int) -> int:
    """How deep the house cuts: it follows from what was public before the shuffle."""
    digest = hash_lines((CUT_LABEL, commitment, str(number)))
    return lowest + int(digest, 16) % (highest - lowest + 1)


# ---- the order


def derive_order(cards: Iterable[Card], seed: bytes, inputs: Iterable[str]) -> tuple[Card, ...]:
    """The cards, sorted by suit and rank and then shuffled as the seed and the inputs determine."""
    order = sorted(cards, key=lambda card: (card.suit, card.rank))
    entropy = _entropy(seed)
    personal = bytes.fromhex(hash_lines(inputs))
    source = HmacDrbg(seed[:STRENGTH_BYTES], seed[STRENGTH_BYTES:][:NONCE_BYTES], personal)
    fisher_yates(order, random_words(source, lambda _: next(entropy)))
    source.close()
    return tuple(order)


def _entropy(seed: bytes) -> Iterator[bytes]:
    """The blocks of the seed; hashes of it after the last, which only a huge batch needs."""
    yield from _blocks(seed)
    number = 0
    while True:
        number += 1
        yield bytes.fromhex(hash_lines((MORE_LABEL, seed.hex(), str(number))))


def _blocks(seed: bytes) -> Sequence[bytes]:
    first = STRENGTH_BYTES + NONCE_BYTES
    return [seed[at : at + STRENGTH_BYTES] for at in range(first, len(seed), STRENGTH_BYTES)]
