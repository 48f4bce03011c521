"""`hexfront doctor`: is this machine ready?"""

from __future__ import annotations

import os
import platform
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from hexfront import __version__
from hexfront.cli.commands.play import DEFAULT_HOST, DEFAULT_PORT
from hexfront.cli.console import say_json, say_table
from hexfront.cli.settings import AsJson
from hexfront.core.errors import HexfrontError
from hexfront.core.extras import how_to_install

EXTRAS = {
    "web": ("fastapi", "uvicorn", "websockets"),
    "tui": ("textual",),
    "study": (
        "pyarrow",
        "polars",
        "scipy",
        "matplotlib",
        "sklearn",
        "altair",
        "vl_convert",
    ),
    "rl": ("pettingzoo", "gymnasium"),
    "formats": ("cryptography", "defusedxml", "zstandard"),
    "gis": ("rasterio", "pyproj"),
    "print": ("PIL", "resvg_py"),
}
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)


class Finding(NamedTuple):
    """What one check found."""

    name: str
    good: bool
    needed: bool
    """Whether Hexfront cannot do its work without it."""
    text: str


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(doctor)


def doctor(
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to try.")] = DEFAULT_PORT,
    json: AsJson = False,
) -> None:
    """Check what Hexfront needs on this machine. Exit code 1 if something needed is broken."""
    findings = list(_findings(port))
    if json:
        for finding in findings:
            say_json(finding._asdict())
    else:
        words = {(True, True): "ok", (True, False): "ok", (False, True): "BROKEN"}
        rows = [[words.get((f.good, f.needed), "missing"), f.name, f.text] for f in findings]
        say_table(["", "what", "found"], rows)
    if any(finding.needed and not finding.good for finding in findings):
        raise typer.Exit(1)


def _findings(port: int) -> Iterator[Finding]:
    good = sys.version_info >= (3, 11)
    yield Finding("Python", good, True, f"{platform.python_version()} on {platform.platform()}")
    yield Finding("Hexfront", True, True, __version__)
    for package in ("numpy", "numba", "pydantic", "typer", "rich"):
        yield _package(package)
    yield _tried("kernels", _compile)
    yield _tried("kernel cache", _check_cache)
    yield _tried("data folder", _check_data)
    yield _tried("systems", _check_systems)
    yield _tried("compiled rules", _check_compiled, needed=False)
    yield _tried("opponents alone", _confine, needed=False)
    yield _tried(f"port {port}", lambda: _bind(port), needed=False)
    for extra, packages in EXTRAS.items():
        missing = [name for name in packages if find_spec(name) is None]
        text = how_to_install(extra) if missing else ", ".join(packages)
        yield Finding(f"extra [{extra}]", not missing, False, text)
    browser = _find_browser()
    yield Finding("Chromium", browser is not None, False, browser or "only browser tests need it")


def _package(name: str) -> Finding:
    try:
        return Finding(name, True, True, version(name))
    except PackageNotFoundError:
        return Finding(name, False, True, "not installed")


def _tried(name: str, check: Callable[[], str], *, needed: bool = True) -> Finding:
    try:
        return Finding(name, True, needed, check())
    except Exception as error:  # Whatever is broken is what the doctor is to tell.
        return Finding(name, False, needed, str(error) or type(error).__name__)


def _compile() -> str:
    from hexfront.jit import compile_now, is_interpreted

    def double(value: int) -> int:
        return 2 * value

    if compile_now(double)(21) != 42:
        raise ArithmeticError("a compiled kernel gives a wrong result")
    off = is_interpreted(__name__)
    return "switched off, so all is plain Python" if off else "compiled and right"


def _confine() -> str:
    command = [sys.executable, "-P", "-m", "hexfront.agents.confinement"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    if lacking := done.stdout.strip():
        raise HexfrontError("their processes are not kept from " + "; ".join(lacking.splitlines()))
    return "their processes are kept from files, network and other processes"


def _check_cache() -> str:
    from hexfront.jit import cache_folder

    folder = cache_folder()
    if folder.is_relative_to(Path(tempfile.gettempdir()).resolve()):
        return f"{folder} (temporary: every start compiles anew; set HEXFRONT_CACHE_DIR)"
    return str(folder)


def _check_data() -> str:
    from hexfront.core.packs import data_folder

    folder = data_folder()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        return str(folder)


def _check_systems() -> str:
    from hexfront.core.registry import find_system, system_names

    names = system_names()
    if not names:
        raise LookupError("none is registered; install the package, do not only copy it")
    return ", ".join(f"{name} {find_system(name).version}" for name in names)


def _check_compiled() -> str:
    from hexfront.agents.warmup import is_warm, last_failure
    from hexfront.core.registry import find_system, system_names

    compiled, plain, failed = [], [], []
    for system in map(find_system, system_names()):
        if reason := last_failure(system):
            failed.append(f"{system.name} stays plain Python, compiling failed: {reason}")
        elif is_warm(system):
            compiled.append(system.name)
        else:
            plain.append(system.name)
    found = [f"{', '.join(compiled)}: ready"] if compiled else []
    found += [f"{', '.join(plain)}: plain Python until compiled beside a game"] if plain else []
    if failed:
        raise HexfrontError("; ".join([*failed, *found]))
    return "; ".join(found)


def _bind(port: int) -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        if os.name == "posix":  # As the server does: a port that was just left is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((DEFAULT_HOST, port))
        except OSError as error:
            raise OSError(f"{error.strerror}; choose another with --port") from None
    return "free"


def _find_browser() -> str | None:
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    caches = (Path.home() / ".cache/ms-playwright", Path.home() / "Library/Caches/ms-playwright")
    for cache in caches:
        for path in sorted(cache.glob("chromium*/**/chrome*")):
            if path.is_file():
                return str(path)
    return None
