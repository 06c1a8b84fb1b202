"""Which sentences a mutant is held against.

1. It must change what the table does in a game of the sentence's document, at some recorded moment; otherwise
   it is not counted there: the game never goes that way, or nobody could tell the difference.
2. Where the function carries out, or helps to carry out, a mechanism that a sentence names, and what changed
   cites that sentence, the tests named after that sentence must catch it. Every such sentence's.
3. Otherwise (definitions, amounts, common ground) it belongs to all sentences that name the function's
   mechanisms or are cited where the table changed, and a test named after one of them must catch it.

Only executable sentences count.
"""

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from pitboss.games.register import find_entries, known_registers
from tests.mutation.code import ROOMS, served
from tests.mutation.moments import Moment, changed_sentences

COMMON_GROUND = 4
"""A helper that serves more functions than this belongs to none of them in particular."""


class Charge(NamedTuple):
    """A mutant held against sentences of one document."""

    mutant: str
    document: str
    sentences: tuple[str, ...]
    every: bool
    """Each of them must notice; otherwise one of them."""


@cache
def executable() -> dict[str, str]:
    """The document of every executable sentence."""
    entries = find_entries(known_registers())
    return {entry.clause.id: entry.clause.document for entry in entries if entry.clause.kind == "executable"}


@cache
def naming() -> dict[str, frozenset[str]]:
    """The executable sentences that name a mechanism of each noted function."""
    found: dict[str, set[str]] = {}
    for entry in find_entries(known_registers()):
        for evidence in entry.code:
            if entry.clause.id in executable() and evidence.room in ROOMS:
                found.setdefault(evidence.place, set()).add(entry.clause.id)
    return {place: frozenset(ids) for place, ids in found.items()}


@cache
def named_for(place: str) -> frozenset[str]:
    """The sentences that name a mechanism of this function, or of those that it helps."""
    return frozenset(id for at in served()[place] for id in naming().get(at, ()))


def charge(mutant: str, place: str, document: str, moments: Iterable[Moment]) -> Charge | None:
    """What a mutant answers for in a document, while it is applied; None where nothing shows."""
    cited: set[str] = set()
    shows = False
    for moment in moments:
        changed = changed_sentences(moment)
        shows = shows or changed is not None
        cited |= changed or set()
    if not shows:
        return None
    own = {id for id in cited if executable().get(id) == document}
    named = {id for id in named_for(place) if executable()[id] == document}
    if len(served()[place]) <= COMMON_GROUND and own & named:
        return Charge(mutant, document, in_order(own & named), every=True)
    return Charge(mutant, document, in_order(own | named), every=False) if own | named else None


def in_order(ids: Iterable[str]) -> tuple[str, ...]:
    """In the order of the texts."""
    wanted = set(ids)
    return tuple(id for id in executable() if id in wanted)
