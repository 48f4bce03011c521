"""A store in PostgreSQL: older and newer ones, and what is said when it is gone, slow or full."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from hexfront.core.contract import Step
from hexfront.core.errors import InputError
from hexfront.play.storage import schema
from hexfront.play.storage.backends import postgres as backend
from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.store import Store
from tests.play.older_rows import LOG, ROWS, check_rows
from tests.play.test_store import new_match
from tests.postgresql import NOT_INSTALLED, PostgreSQL, postgresql, programs
from tests.waiting import until

FIRST = 11
"""The version of the first stores in PostgreSQL."""
MATCH = (
    "INSERT INTO matches (id, system, rules_version, scenario, secret, created, made)"
    " VALUES ('m', 'duel', '1', '{}', '0', '2025-01-01', 1)"
)
SEATS = [
    f"INSERT INTO seats (match_id, side, kind) VALUES ('m', {side}, 'person')" for side in (0, 1)
]
STEPS = "INSERT INTO steps VALUES ('m', 1, 0, 7, 'aa', 1), ('m', 2, 1, 8, 'bb', 2)"


@pytest.fixture
def address(postgres: PostgreSQL) -> str:
    return postgres.database()


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    store = Store(address)
    yield store
    store.close()


def columns(store: Store) -> list[tuple[object, ...]]:
    return store.read(
        "SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns"
        " WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
    )


def upgrade(db: psycopg.Connection[Any], *steps: str) -> None:
    for step in steps:
        for statement in filter(None, map(str.strip, step.split(";"))):
            if not statement.startswith("/* SQLite */"):
                db.execute(backend.definition(statement).encode())


def begin_older(db: psycopg.Connection[Any], version: int) -> None:
    """Make the tables of an earlier version, of 8 at least."""
    db.execute(backend.FUNCTIONS.encode())
    db.execute(f"CREATE TABLE schema_version AS SELECT {version} AS version".encode())
    upgrade(db, schema.SCHEMA, *schema._FROM[8 : min(version, FIRST)])


@pytest.mark.parametrize("version", range(8, schema.SCHEMA_VERSION))
def test_an_older_database_gets_the_tables_of_a_new_one(
    postgres: PostgreSQL, address: str, store: Store, version: int
) -> None:
    older = postgres.database()
    with psycopg.connect(older, autocommit=True) as db:
        begin_older(db, version)
        upgrade(db, *schema._FROM[FIRST:version])
    found = Store(older)
    assert [row for row in columns(found) if row[0] != "schema_version"] == [
        row for row in columns(store) if row[0] != "schema_version"
    ]
    new_match(found)
    found.close()


@pytest.mark.parametrize("version", range(FIRST, schema.SCHEMA_VERSION))
def test_what_an_older_database_holds_is_kept(postgres: PostgreSQL, version: int) -> None:
    older = postgres.database()
    with psycopg.connect(older, autocommit=True) as db:
        begin_older(db, version)
        for row in (MATCH, *SEATS, STEPS, f"INSERT INTO log VALUES {LOG}", *ROWS[3], *ROWS[4]):
            db.execute(row.encode())
        for at in range(FIRST + 1, version + 1):
            upgrade(db, schema._FROM[at - 1])
            for row in ROWS.get(at, ()):
                db.execute(row.encode())
    store = Store(older)
    check_rows(store, version)
    assert store.load("m").steps == (Step(0, 7), Step(1, 8))
    store.append("m", 2, [Step(0, 9)], ["cc"], [3])
    store.close()


def test_a_newer_database_is_refused(store: Store, address: str) -> None:
    with store.transaction() as db:
        db.execute("UPDATE schema_version SET version = 99")
    with pytest.raises(InputError, match="found 99"):
        Store(address)


@pytest.mark.parametrize(
    "wrong",
    [
        "postgresql://me:hunter2@localhost:1/x",
        "postgresql://me:hunter2@localhost:port/x",
        "postgresql://me:hunter2@/x?host=/nowhere",
        "postgresql://me:hunter2%@localhost/x",
    ],
)
def test_a_database_that_is_not_there_is_named_without_the_password(wrong: str) -> None:
    with pytest.raises(InputError, match="database") as refused:
        Store(wrong)
    assert "hunter2" not in str(refused.value)


def refusal(address: str, caplog: pytest.LogCaptureFixture) -> str:
    """What is said where a database does not let us in, to the operator and in the log."""
    caplog.clear()
    with pytest.raises(InputError) as refused:
        Store(address)
    return "\n".join([str(refused.value), *(record.getMessage() for record in caplog.records)])


def test_who_is_not_let_in_is_named_nowhere(
    postgres: PostgreSQL, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = f"postgres?host={postgres.folder}"
    said = refusal(f"postgresql://stranger:hunter2@/{host}", caplog)
    assert "database postgresql:///postgres: found <" in said
    assert 'role "…" does not exist' in said
    assert "stranger" not in said
    monkeypatch.setenv("PGUSER", "stranger")
    assert "stranger" not in refusal(f"postgresql:///{host}", caplog)

    postgres.execute("CREATE ROLE wanderer LOGIN PASSWORD 'five quiet hexes'")
    rules = postgres.data / "pg_hba.conf"
    rules.write_text(f"local all wanderer scram-sha-256\n{rules.read_text()}")
    postgres.execute("SELECT pg_reload_conf()")
    wrong = f"postgresql://wanderer:hunter2@/{host}"

    def asks_for_passwords() -> bool:
        try:
            psycopg.connect(wrong).close()
        except psycopg.OperationalError:
            return True
        return False

    until(asks_for_passwords)
    said = refusal(wrong, caplog)
    assert "password authentication failed" in said
    assert not re.search("wanderer|hunter2", said)


def test_the_log_names_no_user(store: Store, caplog: pytest.LogCaptureFixture) -> None:
    match, _ = new_match(store)
    with pytest.raises(NotSaved), store.transaction(match) as db:
        db.execute("CREATE ROLE hexfront")  # as whom the tests connect
    (line,) = [record.getMessage() for record in caplog.records]
    assert line.endswith('cannot be written: role "…" already exists')


def test_a_database_that_keeps_no_unicode_is_refused_at_the_start(postgres: PostgreSQL) -> None:
    postgres.execute("CREATE DATABASE plain ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(InputError, match="encoding: found 'SQL_ASCII', expected UTF8"):
        Store(postgres.address("plain"))


def test_what_the_environment_says_of_encodings_changes_nothing(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGCLIENTENCODING", "LATIN1")
    store = Store(address)
    match, _ = new_match(store)
    store.append(match, 0, [Step(0, 1)], ["–"], [1])
    assert store.read("SELECT digest FROM steps WHERE match_id = ?", (match,)) == [("–",)]
    store.close()


def test_a_database_that_can_only_be_read_is_refused_at_the_start(address: str) -> None:
    with pytest.raises(InputError, match="read-only"):
        Store(f"{address}{quote(' -cdefault_transaction_read_only=on')}")


def test_a_database_that_turns_read_only_refuses_orders(store: Store) -> None:
    match, _ = new_match(store)
    with pytest.raises(NotSaved, match="can only be read"), store.transaction() as db:
        db.execute("SET LOCAL transaction_read_only = on")
        db.execute("UPDATE seats SET hints = 1")
    store.append(match, 0, [Step(0, 1)], ["aa"], [1])


def test_a_full_disk_is_told_and_nothing_is_half_done(store: Store, address: str) -> None:
    match, _ = new_match(store)
    with psycopg.connect(address, autocommit=True) as db:
        db.execute(
            b"CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            b" IF NEW.number > 5 THEN RAISE EXCEPTION 'full' USING ERRCODE = '53100'; END IF;"
            b" RETURN NEW; END $$"
        )
        db.execute(
            b"CREATE TRIGGER full_disk BEFORE INSERT ON steps"
            b" FOR EACH ROW EXECUTE FUNCTION full_disk()"
        )
        with pytest.raises(NotSaved, match="disk is full"):
            store.append(match, 0, [Step(0, n) for n in range(9)], ["a"] * 9, [1] * 9)
        assert store.load(match).steps == ()
        db.execute(b"DROP TRIGGER full_disk ON steps")
    store.append(match, 0, [Step(0, n) for n in range(9)], ["a"] * 9, [1] * 9)
    assert len(store.load(match).steps) == 9


def test_an_order_waits_for_others_of_its_match_alone(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A match that another process has in its hands is busy; all others go on."""
    monkeypatch.setattr(backend, "SETTINGS", "SET lock_timeout = 50")
    store, other = Store(address), Store(address)
    (busy, _), (free, _) = new_match(store), new_match(store)
    with other.transaction(busy):
        with pytest.raises(NotSaved, match="busy"):
            store.append(busy, 0, [Step(0, 1)], ["aa"], [1])
        with pytest.raises(NotSaved, match="busy"):
            store.rematch(free)
        store.append(free, 0, [Step(0, 1)], ["aa"], [1])
    store.append(busy, 0, [Step(0, 1)], ["aa"], [1])
    store.close()
    other.close()


def test_a_slow_database_is_told_and_nothing_is_lost(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "SETTINGS", "SET statement_timeout = 300")
    store = Store(address)
    match, _ = new_match(store)
    store.append(match, 0, [Step(0, 1)], ["aa"], [1])
    with psycopg.connect(address) as other:
        other.execute(b"LOCK TABLE steps")
        with pytest.raises(NotSaved, match="Not saved: the database is too slow"):
            store.append(match, 1, [Step(0, 2)], ["bb"], [2])
        with pytest.raises(NotSaved, match="cannot look that up now: the database is too slow"):
            store.load(match)
    assert store.load(match).steps == (Step(0, 1),)
    store.append(match, 1, [Step(0, 2)], ["bb"], [2])
    assert store.load(match).steps == (Step(0, 1), Step(0, 2))
    store.close()


def test_two_writers_at_once_never_both_succeed(store: Store, address: str) -> None:
    match, _ = new_match(store)
    other, done = Store(address), []

    def write(mine: Store, order: int) -> None:
        for number in range(20):
            try:
                mine.append(match, number, [Step(0, order)], [f"{order}-{number}"], [number])
                done.append((number + 1, order))
            except NotSaved:
                pass

    threads = [threading.Thread(target=write, args=pair) for pair in ((store, 1), (other, 2))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = store.read("SELECT number, order_code FROM steps ORDER BY number")
    assert sorted(done) == rows
    assert len(rows) == 20
    other.close()


def test_what_is_read_within_a_transaction_is_what_it_has_written(store: Store) -> None:
    match, _ = new_match(store)
    with pytest.raises(RuntimeError), store.transaction(match) as db:
        db.execute("UPDATE seats SET hints = 3 WHERE match_id = ? AND side = 0", (match,))
        assert store.seats(match)[1].hints == 3
        raise RuntimeError
    assert store.seats(match)[1].hints == 0


def test_a_database_that_is_gone_is_told_and_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    if programs() is None:
        pytest.skip(NOT_INSTALLED)
    monkeypatch.setattr(backend, "BUSY_SECONDS", 0.2)
    with postgresql(durable=True) as server:
        store = Store(server.database())
        match, _ = new_match(store)
        store.append(match, 0, [Step(0, 1)], ["aa"], [1])
        server.stop()
        with pytest.raises(NotSaved, match="gone"):
            store.append(match, 1, [Step(0, 2)], ["bb"], [2])
        with pytest.raises(NotSaved, match="gone"):
            store.load(match)
        server.start(durable=True)
        for _ in range(100):
            with suppress(NotSaved):
                store.append(match, 1, [Step(0, 2)], ["bb"], [2])
                break
        assert len(store.load(match).steps) == 2
        store.close()
