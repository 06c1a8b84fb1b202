"""The shoe: no order likelier than another, promised before the first card, hidden until it is opened."""

import hashlib
import itertools
import os
import random
from collections import Counter
from math import ceil, lgamma, log

import pytest

from pitboss.desk.drbg import HmacDrbg
from pitboss.desk.sealed_shoe import (
    SealedOrder,
    commitment,
    cut_order,
    fisher_yates,
    order_text,
    parse_order,
    random_below,
    random_words,
    read_sealed,
    seal_secret,
)
from pitboss.desk.shoe_derivation import HOUSE_SEED_BYTES, derive_order, new_house_seed
from pitboss.errors import Broken
from pitboss.rules.cards import Card
from pitboss.table.notation import BadNotation
from pitboss.table.shoes import full_batch

KEY = bytes(range(32))


@pytest.mark.parametrize("bound", [1, 2, 3, 13, 51, 52, 311, 312, 415, 416, 65_535, 65_536])
def test_every_number_below_a_bound_comes_from_as_many_words(bound: int) -> None:
    """All 65,536 words: those kept fall on every number equally often."""
    kept: Counter[int] = Counter()
    for word in range(2**16):
        answer = random_below(bound, iter([word, 0]))
        taken_at_once = word < 2**16 // bound * bound
        assert answer == (word % bound if taken_at_once else 0)
        kept[answer] += taken_at_once
    assert len(kept) == bound
    assert len(set(kept.values())) == 1


def test_every_choice_of_places_is_another_order() -> None:
    """Five cards: 5·4·3·2 choices reach each of the 120 orders once."""
    cards = full_batch(1)[:5]
    reached = set()
    for words in itertools.product(range(5), range(4), range(3), range(2)):
        order = list(cards)
        fisher_yates(order, iter(words))
        reached.add(tuple(order))
    assert len(reached) == 120


def shuffled(decks: int, seed: int) -> SealedOrder:
    chance = random.Random(seed)
    order = derive_order(full_batch(decks), new_house_seed(chance.randbytes), ())
    return SealedOrder(order, chance.randbytes(32))


@pytest.mark.parametrize("decks", [1, 4, 6, 8])
def test_a_seed_of_the_house_can_reach_every_order(decks: int) -> None:
    """The state holds 512 bits, so a new block of the seed is fed for every 256 bits that are drawn."""
    orders_bits = (lgamma(52 * decks + 1) - 52 * lgamma(decks + 1)) / log(2)
    assert Counter(shuffled(decks, 7).order) == Counter(full_batch(decks))
    assert ceil(orders_bits) < 8 * HOUSE_SEED_BYTES
    fed = []

    def feed(_: int) -> bytes:
        fed.append(os.urandom(32))
        return fed[-1]

    source = HmacDrbg(os.urandom(32), os.urandom(16))
    fisher_yates(full_batch(decks), random_words(source, feed))
    assert len(fed) * 256 > orders_bits
    assert 48 + 32 * len(fed) <= HOUSE_SEED_BYTES, "the seed is longer than any shuffle needs"


def test_the_same_seed_is_the_same_shoe_and_another_seed_or_input_another() -> None:
    first, again, other = (shuffled(1, seed) for seed in (1, 1, 2))
    assert first == again
    assert first.order != other.order
    seed = new_house_seed(random.Random(1).randbytes)
    orders = {derive_order(full_batch(1), seed, lines) for lines in ((), ("a",), ("b",), ("a", "b"), ("ab",))}
    assert len(orders) == 5


def test_a_stuck_source_of_entropy_deals_nobody_a_card() -> None:
    with pytest.raises(Broken, match="repeated itself"):
        new_house_seed(lambda count: b"\x07" * count)


def test_a_batch_that_needs_more_than_the_seed_goes_on_with_hashes_of_it() -> None:
    seed = new_house_seed(random.Random(1).randbytes)
    batch = full_batch(20)
    order = derive_order(batch, seed, ())
    assert Counter(order) == Counter(batch)
    assert order == derive_order(batch, seed, ())


def test_more_cards_than_a_word_can_tell_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="cards"):
        fisher_yates([Card(1, 0)] * (2**16 + 1), iter(()))


def test_the_promise_can_be_checked_with_a_shell() -> None:
    sealed = SealedOrder(parse_order("AcKd2h"), bytes(32))
    text = b"pitboss shoe 1\n" + b"00" * 32 + b"\nAcKd2h\n"
    assert commitment(sealed) == hashlib.sha256(text).hexdigest()


def test_the_promise_changes_with_every_card_and_the_nonce() -> None:
    sealed = shuffled(1, 3)
    swapped = (sealed.order[1], sealed.order[0], *sealed.order[2:])
    others = [SealedOrder(swapped, sealed.nonce), SealedOrder(sealed.order, bytes(32)), sealed]
    assert len({commitment(other) for other in others}) == 3


def test_an_order_goes_to_text_and_back() -> None:
    order = shuffled(8, 4).order
    assert parse_order(order_text(order)) == order
    for bad in ("Ac2", "AcXd", "ac"):
        with pytest.raises(BadNotation):
            parse_order(bad)


def test_each_cut_puts_what_lay_above_below() -> None:
    order = tuple(full_batch(1))
    assert cut_order(order, ()) == order
    assert cut_order(order, (20,)) == order[20:] + order[:20]
    assert cut_order(order, (20, 7)) == order[27:] + order[:27]


def seal_order(sealed: SealedOrder) -> bytes:
    """As the earlier scheme sealed an order."""
    text = sealed.nonce + order_text(sealed.order).encode()
    return seal_secret(text, bytes.fromhex(commitment(sealed)), KEY)


def test_a_sealed_shoe_opens_with_its_key_alone() -> None:
    sealed = shuffled(6, 5)
    body = seal_order(sealed)
    assert read_sealed(body, KEY) == sealed
    with pytest.raises(Broken, match="another key"):
        read_sealed(body, KEY[::-1])
    for at in range(0, len(body), 37):
        changed = bytearray(body)
        changed[at] ^= 1
        with pytest.raises(Broken):
            read_sealed(bytes(changed), KEY)
    with pytest.raises(Broken):
        read_sealed(b"short", KEY)


def test_a_sealed_shoe_shows_no_card() -> None:
    """The same order under two nonces has nothing in common but its length."""
    order = tuple(full_batch(6))
    bodies = [seal_order(SealedOrder(order, bytes([number]) * 32)) for number in (1, 2)]
    assert order_text(order).encode()[:8] not in bodies[0]
    same = sum(left == right for left, right in zip(*bodies, strict=True))
    assert same < 20, "of 720 bytes about three agree by chance"
