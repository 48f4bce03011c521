"""What people see while games are played, and when they stop them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hexfront.cli.console import Interrupted, progress_console


@contextmanager
def going_on_with(out: Path | None) -> Iterator[None]:
    """Say what is kept where Ctrl-C is pressed. Errors: `Interrupted`."""
    try:
        yield
    except KeyboardInterrupt:
        kept = f"; the finished games are kept, go on with --resume --out {out}" if out else ""
        raise Interrupted(f"interrupted{kept}") from None


@contextmanager
def progress_bar(
    games: int,
    *,
    shown: bool,
    plain: Callable[[], bool] = lambda: False,
    score: Callable[[], str] = lambda: "",
) -> Iterator[Callable[[int], None]]:
    """A progress bar on standard error, where that is a terminal.

    `plain` tells whether the rules run as plain Python until they are compiled, which it says;
    `score` is what else is said of the games so far.
    """
    console = progress_console()
    if not shown or not console.is_terminal:
        yield lambda done: None
        return
    from rich import progress
    from rich.text import Text

    from hexfront.agents.background_compiler import PLAIN_WORDS

    class Form(progress.ProgressColumn):
        """In which form the rules run."""

        def render(self, task: progress.Task) -> Text:
            return Text(PLAIN_WORDS if plain() else "", style="dim")

    class Score(progress.ProgressColumn):
        """How it stands."""

        def render(self, task: progress.Task) -> Text:
            return Text(score())

    columns = (
        progress.TextColumn("games"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
        Score(),
        Form(),
    )
    with progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def part_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, where that is a terminal; it is told what is done, and the whole."""
    console = progress_console()
    if not console.is_terminal:
        yield lambda done, whole: None
        return
    from rich import progress

    columns = (
        progress.TextColumn(what),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, whole: bar.update(task, completed=done, total=whole)
