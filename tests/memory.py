"""How much memory a process that a test has started took."""

from __future__ import annotations

from pathlib import Path


def peak_mebibytes() -> int:
    """The largest resident size of this process so far.

    Not `getrusage`: there, Linux counts what the parent had before `exec`, too.
    """
    for line in Path("/proc/self/status").read_text("ascii", "replace").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) // 1024
    raise RuntimeError("no VmHWM in /proc/self/status")
