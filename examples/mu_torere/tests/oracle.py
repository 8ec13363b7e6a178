"""Mū Tōrere, written a second time from rules.md, slow and plain. It knows nothing of the package."""

from __future__ import annotations

KEWAI = "abcdefgh"
POINTS = KEWAI + "m"


def neighbours(kewai: str) -> list[str]:
    """1.1: the kewai on either side."""
    place = KEWAI.index(kewai)
    return [KEWAI[(place + step) % 8] for step in (1, -1)]


class Oracle:
    """One game: Black is `x` and player 0, White is `o` and player 1."""

    def __init__(self, rules: str = "standard", centre: str = "always", limit: int = 100) -> None:
        assert rules == "standard"
        self.centre = centre
        self.limit = limit
        self.made = 0
        self.pieces = dict.fromkeys("abcd", "x") | dict.fromkeys("efgh", "o")  # 1.2

    def copy(self) -> Oracle:
        twin = Oracle("standard", self.centre, self.limit)
        twin.made = self.made
        twin.pieces = dict(self.pieces)
        return twin

    @property
    def to_move(self) -> int:
        return self.made % 2

    def score(self) -> None:
        return None

    def board(self) -> dict[str, str]:
        return dict(self.pieces)

    def moves(self) -> list[str]:
        return [] if self.made == self.limit else self._moves_by_clause_2()

    def play(self, text: str) -> None:
        origin, target = text.split("-")
        self.pieces[target] = self.pieces.pop(origin)
        self.made += 1

    def outcome(self) -> tuple[int | None, str] | None:
        if not self._moves_by_clause_2():
            return 1 - self.to_move, "3.1"
        if self.made == self.limit:
            return None, "3.2"
        return None

    def _moves_by_clause_2(self) -> list[str]:
        (empty,) = [point for point in POINTS if point not in self.pieces]
        own = [point for point in self.pieces if self.pieces[point] == "xo"[self.to_move]]  # 2.1
        return [f"{origin}-{empty}" for origin in own if self._reaches(origin, empty)]

    def _reaches(self, origin: str, empty: str) -> bool:
        if origin == "m":
            return True  # 2.3
        if empty != "m":
            return empty in neighbours(origin)  # 2.2
        moves_of_this_player = self.made // 2
        if self.centre == "opening" and moves_of_this_player >= 2:
            return True  # 2.4, the option
        enemy = "xo"[1 - self.to_move]
        return any(self.pieces[near] == enemy for near in neighbours(origin))  # 2.4
