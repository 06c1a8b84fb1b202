"""The functions that carry sentences out, and how a changed one takes the place of the right one.

A changed function gets another `__code__` and stays the same object: whoever imported it, and every registry
that holds it, then runs the change.
"""

import ast
import dis
import inspect
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from pitboss.rules.mechanism import all_mechanisms
from pitboss.table import events
from pitboss.table import state as table_state
from pitboss.table.fold_helpers import FOLDS
from tests.mutation.source import mutants_of

ROOMS = ("rules", "games", "table", "paper")
NOT_CARRIED_OUT = frozenset(
    {"table.acts", "table.event_text", "table.notation", "table.view", "table.options", "table.conservation"}
)
"""What is said, shown and counted at a table is no sentence's doing."""


class Mutant(NamedTuple):
    """One change to one function of the package."""

    place: str
    """`table.due.settle_due`"""
    says: str
    code: CodeType | None = None

    @property
    def id(self) -> str:
        return f"{self.place}: {self.says}"


def import_rooms() -> None:
    for room in ROOMS:
        package = import_module(f"pitboss.{room}")
        for module in iter_modules(package.__path__):
            import_module(f"pitboss.{room}.{module.name}")


def place_of(function: FunctionType) -> str:
    return f"{function.__module__.removeprefix('pitboss.')}.{function.__qualname__}"


@cache
def noted() -> dict[str, FunctionType]:
    """The functions that carry mechanisms out, by their places."""
    import_rooms()
    found = (part.function for part in all_mechanisms() if part.room in ROOMS)
    return {place_of(function): function for function in found if isinstance(function, FunctionType)}


@cache
def served() -> dict[str, frozenset[str]]:
    """Every function at work, and the noted ones that it is, or helps."""
    found: dict[str, set[str]] = {place: {place} for place in noted()}
    for place, function in noted().items():
        waiting = list(calls(function))
        while waiting:
            other = waiting.pop()
            at = place_of(other)
            if at not in noted() and place not in found.setdefault(at, set()):
                found[at].add(place)
                waiting += calls(other)
    return {place: frozenset(places) for place, places in found.items()}


def calls(function: FunctionType) -> Iterator[FunctionType]:
    """The functions of ours that a function calls, and what the events that it causes change."""
    known = function.__globals__
    for instruction in _instructions(function.__code__):
        name = instruction.argval
        if instruction.opname == "LOAD_GLOBAL":
            yield from _ours(known.get(name))
        elif instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            yield from properties().get(name, ())
            if known.get("e") is events and isinstance(kind := getattr(events, name, None), type):
                yield from _ours(FOLDS.get(kind))


def _ours(found: Any) -> Iterator[FunctionType]:
    if isinstance(found, dict):
        for value in found.values():
            yield from _ours(value)
    elif isinstance(found, FunctionType) and _is_ours(found):
        yield found


def _is_ours(function: FunctionType) -> bool:
    module = function.__module__.removeprefix("pitboss.")
    ours = function.__module__.startswith("pitboss.") and module.partition(".")[0] in ROOMS
    return ours and module not in NOT_CARRIED_OUT and "<" not in function.__qualname__


def _instructions(code: CodeType) -> Iterator[dis.Instruction]:
    yield from dis.get_instructions(code)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _instructions(part)


@cache
def properties() -> dict[str, list[FunctionType]]:
    """What the table computes of itself, by name."""
    found: dict[str, list[FunctionType]] = {}
    for part in vars(table_state).values():
        if isinstance(part, type) and part.__module__ == table_state.__name__:
            for name, value in vars(part).items():
                if isinstance(value, property) and isinstance(value.fget, FunctionType):
                    found.setdefault(name, []).append(value.fget)
    return found


@cache
def function_at(place: str) -> FunctionType:
    """`table.due.settle_due`, or `table.state.Table.burns`."""
    room, module, *names = place.split(".")
    found: Any = import_module(f"pitboss.{room}.{module}")
    for name in names:
        found = inspect.getattr_static(found, name)
    found = found.fget if isinstance(found, property) else found
    assert isinstance(found, FunctionType), place
    return found


# ---- mutants of a function


class _Source(NamedTuple):
    tree: ast.Module
    file: str


@cache
def _source(module: ModuleType) -> _Source:
    file = inspect.getsourcefile(module)
    assert file is not None
    return _Source(ast.parse(inspect.getsource(module)), file)


def _siblings(tree: ast.Module, names: list[str]) -> list[ast.stmt]:
    """The statements among which a function stands."""
    body = tree.body
    for name in names[:-1]:
        body = next(part.body for part in body if isinstance(part, ast.ClassDef) and part.name == name)
    return body


def code_mutants(place: str) -> Iterator[Mutant]:
    """Every mutant of the function at this place that differs from it when compiled."""
    function = function_at(place)
    source = _source(import_module(function.__module__))
    names = function.__qualname__.split(".")
    body = _siblings(source.tree, names)
    number = next(
        at for at, part in enumerate(body) if isinstance(part, ast.FunctionDef) and part.name == names[-1]
    )
    right = body[number]
    assert isinstance(right, ast.FunctionDef)
    for mutant in mutants_of(right, measures=not place.startswith("paper.")):
        code = _compiled(source, body, number, mutant.tree, names)
        if _differs(code, function.__code__):
            yield Mutant(place, mutant.says, code)


def _differs(one: CodeType, other: CodeType) -> bool:
    """In what it does; in which lines does not matter."""
    if (one.co_code, one.co_names) != (other.co_code, other.co_names):
        return True
    parts = list(zip(one.co_consts, other.co_consts, strict=False))
    return len(one.co_consts) != len(other.co_consts) or any(
        _differs(part, right) if isinstance(part, CodeType) and isinstance(right, CodeType) else part != right
        for part, right in parts
    )


def _compiled(
    source: _Source, body: list[ast.stmt], number: int, tree: ast.FunctionDef, names: list[str]
) -> CodeType:
    right = body[number]
    body[number] = tree
    try:
        code: Any = compile(source.tree, source.file, "exec")
    finally:
        body[number] = right
    for name in names:
        code = next(part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name)
    assert isinstance(code, CodeType)
    return code


def replaced_in(place: str, old: str, new: str) -> Mutant:
    """A mutant made by hand: these words of the function's source by others."""
    function = function_at(place)
    module = import_module(function.__module__)
    text, lines = inspect.getsource(module), inspect.getsource(function)
    assert lines.count(old) == 1, f"{place} no longer says once: {old}"
    changed = ast.parse(text.replace(lines, lines.replace(old, new)))
    source = _Source(changed, _source(module).file)
    names = function.__qualname__.split(".")
    body = _siblings(changed, names)
    number = next(
        at for at, part in enumerate(body) if isinstance(part, ast.FunctionDef) and part.name == names[-1]
    )
    tree = body[number]
    assert isinstance(tree, ast.FunctionDef)
    return Mutant(place, f"{old} → {new}", _compiled(source, body, number, tree, names))


@contextmanager
def applied(mutant: Mutant) -> Iterator[None]:
    """While this lasts the package makes the mistake."""
    function = function_at(mutant.place)
    right = function.__code__
    assert mutant.code is not None
    function.__code__ = mutant.code
    try:
        yield
    finally:
        function.__code__ = right
