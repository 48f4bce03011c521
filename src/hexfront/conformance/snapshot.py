"""A position of some game, and how a check of it fails."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from hexfront.core.contract import SPECTATOR, UMPIRE, Decision, Rules
from hexfront.core.rulebook import Rulebook, load_rulebook
from hexfront.core.system import System
from hexfront.core.table.aim import place_numbers


@dataclass(frozen=True)
class Snapshot:
    """A state of some game, with what is needed to find it again."""

    system: System
    rules: Rules[Any]
    state: Any
    seed: int
    step: int
    """How many steps had been taken."""

    def __str__(self) -> str:
        scenario = self.rules.scenario.name
        return f"{self.system.name} {scenario}, seed {self.seed}, step {self.step}"

    @cached_property
    def book(self) -> Rulebook:
        """The rulebook of the system."""
        return load_rulebook(self.system.folder)

    @cached_property
    def places(self) -> dict[str, int]:
        """The numbers of the places of the board, by label."""
        return place_numbers(self.rules.board())

    @property
    def decision(self) -> Decision:
        """What the game waits for."""
        return self.rules.decision(self.state)

    @property
    def sides(self) -> range:
        """The numbers of all sides."""
        return range(len(self.rules.sides))

    @property
    def watchers(self) -> tuple[int, ...]:
        """Every viewer from whom something may be hidden."""
        return (*self.sides, SPECTATOR)

    @property
    def viewers(self) -> tuple[int, ...]:
        """Everybody."""
        return (*self.watchers, UMPIRE)

    def copy(self) -> Any:
        """An independent copy of the state."""
        return self.state.copy()

    def fail(self, message: str) -> NoReturn:
        """Give up: the system breaks its contract here."""
        raise AssertionError(f"{self}: {message}")

    def demand(self, holds: bool, message: str | Callable[[], str]) -> None:
        """Fail unless something holds. A costly message comes as a function."""
        if not holds:
            self.fail(message if isinstance(message, str) else message())

    def same(self, before: object, after: object, what: str) -> None:
        """Fail unless both are equal in every byte that could leave the machine."""
        first, second = (v if isinstance(v, str) else payload(v) for v in (before, after))
        self.demand(first == second, lambda: f"{what}: {_difference(first, second)}")


def payload(value: object) -> str:
    """What would be sent of a view, an offer, an entry: JSON, fast, and strict about types."""
    return json.dumps(value, default=_plain, sort_keys=True, allow_nan=False, ensure_ascii=False)


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} {value!r} is not JSON")


def _difference(before: str, after: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    start = max(0, at - 40)
    return f"…{before[start : at + 60]}… against …{after[start : at + 60]}…"
