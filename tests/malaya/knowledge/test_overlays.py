"""What a viewer may ask of the map: reach (MAL-8), retreat (MAL-26)."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.core.contract import OverlayReading
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.scenario.loader import load
from hexfront.systems.malaya.scenario.state import Phase
from tests.malaya.small import Table, cw, document, jp


def asked(table: Table, *units: dict[str, Any], overlay: str, subject: str) -> OverlayReading:
    """The answer to an overlay in the situation of a table with these units."""
    rules = MalayaRules(load(document(*units), None, "small"))
    return rules.read_overlay(rules.view(table.state, 0), overlay, subject)


@pytest.mark.clause("MAL-8")
def test_a_fresh_turn_has_all_points_of_who_has_sailed() -> None:
    units = [jp("a", "0303"), cw("x", "0308")]
    table = Table(*units).go_to(Phase.MOVEMENT)
    table.set_unit("a", "supplied", 1)
    whole = asked(table, *units, overlay="reach", subject="a")
    assert "7 movement points" in whole.caption
    table.set_unit("a", "sailed", 1)
    assert asked(table, *units, overlay="reach", subject="a") == whole
    table.set_unit("a", "supplied", 0)
    poor = asked(table, *units, overlay="reach", subject="a")
    assert "3.5 movement points" in poor.caption
    assert set(poor.places) < set(whole.places)


@pytest.mark.clause("MAL-26")
def test_armour_retreats_when_infantry_has_taken_the_room() -> None:
    units = [
        jp("a", "0301"),
        cw("x", "0304", stacking=3),
        cw("t", "0304", arm="armour", stacking=1),
    ]
    units.append(cw("y", "0306", stacking=1))
    table = Table(*units).go_to(Phase.MOVEMENT)
    assert list(asked(table, *units, overlay="retreat", subject="x").places) == ["0306"]
    assert list(asked(table, *units, overlay="retreat", subject="t").places) == ["0307"]
