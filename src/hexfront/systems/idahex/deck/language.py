"""The small language in which the data groups are written down (9.1).

A group is a list of statements, one a line, indented like Python:

    do i to nutype                  a loop from 1 (or: do i from 10 to 9+npost(1))
    list u from 1 to 99999          a loop until a card whose first number is not positive;
                                    its first statement reads u itself, within these bounds
    unless word                     what stands in it is left out where word is true
    read FORMAT: ITEM; ITEM         one read statement, with as many cards as its items need

An item is a letter that only the statements after it use (`u`), `-` for a field
that counts for nothing, or a variable: `katk(i,j,k) for j to nmat(3-k) as k,i,j`.
The part after `as` says where its values stand in the nested lists of
`GameDesign.values`: the indices from the outside in, one in braces for the key
of a dictionary.  Without it the variable's own indices count.  `width` gives
the letters of a name that are read.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol


class Unknown(Exception):
    """A number that is needed to go on was not found in the data."""


class Numbers(Protocol):
    """What is known while data are read or written."""

    def number(self, name: str, index: tuple[int, ...]) -> int:
        """A variable, or something that follows from variables. Errors: `Unknown`."""


Run = Callable[[Mapping[str, int], Numbers], int]


@dataclass(frozen=True, slots=True)
class Expression:
    """A sum, difference or product of numbers, words, and variables with indices."""

    run: Run
    """Its value. Errors: `Unknown`."""
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Part:
    """One step on the way to a value."""

    expressions: tuple[Expression, ...]
    is_key: bool


@dataclass(frozen=True, slots=True)
class Item:
    """What a read statement fills."""

    name: str
    index: tuple[Expression, ...] = ()
    parts: tuple[Part, ...] = ()
    over: str = ""
    """The index that runs within the statement."""
    start: Expression | None = None
    stop: Expression | None = None
    width: Expression | None = None

    @property
    def is_word(self) -> bool:
        """Whether only the statements after it use it."""
        return len(self.name) == 1 and self.name != "-"

    @property
    def is_skipped(self) -> bool:
        """Whether it counts for nothing."""
        return self.name == "-"


@dataclass(frozen=True, slots=True)
class Read:
    """A read statement."""

    format: str
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop over numbers."""

    index: str
    start: Expression
    stop: Expression
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A loop until a card whose first number is not positive."""

    index: tuple[str, ...]
    bounds: tuple[tuple[Expression, Expression], ...]
    """Of each index."""
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Unless:
    """Statements that a logical value read before can leave out."""

    word: str
    body: tuple[Statement, ...]


Statement = Read | Loop | Listing | Unless


@dataclass(frozen=True, slots=True)
class Group:
    """A data group."""

    number: int
    entry: str
    """The part of the program of 1976 that reads it."""
    body: tuple[Statement, ...]
    names: tuple[str, ...]
    """The variables that it fixes, in order."""

    @property
    def title(self) -> str:
        """What a person is told that it is."""
        return f"group {self.number} ({', '.join(self.names)})"


_BLOCK: Final = re.compile(r"(do|list|unless) (.+)")
_ITEM: Final = re.compile(
    r"(?P<name>[\w.]+|-)(?:\((?P<index>.*?)\))?"
    r"(?: for (?P<over>\w+)(?: from (?P<start>.+?))? to (?P<stop>.+?))?"
    r"(?: width (?P<width>.+?))?(?: as (?P<parts>.+))?"
)


def parse_groups(text: str) -> tuple[Group, ...]:
    """The groups of a text; each begins with its clause and its entry point."""
    groups = []
    for block in re.split(r"^(?=IDX-G)", text, flags=re.MULTILINE):
        if not block.strip():
            continue
        head, *lines = [line for line in block.splitlines() if line.strip()]
        number, entry = head.removeprefix("IDX-G").split()
        body, rest = _parse_body(lines, 2)
        if rest:
            raise ValueError(f"group {number}: {rest[0]}")
        groups.append(Group(int(number), entry, body, tuple(dict.fromkeys(_names(body)))))
    return tuple(groups)


def _parse_body(lines: list[str], indent: int) -> tuple[tuple[Statement, ...], list[str]]:
    body: list[Statement] = []
    while lines and len(lines[0]) - len(lines[0].lstrip()) == indent:
        line, lines = lines[0].strip(), lines[1:]
        found = _BLOCK.fullmatch(line)
        if found is None:
            form, items = line.removeprefix("read ").split(": ")
            body.append(Read(form, tuple(_parse_item(item) for item in items.split("; "))))
            continue
        inner, lines = _parse_body(lines, indent + 2)
        if found[1] == "list":
            body.append(_parse_listing(found[2], inner))
        elif found[1] == "unless":
            body.append(Unless(found[2], inner))
        else:
            index, bounds = found[2].split(" ", 1)
            start, stop = ("1 " + bounds if bounds.startswith("to") else bounds[5:]).split(" to ")
            body.append(Loop(index, parse(start), parse(stop), inner))
    return tuple(body), lines


def _parse_listing(text: str, body: tuple[Statement, ...]) -> Listing:
    index, bounds = [], []
    for part in text.split(", "):
        name, start, stop = re.split(" from | to ", part)
        index.append(name)
        bounds.append((parse(start), parse(stop)))
    return Listing(tuple(index), tuple(bounds), body)


def _parse_item(text: str) -> Item:
    found = _ITEM.fullmatch(text)
    if found is None:
        raise ValueError(f"no item: {text}")
    index = _several(found["index"] or "")
    written = found["parts"]
    parts = _parse_parts(written) if written else tuple(Part((i,), False) for i in index)
    return Item(
        found["name"],
        index,
        parts,
        found["over"] or "",
        parse(found["start"] or "1") if found["over"] else None,
        parse(found["stop"]) if found["over"] else None,
        parse(found["width"]) if found["width"] else None,
    )


def _parse_parts(text: str) -> tuple[Part, ...]:
    return tuple(
        Part(tuple(_expression(e) for e in node.elts), True)
        if isinstance(node, ast.Set)
        else Part((_expression(node),), False)
        for node in _nodes(text)
    )


def _several(text: str) -> tuple[Expression, ...]:
    return tuple(_expression(node) for node in _nodes(text))


def _nodes(text: str) -> list[ast.expr]:
    tree = ast.parse(f"({text},)" if text else "()", mode="eval").body
    return tree.elts if isinstance(tree, ast.Tuple) else []


def parse(text: str) -> Expression:
    """An expression of numbers, names, sums, differences and products."""
    return _expression(ast.parse(text, mode="eval").body)


def _expression(node: ast.expr) -> Expression:
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return Expression(_compiled(node), frozenset(names))


def _compiled(node: ast.expr) -> Run:
    match node:
        case ast.Constant(value=int(value)):
            return lambda words, numbers: value
        case ast.Name(id=name):
            return lambda words, numbers: words[name] if name in words else numbers.number(name, ())
        case ast.Call(func=ast.Name(id=name), args=arguments):
            index = [_compiled(argument) for argument in arguments]
            return lambda words, numbers: numbers.number(
                name, tuple([run(words, numbers) for run in index])
            )
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            run = _compiled(operand)
            return lambda words, numbers: -run(words, numbers)
        case ast.BinOp(left=left, op=op, right=right):
            act = _OPERATIONS[type(op)]
            one, other = _compiled(left), _compiled(right)
            return lambda words, numbers: act(one(words, numbers), other(words, numbers))
    raise ValueError(f"no number: {ast.unparse(node)}")


_OPERATIONS: Final[dict[type, Callable[[int, int], int]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}


def _names(body: tuple[Statement, ...]) -> list[str]:
    names = []
    for statement in body:
        if isinstance(statement, Read):
            names += [item.name for item in statement.items if len(item.name) > 1]
        else:
            names += _names(statement.body)
    return names


def evaluate(expression: Expression, words: Mapping[str, int], numbers: Numbers) -> int:
    """The value of an expression. Errors: `Unknown`."""
    return expression.run(words, numbers)


def used_names(groups: tuple[Group, ...]) -> frozenset[str]:
    """The names in bounds of loops: without them one cannot tell what a card holds."""
    found: set[str] = set()

    def look(expression: Expression | None) -> None:
        if expression is not None:
            found.update(expression.names)

    def visit(body: tuple[Statement, ...], act: Callable[[Expression | None], None]) -> None:
        for statement in body:
            if isinstance(statement, Read):
                for item in statement.items:
                    act(item.stop)
                    act(item.width)
                continue
            if isinstance(statement, Listing):
                for start, stop in statement.bounds:
                    act(start)
                    act(stop)
            elif isinstance(statement, Loop):
                act(statement.start)
                act(statement.stop)
            visit(statement.body, act)

    for group in groups:
        visit(group.body, look)
    return frozenset(found)
