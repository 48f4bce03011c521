"""A batch of games: arrays in, arrays out, no Python between its steps."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, Literal
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from hexfront.batch import storage
from hexfront.batch.checks import form_of, is_whole, one_of, whole_number
from hexfront.batch.threads import Workers
from hexfront.blocks import Block
from hexfront.core.batch.game import BatchGame
from hexfront.core.batch.legal import ALL_LEGAL, choose_orders, first_illegal
from hexfront.core.batch.rows import (
    LEARNER,
    MANUAL,
    NEXT_STEP,
    RANDOM,
    SAME_STEP,
    Games,
    Manner,
    clear_answer,
)
from hexfront.core.dice import secret_from_seed
from hexfront.core.errors import InputError
from hexfront.jit import entry_of

Autoreset = Literal["next_step", "same_step", "disabled"]
AUTORESET: Final = {"disabled": MANUAL, "next_step": NEXT_STEP, "same_step": SAME_STEP}
Reward = Literal["result", "scores"]
REWARD: Final = {"result": 0, "scores": 1}
Masks = Literal["bytes", "bits"]
MASKS: Final = {"bits": 0, "bytes": 1}
Illegal = Literal["error", "ends"]
ILLEGAL: Final = {"error": 0, "ends": 1}
Seeds = int | Sequence[int | None] | NDArray[Any] | None
MOST_THREADS: Final = 256
MOST_CODE: Final = (1 << 63) - 1
MANY: Final = 2048
"""Rows from which on threads draw orders; to call one takes as long as to draw some hundred."""


class Batch:
    """Games of one scenario, a row each, which are stepped together.

    Each step gives one order in each row, of the side in `to_move`, and then lets chance and
    machine opponents act until a side of the caller's must order again.  The arrays below are
    written anew by each step and cannot be written by the caller:

    - `observation`: what is observed, by name, as `game.spec` says, with an axis of games before;
      of the side that must order, or of `viewer` always;
    - `mask`: (games, actions) 1 for each legal order; all 1 in rows that have ended; with
      `masks="bits"` it has no columns;
    - `legal`: (games, actions / 32) the same as bits, order `c` the bit `c % 32` of the word
      `c // 32`; all 0 in rows that have ended;
    - `rewards`: (games, sides) at the end of a game, else 0: 1 won, -1 lost, 0 drawn, or the lead
      in scores (`hexfront.core.batch.rewards`);
    - `scores`: (games, sides) in the system's own measure, at the end of a game;
    - `terminated`, `truncated`: (games,) whether the game is over, or was cut off by `horizon`;
    - `to_move`, `choices`, `steps`, `number`: (games,) the side that must order, how many legal
      orders it has, orders given in this game, and which game of the row it is.

    A row with the seed `s` plays the games whose dice are the streams 0, 1, … of the secret
    `hexfront.core.dice.secret_from_seed(s)`: the same games as step by step through `Rules`.
    """

    def __init__(
        self,
        game: BatchGame,
        games: int,
        *,
        players: Mapping[int, str] | None = None,
        viewer: int | None = None,
        autoreset: Autoreset = "next_step",
        horizon: int = 0,
        illegal: Illegal = "error",
        reward: Reward = "result",
        masks: Masks = "bytes",
        threads: int = 1,
        arrays: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        """Rows that have not begun yet: call `reset` first.

        Args:
            game: the scenario, as `hexfront.batch.games.batch_game` makes it.
            games: how many rows.
            players: sides that machine opponents play, by number, with their names; `random` is
                known everywhere. All others are the caller's.
            viewer: the side whose observations are written; by default that of `to_move`.
            autoreset: when a row that has ended begins anew: at its `next_step`, whatever its
                action; in the `same_step`, with the last observation in `final_observation`;
                or `disabled`, by `reset` alone.
            horizon: orders of the caller after which a game is cut off; 0 for never.
            illegal: an order that is not legal is an `error`, or `ends` the game at -1.
            reward: at the end, by the `result`, or the lead in `scores`.
            masks: legal orders as `bytes` in `mask`, or only as `bits` in `legal`, which take an
                eighth of the memory.
            threads: how many work at a step.
            arrays: memory of the caller's to write into, by the names above.

        Errors: `InputError`.
        """
        more = {
            "players": players, "viewer": viewer, "autoreset": autoreset, "horizon": horizon,
            "illegal": illegal, "reward": reward, "masks": masks, "threads": threads,
        }  # fmt: skip
        self._made = game, games, more
        self.game, self.games = game, games
        self._manner = Manner(
            one_of("autoreset", autoreset, AUTORESET),
            whole_number("horizon", horizon, 0, 1 << 62),
            -1 if viewer is None else whole_number("viewer", viewer, 0, len(game.rules.sides) - 1),
            one_of("reward", reward, REWARD),
        )
        self.autoreset: Autoreset = autoreset
        self._illegal_ends = one_of("illegal", illegal, ILLEGAL) == 1
        self._plays = self._numbers(players or {})
        same, wide = autoreset == "same_step", one_of("masks", masks, MASKS) == 1
        size = storage.size_of(game, same, wide, bool(max(self._plays) > RANDOM))
        storage.check_memory(games, size)
        written = storage.arrays_for(game, games, arrays or {}, wide)
        names = [spec.name for spec in game.spec]
        self._seen = game.seen(*(written[name] for name in names))
        self._answer = storage.answer_of(written)
        shapes = [(games, *spec.shape) if same else (0, *spec.shape) for spec in game.spec]
        last = [np.zeros(s, dtype=spec.dtype) for s, spec in zip(shapes, game.spec, strict=True)]
        self._final = game.seen(*last)
        self._games = storage.new_games(game, games)
        self._players = storage.new_players(game, games, self._plays)
        self._all = np.ones(games, dtype=np.bool_)
        self._begun = np.zeros(games, dtype=np.bool_)
        self._given = np.zeros(games, dtype=np.int64)
        shown = {name: storage.read_only(array) for name, array in written.items()}
        self.observation = {name: shown[name] for name in names}
        self.final_observation = {
            name: storage.read_only(array) for name, array in zip(names, last, strict=True)
        }
        self.mask, self.rewards, self.scores = shown["mask"], shown["rewards"], shown["scores"]
        self.terminated, self.truncated = shown["terminated"], shown["truncated"]
        self.legal = storage.read_only(self._games.legal)
        self.to_move = storage.read_only(self._games.to_move)
        self.choices = storage.read_only(self._games.choices)
        self.steps = storage.read_only(self._games.steps)
        self.number = storage.read_only(self._games.number)
        self.ended = storage.read_only(self._games.ended)
        self._spans = _spans(games, whole_number("threads", threads, 1, MOST_THREADS))
        self._rooms = [storage.new_room(game) for _ in self._spans]
        self._grounds = [game.own_ground() for _ in self._spans]
        self._workers = Workers(len(self._spans) - 1)
        self._end_workers = finalize(self, self._workers.close)
        self._entries: dict[str, Callable[..., Any]] = {}

    def reset(self, seeds: Seeds = None, rows: NDArray[np.bool_] | None = None) -> None:
        """Begin a first game in all rows, or in some.

        Args:
            seeds: one a row, or one number from which the rows count on. None, for all or for
                one, goes on with the next game of a row that has begun, and begins the others
                with a secret seed.
            rows: (games,) those that begin; by default all.

        Errors: `InputError`, before anything has changed.
        """
        chosen = self._rows(rows)
        dice, players = self._games, self._players
        for row, secret in self._secrets(seeds, chosen):
            dice.key[row] = np.frombuffer(secret, dtype="<u4")
            for side in np.flatnonzero(self._plays != LEARNER).tolist():
                own = secret_from_seed(int.from_bytes(secret, "little"), 0, f"opponent {side}")
                players.key[row, side] = np.frombuffer(own, dtype="<u4")
            dice.number[row] = -1
        dice.number[chosen] += 1
        parts = (self._manner, self._seen, self._answer)
        fixed = self._lore, self.game.start, self._games, self._players, chosen
        self._run("begin_rows", lambda first, last, room: (*fixed, first, last, *parts, room))
        self._begun |= chosen

    def step(
        self,
        actions: NDArray[Any],
        rows: NDArray[np.bool_] | None = None,
        *,
        counts: bool = True,
    ) -> None:
        """Give an order in all rows, or in some.

        Args:
            actions: (games,) order codes, whole numbers; those of rows that are not stepped do
                not matter, nor those of rows that begin anew.
            rows: (games,) those that are stepped; by default all.
            counts: whether `steps`, and with them the horizon, count these orders; False for
                those of opponents that are asked in Python.

        Errors: `InputError` for a wrong shape or type, rows that have not begun, rows that have
        ended where they do not begin anew by themselves, and orders that are not legal (unless
        these end the game); before anything has changed.
        """
        chosen = self._rows(rows)
        given = self._actions(actions)
        self._check_rows(chosen)
        if not self._illegal_ends:
            self._check_legal(given, chosen)
        if not counts:
            self._games.steps[chosen & (self._games.ended == 0)] -= 1
        parts = (self._manner, self._seen, self._final, self._answer)
        fixed = self._lore, self.game.start, self._games, self._players, given, chosen
        self._run("step_rows", lambda first, last, room: (*fixed, first, last, *parts, room))

    def sample(self, chance: np.random.Generator) -> NDArray[np.int64]:
        """(games,) a legal order for each row, each as likely as any other."""
        actions = np.zeros(self.games, dtype=np.int64)
        fixed = self._games, chance.random(self.games), actions
        spans = self._spans if self.games >= MANY else [(0, self.games)]
        self._share("choose_orders", choose_orders, [(*fixed, *span) for span in spans])
        return actions

    def observe(self, side: int) -> dict[str, NDArray[Any]]:
        """New arrays with what a side sees in every row, whoever must order. `InputError`."""
        return self._look(self._games, self.games, side)

    def look(self, state: Block, side: int) -> dict[str, NDArray[Any]]:
        """What a side sees in any state of the scenario, for search. Errors: `InputError`."""
        self._check_state(state)
        words = state.words.reshape(1, -1)
        seen = self._look(self._games._replace(states=words), 1, side)
        return {name: array[0] for name, array in seen.items()}

    def state(self, row: int) -> Block:
        """A copy of the whole state of a row, with all that is hidden: for tests and umpires."""
        return type(self.game.start)(self._games.states[self._row(row)].copy())

    def put_state(self, row: int, state: Block) -> None:
        """Let a row that has begun go on from another state, with the dice that it has.

        Errors: `InputError` for a state of another scenario, and one at which nobody, or only a
        machine opponent, must order.
        """
        at = self._row(row)
        self._check_state(state)
        sides = [s for s in self.game.rules.decision(state).sides if self._plays[s] == LEARNER]
        if not sides:
            raise InputError.at(
                "state", "<chance, the end or an opponent>", "a state at which you must order"
            )
        games = self._games
        games.states[at] = state.words
        games.ended[at] = 0
        games.to_move[at] = sides[0]
        clear_answer(at, self._answer)
        self._observe(at)

    def turn_to(self, row: int, side: int) -> None:
        """Let another side order next, where several must. Errors: `InputError`."""
        at, games = self._row(row), self._games
        sides = () if games.ended[at] else self.game.rules.decision(self.state(at)).sides
        must = [other for other in sides if self._plays[other] == LEARNER]
        if side not in must:
            raise InputError.at("side", side, f"one of those that must order: {must}")
        if games.to_move[at] != side:
            games.to_move[at] = side
            self._observe(at)

    def forfeit(self, row: int, sides: Sequence[int]) -> None:
        """End a game with -1 for some sides, as an illegal order does.

        The row begins anew at its next step, or by `reset`. Errors: `InputError`.
        """
        at = self._row(row)
        if self._games.ended[at]:
            raise InputError.at("row", at, "one whose game goes on")
        lost = [whole_number("sides", side, 0, len(self.game.rules.sides) - 1) for side in sides]
        clear_answer(at, self._answer)
        self._answer.rewards[at, lost] = -1.0
        self._answer.terminated[at] = True
        self._games.ended[at] = 1
        self._observe(at)

    def secret(self, row: int) -> bytes:
        """The secret of the dice of a row (`hexfront.core.dice.dice_from_secret`)."""
        return bytes(self._games.key[self._row(row)].astype("<u4").tobytes())

    def __getstate__(self) -> dict[str, Any]:
        """How it was made, and what its arrays hold; not the machine code and threads."""
        games, players = self._games._asdict(), self._players._asdict()
        written = {"seen": tuple(self._seen), "final": tuple(self._final), "answer": self._answer}
        return {"made": self._made, "begun": self._begun, "parts": (games, players, written)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game, games, more = kept["made"]
        Batch.__init__(self, game, games, **more)
        own, players, written = kept["parts"]
        pairs = [
            *((getattr(self._games, name), array) for name, array in own.items()),
            *((getattr(self._players, name), array) for name, array in players.items()),
            *zip(self._seen, written["seen"], strict=True),
            *zip(self._final, written["final"], strict=True),
            *zip(self._answer, written["answer"], strict=True),
        ]
        for target, source in pairs:
            target[...] = source
        self._begun[:] = kept["begun"]

    def close(self) -> None:
        """End the threads; the batch cannot be stepped any more where it has several."""
        self._end_workers()

    # How kernels are called

    @property
    def _lore(self) -> Any:
        opponents = self.game.opponents
        return self.game.ground if opponents is None else opponents.lore

    def _run(self, name: str, arguments: Callable[[int, int, Any], tuple[Any, ...]]) -> None:
        """Have a kernel play all rows, each thread its own, on a ground that comes first."""
        kernel = getattr(self.game.kernels, name)
        work = [
            (ground, *arguments(first, last, room))
            for (first, last), room, ground in zip(
                self._spans, self._rooms, self._grounds, strict=True
            )
        ]
        self._share(name, kernel, work)

    def _share(self, name: str, kernel: Callable[..., Any], work: list[tuple[Any, ...]]) -> None:
        """Call a kernel with each of these arguments, in a thread for each."""
        if len(work) == 1 or name not in self._entries:
            for given in work:
                self._call(name, kernel, *given)
        else:
            self._workers.run(self._entries[name], work)

    def _look(self, games: Games, count: int, side: int) -> dict[str, NDArray[Any]]:
        """New arrays with what a side sees in so many states."""
        whole_number("side", side, 0, len(self.game.rules.sides) - 1)
        spec = self.game.spec
        arrays = [np.zeros((count, *array.shape), dtype=array.dtype) for array in spec]
        fixed = self._grounds[0], self.game.start, games, 0, count, side
        self._call("see_rows", self.game.kernels.see_rows, *fixed, self.game.seen(*arrays))
        return {form.name: array for form, array in zip(spec, arrays, strict=True)}

    def _observe(self, row: int) -> None:
        """Write a row's arrays anew."""
        rows = np.zeros(self.games, dtype=np.bool_)
        rows[row] = True
        fixed = self._grounds[0], self.game.start, self._games, rows, self._manner
        self._call(
            "look_rows", self.game.kernels.look_rows, *fixed, self._seen, self._answer,
            self._rooms[0],
        )  # fmt: skip

    def _call(self, name: str, kernel: Callable[..., Any], *arguments: Any) -> Any:
        """A kernel by its machine code, which is looked up once."""
        entry = self._entries.get(name)
        if entry is not None:
            return entry(*arguments)
        result = kernel(*arguments)
        found = entry_of(kernel, arguments)
        if found is not None:
            self._entries[name] = found
        return result

    # What the caller gives

    def _numbers(self, players: Mapping[int, str]) -> NDArray[np.int64]:
        sides = len(self.game.rules.sides)
        known = ("random", *(self.game.opponents.names if self.game.opponents else ()))
        plays = np.full(sides, LEARNER, dtype=np.int64)
        for side, name in players.items():
            whole_number("players", side, 0, sides - 1)
            if name not in known:
                raise InputError.at("players", name, f"one of: {', '.join(known)}")
            plays[side] = RANDOM + known.index(name)
        return plays

    def _rows(self, rows: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        if rows is None:
            return self._all
        if not isinstance(rows, np.ndarray) or rows.shape != (self.games,) or rows.dtype != bool:
            raise InputError.at("rows", form_of(rows), f"<bool of shape ({self.games},)>")
        # Its own, since the caller's may be one of the arrays that are written.
        return rows.copy()

    def _actions(self, actions: NDArray[Any]) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.games,) or given.dtype.kind not in "iu":
            raise InputError.at("actions", form_of(actions), f"<int64 of shape ({self.games},)>")
        if given.dtype == np.uint64:
            # No order has such a number; it must not turn into a negative one.
            given = np.minimum(given, np.uint64(MOST_CODE))
        self._given[:] = given
        return self._given

    def _check_rows(self, chosen: NDArray[np.bool_]) -> None:
        if not self._begun.all() and not self._begun[chosen].all():
            row = int(np.flatnonzero(chosen & ~self._begun)[0])
            raise InputError.at("rows", row, "rows that have begun: call reset() first")
        if self.autoreset == "disabled":
            over = np.flatnonzero(chosen & (self._games.ended == 1))
            if len(over):
                raise InputError.at(
                    "rows", int(over[0]), "rows whose game goes on: begin ended ones by reset()"
                )

    def _check_legal(self, given: NDArray[np.int64], chosen: NDArray[np.bool_]) -> None:
        most = self.game.rules.actions
        row = self._call("first_illegal", first_illegal, self._games, given, chosen, most)
        if row != ALL_LEGAL:
            raise self._illegal(int(row), int(given[row]))

    def _illegal(self, row: int, action: int) -> InputError:
        side = int(self._games.to_move[row])
        refusal = None
        if 0 <= action < self.game.rules.actions:
            refusal = self.game.rules.refuse(self.state(row), side, action)
        reason = refusal or f"from 0 to {self.game.rules.actions - 1}"
        return InputError.at(f"actions[{row}]", action, f"a legal order; {reason}")

    def _secrets(self, seeds: Seeds, chosen: NDArray[np.bool_]) -> list[tuple[int, bytes]]:
        """The rows that get other dice, with their secrets."""
        if seeds is None:
            fresh = np.flatnonzero(chosen & ~self._begun).tolist()
            return [(row, secrets.token_bytes(32)) for row in fresh]
        rows = np.flatnonzero(chosen).tolist()
        if is_whole(seeds):
            return [(row, secret_from_seed(int(seeds) + row)) for row in rows]  # type: ignore[arg-type]
        given = list(seeds) if isinstance(seeds, Sequence | np.ndarray) else []
        if len(given) != self.games or not all(s is None or is_whole(s) for s in given):
            raise InputError.at("seeds", seeds, f"a whole number, or {self.games} of them")
        fresh = [row for row in rows if given[row] is None and not self._begun[row]]
        return [
            *((row, secrets.token_bytes(32)) for row in fresh),
            *((row, secret_from_seed(int(given[row]))) for row in rows if given[row] is not None),
        ]

    def _row(self, row: int) -> int:
        """The number of a row that has begun. Errors: `InputError`."""
        at = whole_number("row", row, 0, self.games - 1)
        if not self._begun[at]:
            raise InputError.at("row", at, "one that has begun: call reset() first")
        return at

    def _check_state(self, state: Block) -> None:
        start = self.game.start
        if type(state) is not type(start) or len(state.words) != len(start.words):
            raise InputError.at("state", f"<{type(state).__name__}>", "a state of this scenario")


def _spans(games: int, threads: int) -> list[tuple[int, int]]:
    """The rows of each thread: from the first to before the last."""
    cuts = np.linspace(0, games, min(threads, games) + 1).astype(int).tolist()
    return list(pairwise(cuts))
