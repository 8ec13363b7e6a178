"""Boards in a terminal: what is painted, and when."""

from __future__ import annotations

import io
import re
import textwrap

import pytest

import kakomi
from kakomi.cli.terminal import board, markdown, paint
from kakomi.cli.terminal.paint import Paint
from tests.cli.terminal import process

ESCAPE = "\x1b["


class Terminal(io.StringIO):
    """An output that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals_that_want_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    assert paint.choose("auto", Terminal()).colours == 256
    assert not paint.choose("auto", io.StringIO()).on
    assert paint.choose("always", io.StringIO()).on
    assert not paint.choose("never", Terminal()).on
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert paint.choose("auto", Terminal()).colours == 1 << 24
    monkeypatch.setenv("NO_COLOR", "1")
    assert not paint.choose("auto", Terminal()).on
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not paint.choose("auto", Terminal()).on
    monkeypatch.delenv("TERM")
    assert not paint.choose("auto", Terminal()).on


BOARDS = [
    ("enso", "standard", {}),
    ("iago", "standard", {}),
    ("toot", "standard", {}),
    ("toot", "standard", {"grid": "hex"}),
    ("enclose5", "standard", {}),
    ("enclose5", "standard", {"size": 30}),
    ("enclosure_chess", "5x5", {}),
    ("enclosure_chess", "7x7", {}),
    ("enclosure_chess", "six", {}),
]


def _played(game: str, rule_set: str, options: dict[str, object], moves: int) -> kakomi.Match:
    match = kakomi.Match(kakomi.games.get(game), rule_set, options)
    for number in range(moves):
        codes = match.codes()
        if codes:
            match.push_code(codes[number * 7919 % len(codes)])
    return match


@pytest.mark.parametrize(("game", "rule_set", "options"), BOARDS)
@pytest.mark.parametrize("moves", [0, 1, 17, 60])
def test_every_piece_on_a_board_is_found_and_painted(
    game: str, rule_set: str, options: dict[str, object], moves: int
) -> None:
    match = _played(game, rule_set, options, moves)
    lines = match.diagram().splitlines()
    spots = board.find_places(lines, match.scene(), match.board)
    found = {place.id: lines[number][slice(*span)] for number, row in spots.items() for span, place in row}
    assert {place: symbol for place, symbol in found.items() if symbol != "."} == match.board


@pytest.mark.parametrize("colours", [16, 256, 1 << 24])
@pytest.mark.parametrize(("game", "rule_set", "options"), BOARDS)
def test_paint_changes_no_letter_of_the_diagram(
    game: str, rule_set: str, options: dict[str, object], colours: int
) -> None:
    match = _played(game, rule_set, options, 20)
    painted = board.draw(match, Paint(colours), whole=True)
    assert ESCAPE in painted
    plain = "\n".join(line.rstrip() for line in markdown.ANSI.sub("", painted).splitlines())
    assert plain in (match.diagram(), textwrap.indent(match.diagram(), " "))


def test_stones_are_discs_where_they_can_be_shown() -> None:
    painted = board.draw(kakomi.new("enso"), Paint(256, unicode=True))
    assert markdown.ANSI.sub("", painted).splitlines()[0].split() == ["6", *"●●●●●●"]
    assert len(set(re.findall(r"38;5;\d+", painted.splitlines()[0]))) == 2


def test_without_utf8_the_text_is_ascii() -> None:
    done = process("games", environ={"PYTHONIOENCODING": "ascii"})
    assert done.returncode == 0
    assert b"Weiziqi" in done.stdout
    assert done.stdout.isascii()
    done = process("show", "enso", "--color", "always", environ={"PYTHONIOENCODING": "ascii", "TERM": "xterm-256color"})
    assert b"x" in done.stdout
    assert done.stdout.isascii()
