"""The lines of the protocol: split into words, and written."""

from __future__ import annotations

from kakomi.core.errors import KakomiError, shorten
from kakomi.search.result import AnalysisLine, Report

LONGEST_LINE = 1_000_000  # bytes or characters
LONGEST_ANSWER = 400  # characters of a refusal


class CommandError(KakomiError):
    """A command that cannot be carried out."""


def words_of(line: str | bytes) -> list[str]:
    """The words of a line; CommandError for a line that is not text."""
    if len(line) > LONGEST_LINE:
        raise CommandError(f"the line is longer than {LONGEST_LINE:,} characters and is left unread")
    if isinstance(line, bytes):
        try:
            line = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise CommandError("the line is not text in UTF-8") from error
    line = line.rstrip("\r\n").replace("\t", " ")
    if not line.isprintable():
        raise CommandError("the line holds a character that cannot be printed; commands are plain text")
    return line.split()


def number(what: str, text: str, low: int, high: int) -> int:
    """A typed whole number, checked against its range."""
    if text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high:
        return int(text)
    raise CommandError(f"{what} must be a whole number from {low} to {high}, not {shorten(text)!r}")


def one_line(text: str) -> str:
    """A message fit for one line."""
    return shorten("".join(sign if sign.isprintable() else " " for sign in text), LONGEST_ANSWER)


def note(message: str) -> str:
    """Something for people to read."""
    return f"info string {one_line(message)}"


def refusal(reason: str) -> str:
    """Why a command was not carried out."""
    return f"info error {one_line(reason)}"


def fault(error: BaseException) -> str:
    """A refusal that is our own fault."""
    return refusal(f"internal fault, please report it: {type(error).__name__} {error}")


def information(report: Report) -> list[str]:
    """The result of a search, one line for each of its best moves.

    >>> information(Report((AnalysisLine("a1xa2", 0.75, variation=("a1xa2", "f5-f4")),), 500, 0.25, 2))
    ['info depth 2 nodes 500 nps 2000 time 250 score wp 0.7500 multipv 1 pv a1xa2 f5-f4']
    >>> information(Report((AnalysisLine("a1xa2", 0.75, policy=0.3),), 500, 0.25, 2))
    ['info depth 2 nodes 500 nps 2000 time 250 score wp 0.7500 policy 0.3000 multipv 1 pv a1xa2']
    """
    head = f"info depth {report.depth} nodes {report.nodes} nps {_rate(report)} time {round(report.seconds * 1000)}"
    return [
        f"{head} score {_score(line)}{_policy(line)} multipv {place} pv {' '.join(line.variation or (line.move,))}"
        for place, line in enumerate(report.lines, 1)
    ]


def _rate(report: Report) -> int:
    return round(report.nodes / report.seconds) if report.seconds > 0 else 0


def _policy(line: AnalysisLine) -> str:
    """Our own extension; programs that do not know it skip its two words, as with any other field."""
    return "" if line.policy is None else f" policy {line.policy:.4f}"


def _score(line: AnalysisLine) -> str:
    if not line.proven:
        return f"wp {line.value:.4f}"
    points = "" if line.points is None else f" points {line.points}"
    distance = "" if line.distance is None else f" distance {line.distance}"
    return f"{line.proven}{points}{distance}"
