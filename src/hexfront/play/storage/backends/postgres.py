"""A PostgreSQL database, which several server processes may share.

Transactions run as they do in SQLite, one after another: each begins with advisory locks, which
end with it. One of a match shares the lock of all, so that matches do not wait for each other.
"""

from __future__ import annotations

import hashlib
import logging
import re
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any, Final
from urllib.parse import urlsplit

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool

from hexfront.core.errors import InputError, Problem
from hexfront.play.storage.backends.face import (
    BUSY,
    BUSY_SECONDS,
    DISK_FAILS,
    DISK_FULL,
    GONE,
    NEWEST_FIRST,
    READ_ONLY,
    TOO_SLOW,
    NotRead,
    ReadTable,
    Row,
    Superseded,
    not_written,
)
from hexfront.play.storage.schema import SCHEMA_VERSION, steps_from

log = logging.getLogger(__name__)

CONNECTIONS: Final = 10
"""Of a process, at most; its threads are fewer."""
SETTINGS: Final = f"""
SET lock_timeout = {int(BUSY_SECONDS * 1000)};
SET statement_timeout = {int(6 * BUSY_SECONDS * 1000)};
SET idle_in_transaction_session_timeout = {int(BUSY_SECONDS * 1000)};
SET timezone = 'UTC';
SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'
"""
"""A process that stands still within a transaction must not keep the others from theirs."""
CHANNEL: Final = "hexfront"
ALL: Final = 0x6865_7866_726F_6E74
"""The lock of all transactions: the letters of `hexfront`."""
# What SQLite has by another name, or we give it.
FUNCTIONS: Final = """
CREATE OR REPLACE FUNCTION unix_now() RETURNS DOUBLE PRECISION LANGUAGE SQL VOLATILE
AS $$ SELECT CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION) $$;
CREATE OR REPLACE FUNCTION json_extract(document TEXT, path TEXT) RETURNS TEXT
LANGUAGE SQL IMMUTABLE
AS $$ SELECT CAST(document AS JSON) #>> string_to_array(substr(path, 3), '.') $$
"""
_TYPES: Final = {
    r"\bINTEGER\b": "BIGINT",
    r"\bBLOB\b": "BYTEA",
    r"\bREAL\b": "DOUBLE PRECISION",
    r"\bWITHOUT ROWID\b": "",
}


@lru_cache(maxsize=1000)
def translated(query: str) -> str:
    """A query with numbered values, and with lists that may be empty.

    >>> translated("SELECT '?' FROM seats WHERE side = ? AND name NOT IN ()")
    "SELECT '?' FROM seats WHERE side = $1 AND name <> ALL ('{}')"
    """
    count = 0

    def number(found: re.Match[str]) -> str:
        nonlocal count
        if found[0] != "?":
            return found[0]
        count += 1
        return f"${count}"

    query = re.sub(r"'[^']*'|\?", number, query)
    return query.replace("NOT IN ()", "<> ALL ('{}')").replace("IN ()", "= ANY ('{}')")


def definition(statement: str) -> str:
    """A statement that defines tables, in PostgreSQL's names of types."""
    for ours, theirs in _TYPES.items():
        statement = re.sub(ours, theirs, statement)
    return statement


def shown(address: str) -> str:
    """An address without user and password.

    >>> shown("postgresql://me:secret@db.example:5432/hexfront?sslmode=require")
    'postgresql://db.example:5432/hexfront'
    """
    with suppress(ValueError):
        parts = urlsplit(address)
        return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"
    return "postgresql://…"


def _credentials(known: str) -> re.Pattern[str]:
    """What finds user and password in a text: those given, or else those of the environment.

    Not as a part of a path or of a host's name: these may be told.
    """
    given: dict[str, Any] = {
        option.keyword.decode(): option.val.decode(errors="replace")
        for option in psycopg.pq.Conninfo.get_defaults()
        if option.val
    }
    given |= conninfo_to_dict(known)
    found = [re.escape(str(given[name])) for name in ("user", "password") if given.get(name)]
    return re.compile(rf"(?<![\w./-])(?:{'|'.join(found)})(?![\w/-]|\.\w)" if found else r"(?!)")


class _Changed:
    """What a statement of a transaction found; nobody waits for it before it is asked for."""

    def __init__(self, cursor: psycopg.Cursor[Any], pipeline: psycopg.Pipeline) -> None:
        self._cursor, self._pipeline = cursor, pipeline

    @property
    def rowcount(self) -> int:
        self._pipeline.sync()
        return self._cursor.rowcount

    def fetchone(self) -> Any:
        return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()


class _Statements:
    """A connection within a transaction: statements go out together until one is asked about."""

    def __init__(self, connection: psycopg.Connection[Any], pipeline: psycopg.Pipeline) -> None:
        self._connection, self._pipeline = connection, pipeline

    def execute(self, query: str, values: Sequence[Any] = ()) -> _Changed:
        found = self._connection.execute(translated(query).encode(), _plain(values))
        return _Changed(found, self._pipeline)

    def executemany(self, query: str, values: Iterable[Sequence[Any]]) -> None:
        with self._connection.cursor() as cursor:
            cursor.executemany(translated(query).encode(), [_plain(row) for row in values])


def _rows(connection: psycopg.Connection[Any], query: str, values: Sequence[object]) -> list[Row]:
    return connection.execute(translated(query).encode(), _plain(values)).fetchall()


def _plain(values: Sequence[Any]) -> list[Any]:
    """Values with 0 and 1 for no and yes, as they are stored."""
    return [int(value) if isinstance(value, bool) else value for value in values]


class Postgres:
    """A database by its address. Safe to use from several threads."""

    shared = True

    def __init__(self, address: str) -> None:
        """Connect, and create the tables or bring them up to date. Errors: `InputError`."""
        self.name = shown(address)
        self._mine = threading.local()
        try:
            known = make_conninfo(
                address,
                connect_timeout=str(int(BUSY_SECONDS)),
                application_name="hexfront",
                client_encoding="utf8",
                keepalives_idle="5",
                keepalives_interval="2",
                keepalives_count="3",
            )
        except psycopg.Error:
            # Its text may hold a part of the password.
            raise InputError.at("database", self.name, "postgresql://USER@HOST/NAME") from None
        self._known = known
        self._credentials = _credentials(known)
        # Its warnings name the user, and tell of every attempt while the database is gone; we tell
        # of what was not saved.
        logging.getLogger("psycopg").setLevel(logging.ERROR)
        try:
            with self.connect() as connection:
                _check_encoding(connection, self.name)
                version = _bring_up_to_date(connection)
                _check_durable(connection, self.name)
        except psycopg.Error as error:
            # Whole: why it failed stands at the end.
            raise InputError(
                Problem(
                    f"database {self.name}",
                    f"<{self._words(error)}>",
                    "a PostgreSQL database that can be written",
                )
            ) from None
        if version > SCHEMA_VERSION:
            raise InputError.at(
                f"{self.name}: version",
                version,
                f"at most {SCHEMA_VERSION}: a newer Hexfront wrote it",
            )
        self._pool: ConnectionPool[psycopg.Connection[Any]] = ConnectionPool(
            known,
            min_size=1,
            max_size=CONNECTIONS,
            timeout=BUSY_SECONDS,
            max_idle=60.0,
            reconnect_timeout=BUSY_SECONDS,
            kwargs={"autocommit": True, "cursor_factory": psycopg.RawCursor},
            configure=_configure,
            open=True,
        )

    def _words(self, error: psycopg.Error) -> str:
        """What an error says, in one line, without user and password."""
        return self._credentials.sub("…", " ".join(str(error).split()))

    def connect(self) -> psycopg.Connection[Any]:
        """A connection of one's own, beside those of the pool. Errors: `psycopg.Error`."""
        connection = psycopg.connect(self._known, autocommit=True, cursor_factory=psycopg.RawCursor)
        _configure(connection)
        return connection

    def close(self) -> None:
        """Let go of all connections."""
        self._pool.close()

    @property
    def _own(self) -> psycopg.Connection[Any] | None:
        """The connection of this thread's transaction."""
        return getattr(self._mine, "connection", None)

    def read(self, query: str, values: Sequence[object] = ()) -> list[Row]:
        """The rows of a query. Errors: `NotSaved`."""
        try:
            if self._own is not None:
                return _rows(self._own, query, values)
            return self._read(query, values)
        except psycopg.Error as error:
            log.error("%s cannot be read: %s", self.name, self._words(error))
            raise NotRead(_reason(error)) from None

    def _read(self, query: str, values: Sequence[object]) -> list[Row]:
        for again in (True, False):
            with self._pool.connection() as connection:
                try:
                    return _rows(connection, query, values)
                except psycopg.OperationalError:
                    # The database may have been started again since the last time.
                    if not (again and connection.closed):
                        raise
        raise AssertionError

    @contextmanager
    def transaction(self, match_id: str | None = None) -> Iterator[_Statements]:
        """All that is done within is kept, or nothing. Errors: `NotSaved`."""
        connection = None
        try:
            if self._own is not None:
                raise psycopg.ProgrammingError("a transaction within a transaction")
            self._mine.connection = connection = self._begin(match_id)
            with connection.pipeline() as pipeline:
                yield _Statements(connection, pipeline)
                end = connection.execute("COMMIT")
            if end.statusmessage != "COMMIT":
                raise psycopg.OperationalError("rolled back")
        except psycopg.IntegrityError:
            raise Superseded from None
        except psycopg.Error as error:
            log.error("%s cannot be written: %s", self.name, self._words(error))
            raise not_written(_reason(error)) from None
        finally:
            if connection is not None:
                self._mine.connection = None
                with suppress(psycopg.Error):
                    if connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                        connection.execute("ROLLBACK")
                self._pool.putconn(connection)

    def _begin(self, match_id: str | None) -> psycopg.Connection[Any]:
        """A connection within a transaction that is alone in what it may write."""
        begin = f"BEGIN; SELECT pg_advisory_xact_lock({ALL})"
        if match_id is not None:
            key = int.from_bytes(hashlib.sha256(match_id.encode()).digest()[:8], signed=True)
            begin = (
                f"BEGIN; SELECT pg_advisory_xact_lock_shared({ALL});"
                f" SELECT pg_advisory_xact_lock({key})"
            )
        for again in (True, False):
            connection = self._pool.getconn()
            try:
                connection.execute(begin.encode())
                return connection
            except psycopg.Error as error:
                gone = connection.closed
                if not gone:
                    connection.execute("ROLLBACK")
                self._pool.putconn(connection)
                if not (again and gone and isinstance(error, psycopg.OperationalError)):
                    raise
        raise AssertionError

    def notify(self) -> None:
        """Wake all who listen. Errors: `NotSaved`."""
        self.read(f"SELECT pg_notify('{CHANNEL}', '')")

    def listen(self, wake: Callable[[], None]) -> None:
        """Call `wake` whenever somebody notifies, until the connection is lost.

        Over a connection of its own; who relies on it must look from time to time as well.
        Errors: `psycopg.Error`.
        """
        with self.connect() as connection:
            connection.execute(f"LISTEN {CHANNEL}".encode())
            for _ in connection.notifies():
                wake()

    def tables(self, column: str = "") -> list[str]:
        """The names of all tables, or of those that have a column."""
        found = self.read(
            "SELECT DISTINCT table_name FROM information_schema.columns"
            " JOIN information_schema.tables USING (table_schema, table_name)"
            " WHERE table_schema = current_schema() AND (? = '' OR column_name = ?)"
            " AND table_type = 'BASE TABLE' AND table_name <> 'schema_version'"
            " ORDER BY table_name",
            (column, column),
        )
        return [str(name) for (name,) in found]

    def references(self, table: str) -> set[str]:
        """The tables that one refers to."""
        found = self.read(
            "SELECT theirs.relname FROM pg_constraint"
            " JOIN pg_class AS theirs ON theirs.oid = confrelid"
            " WHERE contype = 'f' AND conrelid = CAST(? AS regclass)",
            (table,),
        )
        return {str(name) for (name,) in found}

    @contextmanager
    def snapshot(self) -> Iterator[ReadTable]:
        """What reads whole tables as they are at one moment. Errors: `NotSaved`."""
        try:
            with psycopg.connect(self._known) as connection:
                connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                connection.read_only = True

                def read(table: str) -> tuple[list[str], Iterator[Row]]:
                    cursor = connection.cursor(name=f"all of {table}")
                    order = NEWEST_FIRST.get(table, "")
                    cursor.execute(f"SELECT * FROM {table}{order}".encode())
                    return [column[0] for column in cursor.description or ()], iter(cursor)

                yield read
        except psycopg.Error as error:
            log.error("%s cannot be read: %s", self.name, self._words(error))
            raise NotRead(_reason(error)) from None

    def size(self) -> int:
        """Bytes on disk."""
        return int(self.read("SELECT pg_database_size(current_database())")[0][0])


def _configure(connection: psycopg.Connection[Any]) -> None:
    for statement in SETTINGS.split(";"):
        connection.execute(statement.encode())


def _reason(error: psycopg.Error) -> str:
    """What players may read of an error."""
    if isinstance(error, psycopg.errors.LockNotAvailable):
        return BUSY
    if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
        return READ_ONLY
    if isinstance(error, psycopg.errors.DiskFull):
        return DISK_FULL
    if isinstance(error, psycopg.errors.IoError):
        return DISK_FAILS
    if isinstance(error, psycopg.errors.QueryCanceled):
        return TOO_SLOW
    if isinstance(error, psycopg.OperationalError):
        return GONE
    return f"the database refuses it ({type(error).__name__})"


def _check_encoding(connection: psycopg.Connection[Any], name: str) -> None:
    """Refuse a database that cannot keep names in every script. Errors: `InputError`."""
    (found,) = connection.execute(b"SHOW server_encoding").fetchone() or ("",)
    if found != "UTF8":
        expected = "UTF8, as `createdb -E UTF8 -T template0` makes it"
        raise InputError.at(f"database {name}: encoding", found, expected)


def _check_durable(connection: psycopg.Connection[Any], name: str) -> None:
    """Warn where the database itself has been told to forget at a loss of power."""
    for setting in ("fsync", "full_page_writes"):
        (value,) = connection.execute(f"SHOW {setting}".encode()).fetchone() or ("",)
        if value == "off":
            log.warning("%s: %s is off: a loss of power may lose orders", name, setting)


def _bring_up_to_date(connection: psycopg.Connection[Any]) -> int:
    """Create the tables, or change older ones, in one transaction; the version found."""
    with connection.transaction():
        connection.execute(f"SELECT pg_advisory_xact_lock({ALL})".encode())
        exists = "SELECT to_regclass('schema_version') IS NOT NULL"
        found = connection.execute(exists).fetchone()
        version = 0
        if found and found[0]:
            row = connection.execute("SELECT version FROM schema_version").fetchone()
            version = int(row[0]) if row else 0
        if version >= SCHEMA_VERSION:
            return version
        if not version:
            connection.execute("CREATE TABLE schema_version (version BIGINT NOT NULL)")
            connection.execute("INSERT INTO schema_version VALUES (0)")
        connection.execute(FUNCTIONS.encode())
        for statement in steps_from(version):
            connection.execute(definition(statement).encode())
        connection.execute(f"UPDATE schema_version SET version = {SCHEMA_VERSION}".encode())
    return version
