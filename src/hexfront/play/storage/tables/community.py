"""The tables of those who meet: what they say, whom they do not hear, whom the operator stops.

In SQL that SQLite and PostgreSQL both know. Times are seconds since 1970 or ISO texts of UTC.
"""

from __future__ import annotations

from typing import Final

TABLES: Final = """
CREATE TABLE chat (
    match_id TEXT NOT NULL REFERENCES matches (id),
    room TEXT NOT NULL CHECK (room IN ('players', 'watchers')),
    number INTEGER NOT NULL,
    side INTEGER NOT NULL,
    account TEXT NOT NULL,
    name TEXT NOT NULL,
    text TEXT NOT NULL,
    said INTEGER NOT NULL,
    request_key TEXT NOT NULL,
    PRIMARY KEY (match_id, room, number)
);
CREATE INDEX chat_by_account ON chat (account);
CREATE TABLE mutes (
    account TEXT NOT NULL REFERENCES accounts (id),
    other TEXT NOT NULL REFERENCES accounts (id),
    PRIMARY KEY (account, other)
);
CREATE TABLE account_mutes (
    account TEXT PRIMARY KEY REFERENCES accounts (id),
    until INTEGER NOT NULL,
    reason TEXT NOT NULL
);
CREATE TABLE account_bans (
    account TEXT PRIMARY KEY REFERENCES accounts (id),
    reason TEXT NOT NULL,
    since TEXT NOT NULL
);
CREATE TABLE account_networks (
    account TEXT NOT NULL REFERENCES accounts (id),
    network TEXT NOT NULL,
    day TEXT NOT NULL,
    PRIMARY KEY (account, network)
);
CREATE INDEX account_networks_by_network ON account_networks (network);
ALTER TABLE matches ADD COLUMN chat INTEGER NOT NULL DEFAULT 1;
ALTER TABLE open_games ADD COLUMN chat INTEGER NOT NULL DEFAULT 1;
ALTER TABLE reports ADD COLUMN match TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN name TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN said TEXT NOT NULL DEFAULT '[]';
ALTER TABLE reports ADD COLUMN closed TEXT NOT NULL DEFAULT '';
ALTER TABLE reports ADD COLUMN note TEXT NOT NULL DEFAULT ''
"""

# Invitations by name, and who has turned the chat of a match off: a side, -1 for whoever has opened
# it, -2 for the operator.
INVITATIONS: Final = """
CREATE TABLE invitations (
    game TEXT NOT NULL REFERENCES open_games (id),
    account TEXT NOT NULL REFERENCES accounts (id),
    declined INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, account)
);
CREATE INDEX invitations_by_account ON invitations (account);
ALTER TABLE matches ADD COLUMN chat_closer INTEGER NOT NULL DEFAULT -1
"""
