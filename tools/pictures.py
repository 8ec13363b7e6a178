"""Draw the pictures of docs/images with the package's own drawing code: one position per game and board.

python -m tools.pictures            write the files that have changed
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import kakomi

IMAGES = Path(__file__).resolve().parents[1] / "docs" / "images"


class Picture(NamedTuple):
    """A position that illustrates its game."""

    game: str
    rules: str
    moves: str
    options: dict[str, int | str] = {}  # noqa: RUF012 - never changed


PICTURES = {
    "enso": Picture("enso", "standard", "e3xf4 b3xf3 c6xd6 a2-c4 a4xa3 f3xe2 e1xe2 e6xd6"),
    "iago": Picture(
        "iago",
        "standard",
        "g4 d4 e3 f4 e4 f3 g3 c3 g5 d6 h3 e7 e6 e5 c5 b4 d3 f2 g2 h2 h1 c4 i1 h4 i4 d5",
    ),
    "toot": Picture(
        "toot",
        "standard",
        "-1,1 + 1,1 + 0,-1 -1,1>0,1 0,-2 + 2,1 0,1>0,-1 0,2 0,-2>0,0 0,0>0,-2 -1,-1 + 1,-1 0,-2>0,0",
        {"tiles": 10, "pieces": 4},
    ),
    "enclose5": Picture(
        "enclose5",
        "standard",
        "d4 f2 e2 e9 e5 a6 h5 h1 f6 g4 b6 c5 g2 e8 c6 e1 f1 c2 e7 a1 e3 g8 c4 e6 d5 i1 d6 c1 c3 b7",
        {"size": 9},
    ),
    "enclosure-chess-5x5": Picture("enclosure_chess", "5x5", "c4 b3 c3 d5 e4 d1 b1"),
    "enclosure-chess-7x7": Picture("enclosure_chess", "7x7", "d3 c2 e2 d1 b3 d5 f3 e4 c4 d7"),
    "enclosure-chess-six": Picture("enclosure_chess", "six", ""),
}


def draw(picture: Picture) -> str:
    """The picture as SVG, in light or dark colours to match the reader's system."""
    match = kakomi.Match(kakomi.games.get(picture.game), picture.rules, picture.options)
    for move in picture.moves.split():
        match.push(move)
    return match.svg(theme="auto")


def main() -> None:
    """Write the files that have changed."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    for name, picture in PICTURES.items():
        path, content = IMAGES / f"{name}.svg", draw(picture) + "\n"
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main()
