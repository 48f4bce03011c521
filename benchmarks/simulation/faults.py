"""What goes wrong in a simulation: to one server, or around it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from benchmarks.simulation.servers import Server

from hexfront.play.storage.leases import LEASE_SECONDS

if TYPE_CHECKING:
    from benchmarks.simulation.world import World


async def _kill(world: World, server: Server) -> None:
    server.kill()


async def _cut(world: World, server: Server) -> None:
    server.cut(0.4)


async def _slow_lines(world: World, server: Server) -> None:
    world.slowness = world.random.choice((0.001, 0.02, 0.3, 2.0))
    server.change_speed(world.slowness)


async def _slow_disk(world: World, server: Server) -> None:
    world.loop.thread_seconds = world.random.choice((0.0001, 0.002, 0.1, 1.5))


async def _full_disk(world: World, server: Server) -> None:
    world.disk.full = True
    await asyncio.sleep(world.random.random())
    world.disk.full = False


async def _kill_at_commit(world: World, server: Server) -> None:
    world.disk.kill_at_commit = world.random.choice((0.0, 0.05, 0.3))


async def _pause(world: World, server: Server) -> None:
    assert server.process is not None
    server.process.pause = world.loop.now + world.random.random() * world.seconds


async def _stall(world: World, server: Server) -> None:
    """A process stands still in the middle of its work, so long that another takes over."""
    process, world.loop.thread_seconds = server.process, 1.5
    await asyncio.sleep(0.3)
    if process is None or len(world.servers) == 1:
        return
    process.pause = world.loop.now + LEASE_SECONDS + 1 + 2 * world.random.random()
    server.cut(1.0)
    await asyncio.sleep(LEASE_SECONDS)
    world.loop.thread_seconds = 0.3


async def _clock_jump(world: World, server: Server) -> None:
    world.clock_set += world.random.choice((-5.0, -0.5, 0.5, 5.0, 600.0))


FAULTS: Final[dict[str, Callable[[World, Server], Awaitable[None]]]] = {
    "kills": _kill,
    "cuts": _cut,
    "changes of the lines' speed": _slow_lines,
    "changes of the disk's speed": _slow_disk,
    "full disks": _full_disk,
    "kills around commits": _kill_at_commit,
    "pauses": _pause,
    "stalls": _stall,
    "jumps of the clock": _clock_jump,
}
