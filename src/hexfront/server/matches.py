"""What can be played here, and new matches of it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hexfront.agents import agent_factories, best_agent
from hexfront.core.contract import SPECTATOR, Scenario, System
from hexfront.core.dice import SECRET_BYTES
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.core.strictjson import Json
from hexfront.play.store import MatchRecord, SeatKind, Store

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ReadyMatch:
    """A match that stands ready when the server opens: a person against machines."""

    system: str
    scenario: str | None = None
    opponent: str = ""
    """The name of an opponent; empty for the best that the system lists."""
    side: int = 0
    """The person's."""
    options: Mapping[str, Json] = field(default_factory=dict)
    """As in the scenario's document."""


@dataclass(frozen=True)
class NewMatchTokens:
    """A match that was made, and the tokens by side, the spectator's among them."""

    match: str
    title: str
    tokens: Mapping[int, str]


def create_ready(store: Store, ready: ReadyMatch) -> NewMatchTokens:
    """Store the match that stands ready. Errors: `InputError`, `NotSaved`."""
    system = find_system(ready.system)
    scenario = load_scenario(system, ready.scenario or None)
    if ready.options:
        old = scenario.document.get("options", {})
        document = {**scenario.document, "options": {**old, **ready.options}}
        scenario = system.load(document, None, f"scenario {scenario.name}")
    sides = len(system.rules(scenario).sides)
    if not 0 <= ready.side < sides:
        raise InputError.at("side", ready.side, f"0 to {sides - 1}")
    seats: list[tuple[SeatKind, str]] = [("machine", ready.opponent or best_agent(system))] * sides
    seats[ready.side] = ("person", "")
    return _store_match(store, system, scenario, seats)


def create_match(
    store: Store,
    system: System,
    scenario_name: str | None,
    seats: Sequence[tuple[SeatKind, str]],
    options: Mapping[str, str],
) -> NewMatchTokens:
    """Store a new match of a shipped scenario, with options as typed.

    Errors: `InputError`, `NotSaved`; then nothing was made.
    """
    if scenario_name and scenario_name not in scenario_names(system):
        # A path is for the command line; over the wire only shipped scenarios have names.
        known = ", ".join(scenario_names(system))
        raise InputError.at("scenario", scenario_name, f"one of: {known}")
    scenario = load_scenario(system, scenario_name or None)
    if options:
        if system.with_options is None:
            raise InputError.at("options", list(options), "none: this system has no options")
        scenario = system.with_options(scenario, options)
    return _store_match(store, system, scenario, seats)


def _store_match(
    store: Store, system: System, scenario: Scenario, seats: Sequence[tuple[SeatKind, str]]
) -> NewMatchTokens:
    rules = system.rules(scenario)
    if len(seats) != len(rules.sides):
        raise InputError.at("seats", f"<{len(seats)} seats>", f"{len(rules.sides)} seats")
    for side, (kind, agent) in enumerate(seats):
        if kind == "machine" and agent not in agent_factories(system):
            known = ", ".join(agent_factories(system))
            raise InputError.at(f"seats: /{side}/agent", agent, f"one of: {known}")
        if kind == "person" and agent:
            raise InputError.at(f"seats: /{side}/agent", agent, "no opponent for a person")
    match_id, tokens = store.create(
        system.name,
        system.version,
        scenario.document,
        secrets.token_bytes(SECRET_BYTES),
        seats,
    )
    return NewMatchTokens(match_id, scenario.title, tokens)


def create_again(store: Store, record: MatchRecord) -> NewMatchTokens:
    """Store a new match with the scenario and the seats of another. Errors: as `create_match`."""
    system = find_system(record.system)
    scenario = system.load(record.scenario, None, f"match {record.id}: scenario")
    seats: list[tuple[SeatKind, str]] = [
        (seat.kind, seat.agent) for seat in record.seats if seat.side != SPECTATOR
    ]
    return _store_match(store, system, scenario, seats)


@cache
def catalogue() -> list[Json]:
    """Every system that can be used, with scenarios, opponents and options."""
    found = []
    for name in system_names():
        try:
            found.append(_describe(find_system(name)))
        except (HexfrontError, ImportError):
            log.exception("system %s cannot be used", name)
    return found


def _describe(system: System) -> Json:
    return {
        "name": system.name,
        "title": system.title,
        "summary": system.summary,
        "agents": list(agent_factories(system)),
        "best_agent": best_agent(system),
        "options": _options(system),
        "scenarios": [_describe_scenario(system, name) for name in scenario_names(system)],
    }


def _describe_scenario(system: System, name: str) -> Json:
    scenario = load_scenario(system, name)
    rules = system.rules(scenario)
    document: Any = scenario.document if isinstance(scenario.document, dict) else {}
    shown = {side["name"]: side.get("title") for side in rules.board().get("sides", [])}
    return {
        "name": name,
        "title": scenario.title,
        "description": str(document.get("description", "")),
        "sides": list(rules.sides),
        "side_titles": [shown.get(side) or side for side in rules.sides],
        "options": _scenario_options(system, scenario),
        "default": name == system.default_scenario,
    }


def _scenario_options(system: System, scenario: Scenario) -> dict[str, Json]:
    """For each option the values that the scenario can be played with, and its own.

    Its own is the value that changes nothing in the document.
    """
    found = {}
    for name, values in system.options.items():
        fits, own = [], ""
        for value in values:
            try:
                changed = system.with_options and system.with_options(scenario, {name: value})
            except InputError:
                continue
            fits.append(value)
            if changed is not None and changed.document == scenario.document:
                own = value
        found[name] = {"values": fits, "value": own}
    return found


def _options(system: System) -> list[Json]:
    """The options of a system, in words where its published schema has words for them."""
    publish = system.schemas.get("scenario")
    definitions = publish().get("$defs", {}) if publish is not None else {}
    words = definitions.get("Options", {}).get("properties", {})
    return [
        {
            "name": name,
            "title": name.replace("_", " ").capitalize(),
            "description": " ".join(words.get(name, {}).get("description", "").split()),
        }
        for name in system.options
    ]
