"""Two worlds side by side: all that one side and a spectator get must be the same in both.

Each world is a match with what a server makes of it: the messages to a side
and to a spectator, questions and their answers, the past, what can be taken
back.  The side gives the same orders in both; its enemy does in each what the
side hears nothing of.  A pair ends when an entry differs that may: an enemy
found, the report of a fight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

from hexfront.core.contract import SPECTATOR, Kind, LogEntry, View
from hexfront.core.dice import dice_from_seed, secret_from_seed
from hexfront.core.errors import InputError
from hexfront.core.events import Event
from hexfront.core.registry import find_system
from hexfront.core.state import digest
from hexfront.play.endings import Agreements
from hexfront.play.live import LiveMatch
from hexfront.play.match import Match, Refused
from hexfront.server.tables.client import Client
from hexfront.server.tables.snapshots import Snapshot, take_snapshot
from hexfront.server.wire.frames import write_frame
from hexfront.systems.aggressor.rules.observation import ContactMade
from hexfront.systems.aggressor.rules.orders import FIRST_TARGET, PRESS_ON, REPLACE, SEEK_PARTISANS
from hexfront.systems.aggressor.scenario import state as s
from tests.aggressor.worlds import action_of, advance, bound, choose, disguise

OVERLAYS = 2
CODES = 12
WORDS = ("end", "c1", "1 move @EE", "2 attack @DD", "3 @FE", "7", "ready", "recall", "1 fire @FE")

FOUND = frozenset({"seen", "blocked", "halt"})
FOUGHT = frozenset({"report", "retreat"})
PASSED = frozenset({"seen", "lost", "partisans", "frozen", "turn", "end"})
"""Kinds of entries that may differ: after a step, a fight, and as turns pass."""


class Leak(AssertionError):
    """A side, or a spectator, can tell two worlds apart that it may not tell apart."""


@dataclass(frozen=True)
class Case:
    """How a pair comes about; everything follows from it."""

    seed: int
    board: int
    options: int
    steps: int
    side: int
    what: int
    """What is changed: bits of `worlds.EVERYTHING`."""
    acts: int
    """How many orders are given in common."""
    worlds: int = 4
    """How many are compared: each with the first."""
    whole: float = 1.0
    """How often offers and all that costs most are compared, too."""


class _Begun:
    """Rules of games that begin in a given state."""

    def __init__(self, rules: Any, state: Any) -> None:
        self._rules, self._state = rules, state
        # The document is made anew each time; here nobody reads it.
        self.scenario = SimpleNamespace(name="pair", title="Pair", document={})
        self._told: dict[int, tuple[LogEntry, Event]] = {}

    def start(self) -> Any:
        return self._state.copy()

    def describe(self, event: Event, view: View) -> LogEntry:
        entry: LogEntry = self._rules.describe(event, view)
        self._told[id(entry)] = entry, event
        return entry

    def event_of(self, entry: LogEntry) -> Event:
        """What an entry is made of, as its viewer may know it."""
        return self._told[id(entry)][1]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)


class World:
    """A match that begins in a given state, and what a server would send of it."""

    def __init__(self, rules: Any, state: Any, side: int, purpose: int) -> None:
        self.match = Match(
            find_system("aggressor"), _Begun(rules, state), secret=secret_from_seed(purpose)
        )
        # A table over no disk: only what makes messages is there.
        self.live = LiveMatch.__new__(LiveMatch)
        self.live.match = self.match
        self.live.agreements = Agreements()
        self.live.__dict__["place_numbers"] = _numbers(rules)
        self.snapshots: dict[int, Snapshot] = {}
        self.clients: dict[int, Client] = {}
        for viewer in (side, SPECTATOR):
            self.clients[viewer] = Client((viewer,))
            self.clients[viewer].watch(viewer, None)

    @property
    def rules(self) -> Any:
        return self.match.rules

    @property
    def state(self) -> Any:
        return self.match.state

    def order(self, side: int, order: int, luck: int) -> None:
        """An order, with dice that are the same in both worlds."""
        self.match._dice = dice_from_seed(luck, purpose="pairs")
        self.match.order(side, order)

    def news(self, viewer: int) -> str:
        """What the server sends unasked to somebody who looks on all the time."""
        snapshot = take_snapshot(self.live, viewer, self.snapshots.get(viewer))
        self.snapshots[viewer] = snapshot
        return self.clients[viewer].update(self.live, snapshot)

    def arrival(self, viewer: int, told: int) -> str:
        """What the server sends to somebody who comes back, and had been shown so much."""
        client = Client((viewer,))
        client.watch(viewer, told)
        # The snapshot itself is the same for all who look from one seat.
        self.snapshots[viewer] = take_snapshot(self.live, viewer, self.snapshots.get(viewer))
        return client.update(self.live, self.snapshots[viewer])


@cache
def _numbers(rules: Any) -> dict[str, int]:
    return {label: number for number, label in enumerate(rules.setting.labels)}


class Pairs:
    """Worlds that one side cannot tell apart: the first, and others that must look like it.

    A world that parts is left out from then on.
    """

    def __init__(self, case: Case, rules: Any, state: Any, random: Random) -> None:
        self.case, self.random, self.side = case, random, case.side
        self.counts: Counter[str] = Counter()
        seed = random.getrandbits(32)
        self.worlds = [World(rules, state, case.side, seed)]
        # Rules of their own: nothing can be remembered from one world to the other.
        twin = bound(case.board, case.options, 1)
        for _ in range(case.worlds - 1):
            other = disguise(rules, state, case.side, case.what, random)
            self.worlds.append(World(twin, other, case.side, seed))
        self.compare()

    @property
    def alone(self) -> bool:
        """Whether no other world is left to compare."""
        return len(self.worlds) < 2

    def part(self, worlds: Sequence[World]) -> None:
        """Leave worlds out that may look different now."""
        for world in worlds:
            self.worlds.remove(world)
            self.counts["parted"] += 1

    @property
    def acting(self) -> bool:
        """Whether the side itself may act."""
        return self.side in self.worlds[0].match.decision.sides

    def same(self, what: str, one: object, other: object) -> None:
        if one != other:
            first, second = repr(one), repr(other)
            at = next(
                (i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b),
                min(len(first), len(second)),
            )
            around = slice(max(0, at - 60), at + 90)
            raise Leak(f"{self.case}: {what}: …{first[around]}… against …{second[around]}…")

    def each(self, what: str, question: Any) -> Any:
        """Ask all worlds; the answer, which must be the same."""
        first, *others = (question(world) for world in self.worlds)
        for other in others:
            self.same(what, first, other)
        return first

    # What is compared

    def compare(self) -> None:
        """Everything that the side and a spectator get, byte for byte."""
        first, *others = self.worlds
        side, random = self.side, self.random
        whole = random.random() < self.case.whole
        for viewer in (side, SPECTATOR):
            # With the facts that opponents search on; they are not sent.
            self.each(f"view of {viewer}", lambda w, v=viewer: w.match.view(v))
            if whole:
                self.each(f"news of {viewer}", lambda w, v=viewer: w.news(v))
        self.each("choices", lambda w: [int(c) for c in w.rules.choices(w.state, side)])
        self._refusals()
        if whole:
            self._questions()
            self._past()
        own = digest(first.state)
        hidden = sum(digest(world.state) != own for world in others)
        self.counts["pairs"] += 2 * hidden
        self.counts["equal states"] += 2 * (len(others) - hidden)

    def _past(self) -> None:
        """Coming back, and looking back."""
        question, more = self.random.choice(((_arrival, 0), (_moment, 1), (None, 0)))
        if question is not None:
            for viewer in (self.side, SPECTATOR):
                told = self.random.randint(0, len(self.worlds[0].match.logs[viewer]) + more)
                self.each("the past", lambda w, v=viewer, t=told: question(w, v, t))

    def _refusals(self) -> None:
        actions = self.worlds[0].rules.actions
        codes = [self.random.randrange(actions) for _ in range(CODES)]
        # Orders without a unit, and steps of units, on which most depends.
        codes += [self.random.randrange(8), actions, -1]
        hexes = int(self.worlds[0].rules.ground.rules.hexes)
        army = self.worlds[0].rules.army
        base, size = 8 + 7 * hexes, 8 + 2 * hexes
        codes += [
            base + size * self.random.randrange(army) + self.random.randrange(8)
            for _ in range(CODES)
        ]
        self.each(
            "refusals",
            lambda w: [str(w.rules.refuse(w.state, self.side, code)) for code in codes],
        )

    def _questions(self) -> None:
        view = self.worlds[0].match.view(self.side)
        ids = [counter.id for counter in view.counters] or ["1"]
        asked = []
        for _ in range(OVERLAYS):
            overlay = self.random.choice(self.worlds[0].rules.overlays)
            subject = self.random.choice((*ids, *ids, "c1", "0")) if overlay.of_counter else ""
            asked.append((overlay.name, subject))
        for overlay_name, subject in asked:
            self.each(
                f"reading {overlay_name} {subject}",
                lambda w, t=overlay_name, i=subject: _overlay(w, self.side, t, i),
            )
        if self.random.random() < 0.1:
            text = self.random.choice(WORDS)
            self.each(f"typed {text}", lambda w: _typed(w, self.side, text))

    # What is done

    def go_on(self) -> None:
        """The next order: a common one of the side, or one of the enemy that is not heard of."""
        setting_up = self.worlds[0].match.state.game.phase == s.Phase.SET_UP
        if setting_up and self.random.random() < 0.5:
            self._set_up_unheard()
        elif self.acting:
            if self.random.random() < 0.12:
                self._take_back()
            self._common()
        elif not setting_up:
            self._unheard()

    def _common(self) -> None:
        first = self.worlds[0]
        order = choose(first.rules, first.state, self.side, self.random)
        opened = not first.rules.ground.rules.observation
        luck = self.random.getrandbits(32)
        setting_up, time = first.state.game.phase == s.Phase.SET_UP, first.match.decision.time
        for world in self.worlds:
            world.order(self.side, order, luck)
        # The game begins where the enemy is ready, and without fog all units appear.
        self._keep(lambda w: w.state.game.phase == s.Phase.SET_UP)
        if opened and setting_up and first.state.game.phase != s.Phase.SET_UP:
            self.part(self.worlds[1:])
        if first.rules.ground.rules.mobile:
            # That a defender may be forced back tells by how much a die missed (AGR-27).
            self._keep(lambda w: w.state.game.phase == s.Phase.PRESS)
        self._heard(FOUND | FOUGHT | PASSED | ({"eliminate"} if opened else set()))
        if order == PRESS_ON or first.match.decision.time != time:
            # A defender forced out of contamination is recognised, into it may die (AGR-18).
            self._keep_contacts()
        if not self.alone:
            self.compare()

    def _keep_contacts(self) -> None:
        """Part where enemies that were identified look otherwise now (AGR-16).

        A contact goes on under its number; that it moved, or is only carried on, is not told
        in words.
        """
        self._keep(lambda w: w.match.view(self.side).facts["contacts"])

    def _keep(self, known: Any) -> None:
        """Part with worlds in which something that the rules reveal is otherwise."""
        first = known(self.worlds[0])
        self.part([world for world in self.worlds if known(world) != first])

    def _take_back(self) -> None:
        """Take back where it can be, and give the orders again."""
        refusal = self.each("undo", lambda w: w.match.undoable(self.side))
        if refusal is not None:
            self.each("undo refused", lambda w: _undo(w, self.side))
            return
        orders = self.each("undone", lambda w: w.match.undo(self.side).orders)
        self.counts["undone"] += 1
        self.compare()
        luck = self.random.getrandbits(32)
        for order in orders:
            for world in self.worlds:
                world.order(self.side, order, luck)
        self._heard(frozenset())
        self.compare()

    def _set_up_unheard(self) -> None:
        """The enemy sets up; he does not end it, for then the game may begin."""
        listens = self._listen()
        for world in self.worlds:
            for _ in range(self.random.randint(0, 3)):
                choices = world.rules.choices(world.state, 1 - self.side)
                codes = [int(code) for code in choices if code]
                if codes:
                    world.order(1 - self.side, self.random.choice(codes), 1)
        self._silence(listens)

    def _unheard(self) -> None:
        """Each enemy does what is not heard of; then all end their turn."""
        foe = 1 - self.side
        listens = self._listen()
        for world in self.worlds:
            for _ in range(self.random.randint(0, 6)):
                silent = _silent(world, foe)
                if foe not in world.match.decision.sides or not silent:
                    break
                before = len(world.match.logs[self.side])
                world.order(foe, self.random.choice(silent), self.random.getrandbits(32))
                heard = world.match.log_entries(self.side, before)
                if heard and not {"turn", "end"} & {entry.kind for entry in heard}:
                    raise Leak(f"{self.case}: the enemy's order is heard of: {heard[0]}")
        # A turn ends by itself where nothing is left to do (AGR-45).
        self._keep(lambda w: foe in w.match.decision.sides)
        if foe in self.worlds[0].match.decision.sides:
            self._silence(listens)
            for world in self.worlds:
                while foe in world.match.decision.sides:
                    press = (
                        world.state.game.phase == s.Phase.PARTISANS and self.random.random() < 0.5
                    )
                    world.order(foe, int(press), self.random.getrandbits(32))
        self._heard(PASSED)
        if self.acting:
            self._keep_contacts()
        if not self.alone:
            self.compare()

    def _listen(self) -> bool:
        """Take in all news, now and then, to notice whatever comes after."""
        listens = self.random.random() < self.case.whole
        if listens:
            for viewer in (self.side, SPECTATOR):
                self.each(f"news of {viewer}", lambda w, v=viewer: w.news(v))
        return listens

    def _silence(self, listens: bool) -> None:
        """Nothing is sent, whatever the enemy did."""
        if listens:
            self.counts["silences"] += 1
            for viewer in (self.side, SPECTATOR):
                for world in self.worlds:
                    before = world.snapshots[viewer]
                    if text := world.news(viewer):
                        self.same(f"{viewer} gets news of nothing", before, world.snapshots[viewer])
                        raise Leak(f"{self.case}: {viewer} gets news of nothing: {text[:300]}")
        if not self.alone:
            self.compare()

    def _heard(self, may_differ: AbstractSet[str]) -> None:
        """Hold what was told against what was in the first world; the first difference counts."""
        first, parted = self.worlds[0], []
        if first.match.decision.kind == Kind.OVER:
            # All is open now: the scores, and the umpire's view.
            self.part(self.worlds[1:])
        for world in self.worlds[1:]:
            for viewer in (self.side, SPECTATOR):
                here, there = (w.match.log_entries(viewer) for w in (first, world))
                pairs = zip(_padded(here, there), _padded(there, here), strict=True)
                mine, yours = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
                kinds = {entry.kind for entry in (mine, yours) if entry is not None}
                if kinds and not (kinds & may_differ and self._news(mine, yours, world)):
                    raise Leak(f"{self.case}: {viewer} is told {mine} or {yours}")
                if kinds and world not in parted:
                    parted.append(world)
        self.part(parted)

    def _news(self, mine: LogEntry | None, yours: LogEntry | None, world: World) -> bool:
        """Whether entries may differ by what they are of."""
        if mine is None or yours is None:
            return True
        one, other = self.worlds[0].rules.event_of(mine), world.rules.event_of(yours)
        contacts = [event.what for event in (one, other) if isinstance(event.what, ContactMade)]
        if len(contacts) == 2 and s.OBSERVED in [contact.level for contact in contacts]:
            # A contact that is not identified is a number, a place, and how it was made.
            return contacts[0]._replace(type=0, clause=0) != contacts[1]._replace(type=0, clause=0)
        return bool(one != other)


def _padded(some: Sequence[LogEntry], others: Sequence[LogEntry]) -> list[LogEntry | None]:
    return [*some, *[None] * (len(others) - len(some))]


def _silent(world: World, foe: int) -> list[int]:
    """Orders of which only their own side hears (AGR-17)."""
    rules, state = world.rules, world.state
    if state.game.phase != s.Phase.ACTION:
        return []
    found = []
    opened = not rules.ground.rules.observation
    ground, hexes = rules.ground, int(rules.ground.rules.hexes)
    for code in rules.choices(state, foe):
        number, action = action_of(rules, code)
        if number < 0:
            continue
        if action < 6:
            there = ground.hexes.neighbour[state.units.place[foe * rules.army + number], action]
            holder = int(state.hexes.holder[there])
            attacks = holder != s.NOBODY and bool(state.sightings.level[holder])
            quiet = not opened and (not attacks or holder // rules.army == foe)
        elif action in (SEEK_PARTISANS, REPLACE):
            quiet = True
        else:
            # Without fog all see the last step of an airbase go.
            risky = opened and state.units.strength[foe * rules.army + number] == 1
            quiet = (
                state.units.kind[foe * rules.army + number] == s.AIRBASE
                and action < FIRST_TARGET + hexes
                and not risky
            )
        if quiet:
            found.append(int(code))
    steps = [code for code in found if action_of(rules, code)[1] < FIRST_TARGET]
    return steps or found


def _arrival(world: World, viewer: int, told: int) -> str:
    return world.arrival(viewer, told)


def _moment(world: World, viewer: int, told: int) -> str:
    try:
        return write_frame(world.live.history.view(viewer, told))
    except InputError as error:
        return str(error)


def _overlay(world: World, side: int, overlay: str, subject: str) -> str:
    try:
        return write_frame(world.rules.read_overlay(world.match.view(side), overlay, subject))
    except InputError as error:
        return str(error)


def _typed(world: World, side: int, text: str) -> str:
    world.live.__dict__.setdefault("place_names", {})
    try:
        return repr(world.live.language.read(world.match.view(side), text))
    except InputError as error:
        return str(error)


def _undo(world: World, side: int) -> str:
    try:
        return str(world.match.undo(side))
    except Refused as refused:
        return str(refused)


def examine(case: Case) -> Counter[str]:
    """Play to a position, and compare worlds from there on. Errors: `Leak`."""
    random = Random(case.seed)
    rules = bound(case.board, case.options)
    dice = dice_from_seed(case.seed, purpose="pairs")
    state = advance(rules, rules.start(), case.steps, random, dice)
    counts: Counter[str] = Counter()
    pairs = Pairs(case, rules, state, random)
    for _ in range(case.acts):
        pairs.go_on()
        if pairs.alone:
            counts += pairs.counts
            state = pairs.worlds[0].state.copy()
            if rules.decision(state).kind == Kind.OVER:
                return counts
            pairs = Pairs(case, rules, state, random)
    return counts + pairs.counts
