"""Matches that the server deletes: for their age, and because players want it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from hexfront.core.contract import SPECTATOR
from hexfront.core.errors import InputError
from hexfront.play.live import LiveMatch
from hexfront.play.saves import save
from hexfront.play.storage.families import is_left
from hexfront.play.storage.retention import Limit, Limits, Retention, note_visit
from hexfront.server.settings import load_settings
from tests.server.conftest import House
from tests.server.test_seats import play_out

TODAY = datetime.now(UTC).date()


def wish(house: House, *tokens: str) -> dict[str, object]:
    answer = house.client.post("/api/matches/delete", json={"tokens": [*tokens]})
    assert answer.status_code == 200
    said: dict[str, object] = answer.json()
    return said


def test_a_match_is_deleted_when_all_its_players_want_that(house: House) -> None:
    _, tokens = house.match()
    _, others = house.match()
    with house.player(tokens[SPECTATOR]) as watcher:
        watcher.until("update")
        assert wish(house, tokens[0]) == {"deleted": False, "waits_for": [1]}
        assert wish(house, tokens[1]) == {"deleted": True, "waits_for": []}
        assert watcher.until("deletion")["sides"] == [0]
        assert watcher.take() == {"type": "deleted", "text": "This match has been deleted."}
        assert watcher.socket.receive()["type"] == "websocket.close"
    mine = house.client.post("/api/matches/mine", json={"tokens": [tokens[0], others[0]]}).json()
    assert len(mine) == 1
    assert house.client.post("/api/journal", json={"token": tokens[0]}).status_code == 400
    with house.player(others[0]) as player:
        assert player.until("update")["seat"] == 0


def test_the_others_see_who_wants_a_match_deleted_until_he_opens_it_again(house: House) -> None:
    _, tokens = house.match()

    def seen() -> object:
        body = {"tokens": [tokens[1]]}
        return house.client.post("/api/matches/mine", json=body).json()[0]["wishes"]

    with house.player(tokens[0]) as player:
        player.until("update")
        wish(house, tokens[0])
        house.call(house.app.state.tables.sweep, Retention(house.store, Limits(), TODAY), TODAY)
        assert seen() == [0], "a page that is open still is not opened again"
    with house.player(tokens[0]) as player:
        player.until("update")
    assert seen() == []


def test_who_comes_while_old_matches_are_deleted_keeps_his(house: House) -> None:
    match, tokens = house.match()
    tables = house.app.state.tables
    later = TODAY + timedelta(365)
    with house.player(tokens[0]) as player:
        player.until("update")
        assert not house.call(tables.delete, match, later), "somebody looks at it"
    note_visit(house.store, match, [0], later)
    assert not house.call(tables.delete, match, later), "somebody was there on that day"
    assert house.call(tables.delete, match, later + timedelta(1))


def test_a_match_that_was_left_for_a_restored_one_does_not_open_again(house: House) -> None:
    match, tokens = house.match()
    save(house.store, LiveMatch(house.store, house.store.load(match)), 0, "early")
    body = {"tokens": [tokens[0]], "name": "early"}
    mine = house.client.post("/api/matches/restored", json=body).json()
    body = {"tokens": [tokens[1]], "match": mine["match"]}
    theirs = house.client.post("/api/matches/restored", json=body).json()
    assert is_left(house.store, match)
    play_out(house.store, mine["match"])
    limits = Retention(house.store, Limits(finished=Limit(days=30)), TODAY)
    assert limits.expired(TODAY + timedelta(365)) == [], "without it the first would open again"
    both = Limits(unfinished=Limit(days=30), finished=Limit(days=30))
    expired = Retention(house.store, both, TODAY).expired(TODAY + timedelta(365))
    assert expired == [match, mine["match"]]
    assert wish(house, mine["tokens"]["0"], theirs["tokens"]["1"])["deleted"]
    assert house.store.read("SELECT id FROM matches") == []


def test_only_players_delete(house: House) -> None:
    match, tokens = house.match()
    for token in (tokens[SPECTATOR], "no-such-token-no-such-token"):
        refused = house.client.post("/api/matches/delete", json={"tokens": [token]})
        assert refused.status_code == 400
    assert house.store.load(match).id == match


def test_the_sweep_leaves_what_somebody_looks_at(house: House) -> None:
    (old, _), (watched, tokens) = house.match(), house.match()
    limits = Retention(house.store, Limits(unfinished=Limit(days=30)), TODAY)
    tables = house.app.state.tables
    with house.player(tokens[0]) as player:
        player.until("update")
        house.call(tables.sweep, limits, TODAY + timedelta(365))
    assert [row[0] for row in house.store.read("SELECT id FROM matches")] == [watched]
    with pytest.raises(InputError, match=old):
        house.store.load(old)


def test_to_open_a_match_is_a_visit(house: House) -> None:
    _, tokens = house.match()
    house.store._db.execute("UPDATE seats SET visited = '2020-01-01'")
    house.client.post("/api/matches/mine", json={"tokens": [tokens[0]]})
    with house.player(tokens[0]) as player:
        player.until("update")
    rows = house.store.read("SELECT side, visited > '2020-01-01' FROM seats ORDER BY side")
    assert rows == [(SPECTATOR, 0), (0, 1), (1, 0)]


def test_the_limits_are_settings_and_said_to_players(tmp_path: Path, house: House) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[keep.unfinished]\ndays = 30\n[keep.uploaded]\nmatches = 5\n")
    settings = load_settings(file, {})
    assert settings.keep.limits == Limits(Limit(days=30), Limit(), Limit(matches=5))
    assert house.client.get("/api/keeping").json() == {"text": ""}
    house.app.state.services.retention = Retention(house.store, settings.keep.limits, TODAY)
    assert "unfinished matches 30 days" in house.client.get("/api/keeping").json()["text"]
    _, tokens = house.match()
    (listed,) = house.client.post("/api/matches/mine", json={"tokens": [tokens[0]]}).json()
    assert listed["kept_until"] > TODAY.isoformat()
    file.write_text("[keep.finished]\ndays = 0\nmonths = 3\n")
    with pytest.raises(InputError) as refused:
        load_settings(file, {})
    assert len(refused.value.problems) == 2
