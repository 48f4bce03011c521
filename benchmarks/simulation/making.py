"""What there is in a simulation when it begins: matches with or without clocks, or a tournament."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.simulation.clocks import PACES, TrueClocks
from benchmarks.simulation.cup import Cup
from benchmarks.simulation.notices import SimulatedNotices
from benchmarks.simulation.scenarios import PERSON, SEATS, SEQUENCES, ford
from benchmarks.simulation.shared import shared_system

from hexfront.core.dice import SECRET_BYTES
from hexfront.people.clocks import create_clocks
from hexfront.play.storage.records import NewTokens, SeatPlan
from hexfront.play.storage.store import Store

if TYPE_CHECKING:
    from benchmarks.simulation.world import World


def make_cup(world: World, store: Store) -> Cup:
    """Make a tournament; the servers open its matches."""
    cup = Cup(store, world.clock, Random(world.random.random()))
    for server in world.servers:
        server.cup = cup
    return cup


def make_matches(world: World, store: Store) -> None:
    """Make the matches of a world without a tournament, and their pages."""
    system, random = shared_system("brigade"), world.random
    for _ in range(random.choice((1, 1, 2))):
        plans = SEATS[0] if world.timed else random.choice(SEATS)
        seats = [plan._replace(adds=plan is PERSON) for plan in plans]
        scenario = system.scenarios.load(ford(random.choice(SEQUENCES)), None, "scenario")
        what = (system.name, system.version, scenario.document, random.randbytes(SECRET_BYTES))
        also = _clocks(world, seats) if world.timed else None
        made = store.create(*what, seats, also=also)
        if world.services is not None:
            _add_channels(world, store, made)
        world.open_pages(made.match, made.tokens)


def _clocks(world: World, seats: Sequence[SeatPlan]) -> Callable[[Any, NewTokens], None]:
    """What gives a new match clocks, in its transaction."""
    pace = world.random.choice(PACES)
    persons = [side for side, seat in enumerate(seats) if seat.kind == "person"]

    def make(db: Any, made: NewTokens) -> None:
        create_clocks(db, made.match, pace, persons, world.clock())
        seen = partial(world.seen, made.match)
        world.disk.clocks[made.match] = TrueClocks(pace, persons, world.time, seen)

    return make


def _add_channels(world: World, store: Store, made: NewTokens) -> None:
    """Have the players of a match told of their turns."""
    notices = SimulatedNotices(store, world.loop, world.clock)
    for side, token in made.tokens.items():
        seat = store.seat(token)
        if side >= 0 and seat is not None and world.services is not None:
            address = world.services.address(made.match, side)
            notices.channels.keep_seat(seat, None, address)
