"""Match files that players bring."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.errors import InputError
from hexfront.server import replays
from hexfront.server.access.strict import TooMany
from hexfront.server.replays import MAX_FILE, Replays, keep_replay
from tests.server.conftest import House


def finished(house: House) -> str:
    """The file of a match that machines have played."""
    _, tokens = house.match([("machine", "random"), ("machine", "random")], b"\x07" * 32)
    with house.player(tokens[SPECTATOR]) as watcher:
        while not watcher.until("update")["result"]:
            pass
    text = house.client.post("/api/journal", json={"token": tokens[SPECTATOR]}).text
    assert text.count("\n") > 5
    return text


def bring(house: House, text: str | bytes, **headers: str) -> Any:
    return house.client.post("/api/replays", content=text, headers=headers)


def test_a_match_file_can_be_looked_at(house: House) -> None:
    text = finished(house)
    kept = bring(house, text)
    assert kept.status_code == 201
    token = kept.json()["spectator"]
    (listed,) = house.client.post("/api/matches/mine", json={"tokens": [token]}).json()
    assert (listed["over"], listed["sides"], listed["must_act"]) == (True, [SPECTATOR], [])
    assert listed["opponents"] == ["random", "random"]
    with house.player(token) as watcher:
        assert watcher.until("update")["result"]
        for seat in (0, 1, UMPIRE):
            watcher.send(type="sit", seat=seat)
            assert watcher.until("update")["seat"] == seat
    again = house.client.post("/api/journal", json={"token": token})
    assert again.text == text
    # The same file twice is two matches with links of their own.
    assert bring(house, text).json()["spectator"] != token


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def written(found: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(line) + "\n" for line in found)


def test_a_changed_file_is_refused_by_its_line(house: House) -> None:
    found = lines(finished(house))
    changed = {
        "no end": found[:-1],
        "steps are missing": [*found[:-3], {"end": {**found[-1]["end"], "steps": len(found) - 4}}],
        "digest": [found[0], {**found[1], "digest": "0" * 16}, *found[2:]],
        "secret": [*found[:-1], {"end": {**found[-1]["end"], "secret": "0" * 64}}],
        "system": [{**found[0], "system": "chess"}, *found[1:]],
    }
    for what, file in changed.items():
        refused = bring(house, written(file))
        assert refused.status_code == 400, what
        assert refused.json()["problems"][0]["place"].startswith("match file"), what
    drawn = next(i for i, line in enumerate(found) if "chance" in line)
    other = [*found]
    other[drawn] = {**found[drawn], "chance": found[drawn]["chance"] ^ 1}
    assert bring(house, written(other)).status_code == 400
    rows = house.store.read("SELECT count(*) FROM matches")
    assert rows == [(1,)]


@pytest.mark.parametrize("body", [b"", b"{}", b"\xff\xfe", b"[" * 1000, b"\n" * 200_000])
def test_what_is_no_match_file_is_refused(house: House, body: bytes) -> None:
    assert bring(house, body).status_code == 400


def test_a_file_over_the_limit_is_not_kept_in_memory(house: House) -> None:
    refused = bring(house, b"x" * (MAX_FILE + 1))
    assert refused.status_code == 400
    assert str(MAX_FILE) in refused.json()["text"]


def test_a_foreign_page_brings_no_file(house: House) -> None:
    assert bring(house, finished(house), Origin="http://evil.example").status_code == 400


def test_verifying_ends_in_time(house: House) -> None:
    with pytest.raises(InputError, match="verified in 0 s"):
        keep_replay(house.store, finished(house).encode(), seconds=0)


def test_only_a_few_files_come_in_and_one_is_verified_at_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replays, "MAX_AT_ONCE", 5)

    async def bring_many() -> list[object]:
        gate = asyncio.Event()
        at_once: list[int] = []

        at_work = asyncio.to_thread

        async def slow(call: Any, *arguments: Any) -> Any:
            if call is not replays.keep_replay:  # what the server does besides
                return await at_work(call, *arguments)
            at_once.append(1)
            return await gate.wait()

        monkeypatch.setattr(asyncio, "to_thread", slow)
        keeper = Replays(house.store)

        async def bring_one(address: str) -> None:
            with keeper.place(address):
                await keeper.keep(b"")

        tasks = [asyncio.create_task(bring_one(f"192.0.2.{n // 4}")) for n in range(20)]
        for _ in range(200):  # all go on as far as they come
            await asyncio.sleep(0)
        assert len(at_once) == 1
        gate.set()
        return await asyncio.gather(*tasks, return_exceptions=True)

    answers = asyncio.run(bring_many())
    came_in = [number for number, answer in enumerate(answers) if not isinstance(answer, TooMany)]
    # Two of each address, until there are too many of all.
    assert came_in == [0, 1, 4, 5, 8]


def test_a_file_for_which_there_is_no_room_is_not_read(house: House) -> None:
    house.app.state.services.replays._at_once.update({"192.0.2.1": replays.MAX_AT_ONCE})
    assert bring(house, b"x" * (MAX_FILE + 1)).status_code == 429


@pytest.mark.parametrize("line", [1, 2])
def test_a_line_that_is_too_long_is_refused_before_it_is_parsed(
    house: House, monkeypatch: pytest.MonkeyPatch, line: int
) -> None:
    monkeypatch.setattr(replays, "parse_journal", None)
    numbers = b"[" + b"1.5," * 2**20 + b"1]"
    data = numbers if line == 1 else b"{}\n" + numbers
    with pytest.raises(InputError, match=rf"line {line}: found <\d+ bytes>"):
        keep_replay(house.store, data)
