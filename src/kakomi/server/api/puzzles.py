"""Puzzles over HTTP: which games have them, the next one near your strength, a try, and what you have solved.

Only the first try at a puzzle changes your rating: solved without a wrong move, or not. Puzzles can be looked at without a
cookie; a try needs one, as a game does.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response
from sqlalchemy import Connection

from kakomi import games
from kakomi.core.game import Game
from kakomi.puzzles import strength
from kakomi.puzzles.collection import find_puzzle, games_with_puzzles, near_rating, puzzles_of
from kakomi.puzzles.judge import Judgement, judge, task
from kakomi.puzzles.puzzle import Puzzle
from kakomi.server import schemas
from kakomi.server.content.boards import BACKGROUND
from kakomi.server.http.deps import Running, SignedIn, Visitor, json_response
from kakomi.server.http.errors import Refusal
from kakomi.server.live import clocks
from kakomi.store import puzzles as stored
from kakomi.store.puzzles import RatingRow, TryRow

router = APIRouter(prefix="/api/puzzles", tags=["puzzles"])
PuzzleId = Annotated[str, Path(min_length=1, max_length=32, pattern="^[0-9a-f]+$")]
HIGHEST = 4000  # no rating is higher
CHOICES = 5  # the next puzzle is one of this many near your rating, so that two visitors do not get the same list


@dataclass(frozen=True)
class _Progress:
    """What is stored about a player and the puzzles of a game."""

    rating: float
    count: int
    tried: dict[str, bool]

    def standing(self, total: int) -> dict[str, int]:
        """As schemas.PuzzleStanding."""
        return {
            "rating": round(self.rating),
            "count": self.count,
            "solved": sum(self.tried.values()),
            "total": total,
        }


def _progress(database: Connection, player: str, game: str) -> _Progress:
    row = stored.get_rating(database, player, game)
    rating, count = (strength.START, 0) if row is None else (row.rating, row.count)
    return _Progress(rating, count, stored.tried(database, player, game))


NOTHING = _Progress(strength.START, 0, {})


@router.get("/games", response_model=schemas.PuzzleList)
async def list_games(runtime: Running, visitor: Visitor) -> Response:
    """The games that have puzzles, how many, and how you stand in each."""
    known = await BACKGROUND.run(games_with_puzzles)
    progress = {game.name: NOTHING for game in known}
    if visitor is not None:
        me = visitor.id
        progress = await runtime.store.read(
            lambda database: {game.name: _progress(database, me, game.name) for game in known}
        )
    return json_response({"games": [_game(game, progress[game.name]) for game in known]})


@router.get("", response_model=schemas.PuzzleOut)
async def choose(
    runtime: Running,
    visitor: Visitor,
    game: Annotated[str, Query(min_length=1, max_length=64)],
    rules: Annotated[str | None, Query(max_length=64)] = None,
    near: Annotated[int | None, Query(ge=0, le=HIGHEST)] = None,
    skip: Annotated[str | None, Query(max_length=32)] = None,
) -> Response:
    """A puzzle near a rating, by default your own, that you have not tried yet; `skip` is one not to be given."""
    chosen = games.get(game)
    progress = await _read(runtime, visitor, chosen)
    rating = progress.rating if near is None else near
    found = await BACKGROUND.run(lambda: _choose(chosen, rules, rating, progress.tried, skip))
    return await _puzzle(found, progress)


@router.get("/{game}/{puzzle}", response_model=schemas.PuzzleOut)
async def look(game: schemas.Name64, puzzle: PuzzleId, runtime: Running, visitor: Visitor) -> Response:
    """One puzzle by its id."""
    chosen = games.get(game)
    found = await BACKGROUND.run(lambda: find_puzzle(chosen, puzzle))
    return await _puzzle(found, await _read(runtime, visitor, chosen))


@router.post("/{game}/{puzzle}/try", response_model=schemas.TriedOut)
async def try_move(
    game: schemas.Name64, puzzle: PuzzleId, body: schemas.TryIn, runtime: Running, player: SignedIn
) -> Response:
    """Judge a try, and remember it."""
    chosen = games.get(game)

    def work() -> tuple[Puzzle, Judgement | None]:
        found = find_puzzle(chosen, puzzle)
        return found, None if body.give_up else judge(found, body.moves)

    found, judgement = await BACKGROUND.run(work)
    verdict = "shown" if judgement is None else judgement.verdict
    progress = await runtime.store.write(lambda database: _record(database, player.id, found, verdict))
    return json_response(
        {
            "verdict": verdict,
            "moves": [] if judgement is None else judgement.moves,
            "reply": found.line if judgement is None else judgement.reply,
            "words": f"The solution: {' '.join(found.line)}." if judgement is None else judgement.words,
            "standing": progress.standing(len(puzzles_of(chosen))),
        }
    )


# --- what is stored ---------------------------------------------------------------------------------------------------


def _record(database: Connection, player: str, puzzle: Puzzle, verdict: str) -> _Progress:
    """Store a try. A move that is right, but not the last one, is not stored."""
    if verdict != "right":
        now = clocks.now()
        before = stored.get_try(database, player, puzzle.game, puzzle.id)
        solved = verdict == "solved"
        if before is None or not (before.failed or before.solved):
            row = stored.get_rating(database, player, puzzle.game)
            rating, count = (strength.START, 0) if row is None else (row.rating, row.count)
            rating = strength.updated(rating, count, puzzle.rating, solved)
            stored.put_rating(database, RatingRow(player, puzzle.game, rating, count + 1))
        tries = 1 if before is None else before.tries + 1
        failed = not solved if before is None else before.failed or (before.solved is None and not solved)
        at = now if solved and (before is None or before.solved is None) else None if before is None else before.solved
        stored.put_try(database, TryRow(player, puzzle.game, puzzle.id, tries, failed, at, now))
    return _progress(database, player, puzzle.game)


async def _read(runtime: Running, visitor: Visitor, game: Game) -> _Progress:
    if visitor is None:
        return NOTHING
    me = visitor.id
    return await runtime.store.read(lambda database: _progress(database, me, game.name))


# --- what is sent -----------------------------------------------------------------------------------------------------


def _choose(game: Game, rules: str | None, near: float, tried: dict[str, bool], skip: str | None) -> Puzzle:
    """New ones first, then those not solved yet, then any."""
    failed = {name for name, solved in tried.items() if not solved}
    for left_out in (set(tried), set(tried) - failed, set()):
        found = near_rating(game, rules, near, left_out | {skip or ""}, CHOICES)
        if found:
            return random.choice(found)
    found = near_rating(game, rules, near, set(), 1)
    if not found:
        raise Refusal("puzzle/none", f"there are no puzzles of {game.title} with these rules yet", 404)
    return found[0]


async def _puzzle(puzzle: Puzzle, progress: _Progress) -> Response:
    def work() -> dict[str, Any]:
        match = puzzle.match()
        solved = progress.tried.get(puzzle.id)
        return {
            "id": puzzle.id,
            "game": puzzle.game,
            "title": match.game.title,
            "rules": puzzle.rules,
            "options": dict(puzzle.options),
            "position": puzzle.position,
            "turn": match.to_move,
            "goal": puzzle.goal,
            "task": task(puzzle, match),
            "rating": puzzle.rating,
            "line": puzzle.line,
            "rest": puzzle.rest,
            "state": "new" if solved is None else "solved" if solved else "failed",
            "standing": progress.standing(len(puzzles_of(match.game))),
        }

    return json_response(await BACKGROUND.run(work))


def _game(game: Game, progress: _Progress) -> dict[str, Any]:
    puzzles = puzzles_of(game)
    names = [rule_set.name for rule_set in game.rule_sets]
    counts = {name: sum(1 for each in puzzles if each.rules == name) for name in names}
    return {
        "game": game.name,
        "title": game.title,
        "rules": {name: count for name, count in counts.items() if count},
        "standing": progress.standing(len(puzzles)),
    }
