"""Scenarios of live matches: read once, however many matches are played on one."""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from typing import Final
from weakref import WeakValueDictionary

from hexfront.core.contract import Scenario
from hexfront.core.documents.strictjson import Json, write_json
from hexfront.core.system import System


@dataclass(frozen=True, eq=False)
class SharedScenario:
    """What a scenario is to all matches that are played on it; nobody changes it."""

    document: Json
    """As it is stored."""
    scenario: Scenario


_known: Final[WeakValueDictionary[tuple[str, str, bytes], SharedScenario]] = WeakValueDictionary()
"""Those of matches in memory, by system, its version, and a hash of the document."""
_lock: Final = threading.Lock()


def shared_scenario(system: System, document: Json, place: str) -> SharedScenario:
    """The scenario in a document; the same object as long as a match holds it.

    Errors: `InputError` with every problem, each with its place.
    """
    text = write_json(document).encode()
    about = (system.name, system.version, hashlib.sha256(text).digest())
    with _lock:
        found = _known.get(about)
    if found is None:
        found = SharedScenario(document, system.scenarios.load(document, None, place))
        with _lock:
            found = _known.setdefault(about, found)
    return found
