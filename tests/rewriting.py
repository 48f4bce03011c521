"""Assertions of all tests rewritten once, before the workers begin.

A fresh checkout has none of pytest's bytecode, and workers, which all collect in the same order,
would each rewrite every file at the same time. Pytest has no public way to rewrite without
importing; its version is pinned.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from _pytest.assertion import rewrite


def rewrite_tests(config: pytest.Config) -> None:
    """Write the bytecode that is missing for the folders that are to be tested."""
    if sys.dont_write_bytecode or not hasattr(os, "fork"):
        return
    files = [
        path
        for folder in map(Path, config.args)
        if folder.is_dir()
        for path in sorted(folder.rglob("*.py"))
        if path.name.startswith("test_") or path.name == "conftest.py"
    ]
    processes = os.cpu_count() or 1
    children = [
        multiprocessing.get_context("fork").Process(
            target=_rewrite, args=(files[number::processes], config)
        )
        for number in range(processes)
    ]
    for child in children:
        child.start()
    for child in children:
        child.join()


def _rewrite(files: Sequence[Path], config: pytest.Config) -> None:
    state = config.stash[rewrite.assertstate_key]
    for path in map(Path.absolute, files):
        folder = rewrite.get_cache_dir(path)
        cached = folder / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(path, cached) is None and rewrite.try_makedirs(folder):
            source_hash, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(state, code, source_hash, cached)
