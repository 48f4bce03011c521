"""Corners that a second reading of the rules found."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hexfront.core.contract import Counter
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.play.match import Match
from hexfront.systems.aggressor.rules.movement import Moved
from hexfront.systems.aggressor.rules.observation import ContactMade
from hexfront.systems.aggressor.rules.turn import TurnBegins
from tests.aggressor.positions import EAST, WEST, Game, Table, make_rules, scenario_document
from tests.aggressor.worlds import bound, next_step


class _Begun:
    """The rules of a game that begins in a given state."""

    def __init__(self, rules: Any, state: Any) -> None:
        self._rules, self._state = rules, state

    def start(self) -> Any:
        return self._state.copy()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


def match_of(game: Table, secret: int = 0) -> Match:
    """A match that goes on from where a game stands."""
    rules: Any = _Begun(game.rules, game.state)
    return Match(find_system("aggressor"), rules, secret=bytes([secret]) * 32)


def picture(game: Game, side: int) -> list[Counter]:
    """The enemies that a side sees."""
    return list(game.contacts(side).values())


# A launch at a unit of one's own


def launch_on(steps: list[str], face: int) -> Game:
    """East has seen armor in @FF; in his own turn West's missiles come down on it."""
    game = Game({"W1": "armor @FF", "W2": "missile @EF", "E1": "armor @HF"})
    assert game.sight(EAST)["@FF"] == "Armor"
    game.go("W1", *steps)
    before = picture(game, EAST)
    game.aim("W2", game.place("W1"))
    game.die(face)
    assert picture(game, EAST) == before, "the enemy can tell which contact it was"
    return game


@pytest.mark.clause("AGR-39", "AGR-17", "AGR-33")
@pytest.mark.parametrize("steps", [[], ["@FE"]])
@pytest.mark.parametrize("face", [1, 10])
def test_missiles_on_an_own_unit_change_nothing_in_the_enemys_picture(
    steps: list[str], face: int
) -> None:
    game = launch_on(steps, face)
    view = game.view(EAST)
    assert view.facts["kills"] == (face == 1), "the report tells of a loss, but not of whose"
    assert all(contact[4] == 0 for contact in view.facts["contacts"]), "hits seen on a contact"


@pytest.mark.clause("AGR-39")
@pytest.mark.parametrize("options", [0, 2, 4])
@pytest.mark.parametrize("seed", range(6))
def test_contacts_stand_still_in_the_enemys_turn(options: int, seed: int) -> None:
    rules, random, dice = bound(0, options), Random(seed), dice_from_seed(seed)
    state, log = rules.start(), EventLog()
    compared = 0
    while (step := next_step(rules, state, random, dice)) is not None:
        waiting = 1 - state.game.active
        before = rules.view(state, waiting).facts["contacts"]
        log.clear()
        rules.apply(state, step, log)
        if not any(isinstance(event.what, TurnBegins) for event in log.events()):
            assert rules.view(state, waiting).facts["contacts"] == before
            compared += len(before) > 0
    assert compared


@pytest.mark.clause("AGR-16", "AGR-18")
def test_the_next_observation_shows_what_the_missiles_left() -> None:
    game = launch_on([], 10)
    game.pass_turn()
    assert game.sight(EAST)["@FF"] == "Nuked"
    game = launch_on([], 1)
    game.pass_turn()
    assert "@FF" not in game.sight(EAST)


@pytest.mark.clause("AGR-18", "AGR-33")
def test_the_target_of_a_launch_is_nuked_for_who_launched() -> None:
    game = Game({"W1": "missile @FF", "E1": "armor @GF"})
    assert game.sight()["@GF"] == "Armor"
    game.aim("W1", "@GF")
    game.die(10)
    assert game.sight()["@GF"] == "Nuked"


@pytest.mark.clause("AGR-33", "AGR-19")
def test_an_unseen_target_of_a_launch_did_not_block_a_way() -> None:
    game = Game({"W1": "missile @FF", "E1": "armor @LF"})
    assert "@LF" not in game.sight()
    game.aim("W1", "@LF")
    (seen,) = game.heard(WEST, ContactMade)
    entry = game.rules.describe(seen, game.view(WEST))
    assert entry.clause == "AGR-33"
    assert "missiles" in entry.text


@pytest.mark.clause("AGR-33")
def test_no_launch_is_offered_without_a_hex_to_choose() -> None:
    units = {"W1": "missile @AA", "W2": "armor @AB", "W3": "armor @BA", "E1": "armor @RF"}
    game = Game(units, numbers={"launch_reach": 1})
    offers = game.offers(WEST, "launch")
    assert {offer.place for offer in offers} == {"@AB", "@BA"}
    assert all(offer.orders for offer in offers)


# Without observation everything is seen at once


@pytest.mark.clause("AGR-14", "AGR-37")
def test_a_clean_hex_shows_its_unit_where_nothing_is_hidden() -> None:
    game = Game(
        {"W1": "technical @FF", "E1": "armor @FG"}, observation=False, decon=True, nbc=["@FG"]
    )
    assert game.sight()["@FG"] == "Nuked"
    game.aim("W1", "@FG")
    assert game.sight()["@FG"] == "Armor"


@pytest.mark.clause("AGR-14", "AGR-33")
def test_who_has_launched_is_technical_at_once_where_nothing_is_hidden() -> None:
    game = Game({"W1": "missile @FF", "E1": "armor @RF"}, observation=False)
    assert game.sight(EAST)["@FF"] == "Missile"
    game.aim("W1", "@IF")
    assert game.sight(EAST)["@FF"] == "Technical"


@pytest.mark.clause("AGR-14", "AGR-17")
def test_without_fog_an_event_does_not_tell_which_unit_of_the_enemy_it_was() -> None:
    """The row of a unit would tell contacts apart that look the same."""
    seen, own = [], []
    for mover, other in (("W1", "W2"), ("W2", "W1")):
        army = {mover: "armor @FF", other: "armor @FJ"}
        game = Game(dict(sorted(army.items())), observation=False)
        game.go(mover, "@GF")
        seen.append(game.heard(EAST, Moved))
        own.append(game.heard(WEST, Moved))
    assert len(seen[0]) == 1
    assert seen[0] == seen[1]
    assert own[0] != own[1]


# What cannot be taken back


@pytest.mark.clause("AGR-27")
def test_a_press_cannot_be_taken_back() -> None:
    """Where the defender goes shows which hexes beside it are held by units out of sight."""
    game = Game({"W1": "armor @IF", "E1": "armor @JF"}, mobile_attacks=True)
    game.attack("W1", "@JF", 1)
    match = match_of(game)
    match.order(WEST, 2)
    refusal = match.undoable(WEST)
    assert refusal is not None
    assert refusal.clause == "AGR-27"


@pytest.mark.clause("AGR-52")
@pytest.mark.parametrize("last", [WEST, EAST])
def test_ready_cannot_be_taken_back_once_the_game_has_begun(last: int) -> None:
    table = Table(scenario_document(size=1, first=("west", "east")[last]))
    match = match_of(table)
    for side in (1 - last, last):
        match.order(side, table.deploy_code("armor", ("@AA", "@UA")[side]))
        match.order(side, 0)
    assert match.decision.sides == (last,)
    assert match.undoable(last) is not None


# Files


@pytest.mark.clause("AGR-53")
@pytest.mark.parametrize("document", [None, [], "x", 3])
def test_a_scenario_that_is_no_object_is_called_so(document: Any) -> None:
    with pytest.raises(InputError) as caught:
        find_system("aggressor").scenarios.load(document, None, "test")
    (problem,) = caught.value.problems
    assert problem.place == "test"
    assert "object" in problem.expected


@pytest.mark.clause("AGR-52")
@pytest.mark.parametrize("names", [("mine", "mine"), ("random",)])
def test_suggestions_have_names_of_their_own(names: tuple[str, ...]) -> None:
    """They are typed; `random` is what the workbench calls an army of its own."""
    document = scenario_document(size=1)
    document["suggestions"] = [
        {"name": name, "title": "An army", "units": {"armor": 1}} for name in names
    ]
    with pytest.raises(InputError) as caught:
        make_rules(document)
    last = len(names) - 1
    assert f"/suggestions/{last}/name" in str(caught.value)
