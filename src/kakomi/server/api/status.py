"""Health, metrics, versions."""

from __future__ import annotations

import asyncio
import platform
import time
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kakomi import __version__
from kakomi import games as catalogue
from kakomi.core.system import processes
from kakomi.server import schemas
from kakomi.server.http.addresses import is_loopback
from kakomi.server.http.deps import Running, json_response
from kakomi.server.http.errors import Refusal

router = APIRouter(tags=["status"])


@router.get("/healthz", response_model=schemas.Health, responses={503: {"model": schemas.Health}})
async def health(runtime: Running) -> Response:
    """Whether the server works; status 503 with a code if not. It costs nothing: the database is probed every second."""
    database = runtime.condition or "ok"
    stats = runtime.engines.stats()
    engines = f"{stats['workers']:g} of {runtime.settings.engines} running"
    good = database == "ok" and not runtime.closing
    body = {"status": "ok" if good else "failing", "database": database, "engines": engines}
    return json_response(body, 200 if good else 503)


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(request: Request, runtime: Running) -> Response:
    """Metrics for Prometheus, on this machine only: a proxy's visitors have addresses of their own."""
    if not is_loopback(request.client.host if request.client else ""):
        raise Refusal("metrics/closed", "metrics are shown to this machine alone", 403)
    store, peak = runtime.store, processes.peak_memory()
    further: dict[str, float] = {
        "rooms": len(runtime.rooms),
        "tasks": len(asyncio.all_tasks()),
        "store_batches": store.batches,
        "store_jobs": store.written,
        "store_seconds": store.seconds,
        "cpu_seconds": time.process_time(),
        **({} if peak is None else {"peak_memory_bytes": peak}),
        **{f"background_{name}": value for name, value in runtime.background.stats().items()},
        **{f"engine_{name}": value for name, value in runtime.engines.stats().items()},
    }
    return Response(runtime.metrics.text(further), media_type="text/plain; version=0.0.4; charset=utf-8")


@router.get("/api/about", response_model=schemas.About)
async def about() -> Response:
    """Versions of the program and of the rules of each game."""
    body: dict[str, Any] = {
        "version": __version__,
        "rules": {game.name: game.version for game in catalogue.all_games()},
        "python": platform.python_version(),
        "licence": "MIT",
    }
    return json_response(body)
