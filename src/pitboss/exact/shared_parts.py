"""What several houses have in common, found once.

Houses with one dealer and one shoe meet the same dealer's hands. Where two of them also pay alike and let a
hand do the same, the values of its cards are the same numbers, and one of them has found them for the other.
A part is known by all that it is made of (tables of payments, what may be done), never by a switch's name.
"""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from pitboss.errors import Broken

Part = TypeVar("Part")


class SharedParts:
    """Parts of solutions for one dealer and one shoe, each kept under what it is made of."""

    def __init__(self) -> None:
        self._parts: dict[Hashable, Any] = {}
        self._ground: Hashable = None

    def claim(self, ground: Hashable) -> None:
        """Every solver that shares names its dealer and its shoe; all must be the same."""
        if self._ground not in (None, ground):
            raise Broken("solvers with different dealers or shoes cannot share their parts")
        self._ground = ground

    def once(self, key: Hashable, find: Callable[[], Part]) -> Part:
        if key not in self._parts:
            self._parts[key] = find()
        part: Part = self._parts[key]
        return part
