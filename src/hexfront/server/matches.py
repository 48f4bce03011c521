"""What can be played here, and new matches of it."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from hexfront.agents import agent_factories
from hexfront.core.contract import Scenario, System
from hexfront.core.dice import SECRET_BYTES
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.core.strictjson import Json
from hexfront.play.store import SeatKind, Store

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


@dataclass(frozen=True)
class NewMatchTokens:
    """A match that was made, and the tokens by side, the spectator's among them."""

    match: str
    title: str
    tokens: Mapping[int, str]


def best_agent(system: System) -> str:
    """The last opponent that the system lists, `random` where it lists none."""
    return list(agent_factories(system))[-1]


def with_options(scenario: Scenario, options: Mapping[str, Json], system: System) -> Scenario:
    """A scenario with some of its options changed. Errors: `InputError`."""
    if not options:
        return scenario
    document = scenario.document
    old = document.get("options", {}) if isinstance(document, dict) else {}
    changed = {**document, "options": {**old, **options}}
    return system.load(changed, None, f"scenario {scenario.name}")


def create_match(
    store: Store,
    system: System,
    scenario_name: str | None,
    seats: Sequence[tuple[SeatKind, str]],
    options: Mapping[str, Json],
) -> NewMatchTokens:
    """Store a new match. Errors: `InputError`, `NotSaved`; then nothing was made."""
    if scenario_name and scenario_name not in scenario_names(system):
        # A path is for the command line; over the wire only shipped scenarios have names.
        known = ", ".join(scenario_names(system))
        raise InputError.at("scenario", scenario_name, f"one of: {known}")
    scenario = with_options(load_scenario(system, scenario_name or None), options, system)
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


def create_ready(store: Store, ready: ReadyMatch) -> NewMatchTokens:
    """Store the match that stands ready. Errors: `InputError`, `NotSaved`."""
    system = find_system(ready.system)
    rules = system.rules(load_scenario(system, ready.scenario or None))
    if not 0 <= ready.side < len(rules.sides):
        raise InputError.at("side", ready.side, f"0 to {len(rules.sides) - 1}")
    agent = ready.opponent or best_agent(system)
    seats: list[tuple[SeatKind, str]] = [("machine", agent)] * len(rules.sides)
    seats[ready.side] = ("person", "")
    return create_match(store, system, ready.scenario, seats, ready.options)


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
    document: Any = scenario.document if isinstance(scenario.document, dict) else {}
    return {
        "name": name,
        "title": scenario.title,
        "description": str(document.get("description", "")),
        "sides": list(system.rules(scenario).sides),
        "options": document.get("options", {}),
        "default": name == system.default_scenario,
    }


def _options(system: System) -> list[Json]:
    """The options of a scenario, read from its published schema: choices and switches."""
    publish = system.schemas.get("scenario")
    if publish is None:
        return []
    schema = publish()
    definitions = schema.get("$defs", {})

    def resolve(part: Json) -> Json:
        for inner in part.get("allOf", []):
            part = {**inner, **part}
        reference = part.get("$ref", "")
        return {**definitions.get(reference.rpartition("/")[2], {}), **part} if reference else part

    properties = resolve(schema.get("properties", {}).get("options", {})).get("properties", {})
    options = []
    for name, raw in properties.items():
        part = resolve(raw)
        boolean = part.get("type") == "boolean"
        values = [False, True] if boolean else part.get("enum", [])
        if values:
            options.append(
                {
                    "name": name,
                    "title": part.get("title", name),
                    "description": part.get("description", ""),
                    "values": values,
                    "default": part.get("default", values[0]),
                }
            )
    return options
