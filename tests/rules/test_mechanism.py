"""Mechanisms, and the dialect in which the rules are written."""

import ast
from pathlib import Path

import pytest

import pitboss.rules
from pitboss.rules import mechanism as registry
from pitboss.rules.mechanism import all_mechanisms, mechanism, without_outcome

RULES = [
    path
    for path in sorted(Path(pitboss.rules.__path__[0]).glob("*.py"))
    if path.stem not in ("mechanism", "__init__")
]


def test_a_mechanism_stays_the_function_it_was() -> None:
    """The decorator notes what a function carries out and changes nothing."""

    def stand() -> int:
        return 17

    try:
        assert mechanism("dealer.stand")(stand) is stand
        assert all_mechanisms()[-1].ids == ("dealer.stand",)
        assert all_mechanisms()[-1].function is stand
    finally:
        registry._mechanisms.pop()


def test_an_outcome_belongs_to_its_mechanism() -> None:
    assert without_outcome("settle.hand/bust") == without_outcome("settle.hand") == "settle.hand"


def test_every_public_function_of_the_room_is_a_mechanism() -> None:
    """Nothing decides in rules/ without being registered, so nothing escapes comparison."""
    registered = {mechanism.place for mechanism in all_mechanisms()}
    for path in RULES:
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                assert f"rules.{path.stem}.{node.name}" in registered


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_the_dialect_is_kept(path: Path) -> None:
    """No dicts, sets, floats, generators, keyword-only parameters or _replace in the rules."""
    for node in ast.walk(ast.parse(path.read_text())):
        assert not isinstance(
            node, ast.Dict | ast.Set | ast.GeneratorExp | ast.DictComp | ast.SetComp | ast.Lambda | ast.Yield
        ), ast.unparse(node)
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float))
        assert not (isinstance(node, ast.Attribute) and node.attr == "_replace")
        assert not (isinstance(node, ast.FunctionDef) and node.args.kwonlyargs)
        assert not (isinstance(node, ast.FunctionDef) and _calls_itself(node)), "recursion"


def _calls_itself(function: ast.FunctionDef) -> bool:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(isinstance(called, ast.Name) and called.id == function.name for called in calls)
