"""Who acts at a table: players by seat, the dealer, the floorperson, and the devices."""

from enum import IntEnum
from typing import NamedTuple


class Role(IntEnum):
    PLAYER = 0
    DEALER = 1
    FLOOR = 2
    DEVICE = 3


class Person(NamedTuple):
    role: Role
    seat: int = 0
    """A player's seat, 1 at the dealer's far left to 6 at the far right; 0 for everybody else."""

    def __str__(self) -> str:
        if self.role == Role.PLAYER:
            return f"player {self.seat}"
        return {Role.DEALER: "dealer", Role.FLOOR: "floorperson", Role.DEVICE: "device"}[self.role]


SEATS = range(1, 7)
DEALER = Person(Role.DEALER)
FLOOR = Person(Role.FLOOR)
DEVICE = Person(Role.DEVICE)


def player(seat: int) -> Person:
    return Person(Role.PLAYER, seat)
