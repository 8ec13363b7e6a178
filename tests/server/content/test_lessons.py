"""Every exercise of the rules pages is played: its moves are legal and do what its text says.

A lesson's `check` says it for a program: `board` (symbols after the move), `gone` (places empty after it), `removed` (how
many fewer pieces), `placed` (the symbol where the move went), `score`, `wins` (the clause by which the mover wins), `again`
(whether the mover moves again), `only` (no other move is legal), `all` (no other move wins, or where none wins, is legal),
`opens` and `closes` (moves of which each goal makes one possible or impossible), `legal` and `refused` (other moves that the
text calls possible or not), `from` (all places the moving piece can go to), `then` (moves after which `wins` is looked at).
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from kakomi import Match, games
from kakomi.server import schemas
from kakomi.server.content import rules_page
from kakomi.server.content.lessons import Exercise, of

LESSONS = [lesson for game in games.all_games() for lesson in of(game)]
CHECKS = {"board", "gone", "removed", "placed", "score", "wins", "again", "only", "all", "opens"}
CHECKS |= {"closes", "legal", "refused", "from", "then"}
PLACE = re.compile(r"\b[a-zA-Z]\d{1,2}\b|-?\d+,-?\d+")
CITED = re.compile(r"\((\d{1,2}(?:\.\d{1,2})?)\)")


def played(match: Match, move: str) -> Match:
    after = match.copy()
    after.push(move)
    return after


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.match.game.name}-{lesson.id}")
def test_the_goal_does_what_the_text_says(lesson: Exercise) -> None:
    match = lesson.match
    assert lesson.goal
    assert lesson.check
    assert set(lesson.check) <= CHECKS
    assert match.outcome is None
    for move in lesson.goal:
        assert move in match.legal_moves  # in full, as the board will send it
        holds(lesson.check, match, move)
    legal = set(match.legal_moves)
    assert set(lesson.check.get("legal", ())) <= legal
    assert not set(lesson.check.get("refused", ())) & legal
    if "from" in lesson.check:
        [piece] = {clicks_of(match, move)[0] for move in lesson.goal}
        targets = {choice.clicks[-1] for choice in match.scene().choices if choice.clicks[0] == piece}
        assert targets == set(lesson.check["from"])
    if lesson.check.get("only"):
        assert legal == set(lesson.goal)
    if lesson.check.get("all"):
        winning = {move for move in legal if (end := played(match, move).outcome) and end.winner == match.to_move}
        assert set(lesson.goal) == (winning or legal)


def holds(check: dict[str, Any], match: Match, move: str) -> None:
    after = played(match, move)
    for place, symbol in check.get("board", {}).items():
        assert after.board.get(place) == symbol, place
    for place in check.get("gone", ()):
        assert place in match.board
        assert place not in after.board
    target = clicks_of(match, move)[-1]
    if "placed" in check:
        assert after.board[target] == check["placed"]
        assert match.board.get(target) != check["placed"]
    if "removed" in check:
        assert len(match.board) + placements(match) - len(after.board) == check["removed"]
    if "score" in check:
        assert list(after.score or ()) == check["score"]
    if "closes" in check:
        assert set(check["closes"]) & (set(match.legal_moves) - {move} - set(after.legal_moves))
    for following in check.get("then", ()):
        after.push(following)
    if "wins" in check:
        assert after.outcome is not None
        assert (after.outcome.winner, after.outcome.clause) == (match.to_move, check["wins"])
    if "again" in check:
        assert after.outcome is None
        assert (after.to_move == match.to_move) is check["again"]
    if "opens" in check:
        assert set(check["opens"]) & set(after.legal_moves)
        assert not set(check["opens"]) & set(match.legal_moves)


def clicks_of(match: Match, move: str) -> tuple[str, ...]:
    return next(choice.clicks for choice in match.scene().choices if choice.move == move)


def placements(match: Match) -> int:
    """How many pieces a move adds: one where it is a single click, none where a piece goes from here to there."""
    return 1 if len(match.scene().choices[0].clicks) == 1 else 0


@pytest.mark.parametrize("game", games.all_games(), ids=lambda game: game.name)
def test_each_game_has_lessons_whose_clauses_exist(game: Any) -> None:
    lessons = of(game)
    assert 5 <= len(lessons) <= 8
    assert len({lesson.id for lesson in lessons}) == len(lessons)
    clauses = rules_page.clauses(game.rules_page())
    assert "wins" in lessons[0].check  # the first one shows the goal of the game
    for lesson in lessons:
        assert lesson.clause in clauses
        places = {place.id for place in lesson.match.scene().places}
        assert set(PLACE.findall(f"{lesson.text} {lesson.reply}")) <= places
        for cited in CITED.findall(f"{lesson.text} {lesson.reply}"):
            assert cited in clauses
        assert lesson.title
        assert lesson.text.endswith((".", "?"))
        assert lesson.reply


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.match.game.name}-{lesson.id}")
def test_a_lesson_can_be_set_up_again_from_what_is_sent(lesson: Exercise) -> None:
    sent = lesson.as_dict()
    again = Match(games.get(sent["game"]), sent["rules"], sent["options"], sent["position"])
    assert again.scene() == sent["scene"]
    schemas.LessonOut.model_validate({**sent, "goal": list(sent["goal"]), "scene": sent["scene"].as_dict()})
