"""The tables of people: accounts, the lobby, results and ratings, and how matches end.

In SQL that SQLite and PostgreSQL both know. Times are seconds since 1970 or ISO texts of UTC.
"""

from __future__ import annotations

from typing import Final

TABLES: Final = """
CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    name_look TEXT NOT NULL UNIQUE,
    password TEXT NOT NULL DEFAULT '',
    created TEXT NOT NULL
);
CREATE TABLE passkeys (
    credential TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    public_key BLOB NOT NULL,
    uses INTEGER NOT NULL,
    label TEXT NOT NULL,
    created TEXT NOT NULL
);
CREATE TABLE sessions (
    token_hash BLOB PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES accounts (id),
    device TEXT NOT NULL,
    created INTEGER NOT NULL,
    seen INTEGER NOT NULL
);
CREATE INDEX sessions_by_account ON sessions (account);
CREATE TABLE recovery_codes (
    code_hash BLOB PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id)
);
CREATE TABLE challenges (
    ticket_hash BLOB PRIMARY KEY,
    purpose TEXT NOT NULL,
    name TEXT NOT NULL,
    account TEXT NOT NULL,
    challenge BLOB NOT NULL,
    expires INTEGER NOT NULL
);
CREATE TABLE account_seats (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    account TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (match_id, side)
);
CREATE INDEX account_seats_by_account ON account_seats (account);
CREATE TABLE seat_keys (
    token_hash BLOB PRIMARY KEY,
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    session TEXT NOT NULL REFERENCES sessions (id)
);
CREATE INDEX seat_keys_by_session ON seat_keys (session);
CREATE TABLE open_games (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id),
    system TEXT NOT NULL,
    scenario TEXT NOT NULL,
    title TEXT NOT NULL,
    persons INTEGER NOT NULL,
    sides INTEGER NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL,
    created INTEGER NOT NULL
);
CREATE TABLE open_seats (
    game TEXT NOT NULL REFERENCES open_games (id),
    account TEXT NOT NULL REFERENCES accounts (id),
    side INTEGER NOT NULL,
    PRIMARY KEY (game, account)
);
CREATE TABLE match_terms (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    title TEXT NOT NULL,
    pace TEXT NOT NULL,
    rated INTEGER NOT NULL,
    settled INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE played (
    match TEXT NOT NULL,
    side INTEGER NOT NULL,
    player TEXT NOT NULL,
    system TEXT NOT NULL,
    title TEXT NOT NULL,
    outcome TEXT NOT NULL,
    reason TEXT NOT NULL,
    ended TEXT NOT NULL,
    unrated TEXT NOT NULL,
    rating INTEGER,
    deviation INTEGER,
    PRIMARY KEY (match, side)
);
CREATE INDEX played_by_player ON played (player);
CREATE TABLE ratings (
    system TEXT NOT NULL,
    player TEXT NOT NULL,
    rating INTEGER NOT NULL,
    deviation INTEGER NOT NULL,
    games INTEGER NOT NULL,
    PRIMARY KEY (system, player)
);
CREATE TABLE blocks (
    account TEXT NOT NULL REFERENCES accounts (id),
    other TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (account, other)
);
CREATE TABLE reports (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    other TEXT NOT NULL,
    about TEXT NOT NULL,
    created TEXT NOT NULL
);
CREATE TABLE endings (
    match_id TEXT PRIMARY KEY REFERENCES matches (id),
    way TEXT NOT NULL,
    result TEXT NOT NULL
);
CREATE TABLE withdrawals (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    agent TEXT NOT NULL,
    step INTEGER NOT NULL,
    PRIMARY KEY (match_id, side)
);
CREATE TABLE proposals (
    match_id TEXT NOT NULL REFERENCES matches (id),
    side INTEGER NOT NULL,
    way TEXT NOT NULL CHECK (way IN ('draw', 'abandon')),
    PRIMARY KEY (match_id, side, way)
);
CREATE VIEW seat_tokens AS
    SELECT token_hash, match_id, side FROM seats WHERE token_hash IS NOT NULL
    UNION ALL SELECT token_hash, match_id, side FROM seat_keys
"""
