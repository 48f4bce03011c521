"""Game design data as arrays: each number stands where the kernels look for it (9.1).

The second version walks the manual's indices, from 1, one by one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from hexfront.systems.idahex.deck.errata import followed
from hexfront.systems.idahex.deck.inspection import check_design
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario.compilation import compile_design, units_of
from hexfront.systems.idahex.scenario.initial_state import open_war
from tests.idahex.designs import make_design
from tests.idahex.small_deck import BLUE, RED, small_values

VALUES = small_values()
DESIGN = compile_design(VALUES)
RESOURCES = (RED, BLUE)
NGG = [r[0] for r in RESOURCES]
NEQ = [sum(r[:3]) for r in RESOURCES]
NMAT = [sum(r[:4]) for r in RESOURCES]
NRS = [sum(r) for r in RESOURCES]
NSS = [r[3] for r in RESOURCES]
NPERS = [r[4] for r in RESOURCES]
NSP = [r[3] + r[4] for r in RESOURCES]
NAG, NAC = [1, 3], [1, 2]
SIDES = (0, 1)


def expect(array: np.ndarray, found: dict[tuple[int, ...], float]) -> None:
    """An array holds these numbers, and 0 everywhere else."""
    assert found
    other = np.zeros(array.shape)
    for place, value in found.items():
        other[place] = value
    np.testing.assert_array_equal(array, other)


def pairs(*counts: int) -> Iterator[tuple[int, ...]]:
    """All places of a table."""
    return np.ndindex(*counts)


def test_every_array_has_the_shape_that_kernels_expect() -> None:
    plain = make_design()
    assert DESIGN.printed.tolist() == plain.printed.tolist()
    for part in set(plain._fields) - {"printed"}:
        for name in getattr(plain, part)._fields:
            usual = getattr(getattr(plain, part), name)
            found = getattr(getattr(DESIGN, part), name)
            assert found.ndim == usual.ndim, name
            assert found.dtype == usual.dtype, name
            assert found.flags["C_CONTIGUOUS"], name
            assert np.isfinite(found).all(), name


@pytest.mark.clause("IDX-G2", "IDX-G15", "IDX-2.3")
def test_the_clock() -> None:
    clock = DESIGN.area.clock
    assert [clock[d.T_INIT], clock[d.T_END], clock[d.FRAME]] == [0, 100, 0.25]
    assert [clock[d.PERIOD], clock[d.CYCLE], clock[d.DELTA], clock[d.DEPTH]] == [0.5, 1, 0.1, 15]


@pytest.mark.clause("IDX-G7", "IDX-2.1")
def test_environments_and_the_last_cells_of_ranks() -> None:
    values = small_values()
    values["basic_env"][4] = 2
    found = compile_design(values).area.environment
    assert found.tolist() == [0, 1, 2, 1, 0, 1, 3, 0, 1, 2, 1, 0]


@pytest.mark.clause("IDX-G14", "IDX-2.1")
def test_routes_and_barriers_hold_both_ways() -> None:
    area = DESIGN.area
    for name, array in (("basic_rtetype", area.route), ("basic_bartype", area.barrier)):
        found = {}
        for (one, other), kind in VALUES[name].items():
            for cell, neighbour in ((one, other), (other, one)):
                side = area.rim[cell].tolist().index(neighbour)
                found[cell, side] = kind
        expect(array, found)


@pytest.mark.clause("IDX-G26")
def test_owners() -> None:
    assert DESIGN.area.owner[1:].tolist() == [0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 1]


@pytest.mark.clause("IDX-G94", "IDX-G95", "IDX-G96", "IDX-2.1")
def test_changes_of_the_maps() -> None:
    assert DESIGN.area.changes.tolist() == [[0, 0, 3, 2], [1, 1, 1, 2]]
    state = open_war(DESIGN, units_of(VALUES))
    assert state.maps.tolist() == [[0, 1, 2, 3]] * 3
    printed = compile_design(VALUES, as_printed=followed(True)).area.changes.tolist()
    assert printed == [
        *([0, 0, 1, 1], [0, 0, 2, 1], [0, 0, 3, 1], [0, 1, 1, 1], [0, 1, 2, 1], [0, 2, 1, 1]),
        *([0, 0, 3, 2], [1, 1, 1, 2]),
    ]


@pytest.mark.clause("IDX-G17", "IDX-G18", "IDX-G19", "IDX-G78", "IDX-2.2.2")
def test_counts() -> None:
    assert DESIGN.forces.counts.tolist() == [
        [4, 5, 6, 8, 9, 2, 1, 3, 1, 1],
        [3, 3, 4, 5, 6, 1, 1, 2, 2, 3],
    ]
    assert DESIGN.forces.npost.tolist() == [0, 2, 1, 2, 1]
    assert DESIGN.forces.transfer.tolist() == [11]
    values = small_values()
    values["itrfp"] = 0
    assert compile_design(values).forces.transfer.tolist() == [-1]


@pytest.mark.clause("IDX-G21", "IDX-G22", "IDX-G23", "IDX-G24", "IDX-G61")
def test_types_of_units() -> None:
    values = small_values()
    values["nrst"][2], values["iars"][2] = 3, [6, 1, 0]
    forces = compile_design(values).forces
    assert forces.side.tolist() == [0, 0, 1, 1]
    assert forces.may_hold.tolist() == [
        [1] * 9,
        [1] * 9,
        [1, 0, 0, 0, 0, 1, 0, 0, 0],
        [1] * 6 + [0] * 3,
    ]
    expect(
        forces.toe, {(k, r): x for k, row in enumerate(values["toe"]) for r, x in enumerate(row)}
    )
    assert forces.size.tolist() == values["aysize"]
    assert forces.vanish.tolist() == values["vanish"]


@pytest.mark.clause("IDX-G25", "IDX-2.2.1")
def test_units_stand_in_the_order_of_their_numbers() -> None:
    values = small_values()
    for name in ("buname", "butype", "buloc", "bupost", "tentry", "resources"):
        values[name] = dict(reversed(values[name].items()))
    units = units_of(values)
    assert [u.number for u in units] == [2, 5, 20, 21]
    assert [(u.name, u.kind, u.place, u.posture, u.entry) for u in units] == [
        ("1ST RIFLE", 0, 1, 10, -10.0),
        ("2ND TANK", 1, 2, 11, -2.5),
        ("1ST BRIGADE", 2, 9, 10, -20.0),
        ("RESERVE", 3, 10, 0, 0.0),
    ]
    for unit in units:
        assert list(unit.stock) == [x * 0.75 for x in values["toe"][unit.kind]]


@pytest.mark.clause("IDX-G27", "IDX-3.1")
def test_postures_that_follow() -> None:
    values = small_values()
    values["pmapup"], values["pmapdn"] = {11: 25, 41: 13}, {31: 42}
    delays = compile_design(values).delays
    for pp in range(10, 50):
        up = 20 if pp < 20 else 30 if pp < 30 else 40 if pp < 40 else 10
        down = -10 if pp < 20 else 40
        assert delays.up[pp] == {11: 25, 41: 13}.get(pp, up)
        assert delays.down[pp] == {31: 42}.get(pp, down)


@pytest.mark.clause("IDX-G28", "IDX-3.2.1")
def test_delays_within_a_class_are_0_without_a_change() -> None:
    values = small_values()
    values["ptran"] = [[[9.0, 0.2], [0.05, 9.0]], [[9.0]], [[9.0, 0.5], [0.25, 9.0]], [[9.0]]]
    found = {(1, 0, 1): 0.2, (1, 1, 0): 0.05, (3, 0, 1): 0.5, (3, 1, 0): 0.25}
    expect(compile_design(values).delays.within, found)


@pytest.mark.clause("IDX-G29", "IDX-G30", "IDX-G31", "IDX-G32", "IDX-G34", "IDX-G37")
def test_delays_of_types() -> None:
    v, x = VALUES, DESIGN.delays
    assert x.disengage.tolist() == v["diseng"]
    assert x.by_air.tolist() == [0, 1] + [0] * 8
    assert x.air_rate.tolist() == v["mrair"]
    expect(x.barrier, {(i, j, 1): v["bdelay"][i][j][0] for i, j in pairs(4, 2)})
    expect(x.rate, {(i, j, k + 1): v["mr"][i][j][k] for i, j, k in pairs(4, 2, 2)})
    assert x.unit_class.tolist() == [0, 0, 1, 0]
    assert x.fitness.tolist() == [[f0, *f] for f0, f in zip(v["fmr.f0"], v["fmr.f"], strict=True)]
    assert x.fitness_at.tolist() == [0, *v["fmr.x"]]


@pytest.mark.clause("IDX-G33", "IDX-G35", "IDX-G36")
def test_transport_and_loads() -> None:
    v, x = VALUES, DESIGN.delays
    for name, array in (("trnreq", x.needs), ("trncap", x.carries), ("loadcl", x.load_class)):
        expect(array, {(s, i): v[name][s][i] for s in SIDES for i in range(NRS[s])})
    expect(x.load_capacity, {(s, i): v["ldcap"][s][i] for s in SIDES for i in range(NRS[s])})
    expect(
        x.supplies,
        {(s, i, j): v["ssreqm"][s][i][j] for s in SIDES for i, j in pairs(NSS[s], NRS[s])},
    )
    expect(
        x.load_size,
        {(s, i, j + 1): v["ldsize"][s][i][j] for s in SIDES for i, j in pairs(NRS[s], v["nlc"][s])},
    )


@pytest.mark.clause("IDX-G41", "IDX-G47", "IDX-G48", "IDX-G49", "IDX-G50", "IDX-5.1.1")
def test_combat_columns() -> None:
    v, x = VALUES, DESIGN.combat
    place = x.place.tolist()
    # npost is 2, 1, 2, 1; posture 15 has column 2 by group 41
    assert place[10:20] == [0, 1, 0, 0, 0, 1, 0, 0, 0, 0]
    assert place[20:30] == [2] * 10
    assert place[40:50] == [0] * 10
    for name, array, count in (("fckdr", x.defence_weapon, NGG), ("fckac", x.defence_target, NMAT)):
        expect(array, {(s, i, k): v[name][s][i][k] for s in SIDES for i, k in pairs(count[s], 3)})
    for name, array, count in (("fckar", x.attack_weapon, NGG), ("fckdc", x.attack_target, NMAT)):
        expect(array, {(s, i, 0): v[name][s][i][3] for s in SIDES for i in range(count[s])})


@pytest.mark.clause("IDX-G41", "IDX-G62", "IDX-G63", "IDX-G65")
def test_combat_columns_of_many_postures() -> None:
    values = _with_more_postures()
    problems, warnings = check_design(values, lambda n, *flat: f"{n}{flat}")
    assert problems == []
    assert len(warnings) == 2 * (2 * 5 - 4)
    poff = _poff_by_the_manual(values)
    x = compile_design(values).combat
    own = 3 + 2
    for posture in (*range(10, 30), *range(40, 50)):
        assert x.place[posture] == poff[posture] - 1 - (own if posture >= 40 else 0)
    assert x.loss_attack.shape == (2, 8)
    assert x.loss_attack[:, 0].tolist() == [0.5, -1.0]
    assert x.loss_defence[:, 0].tolist() == [0.1, 0.2, 0.3, 0.4, 0.5]
    for posture in range(10, 50):
        for other in range(10, 30):
            if posture not in (40, 41) or other % 10 >= (3 if other < 20 else 2):
                continue
            for s in SIDES:
                known = values["vfeba.f0"][s]
                key = next(k for k in ((posture, other), (posture, 10), (40, other)) if k in known)
                row = x.speed[s, x.place[posture], x.place[other]].tolist()
                assert row == [known[key], *values["vfeba.f"][s][key]]


def _poff_by_the_manual(v: dict[str, Any]) -> dict[int, int]:
    """The statements of group 41."""
    npost, poff, k = v["npost"], {}, 0
    for start, n in ((10, npost[0]), (20, npost[1]), (40, npost[3])):
        for i in range(start, start + n):
            k += 1
            poff[i] = k
    for start, n in ((10, npost[0]), (20, npost[1]), (40, npost[3])):
        for i in range(start + n, start + 10):
            poff[i] = poff[start]
    for i, column in v["poff"].items():
        if i <= 29:
            poff[i] = max(column, poff[10])
        if i >= 40:
            poff[i] = max(column, poff[40])
    return poff


def _with_more_postures() -> dict[str, Any]:
    """Three hold, two disengagement and two attack postures, and some that share columns."""
    v = small_values()
    draw = random.Random(3)
    v["npost"] = [3, 2, 2, 2]
    v["poff"] = {15: 2, 17: 3, 19: 5, 24: 5, 45: 7, 46: 1}
    v["ptran"] = [[[0.0] * n for _ in range(n)] for n in v["npost"]]
    for name, columns in (("fckar", 7), ("fckdr", 5), ("fckac", 5), ("fckdc", 7)):
        v[name] = [[[draw.random() for _ in range(columns)] for _ in rows] for rows in v[name]]
    v["frdval.f0atk"], v["frdval.f0def"] = [0.5, -1.0], [0.1, 0.2, 0.3, 0.4, 0.5]
    v["frdval.fatk"] = [[draw.random() for _ in range(7)] for _ in range(2)]
    v["frdval.fdef"] = [[draw.random() for _ in range(7)] for _ in range(5)]
    v["mapps"] = [dict.fromkeys((10, 11, 12, 20, 21, 40, 41), t) for t in (1, 3)]
    v["ssvact"].pop(2)
    v["ssvres"].pop(2)
    keys = [(40, 10), (40, 11), (40, 20), (41, 10)]
    v["vfeba.f0"] = [{k: draw.random() for k in keys} for _ in SIDES]
    v["vfeba.f"] = [{k: [draw.random() for _ in range(7)] for k in keys} for _ in SIDES]
    return v


@pytest.mark.clause("IDX-G42", "IDX-G43", "IDX-G44", "IDX-G45", "IDX-G46", "IDX-5.1")
def test_fire_and_kills_of_a_frame() -> None:
    v, x = VALUES, DESIGN.combat
    expect(x.standard, {(s, i): v["stdtgt"][s][i] for s in SIDES for i in range(NRS[s])})
    for name, array, factor in (
        ("aggatk", x.aim_attack, 1.0),
        ("aggdef", x.aim_defence, 1.0),
        ("katk", x.kill_attack, 0.25),
        ("kdef", x.kill_defence, 0.25),
    ):
        found = {
            (s, i, j): v[name][s][i][j] * factor
            for s in SIDES
            for i, j in pairs(NGG[s], NMAT[1 - s])
        }
        expect(array, found)


@pytest.mark.clause("IDX-G51", "IDX-G52", "IDX-G53", "IDX-G54", "IDX-G55", "IDX-G58", "IDX-G59")
def test_environments_and_barriers_in_combat() -> None:
    v, x = VALUES, DESIGN.combat
    for name, array, count in (
        ("fckare", x.attack_weapon_in, NGG),
        ("fckdre", x.defence_weapon_in, NGG),
        ("fckace", x.defence_target_in, NMAT),
        ("fckdce", x.attack_target_in, NMAT),
    ):
        expect(
            array, {(s, i, k + 1): v[name][s][i][k] for s in SIDES for i, k in pairs(count[s], 2)}
        )
    expect(x.across, {(s, i, 1): v["barier"][s][i][0] for s in SIDES for i in range(NGG[s])})
    assert x.zone.tolist() == [0, 5, 3]
    assert x.crossed.tolist() == [0, 10]
    assert x.limit.tolist() == [0.99]


@pytest.mark.clause("IDX-G56", "IDX-G57", "IDX-5.1.1")
def test_crews() -> None:
    found = {}
    for s, name in enumerate(("dpersr", "dpersb")):
        for i, j, k in pairs(NPERS[s], NGG[1 - s], NMAT[s]):
            found[s, i, j, k] = VALUES[name][i][j][k]
    expect(DESIGN.combat.crews, found)


@pytest.mark.clause("IDX-G60", "IDX-G62", "IDX-G63", "IDX-G64", "IDX-G65", "IDX-G66")
def test_losses_and_speeds() -> None:
    v, x = VALUES, DESIGN.combat
    assert x.loss_attack.tolist() == [[1.0, *v["frdval.fatk"][0]]]
    rows = zip(v["frdval.f0def"], v["frdval.fdef"], strict=True)
    assert x.loss_defence.tolist() == [[f0, *f] for f0, f in rows]
    assert x.loss_at.tolist() == [0, *v["frdval.x"]]
    assert x.speed_at.tolist() == [0, *v["vfeba.fr"]]
    for s in SIDES:
        for n, posture in enumerate((10, 11, 20)):
            row = [v["vfeba.f0"][s][40, posture], *v["vfeba.f"][s][40, posture]]
            assert x.speed[s, 0, n].tolist() == row


@pytest.mark.clause("IDX-G65", "IDX-5.4.6")
def test_a_missing_speed_is_that_against_posture_10() -> None:
    values = small_values()
    for s in SIDES:
        del values["vfeba.f0"][s][40, 20], values["vfeba.f"][s][40, 20]
    speed = compile_design(values).combat.speed
    np.testing.assert_array_equal(speed[:, :, 2], speed[:, :, 0])
    np.testing.assert_array_equal(speed[:, :, :2], DESIGN.combat.speed[:, :, :2])


@pytest.mark.clause("IDX-G76", "IDX-G77", "IDX-G93")
def test_density_preparation_and_retreat() -> None:
    v, x = VALUES, DESIGN.combat
    for s in SIDES:
        assert x.density[s].tolist() == [v["freff.f0"][s], *v["freff.f"][s]]
        assert x.density_at[s].tolist() == [0, *v["freff.x"][s]]
        assert x.prepared_at[s].tolist() == v["prep.x"][s]
    expect(
        x.prepared, {(s, i, k): v["prep.f"][s][i][k] for s in SIDES for i, k in pairs(NMAT[s], 7)}
    )
    assert x.haven.tolist() == [1, 1, 6]


@pytest.mark.clause("IDX-G67", "IDX-G68", "IDX-G69", "IDX-G70", "IDX-G71", "IDX-G72", "IDX-G73")
def test_support() -> None:
    v, x = VALUES, DESIGN.support
    assert x.overhead.tolist() == v["ppoh"]
    demand, share = {}, {}
    for s in SIDES:
        for i, j in pairs(NSP[s], NRS[s]):
            demand[s, j, i] = v["spdd"][s][i][j]
        for i, j in pairs(NSP[s], NMAT[s]):
            share[s, j, i, 0] = v["frinv.f0"][s][i][j]
            for k in range(6):
                share[s, j, i, k + 1] = v["frinv.f"][s][i][j][k]
        assert x.share_at[s].tolist() == [0, *v["frinv.x"][s]]
    expect(x.demand, demand)
    expect(x.share, share)


@pytest.mark.clause("IDX-G74", "IDX-G75", "IDX-5.4.1")
def test_protection() -> None:
    v, x = VALUES, DESIGN.support
    expect(x.group, {(s, i): v["pg"][s][i] for s in SIDES for i in range(NEQ[s])})
    expect(
        x.protects,
        {(s, i, j): v["prot"][s][i][j] for s in SIDES for i, j in pairs(NEQ[s], NGG[s])},
    )


@pytest.mark.clause("IDX-G38", "IDX-G39", "IDX-G40", "IDX-7")
def test_consumption() -> None:
    v, x = VALUES, DESIGN.support
    idle = {}
    for s, name in enumerate(("ssvncr", "ssvncb")):
        for i, j, k in pairs(NSS[s], NRS[s], 3):
            idle[s, i, j, k] = v[name][i][j][k]
    expect(x.idle, idle)
    for name, array in (("ssvact", x.active), ("ssvres", x.resting)):
        found = {}
        for t in (1, 2, 3):
            s = int(t == 3)
            for i, j in pairs(NSS[s], NRS[s]):
                found[t - 1, i, j] = v[name][t][i][j]
        expect(array, found)
    for s in SIDES:
        for posture in (*range(10, 30), *range(40, 50)):
            kpost = posture - 9 if posture < 40 else posture - 19
            # Postures beyond npost use the table of their class's first
            own = v["mapps"][s].get(posture, v["mapps"][s][posture // 10 * 10])
            assert x.table[s, kpost - 1] == own - 1
        assert x.table[s, 30] == -1


@pytest.mark.clause("IDX-G40")
def test_tables_of_consumption_may_have_any_numbers() -> None:
    values = small_values()
    names = {1: 40, 2: 7, 3: 900}
    for name in ("ssvact", "ssvres"):
        values[name] = {names[t]: rows for t, rows in values[name].items()}
    values["mapps"] = [{p: names[t] for p, t in given.items()} for given in values["mapps"]]
    x = compile_design(values).support
    order = [2, 1, 3]
    np.testing.assert_array_equal(x.active, DESIGN.support.active[[t - 1 for t in order]])
    place = np.array([1, 0, 2, -1])
    np.testing.assert_array_equal(x.table, place[DESIGN.support.table])


@pytest.mark.clause("IDX-G79", "IDX-G80", "IDX-G81", "IDX-G82", "IDX-G83", "IDX-G86")
def test_air_weapons() -> None:
    v, x = VALUES, DESIGN.air
    for name, array, rows, columns in (
        ("kag", x.kill, NAG, [NMAT[1], NMAT[0]]),
        ("fcagrp", x.weapon_posture, NAG, [4, 4]),
        ("fcagcp", x.target_posture, NMAT, [4, 4]),
        ("agload", x.load, NAC, NAG),
    ):
        expect(
            array,
            {(s, i, j): v[name][s][i][j] for s in SIDES for i, j in pairs(rows[s], columns[s])},
        )
    for name, array, rows in (("fcagre", x.weapon_in, NAG), ("fcagce", x.target_in, NMAT)):
        expect(
            array, {(s, i, k + 1): v[name][s][i][k] for s in SIDES for i, k in pairs(rows[s], 2)}
        )


@pytest.mark.clause("IDX-G84", "IDX-G85", "IDX-6")
def test_crews_lost_to_air_strikes() -> None:
    found = {}
    for s, name in enumerate(("dgpred", "dgpblu")):
        for i, j, k in pairs(NPERS[s], NAG[1 - s], NMAT[s]):
            found[s, i, j, k] = VALUES[name][i][j][k]
    expect(DESIGN.air.crews, found)


@pytest.mark.clause("IDX-G87", "IDX-G88", "IDX-G89", "IDX-G90", "IDX-G91", "IDX-G92", "IDX-6")
def test_fire_of_air_weapons_and_the_fourth_class() -> None:
    v, x = VALUES, DESIGN.air
    for name, array in (("aagatk", x.aim_attack), ("aagdef", x.aim_defence)):
        expect(
            array,
            {(s, i, j): v[name][s][i][j] for s in SIDES for i, j in pairs(NAG[s], NMAT[1 - s])},
        )
    behind = {}
    for s, name in enumerate(("aagred", "aagblu")):
        for i, j, k in pairs(NAG[s], NMAT[1 - s], 4):
            behind[s, i, j, k] = v[name][i][j][min(k, 2)]
    expect(x.aim_behind, behind)


@pytest.mark.clause("IDX-5.3")
def test_standard_values_are_found() -> None:
    for s in SIDES:
        for array in (DESIGN.combat.value_attack, DESIGN.combat.value_defence):
            assert (array[s, : NGG[s]] > 0).all()
            assert (array[s, NGG[s] :] == 0).all()
