"""The tables of the store, and how an older file becomes one of today's."""

from __future__ import annotations

import sqlite3

from hexfront.play.people_tables import TABLES as PEOPLE

SCHEMA_VERSION = 10

SCHEMA = (
    """
CREATE TABLE matches (
    id TEXT PRIMARY KEY,
    system TEXT NOT NULL,
    rules_version TEXT NOT NULL,
    scenario TEXT NOT NULL,
    secret BLOB NOT NULL,
    created TEXT NOT NULL,
    over INTEGER NOT NULL DEFAULT 0,
    result TEXT,
    next_match TEXT REFERENCES matches (id),
    family TEXT,
    head TEXT,
    restored TEXT
);
CREATE TABLE seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('person', 'machine', 'spectator')),
    agent TEXT NOT NULL DEFAULT '',
    token_hash BLOB UNIQUE,
    name TEXT NOT NULL DEFAULT '',
    invite_hash BLOB,
    must_act INTEGER,
    noticed INTEGER NOT NULL DEFAULT 0,
    visited TEXT NOT NULL DEFAULT '',
    deletes INTEGER NOT NULL DEFAULT 0,
    share_hash TEXT NOT NULL DEFAULT '',
    share TEXT DEFAULT '',
    hints INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match_id, side)
);
CREATE UNIQUE INDEX seats_by_invite ON seats (invite_hash);
CREATE TABLE steps (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    actor INTEGER NOT NULL,
    order_code INTEGER NOT NULL,
    digest TEXT NOT NULL,
    bundle INTEGER NOT NULL,
    PRIMARY KEY (match_id, number)
) WITHOUT ROWID;
CREATE TABLE requests (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    request_key TEXT NOT NULL,
    accepted INTEGER NOT NULL,
    PRIMARY KEY (match_id, side, request_key)
) WITHOUT ROWID;
CREATE TABLE notices (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    way TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (match_id, side, way)
) WITHOUT ROWID;
CREATE INDEX matches_by_family ON matches (family) WHERE family IS NOT NULL;
CREATE TABLE saves (
    family TEXT NOT NULL,
    side INTEGER NOT NULL,
    name TEXT NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    created TEXT NOT NULL,
    about TEXT NOT NULL,
    steps TEXT NOT NULL,
    PRIMARY KEY (family, side, name)
) WITHOUT ROWID;
CREATE TABLE keys (
    name TEXT PRIMARY KEY,
    key BLOB NOT NULL
);
CREATE TABLE mail (
    address TEXT PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('asked', 'agreed', 'refused')),
    asked TEXT NOT NULL
);
CREATE TABLE keeping (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    limits TEXT NOT NULL,
    since TEXT NOT NULL
);
CREATE TABLE log (
    match_id TEXT NOT NULL REFERENCES matches (id),
    step INTEGER NOT NULL,
    viewers TEXT NOT NULL,
    entries TEXT NOT NULL,
    PRIMARY KEY (match_id, step, viewers)
) WITHOUT ROWID;
"""
    + PEOPLE
)

# From version 1: a step was a request of its own, and nobody had a name.
_FROM_1 = """
ALTER TABLE matches ADD COLUMN result TEXT;
ALTER TABLE matches ADD COLUMN next_match TEXT REFERENCES matches (id);
ALTER TABLE seats ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN invite_hash BLOB;
ALTER TABLE seats ADD COLUMN must_act INTEGER;
ALTER TABLE seats ADD COLUMN noticed INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX seats_by_invite ON seats (invite_hash);
ALTER TABLE steps RENAME TO old_steps;
CREATE TABLE steps (
    match_id TEXT NOT NULL REFERENCES matches (id),
    number INTEGER NOT NULL,
    actor INTEGER NOT NULL,
    order_code INTEGER NOT NULL,
    digest TEXT NOT NULL,
    bundle INTEGER NOT NULL,
    PRIMARY KEY (match_id, number)
) WITHOUT ROWID;
INSERT INTO steps SELECT match_id, number, actor, order_code, digest, number FROM old_steps;
DROP TABLE old_steps;
CREATE TABLE notices (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    way TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (match_id, side, way)
) WITHOUT ROWID;
"""

# From version 2: situations were not kept under a name.
_FROM_2 = """
ALTER TABLE matches ADD COLUMN family TEXT;
CREATE INDEX matches_by_family ON matches (family) WHERE family IS NOT NULL;
CREATE TABLE saves (
    family TEXT NOT NULL,
    side INTEGER NOT NULL,
    name TEXT NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    created TEXT NOT NULL,
    about TEXT NOT NULL,
    steps TEXT NOT NULL,
    PRIMARY KEY (family, side, name)
) WITHOUT ROWID
"""

# From version 3: nobody asked the owner of an address.
_FROM_3 = """;
CREATE TABLE keys (
    name TEXT PRIMARY KEY,
    key BLOB NOT NULL
);
CREATE TABLE mail (
    address TEXT PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('asked', 'agreed', 'refused')),
    asked TEXT NOT NULL
)
"""

# From version 4: every match was kept for ever. Their age begins now.
_FROM_4 = """;
ALTER TABLE seats ADD COLUMN visited TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN deletes INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET visited = date('now');
CREATE TABLE keeping (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    limits TEXT NOT NULL,
    since TEXT NOT NULL
)
"""

# From version 5: nobody added to the dice, and what was told was not kept.
_FROM_5 = """;
ALTER TABLE matches ADD COLUMN head TEXT;
ALTER TABLE matches ADD COLUMN restored TEXT;
ALTER TABLE seats ADD COLUMN share_hash TEXT NOT NULL DEFAULT '';
ALTER TABLE seats ADD COLUMN share TEXT DEFAULT '';
CREATE TABLE told (
    match_id TEXT NOT NULL REFERENCES matches (id),
    step INTEGER NOT NULL,
    viewers TEXT NOT NULL,
    tellings TEXT NOT NULL,
    PRIMARY KEY (match_id, step, viewers)
) WITHOUT ROWID
"""

# From version 6: other names.
_FROM_6 = """;
ALTER TABLE told RENAME TO log;
ALTER TABLE log RENAME COLUMN tellings TO entries
"""

# From version 7: nobody could ask for hints.
_FROM_7 = """;
ALTER TABLE seats ADD COLUMN hints INTEGER NOT NULL DEFAULT 0
"""

_FROM_8 = ""

# From version 9: nobody had an account.
_FROM_9 = ";" + PEOPLE

_FROM = (
    *(SCHEMA, _FROM_1, _FROM_2, _FROM_3, _FROM_4),
    *(_FROM_5, _FROM_6, _FROM_7, _FROM_8, _FROM_9),
)
_STEPS_TO_NOW = {0: SCHEMA} | {n: "".join(_FROM[n:]) for n in range(1, SCHEMA_VERSION)}


def bring_up_to_date(db: sqlite3.Connection) -> int:
    """Create the tables, or change those of an older version, in one transaction.

    Returns the version that was found; nothing is changed where it is not known.
    """
    db.execute("BEGIN IMMEDIATE")
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if version in _STEPS_TO_NOW:
        for statement in _STEPS_TO_NOW[version].split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute("COMMIT")
    return version
