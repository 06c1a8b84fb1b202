"""Conditions: when a sentence applies, as its text says it, over named facts of a round.

`player > dealer and player <= 21`, `up_ace or up_ten`, `18 <= player <= 23`, `soft_17 == 'hit'`. Nothing is
run: the text is read into comparisons of facts, numbers and words, and everything else is refused.
"""

import ast
import difflib
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache

from pitboss.games.vocabulary import FACTS, OPTIONS, Bounds, Value

Facts = Mapping[str, Value]
Test = Callable[[Facts], bool]
Reader = Callable[[Facts], Value]

OTHERWISE = "otherwise"
"""The condition of a sentence on what is left over: every case in which no other sentence speaks."""
LONGEST = 400

_ORDERED: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_EQUAL: dict[type[ast.cmpop], bool] = {ast.Eq: True, ast.NotEq: False, ast.In: True, ast.NotIn: False}


class BadCondition(ValueError):
    """A text that is no condition; the message says why."""


@dataclass(frozen=True)
class Condition:
    text: str
    names: frozenset[str]
    """The facts on which it depends."""
    holds: Test = field(compare=False, repr=False)

    @property
    def is_otherwise(self) -> bool:
        return self.text == OTHERWISE

    def __and__(self, other: "Condition") -> "Condition":
        """Both; what is always true adds nothing."""
        if not other.text or self.is_otherwise:
            return self
        if not self.text or other.is_otherwise:
            return other
        one, two = self.holds, other.holds
        text = f"({self.text}) and ({other.text})"
        return Condition(text, self.names | other.names, lambda facts: one(facts) and two(facts))


ALWAYS = Condition("", frozenset(), lambda _: True)


@cache
def read_condition(text: str) -> Condition:
    """The condition that a text states."""
    if not text.strip():
        return ALWAYS
    if text.strip() == OTHERWISE:
        return Condition(OTHERWISE, frozenset(), lambda _: True)
    if len(text) > LONGEST:
        raise BadCondition(f"is longer than {LONGEST} signs.")
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise BadCondition(f"{text!r} cannot be read.") from error
    names = frozenset(node.id for node in ast.walk(tree) if isinstance(node, ast.Name))
    for name in sorted(names):
        _known(name)
    return Condition(text.strip(), names, _truth(tree))


def _known(name: str) -> None:
    if name in FACTS or name in OPTIONS:
        return
    near = difflib.get_close_matches(name, [*FACTS, *OPTIONS], n=3, cutoff=0.6)
    hint = f" Near it: {', '.join(near)}." if near else f" There are: {', '.join(FACTS)}."
    raise BadCondition(f"names {name!r}, which is not a fact of any round.{hint}")


def _truth(node: ast.expr) -> Test:
    match node:
        case ast.BoolOp(op=op, values=values):
            tests = [_truth(value) for value in values]
            if isinstance(op, ast.And):
                return lambda facts: all(test(facts) for test in tests)
            return lambda facts: any(test(facts) for test in tests)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            test = _truth(operand)
            return lambda facts: not test(facts)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            steps = [left, *comparators]
            pairs = [_compared(*step) for step in zip(ops, steps, steps[1:], strict=False)]
            return lambda facts: all(test(facts) for test in pairs)
        case ast.Name(id=name) if _kind(node) == "yes_no":
            return lambda facts: bool(facts[name])
    raise BadCondition(f"{ast.unparse(node)!r} is neither true nor false.")


def _compared(op: ast.cmpop, left: ast.expr, right: ast.expr) -> Test:
    if type(op) in _ORDERED:
        compare, one, two = _ORDERED[type(op)], _number(left), _number(right)
        return lambda facts: compare(one(facts), two(facts))
    if type(op) not in _EQUAL:
        raise BadCondition("compares with a sign that is none of ==, !=, <, <=, >, >=, in, not in.")
    is_wanted, value = _EQUAL[type(op)], _value(left)
    if isinstance(op, ast.In | ast.NotIn):
        listed = _listed(right)
        return lambda facts: (value(facts) in listed) is is_wanted
    other = _value(right)
    return lambda facts: (value(facts) == other(facts)) is is_wanted


def _listed(node: ast.expr) -> tuple[Value, ...]:
    if isinstance(node, ast.Tuple | ast.List) and all(isinstance(item, ast.Constant) for item in node.elts):
        return tuple(_constant(item) for item in node.elts)
    raise BadCondition(f"{ast.unparse(node)!r} is not a list such as (17, 18).")


def _number(node: ast.expr) -> Callable[[Facts], int]:
    if _kind(node) != "number":
        raise BadCondition(f"{ast.unparse(node)!r} is not a number.")
    value = _value(node)
    return lambda facts: int(value(facts))


def _value(node: ast.expr) -> Reader:
    match node:
        case ast.Name(id=name):
            return lambda facts: facts[name]
        case ast.Constant():
            constant = _constant(node)
            return lambda _: constant
    raise BadCondition(f"{ast.unparse(node)!r} is neither a fact nor a number nor a word.")


def _constant(node: ast.expr) -> Value:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool | int | str):
        return node.value
    raise BadCondition(f"{ast.unparse(node)!r} is neither a number nor a word.")


def _kind(node: ast.expr) -> str:
    match node:
        case ast.Constant(value=bool()):
            return "yes_no"
        case ast.Constant(value=int()):
            return "number"
        case ast.Name(id=name) if name in FACTS:
            return "number" if FACTS[name].is_number else "yes_no"
        case ast.Name(id=name):
            domain = OPTIONS[name].domain
            return "number" if isinstance(domain, Bounds) else "yes_no" if domain == (True, False) else "word"
    return "word"


def compared_numbers(condition: Condition, name: str) -> set[int]:
    """The numbers with which a condition compares a fact: all that it can tell apart."""
    tree = ast.parse(condition.text or "True", mode="eval")
    return {
        item.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        and any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))
        for item in ast.walk(node)
        if isinstance(item, ast.Constant) and isinstance(item.value, int)
    }
