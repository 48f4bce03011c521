"""Networks as files: what is refused, what they see, and how they play with NumPy alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexfront.agents import agent_factories, best_agent, make_agent
from hexfront.agents.networks import VARIABLE, check_network_fits, offer_network
from hexfront.arena.arena import run_arena
from hexfront.arena.preparation import Wishes, prepare
from hexfront.batch import Batch
from hexfront.batch.games import batch_game, choose_rules
from hexfront.core.contract import Kind, Step
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.networks.files import read_network
from hexfront.networks.form import NetworkForm
from hexfront.networks.network import CLOSED, forward
from hexfront.networks.observing import observe
from hexfront.networks.safetensors import LARGEST, read_tensors
from tests.networks.samples import small_game, small_network, small_weights

Change = Callable[[bytes], bytes]


def with_header(change: Callable[[Any], None]) -> Change:
    def changed(data: bytes) -> bytes:
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8 : 8 + length])
        change(header)
        text = json.dumps(header).encode()
        return len(text).to_bytes(8, "little") + text + data[8 + length :]

    return changed


def entry(key: str, value: Any) -> Change:
    return with_header(lambda header: header["opfor/value.bias"].update({key: value}))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda data: b"", "found <0 bytes>"),
        (lambda data: data[:100], "expected a whole file"),
        (lambda data: data[:-4], "opfor|bluefor"),
        (lambda data: data + b"more", "bytes of numbers"),
        (lambda data: b"\xff" * 8 + data[8:], "expected a whole file"),
        (lambda data: data + b"\0" * LARGEST, f"at most {LARGEST} bytes"),
        (lambda data: data[:8] + b"[" + data[9:], "header"),
        (lambda data: data[:-4] + np.float32(np.nan).tobytes(), "finite"),
        (entry("dtype", "I64"), "dtype: found 'I64', expected F16 or F32"),
        (entry("shape", [-1]), "shape"),
        (entry("shape", [2]), "4 bytes apart"),
        (entry("data_offsets", [0, 1 << 60]), "data_offsets"),
        (with_header(lambda header: header["__metadata__"].update(format="other")), "'other'"),
        (with_header(lambda header: header.update(__metadata__=[])), "__metadata__"),
    ],
)
def test_a_broken_file_is_refused_by_its_name(
    tmp_path: Path, change: Change, expected: str
) -> None:
    path = small_network(tmp_path / "net.safetensors")
    path.write_bytes(change(path.read_bytes()))
    with pytest.raises(InputError, match=expected) as raised:
        read_network(path)
    assert "net.safetensors" in str(raised.value)


def test_a_file_holds_what_was_written(tmp_path: Path) -> None:
    path = small_network(tmp_path / "net.safetensors", seed="7")
    network, weights = read_network(path), small_weights(small_game("brigade"), 1)
    assert network.notes["seed"] == "7"
    assert network.weights["bluefor"].keys() == weights.keys()
    for name, array in weights.items():
        np.testing.assert_allclose(network.weights["bluefor"][name], array, rtol=1e-3, atol=1e-4)


def test_the_package_safetensors_reads_it_too(tmp_path: Path) -> None:
    package = pytest.importorskip("safetensors.numpy")
    path = small_network(tmp_path / "net.safetensors")
    read = package.load_file(path)
    for name, array in read_tensors(path).arrays.items():
        np.testing.assert_array_equal(read[name], array)


@pytest.mark.parametrize(
    ("name", "notes", "expected"),
    [
        ("aggressor", {}, "system: found 'aggressor', expected brigade"),
        ("brigade", {"rules": "1"}, "rules: found '1', expected 2"),
        ("brigade", {"scenario_digest": "0"}, "scenario_digest: found '0'"),
        ("brigade", {"observation": "{}"}, "observation"),
        ("brigade", {"actions": "3"}, "actions: found '3', expected 322"),
    ],
)
def test_a_network_of_something_else_is_refused_and_the_arena_goes_on(
    tmp_path: Path, name: str, notes: dict[str, str], expected: str
) -> None:
    path = str(small_network(tmp_path / "net.safetensors", name, **notes))
    system = find_system("brigade")
    with pytest.raises(InputError, match=expected):
        offer_network(system, path, small_game("brigade").rules, 0)
    job = prepare(system, [load_scenario(system)], Wishes(["greedy", path, "random"], games=2))
    assert expected in job.refused[path]
    assert [one.name for one in job.plan.entrants] == ["greedy", "random"]


def test_weights_of_another_form_are_refused(tmp_path: Path) -> None:
    path = small_network(tmp_path / "net.safetensors")
    data = path.read_bytes().replace(b"opfor/hidden.bias", b"opfor/hidden.boas")
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"opfor/hidden\.bias: found nothing") as raised:
        offer_network(find_system("brigade"), str(path), small_game("brigade").rules, 0)
    assert "opfor/hidden.boas" in str(raised.value)


def test_networks_play_in_the_arena(tmp_path: Path) -> None:
    path = str(small_network(tmp_path / "net.safetensors"))
    system = find_system("brigade")
    wishes = Wishes([f"network:{path}", "random"], games=2)
    results = run_arena(prepare(system, [load_scenario(system)], wishes))
    assert results.games == 2
    assert not results.forfeits


def test_an_offered_network_is_an_opponent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    system, rules = find_system("brigade"), small_game("brigade").rules
    usual = best_agent(system)
    name = offer_network(system, str(small_network(tmp_path / "net.safetensors")), rules, 1)
    assert name in agent_factories(system)
    assert name not in agent_factories(find_system("aggressor"))
    assert best_agent(system) == usual
    check_network_fits(system, name, rules, 1)
    with pytest.raises(InputError, match="scenario: found 'three-towns', expected night-on-the"):
        other = choose_rules("brigade", "night-on-the-moor", None)
        check_network_fits(system, name, other, 1)
    assert make_agent(system, name, rules, 1, dice_from_seed(1, 1, "test"))


@pytest.mark.parametrize("name", ["brigade", "aggressor"])
def test_a_network_sees_what_follows_from_its_view(name: str) -> None:
    """The arrays of a drawn state are those of the true one, so nothing else is used."""
    game = small_game(name)
    rules, state = game.rules, game.start.copy()
    chance, log, compared = np.random.default_rng(1), EventLog(), 0
    dice = dice_from_seed(1, 0, "chance")
    for step in range(400):
        decision = rules.decision(state)
        if decision.kind == Kind.OVER:
            break
        log.clear()
        if decision.kind == Kind.CHANCE:
            rules.apply(state, Step(-1, draw_outcome(rules.chances(state).weights, dice)), log)
            continue
        side = decision.sides[0]
        if step % 20 == 0:
            drawn = rules.determinize(rules.view(state, side), dice_from_seed(step, 0, "draw"))
            seen, true = observe(game, drawn, side), observe(game, state, side)
            for array in seen:
                np.testing.assert_array_equal(seen[array], true[array])
            compared += 1
        rules.apply(state, Step(side, int(chance.choice(rules.choices(state, side)))), log)
    assert compared > 3


@pytest.mark.parametrize("name", ["brigade", "aggressor"])
def test_outputs_are_orders_and_only_legal_ones_are_open(name: str) -> None:
    game = small_game(name)
    batch = Batch(game, 8, autoreset="same_step")
    batch.reset(1)
    chance = np.random.default_rng(1)
    forms = [NetworkForm(game, side) for side in range(2)]
    weights = [small_weights(game, side) for side in range(2)]
    for _ in range(30):
        side = int(batch.to_move[0])
        rows = np.flatnonzero(batch.to_move == side)
        seen = {key: array[rows] for key, array in batch.observation.items()}
        mask = seen["action_mask"] = batch.mask[rows]
        form = forms[side]
        logits, values = forward(form, weights[side], form.inputs(seen), np)
        assert values.shape == (len(rows),)
        assert logits.shape == (len(rows), len(form.slots.codes))
        for row in range(len(rows)):
            # An order for every slot that is open, and no two slots for the same order.
            slots = np.flatnonzero(logits[row] > CLOSED)
            orders = form.slots.orders(slots, np.repeat(mask[[row]], len(slots), axis=0))
            assert len(slots)
            assert mask[row, orders].all()
            assert len(set(orders.tolist())) == len(slots)
            np.testing.assert_array_equal(form.slots.numbers(orders[:-1]), slots[:-1])
        batch.step(batch.sample(chance))


def test_hexes_lie_around_each_other() -> None:
    """As the rules have it: the neighbours of a hex, and its column and row."""
    rules: Any = choose_rules("brigade", None, None)
    form = NetworkForm(batch_game(find_system("brigade"), rules), 0)
    ground = rules.setting.ground
    assert form.hexes == ground.rules.off_map
    for place in range(form.hexes):
        around = form.geometry.around[place]
        assert around[0] == place
        assert {*around[1:].tolist()} == {*ground.hexes.neighbour[place].tolist()}
        column, row = ground.hexes.column[place], ground.hexes.row[place]
        assert form.geometry.place(column, row) == place
