"""A small, complete deck, written card by card from the read statements of section 9.1.

Three ranks of cells (4, 3, 4; the last of each is inactive), two types of
units a side, nine Red resources (so that lists go over a card) and six Blue.
`small_values` holds the same as `GameDesign.values`.  Change what matters; the
values belong to the test.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

RED = (4, 1, 1, 2, 1)
"""nggwep, ngawep, ntrpt, nss, npers."""
BLUE = (3, 0, 1, 1, 1)
NRS = (sum(RED), sum(BLUE))
NMAT = (sum(RED[:4]), sum(BLUE[:4]))
NEQ = (sum(RED[:3]), sum(BLUE[:3]))
NGG = (RED[0], BLUE[0])
NSS = (RED[3], BLUE[3])
NPERS = (RED[4], BLUE[4])
NSP = (3, 2)
NPOST = (2, 1, 2, 1)
NENV, NRTETY, NBARTY = 2, 2, 1
KDP, KAP = 3, 4
FLAG = (1, 1, 2, 2)
SIDES = (0, 1)


def small_values() -> dict[str, Any]:
    """What the deck holds, by the manual's names."""
    v: dict[str, Any] = {
        "iprint": 9,
        "nprint": 2,
        "tinit": 0.0,
        "tend": 100.0,
        "tframe": 0.25,
        "tcycle": 1.0,
        "tpd": 0.5,
        "delta": 0.1,
        "ncells": 11,
        "nrank1": 4,
        "ename0": {1: "plain", 2: "hills", 3: "town"},
        "nenv": NENV,
        "ename": ["open", "close"],
        "basic_env": {1: 1, 2: 2, 3: 1, 4: 0, 5: 1, 6: 3, 7: 0, 8: 1, 9: 2, 10: 1},
        "rname0": {1: "road", 2: "track"},
        "bname0": {1: "river"},
        "nrtety": NRTETY,
        "rname": ["good", "poor"],
        "nbarty": NBARTY,
        "bname": ["water"],
        "depth": 15.0,
        "iblul": 20,
        "nsyl": 2,
        "nutype": 4,
        "npost": list(NPOST),
        "itrfp": 11,
        "nggwep": [4, 3],
        "ngawep": [1, 0],
        "ntrpt": [1, 1],
        "nss": [2, 1],
        "npers": [1, 1],
    }
    v["basic_rtetype"] = {arc: 1 + n % 2 for n, arc in enumerate(ARCS)}
    v["basic_bartype"] = {arc: int(arc == (2, 6)) for arc in ARCS}
    _add_forces(v)
    _add_delays(v)
    _add_combat(v)
    _add_support(v)
    _add_air(v)
    v["envmap"] = [{3: 2}, {}]
    v["rtemap"] = [{}, {1: 2}]
    v["barmap"] = [{}, {}]
    return v


ARCS = (
    *((1, 2), (1, 5), (2, 3), (2, 5), (2, 6), (3, 6), (5, 6), (5, 8), (5, 9)),
    *((6, 9), (6, 10), (8, 9), (9, 10)),
)
"""Pairs of active cells that touch, the second being a successor of the first."""


def _rows(start: float, step: float, *shape: int) -> Any:
    """Nested lists of numbers that differ from each other."""
    if len(shape) == 1:
        return [round(start + step * n, 6) for n in range(shape[0])]
    size = 1
    for length in shape[1:]:
        size *= length
    return [_rows(start + step * size * n, step, *shape[1:]) for n in range(shape[0])]


def _add_forces(v: dict[str, Any]) -> None:
    v["rsname"] = [
        ["small arms", "tanks", "guns", "armor car", "SAM", "truck", "ammo", "fuel", "men"],
        ["small arms", "tanks", "guns", "truck", "suppl", "men"],
    ]
    v["flag"] = list(FLAG)
    v["iars"] = [list(range(1, NRS[s - 1] + 1)) for s in FLAG]
    v["nrst"] = [NRS[s - 1] for s in FLAG]
    v["toe"] = [
        [100.0, 50.0, 30.0, 10.0, 5.0, 200.0, 60.0, 150.0, 2000.0],
        [20.0, 90.0, 10.0, 5.0, 2.0, 120.0, 50.0, 100.0, 1200.0],
        [120.0, 60.0, 20.0, 300.0, 400.0, 3000.0],
        [40.0, 100.0, 10.0, 200.0, 300.0, 2500.0],
    ]
    v["aysize"] = _rows(30.0, 0.5, 4, 4)
    v["buname"] = {2: "1ST RIFLE", 5: "2ND TANK", 20: "1ST BRIGADE", 21: "RESERVE"}
    v["butype"] = {2: 1, 5: 2, 20: 3, 21: 4}
    v["buloc"] = {2: 1, 5: 2, 20: 9, 21: 10}
    v["bupost"] = {2: 10, 5: 11, 20: 10, 21: 0}
    v["tentry"] = {2: -10.0, 5: -2.5, 20: -20.0, 21: 0.0}
    v["resources"] = {n: [x * 0.75 for x in v["toe"][k - 1]] for n, k in v["butype"].items()}
    v["border"], v["side"], v["owner"] = 5, 1, {8: 1}


def _add_delays(v: dict[str, Any]) -> None:
    v["pmapup"], v["pmapdn"] = {31: 40}, {31: 40}
    v["ptran"] = [
        [[0.0, 0.2], [0.05, 0.0]],
        [[0.0]],
        [[0.0, 0.5], [0.25, 0.0]],
        [[0.0]],
    ]
    v["diseng"] = _rows(0.05, 0.05, 4, 2)
    v["airmove"] = [False, True]
    v["mrair"] = [0.0, 0.0, 150.0, 0.0]
    v["bdelay"] = _rows(0.1, 0.1, 4, 2, NBARTY)
    v["mr"] = _rows(100.0, 10.0, 4, 2, NRTETY)
    v["trnreq"] = [_rows(0.0, 0.001, n) for n in NRS]
    v["trncap"] = [_rows(0.5, 0.25, n) for n in NRS]
    v["ssreqm"] = [_rows(0.0, 1e-5, NSS[s], NRS[s]) for s in SIDES]
    v["trptcl"] = [0, 0, 1, 0]
    v["loadcl"] = [[0, 0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0]]
    v["nlc"] = [1, 2]
    v["ldsize"] = [_rows(0.05, 0.01, NRS[s], v["nlc"][s]) for s in SIDES]
    v["ldcap"] = [_rows(0.0, 0.25, n) for n in NRS]
    v["fmr.f0"] = [0.0, -1.0, 0.0, 0.1]
    v["fmr.f"] = [_rows(0.5, 0.05, 6) for _ in range(4)]
    v["fmr.x"] = [0.5, 1.0, 1.5, 2.0, 3.0, 4.0]
    v["ssvncr"] = _rows(0.001, 0.001, NSS[0], NRS[0], 3)
    v["ssvncb"] = _rows(0.002, 0.001, NSS[1], NRS[1], 3)
    v["mapps"] = [{10: 1, 11: 1, 20: 2, 40: 2}, {10: 3, 11: 3, 20: 3, 40: 3}]
    v["ssvact"] = {t: _rows(0.01 * t, 0.001, NSS[t > 2], NRS[t > 2]) for t in (1, 2, 3)}
    v["ssvres"] = {t: _rows(0.02 * t, 0.001, NSS[t > 2], NRS[t > 2]) for t in (1, 2, 3)}


def _add_combat(v: dict[str, Any]) -> None:
    v["poff"] = {15: 2}
    v["stdtgt"] = [list(v["toe"][0]), list(v["toe"][2])]
    for n, name in enumerate(("aggatk", "aggdef", "katk", "kdef")):
        v[name] = [_rows(0.01 * (n + 1), 0.002, NGG[s], NMAT[1 - s]) for s in SIDES]
    for name, count, columns in (
        ("fckar", NGG, KAP),
        ("fckdr", NGG, KDP),
        ("fckac", NMAT, KDP),
        ("fckdc", NMAT, KAP),
        ("fckare", NGG, NENV),
        ("fckdre", NGG, NENV),
        ("fckace", NMAT, NENV),
        ("fckdce", NMAT, NENV),
        ("barier", NGG, NBARTY),
    ):
        v[name] = [_rows(0.5, 0.01, count[s], columns) for s in SIDES]
    v["dpersr"] = _rows(1.0, 0.1, NPERS[0], NGG[1], NMAT[0])
    v["dpersb"] = _rows(2.0, 0.1, NPERS[1], NGG[0], NMAT[1])
    v["td"] = [5.0, 3.0]
    v["febab"] = [10.0]
    v["febad"] = 0.99
    v["vanish"] = [0.02, 0.05, 0.1, 0.0]
    v["frdval.f0atk"] = [1.0]
    v["frdval.fatk"] = [[0.24, 0.15, 0.1, 0.08, 0.05, 0.04, 0.001]]
    v["frdval.f0def"] = [0.0, 0.0, -1.0]
    v["frdval.fdef"] = _rows(0.04, 0.02, 3, 7)
    v["frdval.x"] = [0.5, 1.0, 2.0, 3.0, 4.0, 5.0, 50.0]
    v["vfeba.f0"] = [
        {(40, 10): -20.0, (40, 11): -15.0, (40, 20): -5.0},
        {(40, 10): -21.0, (40, 11): -13.0, (40, 20): -6.0},
    ]
    v["vfeba.f"] = [
        {pair: _rows(float(n), 1.5, 7) for n, pair in enumerate(speeds)} for speeds in v["vfeba.f0"]
    ]
    v["vfeba.fr"] = [1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 50.0]


def _add_support(v: dict[str, Any]) -> None:
    v["ppoh"] = [[375.0], [295.0], [120.0], [50.0]]
    v["spdd"] = [_rows(0.1, 0.05, NSP[s], NRS[s]) for s in SIDES]
    v["frinv.f0"] = [_rows(0.0, 0.01, NSP[s], NMAT[s]) for s in SIDES]
    v["frinv.f"] = [_rows(0.2, 0.005, NSP[s], NMAT[s], 6) for s in SIDES]
    v["frinv.x"] = [[0.25, 0.5, 0.75, 1.0, 2.0, 3.0], [0.2, 0.4, 0.6, 0.8, 1.0, 5.0]]
    v["pg"] = [[1, 2, 3, 2, 4, 4], [1, 2, 3, 4]]
    v["prot"] = [_rows(0.5, 0.25, NEQ[s], NGG[s]) for s in SIDES]
    v["freff.f0"] = [0.9, 1.0]
    v["freff.f"] = [_rows(1.0, -0.1, 7), _rows(1.0, -0.05, 7)]
    v["freff.x"] = [_rows(1.0, 0.5, 7), _rows(0.8, 0.4, 7)]
    v["prep.f"] = [_rows(3.0, -0.05, NMAT[s], 7) for s in SIDES]
    v["prep.x"] = [[-1.0, -0.5, 0.0, 1.0, 2.0, 10.0, 60.0]] * 2


def _add_air(v: dict[str, Any]) -> None:
    v["nactyp"], v["nagwep"] = [1, 2], [1, 3]
    wep = v["nagwep"]
    v["kag"] = [_rows(0.01, 0.01, wep[s], NMAT[1 - s]) for s in SIDES]
    v["fcagrp"] = [_rows(1.0, 0.05, wep[s], 4) for s in SIDES]
    v["fcagcp"] = [_rows(0.8, 0.05, NMAT[s], 4) for s in SIDES]
    v["fcagre"] = [_rows(1.0, 0.1, wep[s], NENV) for s in SIDES]
    v["fcagce"] = [_rows(0.7, 0.1, NMAT[s], NENV) for s in SIDES]
    v["dgpred"] = _rows(10.0, 0.5, NPERS[0], wep[1], NMAT[0])
    v["dgpblu"] = _rows(11.0, 0.5, NPERS[1], wep[0], NMAT[1])
    v["agload"] = [_rows(0.9, 0.3, v["nactyp"][s], wep[s]) for s in SIDES]
    v["aagatk"] = [_rows(0.1, 0.02, wep[s], NMAT[1 - s]) for s in SIDES]
    v["aagdef"] = [_rows(0.12, 0.02, wep[s], NMAT[1 - s]) for s in SIDES]
    v["aagred"] = _rows(0.05, 0.01, wep[0], NMAT[1], 3)
    v["aagblu"] = _rows(0.06, 0.01, wep[1], NMAT[0], 3)
    v["haven.zoc"], v["haven.pthome"] = True, [1, 6]


# Cards


def ints(*values: int) -> list[str]:
    """The cards of a list under format 2, 8i10."""
    return _cards([f"{value:10d}" for value in values])


def reals(*values: float) -> list[str]:
    """The cards of a list under format 3, 8f10.0."""
    return _cards([f"{value:10.5f}" for value in values])


def later(*values: float) -> list[str]:
    """A card under format 10x,7f10.0."""
    return [" " * 10 + "".join(f"{value:10.5f}" for value in values)]


def _cards(fields: Sequence[str]) -> list[str]:
    return ["".join(fields[n : n + 8]) for n in range(0, max(1, len(fields)), 8)]


def small_deck() -> tuple[str, str]:
    """Files 50 and 60."""
    groups = small_groups()
    texts = ["".join(card + "\n" for g in part for card in groups[g]) for part in FILES]
    return texts[0], texts[1]


FILES = (tuple(range(1, 94)), (94, 95, 96, 97))


def small_groups() -> dict[int, list[str]]:
    """The cards of file 50 by group; the first cycle of file 60 is 94 to 96, the second is 97."""
    v, g = small_values(), dict[int, list[str]]()
    g[1] = ints(9, 2)
    g[2] = reals(v["tinit"], v["tend"], v["tframe"], v["tcycle"], v["tpd"], v["delta"])
    g[3] = ints(11, 4)
    g[4] = [*(f"{n:5d}     {name}" for n, name in v["ename0"].items()), *ints(-9)]
    g[5] = ints(NENV)
    g[6] = v["ename"]
    g[7] = [card for n, e in v["basic_env"].items() for card in ints(n, e)] + ints(-9)
    g[8] = [*(f"{n:5d}     {name}" for n, name in v["rname0"].items()), *ints(-9)]
    g[9] = [*(f"{n:5d}     {name}" for n, name in v["bname0"].items()), "   -9"]
    g[4][-1] = g[8][-1] = "   -9"
    g[10], g[11], g[12], g[13] = ints(NRTETY), v["rname"], ints(NBARTY), v["bname"]
    successors = {
        1: (2, 0, 5),
        2: (3, 5, 6),
        3: (0, 6, 0),
        5: (6, 8, 9),
        6: (0, 9, 10),
        8: (9, 0, 0),
        9: (10, 0, 0),
    }
    g[14] = []
    for cell, others in successors.items():
        routes = [v["basic_rtetype"].get((cell, o), 0) for o in others]
        g[14] += ints(cell, *routes, *(v["basic_bartype"].get((cell, o), 0) for o in others))
    g[14] += ints(-9)
    g[15], g[16], g[17], g[18] = reals(15), ints(20, 2, 4), ints(*NPOST), ints(11)
    g[19] = ints(*RED) + ints(*BLUE)
    g[20] = [name for names in v["rsname"] for name in names]
    g[21] = ints(*FLAG)
    g[22] = [c for k in range(4) for c in ints(v["nrst"][k], *v["iars"][k])]
    g[23] = rows(v["toe"])
    g[24] = rows(v["aysize"])
    g[25] = []
    for n, name in v["buname"].items():
        g[25].append(f"{n:5d}     {name}")
        at = f"{v['butype'][n]:10d}{v['buloc'][n]:10d}{v['bupost'][n]:10d}"
        g[25].append(at + f"{v['tentry'][n]:10.3f}")
        g[25] += reals(*v["resources"][n])
    g[25].append("   -9")
    g[26] = ints(5, 1) + ints(8, 1) + ints(-9)
    g[27] = ints(31, 40, 40) + ints(-9)
    _delay_cards(v, g)
    _combat_cards(v, g)
    _support_cards(v, g)
    _air_cards(v, g)
    g[94] = ints(3, 2) + ints(-9)
    g[95], g[96] = ints(-9), ints(-9)
    g[97] = ints(-9) + ints(1, 2) + ints(-9) + ints(-9)
    return g


def rows(table: Any) -> list[str]:
    """The innermost lists, each from a card of its own."""
    if table and isinstance(table[0], list):
        return [card for row in table for card in rows(row)]
    return reals(*table)


def turned(table: Any) -> Any:
    """A table with rows and columns exchanged."""
    return [list(row) for row in zip(*table, strict=True)]


def _delay_cards(v: dict[str, Any], g: dict[int, list[str]]) -> None:
    g[28], g[29] = rows(v["ptran"]), rows(v["diseng"])
    g[30], g[31] = ["         F         T"], reals(*v["mrair"])
    g[32] = [
        card
        for i in range(4)
        for j in range(2)
        for card in reals(*v["bdelay"][i][j]) + reals(*v["mr"][i][j])
    ]
    g[33] = []
    for s in SIDES:
        g[33] += reals(*v["trnreq"][s]) + reals(*v["trncap"][s]) + rows(turned(v["ssreqm"][s]))
    g[34] = ints(*v["trptcl"])
    g[35] = ints(*v["loadcl"][0]) + ints(*v["loadcl"][1])
    g[36] = []
    for s in SIDES:
        g[36] += ints(v["nlc"][s]) + rows(v["ldsize"][s]) + reals(*v["ldcap"][s])
    g[37] = [c for i in range(4) for c in reals(v["fmr.f0"][i], *v["fmr.f"][i])]
    g[37] += reals(0, *v["fmr.x"])
    g[38], g[39] = rows(v["ssvncr"]), rows(v["ssvncb"])
    g[40] = []
    read: set[int] = set()
    for s in SIDES:
        for posture, table in v["mapps"][s].items():
            g[40] += [*ints(posture, table), "         T" if table in read else "         F"]
            if table not in read:
                for i in range(NSS[s]):
                    g[40] += reals(*v["ssvact"][table][i]) + reals(*v["ssvres"][table][i])
            read.add(table)
        g[40] += ints(-9)


def _combat_cards(v: dict[str, Any], g: dict[int, list[str]]) -> None:
    g[41] = ints(15, 2) + ints(0)
    names = "stdtgt aggatk aggdef katk kdef fckar fckdr fckac fckdc fckare fckdre fckace fckdce"
    for n, name in enumerate([*names.split(), "barier"], 42):
        g[n] = rows(v[name])
    g[56], g[57] = rows(v["dpersr"]), rows(v["dpersb"])
    g[58], g[59], g[60] = reals(*v["td"]), reals(*v["febab"]), reals(v["febad"])
    g[61] = reals(*v["vanish"])
    g[62] = reals(v["frdval.f0atk"][0], *v["frdval.fatk"][0])
    g[63] = [c for i in range(3) for c in reals(v["frdval.f0def"][i], *v["frdval.fdef"][i])]
    g[64] = later(*v["frdval.x"])
    g[65] = []
    for s in SIDES:
        for pair, f0 in v["vfeba.f0"][s].items():
            g[65] += ints(*pair) + reals(f0, *v["vfeba.f"][s][pair])
        g[65] += ints(-9)
    g[66] = later(*v["vfeba.fr"])


def _support_cards(v: dict[str, Any], g: dict[int, list[str]]) -> None:
    g[67] = rows(v["ppoh"])
    for s, n in ((0, 68), (1, 71)):
        g[n] = rows(turned(v["spdd"][s]))
        g[n + 1] = [
            card
            for j in range(NMAT[s])
            for i in range(NSP[s])
            for card in reals(v["frinv.f0"][s][i][j], *v["frinv.f"][s][i][j])
        ]
        g[n + 2] = later(*v["frinv.x"][s])
        g[74 + s] = reals(*v["pg"][s]) + rows(v["prot"][s])
    g[76] = []
    for s in SIDES:
        g[76] += reals(v["freff.f0"][s], *v["freff.f"][s]) + later(*v["freff.x"][s])
    g[77] = []
    for s in SIDES:
        g[77] += rows(v["prep.f"][s]) + reals(*v["prep.x"][s])


def _air_cards(v: dict[str, Any], g: dict[int, list[str]]) -> None:
    g[78] = ints(1, 1) + ints(2, 3)
    for n, name in enumerate(("kag", "fcagrp", "fcagcp", "fcagre", "fcagce"), 79):
        g[n] = rows(v[name])
    for n, name in ((84, "dgpred"), (85, "dgpblu")):
        table = v[name]
        materiel, people, guns = len(table[0][0]), len(table), len(table[0])
        g[n] = []
        for k in range(materiel):
            for i in range(people):
                g[n] += reals(*(table[i][j][k] for j in range(guns)))
    g[86] = rows(v["agload"])
    for s in SIDES:
        g[87 + 2 * s], g[88 + 2 * s] = rows(v["aagatk"][s]), rows(v["aagdef"][s])
    g[91], g[92] = rows(v["aagred"]), rows(v["aagblu"])
    g[93] = ["         T" + f"{1:10d}{6:10d}"]
