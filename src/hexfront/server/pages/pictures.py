"""Pictures for pages: of systems and scenarios, as a spectator knows their start, and symbols."""

from __future__ import annotations

import asyncio
import gzip
import logging
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from pydantic import StringConstraints

from hexfront.core.contract import SPECTATOR, Scenario
from hexfront.core.packs import MARK
from hexfront.core.registry import find_system
from hexfront.core.system import System
from hexfront.pictures import board_svg
from hexfront.pictures.svg import element, escape
from hexfront.pictures.symbols.nato import COUNTER_STROKE, draw_symbol
from hexfront.server.matches import packs_stamp, scenario_named
from hexfront.server.pages.diagrams import diagram_svg
from hexfront.server.wire.bodies import ErrorAnswer, SymbolDrawing, Symbols

log = logging.getLogger(__name__)

SECONDS_TO_KEEP = 3600
MAX_KEPT = 256
Codes = Annotated[
    list[Annotated[str, StringConstraints(max_length=30)]], Query(min_length=1, max_length=50)
]
"""Of symbols in one answer."""
WIDTH, HEIGHT = 480, 300
_SVG: dict[int | str, dict[str, Any]] = {
    "200": {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}

router = APIRouter(prefix="/api/pictures", responses={"4XX": {"model": ErrorAnswer}})


@router.get("/{system}.svg", response_class=Response, responses=_SVG)
async def system_picture(system: str, request: Request, dark: str | None = None) -> Response:
    """The picture of a system: that of its default scenario."""
    return _answer(request, await asyncio.to_thread(_picture, system, "", dark is not None))


@router.get("/{system}/{scenario}.svg", response_class=Response, responses=_SVG)
async def scenario_picture(
    system: str, scenario: str, request: Request, dark: str | None = None
) -> Response:
    """The picture of a scenario of a system, shipped or installed; with `dark` for a dark page."""
    drawn = await asyncio.to_thread(_scenario_picture, system, scenario, dark is not None)
    return _answer(request, drawn)


@router.get("/{system}/diagrams/{number}.svg", response_class=Response, responses=_SVG)
async def diagram_picture(
    system: str, number: int, request: Request, dark: str | None = None
) -> Response:
    """A diagram of a system's manual, counted from 1; with `dark` for a dark page."""
    drawn = await asyncio.to_thread(diagram_svg, system, number, dark is not None)
    return _answer(request, gzip.compress(drawn.encode(), mtime=0))


@router.get("/symbols")
async def symbols(code: Codes, response: Response) -> Symbols:
    """The NATO symbols of codes; every text has one, with a question mark where it is no code."""
    response.headers["Cache-Control"] = f"max-age={SECONDS_TO_KEEP}"
    return Symbols(symbols={one: _symbol(one) for one in code})


def _symbol(code: str) -> SymbolDrawing:
    drawn = draw_symbol(code, COUNTER_STROKE)
    box = drawn.left, drawn.top, drawn.width, drawn.height
    return SymbolDrawing(box=box, parts=list(drawn.parts))


def _answer(request: Request, data: bytes) -> Response:
    """The answer with a picture that is compressed."""
    headers = {"Cache-Control": f"max-age={SECONDS_TO_KEEP}", "Vary": "Accept-Encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        data = gzip.decompress(data)
    return Response(data, media_type="image/svg+xml", headers=headers)


def _scenario_picture(system: str, scenario: str, dark: bool) -> bytes:
    """A picture that is made anew where the scenario's pack may be another one now."""
    return _picture(system, scenario, dark, packs_stamp() if MARK in scenario else ())


@lru_cache(MAX_KEPT)
def _picture(
    system_name: str, scenario_name: str, dark: bool, packs: tuple[tuple[str, int], ...] = ()
) -> bytes:
    """A picture, compressed. Errors: `InputError`."""
    system = find_system(system_name)
    drawn = draw_scenario(system, scenario_named(system, scenario_name), dark=dark)
    return gzip.compress(drawn.encode(), mtime=0)


def draw_scenario(system: System, scenario: Scenario, *, dark: bool) -> str:
    """The picture of a scenario as SVG."""
    rules = system.rules(scenario)
    try:
        view = rules.view(rules.start(), SPECTATOR)
        return board_svg(rules.board(), view, dark=dark, numbers=False, width=WIDTH)
    except (KeyError, TypeError, ValueError):
        log.info("%s/%s has no board that can be drawn", system.name, scenario.name)
        return _card(scenario.title, dark)


def _card(title: str, dark: bool) -> str:
    """A picture for what has no map: a hexagon on plain ground."""
    ground, shape = ("#33291d", "#d99a55") if dark else ("#f3e3d2", "#8a4a1c")
    return element(
        "svg",
        element("title", escape(title)),
        element("rect", width=WIDTH, height=HEIGHT, fill=ground),
        element("path", d="M240 60 318 105v90L240 240 162 195V105z", fill=shape),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=WIDTH,
        height=HEIGHT,
        role="img",
    )
