"""The virtual shoe's cards: shuffled out of reach, promised before the first is dealt, shown after the last.

A shuffle takes fresh entropy all the way through. The generator's state holds 512 bits, so however much it is
fed at once it could give no more than 2^512 orders, and six decks have 2^1647. It is therefore reseeded for
every 32 bytes drawn: a shuffle of six decks takes in about 5,700 bits, three for every one it needs.

The promise is the SHA-256 of a text of three lines: a fixed word, a nonce of 256 bits, and the order as it
lies before the cut. The nonce hides the order until both are shown; the cut is public.
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
"""Gives so many fresh bytes: `os.urandom` at a desk."""

PROMISE = "pitboss shoe 1"
NONCE_BYTES = 32
MOST_CARDS = 2**16


class Sealed(NamedTuple):
    """A shuffled batch, top card first, before any cut; and what hides it in its promise."""

    order: tuple[Card, ...]
    nonce: bytes


# ---- the shuffle


def shuffle_cards(cards: Sequence[Card], entropy: Entropy) -> Sealed:
    """Every order of the cards equally likely, by a generator made and closed for this shuffle."""
    source = HmacDrbg(entropy(STRENGTH_BYTES), entropy(STRENGTH_BYTES // 2), PROMISE.encode())
    order = list(cards)
    fisher_yates(order, fresh_words(source, entropy))
    source.reseed(entropy(STRENGTH_BYTES))
    nonce = source.generate(NONCE_BYTES)
    source.close()
    return Sealed(tuple(order), nonce)


def fresh_words(source: HmacDrbg, entropy: Entropy) -> Iterator[int]:
    """Numbers of 16 bits, sixteen to every reseed."""
    while True:
        source.reseed(entropy(STRENGTH_BYTES))
        block = source.generate(STRENGTH_BYTES)
        for at in range(0, STRENGTH_BYTES, 2):
            yield block[at] << 8 | block[at + 1]


def fisher_yates(order: list[Card], words: Iterator[int]) -> None:
    """From the bottom up, each place gets one of the cards not placed yet."""
    if len(order) > MOST_CARDS:
        raise ValueError(f"{len(order)} cards are more than a number of 16 bits can tell apart")
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]


def below(bound: int, words: Iterator[int]) -> int:
    """A number under the bound, each as likely; words of the last, incomplete turn are thrown away."""
    fair = MOST_CARDS - MOST_CARDS % bound
    for word in words:
        if word < fair:
            return word % bound
    raise Broken("the source of random numbers came to an end")


# ---- the promise


def commitment(sealed: Sealed) -> str:
    """What is published before the first card: `printf 'WORD\\nNONCE\\nORDER\\n' | sha256sum`."""
    text = f"{PROMISE}\n{sealed.nonce.hex()}\n{order_text(sealed.order)}\n"
    return hashlib.sha256(text.encode()).hexdigest()


def order_text(order: Sequence[Card]) -> str:
    """`AcKd…`, top card first."""
    return "".join(map(card_text, order))


def parse_order(text: str) -> tuple[Card, ...]:
    if len(text) % 2:
        raise BadNotation(f"An order of cards has two letters a card, not {len(text)} letters.")
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def cut_order(order: Sequence[Card], cuts: Sequence[int]) -> tuple[Card, ...]:
    """The order as it goes into the shoe: at each cut what lay above goes below."""
    for depth in cuts:
        order = bury_top(order, depth)
    return tuple(order)


# ---- kept for a restart


def seal_bytes(sealed: Sealed, key: bytes) -> bytes:
    """The batch under a key that is kept elsewhere, so that who can read the store cannot read the shoe.

    A keystream of the generator, never used twice because the commitment is part of its seed, and a tag.
    """
    promised = bytes.fromhex(commitment(sealed))
    text = sealed.nonce + order_text(sealed.order).encode()
    hidden = _mask(text, key, promised)
    return promised + hidden + _tag(promised + hidden, key)


def read_sealed(body: bytes, key: bytes) -> Sealed:
    """The batch again; Broken when it was changed or the key is another."""
    tag_at = len(body) - STRENGTH_BYTES
    if tag_at < 0 or not hmac.compare_digest(body[tag_at:], _tag(body[:tag_at], key)):
        raise Broken("A sealed shoe was changed, or was sealed with another key.")
    promised, hidden = body[:STRENGTH_BYTES], body[STRENGTH_BYTES:tag_at]
    text = _mask(hidden, key, promised)
    return Sealed(parse_order(text[NONCE_BYTES:].decode()), text[:NONCE_BYTES])


def _mask(text: bytes, key: bytes, promised: bytes) -> bytes:
    stream = HmacDrbg(key, promised, b"pitboss seal").generate(len(text))
    return bytes(left ^ right for left, right in zip(text, stream, strict=True))


def _tag(body: bytes, key: bytes) -> bytes:
    return hmac.digest(key, b"pitboss seal tag" + body, "sha256")
