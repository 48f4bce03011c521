"""The pages as the server sends them: each names all its modules at once.

A browser finds a module's imports only after it has read the module. Named in
the page, all are asked for together, and the board is painted earlier.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).parents[2] / "web"
PAGES: Final = {"/": "index.html", "/play": "play.html", "/join": "join.html", "/mail": "mail.html"}

_SCRIPT = re.compile(r'<script type="module" src="/static/([^"]+)">')
_IMPORT = re.compile(r'^(?:import|export|\}).*? "(\.[^"]+\.js)";$', re.MULTILINE)


def page_text(file: str) -> str:
    """A page, with a link that loads each module of its script ahead."""
    text = (WEB / file).read_text(encoding="utf-8")
    modules: dict[Path, None] = {}
    for script in _SCRIPT.findall(text):
        _find_modules(WEB / script, modules)
    links = (
        f'<link rel="modulepreload" href="/static/{module.relative_to(WEB).as_posix()}">\n'
        for module in modules
    )
    return text.replace("</head>", f"{''.join(links)}</head>")


def _find_modules(module: Path, found: dict[Path, None]) -> None:
    """Add a module and all that it imports, in the order in which they are met."""
    if module in found:
        return
    found[module] = None
    for target in _IMPORT.findall(module.read_text(encoding="utf-8")):
        _find_modules((module.parent / target).resolve(), found)
