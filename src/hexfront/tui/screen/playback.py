"""Playing back what happened, event by event, over the table."""

from __future__ import annotations

from textual.timer import Timer

from hexfront.core.contract import LogEntry
from hexfront.tui.screen.lookups import Lookups
from hexfront.tui.screen.playback_queue import SPEEDS, PlaybackQueue
from hexfront.tui.session import Session


class Playback(Lookups):
    """A table that can play events back."""

    def __init__(self, session: Session, speed: int) -> None:
        super().__init__(session)
        self._last: list[tuple[int, LogEntry]] = []
        self._speed = speed
        self._timer: Timer | None = None

    def _settle(self) -> None:
        """Nothing moves any more."""
        raise NotImplementedError

    def _play(self, queue: PlaybackQueue) -> None:
        self.table.playing = queue
        self._last = self._last if queue.paused else queue.entries
        self._tick()

    def _tick(self) -> None:
        """Show an event, and see to the next."""
        queue = self.table.playing
        if queue is None:
            return
        places = [p for p in queue.entry.places if p in self.session.board.places]
        self.table.show()
        if places:
            self.table.map.keep_in_sight(places[-1])
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if not queue.paused:
            self._timer = self.set_timer(SPEEDS[self._speed], self._next_event)

    def _next_event(self) -> None:
        if self.table.playing is not None and not self.table.playing.paused and self.table.stands:
            if self.table.playing.step(1):
                self._tick()
            else:
                self.stop_playing()

    def stop_playing(self) -> None:
        """End the playback."""
        self.table.playing = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._settle()

    def action_replay(self) -> None:
        """Play the last events again."""
        if self._last and not self.table.busy:
            self._play(PlaybackQueue(self._last))

    def action_history(self) -> None:
        """Step through everything that was told."""
        entries = self.session.log_entries()
        if entries and not self.table.busy:
            self._play(PlaybackQueue(list(enumerate(entries, 1)), paused=True))

    def action_speed(self, by: int) -> None:
        """Play faster or slower."""
        self._speed = min(len(SPEEDS) - 1, max(0, self._speed + by))
        self.say(f"{SPEEDS[self._speed]:g} seconds an event")
