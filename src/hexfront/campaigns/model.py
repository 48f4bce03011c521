"""The form of a campaign file, and the campaigns that ship with a system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from hexfront.core.contract import Scenario
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError
from hexfront.core.force_list import Force, ForcesForm
from hexfront.core.registry import find_system
from hexfront.core.scenario import Reading, check_model, documents_in, load_scenario
from hexfront.core.system import System
from hexfront.mechanics.file_model import Items, Line, Model, Slug

FOLDER: Final = "campaigns"
"""In the data of a system."""
Text = Annotated[str, Field(min_length=1, max_length=4000)]
"""Paragraphs, with an empty line between two."""


class Experience(Model):
    """What battles that a unit has survived make of it."""

    figure: Slug
    """The number of a unit that grows, as its system calls it, such as `strength`."""
    step: int = Field(default=1, ge=1, le=99)
    """By how much, for each battle."""
    most: int = Field(ge=1, le=9)
    """Battles that count."""


class CampaignUnit(Model):
    """A unit of one's own that goes through the campaign."""

    name: Line
    """As in the scenarios."""
    title: Line
    """What it is, for people."""
    cost: int = Field(ge=1, le=99)
    """Points that raise it again after it was lost; its experience is gone."""


class Battle(Model):
    """One battle, its texts, and what follows."""

    name: Slug
    scenario: Line
    """One that ships with the system."""
    title: Line
    before: Text
    """The briefing."""
    won: Text
    lost: Text
    """What is told afterwards."""
    points_won: int = Field(default=0, ge=0, le=99)
    points_lost: int = Field(default=0, ge=0, le=99)
    """Points for replacements."""
    next_won: Slug
    next_lost: Slug
    """The name of a battle or of an ending."""


class Ending(Model):
    """How the campaign may end."""

    name: Slug
    title: Line
    text: Text
    victory: bool


class Campaign(Model):
    """A campaign: its units and battles; the first one opens it."""

    format: Literal["hexfront-campaign/1"]
    system: Slug
    name: Slug
    title: Line
    description: Text
    side: Slug
    """The side that the player has in all battles."""
    opponent: Line = "fair"
    """Who plays the others, unless one chooses: a level or an opponent by name."""
    points: int = Field(default=0, ge=0, le=99)
    """Points at the start."""
    experience: Experience
    unit: Items[CampaignUnit] = Field(min_length=1, max_length=40)
    battle: Items[Battle] = Field(min_length=1, max_length=40)
    ending: Items[Ending] = Field(min_length=1, max_length=10)
    broken: Slug
    """The ending where no unit is left and none can be raised."""

    @property
    def battles(self) -> dict[str, Battle]:
        """By name."""
        return {battle.name: battle for battle in self.battle}

    @property
    def endings(self) -> dict[str, Ending]:
        """By name."""
        return {ending.name: ending for ending in self.ending}

    @property
    def costs(self) -> dict[str, int]:
        """Of each unit, by name."""
        return {unit.name: unit.cost for unit in self.unit}


@dataclass(frozen=True)
class LoadedCampaign:
    """A campaign whose parts fit together, with what its battles are played on."""

    file: Campaign
    system: System
    forces_form: ForcesForm
    scenarios: Mapping[str, Scenario]
    """By name of the battle, as they ship."""

    @property
    def side(self) -> int:
        """The number of the player's side."""
        sides = self.system.rules(self.scenarios[self.file.battle[0].name]).sides
        return sides.index(self.file.side)


def campaign_names(system: System) -> list[str]:
    """The campaigns that ship with a system."""
    return [*documents_in(system.folder / "data" / FOLDER)]


@cache
def load_campaign(system_name: str, name: str) -> LoadedCampaign:
    """A campaign that ships with a system. Errors: `InputError` with every problem of its file."""
    system = find_system(system_name)
    files = documents_in(system.folder / "data" / FOLDER)
    if name not in files:
        known = ", ".join(files) or "none, as this system has no campaigns"
        raise InputError.at("campaign", name, f"one of: {known}")
    return read_campaign(system, files[name])


def read_campaign(system: System, path: Path) -> LoadedCampaign:
    """A campaign from its file. Errors: `InputError` with every problem of it."""
    file = check_model(Campaign, read_document(path), str(path))
    reading = Reading()
    _check_names(file, str(path), reading)
    if file.system != system.name:
        reading.report(f"{path}: /system", file.system, system.name)
    if system.scenarios.forces_form is None:
        reading.report(f"{path}: /system", file.system, "a system whose forces can be changed")
        return reading.finish(None)
    form = system.scenarios.forces_form()
    scenarios = {}
    for number, battle in enumerate(file.battle):
        place = f"{path}: /battle/{number}/scenario"
        try:
            scenario = load_scenario(system, battle.scenario)
        except InputError as error:
            reading.report(place, battle.scenario, f"a scenario of {system.name}: {error}")
            continue
        scenarios[battle.name] = scenario
        _check_forces(file, form.read(scenario), place, battle.scenario, reading)
    return reading.finish(LoadedCampaign(file, system, form, scenarios))


def _check_names(file: Campaign, place: str, reading: Reading) -> None:
    """Each name once, and what follows a battle known."""
    follow = [*file.battles, *file.endings]
    for part in ("unit", "battle", "ending"):
        entries: Any = getattr(file, part)
        names = [(f"{place}: /{part}/{i}/name", one.name) for i, one in enumerate(entries)]
        reading.once(names, "each name once")
    for number, battle in enumerate(file.battle):
        if battle.name in file.endings:
            reading.report(f"{place}: /battle/{number}/name", battle.name, "no ending's name")
        for key in ("next_won", "next_lost"):
            if getattr(battle, key) not in follow:
                where = f"{place}: /battle/{number}/{key}"
                reading.report(where, getattr(battle, key), f"one of: {', '.join(follow)}")
    if file.broken not in file.endings:
        reading.report(f"{place}: /broken", file.broken, f"one of: {', '.join(file.endings)}")


def _check_forces(file: Campaign, forces: Any, place: str, name: str, reading: Reading) -> None:
    """The side is there, and its units have the figure that grows."""
    own: dict[str, Force] = {force.name: force for force in forces}
    if file.side not in own:
        reading.report(place, name, f"a scenario with the side {file.side}")
        return
    units = [unit for unit in own[file.side].units if unit.name in file.costs]
    if not units:
        reading.report(place, name, f"a scenario with units of the campaign for {file.side}")
    for unit in units:
        if file.experience.figure not in unit.figures:
            expected = f"a scenario whose unit {unit.name} has a {file.experience.figure}"
            reading.report(place, name, expected)
