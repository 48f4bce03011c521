"""A page for learners: what is observed of each system, `python -m hexfront.adapters.observations`.

It is made of what the systems say of their arrays (`hexfront.core.learning.ArraySpec`), so it
cannot say anything else; a test compares it with `docs/guides/observations.md`.
"""

from __future__ import annotations

import sys
from typing import Any, Final

import numpy as np

from hexfront.batch.games import batch_game, choose_rules
from hexfront.core.batch.game import BatchGame
from hexfront.core.learning import ArraySpec
from hexfront.core.registry import find_system, system_names

MOST_NAMES: Final = 8
"""Of features with the same limits; of more the first and the last are named."""
HEAD: Final = """# What is observed

Of each system's default scenario: the arrays of an observation, their shapes and types, and the
least and greatest value of each feature. All of it is what a person in that seat could see.
Beside them there is `action_mask`. How orders are taken apart stands under *orders*: 0 is none.
This page is made by `python -m hexfront.adapters.observations`.
"""


def page() -> str:
    """The page, for all systems that have arrays of their own."""
    parts = [HEAD]
    for name in system_names():
        system = find_system(name)
        if system.learning.batch is not None:
            game = batch_game(system, choose_rules(name, None, None))
            parts.append(f"## {system.title}\n")
            parts += [_array(spec) for spec in game.spec]
            parts.append(_orders(game))
    return "\n".join(parts)


def _array(spec: ArraySpec) -> str:
    """A heading and a table of features."""
    shape = ", ".join(map(str, spec.shape))
    lines = [f"### `{spec.name}`: ({shape}) {spec.dtype}\n", spec.meaning, ""]
    low, high = (np.broadcast_to(np.asarray(limit), spec.shape) for limit in (spec.low, spec.high))
    axis = _axis(spec)
    if axis is None:
        lines.append(f"From {_number(low.min())} to {_number(high.max())}.\n")
        return "\n".join(lines)
    lines += ["| feature | least | greatest |", "|---|---|---|"]
    rows = [
        (
            name,
            _number(np.take(low, number, axis).min()),
            _number(np.take(high, number, axis).max()),
        )
        for number, name in enumerate(spec.axis_names)
    ]
    lines += [f"| {name} | {least} | {most} |" for name, least, most in _joined(rows)]
    return "\n".join(lines) + "\n"


def _axis(spec: ArraySpec) -> int | None:
    """The axis that the names count: the last of their length; None where there are none."""
    fitting = [n for n, length in enumerate(spec.shape) if length == len(spec.axis_names)]
    return fitting[-1] if fitting and spec.axis_names else None


def _joined(rows: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """Rows with the same limits, one after the other, as one."""
    joined: list[tuple[list[str], str, str]] = []
    for name, least, most in rows:
        if joined and joined[-1][1:] == (least, most):
            joined[-1][0].append(name)
        else:
            joined.append(([name], least, most))
    return [(_listed(names), least, most) for names, least, most in joined]


def _listed(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= MOST_NAMES else f"{names[0]} … {names[-1]}"


def _number(value: Any) -> str:
    return f"{value:g}"


def _orders(game: BatchGame) -> str:
    lines = [f"### Orders\n\n{game.rules.actions} codes."]
    if game.factors is not None:
        parts = zip(game.factors.names, game.factors.sizes, strict=True)
        lines.append("By " + ", ".join(f"{name} ({size} values)" for name, size in parts) + ".")
    return " ".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page())
