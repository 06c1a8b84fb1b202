"""Who is who: seats, staff and how they are called."""

import pytest

from pitboss.table.people import DEALER, DEVICE, FLOOR, SEATS, Role, player


def test_a_table_has_six_seats_from_the_dealers_left() -> None:
    assert list(SEATS) == [1, 2, 3, 4, 5, 6]
    assert [player(seat).role for seat in SEATS] == [Role.PLAYER] * 6


@pytest.mark.parametrize(
    ("who", "called"),
    [(player(4), "player 4"), (DEALER, "dealer"), (FLOOR, "floorperson"), (DEVICE, "device")],
)
def test_everybody_is_called_by_role_and_players_by_seat(who: object, called: str) -> None:
    assert str(who) == called


def test_staff_have_no_seat_and_are_nobody_twice() -> None:
    staff = (DEALER, FLOOR, DEVICE)
    assert [person.seat for person in staff] == [0, 0, 0]
    assert len({*staff, *(player(seat) for seat in SEATS)}) == 9
