"""`python -m benchmarks.varnland`: the scenario file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

from benchmarks.varnland.country import BORDER_RANK, COUNT, DEPTH, FIRST_RANK, make_country
from benchmarks.varnland.forces import side
from benchmarks.varnland.units import BLUE, FIRST_BLUE, RED, TYPES

from hexfront.core.documents.files import write_whole
from hexfront.core.hex_lists.shortening import shorten
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.deck.ranks import cell_number
from hexfront.systems.idahex.scenario.loader import hex_lists
from hexfront.systems.idahex.warfile.toml import write_toml

OUT: Final = SYSTEM.folder / "data" / "scenarios" / "varnland.toml"
HEAD: Final = (
    "# Made by `python -m benchmarks.varnland`; why each figure is what it is:\n"
    "# docs/systems/idahex-varnland.md.\n"
)
GROUND: Final = ("plain", "hills", "woods", "marsh", "mountains", "town")
"""What the map is drawn with."""


def text() -> str:
    """The scenario file."""
    made = document()
    return HEAD + write_toml(shorten(made, hex_lists(made)))


def document() -> dict[str, Any]:
    """The scenario."""
    country = make_country()
    return {
        "format": "hexfront-idahex/1",
        "system": "idahex",
        "name": "varnland",
        "title": "Varnland: a corps defends a river",
        "description": DESCRIPTION,
        "time": "day",
        "distance": "km",
        "ground": {
            "towns": {str(cell): name for cell, name in country.towns.items()},
            "water": [{"area": [[list(spot) for spot in shore]]} for shore in country.lakes],
        },
        "war": {
            "first_blue_unit": FIRST_BLUE,
            # Frames of three hours, commands every six, air strikes and weather every twelve
            "clock": {
                "start": 0,
                "end": 7,
                "frame": 0.125,
                "period": 0.25,
                "cycle": 0.5,
                "caught_within": 0.05,
            },
            "map": _map(country),
            "postures": {
                "hold": 3,
                "disengagement": 1,
                "movement": 3,
                "attack": 2,
                "transfer": 11,
                "by_air": [32],
                "delays": {
                    "hold": {
                        "10": {"11": 0.1, "12": 0.02},
                        "11": {"10": 0.05, "12": 0.05},
                        "12": {"10": 0.1, "11": 0.1},
                    },
                    "movement": {"30": {"31": 0.02}, "31": {"30": 0.06}},
                    "attack": {"40": {"41": 0.0}, "41": {"40": 0.0}},
                },
            },
            "red": side("red", 1),
            "blue": side("blue", 5),
            "types": list(TYPES),
            "units": [*_units(RED, 1), *_units(BLUE, FIRST_BLUE)],
            "combat": COMBAT,
        },
    }


DESCRIPTION: Final = (
    "Seven days of a modern corps war in a country that never was. Red, three divisions and a"
    " fourth behind them, attacks over the border against a covering force, then has to get "
    "across the Varn; Blue has six brigades behind the river, two of cavalry before it, and a"
    " division on its way. Whoever owns more of Varnland in the end has won. Days and nights,"
    " rain on the third day, bridges that are blown and built again, air strikes, air mobile "
    "troops, depots and replacements. Two evenings."
)
_HOLD: Final = [[0, 0.01], [0.5, 0.06], [1, 0.12], [2, 0.2], [4, 0.35], [50, 0.7]]
COMBAT: Final = {
    "penetration": 0.95,
    "attack_losses": {
        "40": [[0, 0.6], [0.5, 0.3], [1, 0.16], [2, 0.09], [4, 0.05], [50, 0.005]],
        "41": [[0, 0.8], [0.5, 0.4], [1, 0.22], [2, 0.12], [4, 0.07], [50, 0.01]],
    },
    "defence_losses": {
        "10": _HOLD,
        "11": [[x, min(0.95, round(1.6 * y, 3))] for x, y in _HOLD],
        "12": [[x, round(0.6 * y, 3)] for x, y in _HOLD],
        "20": [[x, round(0.6 * y, 3)] for x, y in _HOLD],
    },
    "attackers_block_retreat": True,
}
"""Fractions of value a day by force ratio."""


def _map(country: Any) -> dict[str, Any]:
    border = cell_number(BORDER_RANK, 0, FIRST_RANK) - 1
    return {
        "count": COUNT,
        "first_rank": FIRST_RANK,
        "depth": DEPTH,
        "border": {"up_to": border, "side": "red"},
        "environments": [
            {"name": "plain", "fire_reach": 3.0},
            {"name": "hills", "fire_reach": 2.5},
            {"name": "woods", "fire_reach": 1.0},
            {"name": "marsh", "fire_reach": 2.0},
            {"name": "mountains", "fire_reach": 1.5},
            {"name": "town", "fire_reach": 1.0},
            {"name": "plain at night", "fire_reach": 2.0},
            {"name": "hills at night", "fire_reach": 1.5},
        ],
        "basic_environments": [{"number": n, "name": name} for n, name in enumerate(GROUND, 1)],
        "routes": [{"name": "highway"}, {"name": "road"}, {"name": "track"}, {"name": "trail"}],
        "basic_routes": [
            {"number": n, "name": name}
            for n, name in enumerate(("highway", "road", "track", "trail"), 1)
        ],
        "barriers": [
            {"name": "river", "crossed_at": 2.0},
            {"name": "stream", "crossed_at": 0.5},
            {"name": "river bridge", "crossed_at": 1.0},
            {"name": "escarpment", "crossed_at": 1.5},
            {"name": "ford", "crossed_at": 1.5},
        ],
        "basic_barriers": [
            {"number": n, "name": name}
            for n, name in enumerate(("river", "stream", "river bridge", "escarpment"), 1)
        ],
        "cells": [
            {"number": cell, "environment": kind}
            for cell, kind in sorted(country.environment.items())
        ],
        "links": [
            {"cells": list(pair), "route": route, **({"barrier": barrier} if barrier else {})}
            for pair, (route, barrier) in sorted(country.links.items())
        ],
        "changes": CHANGES,
    }


_DAY: Final = {"plain": "plain", "hills": "hills"}
_NIGHT: Final = {"plain": "plain at night", "hills": "hills at night"}
CHANGES: Final = [
    {
        "cycle": cycle,
        "environments": _DAY if cycle % 2 else _NIGHT,
        # The bridges of the Varn are blown at first dusk, from the third day there are fords,
        # and from the fourth engineers have bridged it again.  It rains on the third day.
        **({"barriers": {"river bridge": "river"}} if cycle == 2 else {}),
        **(
            {"barriers": {"river bridge": "ford"}, "routes": {"track": "trail"}}
            if cycle == 5
            else {}
        ),
        **(
            {"barriers": {"river bridge": "river bridge"}, "routes": {"track": "track"}}
            if cycle == 7
            else {}
        ),
    }
    for cycle in range(1, 13)
]


def _units(rows: Any, first: int) -> list[dict[str, Any]]:
    made = []
    for number, (name, kind, (rank, row), since) in enumerate(rows, first):
        entry = {
            "number": number,
            "name": name,
            "type": kind,
            "cell": cell_number(rank, row, FIRST_RANK),
        }
        made.append(entry | ({"posture": "inactive"} if since is None else {"since": since}))
    return made


def main() -> None:
    """Write the file, or compare it with what is shipped."""
    made = text()
    if "--check" in sys.argv:
        sys.exit(
            0 if Path(OUT).read_text(encoding="utf-8") == made else f"{OUT} is not what this makes"
        )
    write_whole(OUT, made, "varnland")
    print(OUT)


if __name__ == "__main__":
    main()
