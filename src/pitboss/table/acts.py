"""Every act at a table, with what people call it. Terminal, browser and API read this one table.

The words stand in acts.toml, by the id under which `due` asks for an act.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.games.vocabulary import tell_odds
from pitboss.rules.player import Action
from pitboss.table import commands as c
from pitboss.table.people import Person, Role
from pitboss.table.state import Stage, Table


class Act(NamedTuple):
    id: str
    command: str
    """The kind of command that performs it."""
    label: str
    must: str = ""
    """What somebody has to do, after “must”."""
    due: str = ""
    """Said while the table waits for it."""
    how: str = ""
    """Told to a trainee."""
    title: str = ""
    """The label where it is not said for which box or seat; empty when the label says neither."""
    ask: str = ""
    """Put to the player who has the choice; empty when what is due says it."""
    key: str = ""
    """The key that performs it in a browser."""

    @property
    def heading(self) -> str:
        """What the act is called in a list of acts."""
        return self.title or self.label


class Decision(NamedTuple):
    label: str
    key: str
    done: str
    means: str = ""
    """What it does, for somebody who asks; with the main wager and the totals of Over/Under in braces."""


class Step(NamedTuple):
    """A step of the opening."""

    label: str
    due: str
    how: str = ""


_WORDS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "acts.toml").read_text())

DECISIONS = {Action[name.upper()]: Decision(**part) for name, part in _WORDS.pop("decisions").items()}
STEPS = {Stage[name.upper()]: Step(**part) for name, part in _WORDS.pop("steps").items()}
ACTS = {id: Act(id, **part) for id, part in _WORDS.items()}
_OF_COMMAND = {act.command: act for act in reversed(ACTS.values())}


def act_of(command: c.Command) -> Act:
    """The act that a command performs."""
    return _OF_COMMAND[type(command).__name__]


def label_of(command: c.Command) -> str:
    """A command in words, as on a button."""
    if isinstance(command, c.Decide):
        return DECISIONS[command.action].label
    if isinstance(command, c.PrepareCards) and command.step in STEPS:
        return STEPS[command.step].label
    if isinstance(command, c.ShuffleCards) and command.spare:
        return ACTS["shuffle spare"].label
    if isinstance(command, c.AnswerBlackjack):
        return f"{act_of(command).label}: {'Blackjack' if command.blackjack else 'no Blackjack'}"
    return _filled(act_of(command).label, _fields(command))


def due_sentence(state: Table, act: str, box: int, hand: int = 0) -> str:
    """What the table waits for, in words."""
    if act == "prepare" and hand in STEPS:
        return STEPS[Stage(hand)].due
    odds = tell_odds(state.house.insurance.odds)
    return _filled(
        ACTS[act].due, {"box": box, "place": place(box), "insurance": odds, "void": _why_void(state)}
    )


def _why_void(state: Table) -> str:
    """Why the table asks for the round to be voided."""
    if state.irregular and state.house.floor.any_irregularity_voids:
        return "After what went wrong the round cannot stand"
    return "No card is left to deal"


def must_do(act: str, who: Person, box: int, hand: int = 0) -> str:
    """Who must do what before anything else: “player 1 must decide about the missed card of box 1”."""
    if act == "prepare" and hand in STEPS:
        what = STEPS[Stage(hand)].label.lower()
    else:
        what = _filled(ACTS[act].must, {"box": box, "place": place(box)})
    return f"{person(who)} must first {what}"


def how_to(command: c.Command, reader: str, wager: str) -> str:
    """What a dealer's hands do; nothing for what a device does."""
    if isinstance(command, c.PrepareCards):
        return STEPS[command.step].how if command.step in STEPS else ""
    return _filled(act_of(command).how, _fields(command) | {"reader": reader, "wager": wager})


def place(box: int) -> str:
    return "the dealer" if box == 0 else f"box {box}"


def person(who: Person) -> str:
    return str(who) if who.role == Role.PLAYER else f"the {who}"


def _fields(command: c.Command) -> dict[str, Any]:
    fields = {name: getattr(command, name) for name in command.__struct_fields__}
    lane = fields.get("lane")
    return fields | {
        "place": place(fields.get("box", 0)),
        "lane": lane.name.title() if lane is not None else "",
        "what": "area" if fields.get("what") == "lane" else fields.get("what", ""),
    }


def _filled(text: str, fields: Mapping[str, Any]) -> str:
    return text.format_map(fields)
