"""The roles of accounts."""

from enum import StrEnum


class AccountRole(StrEnum):
    PLAYER = "player"
    DEALER = "dealer"
    FLOORPERSON = "floorperson"
    REGULATOR = "regulator"
    ADMINISTRATOR = "administrator"

    @property
    def plural(self) -> str:
        return f"{self.capitalize()}s"


EVERYBODY = frozenset(AccountRole)
OVERSIGHT = frozenset({AccountRole.FLOORPERSON, AccountRole.REGULATOR, AccountRole.ADMINISTRATOR})
