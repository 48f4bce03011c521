"""Training: NumPy plays what PyTorch learnt, and a run goes on as if nothing had happened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hexfront.batch import Batch
from hexfront.core.registry import find_system
from hexfront.networks.files import check_network, read_network
from hexfront.networks.form import NetworkForm
from hexfront.networks.network import forward
from hexfront.train.__main__ import main
from tests.networks.samples import small_game, small_weights

SMALL = ["brigade", "--imitated=2", "--updates=4", "--every=2", "--games=9", "--steps=6"]
SMALL += ["--exams=2", "--width=8", "--opponents=greedy,earlier,itself"]


def run(folder: Path, *more: str) -> int:
    return main([*SMALL, "--out", str(folder), *more])


@pytest.mark.parametrize("name", ["brigade", "aggressor"])
def test_numpy_and_torch_find_the_same(name: str) -> None:
    torch = pytest.importorskip("torch")
    game = small_game(name)
    batch = Batch(game, 16, autoreset="same_step")
    batch.reset(3)
    chance = np.random.default_rng(3)
    for _ in range(25):
        batch.step(batch.sample(chance))
    side = int(batch.to_move[0])
    form, weights = NetworkForm(game, side), small_weights(game, side)
    inputs = form.inputs({**batch.observation, "action_mask": batch.mask})
    tensors = {key: torch.from_numpy(array) for key, array in inputs.items()}
    own = {key: torch.from_numpy(array) for key, array in weights.items()}
    for one, other in zip(
        forward(form, weights, inputs, np), forward(form, own, tensors, torch), strict=True
    ):
        np.testing.assert_allclose(one, other.numpy(), rtol=1e-5, atol=1e-4)


def test_a_run_that_was_stopped_goes_on_to_the_same_end(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    assert run(tmp_path / "whole") == 0
    # Time is up after the first period; a file half written is no hindrance.
    from hexfront.train.trainer import Trainer

    stopped, ended = tmp_path / "stopped", Trainer._period

    def once(trainer: Any) -> None:
        if trainer.state.updates:
            raise KeyboardInterrupt
        ended(trainer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Trainer, "_period", once)
        assert run(stopped) == 130
    (stopped / "checkpoint.pt.new").write_bytes(b"half")
    assert run(stopped) == 2
    assert run(stopped, "--resume", "--games", "8") == 2
    assert run(stopped, "--resume") == 0
    for name, left in read_network(tmp_path / "whole" / "network.safetensors").weights.items():
        right = read_network(stopped / "network.safetensors").weights[name]
        for key, array in left.items():
            np.testing.assert_array_equal(array, right[key])
    lines = [(folder / "curve.csv").read_text().splitlines() for folder in
             (tmp_path / "whole", stopped)]  # fmt: skip
    assert [line.split(",")[1:] for line in lines[0]] == [line.split(",")[1:] for line in lines[1]]
    assert len(lines[0]) == 4


def test_the_network_says_where_it_comes_from(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    assert run(tmp_path, "--updates", "2", "--seed", "5") == 0
    network = read_network(tmp_path / "network.safetensors")
    check_network(network, find_system("brigade"), small_game("brigade"))
    assert network.notes["seed"] == "5"
    assert {"commit", "hours", "machine", "curve", "settings"} <= network.notes.keys()


def test_an_opponent_that_is_no_kernel_is_imitated_where_it_played() -> None:
    pytest.importorskip("torch")
    from hexfront.train.imitation import examples_of, play_games, seats_of

    game, whom = small_game("brigade"), "search:iterations=2"
    seats = [seats_of(whom, "greedy", 2, number) for number in range(4)]
    assert seats == [(whom, whom), (whom, "greedy"), (whom, whom), ("greedy", whom)]
    played = play_games(find_system("brigade"), game, seats, seed=7)
    for side, examples in enumerate(examples_of(game, played, whom, seed=7)):
        given = [
            order
            for each in played
            if each.seats[side] == whom
            for who, order in each.orders
            if who == side
        ]
        assert sorted(given) == sorted(examples.orders.tolist())
        masks = np.unpackbits(examples.seen["action_mask"], axis=1, count=game.rules.actions)
        assert masks[np.arange(len(examples.orders)), examples.orders].all()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--opponents", "nobody"), "one of: random, "),
        (("--imitate", "nobody"), "--imitate: found 'nobody', expected one of: easy, fair, hard"),
        (("--scenario", "nowhere"), "nowhere"),
        (("--device", "abacus"), "--device: found 'abacus', expected cpu"),
        (("--resume",), "the folder of a run"),
        (("--width", "512"), "--width: found <512, which makes a file of"),
    ],
)
def test_what_cannot_begin_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], expected: str
) -> None:
    pytest.importorskip("torch")
    assert run(tmp_path, *words) == 2
    assert expected in capsys.readouterr().err


def test_a_broken_checkpoint_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("torch")
    for data in (b"", b"garbage", b"\x80\x04."):
        (tmp_path / "checkpoint.pt").write_bytes(data)
        assert run(tmp_path, "--resume") == 2
        assert "checkpoint.pt: found" in capsys.readouterr().err


def test_help_and_wrong_words(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    assert "--resume" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["brigade", "--games", "-1"])
    assert ended.value.code == 2
    assert "found '-1', expected a whole number from 1" in capsys.readouterr().err


def test_a_run_is_examined_by_whom_it_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    assert run(tmp_path, "--updates=2", "--opponents=earlier,random,greedy") == 0
    head = (tmp_path / "curve.csv").read_text().partition("\n")[0]
    assert head.endswith(",random as opfor,random as bluefor")
    assert "greedy" not in head
