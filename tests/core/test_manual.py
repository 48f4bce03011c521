"""Manuals: parts, diagrams and tables fit the rulebook and the scenarios that they speak of."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.core.manual import load_manual
from hexfront.core.registry import find_system, system_names
from hexfront.core.rulebook import load_rulebook
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.server.pages.diagrams import diagram_svg
from hexfront.server.pages.manual import manual_page
from tests.core.table.test_glossary import BOOK


@pytest.mark.parametrize("name", system_names())
def test_a_manual_fits_its_rulebook(name: str) -> None:
    system = find_system(name)
    manual, clauses = load_manual(system.folder), list(load_rulebook(system.folder).by_id)
    firsts = [clauses.index(part.first) for part in manual.parts]
    assert firsts[0] == 0
    assert firsts == sorted(firsts)
    for number in range(1, len(manual.diagrams) + 1):
        assert diagram_svg(name, number, False).count("<text") > 3
    assert system.playing.tables is not None
    for scenario in scenario_names(system):
        for table in system.playing.tables(load_scenario(system, scenario)):
            assert table.clause in clauses
            assert {len(row.cells) for row in table.rows} == {len(table.columns)}
            assert len(table.keys) in (0, len(table.columns))


def test_the_page_has_every_clause_and_escapes_words() -> None:
    page = manual_page("brigade")
    for clause in load_rulebook(find_system("brigade").folder).clauses:
        assert f'<article id="{clause.id}">' in page
    assert '<a href="#BRG-24">BRG-24</a>' in page
    assert "<td>DR</td>" in page
    assert "player&#x27;s" in page
    assert "style=" not in page  # the content security policy allows none


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[[part]]\ntitle = "A"\nfirst = "SML-9"', "part 1 /first"),
        ('[[part]]\ntitle = "A"', "part 1"),
        ('[[diagram]]\nclause = "SML-1"\ncaption = "A"\nscenario = "a"\noverlay = 1', "/overlay"),
        ("summary = 3", "summary"),
        ("more = 3", "more"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, text: str, place: str) -> None:
    (tmp_path / "rulebook.toml").write_text(BOOK)
    (tmp_path / "manual.toml").write_text(text)
    with pytest.raises(InputError) as raised:
        load_manual(tmp_path)
    assert place in str(raised.value)
