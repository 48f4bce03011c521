"""Breakout: its clauses one by one, and the conformance kit over it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from breakout import SYSTEM
from breakout.rules import EAST, HUNTERS, NEAR, RAIDER, SEA, Phase
from hexfront.conformance import check_system
from hexfront.core.contract import CHANCE, SPECTATOR, UMPIRE, Kind, Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario

TESTS = Path(__file__).parent
LABELS = SEA.labels


class Game:
    """A game that is told orders by ships and labels."""

    def __init__(self, turns: int = 8) -> None:
        document = load_scenario(SYSTEM).document | {"turns": turns}
        self.rules: Any = SYSTEM.rules(SYSTEM.scenarios.load(document, None, "a test"))
        self.state = self.rules.start()

    def sail(self, ship: str, place: str) -> list[str]:
        code = self.rules.read_order({"do": "sail", "subject": ship, "place": place})
        side = RAIDER if ship == "raider" else HUNTERS
        refusal = self.rules.refuse(self.state, side, code)
        assert refusal is None, refusal
        return self.take(side, code)

    def turn(self, raider: str, hunters: tuple[str, str], dice: tuple[int, ...]) -> list[str]:
        """What the spectator is told of a turn."""
        told = self.sail("raider", raider)
        for ship, place in enumerate(hunters, 1):
            told += self.sail(f"hunter {ship}", place)
        for die in dice:
            assert self.rules.decision(self.state).kind == Kind.CHANCE
            told += self.take(CHANCE, die - 1)
        return told

    def take(self, actor: int, order: int) -> list[str]:
        log = EventLog()
        self.rules.apply(self.state, Step(actor, order), log)
        known = [self.rules.redact(event, SPECTATOR) for event in log.events()]
        view = self.rules.view(self.state, SPECTATOR)
        return [self.rules.describe(event, view).text for event in known if event is not None]

    def place_seen(self, viewer: int) -> str | None:
        counters = self.rules.view(self.state, viewer).counters
        return next((c.place for c in counters if c.id == "raider"), None)

    def start_hex(self) -> str:
        return LABELS[int(self.state.raider[0])]


def test_the_contract() -> None:
    check_system(SYSTEM, golden=TESTS / "golden", tests=TESTS)


@pytest.mark.clause("BRK-1")
def test_the_raider_begins_in_the_west_and_the_hunters_in_the_middle() -> None:
    game = Game()
    assert len(game.rules.board()["places"]) == 19
    assert game.place_seen(HUNTERS) == game.start_hex()
    assert game.state.hunters.tolist() == [0, 0]
    assert not set(NEAR[int(game.state.raider[0])]) & set(EAST)


@pytest.mark.clause("BRK-2", "BRK-3")
def test_the_raider_is_seen_by_its_own_side_alone() -> None:
    game = Game()
    start = game.start_hex()
    assert game.sail("raider", start) == ["The raider has sailed"]
    seen = {viewer: game.place_seen(viewer) for viewer in (RAIDER, HUNTERS, SPECTATOR, UMPIRE)}
    assert seen == {RAIDER: start, HUNTERS: None, SPECTATOR: None, UMPIRE: start}
    view, dice = game.rules.view(game.state, HUNTERS), dice_from_seed(1)
    places = {int(game.rules.determinize(view, dice).raider[0]) for _ in range(100)}
    assert places == set(NEAR[LABELS.index(start)])


@pytest.mark.clause("BRK-3", "BRK-4")
def test_a_ship_sails_a_hex_in_its_turn() -> None:
    game = Game()
    code = game.rules.read_order({"do": "sail", "subject": "hunter 1", "place": "A"})
    assert game.rules.refuse(game.state, HUNTERS, code).clause == "BRK-3"
    far = game.rules.read_order({"do": "sail", "subject": "raider", "place": LABELS[EAST[0]]})
    assert game.rules.refuse(game.state, RAIDER, far).clause == "BRK-3"
    game.sail("raider", game.start_hex())
    assert game.sail("hunter 1", "B") == ["Hunter 1 sails to B"]


@pytest.mark.clause("BRK-5")
@pytest.mark.parametrize(("die", "known"), [(4, None), (5, "found")])
def test_a_hunter_beside_the_raider_sights_it_with_five(die: int, known: str | None) -> None:
    game = Game()
    start = game.start_hex()
    beside = next(n for n in NEAR[LABELS.index(start)] if n in NEAR[0] and LABELS[n] != start)
    told = game.turn(start, (LABELS[beside], "A"), (die, 1))
    assert (f"The raider is sighted in {start}" in told) is (known is not None)
    assert game.place_seen(HUNTERS) == (start if known else None)


@pytest.mark.clause("BRK-5", "BRK-6")
@pytest.mark.parametrize(("die", "phase"), [(2, Phase.NIGHT), (3, Phase.SUNK)])
def test_a_hunter_in_the_raiders_hex_sinks_it_with_three(die: int, phase: Phase) -> None:
    game = Game(turns=1)
    game.state.hunters[0] = game.state.raider[0]
    start = game.start_hex()
    game.turn(start, (start, "A"), (die,) if phase == Phase.SUNK else (die, 1))
    assert game.state.game.phase == phase
    assert game.rules.result(game.state).winners == (HUNTERS,)


@pytest.mark.clause("BRK-6")
def test_a_raider_in_the_east_escapes() -> None:
    game = Game()
    game.state.raider[0] = EAST[0]
    game.state.possible[:] = 1
    told = game.turn(LABELS[EAST[0]], ("A", "A"), (1, 1))
    assert told[-1] == f"The raider escapes from {LABELS[EAST[0]]}"
    assert game.rules.result(game.state).winners == (RAIDER,)
