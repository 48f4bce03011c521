"""A rule system as the registry knows it: its rules, and what it offers to those around them.

What the rules themselves must do stands in `hexfront.core.contract`; what a designer
writes in `hexfront.core.scenario_files`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hexfront.core.agent import AgentFactory, TeamFactory
from hexfront.core.batch.game import BatchGame
from hexfront.core.contract import Rules
from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.study.engagement import Answer, Engagement
from hexfront.core.study.playouts import PlayoutReport, playouts_by_steps
from hexfront.core.study.recorder import Recorder
from hexfront.core.study.tally import Tally
from hexfront.core.table.language import Language
from hexfront.core.table.odds import FightOdds
from hexfront.core.table.report import Report
from hexfront.core.table.rule_tables import RuleTable


@dataclass(frozen=True, slots=True)
class Playing:
    """What a system offers at a table beside its rules."""

    agents: Mapping[str, AgentFactory] = field(default_factory=dict)
    """Machine opponents by name."""
    language: Callable[[Any], Language] | None = None
    """(rules) -> commands of the system's own; None where the words of offers are enough."""
    odds: FightOdds | None = None
    """None for a system that knows no odds of fights that somebody describes."""
    reports: Callable[[Any, int, int | None], Report] | None = None
    """(rules, viewer, level of detail) -> what a viewer gets in print; None for no such report.

    Without a level, that of the scenario counts. `InputError` for a level that there is not.
    """
    tables: Callable[[Any], Sequence[RuleTable]] | None = None
    """(scenario) -> tables of the rules as it has them; None for no tables."""


@dataclass(frozen=True, slots=True)
class Studying:
    """What a system offers to studies of many games."""

    playouts: Callable[[Any, int, int], PlayoutReport] = playouts_by_steps
    """(rules, games, seed): random games, all choices listed at every step.

    A kernel of the system's own that plays them in one call is many times faster.
    """
    chance: bool = True
    """Whether games differ; without chance one game says all, unless an agent rolls dice."""
    tally: Callable[[Any], Tally] | None = None
    """(rules) -> what a study counts in games beside their results; None for nothing more."""
    recorder: Callable[[Any], Recorder] | None = None
    """(rules) -> tables that a study writes about games; None for no tables."""
    team: TeamFactory | None = None
    """Agents that play together, for studies of many games; None where there are none."""
    agents: Mapping[str, Callable[[str], AgentFactory]] = field(default_factory=dict)
    """Players for studies alone, such as scripts, by name. Errors: `InputError`.

    They are made from what stands behind the name: `FILE` in `script:FILE`, or
    nothing.  They may read files, and are offered to nobody at a table.
    """
    variations: Sequence[str] = ()
    """Numbers of the usual scenario that are worth varying, as typed, for a help."""
    engagement: Callable[[Engagement], Answer] | None = None
    """What combat makes of a battle described apart from counters; None for no such mapping."""
    measures: Mapping[str, Callable[[Any], Callable[[], int]]] = field(default_factory=dict)
    """Further work that `hexfront bench` times, by what it is in words, one unit of it.

    (rules) -> a job: each call of it does the work some times, and says how often.
    """


@dataclass(frozen=True, slots=True)
class Learning:
    """What a system offers to learners."""

    batch: Callable[[Any], BatchGame] | None = None
    """(rules) -> the scenario for batches; None where games are played step by step."""
    horizon: int = 10_000
    """Orders after which environments cut a game off, if nothing else is asked for."""


@dataclass(frozen=True)
class System:
    """A rule system as the registry knows it."""

    name: str
    title: str
    summary: str
    version: str
    """Of the rules; written into every journal."""
    sides: tuple[str, ...]
    """The usual names of the sides."""
    folder: Path
    """Holds `rulebook.toml` and `data/scenarios/`."""
    rules: Callable[[Any], Rules[Any]]
    """(scenario) -> the rules of a game of it."""
    scenarios: ScenarioFiles
    playing: Playing = field(default_factory=Playing)
    studying: Studying = field(default_factory=Studying)
    learning: Learning = field(default_factory=Learning)
