"""What a unit does, when that changes and why then, what it holds and uses up (IDX-3, IDX-7)."""

from __future__ import annotations

from collections.abc import Iterator

from hexfront.core.contract import Figure
from hexfront.core.documents.strictjson import Json
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.knowledge.overlays.delay import DelayFigures, status_words
from hexfront.systems.idahex.knowledge.overlays.figures import NOT_TOLD, datum, figure, row, table
from hexfront.systems.idahex.rules.combat.involvement import involve, is_passenger
from hexfront.systems.idahex.rules.maneuver.sequencing import plan
from hexfront.systems.idahex.rules.supply.supplies import fighting_demand, idle_demand
from hexfront.systems.idahex.scenario import design as d
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.setting import Setting


class UnitFigures:
    """The figures of one unit, from what a view tells."""

    def __init__(self, setting: Setting, facts: dict[str, Json], unit: int) -> None:
        self.setting, self.design, self.unit = setting, setting.design, unit
        self.state = reconstruct(setting, facts)
        self.own = any(unit in own["rows"] for own in facts["own"].values())
        self.side = int(self.state.units.side[unit])
        self.kind = int(self.state.units.kind[unit])
        self.counts = self.design.forces.counts[self.side]

    def figures(self) -> Iterator[Figure]:
        """Status, task force, next status, stocks, consumption."""
        place, posture, objective = s.status_of(self.state, self.unit)
        yield figure("Now", status_words(place, posture, objective), "IDX-2.2.1")
        if not self.own:
            yield figure("Mission, and when its status changes", NOT_TOLD, "IDX-8")
            yield self.planned()
            return
        yield figure(
            "In its posture since",
            self.state.units.entry[self.unit],
            "IDX-3.3.6",
            "tentry; while a FEBA advances nobody digs in further",
            unit=self.setting.names.time,
        )
        yield from self.mission()
        yield self.stocks()
        yield self.consumption()

    def resource(self, resource: int) -> str:
        """The name of a type."""
        return self.setting.names.resources[self.side][resource]

    def planned(self) -> Figure:
        """What an enemy is planned to hold; what it holds is its own affair."""
        rows = []
        for item in range(int(self.counts[d.NRS])):
            toe = self.design.forces.toe[self.kind, item]
            cells = (figure("held", NOT_TOLD, "IDX-8"), self.toe(item))
            if toe > 0.0:
                rows.append(row(self.resource(item), cells))
        return table("Stocks", ("held", "toe"), rows, "IDX-2.2.2")

    def toe(self, item: int) -> Figure:
        """The establishment of a type."""
        return datum(self.design.forces.toe[self.kind, item], "toe", self.kind + 1, item + 1)

    def mission(self) -> Iterator[Figure]:
        """The task force, its orders, and its next status."""
        force = int(self.state.units.force[self.unit])
        if force == s.NONE:
            yield figure("Mission", "none", "IDX-4.1")
            return
        reading = DelayFigures(self.setting, self.state, force)
        members = ", ".join(reading.name(unit) for unit in reading.members())
        mode = int(self.state.forces.mode[force])
        stacked = f"; stacked, transport mode {mode}" if mode else ""
        orders = []
        for number in range(int(self.state.forces.length[force])):
            missions = self.state.missions
            aim, wanted = missions.aim[force, number], missions.wanted[force, number]
            start = float(missions.start[force, number])
            cells = (
                figure("cell", str(aim)),
                figure("posture", str(wanted), "IDX-2.2.1"),
                figure("not before", start, "IDX-3.1"),
            )
            orders.append(row(f"order {number + 1}", cells))
        columns = ("cell", "posture", "not before")
        yield figure(
            "Task force",
            members + stacked,
            "IDX-4.1",
            parts=(table("Mission", columns, orders, "IDX-4.1"),),
        )
        yield self.next_status(reading, force)

    def next_status(self, reading: DelayFigures, force: int) -> Figure:
        """The next status, when it comes, and the delay that says so."""
        plan(self.design.delays, self.state, force)
        place, posture, objective = s.next_status_of(self.state, force)
        due, begun = float(self.state.agenda[force, DUE]), float(self.state.waits.begun[force])
        unit = self.setting.names.time
        parts = (
            figure("Next", status_words(place, posture, objective), "IDX-3.1"),
            figure("The transition began", begun, "IDX-3.2", unit=unit),
            reading.next_status(),
        )
        formula = "began + delay; the delay with what there is now"
        return figure("Next status at", due, "IDX-3.2", formula, parts, unit)

    def stocks(self) -> Figure:
        """What it holds beside its establishment."""
        rows = []
        for item in range(int(self.counts[d.NRS])):
            held, toe = float(self.state.stock[self.unit, item]), self.toe(item)
            planned = float(self.design.forces.toe[self.kind, item])
            if held == 0.0 and planned == 0.0:
                continue
            ratio = 100 * held / planned if planned > 0.0 else None
            cells = (
                figure("held", held, "IDX-2.2.2"),
                toe,
                figure("held / toe", ratio, "IDX-2.2.2", unit="%"),
            )
            rows.append(row(self.resource(item), cells))
        return table("Stocks", ("held", "toe", "held / toe"), rows, "IDX-2.2.2")

    def consumption(self) -> Figure:
        """What it uses up in a unit of time as it stands, and how long stocks last (IDX-7)."""
        fights = fights_now(self.setting, self.state, self.unit)
        demand = demand_of(self.setting, self.state, self.unit)
        rows = []
        for supply in range(int(self.counts[d.NSS])):
            resource = int(self.counts[d.NEQ]) + supply
            held, rate = float(self.state.stock[self.unit, resource]), demand[supply]
            lasts = held / rate if rate > 0.0 else float("inf")
            cells = (
                figure("held", held, "IDX-2.2.2"),
                figure("used", rate, "IDX-7", "sum of rate · held", self.rates(supply, fights)),
                figure("lasts", lasts, "IDX-7", "held / used"),
            )
            rows.append(row(self.resource(resource), cells))
        words = "as it fights" if fights else "as it does not fight"
        time = self.setting.names.time
        columns = ("held", f"used a {time}", f"lasts, in {time}s")
        return table(f"Supplies, {words}", columns, rows, "IDX-7")

    def rates(self, supply: int, fights: bool) -> list[Figure]:
        """The rates at which each type of resource asks for supplies."""
        support, posture = self.design.support, int(self.state.units.posture[self.unit])
        number = -1
        if fights:
            number = int(support.table[self.side, posture - 20 if posture >= 40 else posture - 10])
        group = 1 if rides(self.setting, self.state, self.unit) else min(posture // 10, 3)
        found = []
        for item in range(int(self.counts[d.NRS])):
            held = self.state.stock[self.unit, item]
            words = f"{held:g} {self.resource(item)}, each"
            index = (supply + 1, item + 1)
            if number >= 0:
                rates = (
                    support.active[number, supply, item],
                    support.resting[number, supply, item],
                )
                for rate, name in zip(rates, ("ssvact", "ssvres"), strict=True):
                    kind = "involved" if name == "ssvact" else "not involved"
                    if rate > 0.0 and held > 0.0:
                        caption = f"{words} that is {kind}"
                        found.append(datum(rate, name, number + 1, *index, caption=caption))
            else:
                rate = support.idle[self.side, supply, item, group - 1]
                if rate > 0.0 and held > 0.0:
                    name = ("ssvncr", "ssvncb")[self.side]
                    found.append(datum(rate, name, *index, group, caption=words))
        return found


def rides(setting: Setting, state: s.State, unit: int) -> bool:
    """Whether a unit is carried by others (IDX-3.2.3.2)."""
    return bool(is_passenger(state.forces, setting.design.delays.unit_class, state.units, unit))


def fights_now(setting: Setting, state: s.State, unit: int) -> bool:
    """Whether a unit takes part in an engagement."""
    engaged = state.units.engagement[unit] != s.NONE
    return bool(engaged) and not rides(setting, state, unit)


def demand_of(setting: Setting, state: s.State, unit: int) -> list[float]:
    """What a unit demands of each type of supplies in a unit of time, as it stands (IDX-7)."""
    design, scratch = setting.design, setting.scratch
    if fights_now(setting, state, unit):
        row_of = int(state.units.engagement[unit])
        role = s.ATTACKERS if state.units.attacks[unit] else s.DEFENDERS
        first = int(state.engagements.heads[row_of, role])
        parts = (design.forces, design.support, design.combat.standard, design.delays.unit_class)
        involve(*parts, design.printed, state, scratch, first)
        fighting_demand(design, state, scratch, unit)
    else:
        idle_demand(design, state, scratch, unit, rides(setting, state, unit))
    supplies = int(design.forces.counts[state.units.side[unit], d.NSS])
    frame_time = float(design.area.clock[d.FRAME])
    return [float(scratch.potential[unit, supply]) / frame_time for supply in range(supplies)]


def supplies_last(setting: Setting, state: s.State, unit: int) -> list[tuple[str, float]]:
    """Each type of supplies that a unit uses, and how long what it holds lasts (IDX-7)."""
    side = int(state.units.side[unit])
    neq = int(setting.design.forces.counts[side, d.NEQ])
    return [
        (setting.names.resources[side][neq + supply], float(state.stock[unit, neq + supply]) / rate)
        for supply, rate in enumerate(demand_of(setting, state, unit))
        if rate > 0.0
    ]
