"""The tables of notices: by which channels somebody wants to be told, and what waits to be sent.

In SQL that SQLite and PostgreSQL both know. Times are seconds since 1970. A channel belongs to an
account, or to the seat of a guest. Before, seats alone had addresses, and consent was asked for
e-mail alone.
"""

from __future__ import annotations

from typing import Final

TABLES: Final = """
CREATE TABLE channels (
    id TEXT PRIMARY KEY,
    account TEXT REFERENCES accounts (id),
    match_id TEXT REFERENCES matches (id),
    side INTEGER,
    way TEXT NOT NULL CHECK (way IN ('email', 'webhook', 'push')),
    address TEXT NOT NULL,
    keys TEXT NOT NULL DEFAULT '',
    label TEXT NOT NULL DEFAULT '',
    confirmed INTEGER NOT NULL DEFAULT 0,
    daily INTEGER NOT NULL DEFAULT 0,
    files INTEGER NOT NULL DEFAULT 0,
    added REAL NOT NULL DEFAULT 0,
    digest_at REAL NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX channels_by_seat ON channels (match_id, side, way);
CREATE INDEX channels_by_account ON channels (account);
CREATE INDEX channels_by_address ON channels (address);
INSERT INTO channels (id, match_id, side, way, address, confirmed)
    SELECT match_id || '.' || side || '.' || way, match_id, side, way, address,
        CASE WHEN way = 'webhook' OR EXISTS (SELECT 1 FROM mail
            WHERE mail.address = lower(notices.address) AND state = 'agreed') THEN 1 ELSE 0 END
    FROM notices;
DROP TABLE notices;
CREATE TABLE notices (
    id TEXT PRIMARY KEY,
    channel TEXT NOT NULL,
    kind TEXT NOT NULL,
    match_id TEXT NOT NULL,
    side INTEGER NOT NULL,
    title TEXT NOT NULL,
    detail TEXT NOT NULL,
    held INTEGER NOT NULL,
    ready REAL NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    claimed REAL NOT NULL DEFAULT 0
);
CREATE INDEX notices_by_ready ON notices (held, ready);
CREATE INDEX notices_by_channel ON notices (channel);
CREATE TABLE warned (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    due REAL NOT NULL,
    PRIMARY KEY (match_id, side)
);
ALTER TABLE mail RENAME TO consents;
ALTER TABLE consents ADD COLUMN hour INTEGER NOT NULL DEFAULT 0;
ALTER TABLE consents ADD COLUMN sent INTEGER NOT NULL DEFAULT 0
"""
