"""What all simulations of a process share, since it is alike in all and nobody changes it."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.core.contract import Rules, Scenario
from hexfront.core.documents.strictjson import Json, write_json
from hexfront.core.registry import find_system
from hexfront.core.system import System
from hexfront.play.storage.database import FILE_NAME
from hexfront.play.storage.store import Store


@cache
def shared_system(name: str) -> System:
    """A system that makes the rules of each scenario once, for all matches of it."""
    system = find_system(name)
    scenarios: dict[str, Scenario] = {}
    rules: dict[int, Rules[Any]] = {}

    def load(document: Json, folder: Path | None, place: str) -> Scenario:
        key = write_json(document)
        if key not in scenarios:
            scenarios[key] = system.scenarios.load(document, folder, place)
        return scenarios[key]

    def rules_of(scenario: Any) -> Rules[Any]:
        if id(scenario) not in rules:
            rules[id(scenario)] = system.rules(scenario)
        return rules[id(scenario)]

    return replace(system, rules=rules_of, scenarios=replace(system.scenarios, load=load))


@cache
def _empty_store() -> bytes:
    """The file of a store without matches, as the store makes it."""
    folder = Path(tempfile.mkdtemp(prefix="hexfront-simulation-"))
    try:
        Store(folder).close()
        return (folder / FILE_NAME).read_bytes()
    finally:
        shutil.rmtree(folder)


def put_empty_store(folder: Path) -> None:
    """Put a store without matches into a folder."""
    (folder / FILE_NAME).write_bytes(_empty_store())
