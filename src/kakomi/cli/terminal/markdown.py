"""Running text for the terminal: wrapped lines, a rules page in Markdown, and the list of rule sets and options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from unicodedata import east_asian_width

from kakomi.cli.terminal.paint import Paint

if TYPE_CHECKING:
    from kakomi.core.game import Game, RuleSet

INLINE = re.compile(
    r"(?P<code>`[^`]+`)|(?P<bold>\*\*[^*]+\*\*)|(?P<slant>\*(?=\S)[^*]+\*)|\[(?P<link>[^\]]+)\]\([^)]*\)"
)
ITEM = re.compile(r"(\s*)(?:[-*]|\d+\.)\s+(.*)")
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def seen(text: str) -> int:
    """How many columns the text takes.

    >>> seen("\\x1b[1mEnso\\x1b[0m"), seen("囲み")
    (4, 4)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in ANSI.sub("", text))


def wrap(text: str, paint: Paint, first: str = "", rest: str | None = None) -> str:
    """Markdown running text as lines of the paint's width; `first` and `rest` begin the lines."""
    rest = first if rest is None else rest
    lines, line, empty = [], first, True
    for word in _styled(text, paint).split():
        if not empty and seen(line) + 1 + seen(word) > paint.text_width:
            lines.append(line)
            line, empty = rest, True
        line += word if empty else f" {word}"
        empty = False
    return "\n".join([*lines, line])


def _styled(text: str, paint: Paint) -> str:
    """The inline markup of Markdown turned into colours, word by word, so that a line may end between any two."""

    def paint_words(found: re.Match[str]) -> str:
        kind = found.lastgroup
        words = found[kind].strip("*`").split(" ") if kind else []
        codes = {"code": ("36",), "bold": ("1",), "slant": ("3",)}.get(kind or "", ())
        return " ".join(paint.style(word, *codes) if codes else word for word in words)

    return INLINE.sub(paint_words, text)


def render(page: str, paint: Paint) -> str:
    """A page of Markdown for the terminal: headings, paragraphs, lists; code and tables as they are."""
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


def rule_set_lines(game: Game, paint: Paint, margin: str = "  ") -> Iterator[str]:
    """Every rule set of a game with its options, their ranges and defaults."""
    wide = max(len(rule_set.name) for rule_set in game.rule_sets)
    for rule_set in game.rule_sets:
        first = f"{margin}{paint.bold(rule_set.name)}{' ' * (wide - len(rule_set.name))}  "
        yield wrap(rule_set.help, paint, first, " " * seen(first))
        yield from _option_lines(rule_set, paint, margin + "    ")


def _option_lines(rule_set: RuleSet, paint: Paint, margin: str) -> Iterator[str]:
    forms = [f"{option.name}={option.default}" for option in rule_set.options]
    wide = max(map(len, forms), default=0)
    for option, form in zip(rule_set.options, forms, strict=True):
        first = f"{margin}{paint.code(form)}{' ' * (wide - len(form))}  "
        yield wrap(f"{option.range}: {option.help}", paint, first, " " * seen(first))
