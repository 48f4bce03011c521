"""The registry: a third-party package adds a system by an entry point."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.core.errors import InputError, SystemBroken
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import load_scenario, scenario_names

Register = Callable[[str, str], None]


def test_a_third_party_system_is_found(register: Register) -> None:
    assert "duel" not in system_names()
    register("duel", "tests.kit.duel:SYSTEM")
    assert "duel" in system_names()
    system = find_system("duel")
    assert (system.name, system.title) == ("duel", "Duel")
    assert scenario_names(system) == ["pair", "three"]
    assert system.rules(load_scenario(system, "three")).sides == ("Red", "Blue", "Green")


def test_it_is_gone_without_its_package() -> None:
    assert "duel" not in system_names()
    with pytest.raises(InputError, match="system: found 'duel', expected one of: "):
        find_system("duel")


def test_the_names_are_sorted_and_hexfronts_own_are_among_them(register: Register) -> None:
    register("aaa", "tests.kit.duel:SYSTEM")
    names = system_names()
    assert names == sorted(names)
    assert {"aaa", "brigade"} <= set(names)


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("other", "tests.kit.duel:SYSTEM"),
        ("duel", "tests.kit.duel:DuelRules"),
        ("duel", "tests.kit.duel:NO_SUCH_THING"),
        ("duel", "tests.kit.no_such_module:SYSTEM"),
    ],
)
def test_a_broken_package_is_named(register: Register, name: str, target: str) -> None:
    register(name, target)
    with pytest.raises(SystemBroken, match=f"entry point {target}"):
        find_system(name)


def test_names_that_are_no_systems() -> None:
    for name in ("", "../brigade", "\x00", "Brigade", "x" * 10_000):
        with pytest.raises(InputError, match="system: found "):
            find_system(name)


def test_scenarios_by_name_and_file(register: Register, tmp_path: Path) -> None:
    register("duel", "tests.kit.duel:SYSTEM")
    system = find_system("duel")
    assert load_scenario(system).name == "pair"
    shipped = system.folder / "data" / "scenarios" / "three.json"
    copy = tmp_path / "my.json"
    copy.write_text(shipped.read_text())
    assert load_scenario(system, copy).name == "three"
    with pytest.raises(InputError, match=r"found 'four', expected a file ending in \.json"):
        load_scenario(system, "four")
    with pytest.raises(InputError, match=r"none\.json: found <No such file"):
        load_scenario(system, tmp_path / "none.json")
    copy.write_text(shipped.read_text().replace('"rounds": 3', '"rounds": 0'))
    with pytest.raises(InputError, match=r"my\.json: line 1: /rounds: found 0, expected 1 or more"):
        load_scenario(system, copy)


def test_importing_the_registry_loads_no_system() -> None:
    """The first command must start fast."""
    import subprocess

    code = "import sys, hexfront.core.registry as r; r.system_names(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "hexfront.systems.brigade" not in done.stdout.split()
