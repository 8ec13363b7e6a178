"""The catalogue, boards without a live game, explanations, rules pages. Nothing here needs to know the player."""

from __future__ import annotations

import logging
from functools import cache
from typing import Annotated, Any, Literal

import orjson
from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from kakomi import games
from kakomi.core.game import Game, RuleSet
from kakomi.core.game_files.endings import button_labels
from kakomi.core.game_files.sample import SampleError, SampleGame, sample_of
from kakomi.core.match import Match
from kakomi.core.options import Option
from kakomi.core.svg import material_of
from kakomi.core.svg.looks import drawing
from kakomi.core.svg.page import page_material
from kakomi.server import schemas
from kakomi.server.content import rules_page
from kakomi.server.http.deps import SVG_POLICY, Running, work_for

LEVELS = 10
SVG = "image/svg+xml"
SVG_CONTENT: dict[str, Any] = {SVG: {"schema": {"type": "string"}}}
Theme = Literal["auto", "light", "dark"]
STABLE = {"Cache-Control": "public, max-age=300"}

router = APIRouter(prefix="/api", tags=["boards"])
log = logging.getLogger("kakomi.server.content.boards")


@router.get("/catalogue", response_model=schemas.Catalogue)
def catalogue() -> Response:
    """All games with their rule sets and every option's declaration."""
    return Response(_catalogue(), media_type="application/json", headers=STABLE)


@router.post("/board", response_model=schemas.BoardOut)
async def board(request: Request, body: schemas.BoardIn, runtime: Running) -> Response:
    """The board after some moves, with the legal moves as click paths."""
    return _respond(await work_for(request, runtime, "board", body))


@router.post("/explain", response_model=schemas.Explanation)
async def explanation(request: Request, body: schemas.ExplainIn, runtime: Running) -> Response:
    """Why some clicks do not make a move on such a board, and what would."""
    return _respond(await work_for(request, runtime, "explanation", body))


@router.post("/lines", response_model=schemas.LinesOut)
async def lines(request: Request, body: schemas.LinesIn, runtime: Running) -> Response:
    """Lines of moves that the engine in the page found, as texts."""
    return _respond(await work_for(request, runtime, "lines", body))


@router.post("/exact", response_model=schemas.ExactOut)
async def exact(request: Request, body: schemas.BoardIn, runtime: Running) -> Response:
    """What each move comes to with perfect play, where an exact table is ready."""
    return _respond(await work_for(request, runtime, "exact", body))


@router.post("/picture", response_class=Response, responses={200: {"content": SVG_CONTENT}})
async def picture(request: Request, body: schemas.PictureIn, runtime: Running) -> Response:
    """The board as a picture."""
    drawn = await work_for(request, runtime, "picture", body)
    return Response(drawn, media_type=SVG, headers={"content-security-policy": SVG_POLICY})


@router.get("/rules/{game}", response_model=schemas.RulesPage)
def rules(game: schemas.Name64) -> Response:
    """A game's rules as safe HTML, with exercises."""
    return Response(_rules(games.get(game)), media_type="application/json", headers=STABLE)


@router.get("/rules/{game}/diagrams/{number}.svg", response_class=Response, responses={200: {"content": SVG_CONTENT}})
def diagram(game: schemas.Name64, number: Annotated[int, Path(ge=0, le=99)], theme: Theme = "auto") -> Response:
    """A diagram of the rules page as a picture."""
    picture = rules_page.picture(games.get(game), number, theme)
    return Response(picture, media_type=SVG, headers={**STABLE, "content-security-policy": SVG_POLICY})


def _respond(content: bytes) -> Response:
    return Response(content, media_type="application/json")


@cache
def _rules(game: Game) -> bytes:
    return orjson.dumps(rules_page.page(game))


@cache
def _catalogue() -> bytes:
    return orjson.dumps({"games": [_game(game) for game in games.all_games()], "drawing": drawing()})


def _game(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "by": game.by,
        "about": game.about,
        "rule_sets": [_rule_set(game, each) for each in game.rule_sets],
        "levels": LEVELS,
        "material": page_material(material_of(game), f"k-{game.name}"),
        "sample": _sample(game),
        "buttons": button_labels(game),
    }


def _sample(game: Game) -> SampleGame | None:
    """The game's sample; one that cannot be played is logged and left out."""
    try:
        return sample_of(game)
    except SampleError as error:
        log.warning(str(error))
        return None


def _rule_set(game: Game, rule_set: RuleSet) -> dict[str, Any]:
    return {
        "name": rule_set.name,
        "help": rule_set.help,
        "scored": rule_set.scored,
        "options": [_option(option) for option in rule_set.options],
        "sides": Match(game, rule_set.name).sides,
    }


def _option(option: Option) -> dict[str, Any]:
    kind = ("either" if option.words else "number") if option.takes_number else "choice"
    return {
        "name": option.name,
        "label": option.label or option.name.replace("_", " ").capitalize(),
        "kind": kind,
        "words": option.words,
        "low": option.low if option.takes_number else None,
        "high": option.high if option.takes_number else None,
        "default": option.default,
        "help": option.help,
    }
