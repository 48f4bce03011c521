"""A run: imitation, then periods of self-play, each with an examination and a checkpoint.

All that is drawn by chance follows from the seed, and a period begins all games anew. So a run that
was killed goes on from its last checkpoint as if nothing had happened.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator

import torch

from hexfront.agents import named_agent
from hexfront.batch.games import batch_game, choose_rules
from hexfront.core.batch.game import BatchGame
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.system import System
from hexfront.networks.form import NetworkForm
from hexfront.networks.network import weight_shapes
from hexfront.networks.safetensors import LARGEST
from hexfront.train.checkpoints import Checkpoint, read_checkpoint, write_checkpoint
from hexfront.train.curve import Point, write_curve
from hexfront.train.imitation import examples_of, imitate, play_games, seats_of
from hexfront.train.league import MOST_EARLIER, League, environment, examine
from hexfront.train.learner import Learner, Policy
from hexfront.train.ppo import improve, play, together
from hexfront.train.provenance import write_best
from hexfront.train.settings import EARLIER, NOBODY, Settings

IMITATION_RATE = 2e-3
IMITATION_BATCH = 256
MOST_EPOCHS = 15
BYTES = 2
"""A weight in a file."""
ROOM = 60_000
"""Bytes of a file beside weights."""
WARM_UP = 4
"""Updates at the beginning in which values are learnt alone."""


class Trainer:
    """A run in a folder."""

    def __init__(self, settings: Settings) -> None:
        """Errors: `InputError`."""
        self.settings = settings
        self.system = find_system(settings.system)
        rules = choose_rules(settings.system, settings.scenario, dict(settings.options))
        self.game: BatchGame = batch_game(self.system, rules)
        _check_imitated(settings.imitate, self.system, self.game)
        self.opponents = settings.opponents or (self.scripted[0], self.scripted[0], EARLIER)
        # Whose examination says which weights are the best.
        self.examiner = next((n for n in self.opponents if n in self.scripted), self.scripted[0])
        _check_device(settings.device)
        torch.set_num_threads(settings.threads)
        torch.manual_seed(settings.seed)
        sides = range(len(rules.sides))
        forms = [NetworkForm(self.game, side) for side in sides]
        _check_size(settings, forms)
        self.learners = [
            Learner(form, settings.width, settings.rate, settings.device) for form in forms
        ]
        self.exams = [
            {name: environment(settings, side, name, settings.exams) for name in self._examiners()}
            for side in sides
        ]
        self.leagues = [League(settings, self.opponents, self.learners, side) for side in sides]
        self.state = Checkpoint(what=settings.what)
        if settings.resume:
            self.state = read_checkpoint(settings.out, settings.what)
            self.state.restore(self.learners)
        self._minutes = self.state.minutes
        self._began = time.monotonic()

    @property
    def minutes(self) -> float:
        """That the run has taken, with those before it was resumed."""
        return self._minutes + (time.monotonic() - self._began) / 60

    @property
    def scripted(self) -> tuple[str, ...]:
        """The opponents in kernels, the best one first."""
        names = self.game.opponents.names if self.game.opponents else ()
        return (*reversed(names), "random")

    def run(self) -> Iterator[str]:
        """Learn until time or updates are up: lines that tell how it goes."""
        settings, state = self.settings, self.state
        if not state.pool:
            yield from self._imitate()
            state.pool.append([learner.arrays() for learner in self.learners])
            yield self._examine()
        while state.updates < settings.updates and self.minutes < settings.minutes:
            self._period()
            state.pool.append([learner.arrays() for learner in self.learners])
            if len(state.pool) > MOST_EARLIER:
                del state.pool[1::2]
            yield self._examine()

    def _examiners(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.examiner, "random")))

    def _imitate(self) -> Iterator[str]:
        """Begin as another opponent."""
        settings = self.settings
        whom = settings.imitate or self.scripted[0]
        if whom in (NOBODY, "random"):
            return
        sides, games = len(self.learners), range(settings.imitated)
        seed = settings.seed * 1_000_003
        seats = [seats_of(whom, self.scripted[0], sides, number) for number in games]
        played = play_games(self.system, self.game, seats, seed)
        yield f"{self.minutes:6.1f} min  {settings.imitated} games of {whom} to learn from"
        actions = self.game.rules.actions
        every = examples_of(self.game, played, whom, seed)
        for learner, examples in zip(self.learners, every, strict=True):
            learner.rate = IMITATION_RATE
            epochs = max(2, min(MOST_EPOCHS, settings.shown // len(examples.orders)))
            loss, right = 0.0, 0.0
            for told in imitate(learner, examples, actions, epochs, IMITATION_BATCH):
                loss, right = told
            learner.begin_anew(settings.rate)
            side = self.game.rules.sides[learner.form.side]
            yield (
                f"{self.minutes:6.1f} min  {side}: {len(examples.orders)} orders, "
                f"{100 * right:.0f} % as {whom} (loss {loss:.2f})"
            )

    def _period(self) -> None:
        """Some updates of all sides, in games that begin anew."""
        settings, state = self.settings, self.state
        torch.manual_seed(settings.seed * 1_000_003 + state.updates)
        for league in self.leagues:
            league.begin(state.pool, state.updates)
        won = [[0.0, 0] for _ in self.learners]
        for _ in range(settings.every):
            left = 1 - state.updates / settings.updates
            for side, (learner, league) in enumerate(zip(self.learners, self.leagues, strict=True)):
                learner.rate = settings.rate * max(0.1, left)
                parts = []
                for number, env in enumerate(league.envs):
                    league.seen[number], part = play(settings, learner, env, league.seen[number])
                    parts.append(part)
                played = together(parts)
                improve(settings, learner, played, values_only=state.updates < WARM_UP)
                state.orders += len(played.chosen)
                won[side][0] += played.points
                won[side][1] += played.games
            state.updates += 1
        state.training = [points / max(1, games) for points, games in won]

    def _examine(self) -> str:
        """Play the examiners, and write everything down; a line that tells of it."""
        state, settings = self.state, self.settings
        points = [
            {
                name: examine(env, Policy(learner, learner.weights, best=True), settings.seed)
                for name, env in exams.items()
            }
            for learner, exams in zip(self.learners, self.exams, strict=True)
        ]
        shares = {name: [each[name] for each in points] for name in self._examiners()}
        point = Point(self.minutes, state.updates, state.orders, tuple(state.training), shares)
        state.curve.append(point)
        state.minutes = self.minutes
        best = point.share(self.examiner)
        if best >= max(each.share(self.examiner) for each in state.curve):
            write_best(settings, self.system, self.game, state, self.learners)
        write_checkpoint(settings.out, state, self.learners)
        write_curve(settings.out, self.game.rules.sides, state.curve)
        return point.line(self.game.rules.sides)


def _check_imitated(whom: str | None, system: System, game: BatchGame) -> None:
    """Errors: `InputError` for an opponent that there is not."""
    if whom not in (None, NOBODY):
        for side in range(len(game.rules.sides)):
            named_agent(system, whom, "--imitate")(game.rules, side, dice_from_seed(0, side))


def _check_device(name: str) -> None:
    """Errors: `InputError` for a device that PyTorch does not have."""
    try:
        torch.zeros(1).to(torch.device(name))
    except (RuntimeError, AssertionError) as error:
        found = str(error).partition("\n")[0]
        raise InputError.at("--device", name, f"cpu, or cuda where there is one; {found}") from None


def _check_size(settings: Settings, forms: list[NetworkForm]) -> None:
    """Errors: `InputError` for networks that no file would hold."""
    shapes = [weight_shapes(form, settings.width).values() for form in forms]
    size = BYTES * sum(math.prod(shape) for side in shapes for shape in side)
    if size + ROOM > LARGEST:
        found = f"{settings.width}, which makes a file of {size + ROOM} bytes"
        raise InputError.at("--width", f"<{found}>", f"less: at most {LARGEST} bytes")
