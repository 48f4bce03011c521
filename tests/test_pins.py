"""What others wrote is what was chosen: exact versions with hashes, vendored files."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
VENDORED = ("src/hexfront/web/vendor", "tests/pictures/vendor")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PIN = re.compile(
    r"^(\S+)==(\S+)( ; [^\\]*)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE
)


def wanted(extra: str) -> list[Requirement]:
    """What Hexfront with an extra asks for, extras of its own taken apart."""
    found = [Requirement(text) for text in PROJECT["dependencies"]]
    for text in PROJECT["optional-dependencies"][extra]:
        requirement = Requirement(text)
        if requirement.name == PROJECT["name"]:
            found += [one for inner in sorted(requirement.extras) for one in wanted(inner)]
        else:
            found.append(requirement)
    return found


@pytest.mark.parametrize("extra", ["web", "serve", "all", "dev"])
def test_every_pin_has_hashes_and_suits_the_project(extra: str) -> None:
    text = (ROOT / "requirements" / f"{extra}.txt").read_text(encoding="utf-8")
    pins = {canonicalize_name(name): Version(version) for name, version, *_ in PIN.findall(text)}
    assert len(pins) == len(re.findall(r"^[\w.-]+ *[=<>@~]", text, re.MULTILINE))
    assert "://" not in text
    for requirement in wanted(extra):
        assert pins[canonicalize_name(requirement.name)] in requirement.specifier, requirement


def test_the_pins_agree() -> None:
    """A command behaves alike after `make play` and after `make test`."""
    found: dict[str, set[str]] = {}
    for path in (ROOT / "requirements").glob("*.txt"):
        for name, version, *_ in PIN.findall(path.read_text(encoding="utf-8")):
            found.setdefault(name, set()).add(version)
    assert {name: versions for name, versions in found.items() if len(versions) > 1} == {}


def test_the_checks_of_browser_modules_are_locked_by_hashes() -> None:
    text = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    packages = json.loads(text)["packages"]
    asked = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    assert packages.pop("")["devDependencies"] == asked
    assert {name.removeprefix("node_modules/") for name in packages} >= set(asked)
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name


def test_numba_is_capped() -> None:
    """Inner parts of it are used, so only releases that were tried are allowed."""
    numba = next(r for r in wanted("web") if r.name == "numba")
    operators = {spec.operator for spec in numba.specifier}
    assert operators & {"<", "<=", "==", "~="}


@pytest.mark.parametrize("folder", VENDORED)
def test_vendored_files_are_those_that_were_taken(folder: str) -> None:
    vendor = ROOT / folder
    lines = (vendor / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    listed = dict(reversed(line.split("  ")) for line in lines)
    there = [path for path in vendor.iterdir() if path.suffix in (".js", ".LICENSE")]
    assert listed == {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in there}


def test_the_bill_of_materials_has_every_part_with_its_licence(tmp_path: Path) -> None:
    """What a server installs by its pins, and the vendored parts of its pages, valid CycloneDX."""
    target = tmp_path / "bill" / "serve.cdx.json"
    subprocess.run([sys.executable, ROOT / ".ci" / "sbom.py", target], check=True)
    parts = {part["name"]: part for part in json.loads(target.read_text())["components"]}
    pins = (ROOT / "requirements" / "serve.txt").read_text(encoding="utf-8")
    others = {"htm.module.js", "preact.module.js", "preact-hooks.module.js"}
    assert set(parts) == {name for name, *_ in PIN.findall(pins)} | others
    for name, part in parts.items():
        known = {entry["name"]: entry["value"] for entry in part.get("properties", [])}
        assert part.get("licenses") or "hexfront:only" in known, name
        assert part.get("hashes") or known["hexfront:file:sha256"] in pins
    assert parts["psycopg"]["licenses"] == [{"license": {"id": "LGPL-3.0-only"}}]
    assert parts["htm.module.js"]["licenses"] == [{"license": {"id": "Apache-2.0"}}]
