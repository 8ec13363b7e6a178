"""The lab's reports: a list of summaries, and each report as a page; and what is known about each game."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from kakomi import games
from kakomi.core.game_files.knowledge import knowledge_of
from kakomi.server import schemas
from kakomi.server.http import pages
from kakomi.server.http.deps import Running, json_response
from kakomi.server.http.errors import Refusal

router = APIRouter(tags=["reports"])


@router.get("/api/reports", response_model=schemas.ReportList)
def reports(runtime: Running, game: Annotated[str | None, Query(max_length=64)] = None) -> Response:
    """Summaries of the reports on all games or one, and the address of the page that compares all games."""
    listed = runtime.reports.listed()
    kept = [each for each in listed.reports if game in (None, each.game)]
    return json_response(listed.model_copy(update={"reports": kept}).model_dump())


@router.get("/api/knowledge", response_model=schemas.KnowledgeList)
def knowledge(game: Annotated[str | None, Query(max_length=64)] = None) -> Response:
    """What is known about all games or one, each statement with its status."""
    known = [
        schemas.GameKnowledge(
            game=each.name,
            title=each.title,
            statements=[
                schemas.StatementOut(
                    text=statement.text,
                    status=statement.status,
                    about=statement.about,
                    interval=statement.interval,
                    repeat=list(statement.repeat),
                )
                for statement in knowledge_of(each)
            ],
        )
        for each in games.all_games()
        if game in (None, each.name) and knowledge_of(each)
    ]
    return json_response(schemas.KnowledgeList(games=known).model_dump())


@router.api_route("/reports/{name}.html", methods=["GET", "HEAD"], include_in_schema=False)
def report(request: Request, runtime: Running, name: Annotated[str, Path(max_length=64)]) -> Response:
    """A report's page, in a sandbox: without an origin it can do nothing in the reader's name."""
    page = runtime.reports.page(name)
    if page is None and "text/html" in request.headers.get("accept", ""):
        return pages.send(request, None, status=404)  # the front end says so to people
    if page is None:
        raise Refusal("report/unknown", "there is no report of this name; /api/reports lists all reports", 404)
    headers = {
        "content-security-policy": page.policy,
        "cross-origin-opener-policy": "unsafe-none",  # browsers do not show a sandboxed page with any other value
        "cache-control": "no-cache",
        "etag": page.tag,
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == page.tag:
        return Response(None, 304, headers)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(page.plain, headers=headers, media_type="text/html; charset=utf-8")
    return Response(
        page.compressed, headers={**headers, "content-encoding": "gzip"}, media_type="text/html; charset=utf-8"
    )
