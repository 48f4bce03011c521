"""The tables of tournaments, in SQL that SQLite and PostgreSQL both know.

Times are seconds since 1970. Accounts are no references: a tournament stays when an account goes;
nor are matches, whose results stay when they are deleted.
"""

from __future__ import annotations

from typing import Final

TABLES: Final = """
CREATE TABLE tournaments (
    id TEXT PRIMARY KEY,
    organiser TEXT NOT NULL,
    terms TEXT NOT NULL,
    title TEXT NOT NULL,
    sides INTEGER NOT NULL,
    agent TEXT NOT NULL,
    created INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'running', 'done', 'cancelled')),
    rounds INTEGER NOT NULL,
    round INTEGER NOT NULL,
    started INTEGER NOT NULL,
    note TEXT NOT NULL,
    version INTEGER NOT NULL,
    due INTEGER NOT NULL
);
CREATE INDEX tournaments_by_organiser ON tournaments (organiser);
CREATE TABLE tournament_entrants (
    tournament TEXT NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL,
    account TEXT NOT NULL,
    agent TEXT NOT NULL,
    rating REAL NOT NULL,
    since INTEGER NOT NULL,
    out INTEGER NOT NULL,
    PRIMARY KEY (tournament, number)
);
CREATE INDEX tournament_entrants_by_account ON tournament_entrants (account);
CREATE TABLE tournament_games (
    tournament TEXT NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    number INTEGER NOT NULL,
    began INTEGER NOT NULL,
    match TEXT NOT NULL,
    how TEXT NOT NULL,
    PRIMARY KEY (tournament, round, board, number)
);
CREATE INDEX tournament_games_by_match ON tournament_games (match);
CREATE TABLE tournament_seats (
    tournament TEXT NOT NULL REFERENCES tournaments (id),
    round INTEGER NOT NULL,
    board INTEGER NOT NULL,
    number INTEGER NOT NULL,
    side INTEGER NOT NULL,
    entrant INTEGER NOT NULL,
    points REAL,
    PRIMARY KEY (tournament, round, board, number, side),
    UNIQUE (tournament, round, number, entrant)
);
CREATE TABLE tournament_record (
    tournament TEXT NOT NULL REFERENCES tournaments (id),
    number INTEGER NOT NULL,
    happened INTEGER NOT NULL,
    account TEXT NOT NULL,
    deed TEXT NOT NULL,
    PRIMARY KEY (tournament, number)
)
"""
