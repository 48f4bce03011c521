"""The war of Varnland is what its script makes, and uses what the manual offers."""

from __future__ import annotations

from benchmarks.varnland import __main__ as varnland
from benchmarks.varnland.country import CELLS, make_country, neighbours

from hexfront.core.scenario import load_scenario
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules


def test_the_shipped_file_is_what_the_script_makes() -> None:
    assert varnland.OUT.read_text(encoding="utf-8") == varnland.text()


def test_the_country_hangs_together() -> None:
    """At least 300 cells, each of which can be reached, and towns of which none lies in a lake."""
    country = make_country()
    assert len(country.environment) >= 300
    assert set(country.towns) <= set(country.environment)
    assert len(country.lakes) == len(CELLS) - len(country.environment)
    reached, todo = {CELLS[20]}, [CELLS[20]]
    while todo:
        for other in set(neighbours(todo.pop())) & set(country.environment) - reached:
            reached.add(other)
            todo.append(other)
    assert reached == set(country.environment)
    assert {barrier for _, barrier in country.links.values()} >= {"river", "stream", "river bridge"}


def test_what_the_manual_offers_is_used() -> None:
    rules = SYSTEM.rules(load_scenario(SYSTEM, "varnland"))
    assert isinstance(rules, IdahexRules)
    war = rules.scenario.file.war
    assert war is not None
    assert war.postures.by_air
    assert war.postures.transfer
    assert war.map.changes
    for side in (war.red, war.blue):
        assert side.air_defence
        assert side.transport
        assert side.load_classes == 2
        assert side.air.aircraft
    assert {kind.transport_class for kind in war.types} == {0, 1, 2}
    assert any(unit.posture == "inactive" for unit in war.units)
