"""Which mutants of a sentence are run: not more than so many, and always the same."""

import hashlib
from collections.abc import Sequence

from tests.mutation.running import Item

MOST = 1
"""Of a sentence, and of a function or file that several sentences of a document share."""
PERCENT = 17
"""Of the mutants that are left, so many are run."""


def selected(items: Sequence[Item], most: int = MOST, percent: int = PERCENT) -> list[Item]:
    """In the order given; of each sentence those whose hash comes first, whatever else is counted.

    Of these every mutant is run or left by another hash, so the share caught is that of all within chance.
    """
    taken: dict[tuple[str, ...], int] = {}
    wanted = set()
    for item in sorted(items, key=lambda item: _lot(item.mutant)):
        key = _shared(item)
        taken[key] = taken.get(key, 0) + 1
        if taken[key] <= most:
            wanted.add(item)
    return [item for item in items if item in wanted and _percentile(item.mutant) < percent]


def _shared(item: Item) -> tuple[str, ...]:
    if len(item.sentences) == 1:
        return item.sentences
    return item.document, item.mutant.partition(": ")[0]


def _lot(mutant: str) -> str:
    """The same for all its sentences: a mutant that is run is put to as many of them as possible."""
    return hashlib.sha256(mutant.encode()).hexdigest()


def _percentile(mutant: str) -> float:
    return 100 * int(hashlib.md5(mutant.encode()).hexdigest()[:8], 16) / 2**32
