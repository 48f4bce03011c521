"""Hexfront with a time that is set: ahead by the seconds in a file."""

from __future__ import annotations

import os
import time
from pathlib import Path

from hexfront.cli import main
from hexfront.people.timepiece import Timepiece
from hexfront.play.storage.store import Store
from hexfront.server import app

FILE = "HEXFRONT_AHEAD"
"""The variable that names the file."""


def now() -> float:
    """Seconds since 1970, as the test has set them."""
    return time.time() + float(Path(os.environ[FILE]).read_text(encoding="ascii"))


def set_timepiece(store: Store) -> Timepiece:
    """One for a server over a store."""
    return Timepiece(store, now, now)


if __name__ == "__main__":
    app.Timepiece = set_timepiece  # type: ignore[assignment, misc]
    main()
