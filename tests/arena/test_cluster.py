"""Arenas whose games the workers of a Dask cluster play."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

from hexfront.arena.arena import run_arena
from hexfront.core.errors import HexfrontError, InputError
from hexfront.study.cluster import cluster_size
from tests.arena.test_arena import BOT, found, job, lanes, rows

__all__ = ["lanes"]
HAS_DASK = importlib.util.find_spec("distributed") is not None
with_dask = pytest.mark.skipif(not HAS_DASK, reason="needs distributed")


@with_dask
@pytest.mark.slow
def test_the_workers_of_a_cluster_play_the_same_games(tmp_path: Path) -> None:
    from distributed import LocalCluster

    agents = ("pusher", "random", f"{BOT}First")
    here = run_arena(job(*agents, games=12, out=tmp_path / "here"))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        address: Any = cluster.scheduler_address
        arena = job(*agents, games=12, out=tmp_path / "there", cluster=address)
        assert arena.workers == cluster_size(address) == 2
        there = run_arena(arena)
        assert found(there) == found(here)
        assert rows(tmp_path / "there") == rows(tmp_path / "here")
    with pytest.raises(InputError, match="--cluster"):
        job("pusher", "random", cluster=address)


@with_dask
def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match=r"--cluster.*found 'nonsense://x', expected"):
        job("pusher", "random", cluster="nonsense://x")


@pytest.mark.skipif(HAS_DASK, reason="distributed is installed")
def test_what_is_missing_is_named() -> None:
    with pytest.raises(HexfrontError, match="distributed"):
        job("pusher", "random", cluster="tcp://127.0.0.1:1")
