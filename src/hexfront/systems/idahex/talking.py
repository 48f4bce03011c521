"""The command language for people at a table: what is typed, judged from their view (IDX-4)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from hexfront.core.contract import Offer, View
from hexfront.core.errors import InputError
from hexfront.systems.idahex import orders as o
from hexfront.systems.idahex.commands import USAGE, CommandReader
from hexfront.systems.idahex.imagination import reconstruct
from hexfront.systems.idahex.offers import CLAUSES
from hexfront.systems.idahex.rules import IdahexRules

ALONE: Final = ("go", "stop")
"""Commands of one word; the others alone begin a draft."""


class CommandLanguage:
    """Reads the commands of both sides of one war."""

    def __init__(self, rules: IdahexRules) -> None:
        self._rules, self._setting = rules, rules.setting

    @property
    def usage(self) -> Mapping[str, str]:
        """How each command is written, by its first word."""
        return USAGE

    @cached_property
    def _readers(self) -> tuple[CommandReader, CommandReader]:
        units: dict[str, int] = {}
        for row, unit in enumerate(self._setting.units):
            units[str(unit.number)] = row
        transfer = int(self._setting.design.forces.transfer[0])
        red, blue = (
            CommandReader(self._rules.book, units, names, transfer)
            for names in self._setting.names.resources
        )
        return red, blue

    def read(self, view: View, text: str) -> Offer | None:
        """What the viewer orders; None where the first word is no command. Errors: `InputError`."""
        words = text.lower().split()
        if not words or words[0] not in USAGE or (len(words) == 1 and words[0] not in ALONE):
            return None
        codes = self._readers[view.viewer].read(text)
        draft = view.facts["own"][str(view.viewer)]["draft"]
        self._judge(view, text, codes)
        before = (o.ABANDON,) if draft else ()
        return Offer((*before, *codes), words[0], text.strip(), CLAUSES[codes[0]])

    def _judge(self, view: View, text: str, codes: tuple[int, ...]) -> None:
        """Refuse a command that the rules refuse, before any word of it is given."""
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
                expected = refusal.reason if code == o.END else f"{refusal.expected} ({usage})"
                raise InputError.at(f"command ({refusal.clause})", text, expected)
