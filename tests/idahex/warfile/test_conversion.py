"""Wars by name: they say the same as decks of cards, and turn into them and back."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hexfront.core.contract import Step
from hexfront.core.documents.strictjson import parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.scenario import check_model, load_scenario
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.deck.decks import GameDesign, read_deck, write_deck
from hexfront.systems.idahex.deck.errata import followed
from hexfront.systems.idahex.deck.variables import VARIABLES
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.scenario.card_files import deck_to_toml, to_cards
from hexfront.systems.idahex.scenario.loader import load
from hexfront.systems.idahex.scenario.model import ScenarioFile
from hexfront.systems.idahex.table.language import CommandLanguage
from hexfront.systems.idahex.warfile.conversion import design_of, values_of_war, war_of_values
from hexfront.systems.idahex.warfile.guide import page
from hexfront.systems.idahex.warfile.model import War
from hexfront.systems.idahex.warfile.tables import FIELDS
from hexfront.systems.idahex.warfile.toml import write_toml
from tests.idahex.small_deck import small_deck, small_values
from tests.idahex.war_files import (
    EXAMPLE,
    GUIDE,
    ROOT,
    put,
    small_war,
    values_of,
)

# Both ways


@pytest.mark.clause("IDX-8")
@pytest.mark.parametrize("name", ["sinai", "small"])
def test_a_deck_turns_into_a_war_and_back(name: str) -> None:
    values = values_of(name)
    document = war_of_values(values)
    # Over the wire nothing keeps the order of keys
    received = parse_json(write_json(document), "wire")
    again = values_of_war(received, "x")
    assert {k for k in values if again[k] != values[k]} == set()
    assert again.keys() == values.keys()
    assert war_of_values(again) == document
    deck = read_deck(*write_deck(GameDesign(again)))
    assert deck.values == values


@pytest.mark.parametrize("name", ["sinai", "small"])
def test_toml_says_the_same(name: str) -> None:
    document = war_of_values(values_of(name))
    text = write_toml(document, War)
    assert tomllib.loads(text) == document
    assert values_of_war(tomllib.loads(text), "x") == values_of(name)
    assert "#   fire_reach: How far the fire of attackers reaches into the defence. Unit" in text
    assert "[katk] (IDX-G45)" in text
    assert text.count("[toe] (IDX-G23)") == 1


def test_a_deck_without_whole_parts_turns_into_a_war_and_back() -> None:
    values = small_values()
    values["nbarty"], values["bname"], values["bname0"] = 0, [], {}
    values["basic_bartype"] = dict.fromkeys(values["basic_bartype"], 0)
    for name in ("bdelay", "barier"):
        values[name] = [[[] for _ in rows] for rows in values[name]]
    values["febab"] = []
    values["nactyp"], values["nagwep"] = [0, 2], [0, 3]
    for name in ("kag", "fcagrp", "fcagre", "agload", "aagatk", "aagdef"):
        values[name][0] = []
    values["aagred"], values["dgpblu"] = [], [[]]
    values["envmap"], values["rtemap"], values["barmap"] = [], [], []
    values["basic_env"][6] = 2
    assert values_of_war(war_of_values(values), "x") == values


def test_names_that_a_deck_has_twice_or_not_at_all() -> None:
    values = small_values()
    values["rsname"][0][:4] = ["gun", "gun", "", "gun- 2"]
    values["ename"] = ["open", "open"]
    values["ename0"] = {1: "plain", 2: "plain"}
    values["rname0"] = {1: "7", 2: ""}
    document = war_of_values(values)
    names = [weapon["name"] for weapon in document["red"]["ground_weapons"]]
    assert names == ["gun", "gun 2", "resource 3", "gun-2"]
    assert document["map"]["cells"][0]["environment"] == 1
    assert document["map"]["changes"][0]["environments"] == {"3": "open 2"}
    assert values_of_war(document, "x") == values


def test_any_numbers_turn_into_a_war_and_back() -> None:
    chance = random.Random(3)
    for _ in range(5):
        values = small_values()
        for name in ("toe", "katk", "fckar", "fckdc", "aysize", "ssvact", "frdval.fatk", "prot"):
            values[name] = _shaken(values[name], chance)
        assert values_of_war(war_of_values(values), "x") == values


def _shaken(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict):
        return {key: _shaken(inner, chance) for key, inner in value.items()}
    if isinstance(value, list):
        return [_shaken(inner, chance) for inner in value]
    return chance.choice([0.0, 1.0, round(chance.random(), 4)])


# What a war tells of itself


def test_the_schema_tells_every_variable_with_its_group() -> None:
    text = json.dumps(ScenarioFile.model_json_schema())
    told = re.findall(r"\[([^\[\]]*)\] \((IDX-G[^)]*)\)", text)
    found = {name: groups for names, groups in told for name in names.split(", ")}
    assert found.keys() == VARIABLES.keys()
    for name, groups in found.items():
        for group in VARIABLES[name].groups:
            assert f"IDX-G{group}" in groups.split(", "), name


def test_the_schema_accepts_what_is_accepted() -> None:
    import jsonschema  # It compiles grammars when it is imported, which takes a second.

    schema = ScenarioFile.model_json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    document = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)
    document["war"]["clock"]["frame"] = "short"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema)


def test_every_table_is_told_in_the_model() -> None:
    for field in FIELDS:
        assert all(name in VARIABLES for name in field.variables)
    page_text = page()
    for name in VARIABLES:
        row = next(line for line in page_text.splitlines() if line.startswith(f"| `{name}` |"))
        assert row.split("|")[2].strip() not in ("", "``")


def test_the_page_of_variables_is_up_to_date() -> None:
    written = (ROOT / "docs" / "guides" / "idahex-variables.md").read_text(encoding="utf-8")
    command = "python -m hexfront.systems.idahex.warfile.guide docs/guides/idahex-variables.md"
    assert written == page(), f"write it anew: {command}"


# Scenarios


def test_a_scenario_may_hold_a_war() -> None:
    document = {
        "format": "hexfront-idahex/1",
        "system": "idahex",
        "name": "small",
        "title": "Small",
        "war": small_war(),
    }
    scenario = load(document, None, "x")
    assert scenario.game.values == small_values()
    again = load(parse_json(write_json(scenario.document), "x"), None, "y")
    assert again.document == scenario.document
    assert again.setting.names == scenario.setting.names
    assert scenario.setting.names.kinds == ("Type 1", "Type 2", "Type 3", "Type 4")
    assert scenario.setting.names.resources[1][-1] == "men"
    changed = (
        SYSTEM.scenarios.with_options(scenario, {"as_printed": "true"})
        if SYSTEM.scenarios.with_options
        else None
    )
    assert changed is not None
    assert changed.document["options"]["as_printed"] is True
    for extra, words in (
        ({"deck": "sinai"}, "expected a war or a deck, and not both"),
        ({"units": {"1": {"title": "x", "symbol": "1" * 20}}}, "units only with a deck"),
    ):
        with pytest.raises(InputError, match=words):
            load(document | extra, None, "x")
    del document["war"]
    with pytest.raises(InputError, match="a war or a deck"):
        load(document, None, "x")
    document["war"] = small_war()
    put("units", 0, "type", "x")(document["war"])  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"^x: /war/units/0/type: "):
        load(document, None, "x")


def test_the_first_war_is_what_its_guide_builds() -> None:
    text, _, _ = GUIDE.read_text(encoding="utf-8").partition("That is the whole file.")
    pieces = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert "\n".join(pieces) == EXAMPLE.read_text(encoding="utf-8")


def test_the_mistakes_in_the_guide_are_told_as_it_says() -> None:
    document = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    document["war"]["units"][0]["type"] = "Rifle divison"
    del document["war"]["red"]["kills"]["attack"]["tanks"]
    with pytest.raises(InputError) as caught:
        load(document, None, "first-war.toml")
    block = re.search(r"^```text\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
    assert block is not None
    shown = [line.removeprefix("error: ") for line in block[1].splitlines()]
    for line, problem in zip(shown, caught.value.problems, strict=True):
        assert str(problem).startswith(line.removesuffix("…"))


def test_the_snippets_of_the_guide_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").symlink_to(ROOT / "src")
    monkeypatch.chdir(tmp_path)
    text = GUIDE.read_text(encoding="utf-8")
    (play,) = re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(compile(play, "play", "exec"), {})
    lines = told.getvalue().splitlines()
    assert lines[0] == "day  1.00: fighting in cell 5"
    assert lines[-1] == "day 10.00: fighting in cell 9"


def test_the_first_war_goes_as_its_guide_says() -> None:
    """Red is across the river on the third day, and bleeds to death before the reserve."""
    assert _first_war({}) == ({1: 5, 2: 5, 3: 5}, 9)
    places, _ = _first_war({13: "5 hold"})
    assert places == {}


def _first_war(blue: dict[int, str]) -> tuple[dict[int, int], int]:
    """Where the Red units are on day 10 that are left, and the cell of the last engagement."""
    rules = IdahexRules(load_scenario(SYSTEM, EXAMPLE))  # type: ignore[arg-type]
    language, state, log = CommandLanguage(rules), rules.start(), EventLog()

    def command(side: int, text: str) -> None:
        offer = language.read(rules.view(state, side), text)
        assert offer is not None
        for order in offer.orders:
            rules.apply(state, Step(side, order), log)

    for side in (0, 1):
        command(side, "go")
    for unit in (1, 2, 3):
        command(0, f"mission {unit}: 5 hold, 9 hold")
    for unit, orders in blue.items():
        command(1, f"mission {unit}: {orders}")
    fought = 0
    while state.game.time < 10:
        for side in rules.decision(state).sides:
            command(side, "go")
        fought = int(state.engagements.cell.max(initial=0)) or fought
    units = state.units
    own = (units.side == 0) & (units.posture >= 10)
    return dict(zip(units.number[own].tolist(), units.place[own].tolist(), strict=True)), fought


def test_the_first_war_is_clean_and_turns_into_cards() -> None:
    scenario = load_scenario(SYSTEM, EXAMPLE)
    assert scenario.game.warnings == []  # type: ignore[attr-defined]
    deck = read_deck(*write_deck(scenario.game))  # type: ignore[attr-defined]
    assert deck.values == scenario.game.values  # type: ignore[attr-defined]
    assert deck.warnings == []


# Converting files


def test_a_deck_becomes_a_scenario_file(tmp_path: Path) -> None:
    first, second = small_deck()
    (tmp_path / "My Deck_1.50").write_text(first)
    (tmp_path / "My Deck_1.60").write_text(second)
    text = deck_to_toml(tmp_path / "My Deck_1.50", tmp_path / "My Deck_1.60")
    path = tmp_path / "mine.toml"
    path.write_text(text)
    scenario = load_scenario(SYSTEM, path)
    assert scenario.game.values == small_values()  # type: ignore[attr-defined]
    assert (scenario.name, scenario.title) == ("my-deck-1", "My Deck_1")
    assert to_cards(scenario) == tuple(  # type: ignore[arg-type]
        text.encode() for text in write_deck(GameDesign(small_values()))
    )


def test_what_fits_on_no_card_is_told(tmp_path: Path) -> None:
    document = tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))
    del document["war"]["red"]["transport"][0]["card"]
    scenario = load(document, None, "long")
    with pytest.raises(InputError, match=r"rsname.*'trucks', expected a name whose"):
        to_cards(scenario)


def test_a_design_says_how_it_was_read() -> None:
    design = design_of(check_model(War, small_war(), "x"), "x: ", as_printed=followed(True))
    assert design.as_printed
    document = small_war()
    document["red"]["front"].pop()
    design = design_of(check_model(War, document, "x"), "x: ")
    assert [w.place for w in design.warnings] == ["x: /red/front"]
