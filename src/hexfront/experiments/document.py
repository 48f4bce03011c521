"""The file of an experiment: what is varied, by which design, what is asked, and when it ends."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError
from hexfront.core.scenario import check_model

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Number = Annotated[float, Field(allow_inf_nan=False)]
MOST_FACTORS: Final = 100
MOST_RESPONSES: Final = 100


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True, frozen=True)


class FactorEntry(_Part):
    """Something that is varied: exactly one of `number`, `option`, `seat` and `scenarios`."""

    name: Name
    """As formulas, tables and columns call it."""
    number: str | None = None
    """A number of the scenario, as `hexfront run --vary` finds it: a name that the system knows,
    with an index in brackets where it has one, or a path such as `/units/*/strength`."""
    option: str | None = None
    """An option of the scenario, whose levels are words."""
    seat: str | None = None
    """A side, whose levels are agents."""
    scenarios: bool = False
    """Whether levels are scenarios; then no other factor may be an option or a path."""
    times: bool = False
    """Whether a number is multiplied by the value, rather than replaced by it."""
    low: Number | None = None
    """The least value of a number; with `high` in place of `levels`."""
    high: Number | None = None
    whole: bool = False
    """Whether values between are rounded to whole numbers."""
    levels: list[Number | str] = Field(default_factory=list)
    """The values, where there are but some."""
    jitter: Annotated[float, Field(ge=0, allow_inf_nan=False)] = 0
    """Of a number: the first game of a point has its value, the others values up to so far from
    it. So a system without chance has replicates that say how much hangs on small things."""
    decided: bool = False
    """Whether one may choose it; the others are uncertain, and every decision meets all of them."""


class DesignEntry(_Part):
    """Which points are played."""

    kind: Literal[
        "factorial",
        "fractional",
        "latin",
        "maximin",
        "sobol",
        "nearly-orthogonal",
        "morris",
        "saltelli",
        "file",
    ] = "factorial"
    points: Annotated[int, Field(ge=1, le=100_000)] | None = None
    """How many, of latin, maximin, sobol (a power of two) and nearly-orthogonal."""
    levels: Annotated[int, Field(ge=2, le=100)] = 2
    """Of a number from low to high: of factorial; of morris an even number."""
    resolution: Literal[3, 4, 5] = 4
    """Of fractional."""
    trajectories: Annotated[int, Field(ge=2, le=10_000)] = 10
    """Of morris."""
    base: Annotated[int, Field(ge=2, le=2**17)] = 64
    """Of saltelli: N of the N (D + 2) points, a power of two."""
    second_order: bool = False
    """Of saltelli: also pairs of factors, with N (2 D + 2) points."""
    file: str | None = None
    """Of file: a CSV file with a column a factor, beside this one."""


class StopEntry(_Part):
    """When a point has had enough games: where every interval asked for is narrow enough."""

    width: Annotated[float, Field(gt=0)]
    """From the low to the high bound, in the unit of the response."""
    responses: list[Name] = Field(default_factory=list)
    """Whose intervals; without any all of them."""
    batch: Annotated[int, Field(ge=1, le=100_000)] = 20
    """Games between two looks."""


class DiscoverEntry(_Part):
    """Which points are of interest: under which conditions do they come about?"""

    cases: str
    """A formula of the responses' means at a point, such as `won < 0.3 and lost > 5`."""
    density: Annotated[float, Field(gt=0, le=1)] = 0.8
    """The part of a box that shall be of interest; the more, the smaller the box."""


class ExperimentEntry(_Part):
    """The whole file."""

    title: str = ""
    system: str
    scenario: str | None = None
    """A name, or a file beside this one; without it the system's usual one."""
    agents: list[str] = Field(default_factory=list)
    """One a side; without any the best of the system on all seats."""
    games: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    """Of each point; with `stop` the most."""
    seed: Annotated[int, Field(ge=0, lt=2**63)] = 1
    dice: Literal["common", "own"] = "common"
    """Whether the n-th games of all points have the same dice, or each point has its own."""
    confidence: Annotated[float, Field(gt=0.5, lt=1)] = 0.95
    """Of intervals."""
    step_limit: Annotated[int, Field(ge=1)] = 1_000_000
    factors: list[FactorEntry] = Field(min_length=1, max_length=MOST_FACTORS)
    design: DesignEntry = DesignEntry()
    constraints: list[str] = Field(default_factory=list, max_length=100)
    """Formulas of factors that hold at every point; points at which one does not are left out."""
    responses: dict[Name, str] = Field(default_factory=dict, max_length=MOST_RESPONSES)
    """By name a column of the games, or a formula of columns; without any who wins."""
    stop: StopEntry | None = None
    better: dict[Name, Literal["high", "low"]] = Field(default_factory=dict)
    """Of responses which values one wishes for; high ones without."""
    discover: DiscoverEntry | None = None


def read_experiment(path: Path) -> ExperimentEntry:
    """The file of an experiment, TOML or JSON. Errors: `InputError` with every problem."""
    document = read_document(path)
    if not isinstance(document, dict):
        raise InputError.at(str(path), document, "a table")
    return check_model(ExperimentEntry, document, str(path))
