"""Every system describes the map of any draft, sound or not."""

from __future__ import annotations

import pytest

from hexfront.core.documents.strictjson import Json
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import known_scenarios
from hexfront.editor.beginning import forked
from hexfront.server.matches import scenario_named

BROKEN: tuple[Json, ...] = (None, [], {}, "text", 7, [3, None, {}], {"x": [1]})
PARTS = (
    *("terrain", "map", "war", "quadrants", "groups", "types", "columns", "edge", "seas"),
    *("hexes", "count", "environments", "routes", "first_rank"),
)


@pytest.mark.parametrize("name", system_names())
def test_layers_are_told_of_documents_that_are_broken(name: str) -> None:
    system = find_system(name)
    if system.scenarios.map_layers is None:
        pytest.skip("its maps cannot be drawn")
    drafts = [forked(system, scenario_named(system, one)) for one in known_scenarios(system)]
    documents = next(
        d for d in drafts if (found := system.scenarios.map_layers(d)).layers or found.lists
    )
    whole = system.scenarios.map_layers(documents)
    assert len({layer.name for layer in whole.layers}) == len(whole.layers)
    for role, document in documents.items():
        for broken in BROKEN:
            system.scenarios.map_layers({**documents, role: broken})
            for part in PARTS:
                inner = document.get("war", {}).get("map", {}) if part not in document else {}
                war = {"war": {"map": {**inner, part: broken}}} if inner else {part: broken}
                system.scenarios.map_layers({**documents, role: {**document, **war}})
