"""The stored scores replay, and end as the oracle said when they were made (tests/make_scores.py)."""

from __future__ import annotations

import pytest

import kakomi
from kakomi.core.record import read
from tests.contract import DEFAULTS, Variant
from tests.make_scores import FOLDER


@pytest.mark.parametrize("variant", DEFAULTS, ids=str)
def test_the_stored_score_replays(variant: Variant) -> None:
    path = FOLDER / f"{variant}.kakomi"
    (match,) = kakomi.load(path)  # replay checks every move, and result, clause and score
    assert match.outcome is not None
    text = path.read_text(encoding="utf-8")
    assert f'[Clause "{match.outcome.clause}"]' in text
    assert f'[Result "{match.outcome.result}"]' in text
    assert (match.game.name, match.rules) == (variant.game, variant.rules)
    assert len(match.moves) >= 8


def test_a_wrong_clause_or_score_would_be_noticed() -> None:
    text = (FOLDER / "iago-standard.kakomi").read_text(encoding="utf-8")
    assert '[Clause "5.1"]' in text
    with pytest.raises(kakomi.RecordError, match="line"):
        read(text.replace('[Clause "5.1"]', '[Clause "5.2"]'))[0].replay(kakomi.games.get)
