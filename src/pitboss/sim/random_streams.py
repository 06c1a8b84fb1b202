"""Where chance comes from: xoshiro256++, one stream for every 65,536 rounds.

Why this one: 256 bits of state live in four registers, a word costs about a nanosecond on a processor and on
a graphics card alike, the period is 2^256 - 1, and no weakness of its 64-bit words is known. It is no secret
keeper: live tables shuffle by other means. A stream's state is spread out by splitmix64, as the makers of
xoshiro advise, from the seed and the number of the stream.

Two streams overlap only if their states lie within each other's walk: a stream uses below 2^24 words, so
among 2^32 streams (3e14 rounds) the chance is below 2^32 * 2^32 * 2^25 / 2^256, some 2^-167.
"""

from typing import Any, NamedTuple

import numpy as np

from pitboss.compiled import part

STREAM_ROUNDS = 1 << 16

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
U0, U1, U17, U19, U23, U27, U30, U31, U32, U41, U45 = (
    np.uint64(n) for n in (0, 1, 17, 19, 23, 27, 30, 31, 32, 41, 45)
)
LOW_HALF = np.uint64(0xFFFFFFFF)


class Source(NamedTuple):
    """The state of one stream."""

    a: Any
    b: Any
    c: Any
    d: Any


@part
def splitmix(state: Any) -> Any:
    """One well mixed word from a counter."""
    z = (state ^ (state >> U30)) * MIX_1
    z = (z ^ (z >> U27)) * MIX_2
    return z ^ (z >> U31)


@part
def open_stream(seed: Any, stream: Any) -> Source:
    """The beginning of a stream: four words from the mixed seed and the stream's number.

    Every step is one to one, so no two streams of a seed begin alike, and of four different words at most
    one is zero: the all-zero state, which xoshiro never leaves, cannot occur.
    """
    key = splitmix(seed + GOLDEN) ^ splitmix((stream + U1) * GOLDEN)
    a = splitmix(key + GOLDEN)
    b = splitmix(key + GOLDEN + GOLDEN)
    c = splitmix(key + GOLDEN + GOLDEN + GOLDEN)
    d = splitmix(key + GOLDEN + GOLDEN + GOLDEN + GOLDEN)
    return Source(a, b, c, d)


@part
def turn(word: Any, left: Any, right: Any) -> Any:
    return (word << left) | (word >> right)


@part
def next_word(source: Source) -> Any:
    """The stream one step on, and a word of 64 bits."""
    a, b, c, d = source
    word = turn(a + d, U23, U41) + a
    c ^= a
    d ^= b
    return Source(a ^ d, b ^ c, c ^ (b << U17), turn(d, U45, U19)), word


@part
def redraw_below(source: Source, bound: Any, product: Any) -> Any:
    """Lemire's rejection: the few products that would favour some numbers are drawn again."""
    edge = np.uint64((np.uint32(0) - np.uint32(bound)) % np.uint32(bound))
    while product & LOW_HALF < edge:
        source, word = next_word(source)
        product = (word >> U32) * bound
    return source, product


@part
def below(source: Source, half: Any, bound: Any) -> Any:
    """A number below `bound`, all equally likely, from half a word; more words only if it must be."""
    product = half * bound
    if product & LOW_HALF < bound:
        source, product = redraw_below(source, bound, product)
    return source, product >> U32
