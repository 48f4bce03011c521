"""What pages say and hear in the chat of a match, and what must be true of it.

Each line is heard once, in order, by those who may hear it, on each line of each page, and reads
the same wherever and whenever it is heard. What was acknowledged is kept, once; what was sent once
and refused is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchmarks.clients import Message

from hexfront.play.storage.store import Store

if TYPE_CHECKING:
    from benchmarks.simulation.players import Screen

MOST_SAID = 3
"""By a page."""


@dataclass
class Said:
    """A line that a page has said, and what became of it."""

    key: str
    text: str
    kept: bool | None = None
    """Whether it was acknowledged or refused; None where neither has come yet."""
    times: int = 0
    """How often it was sent."""


class Talk:
    """The chat as one page has it."""

    def __init__(self, screen: Screen, name: str) -> None:
        self._screen, self._name = screen, name
        self._room = "players" if screen.seat >= 0 else "watchers"
        self.said: list[Said] = []
        self._heard: dict[str, int] = {}
        """By room the number of the last line, on this line to the server."""

    @property
    def waits(self) -> bool:
        """Whether the last line that it said was not answered."""
        return bool(self.said) and self.said[-1].kept is None

    def joined(self) -> None:
        """It is at the table again: what was not answered is said again, and all is heard anew."""
        self._heard.clear()
        if self.waits:
            self._send(self.said[-1])

    def say(self) -> None:
        """Say something, unless something waits for an answer."""
        if not self.waits and len(self.said) < MOST_SAID:
            self.said.append(Said(f"{self._name}-{len(self.said)}", f"line {len(self.said)}"))
            self._send(self.said[-1])

    def _send(self, said: Said) -> None:
        said.times += 1
        frame: Message = {"type": "say", "seat": self._screen.seat}
        self._screen.send(frame | {"text": f"{self._name}: {said.text}", "key": said.key})

    def told(self, message: Message) -> None:
        """Hear what is said, and what became of what one has said."""
        if message["type"] == "chat":
            for line in message["lines"]:
                self._hear(line)
        elif self.waits and message.get("key") == self.said[-1].key:
            self.said[-1].kept = message["type"] == "done"

    def _hear(self, line: Message) -> None:
        screen, room, number = self._screen, line["room"], line["number"]
        world = screen.world
        if number != self._heard.get(room, 0) + 1:
            world.fail(f"{self._name} hears line {number} after {self._heard.get(room, 0)}")
        self._heard[room] = number
        if room != self._room and not world.disk.truths[screen.match].over:
            world.fail(f"{self._name} hears a line of {room} before the end")
        text = world.said.setdefault((screen.match, room, number), line["text"])
        if text != line["text"]:
            world.fail(f"line {number} of {room} was: {text}, and is: {line['text']}")

    def has_heard_all(self, store: Store) -> bool:
        """Whether it has heard as many lines by room as it may, and waits for no answer."""
        over = self._screen.world.disk.truths[self._screen.match].over
        query = "SELECT room, max(number) FROM chat WHERE match_id = ? GROUP BY room"
        rows = dict(store.read(query, (self._screen.match,)))
        mine = {room: last for room, last in rows.items() if over or room == self._room}
        return mine == self._heard and not self.waits

    def check(self, store: Store) -> None:
        """What it said is kept where it was told so, once and as it was said, and not else."""
        query = "SELECT room, side, text FROM chat WHERE match_id = ? AND request_key = ?"
        for said in self.said:
            rows = store.read(query, (self._screen.match, said.key))
            side = max(self._screen.seat, -1)
            right = [(self._room, side, f"{self._name}: {said.text}")]
            # Of what was sent twice one copy may be refused, and the other come later.
            allowed = [right] if said.kept else [[]] if said.times == 1 else [[], right]
            if rows not in allowed:
                self._screen.world.fail(f"{self._name} said {said}, kept is {rows}")
