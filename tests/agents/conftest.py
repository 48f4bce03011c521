"""AgentPool over a system whose opponents misbehave, and what to ask them."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from hexfront.agents.agent_pool import AgentPool, AgentQuery
from hexfront.agents.frames import Question, pack_seen, write_scenario
from hexfront.core.contract import Kind
from hexfront.core.dice import secret_from_seed
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.match import Match

SECRET = secret_from_seed(1)
ROOT = Path(__file__).parents[2]


def state_of(process: int) -> str:
    """The letter by which Linux tells the state of a process; none where there is none."""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return ""
    return text.rpartition(")")[2].split()[0]


def alive(process: int) -> bool:
    return state_of(process) not in ("", "Z")


def halted(process: int) -> bool:
    return state_of(process) == "T"


class Asked:
    """A position of the duel, and how to ask about it."""

    def __init__(self) -> None:
        system = find_system("minds")
        rules = system.rules(load_scenario(system))
        match = Match(system, rules, secret=secret_from_seed(2))
        match.settle()
        assert match.decision.kind == Kind.ORDERS
        self.document = rules.scenario.document
        self.side = match.decision.sides[0]
        self.view = match.seat(self.side).view
        # The process takes the choices as they are told it; four show more than one.
        self.choices = [3, 4, 5, 6]

    def submit(self, pool: AgentPool, agent: str, match: str) -> Future[Sequence[int]]:
        about = (match, "minds", self.document, agent, self.side, SECRET)
        return pool.submit(AgentQuery(*about, self.view, self.choices))

    def question(self, match: str, agent: str = "counts", **more: Any) -> Question:
        seen = pack_seen(self.view, self.choices)
        return Question(match, self.side, agent, "minds", SECRET, seen, **more)

    @property
    def scenario(self) -> bytes:
        return write_scenario(self.document)


@pytest.fixture(scope="module")
def minds(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The system of the bad opponents, registered for a whole file; its folder."""
    site = tmp_path_factory.mktemp("minds")
    info = site / "hexfront_minds-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: hexfront-minds\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[hexfront.systems]\nminds = tests.agents.minds:SYSTEM\n"
    )
    sys.path.insert(0, str(site))
    find_system.cache_clear()
    yield site
    sys.path.remove(str(site))
    find_system.cache_clear()


@pytest.fixture(scope="module")
def asked(minds: Path) -> Asked:
    return Asked()


@pytest.fixture(scope="module")
def one(minds: Path) -> Iterator[AgentPool]:
    """One process, with little memory."""
    with AgentPool(1, memory=400 << 20) as pool:
        yield pool


@pytest.fixture(scope="module")
def hasty(minds: Path) -> Iterator[AgentPool]:
    """One process, with little time."""
    with AgentPool(1, seconds=1, cold_seconds=1) as pool:
        yield pool
