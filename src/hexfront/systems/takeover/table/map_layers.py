"""What the ring holds: spaces, quadrants, groups, cards (TKO-1, TKO-3, TKO-16)."""

from __future__ import annotations

from hexfront.core.map_layers import Documents, ItemList, MapLayers


def map_layers(documents: Documents) -> MapLayers:
    """The lists of which a ring is made; it has no hexes."""
    scenario = documents.get("scenario") or {}
    quadrants = [entry.get("name") for entry in scenario.get("quadrants", []) if entry]
    groups = [entry.get("name") for entry in scenario.get("groups", []) if entry]
    quadrant, group = (names[0] if names else "" for names in (quadrants, groups))
    title = {"name": "new", "title": "New"}
    space = {**title, "quadrant": quadrant, "group": group, "price": 60, "income": 12}
    card = {**title, "infiltrates": [quadrant], "by_agents_from": [quadrant], "count": 1}
    return MapLayers(
        "scenario",
        lists=(
            ItemList("ring", "Spaces", "/ring", "/$defs/Space", "name", space,
                     "In the order in which one passes them (TKO-16)."),
            ItemList("quadrants", "Quadrants", "/quadrants", "/$defs/Quadrant", "", dict(title)),
            ItemList("groups", "Colour groups", "/groups", "/$defs/Group", "",
                     {**title, "colour": "#808080"}),
            ItemList("cards", "OPs cards", "/cards", "/$defs/Card", "", card),
            ItemList("players", "Seats", "/players", "/$defs/Player", "", dict(title)),
        ),
    )  # fmt: skip
