"""The tables of the file of drafts."""

from __future__ import annotations

import sqlite3
from typing import Final

from hexfront.play.storage.database import Layout

VERSION: Final = 1

TABLES: Final = """
CREATE TABLE drafts (
    id TEXT PRIMARY KEY,
    system TEXT NOT NULL,
    name TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    created TEXT NOT NULL,
    changed TEXT NOT NULL,
    version INTEGER NOT NULL,
    node INTEGER NOT NULL,
    stored INTEGER NOT NULL
);
CREATE TABLE nodes (
    draft TEXT NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
    node INTEGER NOT NULL,
    parent INTEGER,
    depth INTEGER NOT NULL,
    title TEXT NOT NULL,
    name TEXT NOT NULL DEFAULT '',
    made TEXT NOT NULL,
    patches TEXT NOT NULL,
    inverse TEXT NOT NULL,
    whole TEXT,
    PRIMARY KEY (draft, node)
);
CREATE TABLE steps (
    draft TEXT NOT NULL REFERENCES drafts (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    node INTEGER NOT NULL,
    title TEXT NOT NULL,
    request_key TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (draft, version)
) WITHOUT ROWID
"""


def _bring_up_to_date(db: sqlite3.Connection) -> int:
    db.execute("BEGIN IMMEDIATE")
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    if version == 0:
        for statement in TABLES.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")
    return version


LAYOUT: Final = Layout(
    "drafts.sqlite3",
    VERSION,
    _bring_up_to_date,
    "SELECT 'change ' || node || ' of draft ' || draft FROM nodes"
    " WHERE NOT (json_valid(patches) AND json_valid(inverse) AND json_valid(coalesce(whole, 0)))",
)
