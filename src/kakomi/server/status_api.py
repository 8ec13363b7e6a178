"""Health, metrics, versions."""

from __future__ import annotations

import asyncio
import platform
import time
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from sqlalchemy import select

from kakomi import __version__
from kakomi import games as catalogue
from kakomi.core.errors import KakomiError
from kakomi.core.system import processes
from kakomi.server import models
from kakomi.server.games_api import Here, json

router = APIRouter(tags=["status"])


@router.get("/healthz", response_model=models.Health, responses={503: {"model": models.Health}})
async def health(context: Here) -> Response:
    """Can it serve? Status 503 where it cannot."""
    try:
        await context.store.read(lambda base: base.execute(select(1)).scalar_one())
        database = "ok"
    except KakomiError as error:
        database = str(error)
    stats = context.engines.stats()
    engines = f"{stats['workers']:g} of {context.settings.engines} running"
    good = database == "ok" and not context.closing
    told = {"status": "ok" if good else "failing", "database": database, "engines": engines}
    return json(told, 200 if good else 503)


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(context: Here) -> Response:
    """Counts and times for Prometheus."""
    store, peak = context.store, processes.peak_memory()
    further: dict[str, float] = {
        "rooms": len(context.hub.rooms),
        "tasks": len(asyncio.all_tasks()),
        "store_batches": store.batches,
        "store_jobs": store.written,
        "store_seconds": store.seconds,
        "cpu_seconds": time.process_time(),
        **({} if peak is None else {"peak_memory_bytes": peak}),
        **{f"engine_{name}": value for name, value in context.engines.stats().items()},
    }
    return Response(context.metrics.text(further), media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/api/about", response_model=models.About)
async def about() -> Response:
    """Versions of the program and of each game's rules."""
    told: dict[str, Any] = {
        "version": __version__,
        "rules": {game.name: game.version for game in catalogue.all_games()},
        "python": platform.python_version(),
        "licence": "MIT",
    }
    return json(told)
