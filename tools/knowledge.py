"""Writes docs/knowledge.md from the games' own statements: `python -m tools.knowledge`."""

from __future__ import annotations

from pathlib import Path

from kakomi import games
from kakomi.core.game_files.knowledge import Statement, knowledge_of

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "knowledge.md"
INTRODUCTION = """# What we know

Each statement has a status. *Proven*: a computer proof with a certificate that other code checks, or an argument that can be
read. *Measured*: the figure with its 95% interval and the number of games. *Believed*: neither, and it may be wrong. The
commands show a statement again. The app has the same page, *What we know*.

This page is written by `python -m tools.knowledge` from `knowledge.toml` in each game's folder.
"""


def page() -> str:
    """The text of the page."""
    parts = [INTRODUCTION]
    for game in games.all_games():
        statements = knowledge_of(game)
        if statements:
            parts.append(f"\n## {game.title}\n\n" + "\n".join(_told(each) for each in statements))
    return "".join(parts)


def _told(statement: Statement) -> str:
    about = f"{statement.about}: " if statement.about else ""
    lines = [f"- **{statement.status.capitalize()}.** {about}{statement.text}"]
    if statement.interval:
        lines.append(f"  {statement.interval[0].upper()}{statement.interval[1:]}.")
    if statement.source:
        lines.append(f"  [More]({statement.source.removeprefix('docs/')}).")
    if statement.repeat:
        lines += ["", *(f"        {command}" for command in statement.repeat)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
