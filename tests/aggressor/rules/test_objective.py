"""The objective: AGR-46 to AGR-51."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR, Kind
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.aggressor.rules.combat import AggressorNamed
from hexfront.systems.aggressor.rules.observation import SectorKnown, SectorTaken
from hexfront.systems.aggressor.rules.turn import GameEnds
from tests.aggressor.hexes import where
from tests.aggressor.positions import (
    EAST,
    EVERY_HEX,
    WEST,
    Game,
    Table,
    make_rules,
    scenario_document,
    terrain_document,
)

START = [WEST, None, EAST] * 3
"""Who controls the sectors at the start, row by row (AGR-47)."""


def sector_of(label: str) -> int:
    """The sector of a hex of the standard map (AGR-46)."""
    column, row = where(label)
    return 3 * (row // 5) + column // 7


def controllers(game: Game) -> list[int | None]:
    return [game.controller(sector) for sector in range(9)]


def shown(game: Table, side: int) -> list[tuple[int | None, bool]]:
    """What a side is shown of the sectors."""
    sectors: Any = game.view(side).facts["sectors"]
    return [(entry["control"], entry["sure"]) for entry in sectors]


# Sectors


@pytest.mark.clause("AGR-46")
def test_nine_sectors_cover_the_map_without_overlap() -> None:
    sectors = make_rules(scenario_document()).board()["sectors"]
    assert len(sectors) == 9
    for number, sector in enumerate(sectors):
        assert set(sector["places"]) == {h for h in EVERY_HEX if sector_of(h) == number}
    assert {label[1] for label in sectors[1]["places"]} == set("HIJKLMN")
    assert {label[2] for label in sectors[3]["places"]} == set("FGHIJ")


@pytest.mark.clause("AGR-46")
@pytest.mark.parametrize(("columns", "rows"), [(9, 9), (11, 10), (13, 11), (23, 17), (99, 99)])
def test_sectors_of_other_maps_are_as_equal_as_may_be_and_fair(columns: int, rows: int) -> None:
    terrain = terrain_document(columns=columns, rows=rows)
    board = make_rules(scenario_document(size=2, terrain=terrain)).board()
    index = {place["id"]: number for number, place in enumerate(board["places"])}
    found: dict[tuple[int, int], int] = {}
    for number, sector in enumerate(board["sectors"]):
        for label in sector["places"]:
            assert divmod(index[label], rows) not in found
            found[divmod(index[label], rows)] = number
    assert len(found) == columns * rows
    across = [sum(found[c, 0] == n for c in range(columns)) for n in range(3)]
    down = [sum(found[0, r] == 3 * n for r in range(rows)) for n in range(3)]
    assert across[0] == across[2], "the same on both sides of the border"
    assert max(across) - min(across) <= 2
    assert max(down) - min(down) <= 2
    for column in range(columns):
        mirrored = {0: 2, 1: 1, 2: 0}[found[column, 0] % 3]
        assert found[columns - 1 - column, 0] % 3 == mirrored


@pytest.mark.clause("AGR-47")
def test_each_side_begins_with_its_outer_three() -> None:
    table = Table(scenario_document())
    for side in (WEST, EAST):
        assert shown(table, side) == [(control, True) for control in START]


# Control


@pytest.mark.clause("AGR-48")
def test_who_is_alone_in_a_sector_controls_it_from_the_end_of_the_turn() -> None:
    game = Game({"W1": "armor @GC", "E1": "armor @RC"})
    assert controllers(game) == START
    game.go("W1", "@HC")
    assert controllers(game) == START, "not before the end of the turn"
    game.pass_turn()
    assert controllers(game) == [WEST, WEST, *START[2:]]


@pytest.mark.clause("AGR-48")
def test_control_lasts_after_leaving() -> None:
    game = Game({"W1": "armor @GC", "E1": "armor @RC"})
    game.go("W1", "@HC")
    game.round()
    game.go("W1", "@GC")
    game.round()
    game.round()
    assert game.controller(1) == WEST


@pytest.mark.clause("AGR-48")
def test_while_both_are_there_nothing_changes() -> None:
    game = Game({"W1": "armor @HC", "E1": "armor @OC"})
    assert game.controller(1) == WEST
    game.pass_turn()
    game.go("E1", "@NC")
    game.pass_turn()
    assert game.controller(1) == WEST
    game.go("W1", "@GC")
    assert game.controller(1) == WEST
    game.pass_turn()
    assert game.controller(1) == EAST


@pytest.mark.clause("AGR-48")
def test_control_is_taken_by_the_last_to_be_alone() -> None:
    game = Game({"W1": "armor @HC", "E1": "armor @OC"})
    game.go("W1", "@GC")
    game.pass_turn()
    assert game.controller(1) == WEST
    game.go("E1", "@NC")
    game.pass_turn()
    assert game.controller(1) == EAST
    assert game.controller(2) == EAST


@pytest.mark.clause("AGR-48", "AGR-17")
def test_sectors_are_not_judged_in_the_open() -> None:
    game = Game({"W1": "armor @GC", "E1": "armor @RC"})
    game.go("W1", "@HC")
    game.pass_turn()
    for viewer in (EAST, SPECTATOR):
        assert game.heard(viewer, SectorKnown) == []
        assert game.heard(viewer, SectorTaken) == []
    assert "sectors" not in game.view(SPECTATOR).facts
    assert shown(game, EAST)[1] == (None, False)
    # West was alone there, as far as it knows.
    assert shown(game, WEST)[1] == (WEST, False)
    (told,) = game.heard(WEST, SectorKnown)
    assert "as far as you know" in game.rules.describe(told, game.view(WEST)).text


@pytest.mark.clause("AGR-48")
def test_an_enemy_who_is_seen_alone_in_a_sector_controls_it_for_sure() -> None:
    game = Game({"W1": "armor @GC", "E1": "armor @HD"})
    game.pass_turn()
    assert shown(game, WEST)[1] == (EAST, True)
    assert game.controller(1) == EAST


@pytest.mark.clause("AGR-48", "AGR-14")
def test_without_observation_all_is_known() -> None:
    game = Game({"W1": "armor @GC", "E1": "armor @RC"}, observation=False)
    game.go("W1", "@HC")
    game.pass_turn()
    for side in (WEST, EAST):
        assert shown(game, side) == [(control, True) for control in controllers(game)]


def wander(seed: int, steps: int, **options: Any) -> Iterator[Table]:
    """A game of the standard map in which each side orders at random, a kind of order first."""
    rng = Random(seed)
    system = find_system("aggressor")
    document = dict(load_scenario(system).document)
    document["options"] = {**document.get("options", {}), **options}
    table = Table(document)
    for side in (WEST, EAST):
        armies = [o for o in table.offers(side, "army") if o.orders]
        for order in rng.choice(armies).orders:
            table.give(side, order)
        table.done(side)
    for _ in range(steps):
        if table.kind == Kind.OVER:
            return
        if table.kind == Kind.CHANCE:
            (outcome,) = rng.choices(range(len(table.weights)), table.weights)
            table.chance(outcome)
        else:
            (side,) = table.sides
            steps_only = [c for c in table.choices(side) if is_step(c)]
            order = rng.choice(steps_only) if steps_only and rng.random() < 0.95 else 0
            table.give(side, order if rng.random() < 0.97 else rng.choice(table.choices(side)))
        yield table


def is_step(order: int) -> bool:
    first, size = 8 + 7 * 315, 8 + 2 * 315
    return order >= first and (order - first) % size < 6


@pytest.mark.clause("AGR-48")
@pytest.mark.parametrize("seed", range(4))
def test_what_a_side_is_sure_of_is_true(seed: int) -> None:
    unsure = 0
    for table in wander(seed, 1500):
        truth = table.state.game.control.tolist()
        for side in (WEST, EAST):
            for (control, sure), real in zip(shown(table, side), truth, strict=True):
                unsure += not sure
                if sure:
                    assert control == (None if real < 0 else real)
    assert unsure > 0


# The aggressor


@pytest.mark.clause("AGR-49")
@pytest.mark.parametrize(
    ("column", "declared"), [("J", False), ("K", False), ("L", True), ("C", False), ("T", True)]
)
def test_who_attacks_beyond_the_border_is_the_aggressor(column: str, declared: bool) -> None:
    game = Game({"W1": f"armor @{column}F", "E1": f"armor @{column}G"})
    game.attack("W1", f"@{column}G", 10)
    for viewer in (WEST, EAST, SPECTATOR):
        told = game.heard(viewer, AggressorNamed, game.log)
        assert [event.what.side for event in told] == [WEST] * declared
        assert game.view(viewer).facts["aggressor"] == (WEST if declared else -1)


@pytest.mark.clause("AGR-49")
def test_it_is_the_target_that_must_stand_there() -> None:
    game = Game({"W1": "armor @LF", "E1": "armor @KF", "E2": "armor @LE", "W2": "armor @KE"})
    game.attack("W1", "@KF", 10)
    assert game.view(WEST).facts["aggressor"] == -1
    game.attack("W2", "@LE", 10)
    assert game.view(WEST).facts["aggressor"] == WEST


@pytest.mark.clause("AGR-49")
def test_east_is_the_aggressor_in_the_west() -> None:
    game = Game({"W1": "armor @JF", "E1": "armor @JG"}, acting=EAST)
    game.attack("E1", "@JF", 10)
    assert game.view(WEST).facts["aggressor"] == EAST


@pytest.mark.clause("AGR-49", "AGR-31", "AGR-35")
@pytest.mark.parametrize("deed", ["strike", "fire"])
def test_attacks_from_afar_count_as_well(deed: str) -> None:
    kind = "airbase" if deed == "strike" else "artillery"
    for label, declared in (("@KG", False), ("@LG", True)):
        game = Game({"W1": f"{kind} @JG", "W2": "infantry @KF", "E1": f"armor {label}"})
        if deed == "strike":
            game.strike("W1", label)
        else:
            game.aim("W1", label)
        assert (game.view(WEST).facts["aggressor"] == WEST) is declared


@pytest.mark.clause("AGR-49", "AGR-33")
@pytest.mark.parametrize(("label", "declared"), [("@JG", False), ("@KG", False), ("@LG", True)])
def test_a_launch_into_enemy_territory_counts_without_a_target(label: str, declared: bool) -> None:
    game = Game({"W1": "missile @IG", "E1": "armor @RG"})
    game.aim("W1", label)
    assert (game.view(EAST).facts["aggressor"] == WEST) is declared
    assert len(game.heard(EAST, AggressorNamed)) == declared


@pytest.mark.clause("AGR-49", "AGR-30")
def test_a_flight_is_no_attack() -> None:
    game = Game({"W1": "airbase @IG", "E1": "armor @RG"})
    game.aim("W1", "@RG")
    assert game.view(EAST).facts["aggressor"] == -1


@pytest.mark.clause("AGR-49")
def test_the_first_stays_the_aggressor() -> None:
    game = Game({"W1": "armor @LF", "E1": "armor @LG", "W2": "armor @IF", "E2": "armor @IG"})
    game.attack("W1", "@LG", 10)
    game.pass_turn()
    game.attack("E2", "@IF", 10)
    assert game.view(WEST).facts["aggressor"] == WEST


# Winning


def five(**settings: Any) -> Game:
    """West is about to take two of the middle sectors, and so to have five."""
    units = {"W1": "armor @GC", "W2": "armor @GH", "E1": "armor @RC"}
    return Game(units, numbers={"sectors_to_win": 5}, **settings)


@pytest.mark.clause("AGR-50")
def test_five_sectors_win_at_the_end_of_the_enemys_turn() -> None:
    game = five()
    game.go("W1", "@HC")
    game.go("W2", "@HH")
    game.done(WEST)
    assert controllers(game).count(WEST) == 5
    assert game.result is None, "not at the end of one's own turn"
    game.done(EAST)
    assert game.kind == Kind.OVER
    result = game.result
    assert result is not None
    assert (result.winners, result.clause) == ((WEST,), "AGR-50")
    assert game.rules.refuse(game.state, EAST, 0).clause == "AGR-50"
    assert len(game.heard(SPECTATOR, GameEnds)) == 1


@pytest.mark.clause("AGR-50")
def test_five_sectors_must_last_through_the_enemys_turn() -> None:
    units = {"W1": "armor @GC", "W2": "armor @GH", "E1": "armor @KC", "E2": "armor @KB"}
    game = Game(units, numbers={"sectors_to_win": 5})
    assert game.controller(1) == EAST
    game.go("W1", "@HC")
    game.go("W2", "@HH")
    game.round()
    assert controllers(game).count(WEST) == 4, "both are in the sector"
    assert game.result is None


@pytest.mark.clause("AGR-50")
def test_four_sectors_do_not_win() -> None:
    game = five()
    game.go("W1", "@HC")
    game.round()
    assert controllers(game).count(WEST) == 4
    assert game.result is None


@pytest.mark.clause("AGR-50", "AGR-49")
def test_the_aggressor_needs_a_sector_in_each_column() -> None:
    game = five(aggressor=WEST)
    game.go("W1", "@HC")
    game.go("W2", "@HH")
    game.round()
    assert controllers(game).count(WEST) == 5
    assert game.result is None
    other = five(aggressor=EAST)
    other.go("W1", "@HC")
    other.go("W2", "@HH")
    other.round()
    assert other.result is not None, "it does not matter that the enemy is the aggressor"
    units = {"W1": "armor @GC", "W2": "armor @NM", "E1": "armor @RC"}
    across = Game(units, numbers={"sectors_to_win": 5}, aggressor=WEST)
    assert across.controller(7) == WEST
    across.go("W1", "@HC")
    across.round()
    assert across.result is None
    across.go("W2", "@OM")
    across.round()
    assert controllers(across)[8] == WEST
    result = across.result
    assert result is not None
    assert result.winners == (WEST,)


@pytest.mark.clause("AGR-50")
def test_east_wins_at_the_end_of_wests_turn() -> None:
    units = {"W1": "armor @CC", "E1": "armor @OC", "E2": "armor @OH"}
    game = Game(units, acting=EAST, numbers={"sectors_to_win": 5})
    game.go("E1", "@NC")
    game.go("E2", "@NH")
    game.done(EAST)
    assert game.result is None
    game.done(WEST)
    result = game.result
    assert result is not None
    assert result.winners == (EAST,)


@pytest.mark.clause("AGR-50")
def test_five_is_the_number_if_nothing_is_said() -> None:
    assert find_system("aggressor").scenarios.load(scenario_document(), None, "").document[
        "numbers"
    ]["sectors_to_win"] == (5)


# Other ends


@pytest.mark.clause("AGR-51")
def test_who_has_no_unit_left_loses_at_once() -> None:
    game = Game({"W1": "armor @HF", "E1": "armor @HG 0/1"}, idle=False)
    game.attack("W1", "@HG", 1)
    result = game.result
    assert result is not None
    assert (result.winners, result.clause) == ((WEST,), "AGR-51")


@pytest.mark.clause("AGR-51", "AGR-42")
def test_the_last_unit_may_die_of_contamination() -> None:
    game = Game({"W1": "armor @HF", "E1": "armor @RG 0/2 stays"}, nbc=["@RG"], idle=False)
    assert game.figures("E1") == (0, 1)
    game.done(WEST)
    result = game.result
    assert result is not None
    assert (result.winners, result.clause) == ((WEST,), "AGR-51")


@pytest.mark.clause("AGR-51", "AGR-10")
def test_a_side_that_destroys_itself_loses() -> None:
    game = Game({"W1": "airbase @HF 0/1", "E1": "armor @RG"}, nbc=["@HG"], idle=False)
    game.order("W1", game.step_code("W1", "@HG"))
    game.chance(0)
    result = game.result
    assert result is not None
    assert result.winners == (EAST,)


@pytest.mark.clause("AGR-51")
@pytest.mark.parametrize("rounds", [2, 3, 5])
def test_after_the_last_round_the_game_is_a_draw(rounds: int) -> None:
    game = Game({"W1": "armor @CF", "E1": "armor @RG"}, rounds=rounds)
    turns = 2
    while game.result is None:
        game.pass_turn()
        turns += 1
    assert turns == 2 * rounds
    assert (game.result.winners, game.result.clause) == ((), "AGR-51")


@pytest.mark.clause("AGR-51", "AGR-50")
def test_sectors_decide_the_last_turn_before_the_limit_does() -> None:
    game = five(rounds=2)
    game.go("W1", "@HC")
    game.go("W2", "@HH")
    game.round()
    result = game.result
    assert result is not None
    assert result.winners == (WEST,)


@pytest.mark.clause("AGR-51")
def test_sixty_rounds_if_nothing_is_said() -> None:
    assert find_system("aggressor").scenarios.load(scenario_document(), None, "").document[
        "options"
    ]["rounds"] == (60)
