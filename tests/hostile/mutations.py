"""Ways of spoiling a file, each drawn by a seed: flips of bits, cuts, nesting, numbers, letters, lengths."""

import random
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

Mutation = Callable[[bytes, random.Random], bytes]

NASTY = (
    b"\x00", b"\xff\xfe", b"\xed\xa0\x80", "\u2028".encode(), "\u202e".encode(), b"\x1b[31m\x1b]0;owned\x07",
    b"\x9b", "\u009b2J".encode(), b"\r", b"\n", b"\\ud800", b"\\u0000", b"\\u001b[2J", b"{", b"]", b'"', b"'",
    b"=", b"NaN", b"Infinity", b"-0", b"null", b"[]", b"{}", b"1e999", b"&#27;", b"%s", b"{0}",
    b"../../etc/passwd",
)  # fmt: skip
NUMBERS = (
    b"0", b"-1", b"9" * 19, b"9" * 400, b"9" * 5_000, b"1e308", b"-1e308", b"1e999", b"0.1",
    b"18446744073709551616", b"-9223372036854775809", b"2147483648",
)  # fmt: skip


def flip(data: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 8))):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def cut(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data))
    return data[:at] if rng.random() < 0.5 else data[:at] + data[at + rng.randrange(1, 200) :]


def insert(data: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(NASTY) + data[at:]


def repeat(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    at = rng.randrange(len(lines))
    return b"".join((*lines[:at], lines[at] * rng.choice((2, 300)), *lines[at:]))


def swap(data: bytes, rng: random.Random) -> bytes:
    lines = data.splitlines(keepends=True)
    rng.shuffle(lines)
    return b"".join(lines)


def number(data: bytes, rng: random.Random) -> bytes:
    """Another number where one stands."""
    return _replaced(rb"-?\d+(\.\d+)?", data, rng.choice(NUMBERS), rng)


def word(data: bytes, rng: random.Random) -> bytes:
    """Something else where a word stands."""
    return _replaced(rb"[A-Za-z_]{2,}", data, rng.choice((*NASTY, *NUMBERS[:3], b"a" * 100_000)), rng)


def value(data: bytes, rng: random.Random) -> bytes:
    """A value of another kind after a colon or an equals sign."""
    other = rng.choice(
        (b"7", b"true", b"null", b'"x"', b"[]", b"{}", b"[1]", b'{"a": 1}', b"1.5", b'["x", 2]')
    )
    return _replaced(rb'(?<=[:=])\s*("[^"\n]*"|[\w.]+|\[[^\[\]\n]*\])', data, other, rng)


def nest(data: bytes, rng: random.Random) -> bytes:
    deep = rng.choice((b"[", b"(", b'{"a":', b"[[", b"<g>", b"{a=")) * rng.choice((500, 40_000))
    at = rng.randrange(len(data) + 1)
    return data[:at] + deep + data[at:]


def lengthen(data: bytes, rng: random.Random) -> bytes:
    """A very long line."""
    at = rng.randrange(len(data) + 1)
    filling = rng.choice(
        (b"a", b" ", b"(", b"9", b"\t", b".a", b"a.", b'"', b"A\xcc\x88", b"1.", b"(a)", b"&")
    )
    return data[:at] + filling * (400_000 // len(filling)) + data[at:]


def _replaced(pattern: bytes, data: bytes, new: bytes, rng: random.Random) -> bytes:
    found = list(re.finditer(pattern, data))
    if not found:
        return insert(data, rng)
    at = rng.choice(found)
    return data[: at.start()] + new + data[at.end() :]


MUTATIONS: tuple[Mutation, ...] = (flip, cut, insert, repeat, swap, number, word, value, nest, lengthen)


def spoiled(data: bytes, seed: int) -> bytes:
    """The mutations take turns, so that every run of ten seeds has each of them."""
    rng = random.Random(seed)
    return MUTATIONS[seed % len(MUTATIONS)](data, rng)


# ---- values inside data, for files that are sealed by a hash and would otherwise be refused for that alone

VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 7, 10**18, -(10**18), 10**300, 0.5, 1e308, "", "x", "1/0", "-", "\0", "\x1b[2J",
    "\u2028", "\ud800", "a" * 20_000, [], {}, [[]], {"a": 1}, [1, "x"], "2026-03-01T12:00:00.000000Z",
    ["x"] * 2_000,
)  # fmt: skip


def spoiled_value(data: Any, seed: int) -> Any:
    """A copy with another value, or a member more or less, at some place."""
    rng = random.Random(seed)
    data = deepcopy(data)
    places = list(_places(data))
    holder, key = rng.choice(places)
    how = rng.randrange(6)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, dict):
        holder[f"{key}x"] = holder[key]
    elif how == 1:
        holder.insert(0, deepcopy(holder[key]))
    elif how == 2:
        other, at = rng.choice(places)
        holder[key] = deepcopy(other[at])
    else:
        holder[key] = deepcopy(rng.choice(VALUES))
    return data


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    keys: Any = data.keys() if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    for key in keys:
        yield data, key
        yield from _places(data[key])
