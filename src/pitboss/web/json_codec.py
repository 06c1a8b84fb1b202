"""Commands, events and views as plain JSON, and commands back from it.

Cards are text ("Ks"), people and enumerations are words. Who gives a command is never read from a message.
"""

import json
import re
import types
from enum import IntEnum
from functools import cache
from typing import Annotated, Any, get_args, get_type_hints

import msgspec

from pitboss.errors import Refused
from pitboss.rules.cards import Card
from pitboss.table import commands as c
from pitboss.table.chips import Chips
from pitboss.table.notation import BadNotation, card_text, parse_card
from pitboss.table.options import Choice
from pitboss.table.people import Person

KINDS = {kind.__name__: kind for kind in c.COMMANDS}
MAX_DIGITS = 15
MAX_STACKS = 20


class ChipStack(msgspec.Struct, forbid_unknown_fields=True):
    denomination_cents: Annotated[int, msgspec.Meta(ge=1, le=10**9)]
    number: Annotated[int, msgspec.Meta(ge=1, le=10**6)]

    @property
    def chips(self) -> Chips:
        return Chips(self.denomination_cents, self.number)


def plain(value: Any) -> Any:
    """A struct, card, person or enumeration as JSON would have it."""
    if value is None or isinstance(value, str | bool | float):
        return value
    if isinstance(value, Card):
        return card_text(value)
    if isinstance(value, Person):
        return str(value)
    if isinstance(value, IntEnum):
        return value.name.lower()
    if isinstance(value, int):
        return value
    if isinstance(value, msgspec.Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if hasattr(value, "_asdict"):
        return {name: plain(one) for name, one in value._asdict().items()}
    return [plain(one) for one in value]


def plain_command(command: c.Command) -> dict[str, Any]:
    """As a client sends it back: without the person who gives it."""
    data = plain(command)
    data.pop("by", None)
    if not data.get("chips", True):
        data.pop("chips")
    return {"type": type(command).__name__, **data}


def plain_choice(choice: Choice) -> dict[str, Any]:
    data: dict[str, Any] = {"command": plain_command(choice.command), "field": choice.field}
    if not choice.field:
        return data
    data["command"].pop(choice.field)
    if isinstance(choice.values, range) and len(choice.values) > 1:
        return data | {
            "range": {"first": choice.values[0], "last": choice.values[-1], "step": choice.values.step}
        }
    return data | {"values": plain(list(choice.values))}


def check_text(data: Any) -> None:
    """Refused when a text in it has half of a character: a lone surrogate, which nothing can write."""
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        says = "A text has half of a character (a lone surrogate), which cannot be written."
        raise Refused("bad_request", says) from None


@cache
def shape_of(kind: type[c.Command]) -> dict[str, Any]:
    """The fields of a command and their types."""
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in msgspec.structs.fields(kind)}


def command_of(data: dict[str, Any], by: Person) -> c.Command:
    """The command in a message, given by this person; Refused when it is not one."""
    kind = KINDS.get(data["type"]) if isinstance(data.get("type"), str) else None
    if kind is None:
        raise Refused("bad_request", "There is no such act.")
    shape = shape_of(kind)
    given = {name: value for name, value in data.items() if name != "type"}
    unknown = [name for name in given if name not in shape or name == "by"]
    if unknown:
        raise Refused("bad_request", f"{kind.__name__} has no field {unknown[0][:40]!r}.")
    if any(name.endswith("cents") and isinstance(value, float) for name, value in given.items()):
        raise Refused("bad_request", "The amount must be in whole cents.")
    try:
        fields = {name: _read(shape[name], value) for name, value in given.items()}
        return kind(by=by, **fields)
    except (BadNotation, TypeError, ValueError) as error:
        raise Refused("bad_request", f"{kind.__name__}: {_what(error)}") from error


def _what(error: Exception) -> str:
    if isinstance(error, BadNotation):
        return error.faults[0].says
    return re.sub(r"\w*\.?__init__\(\) ?", "", str(error))[:200]


def _read(kind: Any, value: Any) -> Any:
    """A value of exactly this type."""
    if isinstance(kind, types.UnionType):
        return None if value is None else _read(get_args(kind)[0], value)
    if kind is Card:
        return parse_card(value if isinstance(value, str) else "")
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        members = {member.name.lower(): member for member in kind}
        if not isinstance(value, str) or value not in members:
            raise ValueError(f"must be one of {', '.join(members)}.")
        return members[value]
    if kind == tuple[Chips, ...]:
        return _read_chips(value)
    if type(value) is not kind:
        raise ValueError(f"{str(value)[:40]!r} is not of the expected type.")
    if kind is int and abs(value) >= 10**MAX_DIGITS:
        raise ValueError("the number is too large.")
    if kind is str and len(value) > 60:
        raise ValueError("the text is too long.")
    return value


def _read_chips(value: Any) -> tuple[Chips, ...]:
    """Stacks of chips: how many of which denomination."""
    if not isinstance(value, list) or len(value) > MAX_STACKS:
        raise ValueError(f"chips must be a list of at most {MAX_STACKS} stacks.")
    try:
        return tuple(msgspec.convert(one, ChipStack, strict=True).chips for one in value)
    except msgspec.ValidationError as error:
        raise ValueError(str(error)) from error


def read_card(text: str) -> Card:
    try:
        return parse_card(text)
    except BadNotation as error:
        raise Refused("bad_request", error.faults[0].says) from error
