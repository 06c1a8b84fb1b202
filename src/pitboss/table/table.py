"""One table. A command meets `decide` and becomes events, or is refused; `fold` follows the events."""

from types import NoneType
from typing import Any

from pitboss.errors import Broken
from pitboss.rules.cards import Light, Range
from pitboss.rules.player import Action
from pitboss.table import betting, dead_hands, dealing, decisions, devices, shuffling, wrong_cards
from pitboss.table.act_registry import ACTS, Events, next_phase, refuse, tell_person
from pitboss.table.commands import Command
from pitboss.table.due import due
from pitboss.table.fold import fold
from pitboss.table.people import Person, Role
from pitboss.table.refusal_causes import role_cause
from pitboss.table.state import Stage, Table

WHERE_ACTS_ARE = (betting, dead_hands, dealing, decisions, devices, shuffling, wrong_cards)
WHOLE = frozenset({"cents", "chips_cents", "depth", "from_bottom", "box", "hand", "back_from"})
CHOSEN: dict[str, tuple[object, ...]] = {
    "light": tuple(Light),
    "lane": tuple(Range),
    "shows": tuple(Range),
    "action": tuple(Action),
    "step": tuple(Stage),
}
WHOLE_OF = {kind: [name for name in kind.__struct_fields__ if name in WHOLE] for kind in ACTS}
CHOSEN_OF = {kind: [name for name in kind.__struct_fields__ if name in CHOSEN] for kind in ACTS}
WITH_PAYMENT = frozenset(kind for kind in ACTS if "paid_cents" in kind.__struct_fields__)
WITH_CHIPS = frozenset(kind for kind in ACTS if "chips" in kind.__struct_fields__)
PLAIN = frozenset(
    kind for kind in ACTS if not (WHOLE_OF[kind] or CHOSEN_OF[kind] or kind in WITH_PAYMENT | WITH_CHIPS)
)
"""Commands in which nothing can be of another kind."""


def decide(state: Table, command: Command) -> Events:
    """The events that the command causes; Refused when the text does not allow it."""
    return step(state, command)[0]


def step(state: Table, command: Command) -> tuple[Events, Table]:
    """The events and the table after them."""
    act = ACTS.get(type(command))
    if act is None:
        raise TypeError(f"{type(command).__name__} is no command of this table")
    check_kinds(command)
    check_role(state, command)
    if type(command) in WITH_CHIPS:
        command = betting.counted(state, command)
    events = list(act(state, command))
    for event in events:
        state = fold(state, event)
    for _ in state.terms.phases:
        if due(state) is not None:
            return tuple(events), state
        began = next_phase(state)
        events.append(began)
        state = fold(state, began)
    raise Broken("no phase of the round asks for anything")


def check_kinds(command: Any) -> None:
    """A command made in Python is held to the kinds that a decoded one has: whole cents, real lights."""
    kind = type(command)
    if kind in PLAIN:
        return
    for name in WHOLE_OF[kind]:
        value = getattr(command, name)
        if type(value) is not int:
            raise TypeError(f"{kind.__name__}.{name} must be a whole number, not {value!r}")
    for name in CHOSEN_OF[kind]:
        value = getattr(command, name)
        if value is not None and value not in CHOSEN[name]:
            raise TypeError(f"{kind.__name__}.{name} cannot be {value!r}")
    if kind in WITH_PAYMENT and type(command.paid_cents) not in (int, NoneType):
        raise TypeError(
            f"{kind.__name__}.paid_cents must be a whole number or nothing, not {command.paid_cents!r}"
        )
    for stack in command.chips if kind in WITH_CHIPS else ():
        if [type(part) for part in stack] != [int, int]:
            raise TypeError(f"{kind.__name__}.chips are denominations and numbers, not {stack!r}")


def check_role(state: Table, command: Any) -> None:
    by: Person = command.by
    if by.role not in command.roles or (by.role == Role.PLAYER) == (by.seat == 0):
        cause = role_cause(state, command, ACTS[type(command)])
        refuse(state, "not_yours", f"This may not be done by {tell_person(by)}.", cause)
