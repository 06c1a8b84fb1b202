"""What can go wrong, as a vocabulary.

PitbossError
├── BadInput             what a person gave cannot be used; every fault of it at once
│   ├── UnknownGame      no game of that name or file
│   ├── BadGame          a game file that does not hold together
│   ├── BadChoice        an option or reading that the document does not allow
│   └── BadStore         a journal that cannot be opened, read or written, and what to do about it
├── FaultyRecord         a journal that does not hold: the record, the field, what was expected and found
│   └── BrokenChain      … because its hashes, numbers or order do not
├── LostRace             somebody else was first
│   ├── Conflict         … and wrote the next record
│   ├── Claimed          … and runs the table
│   └── Fenced           … and took the table over
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


class BadStore(BadInput):
    def __init__(self, where: str, says: str, allowed: str = "") -> None:
        super().__init__([Fault(where, says, allowed)])


class FaultyRecord(PitbossError):
    def __init__(self, table: str, sequence: int, field: str, expected: str, found: str) -> None:
        self.table = table
        self.sequence = sequence
        self.field = field
        self.expected = expected
        self.found = found
        super().__init__(f"record {sequence} of {table}, {field}: expected {expected}, found {found}")


class BrokenChain(FaultyRecord):
    pass


class LostRace(PitbossError):
    pass


class Conflict(LostRace):
    pass


class Claimed(LostRace):
    def __init__(self, table: str, owner: str = "") -> None:
        self.owner = owner
        super().__init__(f"{table} is run by {owner}" if owner else f"{table} was claimed a moment ago")


class Fenced(LostRace):
    pass


class Refused(PitbossError):
    def __init__(self, reason: str, says: str, clause: str = "") -> None:
        self.reason = reason
        self.says = says
        self.clause = clause
        super().__init__(f"{says} ({clause})" if clause else says)


class Broken(PitbossError):
    pass
