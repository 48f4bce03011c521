"""Networks as files: what they say of themselves, and whether they fit a scenario."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hexfront.core.batch.game import BatchGame
from hexfront.core.contract import Rules
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.system import System
from hexfront.networks.form import NetworkForm
from hexfront.networks.network import weight_shapes
from hexfront.networks.safetensors import Array, Tensors, read_tensors, write_tensors

SUFFIX: Final = ".safetensors"
FORMAT: Final = "hexfront-network/1"
"""Rises whenever the same weights would mean something else."""
MOST_WIDTH: Final = 4096


@dataclass(frozen=True)
class Network:
    """A file that was read: weights by side and name, and what it says of itself."""

    path: Path
    weights: Mapping[str, Mapping[str, Array]]
    notes: Mapping[str, str]

    @property
    def width(self) -> int:
        """Of the hidden layers."""
        bias = next(iter(self.weights.values())).get("board.bias")
        return 0 if bias is None else bias.size


def identity(system: System, game: BatchGame) -> dict[str, str]:
    """What a network of a scenario says of it, and a game must say as well."""
    rules = game.rules
    return {
        "format": FORMAT,
        "system": system.name,
        "rules": system.version,
        "scenario": rules.scenario.name,
        "scenario_digest": scenario_digest(rules),
        "observation": json.dumps({spec.name: [*spec.shape] for spec in game.spec}),
        "actions": str(rules.actions),
    }


def scenario_digest(rules: Rules[Any]) -> str:
    """BLAKE2b over the document of a scenario, with its options, as 16 hex digits."""
    text = json.dumps(rules.scenario.document, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


def write_network(
    path: Path, weights: Mapping[str, Mapping[str, Array]], notes: Mapping[str, str]
) -> None:
    """Write weights, by side and name, with notes. Errors: `InputError`, `OSError`."""
    arrays = {
        f"{side}/{name}": array for side, own in weights.items() for name, array in own.items()
    }
    write_tensors(path, Tensors(arrays, dict(notes)))


def read_network(path: Path) -> Network:
    """A network as it stands in its file. Errors: `InputError` naming the file."""
    tensors = read_tensors(path)
    if tensors.notes.get("format") != FORMAT:
        found = shown(tensors.notes["format"]) if "format" in tensors.notes else "no format"
        raise InputError(Problem(str(path), found, f"{FORMAT}, a network of Hexfront"))
    weights: dict[str, dict[str, Array]] = {}
    for name, array in tensors.arrays.items():
        side, _, own = name.partition("/")
        weights.setdefault(side, {})[own] = array
    if not weights:
        raise InputError.at(str(path), "<no weights>", "a network of a side at least")
    return Network(path, weights, tensors.notes)


def check_network(network: Network, system: System, game: BatchGame) -> None:
    """Whether a network is one of this scenario.

    Errors: `InputError`, with everything that is otherwise, naming the file.
    """
    problems = []
    for name, expected in identity(system, game).items():
        found = network.notes.get(name)
        if found != expected:
            told = "nothing" if found is None else shown(found)
            problems.append(Problem(f"{network.path}: {name}", told, expected))
    if problems:
        raise InputError(problems)


def weights_of(network: Network, form: NetworkForm, side: str) -> Mapping[str, Array]:
    """The weights of a side. Errors: `InputError` where they are not those of its form."""
    weights = network.weights.get(side)
    if weights is None:
        known = ", ".join(network.weights)
        raise InputError.at(f"{network.path}", f"<{side}>", f"a side that it plays: {known}")
    expected = weight_shapes(form, min(weights["board.bias"].size, MOST_WIDTH)
                             if "board.bias" in weights else 1)  # fmt: skip
    problems = [
        Problem(
            f"{network.path}: {side}/{name}",
            str(weights[name].shape) if name in weights else "nothing",
            str(expected.get(name, "nothing")),
        )
        for name in sorted({*expected, *weights})
        if name not in weights or expected.get(name) != weights[name].shape
    ]
    if problems:
        raise InputError(problems)
    return weights
