"""The roles of accounts, and the person each role is at a table."""

from enum import StrEnum

from pitboss.table.people import DEALER, FLOOR, Person


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

STAFF_AT_TABLE: dict[AccountRole, Person] = {
    AccountRole.DEALER: DEALER,
    AccountRole.FLOORPERSON: FLOOR,
}
"""Players act for the seat they hold; regulators and administrators do not act at tables."""
