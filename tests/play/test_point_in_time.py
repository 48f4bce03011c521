"""The operator's guide to point-in-time recovery, followed with a real PostgreSQL."""

from __future__ import annotations

import os
import re
import shutil
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from hexfront.core.contract import Step
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.storage.backup import order_of
from hexfront.play.storage.records import SeatPlan
from hexfront.play.storage.store import Store
from tests.postgresql import NOT_INSTALLED, PostgreSQL, postgresql, programs

GUIDE = Path(__file__).parents[2] / "docs" / "guides" / "operating.md"
SECONDS = 60


def settings(word: str) -> str:
    """The block of the guide in which a setting stands, without the margin of its list."""
    blocks = re.findall(r"```ini\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (block,) = [text for text in blocks if word in text]
    return re.sub(r"^ +", "", block, flags=re.MULTILINE)


def play(store: Store, count: int) -> str:
    """A new match with some steps."""
    system = find_system("brigade")
    plans = [SeatPlan("person", name="Ada"), SeatPlan("person")]
    document = load_scenario(system).document
    match = store.create("brigade", system.version, document, bytes(32), plans).match
    for number in range(count):
        store.append(match, number, [Step(0, number)], [f"{number:02x}"], [number])
    return match


def contents(store: Store) -> dict[str, list[Any]]:
    """All rows of all tables."""
    with store.backend.snapshot() as read:
        return {table: sorted(map(repr, read(table)[1])) for table in order_of(store)}


def put(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write("\n" + text)


def test_the_guide_leads_back_to_a_moment() -> None:
    if programs() is None:
        pytest.skip(NOT_INSTALLED)
    with postgresql(durable=True) as server:
        backups = server.folder / "backups"
        (backups / "wal").mkdir(parents=True)
        _give(backups)

        def ours(text: str) -> str:
            return text.replace("/backups", str(backups))

        where = server.database()
        server.stop("fast")
        put(server.data / "postgresql.conf", ours(settings("archive_command")))
        server.start(durable=True)
        store = Store(where)
        play(store, 3)
        base = backups / "base-monday"
        server.run("pg_basebackup", *_to(server), "-D", str(base), "-c", "fast")
        kept = play(store, 5)
        before = contents(store)
        ((moment,),) = store.read("SELECT CAST(clock_timestamp() AS TEXT)")
        lost = play(store, 2)  # and then somebody deletes what he should not
        with store.transaction() as db:
            db.execute("DELETE FROM steps WHERE match_id = ?", (kept,))
        store.read("SELECT 1 FROM pg_switch_wal()")
        _until(lambda: not list((server.data / "pg_wal/archive_status").glob("*.ready")))
        store.close()
        server.stop("fast")

        server.data.rename(server.folder / "aside")
        server.data = server.folder / "restored"
        shutil.copytree(base, server.data, copy_function=shutil.copy2)
        _give(server.data)
        text = ours(settings("recovery_target_time"))
        text = re.sub(r"(recovery_target_time = )'.*'", rf"\1'{moment}'", text)
        put(server.data / "postgresql.auto.conf", text)
        (server.data / "recovery.signal").touch()
        server.start(durable=True)
        found = Store(where)
        _until(lambda: found.read("SELECT pg_is_in_recovery()") == [(False,)])
        assert contents(found) == before
        assert found.read("SELECT 1 FROM matches WHERE id = ?", (lost,)) == []
        play(found, 1)  # it goes on
        found.close()


def _give(folder: Path) -> None:
    """Let a folder belong to who runs PostgreSQL, where that is not who runs the tests."""
    if os.geteuid() == 0:
        for path in (folder, *folder.rglob("*")):
            shutil.chown(path, "postgres", "postgres")


def _to(server: PostgreSQL) -> list[str]:
    return ["-h", str(server.folder), "-U", "hexfront"]


def _until(found: Any) -> None:
    end = time.monotonic() + SECONDS
    while not found():
        assert time.monotonic() < end
        threading.Event().wait(0.02)
