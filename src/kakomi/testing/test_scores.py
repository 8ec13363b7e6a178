"""Whole games that the oracle played and judged can be replayed, and end as it said."""

from __future__ import annotations

from pathlib import Path

import kakomi


def test_the_stored_score_replays(score_file: Path) -> None:
    (match,) = kakomi.load(score_file)  # replay checks every move, and result, clause and score
    assert match.outcome is not None
    text = score_file.read_text(encoding="utf-8")
    assert f'[Clause "{match.outcome.clause}"]' in text
    assert f'[Result "{match.outcome.result}"]' in text
    assert score_file.stem == f"{match.game.name}-{match.rules}"
    assert match.moves
