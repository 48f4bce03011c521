"""Matches that are short in every way, so that thousands of them can be simulated."""

from __future__ import annotations

from typing import Any

from hexfront.play.storage.records import SeatPlan

PERSON, MACHINE = SeatPlan("person"), SeatPlan("machine", "random")
SEATS = ((PERSON, PERSON), (PERSON, PERSON), (PERSON, MACHINE), (MACHINE, PERSON))
SEQUENCES = ("plotted", "igougo")

_CLEAR = {"id": 0, "name": "clear", "title": "Clear", "cost": 1, "art": "clear"}
_TOWN = {"id": 1, "name": "town", "title": "Town", "cost": 2, "town": True, "art": "town"}
_SIDC = "10061000151211020000"


def ford(sequence: str) -> Any:
    """A scenario of Brigade: two companies a side, sixteen hexes, four turns."""
    return {
        "format": "hexfront-scenario/1",
        "system": "brigade",
        "name": "ford",
        "title": "The ford",
        "sides": [
            {"name": "opfor", "title": "Opfor", "colour": "#b3392f"},
            {"name": "bluefor", "title": "Bluefor", "colour": "#2f62a8"},
        ],
        "turns": 4,
        "options": {"rules": "standard", "sequence": sequence},
        "objective": {"side": "opfor", "towns": 1},
        "units": [
            _unit("1", "opfor", "0101"),
            _unit("2", "opfor", "0102"),
            _unit("A", "bluefor", "0403"),
            _unit("B", "bluefor", "0404"),
        ],
        "terrain": {
            "format": "hexfront-terrain/1",
            "system": "brigade",
            "name": "ford",
            "title": "The ford",
            "layout": "flat",
            "columns": 4,
            "rows": 4,
            "types": [_CLEAR, _TOWN],
            "hexes": [_hex(column, row) for column in range(1, 5) for row in range(1, 5)],
        },
    }


def _unit(name: str, side: str, place: str) -> dict[str, Any]:
    figures = {"strength": 2, "movement": 2, "sidc": _SIDC}
    return {"name": name, "side": side, "hex": place, **figures}


def _hex(column: int, row: int) -> dict[str, Any]:
    label = f"{column:02}{row:02}"
    if (column, row) == (2, 3):
        return {"hex": label, "terrain": "town", "name": "Furt"}
    return {"hex": label, "terrain": "clear"}
