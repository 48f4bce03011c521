"""What stores of older versions held that today's hold in another form.

In SQL that SQLite and PostgreSQL both know; match `m` has two sides.
"""

from __future__ import annotations

from typing import Final

from hexfront.play.prepared import Prepared, PreparedOrders
from hexfront.play.storage.store import Store

LOG: Final = "('m', 1, '[0]', '[[0, \"Red is ready.\"]]')"
ROWS: Final = {
    3: ("INSERT INTO saves VALUES ('m', 1, 'kept', 'm', '', '', '[]')",),
    4: (
        "INSERT INTO notices VALUES ('m', 0, 'email', 'Asked@example.org'),"
        " ('m', 0, 'webhook', 'https://ntfy.example/red'),"
        " ('m', 1, 'email', 'Agreed@example.org')",
        "INSERT INTO mail VALUES ('asked@example.org', 'hash 1', 'asked', '2025-01-02'),"
        " ('agreed@example.org', 'hash 2', 'agreed', '2025-01-03')",
    ),
    6: (f"INSERT INTO told VALUES {LOG}",),
    12: (
        """INSERT INTO prepared_orders VALUES ('m', 0, '["a to 0102","end"]', 'key-0001', '')""",
        "INSERT INTO prepared_orders VALUES ('m', 1, '[]', '', 'None was given.')",
    ),
}
"""By the first version that had them."""


def check_rows(store: Store, version: int) -> None:
    """Fail unless a store that was of a version holds all of it."""
    found = {
        3: (store.read("SELECT steps FROM saves"), [(b"[]",)]),
        4: (
            store.read("SELECT way, address, confirmed FROM channels ORDER BY side, way")
            + store.read("SELECT address, state, asked, sent FROM consents ORDER BY asked"),
            [
                ("email", "Asked@example.org", 0),
                ("webhook", "https://ntfy.example/red", 1),
                ("email", "Agreed@example.org", 1),
                ("asked@example.org", "asked", "2025-01-02", 0),
                ("agreed@example.org", "agreed", "2025-01-03", 0),
            ],
        ),
        6: (
            store.read("SELECT match_id, step, viewers, entries FROM log"),
            [("m", 1, "[0]", '[[0, "Red is ready."]]')],
        ),
        12: (
            sorted(PreparedOrders(store, "m").of.items()),
            [(0, Prepared(("a to 0102", "end"))), (1, Prepared((), "None was given."))],
        ),
    }
    assert found.keys() == ROWS.keys()
    for first, (rows, wanted) in found.items():
        assert rows == (wanted if version >= first else [])
