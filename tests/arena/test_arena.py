"""Whole arenas: the same on any number of processes, after any end, with any agent."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from hexfront.arena.arena import ArenaJob, run_arena
from hexfront.arena.budgets import budgets_found, read_budgets, with_budgets
from hexfront.arena.preparation import Wishes, prepare
from hexfront.arena.results import ArenaResults
from hexfront.arena.schedule import together
from hexfront.arena.sprt import Bounds
from hexfront.core.errors import InputError
from hexfront.core.journal import read_journal, replay
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.study.batch import make_plan
from hexfront.study.games import GameRunner

PLUGIN = Path(__file__).parents[1] / "study" / "plugin"
BOT = "tests.arena.bots:"


@pytest.fixture(autouse=True)
def lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the system `lanes` known, as an installed package would."""
    monkeypatch.syspath_prepend(str(PLUGIN))


def job(*agents: str, system: str = "lanes", scenario: str | None = None, **more: Any) -> ArenaJob:
    found = find_system(system)
    names = [None] if scenario is None else scenario.split(",")
    scenarios = [load_scenario(found, name) for name in names]
    return prepare(found, scenarios, Wishes([*agents], **more))


def rows(folder: Path) -> list[dict[str, Any]]:
    """The games, without how long they took."""
    table = pq.read_table(folder / "games.parquet").to_pylist()
    return [{key: row[key] for key in row if not key.startswith("ms_")} for row in table]


def found(results: ArenaResults) -> Any:
    """The results, without times."""
    document: Any = results.document()
    for rating in document["ratings"].values():
        del rating["ms_per_turn"], rating["ms_per_order"]
    return document


def test_games_have_the_dice_of_a_run_and_sides_are_swapped(tmp_path: Path) -> None:
    run_arena(job("pusher", "random", games=8, out=tmp_path / "a", seed=3))
    found = rows(tmp_path / "a")
    assert [row["game"] for row in found] == [*range(8)]
    assert [row["dice"] for row in found] == [0, 0, 1, 1, 2, 2, 3, 3]
    system = find_system("lanes")
    for row in found:
        seats = [row["seat_red"], row["seat_blue"]]
        plan, _ = make_plan(system, load_scenario(system), seats, 3)
        assert GameRunner(plan).play(row["dice"]).row["digest"] == row["digest"]
        ahead = "Red" if seats[0] == "pusher" else "Blue"
        assert row["points"] == (0.5 if row["winner"] == "draw" else row["winner"] == ahead)
    assert [row["seat_red"] for row in found[:2]] == ["pusher", "random"]


def test_results_do_not_depend_on_workers(tmp_path: Path) -> None:
    agents = ("pusher", "random", f"{BOT}First")
    one = run_arena(job(*agents, games=20, out=tmp_path / "one"))
    two = run_arena(job(*agents, games=20, out=tmp_path / "two", workers=2))
    assert found(one) == found(two)
    assert rows(tmp_path / "one") == rows(tmp_path / "two")
    assert one.games == 60 and len(one.pairings) == 3


def test_an_arena_that_was_broken_off_goes_on(tmp_path: Path) -> None:
    whole = run_arena(job("pusher", "random", games=60, out=tmp_path / "whole"))

    def stop(tally: Any) -> None:
        if tally.games >= 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_arena(job("pusher", "random", games=60, out=tmp_path / "a"), stop)
    told = json.loads((tmp_path / "a" / "results.json").read_text())
    assert told["games"] >= 20 and (tmp_path / "a" / "index.html").exists()
    with pytest.raises(InputError, match="unfinished"):
        run_arena(job("pusher", "random", games=60, out=tmp_path / "a"))
    with pytest.raises(InputError, match="seed"):
        run_arena(job("pusher", "random", games=60, out=tmp_path / "a", resume=True, seed=2))
    again = run_arena(job("pusher", "random", games=60, out=tmp_path / "a", resume=True))
    assert found(again) == found(whole)
    assert rows(tmp_path / "a") == rows(tmp_path / "whole")
    # A finished one can be made longer.
    longer = run_arena(job("pusher", "random", games=80, out=tmp_path / "a", resume=True))
    assert found(longer) == found(run_arena(job("pusher", "random", games=80)))


@pytest.mark.skipif(sys.platform != "linux", reason="kills a process")
@pytest.mark.slow
def test_a_kill_loses_little(tmp_path: Path) -> None:
    wanted = ("arena", "lanes", "pusher", "random", "--games", "3000", "--workers", "2")
    path = os.pathsep.join([str(PLUGIN), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-m", "hexfront", *wanted, "--json", "--out"]
    environment = os.environ | {"PYTHONPATH": path}
    process = subprocess.Popen([*command, str(tmp_path / "a")], env=environment)
    parts = tmp_path / "a" / "games.parquet.parts"
    while len(list(parts.glob("*.parquet"))) < 2 and process.poll() is None:
        time.sleep(0.01)
    assert process.poll() is None, "it was over before it could be killed"
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = [len(pq.read_table(part)) for part in parts.glob("*.parquet")]
    assert 0 < sum(kept) < 3000
    told = []
    for folder, more in (("a", ["--resume"]), ("b", [])):
        done = subprocess.run(
            [*command, str(tmp_path / folder), *more],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(json.loads(done.stdout.splitlines()[-1]))
    assert told[0]["digest"] == told[1]["digest"] and told[0]["games"] == 3000
    assert rows(tmp_path / "a") == rows(tmp_path / "b")


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        ("Raises", "made an error and cannot go on (RuntimeError: no idea)"),
        ("Hangs", "thought for more than 0.5 seconds"),
        ("Illegal", "gave an order that is not open to it"),
        ("Changes", "changed what it was given to see"),
        ("Dies", "ended its process"),
    ],
)
def test_bad_agents_forfeit_and_the_arena_goes_on(bot: str, reason: str, tmp_path: Path) -> None:
    name, out = f"{BOT}{bot}", tmp_path / "a"
    results = run_arena(job("random", name, games=40, seconds=0.5, out=out))
    assert {one.agent for one in results.forfeits} == {name}
    assert all(one.reason.startswith(reason) for one in results.forfeits)
    assert results.withdrawn == [name] and results.games == 6
    assert results.pairings[0].score == 1.0
    assert any(reason in warning for warning in results.warnings)
    assert rows(out)[0]["forfeit"] == "Blue" and rows(out)[0]["winner"] == "Red"
    journals = sorted((out / "journals").iterdir())
    assert journals
    for path in journals:
        journal, rules, _ = read_journal(path)
        replay(journal, rules, str(path))
        assert set(journal.seats) == {"random", name}


def test_a_good_one_among_bad_ones(capfd: pytest.CaptureFixture[str]) -> None:
    agents = ["random", f"{BOT}First:which=-1", f"{BOT}Raises", f"{BOT}Prints", f"{BOT}Needs"]
    results = run_arena(job(*agents, games=12))
    assert f"{BOT}Needs" in results.refused
    assert "no_such_package" in results.refused[f"{BOT}Needs"]
    assert results.withdrawn == [f"{BOT}Raises"]
    assert any("printed" in one and "thinking aloud" in one for one in results.warnings)
    assert "thinking aloud" not in "".join(capfd.readouterr())
    names = [agent.name for agent in results.agents]
    assert names[-1] == f"{BOT}Raises"
    # `lanes` is won by pushing, which is the last choice.
    assert names.index(f"{BOT}First:which=-1") < names.index(f"{BOT}Prints")
    assert all(agent.ms_per_turn for agent in results.agents if agent.name != f"{BOT}Raises")


def test_an_agent_of_the_system_forfeits_too() -> None:
    results = run_arena(job("random", "cheat", system="crooked", games=8))
    assert results.forfeits[0].reason == "gave an order that is not open to it"
    assert results.withdrawn == ["cheat"]


def test_more_than_two_sides() -> None:
    results = run_arena(job("pusher", "random", scenario="three", games=60))
    (pairing,) = results.pairings
    assert pairing.games == 60 and pairing.blocks == 10
    assert set(pairing.alone) == {"pusher", "random"}
    assert pairing.score > 0.5 and pairing.low <= pairing.score <= pairing.high
    gauntlet = run_arena(job("pusher", "random", scenario="three", games=60, gauntlet=True))
    assert [*gauntlet.pairings[0].alone] == ["pusher"]
    assert gauntlet.pairings[0].blocks == 20


def test_a_sequential_test_ends_when_it_knows(tmp_path: Path) -> None:
    bounds = Bounds(0, 100)
    one = run_arena(job("pusher", "random", bounds=bounds, out=tmp_path / "one"))
    assert one.sequential is not None and one.sequential.decided == "stronger"
    assert one.sequential.ratio >= bounds.stop
    assert sum(one.sequential.counts.values()) * 2 == one.games < 400
    two = run_arena(job("pusher", "random", bounds=bounds, workers=2, out=tmp_path / "two"))
    assert found(one) == found(two)
    again = run_arena(job("pusher", "random", bounds=bounds, resume=True, out=tmp_path / "one"))
    assert found(again) == found(one)
    same = run_arena(job("random", "pusher", bounds=bounds))
    assert same.sequential is not None and same.sequential.decided == "no stronger"


@pytest.mark.parametrize(
    ("agents", "more", "words"),
    [
        (("random",), {}, "at least two"),
        (("random", "nobody"), {}, "one of: random, pusher, pass, hide"),
        (("random", "random"), {}, "each agent once"),
        (("random", "pusher:depth=1"), {}, "one of: slips"),
        (("random", "net.safetensors"), {}, "net.safetensors: found <No such file"),
        (("random", "no_such_module:Bot"), {}, "No module named 'no_such_module'"),
        (("random", "pusher"), {"anchor": "greedy"}, "--anchor"),
        (
            ("random", "pusher"),
            {"gauntlet": True, "bounds": Bounds(0, 30)},
            "one of the 2",
        ),
    ],
)
def test_what_cannot_begin_is_refused(agents: Any, more: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        job(*agents, **more)


def test_kernels_and_agents_at_a_table_play_the_same_games() -> None:
    """A game in kernels is that which the faces of its opponents would play."""
    arena = job("greedy", "random", system="takeover", games=1, gauntlet=True)
    from hexfront.arena.playing import BlockPlayer
    from hexfront.arena.schedule import BlockName

    player = BlockPlayer(arena.plan, arena.rules)
    seating = arena.plan.pairings[0].seatings[0]
    played = player.play(BlockName(0, 0), seating)
    runner = player._runner(seating, 0)
    state, steps = runner.play_out(0, together=False)
    from hexfront.core.state import digest

    assert digest(state) == played.row["digest"] and steps == played.row["steps"]
    assert played.row["ms_red"] is None


def test_the_command(hexfront: Callable[..., Any], tmp_path: Path) -> None:
    out = tmp_path / "a"
    done = hexfront("arena", "lanes", "random", "pusher", "--games", 10, "--out", out, "--json")
    told = json.loads(done.out.splitlines()[-1])
    assert done.code == 0 and set(told["ratings"]) == {"random", "pusher"}
    assert {"rating", "low", "high", "games", "ms_per_turn"} <= set(told["ratings"]["random"])
    assert {"a", "b", "games", "score_a", "low", "high"} <= set(told["pairings"][0])
    assert json.loads((out / "results.json").read_text())["digest"] == told["digest"]
    page = (out / "index.html").read_text()
    assert page.count("<img") == 2 and "pusher" in page and "<script" not in page
    again = hexfront("arena", "lanes", "random", "pusher", "--games", 10, "--out", out)
    assert again.code == 2 and "--force" in again.err
    longer = hexfront("arena", "lanes", "random", "pusher", "--games", 12, "--out", out, "--resume")
    assert longer.code == 0 and "12 games" in longer.out
    test = hexfront("arena", "lanes", "pusher", "random", "--sprt", "0,100", "--rounds", 6)
    assert "about 64 games where the truth is a bound, 105 between" in test.out
    assert "pusher is stronger than random" in test.out


@pytest.mark.parametrize("time", ["0", "abc", "-1s", "5h", "1e9"])
def test_times_that_are_none(hexfront: Callable[..., Any], time: str) -> None:
    done = hexfront("arena", "lanes", "random", "pusher", "--time", time)
    assert done.code == 2 and "--time" in done.err


def test_scenarios_take_turns(tmp_path: Path) -> None:
    document = json.loads((PLUGIN / "lanes/data/scenarios/duel.json").read_text())
    (tmp_path / "long.json").write_text(json.dumps(document | {"name": "long"}))
    scenario = f"duel,{tmp_path / 'long.json'}"
    arena = job("pusher", "random", scenario=scenario, games=9, out=tmp_path / "a")
    results = run_arena(arena)
    # Nine games are five blocks, and six where each scenario has as many.
    assert results.games == 12
    played = rows(tmp_path / "a")
    assert [row["scenario"] for row in played] == ["duel", "duel", "long", "long"] * 3
    for number in range(2):
        name = ("duel", "long")[number]
        shares = [row["points"] for row in played if row["scenario"] == name]
        told = results.scenarios[number]
        assert (told.scenario, told.games, told.score) == (name, 6, sum(shares) / 6)
        assert told.low <= told.score <= told.high
    assert len({row["scenario_hash"] for row in played}) == 2
    for path in (tmp_path / "a" / "journals").iterdir():
        journal, rules, _ = read_journal(path)
        replay(journal, rules, str(path))


def test_all_in_one_game(tmp_path: Path) -> None:
    agents = ("pusher", "random", "waits")
    arena = job(*agents, scenario="three", games=24, together=True, out=tmp_path / "a")
    results = run_arena(arena)
    played = rows(tmp_path / "a")
    seats = [tuple(row[f"seat_{side}"] for side in ("red", "blue", "dark_green")) for row in played]
    assert results.games == 24 and len(set(seats)) == 6
    assert all(set(each) == set(agents) and seats.count(each) == 4 for each in seats)
    assert len(results.pairings) == 3
    for pairing in results.pairings:
        assert pairing.games == 24 and pairing.blocks == 4
        won = dict.fromkeys((pairing.first, pairing.second), 0.0)
        for row, each in zip(played, seats, strict=True):
            sides = ("Red", "Blue", "Dark Green")
            first, second = (sides[each.index(name)] for name in won)
            winners = row["winner"].split("+")
            won[pairing.first] += first in winners and second not in winners
            won[pairing.second] += second in winners and first not in winners
        # `lanes` gives the others scores, which tell them apart where none of the two has won.
        assert pairing.score * 24 >= won[pairing.first]
        assert (1 - pairing.score) * 24 >= won[pairing.second]
    assert all(agent.games == 24 for agent in results.agents)
    again = run_arena(
        job(*agents, scenario="three", games=48, together=True, out=tmp_path / "a", resume=True)
    )
    whole = run_arena(job(*agents, scenario="three", games=48, together=True))
    assert found(again) == found(whole)


@pytest.mark.parametrize(
    ("agents", "sides", "games"),
    [(2, 3, 6), (3, 3, 6), (3, 4, 36), (4, 4, 24), (2, 6, 2), (5, 5, 5)],
)
def test_who_sits_together_sits_everywhere_as_often(agents: int, sides: int, games: int) -> None:
    seatings = together(agents, sides)
    assert len(seatings) == games == len(set(seatings))
    for side in range(sides):
        seen = [seating[side] for seating in seatings]
        assert {seen.count(agent) for agent in range(agents)} == {games // agents}


def test_strength_by_budget(hexfront: Callable[..., Any], tmp_path: Path) -> None:
    asked = ("arena", "takeover", "search:rollout=random,depth=1", "--budgets", "1,2")
    out = tmp_path / "out"
    done = hexfront(*asked, "--games", 2, "--time", "1ms", "--json", "--out", out)
    told = json.loads(done.out.splitlines()[-1])["budgets"]
    assert json.loads((out / "results.json").read_text())["budgets"] == told
    assert "Strength by budget" in (out / "index.html").read_text()
    agents = [f"search:time=0.00{n},rollout=random,depth=1" for n in (1, 2)]
    assert told["agents"] == agents
    assert told["rises"] == (told["ratings"][0] < told["ratings"][1])


def test_budgets_that_rise_and_that_do_not() -> None:
    sure = {("a", "b"): 0.4, ("b", "c"): 0.45, ("a", "c"): 0.3}
    ratings = {"a": -50.0, "b": 0.0, "c": 50.0}
    rise = budgets_found("abc", ratings, sure)
    assert rise is not None and (rise.rises, rise.surely) == (True, True)
    assert "It rises, surely" in rise.sentence()
    rise = budgets_found("abc", ratings, sure | {("b", "c"): 0.51})
    assert rise is not None and (rise.rises, rise.surely) == (True, False)
    rise = budgets_found("abc", ratings | {"b": 60.0}, sure)
    assert rise is not None and not rise.rises and "It does not rise" in rise.sentence()
    assert budgets_found("abcd", ratings, sure) is None


@pytest.mark.parametrize(
    ("agents", "text", "words"),
    [
        (["search"], "1", "--budgets"),
        (["search"], "4,1", "that ascend"),
        (["search"], "0,1", "--budgets"),
        (["search"], "1,x", "--budgets"),
        (["search", "random"], "1,2", "one, with --budgets"),
        (["greedy"], "1,2", "a parameter time or iterations"),
        (["search:iterations=few"], "1,2", "a number"),
    ],
)
def test_budgets_that_mean_nothing(agents: list[str], text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        with_budgets(find_system("takeover"), agents, read_budgets(text), None)


def test_budgets_are_of_iterations_or_of_time() -> None:
    system = find_system("takeover")
    asked = ["search:depth=2,iterations=30"]
    found = with_budgets(system, asked, [1, 4], 9.0)
    assert found == ["search:iterations=30,depth=2", "search:iterations=120,depth=2"]
    assert with_budgets(system, ["search"], [1, 4], None) == ["search:time=0.05", "search:time=0.2"]
    many = with_budgets(system, ["search:iterations=100000"], [1, 16], None)
    assert many == ["search:iterations=100000", "search:iterations=1600000"]
    assert with_budgets(system, ["hardest"], [1, 4], None) == ["search:time=1", "search:time=4"]
