"""Settings that describe themselves: a field says its default, what is allowed and what it is for, once."""

from collections.abc import Iterator
from dataclasses import field, fields, is_dataclass, replace
from typing import Any, NamedTuple


class Allowed(NamedTuple):
    """What a setting may be, and what it is for."""

    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    pattern: str = ""
    """Of each name of a list that has no choices."""
    form: str = ""
    """The same in words."""
    kind: type | None = None
    """Where the default does not tell it, because it is nothing."""
    option: str = ""
    """A shorter option of the command line beside the one made of the name."""
    option_times: float = 1
    """How many units of the setting one unit of the shorter option is."""
    option_unit: str = ""
    secret: bool = False
    """Never shown."""


class Setting(NamedTuple):
    """A setting as a file and the environment name it."""

    group: str
    field: str
    default: Any
    allowed: Allowed

    @property
    def name(self) -> str:
        return f"{self.group}.{self.field}" if self.group else self.field

    @property
    def kind(self) -> type:
        return self.allowed.kind or type(self.default)

    @property
    def variable(self) -> str:
        return f"PITBOSS_{self.name.replace('.', '_').upper()}"

    @property
    def option(self) -> str:
        return f"--{self.name.replace('.', '-').replace('_', '-')}"


def described(
    default: Any, help: str, low: float | None = None, high: float | None = None, **more: Any
) -> Any:
    """A field of a dataclass of settings."""
    return field(default=default, metadata={"allowed": Allowed(help, low, high, **more)})


def grouped(default: Any, **parts: Allowed) -> Any:
    """A field that holds a named tuple, each part of which is a setting."""
    return field(default=default, metadata={"parts": parts})


def settings_in(defaults: Any, group: str = "") -> Iterator[Setting]:
    """Every setting of a dataclass of settings, its own before those of its groups."""
    groups = []
    for one in fields(defaults):
        value = getattr(defaults, one.name)
        if "allowed" in one.metadata:
            yield Setting(group, one.name, value, one.metadata["allowed"])
        else:
            groups.append((one, value))
    for one, value in groups:
        if is_dataclass(value):
            yield from settings_in(value, one.name)
        else:
            for part, allowed in one.metadata["parts"].items():
                yield Setting(one.name, part, getattr(value, part), allowed)


def with_values(defaults: Any, values: dict[str, Any], group: str = "") -> Any:
    """The dataclass with these values, by name of setting."""
    changes: dict[str, Any] = {}
    for one in fields(defaults):
        value = getattr(defaults, one.name)
        name = f"{group}.{one.name}" if group else one.name
        if "allowed" in one.metadata:
            changes[one.name] = values.get(name, value)
        elif is_dataclass(value):
            changes[one.name] = with_values(value, values, one.name)
        else:
            parts = {
                part: values.get(f"{one.name}.{part}", getattr(value, part)) for part in one.metadata["parts"]
            }
            changes[one.name] = value._replace(**parts)
    return replace(defaults, **changes)
