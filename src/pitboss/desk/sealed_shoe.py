"""The shuffle of a virtual shoe, the encryption of what is secret, and the earlier scheme of commitments.

A shuffle is reseeded throughout. The generator's state holds 512 bits, so one seed at the start could give
no more than 2^512 orders, and six decks have 2^1647. It is therefore reseeded for every 32 bytes drawn: a
shuffle of six decks takes about 5,700 bits, three for every one it needs.

Under the earlier scheme the house committed to an order that it knew: the SHA-256 of a text of three lines, a
fixed label, a nonce of 256 bits, and the order before the cut. Shoes begun under it are finished under it.
"""

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pitboss.desk.drbg import STRENGTH_BYTES, HmacDrbg
from pitboss.errors import Broken
from pitboss.rules.cards import Card
from pitboss.table.notation import BadNotation, card_text, parse_card
from pitboss.table.shoes import bury_top

Entropy = Callable[[int], bytes]
"""Returns the given number of random bytes: `os.urandom` at a desk."""

LABEL = "pitboss shoe 1"
"""The first line of the text that the earlier scheme committed to."""
NONCE_BYTES = 32
MOST_CARDS = 2**16


class SealedOrder(NamedTuple):
    """A shuffled batch before any cut, top card first, and the nonce of its commitment."""

    order: tuple[Card, ...]
    nonce: bytes


# ---- the shuffle


def random_words(source: HmacDrbg, entropy: Entropy) -> Iterator[int]:
    """Random numbers of 16 bits, sixteen for every reseed."""
    while True:
        source.reseed(entropy(STRENGTH_BYTES))
        block = source.generate(STRENGTH_BYTES)
        for at in range(0, STRENGTH_BYTES, 2):
            yield block[at] << 8 | block[at + 1]


def fisher_yates(order: list[Card], words: Iterator[int]) -> None:
    """The Fisher-Yates shuffle, from the bottom up."""
    if len(order) > MOST_CARDS:
        raise ValueError(f"{len(order)} cards are more than a number of 16 bits can tell apart")
    for last in range(len(order) - 1, 0, -1):
        chosen = random_below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]


def random_below(bound: int, words: Iterator[int]) -> int:
    """A random number below the bound, each equally likely, by rejection sampling."""
    fair = MOST_CARDS - MOST_CARDS % bound
    for word in words:
        if word < fair:
            return word % bound
    raise Broken("the source of random numbers ended")


# ---- the earlier scheme


def commitment(sealed: SealedOrder) -> str:
    """What was published before the first card: `printf 'LABEL\\nNONCE\\nORDER\\n' | sha256sum`."""
    text = f"{LABEL}\n{sealed.nonce.hex()}\n{order_text(sealed.order)}\n"
    return hashlib.sha256(text.encode()).hexdigest()


def order_text(order: Sequence[Card]) -> str:
    """`AcKd…`, top card first."""
    return "".join(map(card_text, order))


def parse_order(text: str) -> tuple[Card, ...]:
    if len(text) % 2:
        raise BadNotation(f"An order has two letters for each card; {len(text)} letters is an odd number.")
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def cut_order(order: Sequence[Card], cuts: Sequence[int]) -> tuple[Card, ...]:
    """The order in the shoe: each cut moves the cards above it to the bottom."""
    for depth in cuts:
        order = bury_top(order, depth)
    return tuple(order)


# ---- encryption, for a restart


def seal_secret(secret: bytes, committed: bytes, key: bytes) -> bytes:
    """A secret encrypted with a key that is kept elsewhere, so that the store does not reveal the shoe.

    A keystream of the generator, never used twice because the commitment is part of its seed, and an HMAC.
    """
    hidden = mask_bytes(secret, key, committed)
    return committed + hidden + tag_of(committed + hidden, key)


def read_secret(body: bytes, key: bytes) -> bytes:
    """The secret, decrypted; Broken when it was changed or the key is wrong."""
    tag_at = len(body) - STRENGTH_BYTES
    if tag_at < STRENGTH_BYTES or not hmac.compare_digest(body[tag_at:], tag_of(body[:tag_at], key)):
        raise Broken("a sealed shoe was changed, or was sealed with another key")
    return mask_bytes(body[STRENGTH_BYTES:tag_at], key, body[:STRENGTH_BYTES])


def read_sealed(body: bytes, key: bytes) -> SealedOrder:
    """The order of a shoe of the earlier scheme."""
    text = read_secret(body, key)
    return SealedOrder(parse_order(text[NONCE_BYTES:].decode()), text[:NONCE_BYTES])


def mask_bytes(text: bytes, key: bytes, committed: bytes) -> bytes:
    stream = HmacDrbg(key, committed, b"pitboss seal").generate(len(text))
    return bytes(left ^ right for left, right in zip(text, stream, strict=True))


def tag_of(body: bytes, key: bytes) -> bytes:
    return hmac.digest(key, b"pitboss seal tag" + body, "sha256")
