"""The built front end: fingerprinted files are cached forever; every other path gives the single page."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response

from kakomi.server.http.errors import Refusal

FOLDER = Path(__file__).parents[1] / "web"
FOREVER = "public, max-age=31536000, immutable"
TEXTS = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
NOT_BUILT = (
    b"<!doctype html><meta charset=utf-8><title>Kakomi</title>"
    b"<p>The front end has not been built. Run <code>make web</code>, then reload this page."
)

router = APIRouter(include_in_schema=False)
_kept: dict[tuple[Path, float], bytes] = {}


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
def page(request: Request, path: str) -> Response:
    """A file of the front end, or its page."""
    if path == "api" or path.startswith("api/"):
        raise Refusal("not-found", "there is nothing at this address; /api/openapi.json describes the API", 404)
    asset = _file(path)
    if asset is None and (path.startswith("assets/") or "." in path.rpartition("/")[2]):
        raise Refusal("not-found", "there is no such file", 404)
    return send(request, asset, fingerprinted=path.startswith("assets/"))


def send(request: Request, asset: Path | None, fingerprinted: bool = False, status: int = 200) -> Response:
    """A file, by default the single page that shows every address."""
    file = FOLDER / "index.html" if asset is None else asset
    if not file.is_file():
        return Response(NOT_BUILT, 503, {"cache-control": "no-store"}, "text/html")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    if kind.startswith(TEXTS):
        kind += "; charset=utf-8"
    return file_answer(request, file, kind, FOREVER if asset is not None and fingerprinted else "no-cache", status)


def file_answer(request: Request, file: Path, kind: str, cache: str, status: int = 200) -> Response:
    """A file, compressed if there is a compressed one beside it."""
    headers = {"cache-control": cache, "vary": "accept-encoding"}
    packed = file.with_name(file.name + ".gz")
    if "gzip" in request.headers.get("accept-encoding", "") and packed.is_file():
        headers["content-encoding"] = "gzip"
        file = packed
    return Response(_bytes(file), status, headers, kind)


def _file(path: str) -> Path | None:
    """The file at this path, if it is inside the folder."""
    if not path or "\0" in path or "\\" in path or any(part in ("", ".", "..") for part in path.split("/")):
        return None
    file = FOLDER / path
    return file if len(path) < 200 and file.is_file() and file.suffix != ".gz" else None


def _bytes(file: Path) -> bytes:
    key = (file, file.stat().st_mtime)
    if key not in _kept:
        if len(_kept) > 500:
            _kept.clear()
        _kept[key] = file.read_bytes()
    return _kept[key]
