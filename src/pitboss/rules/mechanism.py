"""The register of rules: every function that carries out a clause says which."""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


class Rule(NamedTuple):
    function: Callable[..., Any]
    clauses: tuple[str, ...]

    @property
    def room(self) -> str:
        return self.place.partition(".")[0]

    @property
    def place(self) -> str:
        return f"{self.function.__module__.removeprefix('pitboss.')}.{self.function.__name__}"


_rules: list[Rule] = []


def rule(*clauses: str) -> Callable[[Function], Function]:
    """Note that a function carries out these clauses; the function itself is left as it is."""

    def note(function: Function) -> Function:
        _rules.append(Rule(function, clauses))
        return function

    return note


def all_rules() -> tuple[Rule, ...]:
    """Every rule of the book, and of other rooms as far as they are imported."""
    import pitboss.rules

    for module in iter_modules(pitboss.rules.__path__):
        import_module(f"pitboss.rules.{module.name}")
    return tuple(_rules)
