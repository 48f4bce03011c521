"""What the ring holds: spaces, quadrants, groups, cards (TKO-1, TKO-3, TKO-16)."""

from __future__ import annotations

from hexfront.core.map_layers import Documents, ItemList, MapLayers, part_of


def map_layers(documents: Documents) -> MapLayers:
    """The lists of which a ring is made; it has no hexes."""
    quadrant, group = (_first(documents, name) for name in ("quadrants", "groups"))
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


def _first(documents: Documents, name: str) -> str:
    """The name of the first of a list; empty where there is none."""
    found = part_of(documents.get("scenario"), name)
    names = [part_of(entry, "name") for entry in found] if isinstance(found, list) else []
    return next((one for one in names if isinstance(one, str)), "")
