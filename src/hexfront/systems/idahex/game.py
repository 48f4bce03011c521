"""The rules of IDAHEX, bound to a scenario: the face of the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

import numpy as np

from hexfront.blocks import Int, direct
from hexfront.core.contract import (
    Chances,
    Decision,
    Kind,
    Offer,
    OrderStyle,
    Refusal,
    Result,
    Step,
    View,
)
from hexfront.core.defaults import ComposedRules
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.events import Event, EventLog
from hexfront.core.table.changes import lexicographic
from hexfront.systems.idahex.knowledge.determinization import determinize, reconstruct
from hexfront.systems.idahex.knowledge.overlays.catalogue import OverlayReader
from hexfront.systems.idahex.knowledge.overlays.foresight import Foresight
from hexfront.systems.idahex.knowledge.packed import pack_view
from hexfront.systems.idahex.knowledge.view import Viewer, known_facts, ticks_of
from hexfront.systems.idahex.rules.clock import TimePassed, begin
from hexfront.systems.idahex.rules.command.drafts import Command, Grammar, Next, understand
from hexfront.systems.idahex.rules.command.execution import Commander
from hexfront.systems.idahex.rules.command.theatre import make_theatre
from hexfront.systems.idahex.rules.words import BOTH, apply_step, list_choices, list_words
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import FRAME, NACTYP, NRS, T_END, T_INIT
from hexfront.systems.idahex.scenario.loader import IdahexScenario
from hexfront.systems.idahex.table.board import board_document
from hexfront.systems.idahex.table.log import LogWriter, redacted
from hexfront.systems.idahex.table.offers import STYLES, OfferMaker, clause_of

_LONGEST = s.MAX_DRAFT + 1
"""Words of a command, and the one that ends it."""

_AWAITED = ((0, 1), (1,), (0,), ())
"""By the bits of `State.game.ready`: the sides that have not said "go"."""


class IdahexRules(ComposedRules[s.State]):
    """IDAHEX, sections 2 to 7 of the manual, for one war."""

    _list_words = direct(list_words)
    _list_choices = direct(list_choices)
    _apply = direct(apply_step)

    _viewer: Viewer

    def __init__(self, scenario: IdahexScenario) -> None:
        self.scenario = scenario
        # Without what it keeps in room for kernels: a scenario may be shared by several threads.
        self.setting = setting = replace(scenario.setting)
        self.sides = tuple(name.lower() for name in setting.names.sides)
        self.book = setting.book
        self.actions = self.book.actions
        self.theatre = make_theatre(setting, setting.scratch)
        self._codes: Int = np.zeros(self.actions, dtype=np.int64)
        counts, sides = setting.design.forces.counts, setting.design.forces.side
        self._rows = tuple(
            [row for row, unit in enumerate(setting.units) if sides[unit.kind] == side]
            for side in range(2)
        )
        self._grammars = (
            Grammar(int(counts[0, NRS]), int(counts[0, NACTYP]), len(self._rows[0])),
            Grammar(int(counts[1, NRS]), int(counts[1, NACTYP]), len(self._rows[1])),
        )
        self._commander = Commander(self.theatre)
        self._viewer = Viewer(setting)
        self._log_writer = LogWriter(setting)
        self._offer_maker = OfferMaker(setting, self._grammars)
        self._overlays = OverlayReader(setting, Foresight(setting, self.theatre, self._commander))
        self._start = setting.start()
        begin(setting.design, self._start, EventLog().rows)

    def start(self) -> s.State:
        """The war at tinit (IDX-2.3)."""
        return self._start.copy()

    def decision(self, state: s.State) -> Decision:
        """At the start of a cycle strikes, at the start of a period commands are awaited."""
        if state.game.phase == s.OVER:
            return Decision(ticks_of(state), Kind.OVER, ())
        return Decision(ticks_of(state), Kind.ORDERS, _AWAITED[state.game.ready])

    def choices(self, state: s.State, side: int) -> list[int]:
        """Every word that the side may say next."""
        count = self._list_choices(self.theatre, state, side, self._codes)
        codes: list[int] = self._codes[:count].tolist()
        return codes

    def refuse(self, state: s.State, side: int, order: int) -> Refusal | None:
        """Why the word cannot come next; of "end", why the command is refused."""
        if not 0 <= order < self.actions:
            return Refusal("IDX-4.1", "There is no such word.")
        count = self._list_words(self.theatre, state, side, self._codes)
        if not count:
            return Refusal("IDX-2.3", "You have given your commands for this period.")
        if order in self._codes[:count].tolist():
            if order != o.END:
                return None
            return self._commander.judge(state, side, self._command(state, side))
        command = self._command(state, side)
        most, given = self._grammars[side].most, int(state.game.given[side])
        if command.word < 0 and given >= most:
            reason = f"You have given {most} commands in this period, and may give no more."
            return Refusal("IDX-2.3", reason, "another command", "go")
        expected = self._ways(state, side, command).expected
        kind, row = self.book.kind_of(order)
        # The number of a reinforcement of the enemy is not known yet (IDX-2.2.1).
        strange = kind == "unit" and row not in self._rows[side]
        found = "a unit that is not yours" if strange else str(self.book.write(order))
        if state.game.phase == s.STRIKES and not state.drafts[side, 0] and order in o.COMMANDS:
            reason = "A cycle begins with air strikes: press Go, then units take their orders."
            return Refusal("IDX-2.3", reason)
        reason = "The command cannot go on like this."
        return Refusal(clause_of(command), reason, found, expected)

    def _command(self, state: s.State, side: int) -> Command:
        """What a side's draft says."""
        count = int(state.drafts[side, 0])
        return understand(self.book, state.drafts[side, 1 : 1 + count].tolist())

    def _ways(self, state: s.State, side: int, command: Command) -> Next:
        striking = bool(state.game.phase == s.STRIKES)
        length, given = int(state.drafts[side, 0]), int(state.game.given[side])
        return self._grammars[side].next_words(command, length, striking, given)

    def orders_left(self, state: s.State) -> int:
        """At most so many words can still be said: frames, stops, commands, words (IDX-2.3)."""
        if state.game.phase == s.OVER:
            return 0
        clock = self.setting.design.area.clock
        frames = ceil((clock[T_END] - clock[T_INIT]) / clock[FRAME]) + 1
        words = [self._words_left(state, side) for side in range(2)]
        return lexicographic(
            (frames - state.game.frames, frames + 1),
            (int(state.game.phase == s.STRIKES), 2),
            (sum(words), sum((grammar.most + 1) * _LONGEST for grammar in self._grammars) + 1),
        )

    def _words_left(self, state: s.State, side: int) -> int:
        """At most so many words can the side say before the war goes on."""
        if state.game.ready >> side & 1:
            return 0
        commands = self._grammars[side].most - int(state.game.given[side])
        return commands * _LONGEST + _LONGEST - int(state.drafts[side, 0])

    def chances(self, state: s.State) -> Chances:
        """Nothing in IDAHEX is left to chance."""
        raise InputError.at("chances", "<a war>", "a system with chance")

    def apply(self, state: s.State, step: Step, out: EventLog) -> None:
        """Take a word in; where both sides are done, the war goes on to the next stop, or ends."""
        self._apply(self.theatre, state, step.actor, step.order, out.rows)

    def view(self, state: s.State, viewer: int) -> View:
        """What a viewer may know."""
        decision = self.decision(state)
        must = viewer in decision.sides
        hint = self._hint(state, viewer) if must else ""
        return self._viewer.view(state, viewer, decision.kind, decision.time, must, hint)

    def opponent_view(self, state: s.State, side: int) -> View:
        """What a side may know, as facts alone: its opponents read nothing else."""
        decision = self.decision(state)
        facts = known_facts(self.setting, state, side)
        must = side in decision.sides
        return View(side, decision.time, decision.kind, must, "", "", (), facts=facts)

    def _hint(self, state: s.State, side: int) -> str:
        """What a draft still needs, or why it is no command that is accepted as it stands."""
        if not state.drafts[side, 0]:
            return ""
        command = self._command(state, side)
        ways = self._ways(state, side, command)
        if o.END not in ways.words:
            return f"Next: {ways.expected}."
        known = state.copy()
        pack_view(self.theatre, state, side, known)
        refusal = self._commander.judge(known, side, command)
        return "" if refusal is None else f"Not yet: {refusal.reason} ({refusal.clause})"

    def determinize(self, view: View, dice: Dice) -> s.State:
        """A state that has this view."""
        return determinize(self.setting, dict(view.facts), dice)

    def redact(self, event: Event, viewer: int) -> Event | None:
        """What concerns one side's instructions or stocks is for that side alone (IDX-4)."""
        return redacted(self.setting, event, viewer)

    def offers(self, view: View) -> Sequence[Offer]:
        """The orders open to the viewer."""
        if not view.must_act:
            return ()
        facts = dict(view.facts)
        state = reconstruct(self.setting, facts)

        def accepts(codes: tuple[int, ...]) -> bool:
            command = understand(self.book, codes[:-1])
            return self._commander.judge(state, view.viewer, command) is None

        return tuple(self._offer_maker.offers(facts, view.viewer, accepts))

    def tries(self, view: View) -> dict[str, list[int]]:
        """A mission for each own unit, which must wait for the go after the strikes (IDX-6)."""
        if not view.must_act or view.facts["phase"] != s.STRIKES:
            return {}
        units = self.setting.units
        return {str(units[row].number): [o.MISSION] for row in self._rows[view.viewer]}

    @property
    def order_styles(self) -> tuple[OrderStyle, ...]:
        """How screens show the kinds of orders."""
        return STYLES

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        """Commands can be taken back until the war goes on (IDX-2.3)."""
        if not isinstance(event.what, TimePassed):
            return None
        return Refusal("IDX-2.3", "Both sides have given their commands, and the war has gone on.")

    def write_order(self, order: int) -> Json:
        """A word as JSON."""
        return self.book.write(order)

    def read_order(self, document: Json) -> int:
        """The code of a word in JSON. Errors: `InputError`."""
        return self.book.read(document)

    def board(self) -> Json:
        """The area of war."""
        return board_document(self.setting, self.scenario.title, self.scenario.ground)

    def result(self, state: s.State) -> Result | None:
        """The model names no winner; scores are the cells that the sides own (IDX-2.3)."""
        if state.game.phase != s.OVER:
            return None
        active = self.setting.design.area.environment > 0
        owner = state.owner[active]
        held = tuple(float(np.count_nonzero(owner == side)) for side in range(2))
        stopped = state.game.stopped == BOTH
        reason = "both sides wanted it to stop" if stopped else "its time is over"
        return Result((), "IDX-2.3", f"The war ends: {reason}.", held, names_winner=False)
