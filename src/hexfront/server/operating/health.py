"""Whether a process lives, and whether it should be sent players."""

from __future__ import annotations

import asyncio
import time

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from hexfront.play.storage.database import NotSaved
from hexfront.play.storage.store import Store
from hexfront.server.tables.tables import Tables

DATABASE_SECONDS = 2.0
"""A database that is slower is no use."""

router = APIRouter(include_in_schema=False)


async def database_seconds(store: Store) -> float | None:
    """How long the database takes to answer; None where it does not, or takes too long."""
    began = time.perf_counter()
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            await asyncio.to_thread(store.read, "SELECT 1")
    except (NotSaved, TimeoutError):
        return None
    return time.perf_counter() - began


async def unready(tables: Tables) -> list[str]:
    """Why new players should go to another process; empty where they are welcome."""
    found = []
    if await database_seconds(tables.store) is None:
        found.append("the database does not answer")
    if tables.membership is not None and not tables.membership.lease.good:
        found.append("the lease of this process has run out")
    if tables.draining:
        found.append("this process is about to be stopped")
    return found


@router.get("/healthz")
async def healthz() -> Response:
    """That this process answers."""
    return JSONResponse({"status": "ok"})


@router.get("/readyz")
async def readyz(request: Request) -> Response:
    """Whether this process should be sent players."""
    reasons = await unready(request.app.state.tables)
    if reasons:
        return JSONResponse({"status": "not ready", "reasons": reasons}, 503)
    return JSONResponse({"status": "ready"})
