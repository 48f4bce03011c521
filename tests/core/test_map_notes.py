"""What is told of a map: what is only drawn, and where bridges are."""

from __future__ import annotations

from typing import Any

from hexfront.core.map_notes import map_notes
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario


def notes(system_name: str, document: dict[str, Any], role: str) -> list[str]:
    layers = find_system(system_name).scenarios.map_layers
    assert layers is not None
    return map_notes(layers({role: document}), document)


def test_what_no_rule_reads_is_told() -> None:
    terrain: dict[str, Any] = {
        "drawing": {
            "heights": {"0101": 2},
            "rivers": [{"sides": [["0101", "0201"], ["0101", "0102"]]}, {"path": ["0301", "0302"]}],
            "roads": [
                {"path": ["0201", "0101", "0102"]},
                {"kind": "rail", "path": ["0301", "0302"]},
            ],
        }
    }
    assert notes("brigade", terrain, "terrain") == [
        "only drawn, no rule reads it: heights of 1 hex, rivers along sides (1), "
        "rivers through hexes (1), roads (2)",
        "drawn bridges, which no rule reads, where a way crosses a river: "
        "2 (0101 and 0102, 0101 and 0201)",
    ]
    assert notes("brigade", {"drawing": {}}, "terrain") == []


def test_bridges_that_rules_read_are_told_as_such() -> None:
    document = load_scenario(find_system("malaya")).document["map"]
    (told,) = notes("malaya", document, "map")
    assert told.startswith("bridges, where a way crosses a river: 37 (0408 and 0509, ")
    assert told.endswith(", …)")
