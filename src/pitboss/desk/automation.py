"""Which acts of the house are automatic, and which wait for a person."""

from datetime import datetime

from pitboss.desk.desk_state import VIRTUAL, DeskState
from pitboss.desk.hidden_cards import HiddenCards, ShoePeek
from pitboss.desk.seed_state import FROM_SHOE, is_unfixed
from pitboss.desk.shoe_derivation import derived_cut
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.autopilot import COLOURS, Autopilot
from pitboss.table.dealing import may_burn_early
from pitboss.table.decisions import early_surrenders
from pitboss.table.due import PEEKS, Due, due
from pitboss.table.people import DEALER, Role
from pitboss.table.shuffling import MOST_HOURS, least_cut
from pitboss.table.state import Stage, Table

DEVICES = frozenset({"read", "tell time"})
"""Acts of devices: the reader's answer and the clock."""
FLOOR_ACTS = frozenset({"inspect reader", "note misuse", "repair reader", "repair shuffler", "void round"})
CARD_ACTS = frozenset({"receive", "prepare", "shuffle", "shuffle spare", "cover shuffler", "offer cut", "cut",
                       "place cover", "load", "burn", "remove cover", "collect", "change decks"})  # fmt: skip
DEALING = frozenset({"card", "hole", "turn", "insert", "look", "move hand", "clear", "settle",
                     "offer insurance", "close insurance", "discard held", "call dead",
                     "rule on"})  # fmt: skip
AUTOMATABLE = DEVICES | FLOOR_ACTS | CARD_ACTS | DEALING

DRAWING = frozenset({"card", "hole", "turn", "read", "look", "burn", "load"})
"""Acts that need to know the next card or the hole card: never automatic where cards are keyed in."""


class HouseAutopilot:
    """Performs the acts that are automatic at this table."""

    def __init__(self, hidden_cards: HiddenCards) -> None:
        self._hidden_cards = hidden_cards
        self._shoe = ShoePeek(hidden_cards)
        self._pilot = Autopilot(self._shoe)

    def next_act(self, desk_state: DeskState, now: datetime) -> c.Command | None:
        """The command that the house gives now; None when a person has to act."""
        state = desk_state.state
        self._shoe.update(state, desk_state.positions)
        self._pilot.hole = self._hole_card(desk_state)
        next_due = due(state)
        if next_due is None:
            return None
        if next_due.act == "bets":
            return self._between_rounds(desk_state, now)
        return self._act(desk_state, next_due) if _is_automatic(desk_state, next_due) else None

    def _act(self, desk_state: DeskState, next_due: Due) -> c.Command | None:
        state, seeds, positions = desk_state.state, desk_state.seeds, desk_state.positions
        if next_due.act in FROM_SHOE and is_unfixed(seeds, positions):
            return None
        if next_due.act == "burn" and desk_state.cards == VIRTUAL:
            return c.BurnCard()
        if next_due.act == "cut" and desk_state.cards == VIRTUAL and seeds.commitment(positions.number):
            return c.CutCards(by=DEALER, depth=house_cut(desk_state))
        return self._pilot.act(state)

    def _hole_card(self, desk_state: DeskState) -> Card | None:
        return self._hidden_cards.hole(desk_state.positions) if desk_state.cards == VIRTUAL else None

    def _between_rounds(self, desk_state: DeskState, now: datetime) -> c.Command | None:
        state, automated = desk_state.state, desk_state.automated
        hour = hours_open(desk_state, now)
        if not state.boxes and "tell time" in automated and hour > state.now_h:
            return c.TellTime(hour=min(hour, state.now_h + MOST_HOURS))
        if not state.boxes and "change decks" in automated and decks_are_old(state):
            return c.ReceiveCards(backs=COLOURS[0])
        if "inspect reader" in automated and reader_waits(state):
            return c.InspectReader()
        if "shuffle spare" in automated and (command := self._pilot.act(state)):
            return command
        burns = may_burn_early(state) and state.shoe not in (0, state.cover)
        if burns and "burn" in automated and desk_state.cards == VIRTUAL:
            return c.BurnCard()
        return None


def house_cut(desk_state: DeskState) -> int:
    """Where the house cuts a virtual shoe: it follows from its commitment, so nobody chooses it."""
    state, shoe = desk_state.state, desk_state.positions.shoes[-1]
    lowest = least_cut(state)
    commitment = desk_state.seeds.commitment(shoe.number)
    return derived_cut(commitment, len(shoe.cuts) + 1, lowest, state.stack - lowest)


def _is_automatic(desk_state: DeskState, next_due: Due) -> bool:
    if (
        next_due.act in PEEKS
        and insurance_is_closed_by_hand(desk_state)
        and early_surrenders(desk_state.state)
    ):
        return False
    if next_due.who.role == Role.PLAYER or next_due.act not in desk_state.automated:
        return False
    return desk_state.cards == VIRTUAL or next_due.act not in DRAWING


def insurance_is_closed_by_hand(desk_state: DeskState) -> bool:
    """A person keeps insurance open for the players, and with it the surrender before the reader."""
    return "close insurance" not in desk_state.automated


def hours_open(desk_state: DeskState, now: datetime) -> int:
    return int((now - datetime.fromisoformat(desk_state.opened_at)).total_seconds() // 3600)


def reader_waits(state: Table) -> bool:
    inspected_here = state.terms.has_reader and "inspect_reader" in state.terms.procedures
    return inspected_here and not (state.reader_inspected or state.reader_broken)


def decks_are_old(state: Table) -> bool:
    hours = state.terms.change_hours
    return bool(hours) and state.stage == Stage.READY and state.now_h - state.decks_since_h >= hours
