"""From a mechanism and its outcome to the sentence that decides it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypedDict

from pitboss.games.registers import Register


class Because(TypedDict):
    """Why something happened: the mechanism with its outcome, and the sentence that decides it."""

    mechanism: str
    clause: str


class Followed(NamedTuple):
    """Mechanisms on which the document is silent, the text followed instead, and the reading that says so."""

    register: Register
    reading: str
    mechanisms: tuple[str, ...]


BY_READING = ", by reading "
"""A sentence of another text, which the game follows where its own document is silent."""
AS_READ = ", as read in "
"""A sentence of the document that decides only as one of the game's readings understands it."""


def finest_first(cause: str) -> Iterator[str]:
    """`settle.hand/blackjack_paid/ace_up`, then what that is an outcome of, and the mechanism last."""
    while cause:
        yield cause
        cause = cause.rpartition("/")[0]


class Citations(dict[str, Because]):
    """The sentence for every cause: the document's own, else one that the game follows under a reading.

    Found when it is first asked for.
    """

    def __init__(self, register: Register, follows: Sequence[Followed] = ()) -> None:
        self._own = {
            cause: _as_read(clause, register.read_under[cause]) for cause, clause in register.deciding.items()
        }
        self._followed = {cause: clause for part in follows for cause, clause in _followed(part).items()}
        self._named = frozenset(cause for part in follows for cause in part.mechanisms)

    def __missing__(self, cause: str) -> Because:
        self[cause] = Because(mechanism=cause, clause=self._find(cause))
        return self[cause]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Citations) and (self._own, self._followed) == (other._own, other._followed)

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self._own.items()))

    def _find(self, cause: str) -> str:
        """An outcome without a sentence of its own is decided by the mechanism's.

        A document may have a sentence for the mechanism and be silent on one outcome: what the game follows
        for that outcome by name then comes first.
        """
        for step in finest_first(cause):
            if clause := self._own.get(step):
                return clause
            if step in self._named:
                return next((self._followed[one] for one in finest_first(cause) if one in self._followed), "")
        return ""

    def is_own(self, cause: str) -> bool:
        """Does the document itself decide this?"""
        clause = self[cause]["clause"]
        return bool(clause) and BY_READING not in clause


def _as_read(clause: str, reading: str) -> str:
    return f"{clause}{AS_READ}{reading}" if reading else clause


def _followed(part: Followed) -> dict[str, str]:
    by_id = part.register.by_id
    deciding = {cause: by_id[id].citation for cause, id in part.register.deciding.items()}
    named = set(part.mechanisms)
    sentences = {
        cause: clause for cause, clause in deciding.items() if not named.isdisjoint(finest_first(cause))
    }
    for cause in named - set(sentences):
        if clause := next((deciding[step] for step in finest_first(cause) if step in deciding), ""):
            sentences[cause] = clause
    return {cause: f"{clause}{BY_READING}{part.reading}" for cause, clause in sentences.items()}


def plain_clause(clause: str) -> str:
    """The sentence alone, without the reading under which it is read or followed."""
    return clause.partition(BY_READING)[0].partition(AS_READ)[0]


def reading_of(clause: str) -> str:
    """The reading as which a sentence of the document is understood; empty where it needs none."""
    return clause.partition(AS_READ)[2]
