"""A line between a browser and a server on which everything takes a while: a proxy of TCP."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress


class SlowLine:
    """Hands on what comes, each part half a round trip late; opening a connection takes one more.

    `with SlowLine(port, 0.3) as line:` gives `line.port`.
    """

    def __init__(self, port: int, round_trip: float) -> None:
        """`port`: that of the server on this machine. `round_trip`: seconds."""
        self._server, self._round_trip = port, round_trip
        self.port = 0
        self.connections = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> SlowLine:
        self._thread.start()
        self._ready.wait()
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        listening = self._loop.run_until_complete(
            asyncio.start_server(self._connected, "127.0.0.1", 0)
        )
        self.port = listening.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))

    async def _connected(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        self.connections += 1
        far, on = await asyncio.open_connection("127.0.0.1", self._server)
        opening = self._loop.time() + self._round_trip
        with suppress(asyncio.CancelledError):
            await asyncio.gather(self._carry(near, on, opening), self._carry(far, back, 0))

    async def _carry(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, earliest: float
    ) -> None:
        """Hand on bytes in their order, none before the connection stands."""
        parts: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

        async def deliver() -> None:
            while True:
                due, part = await parts.get()
                await asyncio.sleep(due - self._loop.time())
                if not part:
                    target.close()
                    return
                target.write(part)

        task = self._loop.create_task(deliver())
        part = b"more"
        while part:
            try:
                part = await source.read(65536)
            except ConnectionError:
                part = b""
            due = max(self._loop.time(), earliest) + self._round_trip / 2
            parts.put_nowait((due, part))
        await task
