"""Checks certificates of solved games: each game's own checker is found by the first bytes of a certificate."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import ModuleType

from kakomi import games
from kakomi.core.errors import KakomiError
from kakomi.solved.solver import ReportProgress


class CertificateError(KakomiError):
    """A certificate that proves nothing; says why."""


@dataclass(frozen=True)
class CertificateResult:
    """What a certificate proves."""

    claims: dict[str, object]  # for programs; "positions" is how many were checked
    sentences: tuple[str, ...]  # the same in words


def verify(data: bytes, progress: ReportProgress | None = None) -> CertificateResult:
    """What a certificate proves; CertificateError where it proves nothing."""
    known = list(_checkers())
    for checker in known:
        if data.startswith(checker.BEGINNING):
            verdict: CertificateResult = checker.verify(data, progress)
            return verdict
    raise CertificateError("it does not begin like the certificate of any solved game")


def value_in_words(value: int, best: tuple[str, ...]) -> tuple[str, str]:
    """The proven value of the start and its best moves."""
    return f"Value: {value} for the first player", f"Best moves: {', '.join(best)}"


def result_in_words(result: str, best: tuple[str, ...]) -> tuple[str, str]:
    """The same where only the result is proven: "win", "draw" or "loss"."""
    return f"Value: a {result} for the first player", f"Moves that keep it: {', '.join(best)}"


def _checkers() -> Iterator[ModuleType]:
    seen = set()
    for game in games.all_games():
        for rule_set in game.rule_sets:
            package = rule_set.part("solved")
            if package is not None and package not in seen and hasattr(package, "verify"):
                seen.add(package)
                yield package
