"""Combat by the manual's own text and names, slowly: what the kernels are held against.

Nothing here knows how the kernels work.  K is kept for every pair of units and
every pair of types; support is dealt out step by step.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any

import numpy as np

from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from tests.idahex.designs import follows

RGAIN = 0.01
ROUNDING = 1 + 1e-9


def pafgen(w: float, y: Sequence[float], x: Sequence[float]) -> float:
    n = len(x)
    if w <= x[0]:
        return y[0]
    if w >= x[n - 1]:
        return y[n - 1]
    i1 = max(i for i in range(n) if x[i] <= w)
    i2 = min(i for i in range(n) if x[i] > w)
    return y[i1] + (w - x[i1]) / (x[i2] - x[i1]) * (y[i2] - y[i1])


def paf(w: float, y0: float, y: Sequence[float], x: Sequence[float]) -> float:
    return pafgen(w, [y0, *y], [0.0, *x])


def least_support(
    wanted: float, sigma: Callable[[float], float], corners: Sequence[float]
) -> float:
    """The smallest ratio at which sigma reaches a value; sigma is affine between corners."""
    ends = sorted({0.0, *corners})
    if sigma(0.0) >= wanted:
        return 0.0
    for low, high in itertools.pairwise(ends):
        below, above = sigma(low), sigma(high)
        if above >= wanted - 1e-9:
            return min(low + (wanted - below) / (above - below) * (high - low), high)
    return inf


@dataclass
class War:
    """A design and a state with the manual's names; sides, types and units count from 0."""

    design: d.Design
    state: s.State

    def resources(self, ibu: int) -> list[float]:
        return [float(x) for x in self.state.stock[ibu]]

    def count(self, side: int, column: int) -> int:
        return int(self.design.forces.counts[side, column])

    def side(self, ibu: int) -> int:
        return int(self.state.units.side[ibu])

    def location(self, ibu: int) -> int:
        return int(self.state.units.place[ibu])

    def posture(self, ibu: int) -> int:
        return int(self.state.units.posture[ibu])

    def butype(self, ibu: int) -> int:
        return int(self.state.units.kind[ibu])

    def environment(self, cell: int) -> int:
        return int(self.state.maps[0, self.design.area.environment[cell]])

    def bartype(self, one: int, other: int) -> int:
        for k in range(6):
            if self.design.area.rim[one, k] == other:
                basic = int(self.design.area.barrier[one, k])
                return int(self.state.maps[2, basic]) if basic > 0 else 0
        raise AssertionError("not adjacent")

    def passenger(self, ibu: int) -> bool:
        force = int(self.state.units.force[ibu])
        if force == s.NONE:
            return False
        mode = int(self.state.forces.mode[force])
        same = int(self.design.delays.unit_class[self.butype(ibu)]) == mode
        return mode > 0 and same == follows(self.design, "passengers")

    def participants(self, row: int) -> tuple[list[int], list[int]]:
        units = range(len(self.state.units))
        inside = [u for u in units if self.state.units.engagement[u] == row]
        attacks = self.state.units.attacks
        return [u for u in inside if attacks[u]], [u for u in inside if not attacks[u]]

    # 5.4.1

    def frinv(self, ibu: int) -> list[float]:
        if self.passenger(ibu):
            return [0.0] * len(self.resources(ibu))
        role, row = self.state.units.attacks[ibu], self.state.units.engagement[ibu]
        return self.frinv_of(
            [
                u
                for u in range(len(self.state.units))
                if self.state.units.engagement[u] == row
                and self.state.units.attacks[u] == role
                and self.location(u) == self.location(ibu)
                and not self.passenger(u)
            ]
        )

    def frinv_of(self, L: list[int]) -> list[float]:  # noqa: N803
        side = self.side(L[0])
        neq, nrs = self.count(side, d.NEQ), self.count(side, d.NRS)
        nss, npers = self.count(side, d.NSS), self.count(side, d.NPERS)
        nsp, nggwep = nss + npers, self.count(side, d.NGG)
        support, stdtgt = self.design.support, self.design.combat.standard[side]
        pg, prot = support.group[side], support.protects[side]
        amount = [sum(self.resources(i)[irs] for i in L) for irs in range(nrs)]
        fi = [0.0] * len(self.resources(L[0]))

        if nsp == 0:
            for k in range(1, max(int(pg[i]) for i in range(neq)) + 1):
                for j in (j for j in range(neq) if pg[j] == k):
                    if k == 1 or amount[j] == 0:
                        fi[j] = 1.0
                        continue
                    inner = [i for i in range(nggwep) if pg[i] < k]
                    qp_ = sum(prot[j, i] * fi[i] * amount[i] for i in inner)
                    fi[j] = min(qp_, amount[j]) / amount[j]
            return fi

        suppt = [amount[neq + k] for k in range(nsp)]
        for k in range(npers):
            over = sum(float(support.overhead[self.butype(i), k]) for i in L)
            less = k if follows(self.design, "overhead") else nss + k
            suppt[less] = max(suppt[less] - over, 0.0)

        def spdd(k: int, irs: int) -> float:
            return float(support.demand[side, irs, k])

        corners = [float(x) for x in support.share_at[side]]

        def sigma(k: int, irs: int) -> Callable[[float], float]:
            values = [float(y) for y in support.share[side, irs, k]]
            return lambda ratio: paf(ratio, values[0], values[1:], corners[1:])

        alloc = [0.0] * nsp
        before = list(suppt)
        part: list[list[float]] = [[1.0] for _ in range(nss)]
        for kpp in range(npers):
            need = [suppt[kss] * spdd(nss + kpp, neq + kss) for kss in range(nss)]
            for kss in range(nss):
                if need[kss] > 0:
                    people = before[kpp if follows(self.design, "staffing") else nss + kpp]
                    given = min(need[kss], need[kss] * (people / sum(need)))
                    alloc[nss + kpp] += given
                    part[kss].append(sigma(nss + kpp, neq + kss)(given / need[kss]))
        for kss in range(nss):
            fi[neq + kss] = min(part[kss])
            suppt[kss] *= fi[neq + kss]
        for kpp in range(npers):
            fi[neq + nss + kpp] = 1.0
            for kss in range(nss):
                men = neq + nss + kpp
                alloc[kss] += amount[men] * spdd(kss, men)

        I = [i for i in range(neq) if stdtgt[i] > 0]  # noqa: E741, N806
        for i in I:
            fi[i] = 1.0 if amount[i] == 0 else 0.0
        q = [fi[j] * amount[j] for j in range(neq)]
        increased = True
        while increased:
            increased = False
            for i in (i for i in I if amount[i] > 0):
                qp = inf
                if pg[i] != 1:
                    P = [j for j in I if pg[j] < pg[i] and j < nggwep]  # noqa: N806
                    qp = sum(float(prot[i, j]) * q[j] for j in P)
                qr = RGAIN * float(stdtgt[i])
                qadd = min(qp - q[i], qr, amount[i] - q[i])
                if follows(self.design, "steps"):
                    qadd = min(qp, qr)
                    if q[i] + qadd > amount[i] + 1e-9 * qr:
                        continue
                if qadd <= 1e-9 * qr:
                    continue
                after = min((q[i] + qadd) / amount[i], 1.0)
                req = []
                for ksp in range(nsp):
                    dd = amount[i] * spdd(ksp, i)
                    if dd > 0:
                        f = sigma(ksp, i)
                        req.append(
                            dd * least_support(after, f, corners)
                            - (dd * least_support(fi[i], f, corners) if fi[i] > 0 else 0.0)
                        )
                    else:
                        req.append(0.0)
                if all(alloc[k] + req[k] <= suppt[k] * ROUNDING for k in range(nsp)):
                    for k in range(nsp):
                        alloc[k] += req[k]
                    fi[i] = after
                    q[i] = fi[i] * amount[i]
                    increased = True
        for irs in range(neq, nrs):
            if amount[irs] > 0:
                fi[irs] = min(fi[irs], alloc[irs - neq] / amount[irs])
        return fi

    # 5.4.2 to 5.4.6

    def zrarea(self, ibu: int) -> float:
        if self.posture(ibu) < 10:
            return 0.0
        forces, side = self.design.forces, self.side(ibu)
        rsvald, kind = self.design.combat.value_defence[side], self.butype(ibu)
        cv = sum(rsvald[i] * self.resources(ibu)[i] for i in range(self.count(side, d.NRS)))
        sv = sum(rsvald[i] * forces.toe[kind, i] for i in range(self.count(side, d.NRS)))
        pc = self.posture(ibu) // 10
        return float((cv / sv if sv > 0 else 1.0) * forces.size[kind, pc - 1])

    def cell_area(self) -> float:
        return sqrt(3) / 2 * float(self.design.area.clock[d.DEPTH]) ** 2

    def freff(self, ibu: int) -> float:
        side, units = self.side(ibu), range(len(self.state.units))
        friends = [
            u
            for u in units
            if self.side(u) == side
            and self.posture(u) >= 10
            and self.location(u) == self.location(ibu)
        ]
        density = sum(self.zrarea(u) for u in friends) / self.cell_area()
        combat = self.design.combat
        y, x = combat.density[side], combat.density_at[side]
        return paf(density, y[0], list(y[1:]), list(x[1:]))

    def prep(self, i: int, side: int, h: float) -> float:
        combat = self.design.combat
        return pafgen(h, list(combat.prepared[side, i]), list(combat.prepared_at[side]))

    def frdval(self, fr: float, post: int) -> float:
        combat, k = self.design.combat, self.design.combat.place[post]
        row = combat.loss_attack[k] if post >= 40 else combat.loss_defence[k]
        temp = paf(fr, row[0], list(row[1:]), list(combat.loss_at[1:]))
        tframe = float(self.design.area.clock[d.FRAME])
        return 1 - (1 - min(temp, 1.0)) ** tframe if temp >= 0 else temp

    def vfeba(self, fr: float, pa: int, pd: int, sa: int) -> float:
        combat = self.design.combat
        row = combat.speed[sa, combat.place[pa], combat.place[pd]]
        return paf(fr, row[0], list(row[1:]), list(combat.speed_at[1:]))


def app(a: Any, b: Any, m: int, n: int) -> tuple[float, list[float], list[float]]:
    """Holter's values of m and n types by eigenvectors: alpha, va, vd (5.1.2).

    For matrices with one dominant positive eigenvalue.
    """
    A, D = np.array(a)[:m, :n], np.array(b)[:n, :m]  # noqa: N806
    roots, vectors = np.linalg.eig(A @ D)
    best = int(np.argmax(roots.real))
    if roots[best].real <= 1e-300:
        return 0.0, [0.0] * m, [0.0] * n
    va = np.abs(vectors[:, best].real)
    va[va < 1e-11 * va.max()] = 0.0
    va /= va[np.nonzero(va)[0][0]]
    alpha = sqrt(float(roots[best].real))
    return alpha, va.tolist(), (D @ va / alpha).tolist()


@dataclass
class Frame:
    """What one frame of an engagement comes to."""

    fi: dict[int, list[float]] = field(default_factory=dict)
    ploss: dict[int, list[float]] = field(default_factory=dict)
    loss: dict[int, list[float]] = field(default_factory=dict)
    tentry: dict[int, float] = field(default_factory=dict)
    A: Any = None
    D: Any = None
    vala: list[float] = field(default_factory=list)
    vald: list[float] = field(default_factory=list)
    figures: dict[str, float] = field(default_factory=dict)


def frame(w: War, row: int) -> Frame:
    """One frame of an engagement (5.1, 5.2)."""
    out = Frame()
    atk, def_ = w.participants(row)
    loc = int(w.state.engagements.cell[row])
    sideA = int(w.state.engagements.attacker[row])  # noqa: N806
    sideD = 1 - sideA  # noqa: N806
    c = w.design.combat
    clock = w.design.area.clock
    depth, tframe, t = float(clock[d.DEPTH]), float(clock[d.FRAME]), float(w.state.game.time)
    feba = float(w.state.figures.feba[row])
    if follows(w.design, "feba") and any(w.location(u) == loc for u in atk):
        feba = 1.0
    e = w.environment(loc)
    out.fi = {u: w.frinv(u) for u in atk + def_}
    inv = {u: [f * r for f, r in zip(out.fi[u], w.resources(u), strict=True)] for u in atk + def_}
    ERS = {u: [w.freff(u) * x for x in inv[u]] for u in atk + def_}  # noqa: N806
    nmat = [w.count(side, d.NMAT) for side in (0, 1)]
    ngg = [w.count(side, d.NGG) for side in (0, 1)]

    # front, defdepth
    cells = {w.location(u) for u in atk}
    defarea = sum(w.zrarea(u) for u in def_)
    if loc in cells:
        front = inf
    elif len(cells) == 1:
        front = sqrt(w.cell_area())
    else:
        front = len(cells) * depth / sqrt(3)
    defdepth = min(defarea / front, depth)

    def attack_posture(u: int) -> int:
        return w.posture(u) if w.posture(u) >= 40 else 40

    def PREP(j: int, u: int) -> float:
        if w.posture(u) // 10 != 1:
            return 1.0
        pf = w.prep(j, sideD, t - float(w.state.units.entry[u]))
        if pf > 1:
            return pf
        return pf if feba < defdepth / depth else 1.0

    def B(i: int, u: int) -> float:
        bt = 0 if w.location(u) == loc else w.bartype(w.location(u), loc)
        if bt == 0 or feba > c.crossed[bt] / depth:
            return 1.0
        return float(c.across[sideA, i, bt])

    def alpha(agg: Any, i: int, j: int, target: int, all_targets: list[int], side: int) -> float:
        std = c.standard[side]
        den = sum(
            agg[i, k] * sum(inv[u][k] for u in all_targets) / std[k]
            for k in range(nmat[side])
            if std[k] > 0
        )
        return float(agg[i, j] * inv[target][j] / (std[j] * den)) if den > 0 and std[j] > 0 else 0.0

    K: dict[tuple[int, int, int, int], float] = {}  # noqa: N806
    for a in atk:
        for b in def_:
            post_a, post_d = c.place[attack_posture(a)], c.place[w.posture(b)]
            for i in range(ngg[sideA]):
                for j in range(nmat[sideD]):
                    K[i, j, a, b] = (
                        c.kill_attack[sideA, i, j]
                        * alpha(c.aim_attack[sideA], i, j, b, def_, sideD)
                        * c.attack_weapon[sideA, i, post_a]
                        * c.defence_target[sideD, j, post_d]
                        * c.attack_weapon_in[sideA, i, e]
                        * c.defence_target_in[sideD, j, e]
                        * B(i, a)
                        * PREP(j, b)
                    )
            for i in range(ngg[sideD]):
                for j in range(nmat[sideA]):
                    K[i, j, b, a] = (
                        c.kill_defence[sideD, i, j]
                        * alpha(c.aim_defence[sideD], i, j, a, atk, sideA)
                        * c.defence_weapon[sideD, i, post_d]
                        * c.attack_target[sideA, j, post_a]
                        * c.defence_weapon_in[sideD, i, e]
                        * c.attack_target_in[sideA, j, e]
                    )

    def potential(u: int, enemies: list[int], side: int) -> list[float]:
        total = [0.0] * len(w.resources(u))
        for j in range(nmat[side]):
            for k in enemies:
                for i in range(ngg[1 - side]):
                    kills = K[i, j, k, u] * ERS[k][i]
                    total[j] += kills
                    for p in range(w.count(side, d.NPERS)):
                        total[nmat[side] + p] += kills * c.crews[side, p, i, j]
        return total

    out.ploss = {u: potential(u, def_, sideA) for u in atk}
    out.ploss |= {u: potential(u, atk, sideD) for u in def_}

    def average(shooters: list[int], targets: list[int], side: int) -> Any:
        matrix = np.zeros((ngg[side], ngg[1 - side]))
        for i in range(ngg[side]):
            total = sum(ERS[k][i] for k in shooters)
            for j in range(ngg[1 - side]):
                kills = sum(K[i, j, k, x] * ERS[k][i] for k in shooters for x in targets)
                matrix[i, j] = kills / total if total > 0 else 0.0
        return matrix

    out.A, out.D = average(atk, def_, sideA), average(def_, atk, sideD)
    al, va, vd = app(out.A, out.D, ngg[sideA], ngg[sideD])
    width = len(w.resources(atk[0]))
    out.vala = va + [0.0] * (width - len(va))
    out.vald = vd + [0.0] * (width - len(vd))

    def dot(x: list[float], y: list[float]) -> float:
        return sum(p * q for p, q in zip(x, y, strict=True))

    fgrd = sum(dot(ERS[u], out.vala) for u in atk)
    ggrd = sum(dot(ERS[u], out.vald) for u in def_)
    if al > 0:
        fr = fgrd / ggrd
    elif sum(sum(ERS[u][: ngg[sideA]]) for u in atk) <= 0:
        fr = 0.0
    elif sum(sum(ERS[u][: ngg[sideD]]) for u in def_) <= 0:
        fr = inf
    else:
        able = (bool((out.A > 0).any()), bool((out.D > 0).any()))
        fr = {(False, True): 0.0, (True, False): inf}.get(able, 1.0)

    def representative(units: list[int], post: Callable[[int], int], values: list[float]) -> int:
        total: dict[int, float] = {}
        for u in units:
            total[post(u)] = total.get(post(u), 0.0) + dot(ERS[u], values)
        return min(p for p in total if total[p] == max(total.values()))

    postA = representative(atk, attack_posture, out.vala)  # noqa: N806
    postD = representative(def_, w.posture, out.vald)  # noqa: N806
    scales = []
    for units, values, post, force in (
        (atk, out.vala, postA, fgrd),
        (def_, out.vald, postD, ggrd),
    ):
        delval = sum(dot(out.ploss[u], values) for u in units)
        temp = w.frdval(fr, post)
        scalar = temp / (delval / force) if temp >= 0 and delval > 0 else 1.0
        scales.append(scalar)
        for u in units:
            out.ploss[u] = [scalar * x for x in out.ploss[u]]
    TI = 1.0  # noqa: N806
    if defdepth > 0:
        TI = min(feba * depth + float(c.zone[e]), defdepth) / defdepth  # noqa: N806
    for u in atk + def_:
        out.ploss[u] = [TI * x for x in out.ploss[u]]
        everything = fr < 0.0001 if u in atk else fr > 10000
        out.loss[u] = [
            r if everything else min(p, f)
            for p, f, r in zip(out.ploss[u], inv[u], w.resources(u), strict=True)
        ]

    # 5.2
    nframe = float(clock[d.CYCLE] / clock[d.FRAME])
    fair = gair = 0.0
    frga = fr
    if al > 0:
        cas = w.state.close[row]
        fair = sum(cas[sideD, j] / nframe * out.vald[j] for j in range(ngg[sideD])) / al
        gair = sum(cas[sideA, j] / nframe * out.vala[j] for j in range(ngg[sideA])) / al
        frga = (fgrd + fair) / (ggrd + gair)
    speed = w.vfeba(frga, postA, postD, sideA)
    after = min(max(feba + speed * tframe / depth, 0.0), 1.0)
    for u in def_:
        out.tentry[u] = float(w.state.units.entry[u]) + (tframe if after > feba else 0.0)
    out.figures = {
        "feba": after,
        "fgrd": fgrd,
        "ggrd": ggrd,
        "fair": fair,
        "gair": gair,
        "FRGRD": fr,
        "FRGA": frga,
        "alpha": al,
        "front": front,
        "defdepth": defdepth,
        "TI": TI,
        "scalarA": scales[0],
        "scalarD": scales[1],
        "speed": speed,
        "postA": postA,
        "postD": postD,
    }
    return out
