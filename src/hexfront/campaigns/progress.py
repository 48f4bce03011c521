"""How far a campaign has come, what each battle makes of it, and the forces of the next one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from hexfront.campaigns.model import Battle, Ending, LoadedCampaign
from hexfront.core.contract import UMPIRE, Rules, Scenario
from hexfront.core.errors import InputError


class UnitState(BaseModel):
    """A unit of the campaign, as it is between battles."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    name: str
    battles: int = 0
    """How many it has survived since it was raised."""
    lost: bool = False


class FoughtBattle(BaseModel):
    """A battle that is over."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    battle: str
    won: bool
    losses: list[str]
    """Names of own units."""
    match: str = ""
    """Its match in the store; empty where there is none."""


class Progress(BaseModel):
    """A campaign that is being played: plain data, which the store keeps as JSON."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    at: str
    """The battle that comes next, or the ending."""
    points: int = Field(ge=0)
    units: list[UnitState]
    fought: list[FoughtBattle] = []


def begin(campaign: LoadedCampaign) -> Progress:
    """A campaign at its start."""
    file = campaign.file
    units = [UnitState(name=unit.name) for unit in file.unit]
    return Progress(at=file.battle[0].name, points=file.points, units=units)


def battle_at(campaign: LoadedCampaign, progress: Progress) -> Battle | None:
    """The battle that comes next; None where the campaign is over."""
    return campaign.file.battles.get(progress.at)


def ending_at(campaign: LoadedCampaign, progress: Progress) -> Ending | None:
    """How the campaign has ended; None where it goes on."""
    return campaign.file.endings.get(progress.at)


def raise_again(campaign: LoadedCampaign, progress: Progress, names: Collection[str]) -> Progress:
    """Raise some units that were lost, for points. Errors: `InputError`."""
    lost = [unit.name for unit in progress.units if unit.lost]
    for name in names:
        if name not in lost:
            known = f"one of the units that were lost: {', '.join(lost) or 'none'}"
            raise InputError.at("units to raise", name, known)
    cost = sum(campaign.file.costs[name] for name in {*names})
    if cost > progress.points:
        raise InputError.at("units to raise", f"<{cost} points>", f"at most {progress.points}")
    units = [UnitState(name=unit.name) if unit.name in names else unit for unit in progress.units]
    return progress.model_copy(update={"units": units, "points": progress.points - cost})


def scenario_of_battle(campaign: LoadedCampaign, progress: Progress) -> Scenario:
    """The scenario of the next battle, with the player's units as they are now.

    Units of the campaign that were lost are left out, the others' figure has grown by their
    experience; all other units stand as the scenario has them. Errors: `InputError` where the
    campaign is over.
    """
    if (battle := battle_at(campaign, progress)) is None:
        raise InputError.at("campaign", f"<{progress.at}>", "a campaign that is not over")
    file, known = campaign.file, {unit.name: unit for unit in progress.units}
    scenario = campaign.scenarios[battle.name]
    forces = []
    for force in campaign.forces_form.read(scenario):
        units = []
        for unit in force.units:
            state = known.get(unit.name) if force.name == file.side else None
            if state is None:
                units.append(unit)
            elif not state.lost:
                figure = file.experience.figure
                grown = unit.figures[figure] + growth(campaign, state)
                units.append(replace(unit, figures={**unit.figures, figure: grown}))
        forces.append(replace(force, units=tuple(units)))
    document, _ = campaign.forces_form.put(scenario, forces)
    return campaign.system.scenarios.load(document, None, f"campaign {file.name}: {battle.name}")


def growth(campaign: LoadedCampaign, unit: UnitState) -> int:
    """What a unit's experience adds to its figure."""
    experience = campaign.file.experience
    return experience.step * min(unit.battles, experience.most)


def survivors(rules: Rules[Any], state: Any, side: int) -> set[str]:
    """The names of a side's units on the board."""
    counters = rules.view(state, UMPIRE).counters
    return {counter.name for counter in counters if counter.side == side and counter.place}


def conclude(
    campaign: LoadedCampaign,
    progress: Progress,
    winners: Sequence[int],
    alive: Collection[str],
    match: str = "",
) -> Progress:
    """What a battle makes of the campaign.

    Args:
        campaign: that is played.
        progress: before the battle, with all that was raised for it.
        winners: the sides that have won it.
        alive: the names of the player's units on the board at its end (`survivors`).
        match: the battle's match in the store.

    Errors: `InputError` where the campaign is over.
    """
    if (battle := battle_at(campaign, progress)) is None:
        raise InputError.at("campaign", f"<{progress.at}>", "a campaign that is not over")
    won = campaign.side in winners
    there = _taking_part(campaign, battle)
    units = []
    for unit in progress.units:
        fought = unit.name in there and not unit.lost
        fell = fought and unit.name not in alive
        survived = unit.battles + 1 if fought else unit.battles
        units.append(
            unit.model_copy(update={"lost": True, "battles": 0} if fell else {"battles": survived})
        )
    before = {unit.name for unit in progress.units if unit.lost}
    losses = [unit.name for unit in units if unit.lost and unit.name not in before]
    points = progress.points + (battle.points_won if won else battle.points_lost)
    fought_battle = FoughtBattle(battle=battle.name, won=won, losses=losses, match=match)
    after = Progress(
        at=battle.next_won if won else battle.next_lost,
        points=points,
        units=units,
        fought=[*progress.fought, fought_battle],
    )
    follows = battle_at(campaign, after)
    if follows is not None and _is_broken(campaign, follows, after):
        return after.model_copy(update={"at": campaign.file.broken})
    return after


def _taking_part(campaign: LoadedCampaign, battle: Battle) -> set[str]:
    """The units of the campaign that a battle's scenario has."""
    forces = campaign.forces_form.read(campaign.scenarios[battle.name])
    return {u.name for force in forces if force.name == campaign.file.side for u in force.units}


def _is_broken(campaign: LoadedCampaign, battle: Battle, progress: Progress) -> bool:
    """Whether no unit can take part in a battle, and none that could can be raised."""
    there = _taking_part(campaign, battle)
    costs = campaign.file.costs
    return not any(
        unit.name in there and (not unit.lost or costs[unit.name] <= progress.points)
        for unit in progress.units
    )


def usual_choice(campaign: LoadedCampaign, progress: Progress) -> list[str]:
    """Units that a plain player raises again: the dearest that the points allow, one by one."""
    chosen, points = [], progress.points
    costs = campaign.file.costs
    for unit in sorted(progress.units, key=lambda one: (-costs[one.name], one.name)):
        if unit.lost and costs[unit.name] <= points:
            chosen.append(unit.name)
            points -= costs[unit.name]
    return chosen
