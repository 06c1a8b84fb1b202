"""The roles of accounts."""

from enum import StrEnum


class AccountRole(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    CASHIER = "cashier"
    REGULATOR = "regulator"
    ADMINISTRATOR = "administrator"

    @property
    def plural(self) -> str:
        return f"{self.capitalize()}s"


EVERYBODY = frozenset(AccountRole)
OVERSIGHT = frozenset({AccountRole.FLOORPERSON, AccountRole.REGULATOR, AccountRole.ADMINISTRATOR})
SECOND_PERSONS = frozenset({AccountRole.CASHIER, AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR})
"""Who may approve money that somebody else asked for."""
CAGE_READERS = frozenset({AccountRole.CASHIER, AccountRole.REGULATOR, AccountRole.ADMINISTRATOR})
"""Who sees the cage; only a cashier acts there."""
DAY_READERS = OVERSIGHT | CAGE_READERS
"""Who sees the figures of a gaming day."""
