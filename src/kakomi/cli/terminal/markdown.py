"""Markdown for the terminal: text wrapped to the window, and whole pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import east_asian_width

from kakomi.cli.terminal.paint import Paint

INLINE = re.compile(
    r"(?P<code>`[^`]+`)|(?P<bold>\*\*[^*]+\*\*)|(?P<italic>\*(?=\S)[^*]+\*)|\[(?P<link>[^\]]+)\]\([^)]*\)"
)
ITEM = re.compile(r"(\s*)(?:[-*]|\d+\.)\s+(.*)")
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def display_width(text: str) -> int:
    """How many columns the text takes on the screen.

    >>> display_width("\\x1b[1mgame\\x1b[0m"), display_width("囲み")
    (4, 4)
    """
    if text.isascii() and "\x1b" not in text:  # as nearly all texts are
        return len(text)
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in ANSI.sub("", text))


def wrap(text: str, paint: Paint, first: str = "", rest: str | None = None) -> str:
    """Markdown text as lines of the paint's width; the first line starts with `first`, the others with `rest`."""
    rest = first if rest is None else rest
    lines, line, empty = [], first, True
    for word in _styled(text, paint).split():
        if not empty and display_width(line) + 1 + display_width(word) > paint.text_width:
            lines.append(line)
            line, empty = rest, True
        line += word if empty else f" {word}"
        empty = False
    return "\n".join([*lines, line])


def _styled(text: str, paint: Paint) -> str:
    """Inline Markdown as colours, word by word, so that a line may be broken between any two words."""

    def paint_words(markup: re.Match[str]) -> str:
        kind = markup.lastgroup
        words = markup[kind].strip("*`").split(" ") if kind else []
        codes = {"code": ("36",), "bold": ("1",), "italic": ("3",)}.get(kind or "", ())
        return " ".join(paint.style(word, *codes) if codes else word for word in words)

    return INLINE.sub(paint_words, text)


def render(page: str, paint: Paint) -> str:
    """A page of Markdown: headings, paragraphs and lists; code and tables stay as they are."""
    return "\n".join(_blocks(page.splitlines(), paint)).strip("\n")


def _blocks(lines: list[str], paint: Paint) -> Iterator[str]:
    paragraph: list[str] = []
    margin, rest = "", ""
    in_code = False

    def flush() -> Iterator[str]:
        if paragraph:
            yield wrap(" ".join(paragraph), paint, margin, rest)
            paragraph.clear()

    for line in lines:
        item = ITEM.fullmatch(line)
        if line.startswith("```"):
            yield from flush()
            in_code = not in_code
        elif in_code:
            yield f"    {line}".rstrip()
        elif line.startswith("#"):
            yield from flush()
            yield from _heading(line, paint)
        elif line.startswith("|"):
            yield from flush()
            yield line
        elif item:
            yield from flush()
            margin, rest = f"{item[1]}- ", f"{item[1]}  "
            paragraph.append(item[2])
        elif line.strip():
            if not paragraph:
                margin = rest = ""
            paragraph.append(line.strip())
        else:
            yield from flush()
            yield ""
    yield from flush()


def _heading(line: str, paint: Paint) -> Iterator[str]:
    title = line.lstrip("#").strip()
    yield paint.bold(title)
    if line.startswith("# ") and not paint.on:
        yield "=" * len(title)
