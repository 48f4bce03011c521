"""Formulas of names and numbers, as an experiment's file has them: `lost_a - 2 * lost_b > 0`."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final

from hexfront.core.errors import InputError

LONGEST: Final = 500
"""Characters of a formula."""
_FUNCTIONS: Final[dict[str, tuple[int, Callable[..., float]]]] = {
    "abs": (1, abs),
    "exp": (1, math.exp),
    "log": (1, math.log),
    "sqrt": (1, math.sqrt),
    "min": (0, min),
    "max": (0, max),
}
"""By name how many arguments each takes, 0 for two or more."""
_BINARY: Final[dict[type[ast.operator], Callable[[Any, Any], Any]]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.Pow: math.pow,
}
_COMPARED: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
}
ALLOWED: Final = (
    "names, numbers, texts in quotes, + - * / **, comparisons, and, or, not, a if b else c, "
    f"{', '.join(_FUNCTIONS)}"
)

Value = float | bool | str


@dataclass(frozen=True)
class Formula:
    """A formula that has been read."""

    text: str
    names: frozenset[str]
    """Those in it."""
    is_condition: bool
    """Whether its value is true or false."""
    _body: ast.expr

    def value(self, values: Mapping[str, Value]) -> Value:
        """Its value, by those of its names. Errors: `ArithmeticError`, `ValueError`, `TypeError`.

        They come of a division by zero, a logarithm of nothing, or a sum of a text.
        """
        value: Value = _value(self._body, values)
        return value


def read_formula(text: str, place: str, known: Collection[str]) -> Formula:
    """A formula of known names. Errors: `InputError`."""
    if len(text) > LONGEST:
        raise InputError.at(place, text, f"at most {LONGEST} characters")
    try:
        body = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError.at(place, text, f"a formula: {ALLOWED}") from None
    names: set[str] = set()
    _check(body, text, place, names)
    for name in sorted(names - set(known)):
        near = get_close_matches(name, known, n=6) or sorted(known)[:12]
        raise InputError.at(place, name, f"one of: {', '.join(near)}")
    return Formula(text, frozenset(names), _is_condition(body), body)


def _is_condition(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return _is_condition(node.body) and _is_condition(node.orelse)
    return isinstance(node, ast.Compare | ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _check(node: ast.expr, text: str, place: str, names: set[str]) -> None:
    """Note the names of a formula. Errors: `InputError` for what none may have."""
    match node:
        case ast.Constant(value=bool() | int() | float() | str()):
            parts: list[ast.expr] = []
        case ast.Name(id=name):
            names.add(name)
            parts = []
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _BINARY:
            parts = [left, right]
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() | ast.Not(), operand=operand):
            parts = [operand]
        case ast.BoolOp(values=values):
            parts = values
        case ast.Compare(left=left, ops=ops, comparators=others) if all(
            type(op) in _COMPARED for op in ops
        ):
            parts = [left, *others]
        case ast.IfExp(test=test, body=body, orelse=orelse):
            parts = [test, body, orelse]
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if _takes(name, len(args)):
            parts = args
        case _:
            raise InputError.at(place, text, f"a formula: {ALLOWED}")
    for part in parts:
        _check(part, text, place, names)


def _takes(name: str, arguments: int) -> bool:
    if name not in _FUNCTIONS:
        return False
    wanted = _FUNCTIONS[name][0]
    return arguments == wanted if wanted else arguments > 1


def _value(node: ast.expr, values: Mapping[str, Value]) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id=name):
            return values[name]
        case ast.BinOp(left=left, op=op, right=right):
            return _BINARY[type(op)](_value(left, values), _value(right, values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return not _value(operand, values)
        case ast.UnaryOp(op=op, operand=operand):
            value = _value(operand, values)
            return -value if isinstance(op, ast.USub) else +value
        case ast.BoolOp(op=op, values=parts):
            found = (bool(_value(part, values)) for part in parts)
            return all(found) if isinstance(op, ast.And) else any(found)
        case ast.Compare(left=first, ops=ops, comparators=others):
            return _compared(first, ops, others, values)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _value(body if _value(test, values) else orelse, values)
        case ast.Call(func=ast.Name(id=name), args=args):
            return _FUNCTIONS[name][1](*(_value(arg, values) for arg in args))
    raise TypeError(node)


def _compared(
    first: ast.expr, ops: list[ast.cmpop], others: list[ast.expr], values: Mapping[str, Value]
) -> bool:
    left = _value(first, values)
    for op, other in zip(ops, others, strict=True):
        right = _value(other, values)
        if not _COMPARED[type(op)](left, right):
            return False
        left = right
    return True
