"""From a mechanism and its outcome to the sentence that decides it."""

from collections.abc import Sequence
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


BY_READING = ", followed under "


class Citations:
    """The sentence for every cause: the document's own, else one that the game follows under a reading."""

    def __init__(self, register: Register, follows: Sequence[Followed] = ()) -> None:
        self._own = register.deciding
        self._followed = {cause: clause for part in follows for cause, clause in _followed(part).items()}
        self._found: dict[str, Because] = {}

    def __getitem__(self, cause: str) -> Because:
        if cause not in self._found:
            self._found[cause] = Because(mechanism=cause, clause=self._find(cause))
        return self._found[cause]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Citations) and (self._own, self._followed) == (other._own, other._followed)

    def __hash__(self) -> int:
        return hash(tuple(self._own.items()))

    def _find(self, cause: str) -> str:
        """An outcome without a sentence of its own is decided by the mechanism's."""
        mechanism = cause.partition("/")[0]
        for sentences in (self._own, self._followed):
            if clause := sentences.get(cause) or sentences.get(mechanism):
                return clause
        return ""

    def is_own(self, cause: str) -> bool:
        """Does the document itself decide this?"""
        return cause in self._own or cause.partition("/")[0] in self._own


def _followed(part: Followed) -> dict[str, str]:
    deciding = part.register.deciding
    return {
        cause: f"{deciding[cause]}{BY_READING}{part.reading}"
        for cause in deciding
        if cause in part.mechanisms or cause.partition("/")[0] in part.mechanisms
    }


def plain_clause(clause: str) -> str:
    """The sentence's id alone, without the reading under which it is followed."""
    return clause.partition(BY_READING)[0]
