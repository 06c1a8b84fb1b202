"""Which acts of the house are done by themselves, and which wait for a person."""

from datetime import datetime

from pitboss.desk.desk_state import VIRTUAL, Standing
from pitboss.desk.hidden_cards import Faces, Peek
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.autopilot import COLOURS, Autopilot
from pitboss.table.dealing import may_burn_early
from pitboss.table.decisions import early_surrenders
from pitboss.table.due import Due, due
from pitboss.table.people import DEALER, Role
from pitboss.table.shuffling import MOST_HOURS
from pitboss.table.state import Stage, Table

DEVICES = frozenset({"read", "tell time"})
"""What no person can do: the reader's answer and the clock."""
FLOOR_ACTS = frozenset({"inspect reader", "note misuse", "repair reader", "repair shuffler", "void round"})
CARD_ACTS = frozenset({"receive", "prepare", "shuffle", "shuffle spare", "cover shuffler", "offer cut", "cut",
                       "place cover", "load", "burn", "remove cover", "collect", "change decks"})  # fmt: skip
DEALING = frozenset({"card", "hole", "turn", "insert", "move hand", "clear", "settle", "offer insurance",
                     "close insurance", "discard held", "call dead", "rule on"})  # fmt: skip
ALL = DEVICES | FLOOR_ACTS | CARD_ACTS | DEALING

DRAWING = frozenset({"card", "hole", "turn", "read", "burn", "load"})
"""What only somebody who knows the cards can do: never automated where cards are keyed in."""


class House:
    """The autopilot, held to the acts that this table has automated."""

    def __init__(self, faces: Faces) -> None:
        self._faces = faces
        self._peek = Peek(faces)
        self._pilot = Autopilot(self._peek)

    def next_act(self, standing: Standing, now: datetime) -> c.Command | None:
        """What the house does now of itself; None when somebody else has to act."""
        self._look(standing)
        state = standing.state
        found = due(state)
        if found is None:
            return None
        if found.act == "bets":
            return self._between_rounds(standing, now)
        return self._pilot.act(state) if self._does(standing, found) else None

    def _look(self, standing: Standing) -> None:
        self._peek.look(standing.state, standing.track)
        self._pilot.hole = self._hole(standing)

    def _hole(self, standing: Standing) -> Card | None:
        return self._faces.hole(standing.track) if standing.cards == VIRTUAL else None

    def _does(self, standing: Standing, found: Due) -> bool:
        if found.act == "insert" and players_are_asked(standing) and early_surrenders(standing.state):
            return False
        if found.who.role == Role.PLAYER or found.act not in standing.automated:
            return False
        return standing.cards == VIRTUAL or found.act not in DRAWING

    def _between_rounds(self, standing: Standing, now: datetime) -> c.Command | None:
        state, automated = standing.state, standing.automated
        if not state.boxes and "tell time" in automated and (hour := hours_open(standing, now)) > state.now_h:
            return c.TellTime(hour=min(hour, state.now_h + MOST_HOURS))
        if not state.boxes and "change decks" in automated and decks_are_old(state):
            return c.ReceiveCards(backs=COLOURS[0])
        if "inspect reader" in automated and reader_waits(state):
            return c.InspectReader()
        if "shuffle spare" in automated and (command := self._pilot.act(state)):
            return command
        burns = may_burn_early(state) and state.shoe not in (0, state.cover)
        if burns and "burn" in automated and standing.cards == VIRTUAL:
            return self._pilot.burn(state, Due("burn", DEALER))
        return None


def players_are_asked(standing: Standing) -> bool:
    """Somebody keeps insurance open for the players, and the surrender before the reader with it."""
    return "close insurance" not in standing.automated


def hours_open(standing: Standing, now: datetime) -> int:
    return int((now - datetime.fromisoformat(standing.opened_at)).total_seconds() // 3600)


def reader_waits(state: Table) -> bool:
    spoken = state.terms.has_reader and "inspect_reader" in state.terms.procedures
    return spoken and not (state.reader_inspected or state.reader_broken)


def decks_are_old(state: Table) -> bool:
    hours = state.terms.change_hours
    return bool(hours) and state.stage == Stage.READY and state.now_h - state.decks_since_h >= hours
