"""Which rules of a system are checked: its scenarios, and their options."""

from __future__ import annotations

import contextlib
import itertools
from typing import Any

from hexfront.core.contract import Rules
from hexfront.core.errors import InputError
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.core.system import System


def rules_of(system: System, most: int = 32) -> dict[str, Rules[Any]]:
    """The rules that a system must keep the contract with, by a name for each.

    Every shipped scenario, and the default scenario with every combination of
    options; where there are more than `most` of those, with each option alone.
    Combinations that the scenario does not allow are left out.
    """
    if bool(system.scenarios.options) != (system.scenarios.with_options is not None):
        raise AssertionError(f"{system.name}: `options` and `with_options` need each other")
    found = {name: system.rules(load_scenario(system, name)) for name in scenario_names(system)}
    if system.scenarios.with_options is not None:
        default = load_scenario(system)
        for changes in _changes(system, most):
            with contextlib.suppress(InputError):
                label = ",".join(f"{name}={value}" for name, value in changes.items())
                scenario = system.scenarios.with_options(default, changes)
                found[f"{default.name}:{label}"] = system.rules(scenario)
    return found


def _changes(system: System, most: int) -> list[dict[str, str]]:
    names = list(system.scenarios.options)
    combinations = [
        {name: value for name, value in zip(names, values, strict=True) if value != default[name]}
        for default in [{name: system.scenarios.options[name][0] for name in names}]
        for values in itertools.product(*system.scenarios.options.values())
    ]
    if len(combinations) > most:
        combinations = [changes for changes in combinations if len(changes) == 1]
    return [changes for changes in combinations if changes]
