"""The coach for one player: what every action is worth, and what the last decision cost."""

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from pitboss.errors import BadInput
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table.due import due
from pitboss.table.state import Table, find_box
from pitboss.web.live_table import LiveTable

if TYPE_CHECKING:
    from pitboss.desk.coach import Worth

MOST_KEPT = 2_000


class Coaching:
    """Remembers what a decision was worth before it was made; figures come from the cards that were seen."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._found: OrderedDict[tuple[str, int], Worth] = OrderedDict()

    def advise(self, table: LiveTable, seat: int) -> dict[str, Any]:
        """Values in units of the wager, best first; empty when it is not this player's turn."""
        state, sequence, decided = table.moment(seat)
        told: dict[str, Any] = {"values": {}, "dealer": {}, "method": "", "last": None, "sequence": sequence}
        found = due(state)
        if found is not None and found.who.seat == seat and seat:
            worth = self._weigh(table.id, sequence, state)
            told |= {"box": found.box, "hand": found.hand, **worth._asdict()}
        elif state.insurance == 1:
            told |= insurance_advice(state, seat)
        if decided is not None:
            told["last"] = self._judge(table.id, *decided)
        return told

    def _weigh(self, table: str, sequence: int, state: Table) -> "Worth":
        with self._lock:
            kept = self._found.get((table, sequence))
        if kept is not None:
            return kept
        from pitboss.desk.coach import NOTHING, weigh_actions

        found = due(state)
        try:
            worth = weigh_actions(state, found) if found is not None else NOTHING
        except BadInput:
            worth = NOTHING
        with self._lock:
            self._found[table, sequence] = worth
            while len(self._found) > MOST_KEPT:
                self._found.popitem(last=False)
        return worth

    def _judge(self, table: str, sequence: int, state: Table, event: e.Event) -> dict[str, Any] | None:
        """The decision taken in the state after record `sequence`."""
        from pitboss.desk.coach import cost_of

        action = Action(event.action) if isinstance(event, e.Decided) else None
        values = self._weigh(table, sequence, state).values
        cost = cost_of(values, action)
        if cost is None:
            return None
        return {
            "action": "decline" if action is None else action.name.lower(),
            "cost": cost,
            "of_cents": getattr(find_box(state, event.box), "initial_cents", 0),  # type: ignore[attr-defined]
            "values": values,
        }


def insurance_advice(state: Table, seat: int) -> dict[str, Any]:
    """While insurance is offered: for the first of this player's boxes that may take it."""
    from pitboss.desk.coach import weigh_insurance

    for box in state.boxes:
        worth = weigh_insurance(state, box.number)
        if box.seat == seat and not box.insurance_cents and len(worth.values) > 1:
            return {"box": box.number, "hand": 0, "says": f"insurance, box {box.number}", **worth._asdict()}
    return {}
