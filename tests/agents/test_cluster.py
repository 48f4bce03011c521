"""Opponents on a real Dask cluster: the same orders, and a game that outlives it."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from hexfront.agents.agent_pool import AgentPool, AgentQuery
from hexfront.agents.cluster import ClusterProcesses, RemoteProcess
from hexfront.core.contract import Kind
from hexfront.core.dice import secret_from_seed
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.match import Match
from tests.agents.conftest import SECRET
from tests.waiting import until

pytest.importorskip("distributed")

CLUSTER = """
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers={}, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""


class Cluster:
    """A LocalCluster in a process of its own, which can be killed."""

    def __init__(self, workers: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", CLUSTER.format(workers)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()

    def kill(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    made = Cluster(workers)
    try:
        yield made
    finally:
        made.kill()


class Game:
    """A game of Brigade between two opponents of a pool."""

    NAMES = ("greedy", "random")

    def __init__(self, pool: AgentPool, name: str) -> None:
        system = find_system("brigade")
        self.pool, self.name = pool, name
        self.match = Match(system, system.rules(load_scenario(system)), secret=secret_from_seed(3))
        self.match.settle()

    def play(self, orders: int) -> None:
        """Play so many orders."""
        for _ in range(orders):
            decision = self.match.decision
            assert decision.kind == Kind.ORDERS
            side = decision.sides[0]
            seat, document = self.match.seat(side), self.match.rules.scenario.document
            about = (self.name, "brigade", document, self.NAMES[side], side, SECRET)
            query = AgentQuery(*about, seat.view, seat.choices)
            self.match.order(side, self.pool.submit(query).result()[0])


def places(pool: AgentPool) -> list[RemoteProcess]:
    return [w.process for w in pool._workers if isinstance(w.process, RemoteProcess)]


def test_orders_are_those_of_this_machine_and_a_lost_cluster_ends_no_game(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.WARNING)
    with AgentPool(1) as pool:
        here = Game(pool, "m")
        here.play(60)
    monkeypatch.setattr("hexfront.agents.cluster.CONNECT_SECONDS", 0.5)
    monkeypatch.setattr("hexfront.agents.cluster.AGAIN_SECONDS", 0.0)
    where = ClusterProcesses("tcp://127.0.0.1:1")
    with AgentPool(where=where) as pool, cluster(2) as made:
        # A scheduler that does not answer yet is used as soon as it does.
        before = Game(pool, "a")
        before.play(2)
        assert len(pool.process_ids) == 1
        where._address = made.address
        until(lambda: pool.processes == 2 and len(where._threads) == 2)
        there = Game(pool, "m")
        there.play(60)
        assert there.match.journal.steps == here.match.journal.steps
        # One worker of two dies in the midst of a game, then all the rest.
        (place,) = places(pool)
        (worker,) = place._client.run(os.getpid, workers=[place._worker]).values()
        os.kill(worker, signal.SIGKILL)
        there.play(10)
        assert places(pool) and places(pool) != [place]
        made.kill()
        there.play(10)
        assert places(pool) == [] and len(pool.process_ids) == 1
    said = "\n".join(record.getMessage() for record in caplog.records)
    assert f"{made.address}: opponents think on 2 workers" in said
    assert f"the worker {place._worker} is lost" in said
    assert f"{made.address}: there are no workers; opponents think here" in said
