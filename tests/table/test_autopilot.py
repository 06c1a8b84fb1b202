"""The autopilot: it does what is due from the house and nothing else."""

import random

import pytest

from pitboss.table import commands as c
from pitboss.table.autopilot import Autopilot
from pitboss.table.people import Role
from pitboss.table.shoes import VirtualShoe
from tests.table.drive import Room, fresh, opened, random_round
from tests.table.playing import PLAIN, begun
from tests.table.procedures import BATCH, new_room, room_acts, until
from tests.table.test_table import TABLES


@pytest.mark.parametrize("choices", TABLES, ids=" ".join)
def test_no_act_of_the_autopilot_is_refused(choices: tuple[str, ...]) -> None:
    """Shoe after shoe, every command it gives is accepted and comes from the house."""
    rng = random.Random(21)
    room = opened(*choices, seats=(1, 2, 4), shoe=VirtualShoe(fresh(*choices).house.decks, rng))
    for _ in range(60):
        random_round(room, rng)
    mine = [command for command in room.commands if not isinstance(command, c.SitDown)]
    assert len({command.by.role for command in mine} - {Role.PLAYER}) >= 1  # type: ignore[attr-defined]
    assert room.state.round == 61


def test_it_leaves_the_players_decisions_to_the_players() -> None:
    room = begun("blackjack", PLAIN)
    assert room.pilot.act(room.state) is None


def test_it_cannot_turn_a_hole_card_that_it_did_not_deal() -> None:
    room = begun("blackjack", PLAIN)
    other = Autopilot(VirtualShoe(6, random.Random(1)))
    while (command := room.pilot.act(room.state)) is None or not isinstance(command, c.TurnHole):
        decide_once(room)
    with pytest.raises(LookupError):
        other.act(room.state)


def test_the_second_batch_has_other_backs_whatever_the_first_has() -> None:
    """673a.3(b)(2): a dealer who brings blue cards by hand is followed by red ones."""
    room = new_room("double-back-jack-pa", BATCH)
    room.do(c.ReceiveCards(backs="blue"))
    until(room, "shuffle")
    assert room.state.backs == ("blue", "red")


def decide_once(room: Room) -> None:
    room_acts(room)
