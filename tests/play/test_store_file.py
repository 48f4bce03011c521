"""The SQLite file of a store: who may read it, what is noticed about it, older ones."""

from __future__ import annotations

import sqlite3
import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.core.packs import data_folder
from hexfront.play.storage import schema
from hexfront.play.storage.database import FILE_NAME, NotSaved
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from hexfront.play.storage.tokens import hash_token
from tests.play.older_rows import ROWS, check_rows
from tests.play.test_store import new_match


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "data")


def test_files_are_for_their_owner_alone(store: Store) -> None:
    new_match(store)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in store.path.parent.iterdir()}
    assert modes == {0o600}
    assert len(list(store.path.parent.iterdir())) == 3


def test_a_full_disk_is_told_and_nothing_is_half_done(store: Store) -> None:
    match, _ = new_match(store)
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    steps = [Step(0, n) for n in range(2000)]
    with pytest.raises(NotSaved, match="full"):
        store.append(match, 0, steps, ["0" * 16] * 2000, [1] * 2000)
    assert store.load(match).steps == ()
    store._db.execute("PRAGMA max_page_count = 1000000")
    store.append(match, 0, steps, ["0" * 16] * 2000, [1] * 2000)
    assert len(store.load(match).steps) == 2000


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(InputError, match=str(blocked / "data")):
        Store(blocked / "data")


def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text("Somebody's letters, which are longer than a header. " * 20)
    with pytest.raises(InputError, match="not a database"):
        Store(tmp_path)
    assert (tmp_path / FILE_NAME).read_text().startswith("Somebody's")


def test_an_empty_file_is_no_store(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).touch()
    with pytest.raises(InputError, match="found <an empty file>, expected a whole store"):
        Store(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]
    assert (tmp_path / FILE_NAME).stat().st_size == 0


def test_every_damaged_page_is_noticed_at_the_start(store: Store) -> None:
    """Also one of a long text, which SQLite keeps in pages of its own; the file stays as it is."""
    scenario = {"title": "Long", "notes": "x" * 20_000}
    made = store.create("duel", "1", scenario, bytes(32), [SeatPlan("person")])
    for number in range(300):
        store.append(made.match, number, [Step(0, 1)], [f"{number:032x}"], [number])
    store.close()
    whole, size = store.path.read_bytes(), 4096
    noticed = []
    for page in range(len(whole) // size):
        damaged = whole[: page * size] + b"\xa5" * size + whole[(page + 1) * size :]
        if damaged[page * size :][:size] == whole[page * size :][:size]:
            continue
        store.path.write_bytes(damaged)
        with pytest.raises(InputError, match="expected a whole store"):
            Store(store.path.parent)
        assert store.path.read_bytes() == damaged
        noticed.append(page)
    assert len(noticed) > 10
    store.path.write_bytes(whole)
    again = Store(store.path.parent)
    assert len(again.load(made.match).steps) == 300
    again.close()


def test_a_newer_store_is_refused(store: Store) -> None:
    store.close()
    with sqlite3.connect(store.path) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(InputError, match="found 99"):
        Store(store.path.parent)


def test_without_a_home_folder_the_data_folder_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    with pytest.raises(InputError, match="--save"):
        data_folder()


def test_where_the_file_is_stands_in_the_log_alone(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    match, _ = new_match(store)
    store._db.execute("PRAGMA query_only = ON")
    with pytest.raises(NotSaved) as unwritten:
        store.append(match, 0, [Step(0, 1)], ["aa"], [1])
    store._db.close()
    with pytest.raises(NotSaved) as unread:
        store.load(match)
    for error in (unwritten, unread):
        assert str(store.path.parent) not in str(error.value)
    assert caplog.text.count(str(store.path)) == 2


OLD_SCHEMA = """
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    system TEXT NOT NULL,
    rules_version TEXT NOT NULL,
    scenario TEXT NOT NULL,
    secret BLOB NOT NULL,
    created TEXT NOT NULL,
    over INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'machine', 'spectator')),
    agent TEXT NOT NULL DEFAULT '',
    token_hash BLOB UNIQUE,
    PRIMARY KEY (match_id, side)
);
CREATE TABLE steps (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    actor INTEGER NOT NULL,
    order_code INTEGER NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (match_id, number)
) WITHOUT ROWID;
CREATE TABLE requests (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    request_key TEXT NOT NULL,
    accepted INTEGER NOT NULL,
    PRIMARY KEY (match_id, side, request_key)
) WITHOUT ROWID;
PRAGMA user_version = 1;
INSERT INTO matches VALUES ('m', 'duel', '1', '{"title":"Old"}', x'00', '2025-01-01', 0);
INSERT INTO seats VALUES ('m', -2, 'spectator', '', NULL), ('m', 1, 'machine', 'random', NULL);
INSERT INTO steps VALUES ('m', 1, 0, 7, 'aa'), ('m', 2, 1, 8, 'bb');
INSERT INTO requests VALUES ('m', 0, 'key-0001', 1);
"""


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / FILE_NAME) as db:
        db.executescript(OLD_SCHEMA)
        db.execute(
            "INSERT INTO seats VALUES ('m', 0, 'person', '', ?)", (hash_token("a token of old"),)
        )
    db.close()
    for store in (Store(tmp_path), Store(tmp_path)):
        record = store.load("m")
        assert record.steps == (Step(0, 7), Step(1, 8))
        assert record.digests == ("aa", "bb")
        assert record.bundles == (1, 2)
        assert record.seat_names == ["person", "random"]
        assert store.accepted("m", 0, "key-0001") == 1
        (summary,) = store.summaries(["a token of old"])
        assert summary.title == "Old"
    store.append("m", 2, [Step(0, 9)], ["cc"], [3], must_act=[0])


def shape(db: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    tables = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    return {
        name: [row[1:] for row in db.execute(f"PRAGMA table_info({name})")] for (name,) in tables
    }


def older(folder: Path, version: int) -> None:
    """Write the file of an earlier version."""
    with sqlite3.connect(folder / FILE_NAME) as db:
        db.executescript(OLD_SCHEMA)
        for at in range(1, version + 1):
            if at > 1:
                db.executescript(schema._FROM[at - 1].lstrip(";").replace("/* SQLite */", ""))
            for rows in ROWS.get(at, ()):
                db.execute(rows)
        db.execute(f"PRAGMA user_version = {version}")
    db.close()


@pytest.mark.parametrize("version", range(1, schema.SCHEMA_VERSION))
def test_an_older_file_gets_the_tables_of_a_new_one(tmp_path: Path, version: int) -> None:
    older(tmp_path, version)
    today = datetime.now(UTC).date()
    store = Store(tmp_path)
    assert shape(store._db) == shape(Store(tmp_path / "new")._db)
    assert store.load("m").steps == (Step(0, 7), Step(1, 8))
    assert store.read("SELECT made FROM matches WHERE id = 'm'") == [(1,)]
    check_rows(store, version)
    if version < 5:  # the age of matches began with the next
        ((visited,),) = store.read("SELECT DISTINCT visited FROM seats")
        assert today.isoformat() <= str(visited) <= datetime.now(UTC).date().isoformat()
    new_match(store)


def test_only_the_first_of_many_writes_waits_long_for_another_program(store: Store) -> None:
    match, _ = new_match(store)

    def waits() -> int:
        (milliseconds,) = store._db.execute("PRAGMA busy_timeout").fetchone()
        return int(milliseconds)

    long = waits()
    store._db.execute("PRAGMA busy_timeout = 1")  # as if it had waited
    other = sqlite3.connect(store.path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for _ in range(2):
        with pytest.raises(NotSaved, match="busy"):
            store.append(match, 0, [Step(0, 1)], ["aa"], [1])
        assert 0 < waits() < long / 50
    other.close()
    store.append(match, 0, [Step(0, 1)], ["aa"], [1])
    assert waits() == long
