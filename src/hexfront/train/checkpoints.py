"""Where a run stands, as a file from which it goes on."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import torch

from hexfront.core.errors import InputError
from hexfront.networks.safetensors import Array
from hexfront.train.curve import Point, replace
from hexfront.train.learner import Learner

NAME: Final = "checkpoint.pt"
FORMAT: Final = 1


@dataclass
class Checkpoint:
    """What a run has come to, at the end of a period."""

    what: dict[str, object]
    """The settings that must be the same to go on."""
    updates: int = 0
    orders: int = 0
    minutes: float = 0.0
    training: list[float] = field(default_factory=list)
    curve: list[Point] = field(default_factory=list)
    pool: list[list[dict[str, Array]]] = field(default_factory=list)
    """Weights of all sides at earlier times."""
    learners: list[dict[str, Any]] = field(default_factory=list)
    """Weights and optimizers, as they were read."""

    def restore(self, learners: Sequence[Learner]) -> None:
        """Let learners go on."""
        for learner, kept in zip(learners, self.learners, strict=True):
            learner.load({name: each.numpy() for name, each in kept["weights"].items()})
            learner.optimizer.load_state_dict(kept["optimizer"])
        self.learners = []


def write_checkpoint(folder: Path, state: Checkpoint, learners: Sequence[Learner]) -> None:
    """Write where a run stands. Errors: `OSError`."""
    data = io.BytesIO()
    kept = {name: value for name, value in vars(state).items() if name != "learners"}
    kept["what"] = {name: _plain(value) for name, value in state.what.items()}
    kept["curve"] = [tuple(point) for point in state.curve]
    kept["pool"] = [
        [{name: torch.from_numpy(each) for name, each in side.items()} for side in sides]
        for sides in state.pool
    ]
    kept["learners"] = [
        {
            "weights": {name: each.detach().cpu() for name, each in learner.weights.items()},
            "optimizer": learner.optimizer.state_dict(),
        }
        for learner in learners
    ]
    torch.save({"format": FORMAT, **kept}, data)
    replace(folder / NAME, data.getvalue())


def read_checkpoint(folder: Path, what: dict[str, object]) -> Checkpoint:
    """Where the run in a folder stands. Errors: `InputError`, also where settings differ."""
    path = folder / NAME
    try:
        kept = torch.load(path, map_location="cpu", weights_only=True)
        if kept.pop("format") != FORMAT:
            raise KeyError("format")
        kept["curve"] = [Point(*point) for point in kept["curve"]]
        kept["pool"] = [
            [{name: each.numpy() for name, each in side.items()} for side in sides]
            for sides in kept["pool"]
        ]
        state = Checkpoint(**kept)
    except OSError as error:
        expected = "the folder of a run that has written a checkpoint"
        raise InputError.at(str(path), f"<{error.strerror}>", expected) from None
    except Exception as error:  # PyTorch raises whatever a broken file leads to.
        found = f"<{type(error).__name__}: {error}>"
        raise InputError.at(str(path), found, f"a checkpoint of format {FORMAT}") from None
    for name, value in what.items():
        if state.what.get(name) != _plain(value):
            place = f"--{name}"
            raise InputError.at(place, _plain(value), f"{state.what.get(name)}, as the run began")
    return state


def _plain(value: object) -> object:
    """A setting as it stands in a checkpoint."""
    return [_plain(each) for each in value] if isinstance(value, tuple) else value
