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
import re
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

PAGES: Final = {
    "/": "index.html",
    "/play": "play.html",
    "/join": "join.html",
    "/mail": "mail.html",
    "/by-mail": "bymail.html",
    "/operator": "operator.html",
    "/campaign": "campaign.html",
    "/lobby": "lobby.html",
    "/account": "account.html",
    "/player": "player.html",
    "/tournaments": "tournaments.html",
    "/edit": "edit.html",
}

_SCRIPT: Final = re.compile(r'(?<=<script type="module" src="/static/)js/screens/(\w+\.js)')
_SHEETS: Final = re.compile(r'(?:<link rel="stylesheet" href="/static/css/\w+\.css">\s*)+')
_STYLED: Final = (
    "document.adoptedStyleSheets = [new CSSStyleSheet()];"
    "document.adoptedStyleSheets[0].replaceSync(%s);"
)
"""Before a script, on its first line."""
_SHEET: Final = re.compile(r'href="/static/(css/\w+\.css)"')


def page_routes() -> list[BaseRoute]:
    """Routes of the pages and of all that they load."""
    return [
        *(Route(path, _page) for path in PAGES),
        Route("/rules/{system}", _rules),
        Route("/push.js", _worker),
        Route("/static/bundles/{name}", _bundle_file),
        Mount("/static", GZipMiddleware(StaticFiles(directory=WEB))),
    ]


def page_text(file: str, modules: bool = False) -> str:
    """A page, which loads one script; with `modules` it loads others, as it is written."""
    text = (WEB / file).read_text(encoding="utf-8")
    if modules:
        return text
    return _SCRIPT.sub(r"bundles/\1", _SHEETS.sub("", text))


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
        text = page_text(page, modules=True)
        style = "".join((WEB / path).read_text(encoding="utf-8") for path in _SHEET.findall(text))
        for found in _SCRIPT.finditer(text):
            bundle = make_bundle(found[0])
            files[found[1]] = _file(_STYLED % json.dumps(style) + bundle.script, "text/javascript")
            files[f"{found[1]}.map"] = _file(bundle.source_map, "application/json")
    return files


def _file(text: str, media_type: str) -> BundleFile:
    data = text.encode()
    tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
    return BundleFile(gzip.compress(data, mtime=0), tag, media_type)
