"""Compiling beside a game: what is ready is used, and what fails leaves plain Python going."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import pytest

from hexfront import jit
from hexfront.agents import background_compiler
from hexfront.agents.background_compiler import BackgroundCompiler
from hexfront.agents.warmup import is_warm, last_failure
from hexfront.agents.worker_process import WorkerDied
from hexfront.core.registry import find_system


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, duel: None) -> Any:
    monkeypatch.delenv(jit.COMPILE)
    monkeypatch.setenv("HEXFRONT_CACHE_DIR", str(tmp_path / "cache"))
    jit._folder_of.cache_clear()
    yield
    jit._folder_of.cache_clear()


def test_a_system_is_compiled_in_a_process_and_used() -> None:
    assert not is_warm(find_system("duel"))
    with BackgroundCompiler(["duel"]) as beside:
        beside.join()
        assert beside.left == ()
    assert is_warm(find_system("duel"))
    assert last_failure(find_system("duel")) == ""
    with BackgroundCompiler(["duel"]) as beside:
        assert beside.left == ()


class Dies:
    """A process that is killed."""

    def __init__(self, memory: int) -> None:
        pass

    def ask(self, request: object) -> NoReturn:
        raise WorkerDied(-9)

    def kill(self) -> None:
        pass


class Missing:
    """No process at all."""

    def __init__(self, memory: int) -> None:
        raise OSError("no more processes")


@pytest.mark.parametrize(
    ("process", "reason"),
    [(Dies, "the thinking process ended with status -9"), (Missing, "no more processes")],
)
def test_what_cannot_be_compiled_stays_plain_and_the_doctor_knows(
    process: type, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hexfront.cli.commands import doctor

    with monkeypatch.context() as patch:
        patch.setattr(background_compiler, "WorkerProcess", process)
        with BackgroundCompiler(["duel"]) as beside:
            beside.join()
            assert beside.left == ()
    assert not is_warm(find_system("duel"))
    assert last_failure(find_system("duel")) == reason
    finding = doctor._tried("compiled rules", doctor._check_compiled, needed=False)
    assert not finding.good
    assert f"duel stays plain Python, compiling failed: {reason}" in finding.text
    with BackgroundCompiler(["duel"]) as beside:
        beside.join()
    assert last_failure(find_system("duel")) == ""
    assert doctor._tried("compiled rules", doctor._check_compiled, needed=False).good
