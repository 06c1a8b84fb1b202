"""The random generator: NIST's answers, a second implementation, limits, and how it stops."""

import hashlib
import random

import pytest

from pitboss.desk import drbg
from pitboss.desk.drbg import KNOWN_ANSWERS, MOST_BYTES, MOST_REQUESTS, HmacDrbg, answer, self_test
from pitboss.errors import Broken

ENTROPY, NONCE = bytes(range(32)), bytes(range(16))


@pytest.mark.parametrize("number", range(len(KNOWN_ANSWERS)))
def test_it_returns_the_published_answers(number: int) -> None:
    assert answer(KNOWN_ANSWERS[number]).hex() == KNOWN_ANSWERS[number].returned


def test_a_wrong_answer_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = KNOWN_ANSWERS[0]._replace(returned="00" + KNOWN_ANSWERS[0].returned[2:])
    monkeypatch.setattr(drbg, "KNOWN_ANSWERS", (*KNOWN_ANSWERS, bad))
    with pytest.raises(Broken, match=f"known answer {len(KNOWN_ANSWERS) + 1}"):
        self_test()


def plain_hmac(key: bytes, data: bytes) -> bytes:
    """RFC 2104 by its two hashes."""
    padded = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in padded) + data).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()


class PlainDrbg:
    """The standard's pseudocode line by line, sharing nothing with the package."""

    def __init__(self, seed: bytes) -> None:
        self.k, self.v = b"\0" * 32, b"\1" * 32
        self.mix(seed)

    def mix(self, data: bytes) -> None:
        for round in (b"\0", b"\1"):
            self.k = plain_hmac(self.k, self.v + round + data)
            self.v = plain_hmac(self.k, self.v)
            if data == b"":
                return

    def give(self, count: int, more: bytes) -> bytes:
        if more != b"":
            self.mix(more)
        out = b""
        while len(out) < count:
            self.v = plain_hmac(self.k, self.v)
            out = out + self.v
        self.mix(more)
        return out[:count]


def test_a_second_implementation_gives_the_same_bytes() -> None:
    rng = random.Random(90)
    ours, plain = HmacDrbg(ENTROPY, NONCE, b"table 1"), PlainDrbg(ENTROPY + NONCE + b"table 1")
    for _ in range(200):
        more = rng.randbytes(rng.choice((0, 0, 5, 64, 200)))
        if rng.random() < 0.3:
            fresh = rng.randbytes(rng.randrange(32, 300))
            ours.reseed(fresh, more)
            plain.mix(fresh + more)
        count = rng.choice((0, 1, 31, 32, 33, 500))
        assert ours.generate(count, more) == plain.give(count, more)


def test_it_refuses_what_the_standard_does_not_allow() -> None:
    source = HmacDrbg(ENTROPY, NONCE)
    for wrong in (
        lambda: HmacDrbg(ENTROPY[:31], NONCE),
        lambda: HmacDrbg(ENTROPY, NONCE[:15]),
        lambda: source.reseed(b"too short"),
        lambda: source.generate(MOST_BYTES + 1),
        lambda: source.generate(-1),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - which limit is said by the case
            wrong()
    assert len(source.generate(MOST_BYTES)) == MOST_BYTES


def test_it_stops_for_good_when_it_should_have_been_reseeded() -> None:
    source = HmacDrbg(ENTROPY, NONCE)
    source._requests = MOST_REQUESTS
    source.generate(1)
    for _ in range(2):
        with pytest.raises(Broken, match="without a reseed"):
            source.generate(1)


def test_a_source_of_entropy_that_repeats_itself_stops_it() -> None:
    source = HmacDrbg(ENTROPY, NONCE)
    with pytest.raises(Broken, match="repeated itself"):
        source.reseed(ENTROPY)
    with pytest.raises(Broken, match="repeated itself"):
        source.generate(1)


def test_a_closed_generator_gives_nothing() -> None:
    source = HmacDrbg(ENTROPY, NONCE)
    source.close()
    with pytest.raises(Broken, match="closed"):
        source.generate(1)
    with pytest.raises(Broken, match="closed"):
        source.reseed(bytes(32))
