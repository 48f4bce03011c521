"""Drafts on disk: history, undo, wrong versions, and a kill at any moment."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hexfront.core.documents import places
from hexfront.core.errors import InputError
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.map_layers import Size
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.editor import text as text_forms
from hexfront.editor.beginning import forked
from hexfront.editor.checks import Checker, check
from hexfront.editor.differences import differences
from hexfront.editor.documents import hex_lists, joined
from hexfront.editor.drafts import WHOLE_EVERY, DraftStore, Stale
from hexfront.editor.files import files_of, pack, save
from hexfront.editor.patches import Patch
from hexfront.editor.text import read_text, write_text
from hexfront.mechanics.drawing_layers import drawing_stores


@pytest.fixture
def store(tmp_path: Path) -> Iterator[DraftStore]:
    store = DraftStore(tmp_path)
    yield store
    store.close()


def title(text: str) -> dict[str, Patch]:
    return {"scenario": [{"op": "replace", "path": "/title", "value": text}]}


def begun(store: DraftStore) -> str:
    documents = {"scenario": {"title": "begun", "units": []}, "map": {"hexes": []}}
    return store.create("brigade", "A draft", documents, "Begun").id


def told(store: DraftStore, draft: str) -> str:
    return str(store.current(draft)[1]["scenario"]["title"])


def test_undo_and_redo_go_through_all_changes_and_nothing_is_lost(store: DraftStore) -> None:
    draft = begun(store)
    for number in range(1, 4):
        store.change(draft, number, f"Title {number}", title(str(number)))
    assert [told(store, draft), store.undo(draft, 4).title] == ["3", "Undo: Title 3"]
    assert [told(store, draft), store.undo(draft, 5).version] == ["2", 6]
    store.change(draft, 6, "Another", title("other"))
    with pytest.raises(InputError, match="newest change"):
        store.redo(draft, 7)
    # What was undone, and not done again, is still there.
    lost = next(node.node for node in store.history(draft) if node.title == "Title 3")
    assert store.go(draft, 7, lost).version == 8
    assert told(store, draft) == "3"
    store.undo(draft, 8)
    assert store.redo(draft, 9).title == "Redo: Title 3"
    assert [node.title for node in store.history(draft)] == [
        "Another", "Title 3", "Title 2", "Title 1", "Begun",
    ]  # fmt: skip


def test_a_long_history_is_gone_through_from_end_to_end_by_a_new_server(tmp_path: Path) -> None:
    store = DraftStore(tmp_path)
    draft = begun(store)
    changes = 2 * WHOLE_EVERY + 7
    for number in range(1, changes + 1):
        store.change(draft, number, f"Title {number}", title(str(number)))
    store.close()
    again = DraftStore(tmp_path)
    assert told(again, draft) == str(changes)
    again.go(draft, changes + 1, 0)
    assert told(again, draft) == "begun"
    again.go(draft, changes + 2, changes - 1)
    assert told(again, draft) == str(changes - 1)
    assert again.documents_at(draft, WHOLE_EVERY + 3)["scenario"]["title"] == str(WHOLE_EVERY + 3)
    again.close()


def test_a_change_from_an_old_version_is_refused_with_what_happened_since(
    store: DraftStore,
) -> None:
    draft = begun(store)
    store.change(draft, 1, "Mine", title("mine"))
    with pytest.raises(Stale) as caught:
        store.change(draft, 1, "Yours", title("yours"))
    assert (caught.value.version, caught.value.since) == (2, ["Mine"])
    assert told(store, draft) == "mine"


def test_a_change_with_a_key_is_made_once(store: DraftStore) -> None:
    draft = begun(store)
    made = [store.change(draft, 1, "Once", title("once"), "key-of-mine") for _ in range(2)]
    assert made[0] == made[1]
    assert store.draft(draft).version == 2
    with pytest.raises(Stale):
        store.change(draft, 1, "Another", title("other"), "another-key")


@pytest.mark.parametrize(
    "patches",
    [
        {"scenario": []},
        {"nothing": [{"op": "remove", "path": "/title"}]},
        {"scenario": [{"op": "remove", "path": "/nothing"}]},
        {"scenario": [{"op": "replace", "path": "", "value": 3}]},
        {"map": title("a")["scenario"], "scenario": [{"op": "remove", "path": "/b"}]},
    ],
)  # fmt: skip
def test_a_bad_change_changes_nothing(store: DraftStore, patches: dict[str, Patch]) -> None:
    draft = begun(store)
    before = store.current(draft)
    with pytest.raises(InputError):
        store.change(draft, 1, "Bad", patches)
    assert store.current(draft) == before
    assert len(store.history(draft)) == 1


def test_documents_do_not_grow_without_bounds(store: DraftStore) -> None:
    draft = begun(store)
    large = "x" * 3_000_000
    for version in (1, 2):
        patch: Patch = [{"op": "add", "path": "/units/-", "value": large}]
        store.change(draft, version, "More", {"scenario": patch})
    with pytest.raises(InputError, match="at most"):
        patch = [{"op": "add", "path": "/units/-", "value": large}]
        store.change(draft, 3, "More", {"scenario": patch})
    store.undo(draft, 3)
    assert len(store.current(draft)[1]["scenario"]["units"]) == 1


KILLED = """
    import sys
    from pathlib import Path
    from hexfront.editor.drafts import DraftStore

    store = DraftStore(Path(sys.argv[1]))
    draft = store.create("brigade", "A draft", {"scenario": {"title": "0"}}, "Begun").id
    print(draft, flush=True)
    for number in range(1, 100_000):
        patch = [{"op": "replace", "path": "/title", "value": str(number)}]
        store.change(draft, number, "Title", {"scenario": patch})
        print(number, flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
@pytest.mark.parametrize("answers", [1, 40, 130])
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, answers: int) -> None:
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    draft = process.stdout.readline().strip()
    acknowledged = 0
    for _ in range(answers):
        acknowledged = int(process.stdout.readline())
    process.send_signal(signal.SIGKILL)
    rest, _ = process.communicate()
    acknowledged = max([acknowledged, *(int(line) for line in rest.split("\n")[:-1])])
    store = DraftStore(tmp_path)
    kept = int(told(store, draft))
    # One more may have come to the disk than was told.
    assert kept in (acknowledged, acknowledged + 1)
    assert store.draft(draft).version == kept + 1
    store.undo(draft, kept + 1)
    assert told(store, draft) == str(kept - 1)
    store.close()


@pytest.mark.parametrize("name", system_names())
def test_every_scenario_is_forked_sound_and_goes_through_text_and_files(
    name: str, tmp_path: Path
) -> None:
    system = find_system(name)
    for number, scenario_name in enumerate(scenario_names(system)):
        scenario = load_scenario(system, scenario_name)
        documents = forked(system, scenario)
        assert not [each for each in check(system, documents) if not each.warning]
        assert joined(documents) == scenario.document
        for document in documents.values():
            for form in ("json", "toml"):
                text = write_text(document, form, hex_lists(system, document))
                lists_of = system.scenarios.hex_lists
                assert read_text(text, form, "text", 10**7, lists_of) == document
        first = save(files_of(system, documents, "toml"), tmp_path / str(number))[0]
        assert load_scenario(system, first).document == scenario.document
        about = {"name": "a-pack", "title": "A pack", "version": "1", "licence": "CC0"}
        built = pack(system, documents, {**about, "authors": ["Somebody"]})
        assert list(built.found.scenarios.values()) == [scenario.title]


def test_a_problem_names_document_pointer_and_unit(store: DraftStore) -> None:
    system = find_system("brigade")
    draft = store.create("brigade", "A draft", forked(system, load_scenario(system)), "Begun").id
    checker = Checker()
    assert checker.check(draft, "brigade", store.current(draft)[1]) == []
    patch: Patch = [{"op": "replace", "path": "/units/0/hex", "value": "9999"}]
    store.change(draft, 1, "Away", {"scenario": patch})
    (problem,) = checker.check(draft, "brigade", store.current(draft)[1])
    assert (problem.role, problem.pointer, problem.place) == ("scenario", "/units/0/hex", "1-44")
    assert problem.text == "Found: '9999'. Needed: a hex of the map."
    patch = [{"op": "replace", "path": "/hexes/3/terrain", "value": "lava"}]
    store.change(draft, 2, "Lava", {"terrain": patch})
    found = {each.role: each for each in checker.check(draft, "brigade", store.current(draft)[1])}
    assert found["terrain"].pointer == "/hexes/3/terrain"
    assert found["terrain"].place == store.current(draft)[1]["terrain"]["hexes"][3]["hex"]
    # The board stays that of the last sound documents.
    assert checker.rules(draft) is not None


def unit(name: str, place: str) -> dict[str, str]:
    return {"name": name, "hex": place}


def test_differences_name_hexes_units_and_numbers() -> None:
    old = {
        "scenario": {"turns": 4, "units": [unit("A", "0101"), unit("B", "0102")]},
        "map": {"hex": {"0101": {"terrain": "clear"}}, "hexes": [{"hex": "0203", "terrain": "x"}]},
    }
    new = {
        "scenario": {"turns": 6, "units": [unit("B", "0103"), unit("C", "0101")]},
        "map": {"hex": {"0101": {"terrain": "woods"}}, "hexes": [{"hex": "0203", "terrain": "y"}]},
    }
    listed, more = differences(old, new)
    assert more == 0
    # No braces and no quotes: whoever draws a map reads no file.
    assert {one.text for one in listed} >= {"units: name C, hex 0101", "terrain: clear → woods"}
    found = {(one.kind, one.place, one.pointer) for one in listed}
    assert found == {
        ("changed", "", "/turns"),
        ("changed", "B", "/units/0/hex"),
        ("added", "C", "/units/1"),
        ("removed", "A", "/units/0"),
        ("changed", "0101", "/hex/0101/terrain"),
        ("changed", "0203", "/hexes/0/terrain"),
    }


def test_wrong_runs_in_a_text_are_told_with_their_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """The text is looked through once for all of them."""
    looked: list[str] = []
    plain = places.lines_of

    def counted(text: str, *told: Any) -> dict[str, int]:
        looked.append(text)
        return plain(text, *told)

    monkeypatch.setattr(text_forms, "lines_of", counted)
    path = ",\n".join('"0101..0199"' for _ in range(60))
    text = f'{{"columns": 9, "rows": 9, "drawing": {{"roads": [\n{{"path": [\n{path}]}}]}}}}'
    lists = HexLists("digits", Size("/columns", "/rows", (1, 1), (9, 9)), drawing_stores(""))
    with pytest.raises(InputError) as refused:
        text_forms.read_text(text, "json", "map", 10**6, lambda _: lists)
    told = [problem.place for problem in refused.value.problems]
    assert told[:2] == [f"map.json: line {n + 3}: /drawing/roads/0/path/{n}" for n in (0, 1)]
    assert len(looked) == 1
