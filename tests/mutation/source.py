"""Small changes to a function's source, each a mistake that somebody could make.

Every mutant is one change: a condition turned round, a comparison moved by one, a refusal left out, an order
reversed, an effect forgotten. They come in the order of the source, so a run can be repeated.
"""

import ast
import copy
from collections.abc import Callable, Iterator
from typing import NamedTuple

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult,
}  # fmt: skip
COUNTERPARTS = {"min": "max", "max": "min", "any": "all", "all": "any"}
FORGETFUL = frozenset({"replace", "change_hand", "change_player"})
"""Calls of which each keyword is an effect by itself."""


class SourceMutant(NamedTuple):
    """One change to one function."""

    says: str
    """Before and after, as source."""
    tree: ast.FunctionDef


def mutants_of(function: ast.FunctionDef, *, measures: bool = True) -> Iterator[SourceMutant]:
    """Every mutant of a function; without measures no number is changed."""
    seen: dict[str, int] = {}
    around = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    outside = set(_outside(function))
    for number, node in enumerate(ast.walk(function)):
        if node in outside:
            continue
        for new in _edits(node, function, measures):
            says = _says(node, new, around)
            seen[says] = seen.get(says, 0) + 1
            ordinal = f" ({seen[says]})" if seen[says] > 1 else ""
            yield SourceMutant(says + ordinal, _with(function, number, new))


def _edits(node: ast.AST, function: ast.FunctionDef, measures: bool) -> Iterator[ast.AST]:
    for operator in (*OPERATORS, *(MEASURES if measures else ())):
        yield from operator(node)
    if isinstance(node, ast.Return):
        yield from _other_returns(node, function)


def _outside(function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Decorators, annotations and the docstring are not carried out."""
    roots: list[ast.AST] = [function.args, *function.decorator_list]
    roots += [function.returns] if function.returns else []
    roots += [part.annotation for part in ast.walk(function) if isinstance(part, ast.AnnAssign)]
    first = function.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
        roots.append(first)
    return (node for root in roots for node in ast.walk(root))


SHORT = 14


def _says(node: ast.AST, new: ast.AST, around: dict[ast.AST, ast.AST]) -> str:
    """Before and after; a small thing is shown in what stands around it."""
    if isinstance(node, ast.Call) and isinstance(new, ast.Call) and len(new.keywords) < len(node.keywords):
        lost = next(part for part in node.keywords if part not in new.keywords)
        return f"{ast.unparse(node.func)}(…) without {_told(lost)}"
    before, after = node, new
    while len(_told(before)) < SHORT and isinstance(around.get(before), ast.expr | ast.keyword | ast.Return):
        before, after = around[before], _replaced(around[before], before, after)
    return f"{_told(before)} → {_told(after)}"


def _told(node: ast.AST) -> str:
    if isinstance(node, ast.Pass):
        return "nothing"
    if isinstance(node, ast.If | ast.While | ast.For):
        node = copy.copy(node)
        node.body, node.orelse = [ast.Expr(ast.Constant(...))], []
    text = " ".join(ast.unparse(node).split())
    return text if len(text) <= 110 else f"{text[:70]} … {text[-36:]}"


def _with(function: ast.FunctionDef, number: int, new: ast.AST) -> ast.FunctionDef:
    """A copy of the function in which this node is another."""
    target = next(node for place, node in enumerate(ast.walk(function)) if place == number)
    tree = _replaced(function, target, new)
    assert isinstance(tree, ast.FunctionDef)
    return ast.fix_missing_locations(tree)


def _replaced(root: ast.AST, target: ast.AST, new: ast.AST) -> ast.AST:
    """A copy of a tree in which one node is another."""
    if root is target:
        return copy.deepcopy(new)
    changed = copy.copy(root)
    for name, value in ast.iter_fields(root):
        if isinstance(value, ast.AST):
            setattr(changed, name, _replaced(value, target, new))
        elif isinstance(value, list):
            parts = [_replaced(part, target, new) if isinstance(part, ast.AST) else part for part in value]
            setattr(changed, name, parts)
    return changed


# ---- what may go wrong at a node


def _condition(node: ast.AST) -> Iterator[ast.AST]:
    """The test of an if, a while, a conditional expression or a comprehension, turned round."""
    if isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(
        node.test, ast.Compare | ast.UnaryOp
    ):
        changed = copy.copy(node)
        changed.test = _negated(node.test)
        yield changed
    if isinstance(node, ast.comprehension):
        for number, test in enumerate(node.ifs):
            dropped = copy.copy(node)
            dropped.ifs = [*node.ifs[:number], *node.ifs[number + 1 :]]
            yield dropped
            if not isinstance(test, ast.Compare | ast.UnaryOp):
                changed_part = copy.copy(node)
                changed_part.ifs = [*node.ifs[:number], _negated(test), *node.ifs[number + 1 :]]
                yield changed_part


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def _comparison(node: ast.AST) -> Iterator[ast.AST]:
    if not isinstance(node, ast.Compare):
        return
    for number, operator in enumerate(node.ops):
        changed = copy.copy(node)
        changed.ops = [*node.ops[:number], COMPARISONS[type(operator)](), *node.ops[number + 1 :]]
        yield changed


def _and_or(node: ast.AST) -> Iterator[ast.AST]:
    """And for or, and every part left out."""
    if not isinstance(node, ast.BoolOp):
        return
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield ast.BoolOp(other, node.values)
    for number in range(len(node.values)):
        rest = [*node.values[:number], *node.values[number + 1 :]]
        yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


def _negation(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand


def _truth(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)


def _left_out(node: ast.AST) -> Iterator[ast.AST]:
    """A refusal, a check, a change of a list: a statement that is only a call."""
    if isinstance(node, ast.Raise) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)):
        yield ast.Pass()


def _order(node: ast.AST) -> Iterator[ast.AST]:
    """A loop the other way round."""
    if isinstance(node, ast.For | ast.comprehension):
        changed = copy.copy(node)
        changed.iter = _reversed(node.iter)
        yield changed


def _reversed(values: ast.expr) -> ast.expr:
    if isinstance(values, ast.Call) and isinstance(values.func, ast.Name) and values.func.id == "reversed":
        return values.args[0]
    return _call("reversed", _call("tuple", values))


def _call(name: str, argument: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), [argument], [])


def _counterpart(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in COUNTERPARTS:
        yield ast.Call(ast.Name(COUNTERPARTS[node.func.id], ast.Load()), node.args, node.keywords)


def _element(node: ast.AST) -> Iterator[ast.AST]:
    """An element of a tuple left out, in a list of allowed things or among the events."""
    if isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        for number in range(len(node.elts)):
            yield ast.Tuple([*node.elts[:number], *node.elts[number + 1 :]], ast.Load())


def _effect(node: ast.AST) -> Iterator[ast.AST]:
    """One of the things that an event changes, forgotten."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORGETFUL:
        for number, keyword in enumerate(node.keywords):
            if keyword.arg is not None:
                keywords = [*node.keywords[:number], *node.keywords[number + 1 :]]
                yield ast.Call(node.func, node.args, keywords)


def _nothing_due(node: ast.AST) -> Iterator[ast.AST]:
    """What is asked for is not asked for."""
    if isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
        name = node.value.func
        if isinstance(name, ast.Name) and name.id == "Due":
            yield ast.Return(ast.Constant(None))


def _arithmetic(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _is_text(node):
        yield ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub) and not _is_number(node.operand):
        yield node.operand


def _number(node: ast.AST) -> Iterator[ast.AST]:
    if _is_number(node):
        assert isinstance(node, ast.Constant)
        assert isinstance(node.value, int)
        yield ast.Constant(node.value + 1)


def _is_number(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and type(node.value) is int


def _is_text(node: ast.BinOp) -> bool:
    return any(isinstance(part, ast.JoinedStr) or _is_string(part) for part in (node.left, node.right))


def _is_string(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _other_returns(node: ast.Return, function: ast.FunctionDef) -> Iterator[ast.AST]:
    """Another member of an enumeration that the same function returns: the next one in the source."""
    members = [part for part in ast.walk(function) if isinstance(part, ast.Return) and _member(part)]
    texts = list(dict.fromkeys(_member(part) for part in members))
    if _member(node) and len(texts) > 1:
        wanted = texts[(texts.index(_member(node)) + 1) % len(texts)]
        yield next(part for part in members if _member(part) == wanted)


def _member(node: ast.Return) -> str:
    value = node.value
    if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name) and value.attr.isupper():
        return ast.unparse(value)
    return ""


OPERATORS: tuple[Callable[[ast.AST], Iterator[ast.AST]], ...] = (
    _condition, _comparison, _and_or, _negation, _truth, _left_out, _order, _counterpart, _element, _effect,
    _nothing_due,
)  # fmt: skip
MEASURES: tuple[Callable[[ast.AST], Iterator[ast.AST]], ...] = (_arithmetic, _number)
