"""The opponent `search`: tries plans on positions drawn from its view, and gives the best one."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any, ClassVar, Final

import numpy as np

from hexfront.blocks import Block, Int
from hexfront.core.agent import Position
from hexfront.core.batch.game import BatchOpponents
from hexfront.core.batch.rows import RANDOM
from hexfront.core.contract import Rules, View
from hexfront.core.dice import BLOCK_WORDS, Dice, dice_from_secret, secret_from_seed
from hexfront.core.errors import InputError
from hexfront.core.events import NO_LOG
from hexfront.core.search.kernels import SearchKernels
from hexfront.core.search.plans import add_plan, best_plan, surest_plan
from hexfront.core.search.workspace import (
    AUTHOR,
    FORESEEN,
    KEPT,
    NOW_COLUMNS,
    PLANS,
    TRIALS,
    WORLDS,
    Manner,
    Plans,
    Replies,
    Search,
    SideDice,
)
from hexfront.jit import entry_of, is_machine_code

PONDER_SECONDS: Final = 0.5
"""That pondering thinks of a position, before it imagines another."""
MOST_IDEAS: Final = 8
"""Plans that are kept of pondering."""
MOST_PLANS: Final = 256
LONGEST: Final = 256
"""Orders of a plan, where a system says nothing else."""
UNLIMITED: Final = 1 << 40
USUAL_SECONDS: Final = 1.0
"""A turn, where nothing is said."""
SLICE: Final = 0.02
"""Seconds after which a search looks at the clock, and whether it is to stop."""


@dataclass(frozen=True)
class SearchGame:
    """A scenario made ready for search."""

    rules: Rules[Any]
    kernels: SearchKernels
    read_view: Callable[[Any, Any], None]
    """(view, packed): write the packed view of the viewer, as `determinize` takes it."""
    opponents: BatchOpponents
    """Those who think of plans and play trials on."""
    ground: Any
    start: Block
    ticks: int
    """How many times of the game are a turn of a side."""
    share: float
    """The part of what is left of a turn's budget that one search takes."""
    policy: str
    """Who plays trials on, if nothing else is asked for."""
    reply: str
    """Who plays the other sides in the turn that is searched."""
    first: str
    """Whose plan is tried first, and is the one to beat."""
    depth: int = 0
    """Turns of a trial, if nothing else is asked for; 0: to the end."""
    exploration: float = 0.1
    """How much plans with few trials are preferred."""
    least: int = 1
    """Trials that each plan gets before it is judged."""
    widening: float = 2.0
    """How many plans there are at most, times the root of the trials."""
    doubt: float = 0.1
    """How much better plans with few trials must look."""
    certainty: float = 0.0
    """By how many standard errors, over the same trials, a plan must be better than the first;
    0 to compare plans by `doubt`."""
    opening: int = 0
    """Before this time of the game the first plan is given: where trials are cut off, they tell
    nothing of armies that are being set up."""
    rival: str = ""
    """Who plays the other sides in later turns; who plays trials on, where it says nothing."""
    news: Callable[[Any], Any] | None = None
    """What of a view makes a plan be thought of anew, where it is not what it was."""
    unseen: bool = False
    """Whether all sides order at the same time, unseen, where this one orders first in a turn."""
    remembers: bool = False
    """Whether opponents remember more than orders to come."""
    changes: bool = True
    """Whether plans with another order somewhere are tried; else they are whole, as thought of."""
    authors: int | None = None
    """So many of the opponents, the first ones, think of plans; None: all."""
    follows: tuple[str, ...] = ()
    """Who plays a side on after a plan of each of the opponents; none: who plays trials on."""
    longest: int = LONGEST
    """Orders of a plan; a longer one is gone on with by another search."""


def never() -> bool:
    """Nobody stops a search."""
    return False


class SearchAgent:
    """Tries plans of the scripted opponents, and changes of these, and gives the best one."""

    by_clock: ClassVar[bool] = True
    """Its orders follow from the clock, unless it is told how many iterations to make."""
    measured: ClassVar[Mapping[str, Any]] = {"iterations": 400, "rollout": "random", "depth": 0}
    """What its speed is measured with."""

    def __init__(
        self,
        rules: Any,
        side: int,
        dice: Dice,
        *,
        iterations: int | None = None,
        time: float | None = None,
        determinizations: int = 0,
        depth: int | None = None,
        rollout: str | None = None,
        reply: str | None = None,
        exploration: float | None = None,
        widening: float | None = None,
        least: int | None = None,
        doubt: float | None = None,
        certainty: float | None = None,
        lead: float = 0.1,
        seed: int | None = None,
        ponder: bool = False,
    ) -> None:
        """A player of one side.

        Args:
            iterations: trials a turn; without a time, exactly so many, so that the same dice
                give the same orders on any machine.
            time: seconds a turn, 1 where neither is given.
            determinizations: states drawn from a view; 0 for a new one each trial.
            depth: turns of a trial, with that which is searched; 0 to play it to the end.
            rollout: who plays trials on: `random`, or a scripted opponent.
            reply: who plays the other sides in the turn that is searched.
            exploration: how much plans with few trials are preferred.
            least: trials that each plan gets before it is judged.
            widening: how many plans there are at most, times the root of the trials.
            doubt: how much better plans with few trials must look, over the root of the trials.
            certainty: by how many standard errors, over the same trials, a plan must be better
                than the first; 0 to go by `doubt`.
            lead: what the last position of a game counts, from 0 to 1; its result counts the rest.
            seed: of its dice; by default it has those that it is given.
            ponder: whether it thinks on its opponents' time, in live matches.

        Errors: `InputError`.
        """
        self.game = game = type(self).make_game(rules)
        self.side = side
        self._asked = {
            "iterations": iterations, "time": time, "determinizations": determinizations,
            "depth": depth, "rollout": rollout, "reply": reply, "exploration": exploration,
            "widening": widening, "least": least, "doubt": doubt, "certainty": certainty,
            "lead": lead, "seed": seed, "ponder": ponder,
        }  # fmt: skip
        if iterations is None and time is None:
            time = USUAL_SECONDS
        known = ("random", *game.opponents.names)
        policy = _one_of("rollout", rollout or game.policy, known)
        self._iterations = UNLIMITED if iterations is None else _whole("iterations", iterations, 1)
        self._seconds = None if time is None else _number("time", time, 0.0, 1e6)
        self._manner = Manner(
            policy=policy,
            reply=_one_of("reply", reply or rollout or game.reply, known),
            rival=_one_of("rollout", rollout or game.rival or game.policy, known),
            ticks=game.ticks,
            unseen=int(game.unseen),
            authors=0 if policy == RANDOM else game.authors or len(game.opponents.names),
            changes=game.changes,
            first=1 + game.opponents.names.index(game.first),
            doubt=_number("doubt", game.doubt if doubt is None else doubt, 0.0, 1e6),
            certainty=_number(
                "certainty", game.certainty if certainty is None else certainty, 0.0, 1e6
            ),
            exploration=_number(
                "exploration", game.exploration if exploration is None else exploration, 0.0, 1e6
            ),
            least=_whole("least", game.least if least is None else least, 1),
            widening=_number("widening", game.widening if widening is None else widening, 0.0, 1e6),
            depth=_whole("depth", game.depth if depth is None else depth, 0),
            draws=_whole("determinizations", determinizations, 0),
            lead=_number("lead", lead, 0.0, 1.0),
            stream=0,
        )
        if seed is not None:
            secret = secret_from_seed(_whole("seed", seed, 0), side, "search")
            dice = dice_from_secret(secret)
        self._dice = dice
        self._search = _new_search(game, policy, dice.key.tobytes())
        self._root = game.start.copy()
        self._entries: dict[str, Any] = {}
        self.stopped: Callable[[], bool] = never
        """Asked many times a second while it searches: whether to give the best so far."""
        self.ponders = ponder
        self._ahead = game.start.copy()
        self._last: tuple[Position, int] | None = None
        self.ideas: list[list[int]] = []
        """Plans that pondering has found, to be tried first in the next search."""
        self._plan: list[int] = []
        self._news: Any = None
        self._thoughts = 0
        self._turn = -1
        self._left = (0, 0.0)
        self._hurried = False

    @staticmethod
    def make_game(rules: Any) -> SearchGame:
        """The scenario made ready: a system's own."""
        raise NotImplementedError

    def __reduce__(self) -> Any:
        """What it was asked for, and what it has in mind."""
        mind = self._plan, self._news, self._thoughts, self._turn, self._left, self._search.fresh
        return _remade, (type(self), self.game.rules, self.side, self._dice, self._asked, mind)

    def decide(self, position: Position) -> int:
        """The next order of its plan, while that is legal; else of a new one."""
        choices = position.choices
        news = None if self.game.news is None else self.game.news(position.view)
        stale = not self._plan or self._plan[0] not in choices or news != self._news
        if len(choices) > 1 and stale:
            self._plan = self.plan(position)
        self._news = news
        order = self._plan.pop(0) if self._plan else choices[0]
        if order not in choices:
            self._plan, order = [], choices[0]
        if self._hurried:
            # Whoever has no time now may have some for the next order.
            self._plan, self._turn, self._hurried = [], -1, False
        if self.ponders:
            self._last = position, order
        if self.game.remembers:
            # What those who think of plans remember goes on as if they had been asked.
            self.game.read_view(position.view, self._root)
            self._call("attend", self._root, self._manner._replace(stream=1), self.side)
        return order

    def plan(self, position: Position) -> list[int]:
        """The best plan that is found within the budget: orders one after another."""
        began, view = perf_counter(), position.view
        self.game.read_view(view, self._root)
        iterations, seconds = self._budget(view)
        if self._seconds is None:
            seconds = inf
        ideas = [idea for idea in self.ideas if idea[0] in position.choices]
        done = self._search_from(self._root, ideas, iterations, began + seconds)
        self.ideas = []
        self._left = self._left[0] - done, self._left[1] - (perf_counter() - began)
        return self.best

    def _search_from(
        self, root: Block, ideas: Sequence[list[int]], iterations: int, end: float
    ) -> int:
        """Search from a packed view up to a time; gives the number of trials. Ideas are tried too.

        It ends when it is stopped, in the midst of all.
        """
        self._thoughts += 1
        manner = self._manner._replace(stream=self._thoughts << 32)
        self._call("suggest", root, manner, self.side)
        for idea in ideas:
            self._search.plan[: len(idea)] = idea
            self._search.now[AUTHOR] = RANDOM
            add_plan(self._search, len(idea))
        done, some, began = 0, 1, perf_counter()
        while done < iterations and self._may_try():
            some = min(some, iterations - done)
            self._call("think", root, manner, self.side, some)
            done += some
            now = perf_counter()
            self._hurried = self.stopped()
            if self._hurried or now >= end:
                break
            some = max(1, min(2 * some, int(done * SLICE / max(now - began, 1e-6))))
        return done

    def ponder(self, seconds: float) -> None:
        """After an order, until it is stopped: think of what may be ordered in the next turn.

        Its next turn is played on to again and again, as its opponents might play; the best plans
        from there are tried first when it comes. For live matches, where others do not need the
        processor.
        """
        if self._last is None or self._plan:
            return
        (position, order), self._last = self._last, None
        end = perf_counter() + seconds
        while self._may_try() and perf_counter() < end and not self.stopped():
            self.game.read_view(position.view, self._root)
            self._thoughts += 1
            plans = self._search.plans
            plans.orders[0, 0], plans.length[0], plans.author[0] = order, 1, RANDOM
            manner = self._manner._replace(stream=self._thoughts << 32)
            self._call("foresee", self._root, manner, self.side, self._ahead)
            if self._search.now[FORESEEN]:
                until = min(end, perf_counter() + PONDER_SECONDS)
                self._search_from(self._ahead, (), UNLIMITED, until)
                idea = self.best
                if idea and self.trials > 0 and idea not in self.ideas:
                    self.ideas = [*self.ideas, idea][-MOST_IDEAS:]
        self._hurried = False

    @property
    def best(self) -> list[int]:
        """The best plan so far."""
        plans = self._search.plans
        manner = self._manner
        if manner.certainty > 0.0:
            best = surest_plan(self._search, manner.certainty)
        else:
            best = best_plan(self._search, manner.doubt)
        orders: list[int] = plans.orders[best, : plans.length[best]].tolist()
        return orders

    @property
    def trials(self) -> int:
        """How many the last search has made."""
        return int(self._search.now[TRIALS])

    @property
    def worth(self) -> list[tuple[list[int], int, float]]:
        """The plans of the last search: orders, trials, and what these were worth on average."""
        plans, found = self._search.plans, []
        for plan in range(int(self._search.now[PLANS])):
            visits = int(plans.visits[plan])
            mean = float(plans.value[plan]) / visits if visits else 0.5
            found.append((plans.orders[plan, : plans.length[plan]].tolist(), visits, mean))
        return found

    def _may_try(self) -> bool:
        """While kernels run as Python, one trial would take longer than a turn may."""
        return self._seconds is None or is_machine_code(self.game.kernels.think)

    def share_of(self, view: View) -> float:
        """The part of what is left of the turn's budget that a search from a view takes."""
        return self.game.share

    def _budget(self, view: View) -> tuple[int, float]:
        """Trials and seconds of the next search: a part of what is left of the turn's."""
        if view.time < self.game.opening:
            return 1, 0.0
        turn = view.time // self.game.ticks
        if turn != self._turn:
            self._turn, self._left = turn, (self._iterations, self._seconds or 0.0)
        iterations, seconds = self._left
        share = self.share_of(view)
        return max(1, int(iterations * share)), seconds * share

    def _call(self, name: str, root: Block, *more: Any) -> None:
        game = self.game
        arguments = (game.ground, game.opponents.lore, root, self._search, *more)
        entry = self._entries.get(name)
        if entry is None:
            kernel = getattr(game.kernels, name)
            kernel(*arguments)
            self._entries[name] = entry_of(kernel, arguments)
        else:
            entry(*arguments)


def _remade(
    kind: type[SearchAgent], rules: Any, side: int, dice: Dice, asked: dict[str, Any], mind: Any
) -> SearchAgent:
    agent = kind(rules, side, dice, **asked)
    agent._plan, agent._news, agent._thoughts, agent._turn, agent._left, fresh = mind
    agent._search.fresh[:] = fresh
    return agent


def _one_of(option: str, value: str, known: Sequence[str]) -> int:
    """The number of a player. Errors: `InputError`."""
    if value not in known:
        raise InputError.at(option, value, f"one of: {', '.join(known)}")
    return known.index(value)


def _whole(option: str, value: Any, least: int) -> int:
    """A whole number. Errors: `InputError`."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= UNLIMITED:
        raise InputError.at(option, value, f"a whole number from {least} on")
    return value


def _number(option: str, value: Any, least: float, most: float) -> float:
    """A number. Errors: `InputError`."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise InputError.at(option, value, f"a number from {least:g} to {most:g}")
    return float(value)


def _new_search(game: SearchGame, policy: int, key: bytes) -> Search:
    """Space for a search, with dice of its own."""
    sides, fresh, known = len(game.rules.sides), game.opponents.fresh, game.opponents.names
    follows: Int = np.full(1 + len(known), policy, dtype=np.int64)
    if policy != RANDOM:
        for author, name in enumerate(game.follows, 1):
            follows[author] = 1 + known.index(name)
    names = ("chance", "guess", "whim", *map(str, range(sides)))
    dice = [dice_from_secret(hashlib.sha256(key + name.encode()).digest()) for name in names]
    return Search(
        plans=Plans(
            np.zeros((MOST_PLANS, game.longest), dtype=np.int64),
            np.zeros(MOST_PLANS, dtype=np.int64),
            np.zeros(MOST_PLANS, dtype=np.int64),
            np.zeros(MOST_PLANS),
            np.zeros(MOST_PLANS),
            np.zeros(MOST_PLANS),
            np.zeros(KEPT),
            np.zeros(MOST_PLANS, dtype=np.int64),
        ),
        replies=Replies(
            np.zeros((WORLDS, sides, LONGEST), dtype=np.int64),
            np.zeros((WORLDS, sides), dtype=np.int64),
        ),
        now=np.zeros(NOW_COLUMNS, dtype=np.int64),
        chance=dice[0],
        guess=dice[1],
        whim=dice[2],
        sides=SideDice(
            np.array([each.key for each in dice[3:]]),
            np.zeros((sides, 2), dtype=np.int64),
            np.zeros((sides, BLOCK_WORDS), dtype=np.int64),
        ),
        fresh=fresh.copy(),
        memory=np.zeros((sides, fresh.shape[1]), dtype=np.int64),
        follows=follows,
        codes=np.zeros(game.rules.actions, dtype=np.int64),
        given=np.zeros(sides, dtype=np.int64),
        plan=np.zeros(game.longest, dtype=np.int64),
        scores=np.zeros(sides),
        values=np.zeros(sides),
        log=NO_LOG,
        state=game.start.copy(),
        packed=game.start.copy(),
        opponents=game.opponents.make_room(),
    )
