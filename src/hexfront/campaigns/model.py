"""The form of a campaign file, and the campaigns that ship with a system."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from hexfront.core.contract import Scenario
from hexfront.core.documents.strictjson import Json, parse_json, write_json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError
from hexfront.core.force_list import Force, ForcesForm
from hexfront.core.packs import CAMPAIGNS, MANIFEST, MARK, installed_campaigns
from hexfront.core.registry import find_system
from hexfront.core.scenario import (
    Reading,
    check_model,
    documents_in,
    known_scenarios,
    load_scenario,
)
from hexfront.core.system import System
from hexfront.mechanics.file_model import Items, Line, Model, Slug

FORMAT: Final = "hexfront-campaign/1"
FOLDER: Final = CAMPAIGNS
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
    """One of the same pack, or one that ships with the system."""
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
    name: str
    """By which it is chosen: `PACK:CAMPAIGN` where it is from a pack."""

    @property
    def side(self) -> int:
        """The number of the player's side."""
        sides = self.system.rules(self.scenarios[self.file.battle[0].name]).sides
        return sides.index(self.file.side)


def frozen(campaign: LoadedCampaign) -> Json:
    """A campaign with the scenarios of its battles as one document, which needs no file."""
    scenarios = {battle: scenario.document for battle, scenario in campaign.scenarios.items()}
    file = campaign.file.model_dump(mode="json", exclude_none=True)
    return {"name": campaign.name, "file": file, "scenarios": scenarios}


def thawed(system_name: str, document: Json) -> LoadedCampaign:
    """A campaign from its document, whatever has become of its files since.

    Errors: `InputError` where the rules that play it now refuse it.
    """
    return _thawed(system_name, write_json(document))


@lru_cache(maxsize=32)
def _thawed(system_name: str, text: str) -> LoadedCampaign:
    system, document = find_system(system_name), parse_json(text, "campaign")
    place = f"campaign {document['name']}, as it was begun"
    file = check_model(Campaign, document["file"], place)
    scenarios = {
        battle: system.scenarios.load(scenario, None, f"{place}: {battle}")
        for battle, scenario in document["scenarios"].items()
    }
    if system.scenarios.forces_form is None:
        raise InputError.at(place, system_name, "a system whose forces can be changed")
    form = system.scenarios.forces_form()
    return LoadedCampaign(file, system, form, scenarios, document["name"])


def campaign_names(system: System) -> list[str]:
    """The campaigns that ship with a system, then those of installed packs."""
    return [*documents_in(system.folder / "data" / FOLDER), *installed_campaigns(system.name)]


def load_campaign(system_name: str, name: str) -> LoadedCampaign:
    """A campaign that ships with a system, or one of an installed pack, `PACK:CAMPAIGN`.

    Errors: `InputError` with every problem of its file.
    """
    system = find_system(system_name)
    shipped, installed = (
        documents_in(system.folder / "data" / FOLDER),
        installed_campaigns(system_name),
    )
    if name in shipped:
        return _kept_in_memory(system_name, name, shipped[name], None, 0)
    if name not in installed:
        known = ", ".join([*shipped, *installed]) or "none, as this system has no campaigns"
        raise InputError.at("campaign", name, f"one of: {known}")
    folder = installed[name].parents[1]
    try:
        installed_at = (folder / MANIFEST).stat().st_mtime_ns
    except OSError:
        raise InputError.at("campaign", name, "one of a pack that is installed") from None
    return _kept_in_memory(system_name, name, installed[name], folder, installed_at)


@lru_cache(maxsize=32)
def _kept_in_memory(
    system: str, name: str, path: Path, pack: Path | None, installed_at: int
) -> LoadedCampaign:
    """A campaign; of a pack that is replaced it is read anew."""
    return read_campaign(find_system(system), path, pack, name)


def read_campaign(
    system: System, path: Path, pack: Path | None = None, name: str = "", place: str = ""
) -> LoadedCampaign:
    """A campaign from its file.

    Args:
        system: that it must be for.
        path: of the file.
        pack: the folder of the pack that it lies in; None for a campaign without one.
        name: by which it is chosen, where that is not its own.
        place: of the file in errors, where that is not its path.

    Errors: `InputError` with every problem of it.
    """
    place = place or str(path)
    file = check_model(Campaign, read_document(path), place)
    reading = Reading()
    _check_names(file, place, reading)
    if file.system != system.name:
        reading.report(f"{place}: /system", file.system, system.name)
    if system.scenarios.forces_form is None:
        reading.report(f"{place}: /system", file.system, "a system whose forces can be changed")
        return reading.finish(None)
    form = system.scenarios.forces_form()
    scenarios, battles = {}, []
    for number, battle in enumerate(file.battle):
        at = f"{place}: /battle/{number}/scenario"
        own = _in_pack(pack, battle.scenario)
        if own is None and battle.scenario not in known_scenarios(system):
            expected = f"a scenario of the pack, or one of: {', '.join(known_scenarios(system))}"
            reading.report(at, battle.scenario, expected)
            continue
        try:
            scenario = load_scenario(system, own or battle.scenario)
        except InputError as error:
            reading.report(at, battle.scenario, f"a scenario of {system.name}: {error}")
            continue
        scenarios[battle.name] = scenario
        # As others call it, such as the page that draws its picture.
        known = f"{pack.name}{MARK}{battle.scenario}" if pack and own else battle.scenario
        battles.append(battle.model_copy(update={"scenario": known}))
        _check_forces(file, form.read(scenario), at, battle.scenario, reading)
    reading.finish(file)
    file = file.model_copy(update={"battle": tuple(battles)})
    return LoadedCampaign(file, system, form, scenarios, name or file.name)


def _in_pack(pack: Path | None, scenario: str) -> Path | None:
    """The file of a scenario in a pack; None where it has none of the name."""
    return documents_in(pack).get(scenario) if pack else None


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
