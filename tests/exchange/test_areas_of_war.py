"""IDAHEX's areas of war in files of Tiled: they come back as they were, and others become wars."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR
from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, Feature, GridMap, MapForm
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.editor.beginning import empty
from hexfront.editor.documents import load
from hexfront.exchange.maps.fitting import fit
from hexfront.exchange.maps.tiled_reading import import_tiled
from hexfront.exchange.maps.tiled_writing import export_tiled
from hexfront.exchange.table import Table
from hexfront.hex.coordinates import Offset

pytest.importorskip("defusedxml")
IDAHEX = find_system("idahex")


def form_of(scenario: str) -> MapForm:
    assert IDAHEX.scenarios.map_form is not None
    within = IDAHEX.scenarios.map_form().within
    assert within is not None
    return within(load_scenario(IDAHEX, scenario))


def war(grid: GridMap, form: MapForm) -> Any:
    """The war that a map becomes, once its scenario was found sound."""
    document = form.draft(fit(grid, form, Table()).grid, "mine", "Mine")
    return IDAHEX.scenarios.load(document, None, "mine").document["war"]


@pytest.mark.parametrize("name", ["crossways", "varnland"])
def test_cells_routes_barriers_and_units_come_back(tmp_path: Path, name: str) -> None:
    scenario, form = load_scenario(IDAHEX, name), form_of(name)
    made = export_tiled(form.read(scenario), "tiles.png")
    (tmp_path / "map.tmx").write_text(made.tmx(), "utf-8")
    again = war(import_tiled(tmp_path / "map.tmx"), form)
    assert again["map"] == scenario.document["war"]["map"]
    assert again["units"] == scenario.document["war"]["units"]


def test_a_map_that_knows_no_war_becomes_one() -> None:
    """Its last row has cells in every rank; units are put where there is ground."""
    cells = {(c, r): Cell("forest" if c == 4 else "grass") for c in range(9) for r in range(5)}
    del cells[0, 0]
    grid = GridMap(
        Offset.ODD_Q, 9, 5, cells, [
            Feature("river", sides=(((4, 0), (5, 0)), ((4, 1), (5, 0)))),
            Feature("road", path=((3, 0), (4, 0), (5, 0))),
        ],
    )  # fmt: skip
    form = form_of("crossways")
    made = war(grid, form)
    area = made["map"]
    assert (area["first_rank"], len(area["cells"])) == (7, 44)
    links = {tuple(link["cells"]): link for link in area["links"]}
    crossing = tuple(int(form.label(grid, spot)) for spot in ((4, 0), (5, 0)))
    assert (links[crossing]["route"], links[crossing]["barrier"]) == ("road", "river")
    assert {link["route"] for link in links.values()} == {"road", "track"}
    standing = {unit["cell"] for unit in made["units"]}
    assert standing <= {cell["number"] for cell in area["cells"]}
    assert len(standing) > 5


def test_types_that_no_cell_of_a_new_area_has_have_not_changed() -> None:
    scenario = load_scenario(IDAHEX, "first-war")
    size = {"columns": 9, "rows": 5}
    rules = IDAHEX.rules(load(IDAHEX, empty(IDAHEX, scenario, "An area", size)))
    assert len(rules.board()["terrain"]) > 3
    assert rules.view(rules.start(), SPECTATOR).terrain_overrides == {}


def test_cards_have_no_types_to_draw_with() -> None:
    with pytest.raises(InputError, match="expected a scenario whose war is by name"):
        form_of("sinai")
