"""Responses: what is asked of each game, a column of its row or a formula of columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from hexfront.core.errors import HexfrontError
from hexfront.core.study.tally import Curve, Tally, column_names
from hexfront.experiments.formulas import Formula, Value, read_formula
from hexfront.study.games import DRAW, SIDE_COLUMNS, Record, winners_of


class ResponseFailed(HexfrontError):
    """A formula that has no value for some game."""


def columns_of(sides: Sequence[str], tally: Tally | None) -> list[str]:
    """All columns of a game that a formula may name.

    Beside those of the rows of games these are `wins_SIDE` (1 or 0) and `draw`, and how each
    curve that the system follows ends: `NAME_SIDE_at_end`, or `NAME_at_end`.
    """
    names = column_names(sides)
    found = [f"wins_{name}" for name in names] + [DRAW, "steps", "end_time"]
    found += [f"{part}_{name}" for part in SIDE_COLUMNS[1:] for name in names]
    if tally is not None:
        found += [figure.name for figure in tally.figures]
        found += _ends(tally.curves, names)
    return list(dict.fromkeys(found))


def _ends(curves: Sequence[Curve], names: Sequence[str]) -> list[str]:
    return [
        f"{curve.name}_at_end" if curve.side is None else f"{curve.name}_{names[curve.side]}_at_end"
        for curve in curves
    ]


@dataclass(frozen=True)
class Reader:
    """What reads responses off games."""

    sides: Sequence[str]
    curves: Sequence[Curve]
    """Of the system's tally."""
    formulas: Mapping[str, Formula]
    """By the names of responses."""

    @property
    def names(self) -> list[str]:
        """Those of the responses, in their order."""
        return list(self.formulas)

    def is_rate(self, name: str) -> bool:
        """Whether a response is 1 or 0: its mean is a rate."""
        formula = self.formulas[name]
        text = formula.text.strip()
        one_name = formula.names == {text}
        return formula.is_condition or (one_name and (text == DRAW or text.startswith("wins_")))

    def values(self, record: Record) -> list[float]:
        """The responses of a game. Errors: `ResponseFailed`."""
        known = self._known(record)
        found = []
        for name, formula in self.formulas.items():
            try:
                found.append(float(formula.value(known)))
            except (ArithmeticError, ValueError, TypeError) as error:
                game = record.row["game"]
                raise ResponseFailed(f"response {name}, game {game}: {error}") from None
        return found

    @cached_property
    def _columns(self) -> list[str]:
        return column_names(self.sides)

    @cached_property
    def _ends(self) -> list[str]:
        return _ends(self.curves, self._columns)

    def _known(self, record: Record) -> dict[str, Value]:
        winners = winners_of(record.row, self.sides)
        known: dict[str, Value] = dict(record.row)
        for side, name in zip(self.sides, self._columns, strict=True):
            known[f"wins_{name}"] = float(side in winners)
        known[DRAW] = float(record.row["winner"] == DRAW)
        ends = record.curves[-1] if record.curves else [0.0] * len(self._ends)
        return known | dict(zip(self._ends, ends, strict=True))


def read_responses(texts: Mapping[str, str], sides: Sequence[str], tally: Tally | None) -> Reader:
    """What reads responses; without any who wins. Errors: `InputError`."""
    known = columns_of(sides, tally)
    if not texts:
        texts = {f"wins_{name}": f"wins_{name}" for name in column_names(sides)}
    formulas = {
        name: read_formula(text, f"responses: {name}", known) for name, text in texts.items()
    }
    return Reader(sides, () if tally is None else tuple(tally.curves), formulas)
