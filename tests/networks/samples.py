"""Small networks with weights by chance, for tests."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from hexfront.batch.games import choose_rules
from hexfront.core.batch.game import BatchGame
from hexfront.core.registry import find_system
from hexfront.networks.files import identity, write_network
from hexfront.networks.form import NetworkForm
from hexfront.networks.network import weight_shapes
from hexfront.networks.observing import game_of
from hexfront.networks.safetensors import Array

NARROW = {"brigade": None, "aggressor": "narrow-front"}
WIDTH = 8


def small_game(name: str) -> BatchGame:
    """A scenario to play."""
    return game_of(find_system(name), choose_rules(name, NARROW.get(name), None))


def small_weights(game: BatchGame, side: int) -> dict[str, Array]:
    """Weights by chance."""
    dice = np.random.default_rng(side)
    shapes = weight_shapes(NetworkForm(game, side), WIDTH)
    return {name: dice.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}


def small_network(path: Path, name: str = "brigade", **notes: str) -> Path:
    """A file with networks of all sides; `notes` say what is otherwise in it."""
    game = small_game(name)
    sides = {side: small_weights(game, number) for number, side in enumerate(game.rules.sides)}
    write_network(path, sides, identity(find_system(name), game) | notes)
    return path
