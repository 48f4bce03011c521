"""Drafts over HTTP: who may, what goes wrong, matches, games, texts and packs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from hexfront.core.packs import VARIABLE
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.editor.documents import hex_lists, split
from hexfront.editor.drafts import DraftStore
from hexfront.editor.text import write_text
from hexfront.play.storage.store import Store
from hexfront.server.app import create_app
from hexfront.server.drafts.editing import MAX_BODY, Editing
from hexfront.server.launch import is_owners
from hexfront.server.settings import ServerSettings
from tests.amounts import amount


class Desk:
    """A server with drafts, and a client of it."""

    def __init__(self, folder: Path, *, owner: bool = True, tokens: bool = False) -> None:
        self.store = Store(folder)
        self.editing = Editing(DraftStore(folder), owner, tokens)
        self.client = TestClient(create_app(self.store, drafts=self.editing))
        self.client.__enter__()

    def close(self) -> None:
        self.client.__exit__(None, None, None)
        self.editing.close()
        self.store.close()

    def begin(self, system: str = "brigade", **more: Any) -> str:
        made = self.client.post("/api/drafts", json={"system": system, "name": "Mine", **more})
        assert made.status_code == 201, made.text
        return str(made.json()["draft"])

    def post(self, draft: str, path: str, **body: Any) -> Any:
        return self.client.post(f"/api/drafts/{draft}/{path}", json=body)

    def change(self, draft: str, base: int, *operations: dict[str, Any]) -> Any:
        patches = {"scenario": [*operations]}
        return self.post(draft, "changes", base=base, title="A change", patches=patches)


def replaced(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": path, "value": value}


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "packs"))
    desk = Desk(tmp_path / "data")
    yield desk
    desk.close()


def test_a_change_is_checked_undone_and_in_the_history(desk: Desk) -> None:
    draft = desk.begin()
    made = desk.change(draft, 1, replaced("/units/0/hex", "9999")).json()
    assert (made["version"], made["can_undo"]) == (2, True)
    assert [(p["role"], p["pointer"], p["place"]) for p in made["problems"]] == [
        ("scenario", "/units/0/hex", "1-44")
    ]
    board = desk.client.get(f"/api/drafts/{draft}/board").json()
    assert not board["sound"]
    assert board["board"]["kind"] == "hex"
    undone = desk.post(draft, "moves", base=2, to="undo").json()
    assert undone["patches"] == {"scenario": [replaced("/units/0/hex", "0201")]}
    assert undone["problems"] == []
    history = desk.client.get(f"/api/drafts/{draft}/history").json()
    assert [one["title"] for one in history["changes"]] == [
        "A change",
        "Begun as a copy of Three Towns",
    ]
    assert history["node"] == 0
    named = desk.post(draft, "versions", node=1, name="Too far").json()
    assert named["changes"][0]["name"] == "Too far"
    found = desk.client.get(f"/api/drafts/{draft}/differences?old=0&new=1").json()
    assert [(one["kind"], one["place"]) for one in found["differences"]] == [("changed", "1-44")]


def test_what_is_not_listed_is_counted(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hexfront.editor.drafts.MAX_HISTORY", 2)
    monkeypatch.setattr("hexfront.editor.differences.MAX_DIFFERENCES", 1)
    draft = desk.begin()
    changes = (replaced("/turns", 5), replaced("/objective/towns", 3), replaced("/turns", 6))
    for base, change in enumerate(changes, 1):
        assert desk.change(draft, base, change).status_code == 200
    history = desk.client.get(f"/api/drafts/{draft}/history").json()
    assert (len(history["changes"]), history["older"]) == (2, 2)
    found = desk.client.get(f"/api/drafts/{draft}/differences?old=0&new=3").json()
    assert (len(found["differences"]), found["more"]) == (1, 1)


def test_files_of_another_draft_are_replaced_only_on_demand(desk: Desk) -> None:
    first, second = desk.begin("takeover"), desk.begin("takeover")
    saved = desk.post(first, "save", form="toml").json()
    path = Path(saved["paths"][0])
    assert saved["in_the_way"] == []
    # One may save one's own again, and the same text.
    desk.change(first, 1, replaced("/description", "The first."))
    assert desk.post(first, "save", form="toml").json() == saved
    assert desk.post(first, "save", form="toml").json() == saved
    refused = desk.post(second, "save", form="toml").json()
    assert refused == {"paths": [], "in_the_way": saved["paths"]}
    assert "The first." in path.read_text(encoding="utf-8")
    assert desk.post(second, "save", form="toml", replace=True).json() == saved
    assert "The first." not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("system", "wrong"),
    [("idahex", replaced("/war/units/0/cell", 9999)), ("takeover", replaced("/ring/1/price", -1))],
)
def test_a_draft_with_problems_keeps_its_board_when_the_server_begins_anew(
    desk: Desk, system: str, wrong: dict[str, Any]
) -> None:
    """Also of systems whose maps are no documents of their own: that of the last sound version."""
    draft = desk.begin(system, scenario="first-war" if system == "idahex" else "")
    for base, operation in enumerate((replaced("/title", "Mine"), wrong, wrong), 1):
        assert desk.change(draft, base, operation).status_code == 200
    before = desk.client.get(f"/api/drafts/{draft}/board").json()
    assert before["board"]["title"] == "Mine" and not before["sound"]
    desk.editing.checker.forget(draft)
    assert desk.client.get(f"/api/drafts/{draft}/board").json() == before
    assert len(desk.client.get(f"/api/drafts/{draft}/sides").json()["sides"]) >= 2


def test_a_wrong_version_is_answered_409_with_what_happened_since(desk: Desk) -> None:
    draft = desk.begin()
    desk.change(draft, 1, replaced("/turns", 5))
    answer = desk.change(draft, 1, replaced("/turns", 9))
    assert answer.status_code == 409
    assert (answer.json()["version"], answer.json()["since"]) == (2, ["A change"])
    assert desk.post(draft, "moves", base=1, to="undo").status_code == 409
    assert desk.client.get(f"/api/drafts/{draft}").json()["documents"]["scenario"]["turns"] == 5


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"base": 1}',
        b'{"base": 1, "title": "x", "patches": {}}',
        b'{"base": 1, "title": "x", "patches": {"scenario": [3]}}',
        b'{"base": 1, "title": "x", "patches": {"scenario": [{"op": "remove", "path": "/no"}]}}',
        b'{"base": 1, "title": "x", "patches": {"../x": [{"op": "remove", "path": "/a"}]}}',
        b'{"base": 1, "title": "\\u0007", "patches": {"map": [{"op": "remove", "path": "/a"}]}}',
        b'{"base": true, "title": "x", "patches": {"scenario": [{"op": "remove", "path": "/t"}]}}',
        b'{"base": 1, "title": "x", "patches": {"scenario": [{"op": "add", "value": NaN}]}}',
        b'{"base": 1, "title": "x", "base": 2, "patches": {"scenario": []}}',
        b"[" * 100_000,
        b"\xff",
        b" " * (MAX_BODY + 1),
    ],
)  # fmt: skip
def test_a_bad_body_is_refused_in_words_and_changes_nothing(desk: Desk, body: bytes) -> None:
    draft = desk.begin()
    answer = desk.client.post(f"/api/drafts/{draft}/changes", content=body)
    assert answer.status_code == 400
    assert answer.json()["problems"]
    assert desk.client.get(f"/api/drafts/{draft}").json()["draft"]["version"] == 1


def test_all_hexes_of_a_map_of_200_by_200_are_one_change(desk: Desk) -> None:
    draft = desk.begin()
    hexes = [
        {"hex": f"{column:03}{row:03}", "terrain": "clear"}
        for column in range(1, 201)
        for row in range(1, 201)
    ]
    patches = {"terrain": [replaced("/hexes", hexes)]}
    made = desk.post(draft, "changes", base=1, title="A large map", patches=patches)
    assert made.status_code == 200
    stroke = [replaced(f"/hexes/{number}/terrain", "woods") for number in range(0, 40_000, 2)]
    made = desk.post(draft, "changes", base=2, title="A stroke", patches={"terrain": stroke})
    assert made.status_code == 200
    undone = desk.post(draft, "moves", base=3, to="undo").json()
    assert undone["patches"]["terrain"][0]["value"] == "clear"
    documents = desk.client.get(f"/api/drafts/{draft}").json()["documents"]
    assert documents["terrain"]["hexes"] == hexes


def test_a_server_that_others_reach_has_no_drafts_unless_its_operator_wants_them(
    tmp_path: Path,
) -> None:
    desk = Desk(tmp_path, owner=False)
    asked = desk.client.post("/api/drafts/mine", json={"tokens": []}).json()
    assert (asked["owner"], asked["allowed"], asked["drafts"]) == (False, False, [])
    assert desk.client.post("/api/drafts", json={"system": "brigade", "name": "x"}).is_error
    desk.close()


def test_a_stranger_opens_a_draft_by_its_token_alone(tmp_path: Path) -> None:
    desk = Desk(tmp_path, owner=False, tokens=True)
    made = desk.client.post("/api/drafts", json={"system": "brigade", "name": "Secret"}).json()
    draft, token = made["draft"], made["token"]
    other = desk.client.post("/api/drafts", json={"system": "brigade", "name": "Other"}).json()
    assert token not in desk.editing.store.path.read_bytes().decode("latin-1")
    unknown = desk.client.get("/api/drafts/nothing").json()
    for wrong in ({}, {"Draft-Token": "x" * 43}, {"Draft-Token": other["token"]}):
        answer = desk.client.get(f"/api/drafts/{draft}", headers=wrong)
        # Whether there is such a draft is not told.
        assert (answer.status_code, answer.json()) == (400, unknown)
        assert desk.client.post(
            f"/api/drafts/{draft}/delete", json={"tokens": []}, headers=wrong
        ).is_error
    opened = desk.client.get(f"/api/drafts/{draft}", headers={"Draft-Token": token})
    assert opened.json()["draft"]["name"] == "Secret"
    mine = desk.client.post("/api/drafts/mine", json={"tokens": [token]}).json()
    assert [one["id"] for one in mine["drafts"]] == [draft]
    for path in ("save", "games"):
        body = {"form": "toml"} if path == "save" else {"agents": ["random"] * 2, "games": 1000}
        headers = {"Draft-Token": token}
        answer = desk.client.post(f"/api/drafts/{draft}/{path}", json=body, headers=headers)
        assert answer.status_code == 400
    assert desk.client.post("/api/packs", content=b"x").is_error
    assert desk.client.post("/api/packs/remove", json={"name": "x"}).is_error
    desk.close()


@pytest.mark.parametrize(
    ("host", "settings", "owners"),
    [
        ("127.0.0.1", {}, True),
        ("::1", {}, True),
        ("localhost", {"drafts": True}, True),
        ("0.0.0.0", {}, False),
        ("192.0.2.7", {}, False),
        ("127.0.0.1", {"address": "https://club.example", "proxies": ["127.0.0.1"]}, False),
        ("127.0.0.1", {"address": "https://club.example", "proxies": []}, False),
        ("127.0.0.1", {"hosts": ["tunnel.example"]}, False),
    ],
)
def test_only_a_server_of_this_machine_alone_is_its_users(
    host: str, settings: dict[str, Any], owners: bool
) -> None:
    assert is_owners(host, ServerSettings.model_validate(settings)) == owners


def test_a_foreign_page_changes_nothing(desk: Desk) -> None:
    draft = desk.begin()
    body = {"base": 1, "title": "x", "patches": {"scenario": [replaced("/turns", 9)]}}
    headers = {"Origin": "https://evil.example"}
    answer = desk.client.post(f"/api/drafts/{draft}/changes", json=body, headers=headers)
    assert answer.status_code == 400
    assert desk.client.post("/api/packs", content=b"x", headers=headers).status_code == 400


def test_a_draft_is_played_as_it_is_now(desk: Desk) -> None:
    draft = desk.begin()
    desk.change(draft, 1, replaced("/title", "The changed towns"))
    sides = desk.client.get(f"/api/drafts/{draft}/sides").json()
    assert (sides["sides"], sides["quick"]) == (["Opfor", "Bluefor"], "greedy")
    seats = [{"kind": "person"}, {"kind": "machine", "agent": "random"}]
    made = desk.post(draft, "play", seats=seats)
    assert made.status_code == 201
    assert made.json()["title"] == "The changed towns (draft)"
    assert desk.store.load(made.json()["match"]).scenario["title"] == "The changed towns"
    assert desk.post(draft, "play", seats=seats[:1]).status_code == 400
    desk.change(draft, 2, replaced("/units/0/hex", "9999"))
    refused = desk.post(draft, "play", seats=seats)
    assert "9999" in refused.json()["text"]


def test_machines_play_a_draft_and_say_who_won_and_where_units_were_lost(desk: Desk) -> None:
    draft = desk.begin()
    begun = desk.post(draft, "games", agents=["random", "random"], games=12)
    assert begun.json()["running"]
    run = until_over(desk, draft)
    assert (run["problem"], run["done"], run["games"]["games"]) == ("", 12, 12)
    wins = sum(side["wins"] for side in run["games"]["sides"]) + run["games"]["draws"]
    assert wins == 12
    board = desk.client.get(f"/api/drafts/{draft}/board").json()["board"]
    places = {one["id"] for one in board["places"]}
    assert {one["place"] for one in run["games"]["lost"]} <= places
    assert sum(run["games"]["reasons"].values()) == 12
    desk.post(draft, "games", agents=["random", "random"], games=1000)
    stopped = desk.client.post(f"/api/drafts/{draft}/run/stop", json={}).json()
    assert not stopped["running"]
    assert desk.post(draft, "games", agents=["random"], games=1).json()["running"]
    assert "2, one a side" in until_over(desk, draft)["problem"]


def test_a_search_proposes_numbers_and_changes_nothing_itself(desk: Desk) -> None:
    draft = desk.begin()
    # Who never takes a town cannot take all three in two turns: far from fair.
    desk.change(draft, 1, replaced("/objective/towns", 3), replaced("/turns", 2))
    numbers = [{"role": "scenario", "pointer": "/objective/towns", "low": 1, "high": 3}]
    desk.post(draft, "fair", agents=["random"] * 2, games=20, numbers=numbers)
    run = until_over(desk, draft)
    assert run["problem"] == ""
    proposal = run["proposal"]
    changed = [one for one in proposal["changes"] if one["pointer"] == "/objective/towns"]
    assert [(one["old"], 1 <= one["new"] <= 3) for one in changed] in ([], [(3, True)])
    assert proposal["after"]["games"] == 20
    assert desk.client.get(f"/api/drafts/{draft}").json()["draft"]["version"] == 2
    numbers = [{"role": "scenario", "pointer": "/title", "low": 1, "high": 3}]
    desk.post(draft, "fair", agents=["random"] * 2, games=20, numbers=numbers)
    assert "a number" in until_over(desk, draft)["problem"]


def until_over(desk: Desk, draft: str) -> dict[str, Any]:
    end = time.monotonic() + 300
    while time.monotonic() < end:
        run: dict[str, Any] = desk.client.get(f"/api/drafts/{draft}/run").json()
        if not run["running"]:
            return run
        time.sleep(0.05)
    raise AssertionError("the games never end")


@pytest.mark.parametrize("form", ["toml", "json"])
def test_text_and_drawing_are_in_step(desk: Desk, form: str) -> None:
    draft = desk.begin()
    path = f"/api/drafts/{draft}/text?form={form}"
    text = desk.client.get(path).json()["text"]
    desk.change(draft, 1, replaced("/units/0/hex", "9999"))
    shown = desk.client.get(path).json()
    ((line, about),) = shown["lines"]
    assert "9999" in shown["text"].split("\n")[line - 1]
    assert "9999" in about
    made = desk.post(draft, "text", base=2, role="scenario", form=form, text=text).json()
    assert made["patches"] == {"scenario": [replaced("/units/0/hex", "0201")]}
    broken = desk.post(draft, "text", base=3, role="scenario", form=form, text=text + "\n]")
    assert broken.status_code == 400
    assert "line" in broken.json()["problems"][0]["place"]


def test_the_text_of_a_whole_scenario_brings_its_map_along(desk: Desk) -> None:
    """Such as `hexfront import` writes; a saved one names the file of its map instead."""
    system = find_system("brigade")
    whole = load_scenario(system, "first-game").document
    draft = desk.begin()
    text = write_text(whole, "json", hex_lists(system, whole))
    made = desk.post(draft, "text", base=1, role="scenario", form="json", text=text).json()
    assert (set(made["patches"]), made["problems"]) == ({"scenario", "terrain"}, [])
    documents = desk.client.get(f"/api/drafts/{draft}").json()["documents"]
    assert documents == split(system, whole)
    saved = write_text({**whole, "turns": 9, "terrain": "parts/a-terrain.toml"}, "toml")
    made = desk.post(draft, "text", base=2, role="scenario", form="toml", text=saved).json()
    assert made["patches"] == {"scenario": [replaced("/turns", 9)]}


def test_a_pack_of_a_draft_is_installed_and_found_without_a_restart(
    desk: Desk, tmp_path: Path
) -> None:
    draft = desk.begin("takeover")
    desk.change(draft, 1, replaced("/name", "my-ring"), replaced("/description", "Mine alone."))
    about = {"name": "rings", "title": "Rings", "licence": "CC0", "authors": ["Somebody"]}
    packed = desk.post(draft, "pack", **about)
    assert packed.status_code == 200
    assert desk.client.get("/api/packs").json()["packs"] == []
    installed = desk.client.post("/api/packs", content=packed.content).json()
    assert [pack["scenarios"] for pack in installed["packs"]] == [["rings:my-ring"]]
    again = desk.client.post("/api/packs", content=packed.content)
    assert "installed: Rings" in again.json()["text"]
    systems = {one["name"]: one for one in desk.client.get("/api/systems").json()}
    names = [scenario["name"] for scenario in systems["takeover"]["scenarios"]]
    assert "rings:my-ring" in names
    begun = desk.begin("takeover", scenario="rings:my-ring")
    documents = desk.client.get(f"/api/drafts/{begun}").json()["documents"]
    assert documents["scenario"]["description"] == "Mine alone."
    assert desk.client.post("/api/packs/remove", json={"name": "rings"}).json()["packs"] == []
    bad = desk.client.post("/api/packs", content=b"no zip")
    assert bad.status_code == 400
    assert str(tmp_path) not in bad.text
    saved = desk.post(draft, "save", form="toml").json()["paths"]
    assert Path(saved[0]).read_text(encoding="utf-8").startswith('format = "hexfront-takeover/1"')


def test_drafts_are_copied_renamed_and_deleted(desk: Desk) -> None:
    first = desk.begin()
    desk.change(first, 1, replaced("/turns", 7))
    draft = desk.post(first, "copy", name="Copy").json()["draft"]
    opened = desk.client.get(f"/api/drafts/{draft}").json()
    assert (opened["draft"]["version"], opened["documents"]["scenario"]["turns"]) == (1, 7)
    desk.post(first, "delete", tokens=[])
    assert desk.post(draft, "name", name="Another").json()["name"] == "Another"
    assert desk.post(draft, "delete", tokens=[]).json()["drafts"] == []
    assert desk.client.get(f"/api/drafts/{draft}").status_code == 400


def test_forms_describe_every_document(desk: Desk) -> None:
    for system, roles in (("brigade", ["terrain"]), ("malaya", ["map", "forces"]), ("idahex", [])):
        forms = desk.client.get(f"/api/drafts/{desk.begin(system)}/forms").json()
        assert [*forms["parts"]] == roles
        assert all(one["role"] in ["scenario", *roles] for one in forms["force_lists"])


def test_some_rates_hold_strangers(tmp_path: Path) -> None:
    desk = Desk(tmp_path, owner=False, tokens=True)
    answers = [
        desk.client.post("/api/drafts", json={"system": "takeover", "name": "x"}).status_code
        for _ in range(amount(25, 40))
    ]
    assert answers[0] == 201
    assert answers[-1] == 429
    desk.close()
