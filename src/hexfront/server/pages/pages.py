"""The pages as the server sends them.

A page loads one script, which holds its modules and its style sheets, since a second request would
wait for a connection of its own. With `?modules` in its address it loads them one by one, as they
stand in the web folder at that moment.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
from functools import cache
from typing import Final, NamedTuple

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from hexfront.core.errors import InputError
from hexfront.server.pages.bundle import WEB, make_bundle
from hexfront.server.pages.manual import manual_page


class Page(NamedTuple):
    """What one page has that others do not: all the rest its script draws."""

    title: str
    screen: str
    """The module in `js/screens` that is its script."""
    sheets: tuple[str, ...]
    """Its style sheets, in their order."""

    @property
    def script(self) -> str:
        """The path of its script in the web folder."""
        return f"js/screens/{self.screen}.js"


PAGES: Final = {
    "/": Page("Hexfront", "home", ("base", "home")),
    "/play": Page(
        "Hexfront",
        "play",
        ("base", "play", "stage", "words", "orders", "log", "chat", "playback", "learn"),
    ),
    "/join": Page("Hexfront", "join", ("base", "home")),
    "/mail": Page("Hexfront", "mail", ("base", "home")),
    "/by-mail": Page("Orders by file · Hexfront", "bymail", ("base", "home", "people")),
    "/operator": Page("Operator · Hexfront", "operator", ("base", "home", "operator")),
    "/campaign": Page("Campaign · Hexfront", "campaign", ("base", "home", "campaign")),
    "/lobby": Page("Lobby · Hexfront", "lobby", ("base", "home", "people")),
    "/account": Page("Account · Hexfront", "account", ("base", "home", "people")),
    "/player": Page("Player · Hexfront", "player", ("base", "home", "people")),
    "/tournaments": Page(
        "Tournaments · Hexfront", "tournaments", ("base", "home", "people", "tournaments")
    ),
    "/edit": Page("Hexfront: editor", "edit", ("base", "edit", "mapedit")),
}
"""By path."""

_HEAD: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
"""
_TEXT: Final = (
    _HEAD
    + """\
<title>{title}</title>
<link rel="icon" href="/static/icon.svg">
{sheets}<script type="module" src="/static/{script}"></script>
</head>
<body><noscript>Hexfront needs JavaScript.</noscript></body>
</html>
"""
)
_MISSING: Final = (
    _HEAD
    + """\
<title>No such page · Hexfront</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/home.css">
<script type="module" src="/static/js/map/theme.js"></script>
</head>
<body><main class="home narrow"><section class="card"><h1>There is no such page</h1>
<p>Perhaps its address was not copied whole. <a href="/">To the home page</a></p>
</section></main></body>
</html>
"""
)
_SHEET: Final = '<link rel="stylesheet" href="/static/css/{}.css">\n'
_STYLED: Final = (
    "document.adoptedStyleSheets = [new CSSStyleSheet()];"
    "document.adoptedStyleSheets[0].replaceSync(%s);"
)
"""Before a script, on its first line."""


def page_routes() -> list[BaseRoute]:
    """Routes of the pages and of all that they load."""
    return [
        *(Route(path, _page) for path in PAGES),
        Route("/rules/{system}", _rules),
        Route("/push.js", _worker),
        Route("/static/bundles/{name}", _bundle_file),
        Mount("/static", GZipMiddleware(StaticFiles(directory=WEB))),
    ]


def page_text(page: Page, modules: bool = False) -> str:
    """A page, which loads one script; with `modules` it loads its modules and style sheets."""
    if not modules:
        return _TEXT.format(title=page.title, sheets="", script=f"bundles/{page.screen}.js")
    sheets = "".join(map(_SHEET.format, page.sheets))
    return _TEXT.format(title=page.title, sheets=sheets, script=page.script)


def missing_page(request: Request) -> Response | None:
    """What a person gets at an address without a page; None for a program."""
    asks = request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    return HTMLResponse(_MISSING, 404) if asks else None


def _page(request: Request) -> Response:
    # Which match a page shows stands in the fragment, which browsers do not send.
    return HTMLResponse(page_text(PAGES[request.url.path], "modules" in request.query_params))


def _worker(request: Request) -> Response:
    """The service worker; it stands above all pages, since it acts for what stands below it."""
    text = (WEB / "worker" / "push.js").read_text(encoding="utf-8")
    return Response(text, media_type="text/javascript")


async def _rules(request: Request) -> Response:
    try:
        page = await asyncio.to_thread(manual_page, request.path_params["system"])
    except InputError:
        raise HTTPException(404) from None
    return HTMLResponse(page)


def _bundle_file(request: Request) -> Response:
    file = bundle_files().get(request.path_params["name"])
    if file is None:
        raise HTTPException(404)
    headers = {"ETag": file.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("If-None-Match") == file.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return Response(gzip.decompress(file.zipped), headers=headers, media_type=file.media_type)
    headers["Content-Encoding"] = "gzip"
    return Response(file.zipped, headers=headers, media_type=file.media_type)


class BundleFile(NamedTuple):
    """A file as it is sent: compressed once, since that takes longer than all else."""

    zipped: bytes
    tag: str
    media_type: str


@cache
def bundle_files() -> dict[str, BundleFile]:
    """Every page's script and its source map by name, made once in a process."""
    files = {}
    for page in PAGES.values():
        sheets = (WEB / "css" / f"{sheet}.css" for sheet in page.sheets)
        style = "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
        bundle = make_bundle(page.script)
        script = _STYLED % json.dumps(style) + bundle.script
        files[f"{page.screen}.js"] = _file(script, "text/javascript")
        files[f"{page.screen}.js.map"] = _file(bundle.source_map, "application/json")
    return files


def _file(text: str, media_type: str) -> BundleFile:
    data = text.encode()
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    return BundleFile(gzip.compress(data, mtime=0), tag, media_type)
