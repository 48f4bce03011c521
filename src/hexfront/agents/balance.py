"""What was measured of scenarios: how often each side wins, and how long a game takes.

`balance.json` of a system has a row for each scenario, options and opponent that were played;
`python -m benchmarks.balance` writes it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.scenario import check_model

BALANCE_FILE: Final = "balance.json"
"""In the folder of a system."""


class BalanceRow(BaseModel):
    """What was measured of a scenario with one opponent."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    scenario: str
    """Its name."""
    options: dict[str, str] = {}
    """Those that were changed, as typed."""
    agent: str
    """Who played all sides."""
    games: int = Field(ge=1)
    seed: int
    wins: dict[str, int]
    """By name of side; sides that win together each count the win."""
    draws: int
    length: float | None
    """Mean number of the last `unit`; None where the system counts none."""
    unit: str = ""
    """What the length counts, in one word: `turn`."""
    seconds: float = 0
    """That all games took."""
    rules: str
    """The version of the rules."""
    scenario_hash: str
    """Of the scenario with its options, as in rows of studies."""

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from the other rows of a system."""
        return self.scenario, sorted(self.options.items()), self.agent


class Balance(BaseModel):
    """`balance.json` of a system."""

    model_config = ConfigDict(extra="forbid")

    rows: list[BalanceRow]


def read_balance(folder: Path) -> list[BalanceRow]:
    """What was measured of the system in a folder. Errors: `InputError`."""
    path = folder / BALANCE_FILE
    if not path.exists():
        return []
    return check_model(Balance, read_document(path), str(path)).rows
