"""The coach for one player: what every action is worth, and what the last decision cost."""

import threading
from collections import OrderedDict
from typing import Any

from pitboss.errors import BadInput
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table.due import due
from pitboss.table.state import Table
from pitboss.web.live_table import LiveTable

MOST_KEPT = 2_000


class Coaching:
    """Remembers what a decision was worth before it was made; figures come from the cards that were seen."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: OrderedDict[tuple[str, int], dict[str, float]] = OrderedDict()

    def advise(self, table: LiveTable, seat: int) -> dict[str, Any]:
        """Values in units of the wager, best first; empty when it is not this player's turn."""
        state, sequence, decided = table.moment(seat)
        told: dict[str, Any] = {"values": {}, "last": None, "sequence": sequence}
        found = due(state)
        if found is not None and found.who.seat == seat and seat:
            told |= {"box": found.box, "hand": found.hand, "values": self._value(table.id, sequence, state)}
        if decided is not None:
            told["last"] = self._judge(table.id, *decided)
        return told

    def _value(self, table: str, sequence: int, state: Table) -> dict[str, float]:
        with self._lock:
            kept = self._values.get((table, sequence))
        if kept is not None:
            return kept
        from pitboss.desk.coach import value_actions

        found = due(state)
        try:
            values = value_actions(state, found) if found is not None else {}
        except BadInput:
            values = {}
        with self._lock:
            self._values[table, sequence] = values
            while len(self._values) > MOST_KEPT:
                self._values.popitem(last=False)
        return values

    def _judge(self, table: str, sequence: int, state: Table, event: e.Event) -> dict[str, Any] | None:
        """The decision taken in the state after record `sequence`."""
        from pitboss.desk.coach import cost_of

        action = Action(event.action) if isinstance(event, e.Decided) else None
        values = self._value(table, sequence, state)
        cost = cost_of(values, action)
        if cost is None:
            return None
        return {
            "action": "decline" if action is None else action.name.lower(),
            "cost": cost,
            "values": values,
        }
