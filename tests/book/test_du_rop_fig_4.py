"""DU-RoP, figure 4: the lanes."""

from pitboss.rules.cards import Range
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table import decide, step
from pitboss.table import events as e
from pitboss.table.people import player
from tests.table import playing
from tests.table.procedures import refused


def test_whole_the_hand_moves_to_its_range() -> None:
    """The cards go to the box of the range, and to no other."""
    room = playing.begun("down-under-vendor", "9c 8c 7d 9d 8d 4h")
    moved = [event for event in room.events if isinstance(event, e.HandMoved)]
    assert moved == [e.HandMoved(lane=Range.SMALL, clause="DU-RoP Fig. 4")]


def test_s2_action_begins_once_the_range_is_marked() -> None:
    """Before the hand lies in its lane nobody may act."""
    room = playing.begun("down-under-vendor", "9c 8c 7d 9d 8d 4h")
    before = list(room.commands)
    state = room.start
    for command in before:
        if isinstance(command, c.MoveHand):
            break
        state = step(state, command)[1]
    stand = c.Decide(player(1), 1, Action.STAND)
    assert refused(state, stand).reason == "not_now"
    assert decide(room.state, stand)
