"""Answers that take long, kept from one process to the next beside the compiled kernels.

An answer is kept under a hash of our sources and of everything it was found from: a changed rule, solver,
word or file is worked out anew.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from pitboss.kernel_sources import SOURCES, cache_folder, sources_sha256

Answer = TypeVar("Answer")


def kept(
    folder: str,
    made_of: Iterable[bytes],
    kind: type[Answer],
    find: Callable[[], Answer],
    *,
    anew: bool = False,
) -> Answer:
    """The answer as it was kept, or found now and kept; `anew` finds it whatever was kept."""
    place = _place(folder, made_of)
    if not anew:
        with suppress(OSError, msgspec.DecodeError):
            return msgspec.json.decode(place.read_bytes(), type=kind)
    answer = find()
    with suppress(OSError):  # a folder that cannot be written to keeps nothing
        _write(place, msgspec.json.encode(answer))
    return answer


def _place(folder: str, made_of: Iterable[bytes]) -> Path:
    digest = hashlib.sha256(sources_sha256().encode())
    for piece in (*_makers_of_games(), *made_of):
        digest.update(len(piece).to_bytes(8, "big") + piece)
    return cache_folder() / folder / f"{digest.hexdigest()[:32]}.json"


def _makers_of_games() -> Iterator[bytes]:
    for path in sorted((SOURCES / "games").glob("*.py")):
        yield path.read_bytes()
    yield (SOURCES / "games" / "vocabulary.toml").read_bytes()


def _write(place: Path, data: bytes) -> None:
    """Whole or not at all: somebody may be reading."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=place.parent, delete=False) as file:
        file.write(data)
    os.replace(file.name, place)
