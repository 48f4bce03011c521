"""The command language for people at a table: what is typed, judged from their view (IDX-4)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, cast

from hexfront.core.contract import Offer, Rules, View
from hexfront.core.errors import InputError
from hexfront.core.table.answers import Answer
from hexfront.core.table.forms import Form
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.rules.command.commands import USAGE, CommandReader
from hexfront.systems.idahex.rules.command.drafts import understand
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.loader import IdahexScenario
from hexfront.systems.idahex.scenario.state import STRIKES, State
from hexfront.systems.idahex.table.forms import forms
from hexfront.systems.idahex.table.help import QUESTIONS
from hexfront.systems.idahex.table.offers import clause_of
from hexfront.systems.idahex.table.questions import Questions

ALONE: Final = ("go", "stop")
"""Commands of one word; the others alone begin a draft."""


def _is_of_strikes(words: Sequence[str]) -> bool:
    """Whether what is typed is for the start of a cycle: an air strike, or its cancelling."""
    return words[:1] == ["strike"] or words[:2] == ["cancel", "strike"]


class CommandLanguage:
    """Reads the commands of both sides of one war."""

    def __init__(self, rules: Rules[State]) -> None:
        self._rules = rules
        self._setting = cast(IdahexScenario, rules.scenario).setting

    @property
    def usage(self) -> Mapping[str, str]:
        """How each command is written, by its first word."""
        return {**USAGE, **QUESTIONS}

    @property
    def questions(self) -> Sequence[str]:
        """The first words of questions."""
        return tuple(QUESTIONS)

    @cached_property
    def forms(self) -> Sequence[Form]:
        """The commands with several fields."""
        return forms(self._setting)

    @cached_property
    def _questions(self) -> Questions:
        return Questions(self._setting)

    @cached_property
    def _readers(self) -> tuple[CommandReader, CommandReader]:
        transfer = int(self._setting.design.forces.transfer[0])
        red, blue = (
            CommandReader(self._setting.book, self._units(side), names, transfer)
            for side, names in enumerate(self._setting.names.resources)
        )
        return red, blue

    def _units(self, side: int) -> dict[str, int]:
        """The rows of a side's units by what they are called; of others no command tells."""
        sides = self._setting.design.forces.side
        units = enumerate(self._setting.units)
        return {str(unit.number): row for row, unit in units if sides[unit.kind] == side}

    def read(self, view: View, text: str) -> Offer | None:
        """What the viewer orders; None where the first word is no command. Errors: `InputError`."""
        words = text.lower().split()
        if not words or words[0] not in USAGE or (len(words) == 1 and words[0] not in ALONE):
            return None
        self._check_moment(view, text, words)
        said = self._readers[view.viewer].read_words(text)
        codes = tuple(code for code, _ in said)
        draft = view.facts["own"][str(view.viewer)]["draft"]
        self._judge(view, text, said)
        before = (o.ABANDON,) if draft else ()
        clause = clause_of(understand(self._setting.book, codes))
        return Offer((*before, *codes), words[0], text.strip(), clause)

    def _check_moment(self, view: View, text: str, words: list[str]) -> None:
        """Strikes are entered when a cycle begins, all else when they are done (IDX-2.3, IDX-6)."""
        striking = view.facts["phase"] == STRIKES
        if striking and not _is_of_strikes(words) and words[0] != "go":
            expected = "strike, cancel strike, or go: a cycle begins, and other commands come later"
            raise InputError.at("command (IDX-2.3)", text, expected)
        if not striking and _is_of_strikes(words):
            expected = "another command: air strikes are entered only when a cycle begins"
            if words[0] == "cancel":
                expected = "another command: what has flown cannot be called back"
            raise InputError.at("command (IDX-6)", text, expected)

    def answer(self, view: View, text: str) -> Answer | None:
        """What the viewer is told about a question; None where it is none. Errors: `InputError`."""
        return self._questions.answer(view, text)

    def completions(self, view: View, text: str) -> Sequence[str]:
        """Lines that the beginning of a command or question may become, by one word."""
        words = text.lower().split()
        begun = "" if not text or text[-1].isspace() else words.pop()
        found: list[str] = []
        if not words or words[0] in QUESTIONS:
            following = [*USAGE] if words == ["help"] else []
            following += self._questions.completions(view, words)
            head = text[: len(text) - len(begun)]
            found += [head + word for word in following if word.startswith(begun)]
        if view.viewer >= 0 and (not words or words[0] in USAGE):
            reader = self._readers[view.viewer]
            last = re.split(r"[\s:;,]", text)[-1]
            head = text[: len(text) - len(last)]
            space = " " if head.endswith((":", ";", ",")) else ""
            found += [head + space + word for word in reader.completions(text)]
        return [line for line in dict.fromkeys(found) if line != text]

    def before(self, view: View, text: str) -> Offer | None:
        """The `go` that ends the strikes of a cycle, which scripts leave out (IDX-2.3, IDX-6)."""
        words = text.lower().split()
        waiting = view.must_act and view.facts["phase"] == STRIKES
        if not waiting or not words or words[0] not in USAGE or _is_of_strikes(words):
            return None
        before = (o.ABANDON,) if view.facts["own"][str(view.viewer)]["draft"] else ()
        return Offer((*before, o.GO), "go", "No more strikes", "IDX-6")

    def _judge(self, view: View, text: str, said: Sequence[tuple[int, int]]) -> None:
        """Refuse a command that the rules refuse, before any word of it is given."""
        codes = [code for code, _ in said]
        facts = dict(view.facts)
        own = dict(facts["own"])
        own[str(view.viewer)] = own[str(view.viewer)] | {"draft": []}
        state = reconstruct(self._setting, facts | {"own": own})
        for number, code in enumerate(codes):
            state.drafts[view.viewer, 0] = number
            state.drafts[view.viewer, 1 : 1 + number] = codes[:number]
            refusal = self._rules.refuse(state, view.viewer, code)
            if refusal is not None:
                usage = USAGE[text.lower().split()[0]]
                ends = code == o.END or not refusal.expected
                reason = refusal.reason[:1].lower() + refusal.reason[1:].rstrip(".")
                allowed = f"what the rules allow: {reason}"
                expected = allowed if ends else f"{refusal.expected} ({usage})"
                place = f"command ({refusal.clause})"
                if not ends:
                    place += f": word {said[number][1]}"
                raise InputError.at(place, text, expected)
