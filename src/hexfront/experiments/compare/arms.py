"""The arms of a comparison, as they are typed: what each is, and that all are of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from hexfront.agents import agent_factories
from hexfront.agents.levels import levels_of
from hexfront.agents.networks import path_of
from hexfront.core.errors import InputError
from hexfront.core.scenario import scenario_names
from hexfront.core.system import System

GIT: Final = "git:"
HERE: Final = "here"
EXPECTED: Final = (
    "a scenario (a name, or a file ending in .json or .toml), an agent, options as KEY=VALUE,…, or "
    "a version: here, git:REVISION, FILE.whl, or the folder of a virtual environment"
)


class ArmKind(StrEnum):
    """What arms are."""

    SCENARIO = "scenario"
    AGENT = "agent"
    OPTIONS = "options"
    VERSION = "version"


@dataclass(frozen=True)
class Arm:
    """One of the things that are compared."""

    text: str
    """As typed."""
    kind: ArmKind

    @property
    def name(self) -> str:
        """Short, for tables: of a path its last part."""
        is_path = self.kind in (ArmKind.SCENARIO, ArmKind.VERSION) and "/" in self.text
        return Path(self.text).name if is_path and not self.text.startswith(GIT) else self.text

    @property
    def options(self) -> dict[str, str]:
        """Those that an arm of options sets. Errors: `InputError`."""
        found: dict[str, str] = {}
        for part in self.text.split(","):
            key, mark, value = part.partition("=")
            if not (mark and key and value) or key in found:
                raise InputError.at("ARM", self.text, "KEY=VALUE,…, each key once")
            found[key] = value
        return found


def read_arms(system: System, texts: Sequence[str]) -> list[Arm]:
    """What is compared. Errors: `InputError` for fewer than two, what is none, mixed kinds."""
    if len(texts) < 2:
        found = ", ".join(texts) or "<nothing>"
        raise InputError.at("ARM …", found, f"two or more, each {EXPECTED}")
    if len(set(texts)) < len(texts):
        raise InputError.at("ARM …", ", ".join(texts), "each once")
    arms = [Arm(text, _kind(system, text)) for text in texts]
    for arm in arms[1:]:
        if arm.kind is not arms[0].kind:
            expected = f"of the kind of {arms[0].text}: {arms[0].kind}"
            raise InputError.at("ARM", f"{arm.text} ({arm.kind})", expected)
    if arms[0].kind is ArmKind.OPTIONS:
        keys = set(arms[0].options)
        for arm in arms[1:]:
            if set(arm.options) != keys:
                expected = f"the same keys as in {arms[0].text}: {', '.join(sorted(keys))}"
                raise InputError.at("ARM", arm.text, expected)
    return arms


def _kind(system: System, text: str) -> ArmKind:
    """Errors: `InputError`."""
    if text in scenario_names(system) or text.endswith((".json", ".toml")):
        return ArmKind.SCENARIO
    if text == HERE or text.startswith(GIT) or text.endswith(".whl") or Path(text).is_dir():
        return ArmKind.VERSION
    known = (*agent_factories(system), *system.studying.agents, *levels_of(system))
    if text.partition(":")[0] in known or path_of(text) is not None:
        return ArmKind.AGENT
    if text.partition("=")[0] in system.scenarios.options:
        return ArmKind.OPTIONS
    near = [*scenario_names(system), *agent_factories(system), *system.scenarios.options]
    raise InputError.at("ARM", text, f"{EXPECTED}; {system.name} knows {', '.join(near)}")
