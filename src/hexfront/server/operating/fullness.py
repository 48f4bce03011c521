"""How full a server is: what it holds, and how much that may be."""

from __future__ import annotations

from hexfront.people import lobby, moderation
from hexfront.people.tournaments.numbers import numbers
from hexfront.people.tournaments.tournaments import UNFINISHED
from hexfront.server.people.hub import MAX_SOCKETS, Hub
from hexfront.server.people.sessions import People
from hexfront.server.settings import ServerSettings
from hexfront.server.tables.tables import Tables
from hexfront.server.wire.operating import LimitInfo


def fullness(
    tables: Tables, people: People, hub: Hub, settings: ServerSettings, unfinished: int
) -> list[LimitInfo]:
    """What is limited, of this process and then of the store. Blocks. Errors: `NotSaved`."""
    store, passing = tables.store, tables.membership
    at_tables = tables.sockets + (passing.passed_on if passing is not None else 0)

    def count(what: str) -> int:
        ((found,),) = store.read(f"SELECT count(*) FROM {what}")
        return int(found)

    found: list[tuple[str, int, int | None]] = [
        ("matches in memory, at this process", len(tables), tables.limit),
        ("open pages at tables, at this process", at_tables, settings.connections),
        ("open pages in the lobby and at tournaments, at this process", len(hub), MAX_SOCKETS),
        ("matches that go on", unfinished, settings.keep.unfinished.matches),
        ("games that wait in the lobby", count("open_games"), lobby.MAX_OPEN_ALL),
        (
            "tournaments that are not over",
            people.tournaments.records.count(UNFINISHED),
            numbers().open_all,
        ),
        ("accounts", count("accounts"), None),
        (
            "reports of guests that wait",
            count("reports WHERE account = '' AND closed = ''"),
            moderation.MAX_OF_GUESTS,
        ),
    ]
    return [LimitInfo(what=what, now=now, most=most) for what, now, most in found]
