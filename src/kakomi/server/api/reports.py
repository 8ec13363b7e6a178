"""The lab's reports: a list for the page that shows them in short, and each as the page it is."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from kakomi.server import schemas
from kakomi.server.api.games import Here, json
from kakomi.server.http.errors import Refusal

router = APIRouter(tags=["reports"])


@router.get("/api/reports", response_model=schemas.ReportList)
def reports(context: Here, game: Annotated[str | None, Query(max_length=64)] = None) -> Response:
    """What was measured of all games or of one, in short; where there is a page that compares them all, its address."""
    found = context.reports.listed()
    kept = [each for each in found.reports if game in (None, each.game)]
    return json(found.model_copy(update={"reports": kept}).model_dump())


@router.api_route("/reports/{name}.html", methods=["GET", "HEAD"], include_in_schema=False)
def report(request: Request, context: Here, name: Annotated[str, Path(max_length=64)]) -> Response:
    """A report's page, in a sandbox: it has no origin, so it can ask for nothing in the reader's name."""
    page = context.reports.page(name)
    if page is None:
        raise Refusal("report/unknown", "there is no report of this name; /api/reports lists those there are", 404)
    headers = {
        "content-security-policy": page.policy,
        "cross-origin-opener-policy": "unsafe-none",  # a sandboxed page with any other is not shown by browsers
        "cache-control": "no-cache",
        "etag": page.tag,
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == page.tag:
        return Response(None, 304, headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(page.plain, headers=headers, media_type="text/html; charset=utf-8")
    return Response(page.packed, headers={**headers, "content-encoding": "gzip"}, media_type="text/html; charset=utf-8")
