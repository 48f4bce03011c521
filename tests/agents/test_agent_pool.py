"""Opponents in processes: the same orders as in this one, and no harm from bad ones."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path

import pytest

from hexfront.agents import agent_pool, make_agent
from hexfront.agents.agent_pool import AgentPool, AgentQuery, ThinkingFailed
from hexfront.agents.confinement import passed_on
from hexfront.agents.frames import Question
from hexfront.agents.worker import AgentRunner
from hexfront.agents.worker_process import WorkerDied, WorkerProcess
from hexfront.core.contract import Kind, View
from hexfront.core.dice import dice_from_secret, secret_from_seed
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.match import Match
from tests.agents.conftest import ROOT, SECRET, Asked, alive, halted
from tests.waiting import PATIENCE, until

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def halted_in(pool: AgentPool) -> int:
    """Wait until an opponent has stopped its process; which one."""
    until(lambda: any(map(halted, pool.process_ids)))
    return next(filter(halted, pool.process_ids))


def ask_search(pool: AgentPool, match: str, agent: str) -> Future[Sequence[int]]:
    """Ask about the first order of Takeover."""
    system = find_system("takeover")
    rules = system.rules(load_scenario(system))
    table = Match(system, rules, secret=secret_from_seed(4))
    table.settle()
    seat = table.seat(table.decision.sides[0])
    document = rules.scenario.document
    about = (match, "takeover", document, agent, seat.side, SECRET)
    return pool.submit(AgentQuery(*about, seat.view, seat.choices))


ENDLESS = "search:iterations=1000000000,rollout=random,depth=1"


def test_who_cancels_stops_a_search() -> None:
    with AgentPool(1, seconds=600, cold_seconds=600) as pool:
        ask_search(pool, "a", "random").result()
        thinking, before = ask_search(pool, "b", ENDLESS), pool.process_ids
        thinking.cancel()
        ask_search(pool, "c", "random").result()
        assert pool.process_ids == before


def test_a_search_gives_its_best_so_far_before_its_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(agent_pool, "HURRY", 599.9)
    with AgentPool(1, seconds=600, cold_seconds=600) as pool:
        ask_search(pool, "a", "random").result()
        before = pool.process_ids
        assert ask_search(pool, "b", ENDLESS).result()[0] >= 0
        assert pool.process_ids == before


def play(decide: Callable[[Match, int], int]) -> Match:
    """A whole game of Brigade."""
    system = find_system("brigade")
    match = Match(system, system.rules(load_scenario(system)), secret=secret_from_seed(3))
    match.settle()
    while (decision := match.decision).kind == Kind.ORDERS:
        side = decision.sides[0]
        match.order(side, decide(match, side))
    return match


def test_a_whole_game_is_the_same_as_in_this_process() -> None:
    names = ("greedy", "random")
    system = find_system("brigade")
    rules = system.rules(load_scenario(system))
    agents = [
        make_agent(system, names[side], rules, side, dice_from_secret(SECRET, side))
        for side in range(2)
    ]
    here = play(lambda match, side: agents[side].decide(match.seat(side)))
    with AgentPool(2) as pool:

        def there(match: Match, side: int) -> int:
            seat, document = match.seat(side), match.rules.scenario.document
            about = ("m", "brigade", document, names[side], side, SECRET)
            return pool.submit(AgentQuery(*about, seat.view, seat.choices)).result()[0]

        assert play(there).journal.steps == here.journal.steps
    assert len(here.journal.steps) > 50


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        ("raises", "made an error and cannot go on"),
        ("quits", "made an error and cannot go on"),
        ("eats", "needed more memory than it may have"),
        ("cheats", "gave an order that is not open to it"),
        ("mumbles", "gave an order that is not open to it"),
        ("nobody", "made an error and cannot go on"),
        ("dies", "ended twice while it thought"),
        ("babbles", "ended twice while it thought"),
    ],
)
def test_a_bad_opponent_fails_in_words_and_the_next_one_plays(
    one: AgentPool, asked: Asked, agent: str, sentence: str
) -> None:
    if agent == "eats" and sys.platform != "linux":
        pytest.skip("memory is limited on Linux")
    bad = asked.submit(one, agent, f"bad-{agent}")
    good = asked.submit(one, "counts", f"good-{agent}")
    with pytest.raises(ThinkingFailed) as failed:
        bad.result(PATIENCE)
    assert str(failed.value) == f"The machine opponent {agent} {sentence}."
    assert good.result(PATIENCE)[0] == asked.choices[0]


@linux
def test_an_opponent_reaches_nothing_but_its_code(
    minds: Path, asked: Asked, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Files, the network, the server's environment and the server itself."""
    command = [sys.executable, "-P", "-m", "hexfront.agents.confinement"]
    lacking = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    if lacking:
        pytest.skip(f"this machine cannot keep a process from {lacking}")
    monkeypatch.setenv("HEXFRONT_EMAIL_PASSWORD", "SECRET")
    monkeypatch.setenv("A_SECRET", "it")
    monkeypatch.setenv("XDG_DATA_HOME", "/home/STORE")
    with AgentPool(1) as pool:
        order = asked.submit(pool, "pries", "m").result(60)[0]
    assert order == asked.choices[0], caplog.text


def test_the_environment_of_an_opponent_is_a_short_list() -> None:
    here = {"PATH": "/bin", "LC_ALL": "C", "HEXFRONT_EMAIL_PASSWORD": "x", "AWS_SECRET": "y"}
    here |= {"PYTHONUTF8": "1", "PYTHONANYWHERE_TOKEN": "z"}
    here |= {"XDG_DATA_HOME": "/data", "HEXFRONT_CACHE_DIR": "/cache", "NUMBA_NUM_THREADS": "1"}
    known = {"PATH", "LC_ALL", "PYTHONUTF8", "HEXFRONT_CACHE_DIR", "NUMBA_NUM_THREADS"}
    assert passed_on(here).keys() == known


@pytest.mark.parametrize("agent", ["spins", "sleeps"])
def test_an_opponent_that_never_answers_is_stopped(
    hasty: AgentPool, asked: Asked, agent: str
) -> None:
    bad = asked.submit(hasty, agent, f"bad-{agent}")
    good = asked.submit(hasty, "counts", f"good-{agent}")
    with pytest.raises(ThinkingFailed, match=f"opponent {agent} thought for more than 1 seconds"):
        bad.result(PATIENCE)
    assert good.result(PATIENCE)[0] == asked.choices[0]


def test_what_an_opponent_prints_and_reads_does_not_reach_the_pipes(
    one: AgentPool, asked: Asked
) -> None:
    assert asked.submit(one, "prints", "prints").result(PATIENCE)[0] == asked.choices[0]


def test_a_view_that_cannot_be_sent_fails_in_words(one: AgentPool, asked: Asked) -> None:
    class Unsendable:
        pass

    odd = View(0, 0, Kind.ORDERS, True, "", "", (), facts={"odd": Unsendable()})
    future = one.submit(AgentQuery("odd", "minds", {}, "counts", 0, SECRET, odd, [0]))
    with pytest.raises(ThinkingFailed, match="the server made an error"):
        future.result(1)


def test_an_opponent_lives_from_order_to_order_until_it_is_forgotten(
    one: AgentPool, asked: Asked
) -> None:
    orders = [asked.submit(one, "counts", "long").result(PATIENCE)[0] for _ in range(2)]
    assert orders == asked.choices[:2]
    one.forget("long")
    one.forget("unknown")
    assert asked.submit(one, "counts", "long").result(PATIENCE)[0] == asked.choices[0]


@linux
def test_a_process_that_is_killed_in_thought_is_replaced(one: AgentPool, asked: Asked) -> None:
    future = asked.submit(one, "halts", "killed")
    process = halted_in(one)
    os.kill(process, signal.SIGKILL)
    until(lambda: one.process_ids and one.process_ids != [process])
    os.kill(halted_in(one), signal.SIGCONT)
    assert future.result(PATIENCE)[0] == asked.choices[0]
    # And one that dies while it waits.
    os.kill(one.process_ids[0], signal.SIGKILL)
    assert asked.submit(one, "counts", "after").result(PATIENCE)[0] == asked.choices[0]


def test_orders_of_one_match_are_thought_about_one_after_another(minds: Path, asked: Asked) -> None:
    with AgentPool(2) as pool:
        for future in [asked.submit(pool, "counts", name) for name in ("a", "b")]:
            future.result(PATIENCE)
        for future in [asked.submit(pool, "opponent", "same") for _ in range(2)]:
            future.result(PATIENCE)
        # Two that never answer hold one process between them: the other is there for a third.
        endless = [asked.submit(pool, "sleeps", "endless") for _ in range(2)]
        assert asked.submit(pool, "counts", "third").result(PATIENCE)[0] == asked.choices[0]
        assert not any(future.done() for future in endless)


def test_an_endless_machine_does_not_starve_other_matches(one: AgentPool, asked: Asked) -> None:
    lock, ended, answered = threading.RLock(), threading.Event(), list[str]()

    def endless() -> None:
        asked.submit(one, "opponent", "endless").add_done_callback(again)

    def again(_: Future[Sequence[int]]) -> None:
        with lock:
            answered.append("endless")
            if not ended.is_set():
                endless()

    # Three at once, as a caller at fault might ask.
    for _ in range(3):
        endless()
    try:
        until(lambda: answered)
        for number in range(3):
            name = f"other-{number}"
            with lock:
                before = len(answered)
                other = asked.submit(one, "counts", name)
                other.add_done_callback(lambda _, name=name: answered.append(name))  # type: ignore[misc]
            other.result(PATIENCE)
            until(lambda name=name: name in answered)  # type: ignore[misc]
            assert answered.index(name) - before <= 3
    finally:
        ended.set()


@linux
def test_an_order_that_nobody_waits_for_is_not_thought_about(one: AgentPool, asked: Asked) -> None:
    running = asked.submit(one, "halts", "running")
    process = halted_in(one)
    assert asked.submit(one, "sleeps", "given up").cancel()
    os.kill(process, signal.SIGCONT)
    assert asked.submit(one, "counts", "next").result(PATIENCE)[0] == asked.choices[0]
    assert running.done()


def test_a_match_leaves_a_process_that_is_long_busy(minds: Path, asked: Asked) -> None:
    with AgentPool(2) as pool:
        for name in ("a", "b"):
            asked.submit(pool, "counts", name).result(PATIENCE)
        hanging = asked.submit(pool, "sleeps", "c")
        until(lambda: len(pool.process_ids) == 1)
        assert asked.submit(pool, "counts", "b").result(PATIENCE)[0] in asked.choices
        assert not hanging.done()


def test_what_waits_when_it_closes_is_told_so(minds: Path, asked: Asked) -> None:
    pool = AgentPool(1)
    running, waiting = (asked.submit(pool, "spins", name) for name in ("a", "b"))
    until(lambda: pool.process_ids)
    [process] = pool.process_ids
    # Thoughts that never end are not waited for.
    pool.close()
    for future in (running, waiting, asked.submit(pool, "counts", "late")):
        with pytest.raises(ThinkingFailed, match="the server is stopping"):
            future.result(1)
    if sys.platform == "linux":
        assert not alive(process)
    pool.close()


PARENT = """
from hexfront.agents.agent_pool import AgentPool
from tests.agents.conftest import Asked
from tests.agents.test_agent_pool import PATIENCE, halted_in
import os, signal
asked, pool = Asked(), AgentPool(2)
asked.submit(pool, "{agent}", "busy")
busy = halted_in(pool)
asked.submit(pool, "counts", "idle").result(PATIENCE)
os.kill(busy, signal.SIGCONT)
print(*pool.process_ids, flush=True)
signal.pause()
"""


@linux
@pytest.mark.parametrize("agent", ["haltsandspins", "haltsandsleeps"])
def test_processes_end_when_their_parent_is_killed(minds: Path, agent: str) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT.format(agent=agent)],
        env={**os.environ, "PYTHONPATH": f"{minds}{os.pathsep}{ROOT}"},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert parent.stdout is not None
    children = [int(number) for number in parent.stdout.readline().split()]
    assert len(children) == 2
    assert all(alive(child) for child in children)
    parent.kill()
    parent.communicate()
    until(lambda: not any(alive(child) for child in children))


@linux
def test_a_server_with_thousands_of_sockets_has_opponents_too(asked: Asked) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    opened = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        child = WorkerProcess(400 << 20)
        assert child.ask(asked.question("a", scenario=asked.scenario)).order is not None
    finally:
        for each in opened:
            os.close(each)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    child.end()


@linux
def test_a_process_ends_that_uses_too_much_of_the_processor(asked: Asked) -> None:
    child = WorkerProcess(400 << 20)
    question = asked.question("a", "spins", cpu_seconds=1, scenario=asked.scenario)
    with pytest.raises(WorkerDied) as died:
        child.ask(question)
    assert died.value.overran
    assert not alive(child.id)


def test_compiling_does_not_hold_up_anybody(
    minds: Path, asked: Asked, duel: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("HEXFRONT_COMPILE")
    monkeypatch.setenv("HEXFRONT_CACHE_DIR", str(tmp_path / "cache"))
    with AgentPool(1) as pool:
        # Its strongest opponent never ends, so it is compiled for ever.
        pool.warm(["minds"])
        assert pool.compiling == ("minds",)
        asked.submit(pool, "counts", "same system").result(PATIENCE)
        about = ("other", "duel", asked.document, "random", 0, SECRET)
        pool.submit(AgentQuery(*about, asked.view, asked.choices)).result()
        assert len(pool.process_ids) == 1
        assert pool.compiling == ("minds",)


def test_agents_are_few_and_forgotten_ones_are_dropped(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "nice")  # this process plays on after the test
    runner = AgentRunner(agents=2)

    def known(match: str, **more: tuple[str, ...]) -> bool:
        return not runner.answer(asked.question(match, **more)).scenario_missing

    for match in ("a", "b", "c"):
        assert not known(match)
        assert runner.answer(asked.question(match, scenario=asked.scenario)).order is not None
    assert not known("a")
    assert known("b")
    assert not known("c", forgotten=("c",))


def test_a_question_is_small_and_says_what_the_side_sees_only(asked: Asked) -> None:
    question = asked.question("a")
    assert len(pickle.dumps(question)) < 2000
    assert set(Question._fields) == {
        *("match", "side", "agent", "system", "secret", "seen"),
        *("forgotten", "cpu_seconds", "scenario", "foreign", "explain", "given"),
    }
    assert pickle.loads(question.seen) == (asked.view, asked.choices)
