from pathlib import Path

import pytest

from hexfront.agents import make_agent
from hexfront.core.contract import Kind
from hexfront.core.dice import dice_from_seed, secret_from_seed
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.match import Match

PLUGIN = Path(__file__).parents[1] / "study" / "plugin"


@pytest.fixture(autouse=True)
def lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the systems `lanes` and `crooked` known, as an installed package would."""
    monkeypatch.syspath_prepend(str(PLUGIN))


def played(moves: int = 10**6) -> Match:
    """A match of `lanes` between random players, broken off after some orders."""
    system = find_system("lanes")
    rules = system.rules(load_scenario(system))
    match = Match(system, rules, ["random", "random"], secret_from_seed(5))
    agents = [make_agent(system, "random", rules, s, dice_from_seed(5, s, "a")) for s in (0, 1)]
    while match.decision.kind != Kind.OVER and moves:
        side = match.decision.sides[0]
        match.ask(agents[side], side)
        moves -= 1
    return match


def lines_of(match: Match) -> list[str]:
    return list(match.journal.lines(match.rules))


@pytest.fixture
def journal(tmp_path: Path, lanes: None) -> Path:
    """The journal of a finished match."""
    path = tmp_path / "match.jsonl"
    path.write_text("\n".join(lines_of(played())) + "\n")
    return path
