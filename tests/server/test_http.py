"""Pages and requests."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from starlette.testclient import TestClient

import hexfront
from hexfront.server.access.addresses import known_names
from hexfront.server.app import create_app
from hexfront.server.pages.bundle import WEB
from hexfront.server.pages.pages import PAGES, page_text
from tests.server.conftest import House

NEW = {"system": "duel", "scenario": "pair", "seats": [{"kind": "person"}, {"kind": "person"}]}


def test_pages_carry_the_headers(house: House) -> None:
    for path in ("/", "/play", "/api/systems", "/static/js/screens/home.js", "/nowhere"):
        headers = house.client.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"


def test_pages_need_nothing_from_outside() -> None:
    outside = re.compile(r"""(?:src|href|from|url\()\s*=?\s*["'(]?(?:https?:)?//""")
    assert not any(outside.search(page_text(page, modules=True)) for page in PAGES.values())
    for path in [*WEB.glob("css/*.css"), *WEB.glob("js/**/*.js")]:
        text = path.read_text(encoding="utf-8")
        assert not outside.search(text), path
        for target in re.findall(r'(?:from|import) "(\.[^"]+)"', text):
            assert (path.parent / target).is_file(), f"{path}: {target}"


def test_the_web_knows_no_system() -> None:
    folder = Path(hexfront.__file__).parent
    names = [path.parent.name for path in (folder / "systems").glob("*/guide.toml")]
    assert len(names) == 5
    for path in [*(folder / "web" / "js").rglob("*.js"), *(folder / "server").rglob("*.py")]:
        text = path.read_text(encoding="utf-8")  # a Brigade is also a size of units
        assert not [name for name in names if name in text or name.upper() in text], path


def test_systems_are_listed_with_scenarios_opponents_and_options(house: House) -> None:
    systems = {system["name"]: system for system in house.client.get("/api/systems").json()}
    duel = systems["duel"]
    assert duel["agents"] == ["random"]
    assert duel["scenarios"][0]["name"] == "pair"
    options = {"open": {"values": ["no", "yes"], "value": "no", "side_titles": {}}}
    assert duel["scenarios"][0]["options"] == options
    players = systems["takeover"]["scenarios"][0]["options"]["players"]
    assert players["side_titles"]["3"] == ["Red", "Blue", "Green"]
    assert duel["options"][0]["title"] == "Open"


def test_a_new_match_hands_out_tokens_once(house: House) -> None:
    made = house.client.post("/api/matches", json=NEW)
    assert made.status_code == 201
    tokens = made.json()["tokens"]
    assert set(tokens) == {"0", "1"}
    assert all(len(token) == 43 for token in tokens.values())
    (mine,) = house.client.post("/api/matches/mine", json={"tokens": [tokens["1"]]}).json()
    assert (mine["id"], mine["sides"], mine["over"]) == (made.json()["match"], [1], False)
    assert tokens["0"] not in str(mine)


def test_options_reach_the_match(house: House) -> None:
    made = house.client.post("/api/matches", json={**NEW, "options": {"open": "yes"}}).json()
    with house.player(made["tokens"]["1"]) as blue:
        assert all(counter["known"] for counter in blue.until("update")["view"]["counters"])


def test_the_same_again(house: House) -> None:
    first = house.client.post("/api/matches", json={**NEW, "options": {"open": "yes"}}).json()
    tokens = list(first["tokens"].values())
    again = house.client.post("/api/matches/again", json={"tokens": tokens}).json()
    assert again["match"] != first["match"]
    one, two = (house.store.load(match["match"]) for match in (first, again))
    assert one.scenario == two.scenario
    assert one.secret != two.secret
    refused = house.client.post("/api/matches/again", json={"tokens": [first["spectator"]]})
    assert refused.status_code == 400


def test_one_of_two_persons_gets_no_seats_of_a_new_match(house: House) -> None:
    """The answer would hold the other's token."""
    seats = [{"kind": "person"}, {"kind": "person"}]
    tokens = house.client.post("/api/matches", json={**NEW, "seats": seats}).json()["tokens"]
    alone = house.client.post("/api/matches/again", json={"tokens": [tokens["0"]]})
    assert alone.status_code == 400
    assert "tokens" not in alone.json()
    both = house.client.post("/api/matches/again", json={"tokens": list(tokens.values())})
    assert set(both.json()["tokens"]) == {"0", "1"}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"system": "chess"}, "system"),
        ({"scenario": "../../etc/passwd"}, "scenario"),
        ({"scenario": "/tmp/x.json"}, "scenario"),
        ({"seats": [{"kind": "person"}]}, "seats"),
        ({"seats": [{"kind": "person"}, {"kind": "machine", "agent": "deep"}]}, "/1/agent"),
        ({"seats": [{"kind": "person"}, {"kind": "machine", "agent": "random:"}]}, "/1/agent"),
        ({"seats": [{"kind": "person"}, {"kind": "spectator"}]}, "/seats/1/kind"),
        ({"options": {"open": "maybe"}}, "open"),
        ({"options": {"shut": "yes"}}, "shut"),
        ({"secret": "0"}, "/secret"),
    ],
)
def test_a_wrong_request_names_place_found_and_expected(
    house: House, change: dict[str, object], place: str
) -> None:
    answer = house.client.post("/api/matches", json={**NEW, **change})
    assert answer.status_code == 400
    (problem, *_) = answer.json()["problems"]
    assert place in problem["place"]
    assert problem["found"]
    assert problem["expected"]


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 100, b"NaN", b"[]", b" " * 70_000])
@pytest.mark.parametrize(
    "path", ["/api/matches", "/api/matches/mine", "/api/matches/again", "/api/journal"]
)
def test_a_bad_body_is_refused(house: House, path: str, body: bytes) -> None:
    answer = house.client.post(path, content=body)
    assert answer.status_code == 400
    assert "body" in answer.json()["text"]


def test_a_foreign_page_makes_no_match(house: House) -> None:
    answer = house.client.post("/api/matches", json=NEW, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 400


def test_a_match_in_progress_gives_no_journal(house: House) -> None:
    token = house.client.post("/api/matches", json=NEW).json()["tokens"]["0"]
    answer = house.client.post("/api/journal", json={"token": token})
    assert answer.status_code == 400
    assert "secret" not in answer.text


def test_matches_are_made_at_a_limited_rate(house: House) -> None:
    answers = [house.client.post("/api/matches", json=NEW).status_code for _ in range(80)]
    assert answers[0] == 201
    assert 429 in answers


def test_a_local_server_answers_to_its_own_names_alone(house: House) -> None:
    with TestClient(
        create_app(house.store, known_names("127.0.0.1")), base_url="http://127.0.0.1"
    ) as client:
        assert client.get("/").status_code == 200
        assert client.get("/", headers={"Host": "rebound.example"}).status_code == 400


def test_an_unwritable_store_is_told(house: House) -> None:
    house.store._db.execute("PRAGMA query_only = ON")
    answer = house.client.post("/api/matches", json=NEW)
    assert answer.status_code == 503
    assert answer.json()["text"].startswith("Not saved:")


def test_systems_have_pictures_and_opponents_in_words(house: House) -> None:
    systems = {system["name"]: system for system in house.client.get("/api/systems").json()}
    system = systems["duel"]
    assert system["opponents"] == [
        {"name": "random", "description": "Takes any legal order, each as likely as the others."}
    ]
    others = [system["picture"] for system in systems.values()]
    # One has a map; the other gets a card in its place.
    assert len({house.client.get(picture).text for picture in others}) == len(others) > 1
    for picture in (*others, system["scenarios"][0]["picture"]):
        answer = house.client.get(picture)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert ElementTree.fromstring(answer.text).tag.endswith("svg")
        assert "<script" not in answer.text
        assert house.client.get(picture + "?dark").text != answer.text
        plain = house.client.get(picture, headers={"Accept-Encoding": "identity"})
        assert plain.text == answer.text


def test_symbols_of_counters_are_drawn(house: House) -> None:
    codes = ["10031000121211000000", "no code, <b>"]
    answer = house.client.get("/api/pictures/symbols", params={"code": codes})
    assert answer.status_code == 200
    assert list(answer.json()["symbols"]) == codes
    infantry, unknown = answer.json()["symbols"].values()
    assert infantry["parts"] != unknown["parts"]
    assert unknown["parts"][-1]["text"] == "?"
    assert len(infantry["box"]) == 4


@pytest.mark.parametrize("codes", [[], ["1" * 31], ["1"] * 51])
def test_no_more_symbols_than_a_page_needs(house: House, codes: list[str]) -> None:
    answer = house.client.get("/api/pictures/symbols", params={"code": codes})
    assert answer.status_code in {400, 422}
    assert answer.json()["type"] == "error"


@pytest.mark.parametrize(
    "path", ["chess.svg", "duel/none.svg", "duel/..%2Fpair.svg", "%2Fetc/passwd.svg", "duel/a.json"]
)
def test_only_shipped_scenarios_are_drawn(house: House, path: str) -> None:
    answer = house.client.get(f"/api/pictures/{path}")
    assert answer.status_code in {400, 404}
    assert answer.json()["type"] == "error"


def test_errors_of_every_kind_are_in_words(house: House) -> None:
    for answer in (
        house.client.get("/nowhere"),
        house.client.put("/api/matches"),
        house.client.post("/api/matches", json={}),
    ):
        assert answer.status_code in {400, 404, 405}
        assert set(answer.json()) == {"type", "text", "problems"}
