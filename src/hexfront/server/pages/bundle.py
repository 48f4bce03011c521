"""A page's modules joined to one script.

A hundred modules asked for one by one keep browser and server busy for longer than the rest of a
first paint. Nothing is translated: each module becomes a function that is called at once, after
those that it imports, and only its `import` and `export` are written anew, without a change of
lines. A source map leads from each line to the module's own file.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final, NamedTuple

WEB: Final = Path(__file__).parents[2] / "web"

_DATA: Final = re.compile(r'^import (\w+) from "(\.[^"]+)" with \{ type: "json" \};$', re.M)
_IMPORT: Final = re.compile(r'^import\s*(\w+|\{[^}]*\})\s*from\s*"(\.[^"]+)";', re.M)
_PASSED_ON: Final = re.compile(r'^export (\{[^}]*\}) from "(\.[^"]+)";$', re.M)
_DECLARED: Final = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.M)
_LISTED: Final = re.compile(r"\bexport(\{[^}]*\});?(?=\s*\Z)")
_DEFAULT: Final = re.compile(r"\bexport default ?")
_LEFT: Final = re.compile(r"^(?:import|export)\b.*|\bexport[ {].*\Z", re.M)


class Bundle(NamedTuple):
    """A script, and the source map that leads from its lines to the modules."""

    script: str
    source_map: str


def make_bundle(script: str) -> Bundle:
    """A script of the web folder with all that it imports. Its source map has its name and `.map`.

    Errors: `ValueError` for an `import` or `export` of a form that no module here has.
    """
    functions, sections, line = [], [], 0
    for module in modules_of(script):
        text = (WEB / module).read_text(encoding="utf-8")
        functions.append(_Module(module).as_function(text))
        lines = text.count("\n") + 1
        sections.append(_section(module, line, lines))
        line += lines
    functions.append(f"//# sourceMappingURL={Path(script).name}.map\n")
    return Bundle("\n".join(functions), json.dumps({"version": 3, "sections": sections}))


def modules_of(script: str) -> list[str]:
    """Paths below the web folder: a script and all that it imports, each after its own imports."""
    found: dict[str, None] = {}

    def add(module: str) -> None:
        if module not in found:
            text = (WEB / module).read_text(encoding="utf-8")
            for form in (_IMPORT, _PASSED_ON):
                for _, target in form.findall(text):
                    add(_path(module, target))
            found[module] = None

    add(script)
    return list(found)


def _path(module: str, target: str) -> str:
    """Below the web folder: what a module names as seen from itself."""
    return (WEB / module).parent.joinpath(target).resolve().relative_to(WEB).as_posix()


def _section(module: str, line: int, lines: int) -> dict[str, object]:
    """Of a source map: so many lines from `line` on are those of the module."""
    each = "AAAA" + ";AACA" * (lines - 1)
    source = {"version": 3, "sources": [f"/static/{module}"], "names": [], "mappings": each}
    return {"offset": {"line": line, "column": 0}, "map": source}


class _Module:
    """A module on its way into a bundle."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._exports: list[str] = []
        """Members of the object that its function returns."""

    def as_function(self, text: str) -> str:
        """The module as a constant: the object of its exports."""
        for form, rewritten in (
            (_DATA, self._data),
            (_IMPORT, self._import),
            (_PASSED_ON, self._passed_on),
            (_DECLARED, self._declared),
            (_LISTED, self._listed),
            (_DEFAULT, self._default),
        ):
            text = form.sub(rewritten, text)
        if left := _LEFT.search(text):
            raise ValueError(f"{self._path}: {left[0][:80]}")
        exports = ", ".join(self._exports)
        return f"const {_constant(self._path)} = (() => {{ {text};return {{ {exports} }}; }})();"

    def _object(self, target: str) -> str:
        return _constant(_path(self._path, target))

    def _data(self, found: re.Match[str]) -> str:
        data = json.loads((WEB / _path(self._path, found[2])).read_text(encoding="utf-8"))
        return f"const {found[1]} = {json.dumps(data, separators=(',', ':'))};"

    def _import(self, found: re.Match[str]) -> str:
        names = found[1] if found[1][0] == "{" else f"{{ default as {found[1]} }}"
        return f"const {names.replace(' as ', ': ')} = {self._object(found[2])};"

    def _passed_on(self, found: re.Match[str]) -> str:
        names = [name.strip() for name in found[1].strip("{}").split(",")]
        self._exports += [f"{name}: {self._object(found[2])}.{name}" for name in names]
        return ""

    def _declared(self, found: re.Match[str]) -> str:
        self._exports.append(found[1])
        return ""

    def _listed(self, found: re.Match[str]) -> str:
        for name in found[1].strip("{}").split(","):
            inner, _, outer = name.partition(" as ")
            self._exports.append(f"{outer or inner}: {inner}")
        return ""

    def _default(self, _: re.Match[str]) -> str:
        self._exports.append("default: exported")
        return "const exported = "


def _constant(path: str) -> str:
    return re.sub(r"\W", "_", path)
