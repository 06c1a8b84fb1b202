"""What can go wrong, as a vocabulary.

PitbossError
├── BadInput             what a person gave cannot be used; every fault of it at once
│   ├── UnknownGame      no game of that name or file
│   ├── BadGame          a game file that does not hold together
│   └── BadChoice        an option or reading that the document does not allow
├── Refused              a command that the table does not take: why, in words, by which clause
└── Broken               an invariant of ours does not hold; nobody catches it
"""

from collections.abc import Iterable
from typing import NamedTuple


class Fault(NamedTuple):
    """One thing that is wrong: where, what, what is allowed, and by which clause."""

    where: str
    says: str
    allowed: str = ""
    clause: str = ""

    def __str__(self) -> str:
        allowed = f" Allowed: {self.allowed}." if self.allowed else ""
        clause = f" ({self.clause})" if self.clause else ""
        return f"{self.where}: {self.says}{allowed}{clause}"


class PitbossError(Exception):
    """Everything this package raises on purpose."""


class BadInput(PitbossError):
    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class UnknownGame(BadInput):
    pass


class BadGame(BadInput):
    pass


class BadChoice(BadInput):
    pass


class Refused(PitbossError):
    def __init__(self, reason: str, says: str, clause: str = "") -> None:
        self.reason = reason
        self.says = says
        self.clause = clause
        super().__init__(f"{says} ({clause})" if clause else says)


class Broken(PitbossError):
    pass
