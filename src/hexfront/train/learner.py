"""A side that learns: its network in PyTorch, and how it chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from hexfront.networks.form import NetworkForm
from hexfront.networks.network import forward, weight_shapes

Seen = Mapping[str, NDArray[Any]]
Tensors = dict[str, torch.Tensor]


class Learner:
    """The network of one side, and its optimizer."""

    def __init__(self, form: NetworkForm, width: int, rate: float, device: str) -> None:
        self.form, self.device = form, torch.device(device)
        self.weights = {
            name: _begin(name, shape).to(self.device).requires_grad_()
            for name, shape in weight_shapes(form, width).items()
        }
        self.begin_anew(rate)

    def begin_anew(self, rate: float) -> None:
        """Let the optimizer forget what it has seen."""
        self.optimizer = torch.optim.Adam([*self.weights.values()], lr=rate, eps=1e-5)

    @property
    def rate(self) -> float:
        """The learning rate."""
        return float(self.optimizer.param_groups[0]["lr"])

    @rate.setter
    def rate(self, rate: float) -> None:
        self.optimizer.param_groups[0]["lr"] = rate

    def inputs(self, seen: Seen) -> Tensors:
        """Observations as tensors."""
        made = self.form.inputs(seen)
        return {name: torch.from_numpy(each).to(self.device) for name, each in made.items()}

    def __call__(self, inputs: Tensors) -> tuple[torch.Tensor, torch.Tensor]:
        """(games, slots) log-probabilities, and (games,) values."""
        logits, values = forward(self.form, self.weights, inputs, torch)
        return torch.log_softmax(logits, dim=1), values

    def descend(self, loss: torch.Tensor) -> None:
        """A step against the gradient, of limited length."""
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_([*self.weights.values()], 0.5)
        self.optimizer.step()

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """Copies of the weights."""
        return {name: each.detach().cpu().numpy().copy() for name, each in self.weights.items()}

    def load(self, arrays: Mapping[str, NDArray[np.float32]]) -> None:
        """Take other weights."""
        with torch.no_grad():
            for name, each in self.weights.items():
                each.copy_(torch.from_numpy(arrays[name]))


class Policy:
    """How a network orders, as an opponent of environments; `weights` may be changed."""

    def __init__(self, learner: Learner, weights: Tensors, *, best: bool = False) -> None:
        self._learner, self.weights, self._best = learner, weights, best

    def __call__(self, seen: Seen) -> NDArray[np.int64]:
        """(games,) orders, by their probabilities or the best ones."""
        form = self._learner.form
        with torch.no_grad():
            logits, _ = forward(form, self.weights, self._learner.inputs(seen), torch)
            chosen = logits.argmax(dim=1) if self._best else draw(logits)
        return form.slots.orders(chosen.cpu().numpy(), seen["action_mask"])


def draw(logits: torch.Tensor) -> torch.Tensor:
    """A slot for each game, by its probability."""
    return (logits - torch.empty_like(logits).exponential_().log()).argmax(dim=1)


def _begin(name: str, shape: tuple[int, ...]) -> torch.Tensor:
    """Weights before anything is learnt."""
    made = torch.zeros(shape)
    if name.endswith(".bias"):
        return made
    if name in ("plain", "orders", "aim.whole", "aim.unit"):
        return made.normal_(std=0.01)
    if name in ("place", "unit", "key"):
        return made.normal_(std=0.3)
    return made.normal_(std=(2 / shape[0]) ** 0.5)
