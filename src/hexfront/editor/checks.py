"""What is wrong with a draft, and where: the same as `hexfront validate` says of its files."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from hexfront.core.contract import Rules
from hexfront.core.documents.places import LABELS
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError, Problem
from hexfront.core.registry import find_system
from hexfront.core.scenario import FileScenario, scenario_warnings
from hexfront.core.system import System
from hexfront.editor.documents import PLACE, SCENARIO, Documents, load

_UNITS = ("name", "id", "title")
LOOK_BACK_SECONDS: Final = 2.0


class DraftProblem(NamedTuple):
    """Something that is wrong with a draft."""

    role: str
    """Of the document where it stands."""
    pointer: str
    """JSON pointer in this document."""
    place: str
    """The hex or the unit, as the map or the list calls it; empty where there is none."""
    text: str
    warning: bool = False
    """Whether the scenario can be played all the same."""


@dataclass
class _Checked:
    documents: Documents
    problems: list[DraftProblem]
    rules: Rules[Any] | None
    """Of the last sound documents."""
    looked_back: bool = False
    """Whether these were looked for among earlier documents."""


class Checker:
    """Checks drafts, and keeps what came of it: a change then costs what it touched.

    Safe to use from several threads.
    """

    def __init__(self, kept: int = 8) -> None:
        """`kept`: of so many drafts."""
        self._kept: OrderedDict[str, _Checked] = OrderedDict()
        self._most = kept
        self._lock = threading.RLock()

    def check(self, draft: str, system_name: str, documents: Documents) -> list[DraftProblem]:
        """Every problem of a draft; where there are none, its warnings."""
        with self._lock:
            last = self._kept.get(draft)
            if last is None or not _unchanged(last.documents, documents):
                rules = last.rules if last else None
                parts = _read_parts(last, documents) if last else {}
                problems, rules = _check(find_system(system_name), documents, parts, rules)
                last = _Checked(documents, problems, rules, last is not None and last.looked_back)
            self._kept[draft] = last
            self._kept.move_to_end(draft)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
            return last.problems

    def rules(self, draft: str) -> Rules[Any] | None:
        """The rules of a checked draft, as it was when it was last sound; None where never."""
        with self._lock:
            return self._kept[draft].rules if draft in self._kept else None

    def look_back(self, draft: str, system_name: str, earlier: Iterable[Documents]) -> None:
        """Take the rules of a checked draft that are not kept any more, as the server began anew
        or others were checked, from the newest of its earlier documents that are sound.

        Args:
            draft: which was checked before.
            system_name: of the draft.
            earlier: its documents, the newest first; for `LOOK_BACK_SECONDS` they are looked at.
        """
        with self._lock:
            kept = self._kept.get(draft)
            if kept is None or kept.rules is not None or kept.looked_back:
                return
            kept.looked_back = True
            end = time.monotonic() + LOOK_BACK_SECONDS
            for documents in earlier:
                _, kept.rules = _check(find_system(system_name), documents, {}, None)
                if kept.rules is not None or time.monotonic() > end:
                    return

    def forget(self, draft: str) -> None:
        """Keep nothing of a draft that was deleted."""
        with self._lock:
            self._kept.pop(draft, None)


def _unchanged(old: Documents, new: Documents) -> bool:
    """Whether no document was replaced: what a patch touches is a new one."""
    return old.keys() == new.keys() and all(old[role] is new[role] for role in new)


def _read_parts(last: _Checked, documents: Documents) -> dict[str, Any]:
    """Large parts that have not changed since the draft was last sound, as they were read."""
    sound = last.rules is not None and not any(not one.warning for one in last.problems)
    scenario = last.rules.scenario if sound and last.rules is not None else None
    if not isinstance(scenario, FileScenario):
        return {}
    return {
        role: part
        for role, part in scenario.read_parts.items()
        if role in documents and documents[role] is last.documents.get(role)
    }


def check(system: System, documents: Documents) -> list[DraftProblem]:
    """Every problem of documents; where there are none, their warnings."""
    return _check(system, documents, {}, None)[0]


def _check(
    system: System, documents: Documents, parts: dict[str, Any], rules: Rules[Any] | None
) -> tuple[list[DraftProblem], Rules[Any] | None]:
    try:
        scenario = load(system, {**documents, **parts})
        # What no file can tell alone shows when it is compiled.
        rules = system.rules(scenario)
        warnings: Iterable[Problem] = scenario_warnings(system, scenario, PLACE)
    except InputError as error:
        return [draft_problem(documents, problem) for problem in error.problems], rules
    found = [draft_problem(documents, problem)._replace(warning=True) for problem in warnings]
    return found, rules


def draft_problem(documents: Documents, problem: Problem) -> DraftProblem:
    """A problem of the whole scenario as one of the document where it stands."""
    # A part that is read by itself stands before the pointer in it.
    place = problem.place.removeprefix(PLACE).removeprefix(":").strip().replace(": /", "/")
    pointer = place.partition(" ")[0] if place.startswith("/") else ""
    first, _, rest = pointer.removeprefix("/").partition("/")
    role = first if first in documents and first != SCENARIO else SCENARIO
    inside = pointer if role == SCENARIO else f"/{rest}" if rest else ""
    found = problem.found
    if found.startswith("<") and found.endswith(">"):
        found = found[1:-1]
    end = "" if problem.expected.endswith("?") else "."
    text = f"Found: {found}. Needed: {problem.expected}{end}"
    if not pointer and place:
        text = f"{place}: {text}"
    return DraftProblem(role, inside, label_at(documents[role], inside), text)


def label_at(document: Json, pointer: str) -> str:
    """What the deepest entry on the way to a place is called: a hex, a name; empty for none."""
    found = ""
    for part in pointer.split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list) and key.isdecimal() and int(key) < len(document):
            document = document[int(key)]
            found = entry_label(document) or found
        elif isinstance(document, dict) and key in document:
            document = document[key]
            if isinstance(document, dict) and key.isdecimal():
                found = key  # such as a hex by its number
        else:
            break
    return found


def entry_label(entry: Json) -> str:
    """What an entry of a list is called; empty where it has no name."""
    if isinstance(entry, dict):
        labels = _UNITS + LABELS if "hex" in entry and "name" in entry else LABELS
        for label in labels:
            if isinstance(value := entry.get(label), str | int) and not isinstance(value, bool):
                return str(value)
    return ""
