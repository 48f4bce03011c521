"""Forces as MSDL (Military Scenario Definition Language, SISO-STD-007, version 1), in and out."""

from __future__ import annotations

import uuid
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from hexfront.core.errors import InputError
from hexfront.core.force_list import Degrees, Force, ForceUnit
from hexfront.core.table.plurals import counted
from hexfront.exchange.forces.earth import from_gcc, from_mgrs, from_utm
from hexfront.exchange.forces.read_forces import ReadForces
from hexfront.exchange.forces.symbols import to_digits, to_letters, with_identity
from hexfront.exchange.safe_xml import Element, read_xml

SPACE: Final = "urn:sisostds:scenario:military:data:draft:msdl:1"
MODEL_ID: Final = "http://www.sisostds.org/schemas/modelID"
MAX_UNITS: Final = 20_000
_STANCES: Final = (("HO", "6"), ("AHO", "6"), ("SUS", "5"), ("NE", "4"), ("FR", "3"), ("AFR", "2"))
"""How the relationship to another side begins, and the identity in which that side is shown."""
_IDS: Final = uuid.UUID("5f0c3a52-3f3b-5d0e-9d55-6a3f6d1c7e10")
"""From which the handles of exported objects follow, so that the same forces give the same file."""


def import_msdl(path: Path) -> ReadForces:
    """The sides and units in a file. Errors: `InputError`."""
    root = read_xml(path)
    if root.tag != "MilitaryScenario":
        raise InputError.at(str(path), f"<{root.tag}>", "an element MilitaryScenario")
    reader = _Reader(root, str(path))
    return reader.read()


class _Reader:
    def __init__(self, root: Element, place: str) -> None:
        self.root, self.place = root, place
        self.sides = {
            _text(side, "ObjectHandle"): _text(side, "ForceSideName")
            for side in root.iterfind("ForceSides/ForceSide")
        }
        self.allegiance = {
            _text(side, "ObjectHandle"): _text(side, "AllegianceHandle")
            for side in root.iterfind("ForceSides/ForceSide")
        }
        first = root.find("ForceSides/ForceSide")
        self.stances = {
            _text(one, "AffiliateHandle"): _text(one, "Relationship").upper()
            for one in (() if first is None else first.iterfind("Associations/Association"))
        }
        self.identities = {side: self.identity(side) for side in self.sides}
        self.units = {
            _text(unit, "ObjectHandle"): unit for unit in root.iterfind("Organizations/Units/Unit")
        }
        self.lost: dict[str, int] = {}
        self.unplaced = 0

    def read(self) -> ReadForces:
        if not self.sides or not self.units:
            missing = "ForceSides" if not self.sides else "Organizations/Units"
            raise InputError.at(f"{self.place}: {missing}", "<nothing>", "at least one")
        if len(self.units) > MAX_UNITS:
            many = f"<{len(self.units)} units>"
            raise InputError.at(f"{self.place}: Units", many, f"at most {MAX_UNITS}")
        above = {handle: self.superior(unit) for handle, unit in self.units.items()}
        parents = set(above.values())
        found: dict[str, list[ForceUnit]] = {handle: [] for handle in self.sides}
        orphans = 0
        for handle, unit in self.units.items():
            side = self.side(handle, above)
            if side is None:
                orphans += 1
                continue
            over = self.units.get(above[handle])
            found[side].append(
                self.unit(unit, side, "" if over is None else _name(over), handle not in parents)
            )
        notes = [f"{words}: {counted(count, 'unit')}" for words, count in self.lost.items()]
        if orphans:
            notes.append(f"{counted(orphans, 'unit')} that belong to no side")
        equipment = len(self.root.findall("Organizations/Equipment/EquipmentItem"))
        if equipment:
            notes.append(f"{counted(equipment, 'piece')} of equipment")
        notes += [
            f"the part {part}"
            for part in ("Overlays", "Installations", "TacticalGraphics", "METOCGraphics")
            if len(self.root.findall(f"{part}/*"))
        ]
        forces = [
            Force(handle, self.sides[handle], tuple(units))
            for handle, units in found.items()
            if units
        ]
        title = _text(self.root, "ScenarioID/name")
        return ReadForces(title, forces, notes, self._loyal())

    def _loyal(self) -> dict[str, str]:
        """Sides that belong to another side."""
        return {
            side: lord
            for side, lord in self.allegiance.items()
            if lord and lord != side and lord in self.sides
        }

    def identity(self, side: str) -> str:
        """The digit of a side's identity, for units whose codes leave it open.

        The first side is friendly; the others are what it says of them, or of those that they
        belong to, and hostile where it says nothing.
        """
        first = next(iter(self.sides))
        for _ in range(60):
            if side == first:
                return "3"
            if (stance := self.stances.get(side)) is not None:
                return next((d for word, d in _STANCES if stance.startswith(word)), "1")
            lord = self.allegiance.get(side, "")
            if lord == side or lord not in self.sides:
                break
            side = lord
        return "6"

    def superior(self, unit: Element) -> str:
        path = "Relations/ForceRelation/ForceRelationData/CommandRelation/CommandingSuperiorHandle"
        return _text(unit, path)

    def side(self, handle: str, above: dict[str, str]) -> str | None:
        """The side of a unit, or of those above it, however often they go round in a circle."""
        for _ in range(60):
            unit = self.units.get(handle)
            if unit is None:
                return None
            path = "Relations/ForceRelation/ForceRelationData/ForceSideHandle"
            if (side := _text(unit, path)) in self.sides:
                return side
            handle = above[handle]
        return None

    def unit(self, unit: Element, side: str, above: str, leaf: bool) -> ForceUnit:
        symbol = _text(unit, "SymbolIdentifier")
        code, lost = to_digits(symbol)
        if symbol[1:2] in ("", "-", "*"):
            code = with_identity(code, self.identities[side])
        for words in lost.split(", ") if lost else ():
            key = f"of symbols {words}"
            self.lost[key] = self.lost.get(key, 0) + 1
        return ForceUnit(_name(unit), side, code, above, at=self.location(unit), leaf=leaf)

    def location(self, unit: Element) -> Degrees | None:
        data = unit.find("Disposition/Location/CoordinateData")
        if data is None:
            return None
        try:
            found = _degrees(data)
        except (ValueError, OverflowError):
            found = None
        if found is None:
            self.lost["a place that cannot be read"] = (
                self.lost.get("a place that cannot be read", 0) + 1
            )
        return found


def _degrees(data: Element) -> Degrees | None:
    """Longitude and latitude. `ValueError` for what is none."""

    def number(path: str) -> float:
        return float(_text(data, path))

    if data.find("GDC") is not None:
        found = number("GDC/Longitude"), number("GDC/Latitude")
    elif data.find("GCC") is not None:
        found = from_gcc(number("GCC/X"), number("GCC/Y"), number("GCC/Z"))
    elif data.find("UTM") is not None:
        zone = _text(data, "UTM/UTMGridZone")
        east, north = number("UTM/UTMEasting"), number("UTM/UTMNorthing")
        found = from_utm(int(zone[:-1]), zone[-1:].upper(), east, north)
    elif data.find("MGRS") is not None:
        zone, square = _text(data, "MGRS/MGRSGridZone"), _text(data, "MGRS/MGRSGridSquare")
        east, north = number("MGRS/MGRSEasting"), number("MGRS/MGRSNorthing")
        found = from_mgrs(int(zone[:-1]), zone[-1:].upper(), square.upper(), east, north)
    else:
        return None
    sound = -180 <= found[0] <= 180 and -90 <= found[1] <= 90
    return found if sound else None


def _text(element: Element, path: str) -> str:
    return (element.findtext(path) or "").strip()[:200]


def _name(unit: Element) -> str:
    return _text(unit, "Name") or _text(unit, "UnitSymbolModifiers/UniqueDesignation") or "unit"


# ---- writing


def export_msdl(
    title: str, forces: Sequence[Force], degrees: Callable[[str], Degrees | None]
) -> tuple[str, list[str]]:
    """Forces as MSDL, and what it cannot say.

    Args:
        title: of the scenario.
        forces: the sides; the first is the friendly one.
        degrees: (number of a hex) -> where its centre lies on the earth; None for nowhere.
    """
    root = ET.Element("MilitaryScenario", {"xmlns": SPACE, "xmlns:modelID": MODEL_ID})
    about = ET.SubElement(root, "ScenarioID")
    for key, value in (
        ("name", title),
        ("type", "SCENARIO"),
        ("version", "1"),
        ("modificationDate", "2000-01-01"),
        ("securityClassification", "Unclassified"),
        ("description", f"{title}, written by Hexfront"),
    ):
        ET.SubElement(about, f"modelID:{key}").text = value
    contact = ET.SubElement(about, "modelID:poc")
    ET.SubElement(contact, "modelID:pocType").text = "none"
    ET.SubElement(ET.SubElement(root, "Options"), "MSDLVersion").text = "MSDL Standard Nov 2008"
    sides = ET.SubElement(root, "ForceSides")
    for force in forces:
        _write_side(sides, force, forces)
    units = ET.SubElement(ET.SubElement(root, "Organizations"), "Units")
    lost: dict[str, int] = {}
    for force in forces:
        formations = dict.fromkeys(unit.above for unit in force.units if unit.above)
        for name in formations:
            identity = force.units[0].sidc[3]
            letters, _ = to_letters(f"100{identity}1000000000000000")
            made = _write_unit(units, name, letters, _handle(force, f"formation {name}"))
            _belongs(made, "FORCE_SIDE", "ForceSideHandle", _handle(force))
        for unit in force.units:
            letters, words = to_letters(unit.sidc)
            for word in words.split(", ") if words else ():
                lost[f"of symbols {word}"] = lost.get(f"of symbols {word}", 0) + 1
            made = _write_unit(units, unit.name, letters, _handle(force, f"unit {unit.name}"))
            place = unit.at or degrees(unit.hex)
            if place is not None:
                _locate(made, place)
            elif unit.hex:
                lost["the hex, as the map lies nowhere on the earth"] = (
                    lost.get("the hex, as the map lies nowhere on the earth", 0) + 1
                )
            if unit.above:
                _commanded(made, _handle(force, f"formation {unit.above}"))
            else:
                _belongs(made, "FORCE_SIDE", "ForceSideHandle", _handle(force))
            if unit.figures:
                lost["figures, such as strength"] = lost.get("figures, such as strength", 0) + 1
    ET.indent(root)
    text = ET.tostring(root, encoding="unicode")
    notes = [f"{words}: {counted(count, 'unit')}" for words, count in lost.items()]
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n', notes


def _handle(force: Force, what: str = "side") -> str:
    return str(uuid.uuid5(_IDS, f"{force.name}\n{what}"))


def _write_side(sides: Element, force: Force, forces: Sequence[Force]) -> None:
    made = ET.SubElement(sides, "ForceSide")
    ET.SubElement(made, "ObjectHandle").text = _handle(force)
    ET.SubElement(made, "ForceSideName").text = force.title
    ET.SubElement(made, "AllegianceHandle").text = _handle(force)
    others = ET.SubElement(made, "Associations")
    for other in forces:
        if other.name != force.name:
            association = ET.SubElement(others, "Association")
            ET.SubElement(association, "AffiliateHandle").text = _handle(other)
            ET.SubElement(association, "Relationship").text = "HO"


def _write_unit(units: Element, name: str, letters: str, handle: str) -> Element:
    made = ET.SubElement(units, "Unit")
    ET.SubElement(made, "ObjectHandle").text = handle
    ET.SubElement(made, "SymbolIdentifier").text = letters
    ET.SubElement(made, "Name").text = name
    return made


def _locate(unit: Element, place: Degrees) -> None:
    location = ET.SubElement(ET.SubElement(unit, "Disposition"), "Location")
    ET.SubElement(location, "CoordinateChoice").text = "GDC"
    data = ET.SubElement(ET.SubElement(location, "CoordinateData"), "GDC")
    ET.SubElement(data, "Latitude").text = f"{place[1]:.7f}"
    ET.SubElement(data, "Longitude").text = f"{place[0]:.7f}"
    ET.SubElement(data, "ElevationAGL").text = "0"


def _belongs(unit: Element, choice: str, tag: str, handle: str) -> None:
    relation = ET.SubElement(ET.SubElement(unit, "Relations"), "ForceRelation")
    ET.SubElement(relation, "ForceRelationChoice").text = choice
    ET.SubElement(ET.SubElement(relation, "ForceRelationData"), tag).text = handle


def _commanded(unit: Element, handle: str) -> None:
    relation = ET.SubElement(ET.SubElement(unit, "Relations"), "ForceRelation")
    ET.SubElement(relation, "ForceRelationChoice").text = "UNIT"
    data = ET.SubElement(relation, "ForceRelationData")
    command = ET.SubElement(data, "CommandRelation")
    ET.SubElement(command, "CommandingSuperiorHandle").text = handle
    ET.SubElement(command, "CommandRelationshipType").text = "ORGANIC"
