"""The tables of clocks: of matches, of their sides, and of what stops them; and prepared orders.

In SQL that SQLite and PostgreSQL both know. Moments are seconds since 1970, other times seconds.
"""

from __future__ import annotations

from typing import Final

CLOCKS: Final = """
CREATE TABLE match_clocks (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    pace TEXT NOT NULL,
    at_once INTEGER NOT NULL,
    paused REAL
);
CREATE TABLE side_clocks (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    remaining REAL NOT NULL,
    running INTEGER NOT NULL DEFAULT 0,
    began REAL NOT NULL DEFAULT 0,
    allowed REAL NOT NULL DEFAULT 0,
    gained REAL NOT NULL DEFAULT 0,
    moment INTEGER NOT NULL DEFAULT -1,
    veiled INTEGER NOT NULL DEFAULT 0,
    wants_pause INTEGER NOT NULL DEFAULT 0,
    seen REAL NOT NULL,
    PRIMARY KEY (match_id, side)
);
CREATE INDEX side_clocks_running ON side_clocks (running, began);
CREATE TABLE prepared_orders (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    lines TEXT NOT NULL,
    request_key TEXT NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (match_id, side)
);
CREATE TABLE stoppages (
    began REAL NOT NULL,
    ended REAL NOT NULL
);
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    seen REAL NOT NULL
);
CREATE TABLE holidays (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    first_day TEXT NOT NULL,
    last_day TEXT NOT NULL,
    began REAL NOT NULL,
    ended REAL NOT NULL
);
CREATE INDEX holidays_by_account ON holidays (account)
"""

# A request's key of their own is needed no more: they are forgotten in the transaction in which
# they are given.
PREPARED: Final = """
ALTER TABLE prepared_orders RENAME TO old_prepared_orders;
CREATE TABLE prepared_orders (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    lines TEXT NOT NULL,
    said TEXT NOT NULL,
    PRIMARY KEY (match_id, side)
);
INSERT INTO prepared_orders SELECT match_id, side, lines, said FROM old_prepared_orders;
DROP TABLE old_prepared_orders
"""
