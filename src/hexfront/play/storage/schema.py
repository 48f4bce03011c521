"""The tables of the store, and how older ones become those of today.

Up to version 8 all stores were SQLite files. Later steps are in the SQL that both databases
share, see `backends.face`, and are carried out in new stores too; one that begins with
`/* SQLite */` is for files alone.
"""

from __future__ import annotations

import re
import sqlite3
from typing import Final

from hexfront.play.storage.tables.clocks import CLOCKS, PREPARED
from hexfront.play.storage.tables.community import INVITATIONS
from hexfront.play.storage.tables.community import TABLES as COMMUNITY
from hexfront.play.storage.tables.notices import TABLES as NOTICES
from hexfront.play.storage.tables.people import TABLES as PEOPLE
from hexfront.play.storage.tables.tournaments import TABLES as TOURNAMENTS

SCHEMA_VERSION = 13

# Of version 8.
SCHEMA = """
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

# From version 8: there were no campaigns.
_FROM_8 = """;
CREATE TABLE campaigns (
    id TEXT PRIMARY KEY,
    token_hash BLOB NOT NULL UNIQUE,
    created TEXT NOT NULL,
    system TEXT NOT NULL,
    name TEXT NOT NULL,
    opponent TEXT NOT NULL,
    progress TEXT NOT NULL,
    battle TEXT NOT NULL DEFAULT ''
)
"""

# From version 9: nobody had an account.
_FROM_9 = ";" + PEOPLE

# From version 10: matches stood in the order in which SQLite had stored them, what was kept
# was text or bytes, and one process served all.
_FROM_10 = """;
ALTER TABLE matches ADD COLUMN made INTEGER NOT NULL DEFAULT 0;
/* SQLite */ UPDATE matches SET made = rowid;
CREATE UNIQUE INDEX matches_by_made ON matches (made);
ALTER TABLE saves RENAME TO old_saves;
CREATE TABLE saves (
    family TEXT NOT NULL,
    side INTEGER NOT NULL,
    name TEXT NOT NULL,
    match_id TEXT NOT NULL REFERENCES matches (id),
    created TEXT NOT NULL,
    about TEXT NOT NULL,
    steps BLOB NOT NULL,
    PRIMARY KEY (family, side, name)
) WITHOUT ROWID;
INSERT INTO saves SELECT family, side, name, match_id, created, about, CAST(steps AS BLOB)
    FROM old_saves;
DROP TABLE old_saves;
CREATE TABLE processes (
    id TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    started REAL NOT NULL,
    expires REAL NOT NULL,
    draining INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE holders (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    process TEXT NOT NULL,
    fence INTEGER NOT NULL
);
CREATE INDEX holders_by_process ON holders (process);
CREATE TABLE messages (
    number INTEGER PRIMARY KEY,
    process TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX messages_by_process ON messages (process, number);
CREATE TABLE bans (
    network TEXT PRIMARY KEY,
    reason TEXT NOT NULL,
    since TEXT NOT NULL
);
CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    happened TEXT NOT NULL,
    address TEXT NOT NULL,
    deed TEXT NOT NULL,
    about TEXT NOT NULL
)
"""

# From version 11: accounts were told of nothing and said nothing, no clock ran, and there were no
# tournaments.
_FROM_11 = ";" + ";".join((NOTICES, CLOCKS, TOURNAMENTS, COMMUNITY))

# From version 12: orders that were prepared had a key each, nobody was invited by his name, and
# chat was turned off by the opener of a match alone.
_FROM_12 = ";" + ";".join((PREPARED, INVITATIONS))

_FROM: Final = (
    *("", _FROM_1, _FROM_2, _FROM_3, _FROM_4, _FROM_5, _FROM_6, _FROM_7),
    *(_FROM_8, _FROM_9, _FROM_10, _FROM_11, _FROM_12),
)
_FIRST_SHARED: Final = 8
_FOR_FILES: Final = re.compile(r"/\* SQLite \*/\s*")


def steps_from(version: int, *, file: bool = False) -> list[str]:
    """The statements by which tables of a version, 0 for none, become those of today."""
    older = [SCHEMA, *_FROM[_FIRST_SHARED:]] if version == 0 else _FROM[version:]
    statements = [text.strip() for step in older for text in step.split(";")]
    return [_FOR_FILES.sub("", text) for text in statements if text and (file or text[:2] != "/*")]


def bring_up_to_date(db: sqlite3.Connection) -> int:
    """Create the tables of a file, or change those of an older version, in one transaction.

    Returns the version that was found; nothing is changed where it is not known.
    """
    db.execute("BEGIN IMMEDIATE")
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if 0 <= version < SCHEMA_VERSION:
        for statement in steps_from(version, file=True):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    db.execute("COMMIT")
    return version
