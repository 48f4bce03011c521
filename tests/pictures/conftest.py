"""Skips what needs node where there is none, but not in continuous integration."""

from __future__ import annotations

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def node() -> None:
    if shutil.which("node") is None:
        missing = "milsymbol needs node, which was not found"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
