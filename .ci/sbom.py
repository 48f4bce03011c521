"""Writes the software bill of materials of a server: CycloneDX, as JSON.

python .ci/sbom.py dist/hexfront-serve.cdx.json

What `pip install --require-hashes -r requirements/serve.txt` installs, with the hashes of that file
and the licence that each package names; and what others wrote of the web pages
(`src/hexfront/web/vendor/README.md`). Run where the packages of that file are installed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType, Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

ROOT: Final = Path(__file__).parents[1]
VENDOR: Final = ROOT / "src" / "hexfront" / "web" / "vendor"
PIN: Final = re.compile(
    r"^(\S+)==(\S+)(?: ; ([^\\]*?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.M
)
ROW: Final = re.compile(r"^\| `([^`]+)` \| (\S+) (\S+?),?(?: `[^`]*`)? \| ([\w. -]+?) \(", re.M)
SPDX: Final = {"Apache 2.0": "Apache-2.0", "MIT": "MIT"}
OLD: Final = {
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-3-Clause",
    "License :: OSI Approved :: Python Software Foundation License": "PSF-2.0",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "License :: OSI Approved :: ISC License (ISCL)": "ISC",
}
"""Classifiers of packages that name no SPDX expression."""


def main(target: Path) -> None:
    """Write the bill."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bom = Bom()
    bom.metadata.component = root = Component(
        type=ComponentType.APPLICATION,
        name=project["name"],
        version=project["version"],
        bom_ref=project["name"],
        licenses=[LicenseFactory().make_from_string(project["license"])],
    )
    parts = [*python_parts(), *web_parts()]
    for part in parts:
        bom.components.add(part)
    bom.register_dependency(root, parts)
    text = JsonV1Dot6(bom).output_as_string(indent=2)
    if errors := JsonStrictValidator(SchemaVersion.V1_6).validate_str(text):
        raise SystemExit(f"{target}: {errors}")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text + "\n", encoding="utf-8")
    print(f"{target}: {len(parts)} parts")


def python_parts() -> Iterator[Component]:
    """What pip installs. Errors: `SystemExit` where a package or its licence is not known."""
    text = (ROOT / "requirements" / "serve.txt").read_text(encoding="utf-8")
    for name, version, marker, hashes in PIN.findall(text):
        try:
            installed = distribution(name)
            if installed.version != version:
                raise SystemExit(f"{name} {installed.version} is installed, not {version}")
            licences = LicenseFactory().make_from_string(licence_of(installed))
        except PackageNotFoundError:
            if not marker:  # it is for another system or version of Python
                raise
            licences = None
        yield Component(
            type=ComponentType.LIBRARY,
            name=name,
            version=version,
            purl=PackageURL("pypi", name=name, version=version),
            bom_ref=f"pypi:{name}",
            licenses=[licences] if licences else (),
            # One of these files is installed: which one says the system that installs.
            properties=[
                Property(name="hexfront:file:sha256", value=value)
                for value in re.findall(r"sha256:([0-9a-f]{64})", hashes)
            ]
            + ([Property(name="hexfront:only", value=marker)] if marker else []),
        )


def licence_of(package: Distribution) -> str:
    """The licence that a package names. Errors: `SystemExit` where it names none."""
    said = package.metadata
    expression = said.get("License-Expression")
    if expression:
        return expression
    for classifier in said.get_all("Classifier") or []:
        if classifier in OLD:
            return OLD[classifier]
    text = (said.get("License") or "").strip().split("\n")[0]
    if not text:
        raise SystemExit(f"{said['Name']} names no licence")
    return text


def web_parts() -> Iterator[Component]:
    """What stands in the folder of vendored modules, as its README says."""
    lines = (VENDOR / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    sums = {name: value for value, name in (line.split("  ") for line in lines)}
    rows = ROW.findall((VENDOR / "README.md").read_text(encoding="utf-8"))
    if {row[0] for row in rows} != {name for name in sums if name.endswith(".js")}:
        raise SystemExit(f"{VENDOR / 'README.md'} does not tell of every file")
    for file, name, version, licence in rows:
        yield Component(
            type=ComponentType.FILE,
            name=file,
            version=version,
            purl=PackageURL("npm", name=name, version=version),
            bom_ref=f"web:{file}",
            licenses=[LicenseFactory().make_from_string(SPDX[licence])],
            hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sums[file])],
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
