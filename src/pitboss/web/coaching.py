"""The coach: what each action is worth to one player, and what the last decision cost."""

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from pitboss.errors import BadInput
from pitboss.rules.player import Action
from pitboss.table import events as e
from pitboss.table.acts import ACTS, DECISIONS
from pitboss.table.due import due
from pitboss.table.state import Table, find_box
from pitboss.web.live_table import LiveTable

if TYPE_CHECKING:
    from pitboss.desk.coach import ActionValues

MAX_KEPT = 2_000


class Coaching:
    """Remembers what each action was worth before a decision; figures come from the cards that were seen."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._values: OrderedDict[tuple[str, int], ActionValues] = OrderedDict()

    def advise(self, table: LiveTable, seat: int) -> dict[str, Any]:
        """Expected win per $1 bet, best first; empty when it is not this player’s turn."""
        state, sequence, decided = table.moment(seat)
        advice: dict[str, Any] = {
            "values": {},
            "dealer": {},
            "method": "",
            "last": None,
            "sequence": sequence,
        }
        awaited = due(state)
        if awaited is not None and awaited.who.seat == seat and seat:
            worth = self._evaluate(table.id, sequence, state)
            advice |= {"box": awaited.box, "hand": awaited.hand, **worth._asdict()}
        elif state.insurance == 1:
            advice |= insurance_advice(state, seat)
        if decided is not None:
            advice["last"] = self._judge(table.id, *decided)
        return advice | {"labels": {name: action_label(name, state) for name in advice["values"]}}

    def _evaluate(self, table: str, sequence: int, state: Table) -> "ActionValues":
        with self._lock:
            kept = self._values.get((table, sequence))
        if kept is not None:
            return kept
        from pitboss.desk.coach import NO_VALUES, evaluate_actions

        awaited = due(state)
        try:
            worth = evaluate_actions(state, awaited) if awaited is not None else NO_VALUES
        except BadInput:
            worth = NO_VALUES
        with self._lock:
            self._values[table, sequence] = worth
            while len(self._values) > MAX_KEPT:
                self._values.popitem(last=False)
        return worth

    def _judge(self, table: str, sequence: int, state: Table, event: e.Event) -> dict[str, Any] | None:
        """What the decision taken after record `sequence` cost."""
        from pitboss.desk.coach import cost_of

        action = Action(event.action) if isinstance(event, e.Decided) else None
        values = self._evaluate(table, sequence, state).values
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
    """While insurance is offered: for the first of this player’s boxes that may take it."""
    from pitboss.desk.coach import evaluate_insurance

    for box in state.boxes:
        worth = evaluate_insurance(state, box.number)
        if box.seat == seat and not box.insurance_cents and len(worth.values) > 1:
            return {
                "box": box.number,
                "hand": 0,
                "title": f"{ACTS['insure'].heading}, box {box.number}",
                **worth._asdict(),
            }
    return {}


def action_label(name: str, state: Table) -> str:
    """What an action of the coach is called at this table."""
    if name == "decline":
        return ACTS["decline second chance"].label
    if name == "neither":
        return f"No {ACTS['insure'].label.lower()}"
    if name == "insurance":
        return ACTS["insure"].label
    action = Action[name.upper().replace(" ", "_")]
    given_up = action == Action.SURRENDER and not state.terms.game.has_dealer
    return DECISIONS[Action.FOLD if given_up else action].label
