"""What `hexfront run` was asked for: which games, and where their figures go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexfront.cli.files import check_free
from hexfront.cli.progress import going_on_with, progress_bar
from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.core.contract import Rules, Scenario
    from hexfront.core.documents.strictjson import Json
    from hexfront.core.system import System


@dataclass(frozen=True)
class Study:
    """Which games are played, and by whom."""

    system: System
    scenario: Scenario
    agents: Sequence[str]
    """Of all sides in their order."""
    games: int
    """Of each value, with `--vary`."""
    seed: int
    step_limit: int
    shard: tuple[int, int]
    """Which part of them, of how many."""
    workers: int

    @property
    def title(self) -> str:
        """System and scenario."""
        return f"{self.system.title}: {self.scenario.title}"

    def about(self, sides: Sequence[str], seconds: float) -> dict[str, Json]:
        """What `--json` tells of it."""
        return {
            "system": self.system.name,
            "scenario": self.scenario.name,
            "seats": dict(zip(sides, self.agents, strict=True)),
            "seed": self.seed,
            "seconds": round(seconds, 3),
        }


@dataclass(frozen=True)
class Output:
    """Where figures are written, and how much is said of them."""

    out: Path | None
    """The file of `--out`."""
    plots: Path | None
    """The folder of `--plots`."""
    tables: bool
    """Whether the system's own tables are written beside `out`."""
    resume: bool
    force: bool
    json: bool
    quiet: bool

    def check(self) -> None:
        """Errors: `InputError` for options that do not go together, and for a useless folder."""
        if self.resume and self.out is None:
            raise InputError.at("--resume", "<no --out>", "--out with the file to go on with")
        if self.plots is not None:
            from hexfront.study.reports.plots import check_plots

            check_plots(self.plots)

    def check_tables(self, system: System, rules: Rules[Any]) -> None:
        """Errors: `InputError` where a file is there that `--out` would replace."""
        if not self.resume and self.out is not None and self.out.name:
            from hexfront.study.files.tables import series_path, table_path
            from hexfront.study.games import make_recorder

            recorder = make_recorder(system, rules)
            own = (
                [table_path(self.out, table.name) for table in recorder.tables] if recorder else ()
            )
            check_free("--out", [self.out, series_path(self.out), *own], force=self.force)

    def check_pictures(self, pictures: Iterable[Path]) -> None:
        """Errors: `InputError` where a file is there that `--plots` would replace."""
        if not self.resume:
            check_free("--plots", pictures, force=self.force)

    @contextmanager
    def playing(self, system: System, games: int) -> Iterator[Callable[[int], None]]:
        """While games are played: a progress bar, and what is kept where Ctrl-C is pressed.

        The rules are compiled beside the games, if they are not yet.
        """

        from hexfront.agents.background_compiler import BackgroundCompiler

        with (
            BackgroundCompiler([system.name]) as compiling,
            going_on_with(self.out),
            progress_bar(
                games, shown=not self.quiet, plain=lambda: bool(compiling.left)
            ) as progress,
        ):
            yield progress
