"""What players ask at the prompt, answered from what they know (IDX-8).

show units [SIDE] [UNIT…] [in CELL…]
show cells [CELL…]
show forces [UNIT…]
show engagements [CELL…]
show involvement UNIT…
show map
show losses
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from hexfront.core.contract import View
from hexfront.core.errors import InputError
from hexfront.core.table.answers import Answer, Table
from hexfront.systems.idahex.deck.ranks import rank_and_row
from hexfront.systems.idahex.knowledge.determinization import reconstruct
from hexfront.systems.idahex.rules.combat.involvement import involvement_of
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.table.help import QUESTIONS, SHOW, explain
from hexfront.systems.idahex.table.tables import Facts, Tables, number

MANY: Final = 12
"""Engagements whose figures are all shown at once; of more, one asks cell by cell."""
EMPTY: Final = "."
"""A cell in which nobody stands, on the map."""


class Questions:
    """Answers the questions of players of one war."""

    def __init__(self, setting: Setting) -> None:
        self._setting, self._tables = setting, Tables(setting)
        self._rows = {str(unit.number): row for row, unit in enumerate(setting.units)}
        self._cells = {str(cell): cell for cell in self._tables.active_cells()}
        self._sides = {name.lower(): side for side, name in enumerate(setting.names.sides)}
        self._subjects: Final[dict[str, Callable[[View, list[str]], Answer]]] = {
            "units": self._units,
            "cells": self._show_cells,
            "forces": self._forces,
            "engagements": self._engagements,
            "involvement": self._involvement,
            "map": self._map,
            "losses": self._losses,
        }

    def answer(self, view: View, text: str) -> Answer | None:
        """What the viewer is told; None where the text is no question. Errors: `InputError`."""
        words = text.lower().replace(",", " ").split()
        if not words or words[0] not in QUESTIONS:
            return None
        if words[0] == "help":
            return explain(" ".join(words[1:]))
        if len(words) == 1 or words[1] not in self._subjects:
            raise InputError.at("show: what", " ".join(words[1:]) or "<nothing>", self._wanted())
        return self._subjects[words[1]](view, words[2:])

    def _wanted(self) -> str:
        return f"one of: {', '.join(self._subjects)} ({SHOW})"

    def completions(self, view: View, words: Sequence[str]) -> list[str]:
        """What may come after some words of a question."""
        if not words:
            return list(QUESTIONS)
        if words[0] == "show" and len(words) == 1:
            return list(self._subjects)
        units = [word for word, row in self._rows.items() if _exists(view.facts, row)]
        cells = [*self._cells]
        if words[0] == "show":
            following = {
                "units": cells if "in" in words else [*self._sides, "in", *units],
                "cells": cells,
                "engagements": [str(fight["cell"]) for fight in view.facts["engagements"]],
                "forces": [str(self._setting.units[row].number) for row in self._own_rows(view)],
                "involvement": [
                    str(self._setting.units[row].number) for row in self._own_rows(view)
                ],
            }
            return following.get(words[1], [])
        return []

    # Words

    def _own_rows(self, view: View) -> list[int]:
        return [row for own in view.facts["own"].values() for row in own["rows"]]

    def _unit(self, view: View, word: str, place: str) -> int:
        """The row of a unit that the viewer knows of; of others he learns not even the name."""
        row = self._rows.get(word)
        if row is None or not _exists(view.facts, row):
            raise InputError.at(place, word, "the number of a unit that you know of")
        return row

    def _own_unit(self, view: View, word: str, place: str) -> int:
        row = self._rows.get(word)
        if row is None or row not in self._own_rows(view):
            raise InputError.at(place, word, "the number of a unit of yours")
        return row

    def _cell(self, word: str, place: str) -> int:
        cell = self._cells.get(word)
        if cell is None:
            raise InputError.at(place, word, "the number of a cell that units can enter")
        return cell

    def _no_more(self, words: Sequence[str], place: str) -> None:
        if words:
            raise InputError.at(place, " ".join(words), "nothing more")

    # Answers

    def _title(self, view: View, what: str) -> str:
        return f"{view.title}: {what}"

    def _units(self, view: View, words: list[str]) -> Answer:
        facts = dict(view.facts)
        rows = [row for row in range(len(self._setting.units)) if _exists(facts, row)]
        at = words.index("in") if "in" in words else len(words)
        sides = {self._sides[word] for word in words[:at] if word in self._sides}
        given = [word for word in dict.fromkeys(words[:at]) if word not in self._sides]
        named = [self._unit(view, word, "show units") for word in given]
        cells = [self._cell(word, "show units in") for word in words[at + 1 :]]
        if at < len(words) and not cells:
            raise InputError.at("show units in", "<nothing>", "the number of a cell")
        if sides:
            rows = [row for row in rows if self._tables.side_of(row) in sides]
        if cells:
            rows = [row for row in rows if facts["units"][row][0] in cells]
        if named:
            for row in named:
                if row not in rows:
                    unit = self._tables.unit(row)
                    raise InputError.at("show units", unit, "a unit of that side, in that cell")
            rows = named
        stocks = self._tables.stocks(facts)
        held = [self._tables.held(facts, row) for row in named if row in stocks]
        table = self._tables.units(facts, rows)
        return Answer(self._title(view, "units"), "IDX-8", (), (table, *held))

    def _show_cells(self, view: View, words: list[str]) -> Answer:
        facts = dict(view.facts)
        named = [self._cell(word, "show cells") for word in dict.fromkeys(words)]
        table = self._tables.cells(facts, named or self._tables.active_cells())
        ways = [self._tables.ways(facts, cell) for cell in named]
        return Answer(self._title(view, "cells"), "IDX-2.1", (), (table, *ways))

    def _forces(self, view: View, words: list[str]) -> Answer:
        facts = dict(view.facts)
        if not facts["own"]:
            raise InputError.at("show forces", "<a spectator>", "a player, who has task forces")
        named = [self._own_unit(view, word, "show forces") for word in words]
        tables: list[Table] = []
        for side, own in facts["own"].items():
            leaders = dict(zip(own["rows"], own["leader"], strict=True))
            wanted = {leaders.get(row) for row in named} if named else {*leaders.values()}
            tables.append(self._force_table(facts, int(side), own, leaders, wanted))
            if own["deliveries"] and not named:
                tables.append(self._deliveries(own))
            if own["strikes"] and not named:
                tables.append(self._strikes(own))
        return Answer(self._title(view, "task forces"), "IDX-4.1", (), tuple(tables))

    def _force_table(
        self, facts: Facts, side: int, own: Any, leaders: dict[int, int], wanted: set[int | None]
    ) -> Table:
        lines = []
        for leader, force in own["forces"].items():
            if int(leader) not in wanted:
                continue
            units = [row for row, other in leaders.items() if other == int(leader)]
            orders = ", ".join(self._order(*order) for order in force["orders"])
            place, posture, objective = force["next"]
            towards = f" to {objective}" if objective != place else ""
            due = "waits" if force["due"] is None else number(force["due"])
            following = f"{self._tables.posture(posture)} in {place}{towards}"
            mode = str(force["mode"]) if force["mode"] else "no"
            lines.append((self._tables.numbers(units), mode, orders, following, due))
        name = self._setting.names.sides[side]
        headings = ("units", "stacked", "mission", "next status", f"at {self._setting.names.time}")
        return Table(f"Task forces of {name}", headings, tuple(lines), "IDX-4.1", 4)

    def _order(self, aim: int, wanted: int, start: float) -> str:
        return f"{aim} {wanted}" + (f" at {start:g}" if start > 0 else "")

    def _deliveries(self, own: Any) -> Table:
        lines = tuple(
            (
                self._tables.unit(leader),
                str(cell),
                self._tables.numbers(recipients) or "all there",
                f"{size:g}",
            )
            for leader, cell, recipients, size in own["deliveries"]
        )
        headings = ("task force of", "cell", "recipients", "size")
        return Table("Delivery orders", headings, lines, "IDX-4.2.2", 3)

    def _strikes(self, own: Any) -> Table:
        lines = tuple(
            (
                str(strike["target"]),
                "cas" if strike["close"] else "interdict",
                "" if strike["close"] else " ".join(map(str, strike["priority"])),
                ", ".join(f"{aircraft:g}" for aircraft in strike["aircraft"]),
            )
            for strike in own["strikes"]
        )
        headings = ("cell", "role", "posture classes", "aircraft")
        return Table("Air strikes entered", headings, lines, "IDX-6", 4)

    def _engagements(self, view: View, words: list[str]) -> Answer:
        facts = dict(view.facts)
        named = [self._cell(word, "show engagements") for word in words]
        fights = [f for f in facts["engagements"] if not named or f["cell"] in named]
        if named and len(fights) < len(set(named)):
            cells = ", ".join(str(f["cell"]) for f in facts["engagements"]) or "none now"
            raise InputError.at("show engagements", " ".join(words), f"of the cells: {cells}")
        tables: list[Table] = [self._overview(facts, fights)]
        if named or len(fights) <= MANY:
            for fight in fights:
                tables += self._tables.engagement(facts, fight)
        return Answer(self._title(view, "engagements"), "IDX-5", (), tuple(tables))

    def _overview(self, facts: Facts, fights: Sequence[Any]) -> Table:
        lines = []
        for fight in fights:
            rows: tuple[list[int], list[int]] = ([], [])
            for row, (*_, engagement, attacks) in enumerate(facts["units"]):
                if engagement == fight["row"]:
                    rows[0 if attacks else 1].append(row)
            figures = fight["figures"]
            lines.append(
                (
                    str(fight["cell"]),
                    self._setting.names.sides[fight["attacker"]],
                    self._tables.numbers(rows[0]),
                    self._tables.numbers(rows[1]),
                    number(figures["since"]),
                    number(figures["ratio"]),
                    number(figures["feba"]),
                )
            )
        headings = ("cell", "attacker", "attackers", "defenders", "since", "force ratio", "feba")
        return Table("Engagements", headings, tuple(lines), "IDX-5", 4)

    def _involvement(self, view: View, words: list[str]) -> Answer:
        facts = dict(view.facts)
        stocks = self._tables.stocks(facts)
        named = (self._own_unit(view, word, "show involvement") for word in words)
        rows = list(dict.fromkeys(named))
        if not rows:
            raise InputError.at("show involvement", "<nothing>", "units of yours, by number")
        side = self._tables.side_of(rows[0])
        for word, row in zip(dict.fromkeys(words), rows, strict=True):
            if self._tables.side_of(row) != side:
                raise InputError.at("show involvement", word, "units of one side")
        state = reconstruct(self._setting, facts)
        shares = involvement_of(self._setting.design, state, rows)
        lines = tuple(
            (
                name,
                number(sum(stocks[row][i] for row in rows)),
                number(float(shares[i])),
                number(sum(stocks[row][i] for row in rows) * float(shares[i])),
            )
            for i, name in enumerate(self._setting.names.resources[side])
        )
        caption = f"If {self._tables.numbers(rows)} fought side by side"
        headings = ("resource", "held", "share involved", "involved")
        table = Table(caption, headings, lines, "IDX-5.4.1")
        return Answer(self._title(view, "involvement"), "IDX-5.4.1", (), (table,))

    def _losses(self, view: View, words: list[str]) -> Answer:
        self._no_more(words, "show losses")
        facts = dict(view.facts)
        tables = tuple(self._tables.losses(facts, int(side)) for side in facts["own"])
        if not tables:
            raise InputError.at("show losses", "<a spectator>", "a player, who knows his losses")
        return Answer(self._title(view, "losses"), "IDX-8", (), tables)

    def _map(self, view: View, words: list[str]) -> Answer:
        self._no_more(words, "show map")
        lines = tuple(self._map_lines(dict(view.facts)))
        red, blue = self._setting.names.sides
        legend = (
            f"Number of the cell, {red[0]} or {blue[0]} for its owner, then how many units of",
            f"{red} and {blue} stand there; ! where there is an engagement.",
        )
        return Answer(self._title(view, "the area of war"), "IDX-2.1", (*legend, "", *lines))

    def _map_lines(self, facts: Facts) -> Iterator[str]:
        """The ranks as columns; every second one stands half a cell lower."""
        rank1 = self._first_rank()
        standing = self._tables.standing(facts)
        fights = {fight["cell"] for fight in facts["engagements"]}
        grid: dict[tuple[int, int], str] = {}
        for cell in self._tables.active_cells():
            rank, row = rank_and_row(cell, rank1)
            here = [self._tables.side_of(unit) for unit in standing.get(cell, [])]
            who = f"{here.count(0)}/{here.count(1)}" if here else EMPTY
            mark = "!" if cell in fights else ""
            owner = self._setting.names.sides[facts["owner"][cell]][0]
            grid[2 * row + rank % 2, rank] = f"{cell}{owner} {who}{mark}"
        width = max((len(text) for text in grid.values()), default=0) + 1
        ranks = max((rank for _, rank in grid), default=-1) + 1
        for line in range(max((line for line, _ in grid), default=-1) + 1):
            row_text = (grid.get((line, rank), "").ljust(width) for rank in range(ranks))
            yield "".join(row_text).rstrip()

    def _first_rank(self) -> int:
        """nrank1: how many cells stand above each other in the first rank (IDX-2.1)."""
        at = self._setting.design.area.at
        return int((at[1:, 0] == 0).sum())


def _exists(facts: Mapping[str, Any], row: int) -> bool:
    """Whether the viewer knows that there is such a unit: no reinforcement of the enemy (2.2.1)."""
    place, posture, *_ = facts["units"][row]
    return bool(place or posture)
