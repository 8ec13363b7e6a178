"""What is known about each game: the statements are whole, and the page in docs/ is theirs."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from tools import knowledge

import kakomi
from kakomi import games
from kakomi.cli.main import make_parser
from kakomi.core.game import Game
from kakomi.core.game_files.knowledge import KnowledgeError, knowledge_of

ROOT = Path(__file__).parents[3]


def test_every_statement_is_whole() -> None:
    known = {game.name: knowledge_of(game) for game in games.all_games()}
    assert sum(map(len, known.values())) >= 10
    for statements in known.values():
        for statement in statements:
            assert statement.text.endswith(".")
            assert not statement.source or (ROOT / statement.source).is_file(), statement.source
            for command in statement.repeat:
                words = shlex.split(command)
                if words[0] == "kakomi":
                    make_parser().parse_args(words[1:])
                else:
                    assert words[:3] == ["python", "-m", "pytest"]
                    assert (ROOT / words[3]).is_file()


def test_the_page_in_docs_is_current() -> None:
    assert knowledge.PAGE.read_text("utf-8") == knowledge.page(), "run `python -m tools.knowledge`"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing", "cannot be read"),
        ('[[statement]]\ntext = "A."\nstatus = "sure"', "status must be proven, measured, believed"),
        ('[[statement]]\ntext = "A."\nstatus = "proven"', "how to repeat"),
        ('[[statement]]\ntext = "A."\nstatus = "measured"', "has estimate, low, high, games"),
        ('[[statement]]\ntext = "A."\nstatus = "believed"\ngames = 3\nestimate = 1\nlow = 0\nhigh = 2', "no other"),
        (
            '[[statement]]\ntext = "A."\nstatus = "measured"\ngames = 3\nestimate = 9\nlow = 0\nhigh = 2',
            "between low and high",
        ),
        ('[[statement]]\ntext = "A."\nstatus = "believed"\nsize = 3', "unknown size"),
        ('[[statement]]\ntext = "A."\nstatus = "believed"\nrules = "none"', "there is no rule set"),
    ],
)
def test_a_statement_that_lacks_something_is_refused(monkeypatch: pytest.MonkeyPatch, text: str, reason: str) -> None:
    game = games.all_games()[0]
    monkeypatch.setattr(Game, "data_file", lambda *_: text)
    with pytest.raises(kakomi.KakomiError, match=reason) as refused:
        knowledge_of.__wrapped__(game)
    assert isinstance(refused.value, KnowledgeError) or "rule set" in reason
