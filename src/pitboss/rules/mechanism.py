"""Mechanisms: everything the software does by a rule, each under a stable id.

Code names no document. A sentence of a document names the mechanisms it decides or governs, so a new
document needs no code. An outcome of a mechanism is written after a slash: `settle.hand/bust`.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Mechanism(NamedTuple):
    """A function, and the ids of what it carries out."""

    function: Callable[..., Any]
    ids: tuple[str, ...]

    @property
    def room(self) -> str:
        return self.place.partition(".")[0]

    @property
    def place(self) -> str:
        return f"{self.function.__module__.removeprefix('pitboss.')}.{self.function.__name__}"


_mechanisms: list[Mechanism] = []


def mechanism(*ids: str) -> Callable[[Function], Function]:
    """Note that a function carries these mechanisms out; the function itself is left as it is."""

    def note(function: Function) -> Function:
        _mechanisms.append(Mechanism(function, ids))
        return function

    return note


def all_mechanisms() -> tuple[Mechanism, ...]:
    """Every mechanism of the rules, and of other rooms as far as they are imported."""
    import pitboss.rules

    for module in iter_modules(pitboss.rules.__path__):
        import_module(f"pitboss.rules.{module.name}")
    return tuple(_mechanisms)


def without_outcome(cause: str) -> str:
    """The mechanism of `settle.hand/bust` is `settle.hand`."""
    return cause.partition("/")[0]
