"""A match at one terminal: its viewers, what each has been told, orders, undo, machines."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hexfront.agents import make_agent, named_agent, strongest
from hexfront.agents.thoughts import in_words, thought_of
from hexfront.core.agent import Agent
from hexfront.core.contract import (
    UMPIRE,
    Kind,
    LogEntry,
    Offer,
    OverlayReading,
    Refusal,
    Result,
    Rules,
    Scenario,
    View,
)
from hexfront.core.dice import SECRET_BYTES, dice_from_secret, new_share, secret_from_seed
from hexfront.core.documents.files import check_new, write_whole
from hexfront.core.errors import HexfrontError, InputError, Problem
from hexfront.core.rulebook import load_rulebook
from hexfront.core.study.self_play import Seat
from hexfront.core.system import System
from hexfront.core.table.answers import Answer
from hexfront.people.clocks import create_clocks
from hexfront.people.paces import paces
from hexfront.people.timepiece import Timepiece
from hexfront.pictures.boards import board_now
from hexfront.play import saves
from hexfront.play.armies import ArmyStore, check_army, for_side, orders_for_army
from hexfront.play.doubts import doubts
from hexfront.play.live import LiveMatch
from hexfront.play.match import Refused
from hexfront.play.outcomes import Outcome
from hexfront.play.outputs import journal_file, printed
from hexfront.play.preview import preview
from hexfront.play.saves import Saved
from hexfront.play.storage.records import MatchSummary, NewTokens, SeatPlan
from hexfront.play.storage.store import Store
from hexfront.play.typed import typed_forms
from hexfront.tui.clocks import TerminalClocks
from hexfront.tui.map.board import Board
from hexfront.tui.map.chart import Chart, Zoom

SEATS_FILE = "terminal-seats"
"""In the data folder: the tokens of the seats taken at a terminal, one a line."""

MAX_MACHINE_ORDERS = 10_000
"""In a row, without a person's order between; an opponent that never ends is stopped."""


class MachineFailed(HexfrontError):
    """A machine opponent that cannot go on."""


def new_match(
    store: Store,
    system: System,
    scenario: Scenario,
    seats: Sequence[SeatPlan],
    seed: int | None,
    pace: str = "",
) -> str:
    """Store a match whose persons sit at this terminal; returns its id. Errors: `NotSaved`.

    `pace`: the name of one, for clocks; empty for none.
    """
    secret = secrets.token_bytes(SECRET_BYTES) if seed is None else secret_from_seed(seed)
    seats = [plan._replace(adds=plan.kind == "person" and seed is None) for plan in seats]
    persons = [side for side, plan in enumerate(seats) if plan.kind == "person"]

    def also(db: Any, made: NewTokens) -> None:
        if pace:
            create_clocks(db, made.match, paces()[pace], persons, Timepiece(store).now())

    made = store.create(system.name, system.version, scenario.document, secret, seats, also=also)
    sit_down(store, made)
    return made.match


def sit_down(store: Store, made: NewTokens) -> None:
    """Keep the tokens of this terminal's seats, and add to the dice for each."""
    _keep_tokens(store, made)
    for side in made.tokens:
        if side >= 0:
            store.add_share(made.match, side, new_share())


def _keep_tokens(store: Store, made: NewTokens) -> None:
    path = _seats_path(store)
    path.touch(mode=0o600)
    with path.open("a", encoding="ascii") as file:
        file.writelines(f"{token}\n" for side, token in made.tokens.items() if side >= 0)


def own_matches(store: Store) -> list[MatchSummary]:
    """The matches of this terminal's persons, newest first."""
    # The newest alone: a query has room for so many.
    return store.summaries(_own_tokens(store)[-500:])


def _own_tokens(store: Store) -> list[str]:
    try:
        return _seats_path(store).read_text("ascii").split()
    except (OSError, UnicodeDecodeError):
        return []


def _seats_path(store: Store) -> Path:
    return store.path.parent / SEATS_FILE


class Session:
    """A live match with a viewer; nobody is shown more than the viewer may know.

    Not safe for two threads at once, but for `think`, which has rules and a
    state of its own; nothing may be ordered meanwhile.
    Where a method raises `NotSaved`, the session must be thrown away.
    """

    def __init__(
        self, store: Store, match: str, is_compiling: Callable[[], bool] = lambda: False
    ) -> None:
        """Open a stored match. Errors: `InputError`, `NotSaved`."""
        self.store = store
        self.is_compiling = is_compiling
        """Whether the rules run as plain Python and are compiled beside."""
        self.clocks = TerminalClocks(store, match)
        self.live = LiveMatch(store, store.load(match), self.clocks.clock)
        self.match, self.language = self.live.match, self.live.language
        self.rules = self.match.rules
        self._document = self.rules.board()
        self.board = Board(self._document)
        self.armies = ArmyStore(store.path.parent, self.match.system.name)
        """The armies that this player has kept."""
        self._boards: dict[tuple[tuple[str, str], ...], Board] = {(): self.board}
        self._charts: dict[tuple[Board, Zoom], Chart] = {}
        self.book = load_rulebook(self.match.system.folder)
        self.persons = self.live.record.persons
        waiting = [side for side in self.match.decision.sides if side in self.persons]
        self.viewer = (waiting or self.persons or [UMPIRE])[0]
        self.shown = {side: len(self.match.logs[side]) for side in self.persons}
        self.chance_answered = False
        """Whether chance has answered the viewer's last request."""
        self._agents: dict[int, Agent] = {}
        self._thinking_rules: dict[int, Rules[Any]] = {}
        self._redo: dict[int, list[tuple[int, ...]]] = {side: [] for side in self.persons}
        self._machine_orders = 0
        self._said: dict[int, list[str]] = {}
        """By side, what became of prepared orders that its person has not been told yet."""

    # What the viewer sees

    @property
    def view(self) -> View:
        """What the viewer may know now."""
        return self.match.view(self.viewer)

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        return self.match.result

    @property
    def title(self) -> str:
        """Of the system and the scenario."""
        return f"{self.match.system.title}: {self.rules.scenario.title}"

    def board_of(self, view: View) -> Board:
        """The board as it counts at the moment of a view."""
        key = tuple(sorted(view.terrain_overrides.items()))
        if key not in self._boards:
            self._boards[key] = Board(board_now(self._document, view.terrain_overrides))
        return self._boards[key]

    def chart(self, zoom: Zoom, view: View | None = None) -> Chart:
        """The board at a zoom, as it counts at the moment of a view."""
        board = self.board if view is None else self.board_of(view)
        if (board, zoom) not in self._charts:
            self._charts[board, zoom] = Chart(board, zoom)
        return self._charts[board, zoom]

    def offers(self) -> Sequence[Offer]:
        """The orders open to the viewer."""
        return self.live.offers(self.view)

    def forms(self, offers: Sequence[Offer]) -> list[str]:
        """What to type for each."""
        return typed_forms(offers)

    def log_entries(self) -> list[LogEntry]:
        """Everything that the viewer has been told."""
        return self.match.log_entries(self.viewer) if self.viewer in self.match.logs else []

    def news(self) -> list[tuple[int, LogEntry]]:
        """What the viewer has been told and not been shown, with numbers from 1; now it has."""
        first = self.shown.get(self.viewer, 0)
        entries = self.log_entries()
        first = min(first, len(entries))
        self.shown[self.viewer] = len(entries)
        return list(enumerate(entries[first:], first + 1))

    def moment(self, told: int) -> View:
        """The viewer's view when so many things had been told. Errors: `InputError`."""
        return self.live.history.view(self.viewer, told)

    def read_overlay(self, overlay: str, subject: str = "") -> OverlayReading:
        """The overlays that the viewer may ask for. Errors: `InputError`."""
        return self.rules.read_overlay(self.view, overlay, subject)

    def side_title(self, side: int) -> str:
        """What a side is called."""
        entries = self.board.sides
        title = entries[side].get("title") if 0 <= side < len(entries) else None
        return str(title or (self.rules.sides[side] if side >= 0 else "the umpire"))

    @property
    def side_titles(self) -> list[str]:
        """What all sides are called, in their order."""
        return [self.side_title(side) for side in range(len(self.rules.sides))]

    def player(self, side: int) -> str:
        """Who plays a side."""
        seat = self.live.record.side_seats[side]
        return seat.player or ("a person" if seat.kind == "person" else seat.kind)

    # What the viewer does

    def read(self, text: str) -> Offer:
        """The offer that some words mean. Errors: `InputError`."""
        return self.language.read(self.view, text)

    def ask(self, text: str) -> Answer | None:
        """The answer to a question; None where it is none. Errors: `InputError`."""
        return self.language.ask(self.view, text)

    def completions(self, text: str) -> list[str]:
        """Lines that the beginning of one may become."""
        forms = typed_forms(self.offers()) if self.view.must_act else []
        return self.language.completions(self.view, text, forms)

    # Situations that are kept

    def keep(self, name: str) -> Saved:
        """Keep the situation under a name. Errors: `InputError`, `NotSaved`."""
        return saves.save(self.store, self.live, self.viewer, name)

    def kept(self) -> list[Saved]:
        """What the viewer has kept in this match and those it came from."""
        return saves.saves(self.store, self.live.record.id, [self.viewer])

    def restored(self, name: str) -> str:
        """A new match that goes on from a situation that is kept; its id.

        Errors: `InputError`, `NotSaved`.
        """
        match = self.live.record.id
        held = {}
        for token in _own_tokens(self.store):
            seat = self.store.seat(token)
            if seat is not None and seat.match == match and seat.side >= 0:
                held[seat.side] = token
        made = saves.restore(self.store, match, [self.viewer], name)
        sit_down(self.store, self.store.seat_again(made, held))
        return made

    def after(self, match: str) -> Session:
        """The session of another match, with the same viewer.

        So a match that one of two persons has restored does not show what the other knows.
        """
        session = Session(self.store, match, self.is_compiling)
        session.viewer = self.viewer if self.viewer in session.persons else session.viewer
        return session

    def give(self, orders: Sequence[int]) -> Outcome:
        """Give orders of the viewer; they are on disk when this returns."""
        outcome = self._give(orders)
        if outcome.accepted and self.viewer in self._redo:
            self._redo[self.viewer].clear()
        return outcome

    def _give(self, orders: Sequence[int]) -> Outcome:
        self._machine_orders = 0
        before = len(self.match.journal.steps)
        outcome = self.live.give(self.viewer, orders, secrets.token_hex(16))
        given = len(self.match.journal.steps) - before
        self.chance_answered = given > outcome.accepted
        return outcome

    def undo(self) -> Refusal | None:
        """Take the viewer's last request back; or why that cannot be."""
        if self.viewer not in self._redo:
            return Refusal("", "nothing to take back")
        undone = self.live.undo(self.viewer, secrets.token_hex(16))
        if undone.refusal is None:
            self._redo[self.viewer].append(undone.orders)
            # What was told of it is gone; what is told next counts from there.
            for side in self.shown:
                self.shown[side] = min(self.shown[side], len(self.match.logs[side]))
        return undone.refusal

    def redo(self) -> Refusal | None:
        """Give the last orders again that were taken back; or why that cannot be."""
        kept = self._redo.get(self.viewer)
        if not kept:
            return Refusal("", "nothing was taken back")
        return self._give(kept.pop()).refusal

    # Orders prepared for the next turn

    @property
    def prepared(self) -> tuple[str, ...]:
        """The lines that the viewer has prepared."""
        found = self.live.prepared.of.get(self.viewer)
        return () if found is None else found.lines

    def prepare(self, lines: Sequence[str]) -> tuple[bool, list[Problem]]:
        """Keep lines for the viewer's next turn, none to forget them.

        Whether that is now, and what is doubtful in them. Errors: `InputError`, `NotSaved`.
        """
        if self.viewer not in self.persons or self.result is not None:
            raise InputError.at(
                "prepare", "<no game of yours that goes on>", "a side that you play"
            )
        kept = self.live.prepared.keep(self.viewer, lines)
        found = doubts(self.live, self.viewer, kept)
        return self.live.prepared.due(self.live) == self.viewer, found

    def give_prepared(self) -> None:
        """Give what persons here have prepared for the turn that has come. Errors: `NotSaved`."""
        while (side := self.live.prepared.due(self.live)) is not None:
            self.live.prepared.give(self.live, side)
            said = self.live.prepared.of[side].said
            self._said.setdefault(side, []).extend([said] if said else [])

    def said_of_prepared(self) -> str:
        """What became of the viewer's prepared orders, once; empty where nothing is news."""
        return "\n".join(self._said.pop(self.viewer, []))

    # Armies

    def save_army(self, name: str) -> Path:
        """Keep the viewer's army as it stands; it must be whole. Errors: `InputError`."""
        if self.board.army_setup is None:
            raise InputError.at("army", "<a game without a set-up>", "a game with a set-up")
        units = self.board.army_setup.army(self.view)
        check_army(units, self.board.army_setup, self.language.place_numbers, "your army")
        side = self.rules.sides[self.viewer]
        return self.armies.save(name, units, self.rules.scenario.title, side)

    def orders_for_army(self, name: str) -> list[int]:
        """The orders that set a kept army up instead of what stands. Errors: `InputError`."""
        at = f"army {name.strip()}"
        units = for_side(self.armies.load(name), self.viewer, self.rules.board(), at)
        return orders_for_army(self.rules, self.match.state, self.viewer, units, at)

    # Whose turn it is

    def next_person(self) -> int | None:
        """The person at this terminal who must take over; None where nobody else must act."""
        decision = self.match.decision
        if decision.kind != Kind.ORDERS or self.viewer in decision.sides:
            return None
        return next((side for side in decision.sides if side in self.persons), None)

    def machine_to_move(self) -> int | None:
        """The side of the machine that must act now."""
        return self.live.machine_to_move()

    def think(self, side: int) -> int:
        """A machine's order, not yet given. Errors: `MachineFailed`."""
        name = self.live.record.side_seats[side].agent
        try:
            if side not in self._agents:
                # Dice of the agent's own: the match's would tell it what chance will answer.
                secret = hashlib.sha256(b"hexfront:agent" + self.live.record.secret).digest()
                dice = dice_from_secret(secret, side)
                rules = self.match.system.rules(self.rules.scenario)
                self._agents[side] = make_agent(self.match.system, name, rules, side, dice)
                self._thinking_rules[side] = rules
            state = self.match.state.copy()
            return self._agents[side].decide(Seat(self._thinking_rules[side], side, state))
        except InputError:
            raise
        except Exception as error:
            raise MachineFailed(f"opponent {name} failed: {type(error).__name__}") from error

    def hint(self) -> tuple[str, ...]:
        """What a strong machine would order in the viewer's seat, and why; the match is marked.

        Errors: `InputError` where the viewer has nothing to order, `MachineFailed`, `NotSaved`.
        """
        side, system, view = self.viewer, self.match.system, self.view
        if side not in self.persons or self.result is not None or not view.must_act:
            raise InputError.at("hint", "<nothing to order now>", "a side whose turn it is")
        self.live.note_hint(side)
        name = strongest(system)
        # Dice of its own: those of the opponents would tell what they will do.
        secret = hashlib.sha256(b"hexfront:hint" + self.live.record.secret).digest()
        rules = system.rules(self.rules.scenario)
        try:
            agent = make_agent(system, name, rules, side, dice_from_secret(secret, side))
            thought = thought_of(agent, Seat(rules, side, self.match.state.copy()))
            shown = preview(rules, view, thought.orders, dice_from_secret(secret, side))
        except Exception as error:
            raise MachineFailed(f"opponent {name} failed: {type(error).__name__}") from error
        lines = (f"  {number}. {line}" for number, line in enumerate(shown.lines, 1))
        return f"{name} would:", *lines, in_words(thought, named_agent(system, name))

    def move_machine(self, side: int, order: int) -> None:
        """Carry a machine's order out. Errors: `MachineFailed`, `NotSaved`."""
        name = self.live.record.side_seats[side].agent
        self._machine_orders += 1
        if self._machine_orders > MAX_MACHINE_ORDERS:
            raise MachineFailed(f"opponent {name}: gave {MAX_MACHINE_ORDERS} orders and no end")
        try:
            self.live.move_machine(side, [order])
        except Refused as refused:
            raise MachineFailed(f"opponent {name}: an order was refused ({refused})") from None

    @property
    def time_left(self) -> str:
        """What is left on the clocks; empty where there are none."""
        return self.clocks.line(self.viewer, self.side_titles)

    def look_at_clocks(self) -> bool:
        """Let who has no time left lose; whether somebody has. Errors: `NotSaved`."""
        return self.clocks.look(self.live)

    def claim(self) -> None:
        """Claim the win against whose time is over. Errors: `InputError`, `NotSaved`."""
        refusal = self.clocks.claim(self.live)
        if refusal is not None:
            raise InputError.at("claim", f"<{refusal.reason}>", "somebody whose time is over")

    def resign(self) -> None:
        """Give the game up for the viewer; that ends it. Errors: `InputError`, `NotSaved`."""
        refusal = self.live.end_for(self.viewer, "resign", substitute="")
        if refusal is not None:
            raise InputError.at("resign", f"<{refusal.reason}>", "a game that you play")

    def save(self, path: Path) -> None:
        """Write the journal of the finished match to a new file. Errors: `InputError`."""
        check_new(path)
        write_whole(path, journal_file(self.live))

    def print_to(self, path: Path) -> None:
        """Write what the viewer gets in print to a new file. Errors: `InputError`."""
        check_new(path)
        write_whole(path, "".join(f"{line}\n" for line in printed(self.match, self.viewer)))
