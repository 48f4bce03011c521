"""Seven Hexes: its clauses one by one, and the conformance kit over it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexfront.conformance import check_system
from hexfront.core.contract import CHANCE, SPECTATOR, UMPIRE, Kind, Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from seven_hexes import SYSTEM
from seven_hexes.greedy import GreedyAgent
from seven_hexes.rules import HEXES, LABELS, SPENT

TESTS = Path(__file__).parent
RED, BLUE = 0, 1


class Game:
    """A game that is told orders by the labels of hexes."""

    def __init__(self, red_mine: str = "", blue_mine: str = "", turns: int = 7) -> None:
        document = load_scenario(SYSTEM).document | {"turns": turns}
        self.rules: Any = SYSTEM.rules(SYSTEM.scenarios.load(document, None, "a test"))
        self.state = self.rules.start()
        for side, mine in ((RED, red_mine), (BLUE, blue_mine)):
            if mine:
                self.give(side, "hide", mine)

    def code(self, order: str, label: str) -> int:
        return int(self.rules.read_order({"do": order, "place": label}))

    def give(self, side: int, order: str, label: str) -> list[str]:
        """Give an order that must be legal; what the spectator is told."""
        refusal = self.rules.refuse(self.state, side, self.code(order, label))
        assert refusal is None, refusal
        return self.take(side, self.code(order, label))

    def enter(self, *labels: str) -> None:
        """Orders of the sides in turn, beginning with whoever is next."""
        for label in labels:
            empty = self.state.hexes.owner[LABELS.index(label)] < 0
            side = self.rules.decision(self.state).sides[0]
            self.give(side, "take" if empty else "attack", label)

    def throw(self, die: int) -> list[str]:
        assert self.rules.decision(self.state).kind == Kind.CHANCE
        return self.take(CHANCE, die - 1)

    def take(self, actor: int, order: int) -> list[str]:
        log = EventLog()
        self.rules.apply(self.state, Step(actor, order), log)
        known = [self.rules.redact(event, SPECTATOR) for event in log.events()]
        view = self.rules.view(self.state, SPECTATOR)
        return [self.rules.describe(event, view).text for event in known if event is not None]

    def held(self, side: int) -> set[str]:
        """The hexes of a side, as its enemy sees them."""
        counters = self.rules.view(self.state, 1 - side).counters
        return {counter.place for counter in counters if counter.side == side}


def test_the_contract() -> None:
    check_system(SYSTEM, golden=TESTS / "golden", tests=TESTS)


@pytest.mark.clause("SEV-1")
def test_the_middle_has_six_neighbours_and_the_others_three() -> None:
    game = Game("S", "S")
    assert [place["id"] for place in game.rules.board()["places"]] == list(LABELS)
    assert [len(near) for near in HEXES.near] == [6, 3, 3, 3, 3, 3, 3]
    assert game.held(RED) == game.held(BLUE) == set()


@pytest.mark.clause("SEV-2")
def test_a_mine_is_seen_by_its_owner_alone() -> None:
    game = Game()
    assert game.rules.decision(game.state).sides == (RED, BLUE)
    assert game.give(RED, "hide", "NE") == []
    assert game.rules.decision(game.state).sides == (BLUE,)
    mines = {
        viewer: game.rules.view(game.state, viewer).facts["mines"]
        for viewer in (RED, BLUE, SPECTATOR, UMPIRE)
    }
    assert mines == {RED: [2, None], BLUE: [None, -1], SPECTATOR: [None, None], UMPIRE: [2, -1]}
    assert game.rules.refuse(game.state, RED, game.code("hide", "N")).clause == "SEV-2"
    assert game.give(BLUE, "hide", "N") == ["Both mines are hidden"]


@pytest.mark.clause("SEV-2", "SEV-5")
def test_a_mine_is_imagined_only_where_it_can_be() -> None:
    game = Game("S", "S")
    game.enter("C", "N", "NE")
    view = game.rules.view(game.state, RED)
    dice = dice_from_seed(1)
    places = {LABELS[game.rules.determinize(view, dice).mines[BLUE]] for _ in range(100)}
    assert places == set(LABELS) - {"C", "NE"}


@pytest.mark.clause("SEV-3")
def test_sides_take_turns_and_attack_only_beside_their_own() -> None:
    game = Game("S", "S")
    game.enter("N", "SE")
    assert game.rules.refuse(game.state, RED, game.code("attack", "SE")).clause == "SEV-3"
    assert game.rules.refuse(game.state, RED, game.code("take", "N")).clause == "SEV-3"
    assert game.rules.refuse(game.state, BLUE, game.code("attack", "C")).clause == "SEV-4"
    assert game.give(RED, "take", "NE") == ["Red takes NE"]


@pytest.mark.clause("SEV-4")
@pytest.mark.parametrize(("die", "taken"), [(1, True), (3, True), (4, False), (6, False)])
def test_two_counters_take_a_hex_with_three_or_less(die: int, taken: bool) -> None:
    game = Game("S", "S")
    game.enter("N", "C", "NE", "SW")
    offers = game.rules.offers(game.rules.view(game.state, RED))
    odds = next(offer.odds for offer in offers if offer.place == "C")
    # Blue's mine lies under one of the five hexes that Red has not entered.
    assert odds == {"outcome": {"taken": "2/5", "mine": "1/10", "repelled": "1/2"}}
    game.give(RED, "attack", "C")
    game.throw(die)
    assert game.held(RED) == {"N", "NE"} | ({"C"} if taken else set())
    assert game.held(BLUE) == {"SW"} | (set() if taken else {"C"})
    assert game.rules.decision(game.state).sides == (BLUE,)


@pytest.mark.clause("SEV-5")
def test_an_enemys_mine_empties_the_hex_once() -> None:
    game = Game("S", "C")
    assert game.give(RED, "take", "C") == ["Red runs into a mine in C: it is empty"]
    assert game.held(RED) == set()
    game.enter("N")
    game.enter("C")
    assert game.held(RED) == {"C"}


@pytest.mark.clause("SEV-5")
def test_ones_own_mine_is_harmless() -> None:
    game = Game("C", "S")
    game.enter("C")
    assert game.held(RED) == {"C"}


@pytest.mark.clause("SEV-6")
@pytest.mark.parametrize(("last", "winners"), [("S", (RED,)), ("N", ())])
def test_who_holds_more_hexes_wins(last: str, winners: tuple[int, ...]) -> None:
    game = Game("S", "SW", turns=1)
    game.enter("C")
    assert game.rules.result(game.state) is None
    game.enter(last)
    assert game.rules.decision(game.state).kind == Kind.OVER
    assert game.rules.result(game.state).winners == winners


@pytest.mark.clause("SEV-6")
def test_who_holds_all_wins_at_once() -> None:
    game = Game("S", "S")
    game.state.hexes.owner[:6] = RED
    game.enter("NW")
    assert game.rules.result(game.state).winners == (RED,)


def test_greedy_prefers_the_better_odds() -> None:
    game = Game("S", "S")
    game.enter("N", "C", "NE", "SW")
    game.state.mines[BLUE] = SPENT
    greedy = GreedyAgent(game.rules, RED, dice_from_seed(1))

    class Seat:
        rules, side = game.rules, RED
        view = game.rules.view(game.state, RED)
        choices = game.rules.choices(game.state, RED)

    # An empty hex is sure; the attack on the middle gains two with an even chance.
    chosen = {greedy.decide(Seat()) for _ in range(40)}
    assert {LABELS[code % 7] for code in chosen} == {"C", "SE", "S", "NW"}


def test_a_wrong_file_is_told_whole() -> None:
    document = load_scenario(SYSTEM).document | {"turns": "seven", "sides": ["Red"], "size": 7}
    with pytest.raises(InputError) as told:
        SYSTEM.scenarios.load(document, None, "mine.json")
    assert {problem.place for problem in told.value.problems} == {
        "mine.json: /turns",
        "mine.json: /sides",
        "mine.json: /size",
    }
