"""Payloads in a SQLite file are deflated where that makes them shorter; hashes are of the plain text.

Text that is stored as it is stays readable, so files of before need no migration. PostgreSQL packs long text
by itself. Every record is packed alone, so that a damaged one costs no other.
"""

import zlib

from sqlalchemy import Dialect, Text
from sqlalchemy.types import TypeDecorator

RAW, MOST_MEMORY, BEST = -15, 9, 9
MOST_BYTES = 4_000_000
"""Of a payload; the longest has the texts of a game, each of 1 MB at most."""
SHOWN = 40


def pack(text: str) -> str | bytes:
    plain = text.encode()
    deflate = zlib.compressobj(BEST, zlib.DEFLATED, RAW, MOST_MEMORY)
    packed = deflate.compress(plain) + deflate.flush()
    return packed if len(packed) < len(plain) else text


def unpack(stored: bytes) -> str:
    """The text; of a damaged one something whose hash cannot be right, so that its record is named."""
    inflate = zlib.decompressobj(RAW)
    try:
        plain = inflate.decompress(stored, MOST_BYTES).decode()
    except (zlib.error, UnicodeDecodeError):
        return _damaged(stored)
    return plain if inflate.eof and not inflate.unused_data else _damaged(stored)


def _damaged(stored: bytes) -> str:
    return f"damaged: {stored[:SHOWN].hex()}"


class PackedText(TypeDecorator[str]):
    """Text that may be packed; whoever writes packs it."""

    impl = Text
    cache_ok = True

    def process_result_value(self, value: object, dialect: Dialect) -> str | None:  # noqa: ARG002
        return unpack(value) if isinstance(value, bytes) else value  # type: ignore[return-value]
