"""What a machine opponent can reach: its code, the cache of kernels, and nothing else.

An opponent may be anybody's package.  Its process gets a short list of
environment variables; where the kernel offers it (Linux 5.13 and later) it can
open no file but those it is made of, by Landlock, and speak to no other
process or machine, by a network namespace of its own, or by Landlock for TCP.
`python -m hexfront.agents.confinement` tries all this and says what holds.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Final

PASSED_ON: Final = frozenset(
    (
        *("PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT"),
        *("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "VIRTUAL_ENV", "XDG_CACHE_HOME"),
        *("HEXFRONT_CACHE_DIR", "HEXFRONT_COMPILE", "HEXFRONT_NETWORKS"),
        *("PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "PYTHONHOME", "PYTHONPYCACHEPREFIX"),
        *("PYTHONDEVMODE", "PYTHONFAULTHANDLER", "PYTHONIOENCODING", "PYTHONUNBUFFERED"),
        *("PYTHONOPTIMIZE", "PYTHONPLATLIBDIR", "PYTHONUTF8", "PYTHONWARNINGS"),
    )
)
"""The variables of this process that an opponent's process gets."""
PASSED_ON_IF: Final = ("LC_", "NUMBA_")
"""And those that begin so."""

# System calls and constants of Linux, the same on all its processors since 5.13.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ABI_VERSION = 1
_PATH_BENEATH = 1
_READ = (1 << 0) | (1 << 2) | (1 << 3)
"""To execute and read files, and to list folders."""
_OF_FILES = (1 << 0) | (1 << 1) | (1 << 2) | (1 << 14) | (1 << 15)
"""What can be said of a file; the rest is of folders."""
_FILES_SINCE = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
"""Rights to files that each version of Landlock added."""
_TCP = (1 << 0) | (1 << 1)
_SCOPES = (1 << 0) | (1 << 1)
"""Sockets without a name in the file system, and signals."""
_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000
_NO_NEW_PRIVILEGES = 38
_SYSTEM_FILES = (
    *("/usr", "/lib", "/lib32", "/lib64", "/bin", "/etc/ld.so.cache", "/etc/localtime"),
    *("/etc/alternatives", "/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"),
    *("/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu"),
)
_WRITTEN_DEVICES = ("/dev/null", "/dev/zero")


def passed_on(environment: Mapping[str, str]) -> dict[str, str]:
    """What an opponent's process gets of an environment: no password, no path of a store."""
    return {
        name: value
        for name, value in environment.items()
        if name in PASSED_ON or name.startswith(PASSED_ON_IF)
    }


def confine(written: Iterable[Path]) -> list[str]:
    """Give up, for good, what an opponent needs not; `written`: folders that it may change.

    To be called while the process has one thread. Returns what could not be
    given up, in words; empty where everything was.
    """
    if sys.platform != "linux":
        return ["files and network: only Linux can take them from a process"]
    missing = []
    libc = ctypes.CDLL(None, use_errno=True)
    alone = _leave_network(libc)
    # With this no program that is started gains what was given up.
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    abi = libc.syscall(_CREATE_RULESET, None, 0, _ABI_VERSION)
    if abi < 1 or not _landlock(libc, abi, [*_needed()], [*written]):
        missing.append("files: this kernel has no Landlock, or it is switched off")
        abi = 0
    if not alone and abi < 4:
        missing.append("network: this kernel gives no namespace, and no Landlock for TCP")
    elif not alone:
        missing.append("network but TCP: this kernel gives no namespace")
    return missing


def _leave_network(libc: ctypes.CDLL) -> bool:
    """Go to a network namespace that has nothing but itself; whether that was possible."""
    return any(libc.unshare(flags) == 0 for flags in (_NEW_NETWORK, _NEW_USER | _NEW_NETWORK))


def _needed() -> Iterator[Path]:
    """The folders of the interpreter, of packages and of rule systems."""
    yield from (Path(path) for path in _SYSTEM_FILES)
    yield from (Path(path) for path in (sys.prefix, sys.base_prefix, sys.exec_prefix))
    yield from (Path(path) for path in sys.path if path)
    # An editable install need not stand on the path of modules.
    for entry in entry_points(group="hexfront.systems"):
        with suppress(ImportError, ValueError):
            spec = find_spec(entry.module.partition(".")[0])
            yield from (Path(path) for path in (spec and spec.submodule_search_locations) or ())


def _landlock(libc: ctypes.CDLL, abi: int, read: list[Path], written: list[Path]) -> bool:
    files = sum(rights for since, rights in _FILES_SINCE.items() if since <= abi)
    attributes = struct.pack("=Q", files)
    if abi >= 4:
        attributes += struct.pack("=Q", _TCP)
    if abi >= 6:
        attributes += struct.pack("=Q", _SCOPES)
    ruleset = libc.syscall(_CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:
        return False
    try:
        for path in read:
            _allow(libc, ruleset, path, _READ)
        for path in (*written, *map(Path, _WRITTEN_DEVICES)):
            _allow(libc, ruleset, path, files)
        return bool(libc.syscall(_RESTRICT_SELF, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, path: Path, rights: int) -> None:
    """Leave rights to what is beneath a path; what is not there needs none."""
    with suppress(OSError):
        found = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            granted = rights if path.is_dir() else rights & _OF_FILES
            rule = struct.pack("=Qi", granted, found)
            libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
        finally:
            os.close(found)


if __name__ == "__main__":
    print("\n".join(confine([])))
