"""The one place where Numba is set up.

Numba's on-disk cache does not notice an edit in a callee that lives in another
module.  Each part of the package (`core`, `systems/brigade`, …) therefore keeps
its machine code in a folder named after a hash of every Python file that its
kernels are made of, of the Numba version and of the debugging switches: a stale
result cannot be loaded, and a change of one system leaves the others compiled.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

import numba
from numba.core import types

_F = TypeVar("_F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
_IMPORT = re.compile(r"^from hexfront\.([\w.]+) import (\([^)]*\)|.*)", re.MULTILINE)


def kernel_sources(part: str = "") -> list[Path]:
    """All files of the package whose text can end up in machine code, in a fixed order.

    Those of a folder that define kernels, and, since a global is frozen into the
    code, all that they import from, directly or not.
    """
    paths = sorted((PACKAGE / part).rglob("*.py"))
    waiting = [path for path in paths if "@kernel" in path.read_text(encoding="utf-8")]
    found: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            for package, names in _IMPORT.findall(path.read_text(encoding="utf-8")):
                folder = PACKAGE.joinpath(*package.split("."))
                modules = [folder, *(folder / name for name in re.findall(r"\w+", names))]
                waiting += [m for m in (m.with_suffix(".py") for m in modules) if m.exists()]
    return sorted(found)


def part_of(module: str) -> str:
    """The part of the package that keeps the machine code of a module; all, for modules outside.

    >>> part_of("hexfront.systems.brigade.combat"), part_of("hexfront.core.dice"), part_of("mine")
    ('systems/brigade', 'core', '')
    """
    package, *names = module.split(".")
    if package != __package__:
        return ""
    return "/".join(names[:2] if names[0] == "systems" else names[:1])


def _cache_key(part: str = "") -> str:
    digest = hashlib.sha256(version("numba").encode() + version("numpy").encode())
    digest.update(os.environ.get("NUMBA_BOUNDSCHECK", "0").encode())
    for path in kernel_sources(part):
        digest.update(path.relative_to(PACKAGE).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    if chosen := os.environ.get("HEXFRONT_CACHE_DIR"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "hexfront"


def cache_folder(part: str = "") -> Path:
    """The folder for compiled kernels; a temporary one where the usual one cannot be written."""
    try:
        return _usable(_cache_root(), part)
    except (OSError, RuntimeError):  # RuntimeError: a user without a home folder
        # Also for child processes, and for the other parts.
        os.environ["HEXFRONT_CACHE_DIR"] = tempfile.mkdtemp(prefix="hexfront-kernels-")
        return _usable(_cache_root(), part)


def _usable(root: Path, part: str) -> Path:
    name = f"{part.replace('/', '-')}-{_cache_key(part)}".lstrip("-")
    folder = root / "kernels" / name
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        return folder


_folder_of = cache(cache_folder)
_CHOSEN = "NUMBA_CACHE_DIR" in os.environ
"""Somebody wants Numba's own variable to be obeyed."""


def _keep_code_of(function: Callable[..., Any]) -> None:
    """Tell Numba where the machine code of the next function belongs."""
    if not _CHOSEN:
        vars(numba.config)["CACHE_DIR"] = str(_folder_of(part_of(function.__module__)))


# No reference counts: kernels make no arrays, and counting who holds one costs
# seven times what the rules do.
_FLAGS: dict[str, Any] = {"cache": True, "error_model": "numpy", "_nrt": False}
_PART_FLAGS = _FLAGS | {
    "forceinline": True,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}

JIT_DISABLED = bool(vars(numba.config)["DISABLE_JIT"])


def kernel(function: _F) -> _F:
    """Compile a function of arrays and numbers; the machine code is kept on disk.

    No fastmath, no globals that change, no jitclass: the same source runs
    unchanged without JIT and gives the same digests.
    """
    _keep_code_of(function)
    compiled: _F = _once_for_all_numbers(numba.njit(**_FLAGS)(function))
    return compiled


def kernel_part(function: _F) -> _F:
    """A piece of kernels with a name of its own, which Python never calls.

    It gets no entry for Python, which is a third of the time that a small
    kernel takes to compile.
    """
    _keep_code_of(function)
    part: _F = _once_for_all_numbers(numba.njit(**_PART_FLAGS)(function))
    return part


def _once_for_all_numbers(dispatcher: Any) -> Any:
    """Keep Numba from compiling a kernel anew for every number that a call spells out.

    `note(out, 4, 11, …)` and `note(out, 5, 24, …)` would be two kernels, and
    half of all compiling is that.
    """
    if JIT_DISABLED:
        return dispatcher
    original = dispatcher.get_call_template

    def get_call_template(arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        plain: Any = types.unliteral
        return original(
            tuple(plain(kind) for kind in arguments),
            {name: plain(kind) for name, kind in keywords.items()},
        )

    dispatcher.get_call_template = get_call_template
    return dispatcher
