"""What must be true of a simulation when it has come to rest."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from benchmarks.simulation.clocks import TrueClocks
from benchmarks.simulation.disk import Truth
from benchmarks.simulation.players import Player

from hexfront.play.live import LiveMatch
from hexfront.play.storage.store import Store

if TYPE_CHECKING:
    from benchmarks.simulation.world import World


def check(world: World, store: Store) -> None:
    """Compare all with what was committed; `store` reads the file from outside."""
    world.wrong += world.disk.wrong
    world.wrong += world.loop.errors
    world.wrong += world.services.wrong if world.services is not None else []
    if world.cup is not None:
        world.cup.check(store)
        world.wrong += world.cup.wrong
    for match, truth in world.disk.truths.items():
        _check_disk(world, store, match, truth)
        players = [player for player in world.players if player.match == match]
        for player in players:
            _check_requests(world, player, truth)
        if match in world.disk.clocks:
            _check_clocks(world, world.disk.clocks[match], players)
    for screen in world.screens:
        if screen.talk is not None:
            screen.talk.check(store)
        world.story.update(repr((screen.seat, screen.shown, screen.clocks)).encode())
    world.story.update(repr((world.said, world.cup and world.cup.seen)).encode())


def _check_disk(world: World, store: Store, match: str, truth: Truth) -> None:
    """The file holds what was committed, and its journal can be played again."""
    query = "SELECT number, actor, order_code FROM steps WHERE match_id = ? ORDER BY number"
    if store.read(query, (match,)) != [(n, *step) for n, step in enumerate(truth.steps, 1)]:
        world.fail(f"match {match}: the file does not hold what was committed")
    live = LiveMatch(store, store.load(match))
    for screen in world.screens:
        if screen.match == match and screen.update is not None:
            view = live.match.view(screen.seat)
            if screen.update["view"]["must_act"] != view.must_act:
                world.fail(f"seat {screen.seat} does not know whose turn it is")


def _check_requests(world: World, player: Player, truth: Truth) -> None:
    """What was answered is on disk, once, and was put there between question and answer."""
    mine = {key for side, key in truth.requests if side == player.seat}
    if unknown := mine - {request.key for request in player.requests}:
        world.fail(f"seat {player.seat} never asked for {sorted(unknown)}")
    for request in player.requests:
        committed = truth.requests.get((player.seat, request.key))
        stored = 0 if committed is None else committed.accepted
        # What came twice may have been carried out the second time, and its answer lost; of
        # an undo that comes again it is not said what it took back.
        if stored != request.accepted and (request.accepted or request.times == 1):
            world.fail(f"answered {request}, on disk {committed}")
        if committed is None or request.answered is None or not request.accepted:
            continue
        if not request.sent <= committed.time <= request.answered:
            world.fail(f"{request} was committed at {committed.time}")
        if request.kind == "orders" and committed.orders != tuple(
            request.orders[: committed.accepted]
        ):
            world.fail(f"{request}: on disk are {committed.orders}")


def _check_clocks(world: World, clocks: TrueClocks, players: list[Player]) -> None:
    """Flags have fallen, and time that was given was given once."""
    pauses = [server.process.pause for server in world.servers if server.process is not None]
    clocks.check_end(max(world.healed_at, *pauses))
    world.wrong += clocks.wrong
    given = Counter(giver for giver, _ in clocks.gifts)
    for player in players:
        gifts = [request for request in player.requests if request.way == "give"]
        acknowledged = sum(request.done for request in gifts)
        if not acknowledged <= given[player.seat] <= len(gifts):
            world.fail(
                f"seat {player.seat} has given time {given[player.seat]} times, was told of"
                f" {acknowledged} and has asked for {len(gifts)}"
            )
