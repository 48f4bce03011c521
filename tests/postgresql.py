"""A PostgreSQL server of the tests' own, where the system has one installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

NOT_INSTALLED = "PostgreSQL is not installed; on Debian: apt-get install postgresql"
_number = count()


@cache
def programs() -> Path | None:
    """The folder with `initdb` and `postgres`; None where they are not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    return found[-1].parent if found else None


class PostgreSQL:
    """A server in a temporary folder, reached over a socket there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def run(self, program: str, *arguments: str) -> None:
        """Run one of its programs, as a user that is not root: it refuses to be."""
        where = programs()
        assert where is not None
        command = [str(where / program), *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr + done.stdout

    def start(self, *, durable: bool = False) -> None:
        """Start it, and create it the first time."""
        if not self.data.exists():
            about = ("-A", "trust", "-U", "hexfront", "-E", "UTF8", "-N")
            self.run("initdb", "-D", str(self.data), *about)
        options = f"-c listen_addresses='' -c unix_socket_directories={self.folder}"
        options += " -c max_connections=100"
        if not durable:
            options += " -c fsync=off -c full_page_writes=off"
        log = str(self.folder / "log")
        self.run("pg_ctl", "-D", str(self.data), "-w", "-l", log, "-o", options, "start")

    def stop(self, how: str = "immediate") -> None:
        """Stop it; `immediate` is as a kill."""
        self.run("pg_ctl", "-D", str(self.data), "-m", how, "-w", "stop")

    def address(self, name: str) -> str:
        return f"postgresql://hexfront@/{name}?host={self.folder}"

    def execute(self, statement: str, name: str = "postgres") -> None:
        import psycopg

        with psycopg.connect(self.address(name), autocommit=True) as connection:
            connection.execute(statement.encode())

    def database(self) -> str:
        """The address of a new, empty place: a schema, which is made at once."""
        name = f"test_{next(_number)}"
        self.execute(f"CREATE SCHEMA {name}")
        return f"{self.address('postgres')}&options=-csearch_path%3D{name}"


@contextmanager
def postgresql(*, durable: bool = False) -> Iterator[PostgreSQL]:
    """A running server, which is stopped and deleted at the end."""
    folder = Path(tempfile.mkdtemp(prefix="hexfront-postgresql-"))
    try:
        if os.geteuid() == 0:
            import pwd

            owner = pwd.getpwnam("postgres")
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        server = PostgreSQL(folder)
        server.start(durable=durable)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
