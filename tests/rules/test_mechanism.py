"""The register of rules."""

import ast
from pathlib import Path

import pytest

import pitboss.rules
from pitboss.rules.mechanism import all_rules, rule

RULES = sorted(Path(pitboss.rules.__path__[0]).glob("*.py"))


def test_a_rule_stays_the_function_it_was() -> None:
    """The decorator notes clauses and changes nothing."""

    def stand() -> int:
        return 17

    assert rule("DU-RoP 9")(stand) is stand
    assert all_rules()[-1].clauses == ("DU-RoP 9",)
    from pitboss.rules import mechanism

    mechanism._rules.pop()


def test_every_public_function_of_the_room_is_a_rule() -> None:
    """Nothing decides in rules/ without being registered, so nothing escapes comparison."""
    registered = {found.place for found in all_rules()}
    for path in RULES:
        if path.stem in ("book", "__init__"):
            continue
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                assert f"rules.{path.stem}.{node.name}" in registered


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_the_dialect_is_kept(path: Path) -> None:
    """No dicts, sets, floats, generators, keyword-only parameters or _replace in the rules."""
    if path.stem in ("book", "__init__"):
        return
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
