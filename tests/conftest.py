"""What all tests share: systems registered for a while, and counts of cases in the summary."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from hexfront.cli import main
from hexfront.core.documents.strictjson import parse_json
from hexfront.core.registry import find_system
from hexfront.people import passwords
from tests.amounts import WHOLE, amount
from tests.postgresql import NOT_INSTALLED, PostgreSQL, postgresql, programs
from tests.rewriting import rewrite_tests

# What `make test` has compiled is used, and nothing is compiled beside the tests; `make nightly`
# runs them as plain Python, and `test_lanes.py` holds both to the same digests.
os.environ.setdefault("HEXFRONT_COMPILE", "ready")

# No test rests on how fast a machine is.
settings.register_profile("hexfront", deadline=None, max_examples=amount(40, 100))
settings.load_profile("hexfront")

COUNTED = ("secrecy pairs", "fuzz cases")


def pytest_xdist_auto_num_workers() -> int:
    """Two more than processors: tests of servers and of the browser wait more than they work."""
    return min(8, (os.cpu_count() or 1) + 2)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """What the workers are going to load is made once."""
    config = session.config
    if config.getoption("dist", "no") != "no" and not hasattr(config, "workerinput"):
        rewrite_tests(config)


def pytest_collection_finish() -> None:
    """What is loaded stays: looking through it for garbage, again and again, is in vain."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 50)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each worker begins with its share of the slow tests: none is left alone at the end."""
    if not WHOLE:
        left = [item for item in items if item.get_closest_marker("nightly")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    slow = [item for item in items if item.get_closest_marker("slow")]
    rest = [item for item in items if not item.get_closest_marker("slow")]
    share = -(-len(rest) // workers)
    # What xdist gives a worker at first is one piece of the list.
    items[:] = [
        item
        for number in range(workers)
        for item in (*slow[number::workers], *rest[number * share : (number + 1) * share])
    ]


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Tests that change kernels run where these are Python: machine code would not notice."""
    if not pyfuncitem.get_closest_marker("plain") or os.environ["HEXFRONT_COMPILE"] == "never":
        return None
    alone = ["-n", "0", "-p", "no:cacheprovider", pyfuncitem.nodeid]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *alone],
        cwd=pyfuncitem.config.rootpath,
        env={**os.environ, "HEXFRONT_COMPILE": "never", "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return True


@pytest.fixture(scope="session", autouse=True)
def own_data_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is kept without a named folder does not meet the games of whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="session", autouse=True)
def cheap_passwords() -> Iterator[None]:
    """Argon2 with the least work, in this process: else each sign-in takes a tenth of a second.

    `test_accounts.py` examines what a password costs those who guess it.
    """
    if not passwords.possible():
        yield
        return
    from argon2 import PasswordHasher

    real: Any = passwords._hasher

    @cache
    def cheap() -> PasswordHasher:
        real.__wrapped__()  # refuses where the package is missing
        return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passwords, "_hasher", cheap)
        yield


@pytest.fixture(autouse=True)
def own_settings() -> Iterator[None]:
    """What a test makes Hexfront set for its child processes ends with the test.

    Else those of later tests would compile everything, or into another folder.
    """
    before = {name: os.environ.get(name) for name in ("HEXFRONT_COMPILE", "HEXFRONT_CACHE_DIR")}
    yield
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@pytest.fixture
def register(tmp_path: Path) -> Iterator[Callable[[str, str], None]]:
    """Installs, for one test, a package that adds a system by an entry point."""
    folders = []

    def install(name: str, target: str) -> None:
        folder = tmp_path / f"site-{name}"
        info = folder / f"hexfront_{name}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: hexfront-{name}\nVersion: 1.0\n"
        )
        (info / "entry_points.txt").write_text(f"[hexfront.systems]\n{name} = {target}\n")
        folders.append(str(folder))
        sys.path.insert(0, str(folder))
        find_system.cache_clear()

    yield install
    for folder in folders:
        sys.path.remove(folder)
    find_system.cache_clear()


@pytest.fixture
def duel(register: Callable[[str, str], None]) -> None:
    """The duel as a registered system."""
    register("duel", "tests.kit.duel:SYSTEM")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """How many pairs and cases the run compared; they are required figures."""
    counts: Counter[str] = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            for name, value in getattr(report, "user_properties", ()):
                if name in COUNTED and getattr(report, "when", "") == "call":
                    counts[name] += value
    for name, total in counts.items():
        terminalreporter.write_line(f"{name}: {total:,}")


@dataclass(frozen=True)
class Ended:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def objects(self) -> list[Any]:
        return [parse_json(line, "stdout") for line in self.out.splitlines()]


@pytest.fixture
def hexfront(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Ended]:
    """Runs a command in this process."""

    def run(*arguments: object) -> Ended:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["hexfront", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        assert isinstance(code, int)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Ended(code, out, err)

    return run


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgreSQL]:
    """A PostgreSQL server, where one is installed."""
    if programs() is None:
        pytest.skip(NOT_INSTALLED)
    with postgresql() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str | Path:
    """An empty place for a store, in each of the databases."""
    if request.param == "sqlite":
        return tmp_path / "data"
    server: PostgreSQL = request.getfixturevalue("postgres")
    return server.database()
