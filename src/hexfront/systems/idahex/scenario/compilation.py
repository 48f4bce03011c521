"""Game design data, by the manual's names, as the arrays that the kernels read (9.1).

`values` are those of `decks.GameDesign`, or of any other source, once
`inspection.check_design` has nothing against them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from hexfront.systems.idahex.deck import known
from hexfront.systems.idahex.deck.errata import MENDED, Name, switches
from hexfront.systems.idahex.deck.lookups import (
    MAPS,
    Values,
    attack_postures,
    consumption_table,
    defence_postures,
    speed_key,
)
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario.area import make_area
from hexfront.systems.idahex.scenario.design import Design, Float, Int
from hexfront.systems.idahex.scenario.initial_state import Unit
from hexfront.systems.idahex.scenario.weapon_values import standard_values

PLACES = 10
"""Postures that a class can have."""


def compile_design(values: Mapping[str, Any], *, as_printed: Collection[Name] = MENDED) -> Design:
    """The arrays of a game design; `as_printed` names errata that are followed as printed."""
    counts = _counts(values)
    design = Design(
        area=_area(values, as_printed="maps" in as_printed),
        forces=_forces(values, counts),
        delays=_delays(values, counts),
        combat=_combat(values, counts),
        support=_support(values, counts),
        air=_air(values, counts),
        printed=switches(as_printed),
    )
    return standard_values(design)


def units_of(values: Mapping[str, Any]) -> list[Unit]:
    """The units at the start, in the order of their numbers (group 25)."""
    return [
        Unit(
            number,
            values["buname"][number],
            values["butype"][number] - 1,
            values["buloc"][number],
            values["bupost"][number],
            float(values["tentry"][number]),
            tuple(float(amount) for amount in values["resources"][number]),
        )
        for number in sorted(values["butype"])
    ]


def filled(shape: tuple[int, ...], table: Any) -> Float:
    """An array with nested lists in its corner; what they do not reach is 0."""
    array: Float = np.zeros(shape)
    _fill(array, table)
    return array


def filled_whole(shape: tuple[int, ...], table: Any) -> Int:
    """As `filled`, for whole numbers."""
    array: Int = np.zeros(shape, dtype=np.int64)
    _fill(array, table)
    return array


def _fill(array: Any, table: Any) -> None:
    if array.ndim == 1:
        array[: len(table)] = table
        return
    for place, row in enumerate(table):
        _fill(array[place], row)


def numbered(shape: tuple[int, ...], table: Any) -> Float:
    """As `filled`, with the last index counted from 1: place 0 stays empty."""
    array: Float = np.zeros(shape)
    _fill(array[..., 1:], table)
    return array


def _joined(first: Any, others: Any, shape: tuple[int, ...]) -> Float:
    """Values at 0 and at the points after it, in one last index."""
    array: Float = np.zeros(shape)
    _fill(array[..., 0], first)
    _fill(array[..., 1:], others)
    return array


def _counts(v: Mapping[str, Any]) -> Int:
    known_values = Values(v)
    counts = np.zeros((d.SIDES, d.COUNTS_WIDTH), dtype=np.int64)
    for side in range(d.SIDES):
        for column, name in (
            (d.NGG, "nggwep"),
            (d.NWEP, "nwep"),
            (d.NEQ, "nequip"),
            (d.NMAT, "nmat"),
            (d.NRS, "nrs"),
            (d.NSS, "nss"),
            (d.NPERS, "npers"),
            (d.NSP, "nsp"),
            (d.NACTYP, "nactyp"),
            (d.NAGWEP, "nagwep"),
        ):
            counts[side, column] = known_values.number(name, side + 1)
    return counts


def _area(v: Mapping[str, Any], *, as_printed: bool) -> d.Area:
    cells = v["ncells"]
    environment: Int = np.zeros(cells + 1, dtype=np.int64)
    for cell, basic in v["basic_env"].items():
        environment[cell] = basic
    area = make_area(v["nrank1"], environment)
    for name, sides in (("basic_rtetype", area.route), ("basic_bartype", area.barrier)):
        for (cell, other), kind in v[name].items():
            for one, two in ((cell, other), (other, cell)):
                sides[one, list(area.rim[one]).index(two)] = max(0, kind)
    first = v["side"] - 1
    area.owner[1 : v["border"] + 1] = first
    area.owner[v["border"] + 1 :] = 1 - first
    for cell, side in v["owner"].items():
        area.owner[cell] = side - 1
    clock = [v[name] for name in ("tinit", "tend", "tframe", "tpd", "tcycle", "delta", "depth")]
    return area._replace(clock=np.array(clock, dtype=np.float64), changes=_changes(v, as_printed))


def _changes(v: Mapping[str, Any], as_printed: bool) -> Int:
    """What file 60 changes, by cycle and map."""
    rows = []
    if as_printed:
        used = (v["basic_env"], v["basic_rtetype"], v["basic_bartype"])
        for which, table in enumerate(used):
            rows += [(0, which, basic, 1) for basic in sorted(set(table.values())) if basic > 0]
    cycles = max(len(v[name]) for name in MAPS)
    for cycle in range(cycles):
        for which, name in enumerate(MAPS):
            given = v[name][cycle] if cycle < len(v[name]) else {}
            rows += [(cycle, which, basic, kind) for basic, kind in given.items()]
    return np.array(rows, dtype=np.int64).reshape(-1, 4)


def _forces(v: Mapping[str, Any], counts: Int) -> d.Forces:
    types, r = v["nutype"], int(counts[:, d.NRS].max())
    may_hold: Int = np.zeros((types, r), dtype=np.int64)
    for kind, allowed in enumerate(v["iars"]):
        for resource in allowed:
            if resource > 0:
                may_hold[kind, resource - 1] = 1
    return d.Forces(
        counts=counts,
        npost=np.array([0, *v["npost"]], dtype=np.int64),
        side=np.array(v["flag"], dtype=np.int64) - 1,
        may_hold=may_hold,
        toe=filled((types, r), v["toe"]),
        size=filled((types, 4), v["aysize"]),
        vanish=np.array(v["vanish"], dtype=np.float64),
        transfer=np.array([v["itrfp"] if v["itrfp"] > 0 else -1], dtype=np.int64),
    )


def _delays(v: Mapping[str, Any], counts: Int) -> d.Delays:
    types, r, supplies = v["nutype"], int(counts[:, d.NRS].max()), int(counts[:, d.NSS].max())
    up: Int = np.zeros(d.POSTURES, dtype=np.int64)
    down: Int = np.zeros(d.POSTURES, dtype=np.int64)
    for posture in range(10, d.POSTURES):
        up[posture] = posture // 10 % 4 * 10 + 10
        down[posture] = -10 if posture < 20 else 40
    for name, table in (("pmapup", up), ("pmapdn", down)):
        for posture, to in v[name].items():
            table[posture] = to
    within: Float = np.zeros((5, PLACES, PLACES))
    _fill(within[1:], v["ptran"])
    for place in range(PLACES):
        within[:, place, place] = 0.0
    return d.Delays(
        up=up,
        down=down,
        within=within,
        disengage=filled((types, 2), v["diseng"]),
        by_air=filled_whole((PLACES,), v["airmove"]),
        air_rate=np.array(v["mrair"], dtype=np.float64),
        barrier=numbered((types, PLACES, v["nbarty"] + 1), v["bdelay"]),
        rate=numbered((types, PLACES, v["nrtety"] + 1), v["mr"]),
        needs=filled((2, r), v["trnreq"]),
        carries=filled((2, r), v["trncap"]),
        supplies=filled((2, supplies, r), v["ssreqm"]),
        unit_class=np.array(v["trptcl"], dtype=np.int64),
        load_class=filled_whole((2, r), v["loadcl"]),
        load_size=numbered((2, r, max(v["nlc"]) + 1), v["ldsize"]),
        load_capacity=filled((2, r), v["ldcap"]),
        fitness=_joined(v["fmr.f0"], v["fmr.f"], (types, 7)),
        fitness_at=np.array([0.0, *v["fmr.x"]]),
    )


def _combat(v: Mapping[str, Any], counts: Int) -> d.Combat:
    r, people = int(counts[:, d.NRS].max()), int(counts[:, d.NPERS].max())
    e, b = v["nenv"] + 1, v["nbarty"] + 1
    asked = Values(v)
    column, own = known.columns(asked), len(defence_postures(asked))
    defence, attack = known.defence_columns(asked), known.attack_columns(asked) - own
    place: Int = np.zeros(d.POSTURES, dtype=np.int64)
    for posture, found in column.items():
        place[posture] = found - 1 if posture < 40 else found - own - 1

    def attacks(name: str) -> Float:
        """Only the columns of attack postures: those before them are read and never used."""
        return filled((2, r, own + attack), v[name])[:, :, own:].copy()

    crews: Float = np.zeros((2, people, r, r))
    _fill(crews[0], v["dpersr"])
    _fill(crews[1], v["dpersb"])
    tframe = v["tframe"]
    return d.Combat(
        place=place,
        standard=filled((2, r), v["stdtgt"]),
        aim_attack=filled((2, r, r), v["aggatk"]),
        aim_defence=filled((2, r, r), v["aggdef"]),
        kill_attack=filled((2, r, r), v["katk"]) * tframe,
        kill_defence=filled((2, r, r), v["kdef"]) * tframe,
        attack_weapon=attacks("fckar"),
        defence_weapon=filled((2, r, defence), v["fckdr"]),
        defence_target=filled((2, r, defence), v["fckac"]),
        attack_target=attacks("fckdc"),
        attack_weapon_in=numbered((2, r, e), v["fckare"]),
        defence_weapon_in=numbered((2, r, e), v["fckdre"]),
        defence_target_in=numbered((2, r, e), v["fckace"]),
        attack_target_in=numbered((2, r, e), v["fckdce"]),
        across=numbered((2, r, b), v["barier"]),
        crews=crews,
        zone=np.array([0.0, *v["td"]]),
        crossed=np.array([0.0, *v["febab"]]),
        limit=np.array([v["febad"]], dtype=np.float64),
        loss_attack=_losses(asked, place, "atk", attack),
        loss_defence=_losses(asked, place, "def", defence),
        loss_at=np.array([0.0, *v["frdval.x"]]),
        speed=_speeds(asked, place, attack, defence),
        speed_at=np.array([0.0, *v["vfeba.fr"]]),
        density=_joined(v["freff.f0"], v["freff.f"], (2, 8)),
        density_at=_joined([0.0, 0.0], v["freff.x"], (2, 8)),
        prepared=filled((2, r, 7), v["prep.f"]),
        prepared_at=filled((2, 7), v["prep.x"]),
        haven=np.array([int(v["haven.zoc"]), *v["haven.pthome"]], dtype=np.int64),
        value_attack=np.zeros((2, r)),
        value_defence=np.zeros((2, r)),
    )


def _losses(asked: Values, place: Int, role: str, columns: int) -> Float:
    """frdval by combat column; the last posture wins where several share one (groups 62, 63)."""
    postures = attack_postures(asked) if role == "atk" else defence_postures(asked)
    array: Float = np.zeros((columns, 8))
    v = asked.values
    rows = zip(postures, v[f"frdval.f0{role}"], v[f"frdval.f{role}"], strict=True)
    for posture, first, others in rows:
        array[place[posture]] = [first, *others]
    return array


def _speeds(asked: Values, place: Int, attack: int, defence: int) -> Float:
    """vfeba by combat columns, with what stands in for pairs without an entry (group 65)."""
    array: Float = np.zeros((2, attack, defence, 8))
    v = asked.values
    for side in range(d.SIDES):
        for one in attack_postures(asked):
            for other in defence_postures(asked):
                key, _ = speed_key(asked, side, one, other)
                if key is not None:
                    row = [v["vfeba.f0"][side][key], *v["vfeba.f"][side][key]]
                    array[side, place[one], place[other]] = row
    return array


def _support(v: Mapping[str, Any], counts: Int) -> d.Support:
    r, people = int(counts[:, d.NRS].max()), int(counts[:, d.NPERS].max())
    supplies, support = int(counts[:, d.NSS].max()), int(counts[:, d.NSP].max())
    asked = Values(v)
    numbers = sorted(set(v["ssvact"]) | set(v["ssvres"]))
    table: Int = np.full((2, 31), -1, dtype=np.int64)
    for side in range(d.SIDES):
        for posture in (*range(10, 30), *range(40, 50)):
            found = consumption_table(asked, side, posture)
            if found in numbers:
                table[side, known.place_of_posture(asked, posture) - 1] = numbers.index(found)
    # The manual's second index is the resource; here resources come before what they ask for.
    share: Float = np.zeros((2, support, r, 7))
    _fill(share[..., 0], v["frinv.f0"])
    _fill(share[..., 1:], v["frinv.f"])
    shape = (len(numbers), supplies, r)
    return d.Support(
        overhead=filled((v["nutype"], people), v["ppoh"]),
        demand=filled((2, support, r), v["spdd"]).transpose(0, 2, 1).copy(),
        share=share.transpose(0, 2, 1, 3).copy(),
        share_at=_joined([0.0, 0.0], v["frinv.x"], (2, 7)),
        group=filled_whole((2, r), v["pg"]),
        protects=filled((2, r, r), v["prot"]),
        idle=filled((2, supplies, r, 3), [v["ssvncr"], v["ssvncb"]]),
        table=table,
        active=filled(shape, [v["ssvact"][n] for n in numbers]),
        resting=filled(shape, [v["ssvres"][n] for n in numbers]),
    )


def _air(v: Mapping[str, Any], counts: Int) -> d.Air:
    r, people = int(counts[:, d.NRS].max()), int(counts[:, d.NPERS].max())
    guns, aircraft = int(counts[:, d.NAGWEP].max()), int(counts[:, d.NACTYP].max())
    e = v["nenv"] + 1
    crews: Float = np.zeros((2, people, guns, r))
    _fill(crews[0], v["dgpred"])
    _fill(crews[1], v["dgpblu"])
    behind: Float = np.zeros((2, guns, r, 4))
    for side, name in enumerate(("aagred", "aagblu")):
        _fill(behind[side], v[name])
    # The cards have three posture classes (group 91); attackers are aimed at as movers are.
    behind[..., 3] = behind[..., 2]
    return d.Air(
        kill=filled((2, guns, r), v["kag"]),
        weapon_posture=filled((2, guns, 4), v["fcagrp"]),
        target_posture=filled((2, r, 4), v["fcagcp"]),
        weapon_in=numbered((2, guns, e), v["fcagre"]),
        target_in=numbered((2, r, e), v["fcagce"]),
        crews=crews,
        load=filled((2, aircraft, guns), v["agload"]),
        aim_attack=filled((2, guns, r), v["aagatk"]),
        aim_defence=filled((2, guns, r), v["aagdef"]),
        aim_behind=behind,
    )
