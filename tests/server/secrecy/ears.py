"""Every message that a player gets, held against what he may know at that moment."""

from __future__ import annotations

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pydantic_core import from_json

import hexfront
from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.registry import find_system
from hexfront.play.storage.records import SeatPlan
from tests.server.secrecy.eavesdropping import (
    NAME,
    NUMBER,
    STRENGTH,
    Broken,
    Company,
    Leak,
    Line,
    Moment,
    Truth,
    Wire,
    spellings,
)

Message = dict[str, Any]

_VIEW = {"viewer", "time", "kind", "must_act", "title", "prompt", "counters", "marks", "tracks"}
_VIEW |= {"gauges", "owners", "terrain_overrides"}
_COUNTER = {
    *("id", "side", "place", "name", "sidc", "known", "values", "badges", "sign", "awaited")
}
_ENTRY = {"number", "text", "clause", "kind", "places", "subjects", "details", "stops"}
_MORE_OF_AN_ENTRY = {"heading", "topic", "side", "weight", "battle", "digest"}
_BATTLE = {"key", "begins", "attackers", "defenders", "sides", "place", "terms", "chances", "came"}
_BATTLE |= {"result", "ends"}
_READING = {"overlay", "subject", "caption", "clause", "places", "paths", "figures", "lines"}
_MEMBERS = {
    "board": {
        *(
            "match",
            "system",
            "title",
            "description",
            "sides",
            "umpire",
            "commitment",
            "order_styles",
            "restored",
            "locked",
            "board",
            "rulebook",
        ),
        *(
            "overlays",
            "guide",
            "glossary",
            "seats",
            "commands",
            "forms",
            "questions",
            "prints",
            "estimates",
        ),
    },
    "update": {
        *("seat", "view", "offers", "barred", "result", "undo"),
        *("log_length", "kept", "entries", "before"),
    },
    "moment": {"number", "log_length", "view"},
    "hint": {"number", "by", "problem", "orders", "lines", "why", "view"},
    "thoughts": {"number", "count", "problem", "points"},
    "thought": {"number", "title", "lines", "why", "view", "believed"},
    "overlay": {"number", "reading"},
    "time_series": {"number", "since", "until", "points"},
    "done": {"key", "accepted"},
    "undone": {"key", "orders"},
    "refused": {
        *("key", "accepted", "given", "clause", "reason", "place", "found", "expected"),
    },
    "error": {"text", "problems", "key", "number"},  # the frame's own
    "turn": {"waiting"},
    "seated": {"side", "person"},
    "again": {"match", "title", "restored"},
    "answer": {"key", "number", "answer"},
    "completions": {"number", "lines", "problem"},
}
"""Everything that a message may hold: whatever is new must be looked at here first."""

_ANSWERS = {
    "join": {"board", "error"},
    "sit": {"error"},
    "orders": {"done", "refused", "error"},
    "typed": {"done", "refused", "answer", "error"},
    "undo": {"undone", "done", "refused", "error"},
    "overlay": {"overlay", "error"},
    "ask": {"answer", "error"},
    "complete": {"completions", "error"},
    "moment": {"moment", "error"},
    "time_series": {"time_series", "error"},
    "hint": {"hint", "error"},
    "thoughts": {"thoughts", "error"},
    "thought": {"thought", "error"},
    "": {"error"},
}
"""What a frame may be answered with, besides updates."""


def demand(holds: bool, what: str, found: object = "") -> None:
    """Fail with `Leak` unless something holds."""
    if not holds:
        raise Leak(f"{what}: {found}"[:2000])


class Game:
    """A match of canaries on a wire, its truth, and all who listen to it."""

    TRUTH: type[Truth] = Truth

    def __init__(
        self,
        wire: Wire,
        document: Message,
        companies: Sequence[Company],
        seats: Sequence[SeatPlan] = (SeatPlan("person"), SeatPlan("person")),
        secret: bytes = b"",
    ) -> None:
        system = document["system"]
        secret = secret or secrets.token_bytes(32)
        self.wire = wire
        self.companies = {company.name: company for company in companies}
        self.made = wire.store.create(system, find_system(system).version, document, secret, seats)
        self.tokens = dict(self.made.tokens)
        self.machines = any(seat.kind == "machine" for seat in seats)
        self.truth = self.TRUTH(wire.store, self.made.match, companies)
        agent = hashlib.sha256(b"hexfront:agent" + secret).digest()
        self.secrets = [
            *self.tokens.values(),
            *self.made.invites.values(),
            *spellings(secret),
            *spellings(agent),
            str(wire.folder),
            str(Path(hexfront.__file__).parent),
            "Traceback",
        ]
        self.ears: list[Ear] = []
        self.album: dict[tuple[int, int], str] = {}
        """By viewer and how much he had been told: what he was shown then."""
        self.counts: Counter[str] = Counter()
        self._by_number = {company.number: company.name for company in companies}
        self._by_strength = {str(company.strength): company.name for company in companies}

    def listener(self, line: Line, seats: Sequence[int]) -> Ear:
        """Somebody at a new socket."""
        return Ear(self, line, seats)

    async def join(self, *seats: int, told: int | None = None, looks: bool = True) -> Ear:
        """Open a socket with the tokens of some seats."""
        ear = self.listener(await self.wire.dial(), seats)
        self.ears.append(ear)
        frame: Message = {"type": "join", "tokens": [self.tokens[seat] for seat in seats]}
        if told is not None:
            frame["log_length"] = told
        ear.watch(seats[0] if len(seats) == 1 else None)
        await ear.say(frame)
        return ear

    async def ask(self, seats: Sequence[int], method: str, path: str, body: object) -> str:
        """An HTTP request of the holder of some seats; its answer is listened to, too."""
        status, text = await self.wire.ask(method, path, body)
        self.counts["answers"] += 1
        self.counts["bytes"] += len(text)
        if status >= 500:
            raise Broken(f"{path}: {status} {text}")
        opened = path in {"/api/seats/claim", "/api/matches/again"}
        own = {self.tokens[s] for s in (*seats, SPECTATOR) if s in self.tokens} if opened else set()
        over = path == "/api/journal" and self.truth.over
        if not over:
            self.hold_secrets(text, own)
            self.hold_names(text, self.allowed(seats), path)
        if path == "/api/matches/mine":
            (mine,) = json.loads(text.rpartition("\n")[2])
            waiting = [seat for seat in seats if seat in self.truth.waiting]
            demand(mine["must_act"] == waiting, "the list of matches", mine)
        return text

    def allowed(self, seats: Iterable[int]) -> set[str]:
        """The companies that a holder of some seats may know now."""
        viewers = [UMPIRE] if self.truth.over else seats
        return {name for viewer in viewers for name in self.truth.may_know(viewer)}

    def hold_secrets(self, text: str, own: Iterable[str] = ()) -> None:
        """No token, secret or path stands in a text."""
        for secret in self.secrets:
            demand(secret not in text or secret in own, "a secret", secret)

    def named(self, text: str) -> set[str]:
        """The companies that a text gives away, by name, number or strength."""
        found = {name.capitalize() for name in NAME.findall(text.lower())}
        numbers = self._by_number.keys() & set(NUMBER.findall(text))
        found |= {self._by_number[number] for number in numbers}
        return found | {self._by_strength.get(value, "?") for value in STRENGTH.findall(text)}

    def hold_names(self, text: str, allowed: set[str], what: str) -> None:
        """No company stands in a text but those that may be known."""
        found = self.named(text)
        self.counts["sightings"] += len(found)
        demand(found <= allowed, f"{what} gives away", found - allowed)

    async def settle(self, speaker: Ear, frame: Message) -> list[Message]:
        """After a frame: take in what happened, and let all listen; what the speaker got."""
        if frame.get("type") in {"orders", "typed", "undo", "join"}:
            self.truth.follow()
        for ear in self.ears:
            if ear is not speaker:
                ear.listen(None)
        return speaker.listen(frame)

    def leave(self, ear: Ear) -> None:
        self.ears.remove(ear)


class Ear:
    """One socket's player: what he may know, and what he has been sent."""

    def __init__(self, game: Game, line: Line, seats: Sequence[int]) -> None:
        self.game = game
        self.line = line
        self.seats = tuple(sorted(seats))
        self.viewer: int | None = None
        self.update: Message = {}
        """The last one."""
        self._read = 0
        self._told: int | None = None
        """How much of what the viewer was told has come; None when all comes again."""
        self._knows: object = None
        self._waiting: object = None

    def watch(self, viewer: int | None) -> None:
        """From now on everything comes for this viewer."""
        self.viewer, self._told, self._knows = viewer, None, None

    async def say(self, frame: Message | str) -> list[Message]:
        """Send a frame; the messages that came back, held against what may be known."""
        self.game.counts["frames"] += 1
        shown = frame if isinstance(frame, dict) else {}
        await self.line.say(frame)
        return await self.game.settle(self, shown)

    async def hang_up(self) -> None:
        self.game.leave(self)
        await self.line.hang_up()

    async def sit(self, viewer: int, told: int | None = None) -> list[Message]:
        """Look from a seat, if that is allowed."""
        truth, was = self.game.truth, (self.viewer, self._told, self._knows)
        frame: Message = {"type": "sit", "seat": viewer}
        if told is not None:
            frame["log_length"] = told
        if allowed := viewer in self.seats or (truth.over and viewer in (0, 1, SPECTATOR, UMPIRE)):
            self.watch(viewer)
        answers = await self.say(frame)
        refused = [m for m in answers if m["type"] == "error"]
        if not allowed:
            demand(bool(refused), "a seat of another", viewer)
            self.viewer, self._told, self._knows = was
        elif refused and told is None:
            raise Broken(f"seat {viewer} of {self.seats}: {refused}")
        return answers

    def listen(self, frame: Message | None) -> list[Message]:
        """Read what has come since, after a frame of one's own or (None) of somebody else's."""
        texts = self.line.told[self._read :]
        self._read = len(self.line.told)
        changed, self._knows = self._knowledge() != self._knows, self._knowledge()
        waiting = [s for s in self.seats if s >= 0 and s in self.game.truth.waiting]
        turned, self._waiting = waiting != self._waiting, waiting
        # An error repeats what one has typed: a guess is no news.
        guesses = self.game.named(str(frame.get("text", ""))) if frame else set()
        messages = []
        for text in texts:
            last = not self.game.machines or text is texts[-1]
            messages.append(self._message(text, guesses, last))
        kinds = [m["type"] for m in messages if m["type"] not in {"seated", "again"}]
        updates, turns = kinds.count("update"), kinds.count("turn")
        # Each order of a machine may be news.
        most = len(texts) if self.game.machines else 1
        demand(updates <= most * int(changed), "an update without news", frame)
        demand(turns <= int(turned), "a call without news", frame)
        answers = [kind for kind in kinds if kind not in {"update", "turn"}]
        allowed = _ANSWERS[frame.get("type", "") if frame else ""] if frame is not None else set()
        demand(set(answers) <= allowed and len(answers) <= 1, "too many answers", answers)
        demand(not answers or kinds[0] == answers[0], "the answer does not come first", kinds)
        if frame is not None and not answers and frame.get("type") != "sit":
            raise Leak(f"an answer is withheld: {frame}")
        if frame is not None:
            self._answered(frame, messages)
        return messages

    def _knowledge(self) -> object:
        """What must change before an update may be sent without a question."""
        truth = self.game.truth
        if self.viewer is None:
            return None
        return self.viewer, truth.told(self.viewer), self.viewer in truth.waiting

    def _message(self, text: str, guesses: set[str], last: bool) -> Message:
        game = self.game
        game.counts["messages"] += 1
        game.counts["bytes"] += len(text)
        message: Message = from_json(text)
        kind = message["type"]
        if "The server made an error" in text:
            raise Broken(text)
        demand(set(message) - {"type"} <= _MEMBERS[kind], f"new members of {kind}", set(message))
        game.hold_secrets(text)
        allowed = game.allowed(self.seats)
        game.hold_names(text, allowed | guesses if kind == "error" else allowed, kind)
        if kind == "update":
            self._updated(message, last)
        if kind == "turn":
            demand(message["waiting"] == self._waiting, "another's turn", message)
        return message

    def _updated(self, message: Message, last: bool) -> None:
        """Hold an update against the truth, of which the `last` one shows all."""
        truth, viewer = self.game.truth, self.viewer
        demand(message["seat"] == viewer, "an update for another seat", message["seat"])
        assert viewer is not None
        self._view(message["view"], None)
        if last:
            demand(message["view"]["must_act"] == (viewer in truth.waiting), "another must act")
            demand(
                message["log_length"] == truth.told(viewer),
                "log_length",
                (message["log_length"], viewer),
            )
        first = 0
        if self._told is not None:
            first = message.get("kept", self._told)
            demand(first <= self._told, "kept", (first, self._told))
        entries = message["entries"]
        numbers = [entry["number"] for entry in entries]
        demand(numbers == list(range(first, message["log_length"])), "numbers of entries", numbers)
        for entry in entries:
            more = set(entry) - _ENTRY
            demand(set(entry) >= _ENTRY and more <= _MORE_OF_AN_ENTRY, "an entry", set(entry))
            demand(set(entry.get("battle", ())) <= _BATTLE, "of a battle", entry)
            demand(entry["stops"] is False, "an entry that stops a clock", entry)
        if viewer < 0:
            demand(not message["offers"] and message["undo"] is None, "offers to a spectator")
        own = {c["id"] for c in message["view"]["counters"] if c["side"] == viewer}
        demand(set(message.get("barred", ())) <= own, "why another's units do nothing")
        if (before := message.get("before")) is not None:
            moment = truth.when_told(viewer, before["log_length"])
            self._view(before["view"], moment)
        if message.get("kept") is not None:
            for key in [k for k in self.game.album if k[0] == viewer and k[1] > first]:
                del self.game.album[key]
        shown = json.dumps(message["view"], sort_keys=True)
        self.game.album[viewer, message["log_length"]] = shown
        self._told, self.update = message["log_length"], message

    def _view(self, view: Message, moment: Moment | None) -> None:
        """A view shows a viewer's own knowledge, of now or of then, and nothing else."""
        demand(set(view) == _VIEW, "new members of a view", set(view) ^ _VIEW)
        demand(not view["gauges"] and not view["owners"], "gauges or owners", view)
        demand(view["viewer"] == self.viewer, "another's view", view["viewer"])
        counters, viewer = view["counters"], view["viewer"]
        ids = [counter["id"] for counter in counters]
        demand(ids == [str(i + 1) for i in range(len(ids))], "the order of counters", ids)
        for counter in counters:
            demand(set(counter) == _COUNTER, "new members of a counter", set(counter) ^ _COUNTER)
            if not counter["known"]:
                bare = (counter["name"], counter["values"], len(counter["sidc"]))
                demand(bare == ("?", {}, 20), "of an unknown company", counter)
        if viewer != UMPIRE:
            sides = {counter["id"]: counter["side"] for counter in counters}
            others = [mark for mark in view["marks"] if sides[mark["subject"]] != viewer]
            demand(not others, "plans of others", others)
        if moment is not None:
            allowed = self.game.truth.may_know(viewer, moment)
            self.game.hold_names(json.dumps(view, separators=(",", ":")), allowed, "a moment")

    def _answered(self, frame: Message, messages: Sequence[Message]) -> None:
        """Answers to questions keep to their question, and to what could be known then."""
        truth = self.game.truth
        for message in messages:
            if message["type"] == "moment":
                told = frame["log_length"]
                demand(frame["seat"] == self.viewer, "a moment of another seat", frame)
                demand(message["log_length"] == told <= truth.told(frame["seat"]), "a moment", told)
                self._view(message["view"], truth.when_told(frame["seat"], told))
                shown = json.dumps(message["view"], sort_keys=True)
                then = self.game.album.get((frame["seat"], told), shown)
                demand(shown == then, "a moment is not what was shown then", told)
            elif message["type"] == "overlay":
                demand(frame["seat"] == self.viewer, "a reading of another seat", frame)
                demand(set(message["reading"]) == _READING, "members", set(message["reading"]))
            elif message["type"] == "error" and frame.get("type") == "moment":
                limit = f"0 to {truth.told(frame['seat'])}" if frame["seat"] == self.viewer else ""
                demand(limit in message["text"], "an error tells too much", message["text"])
