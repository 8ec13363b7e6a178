"""The six-piece game of Enclosure Chess, solved: perfect play from the `table` of all positions.

The table says for every position whether the player to move wins, draws or loses, and how many moves it is to the next
capture. A winner who always takes the shortest way to the next capture gets there before the draw by moves without a
capture, and each capture leaves fewer pieces: so the win comes. A win counts only if it is in time: with q such moves
made already, and a limit of Q, the next capture must come within Q - q moves.
"""

from __future__ import annotations

import functools
import threading
import time
from dataclasses import asdict, dataclass, replace

from kakomi.core.errors import EngineError, OptionError
from kakomi.core.match import Match
from kakomi.games.enclosure_chess.six import rules
from kakomi.games.enclosure_chess.six.solved import certificate
from kakomi.games.enclosure_chess.six.solved.table import Kind, SixTable
from kakomi.search.result import AnalysisLine, Limit, Progress, Report
from kakomi.solved.solver import ReportProgress, Solution

WORTH = {"win": 1, "draw": 0, "loss": -1}
REVERSED = {"win": "loss", "draw": "draw", "loss": "win"}
LONGEST_DRAW = 6  # moves of the variation of a draw, which has no end to lead to


@dataclass(frozen=True)
class RatedMove:
    """A move and its result for the player who makes it; `distance` counts the moves to the next capture, this one too."""

    move: int
    result: str
    distance: int
    chances: float = 0.0  # in a draw: the share of the opponent's answers that lose

    @property
    def merit(self) -> tuple[float, ...]:
        """The greater the better: win soon, draw where the opponent may err, lose late."""
        distance = -self.distance if self.result == "win" else self.distance
        return WORTH[self.result], distance, self.chances


class SixSolver:
    """Perfect play under one pair of options. Made by `make`. Unlike a search, it needs its table: see `ready`."""

    name = "exact"

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._notices: list[str] = []
        self._table: SixTable | None = None
        self._looked = False
        self._lock = threading.Lock()

    # --- the table ----------------------------------------------------------------------------------------------------

    @property
    def notices(self) -> list[str]:
        """What users should know about the table's files."""
        return self._notices

    @property
    def ready(self) -> bool:
        """Is there a table? One in the cache is fetched, in less than a second; none is made here: that takes minutes."""
        with self._lock:
            if self._table is None and not self._looked:
                self._looked = True
                table = SixTable(self.kind)
                if table.read():
                    self._table = table
                self._notices = table.notices
            return self._table is not None

    def prepare(self, progress: ReportProgress | None = None) -> None:
        """Fetch the table, or make it: a minute or two on two cores. If interrupted, it resumes the next time."""
        if self.ready:
            return
        with self._lock:
            if self._table is None:
                table = SixTable(self.kind)
                table.build(progress)
                self._notices = table.notices
                self._table = table

    def table(self) -> SixTable:
        """The table; EngineError if there is none."""
        if not self.ready or self._table is None:
            raise EngineError("the table of this game has not been made; kakomi solve makes it, in a minute or two")
        return self._table

    # --- answers ------------------------------------------------------------------------------------------------------

    def outcome(self, position: list[int]) -> tuple[str, int]:
        """The result for the player to move, and the moves to the next capture or the end (0 in a draw)."""
        result, distance = self.table().value(position[rules.MINE], position[rules.THEIRS])
        if position[rules.QUIET] + distance > position[rules.QUIET_LIMIT]:
            return "draw", 0  # 9: too late
        return result, distance

    def choices(self, position: list[int], with_chances: bool = True) -> list[RatedMove]:
        """Every legal move, the best first; among draws, where chances count, the one most often answered wrongly."""
        found = []
        for move in _moves(position):
            after = _after(position, move)
            result, distance = self.outcome(after)
            if result == "draw":
                found.append(RatedMove(move, "draw", 0, self._chances(after) if with_chances else 0.0))
            else:
                found.append(RatedMove(move, REVERSED[result], distance + 1 if after[rules.QUIET] else 1))
        return sorted(found, key=lambda choice: choice.merit, reverse=True)

    def _chances(self, position: list[int]) -> float:
        """The share of the moves that lose."""
        moves = _moves(position)
        lost = sum(self.outcome(_after(position, move))[0] == "win" for move in moves)
        return lost / len(moves) if moves else 0.0

    def value(self, match: Match) -> int:
        """1 if the first player wins, 0 in a draw, -1 if the second player wins, with perfect play."""
        result, _ = self.outcome(match.state)
        return WORTH[result] if rules.to_move(match.state) == 0 else -WORTH[result]

    def solution(self, match: Match) -> Solution:
        """The value, every move that keeps it, and counts of the whole table."""
        table = self.table()
        result, distance = self.outcome(match.state)
        value = self.value(match)
        text = match.rule_set.view.move_text
        best = tuple(text(match.state, each.move) for each in self.choices(match.state) if each.result == result)
        sentence = "with perfect play the game is drawn"
        if value:
            winner = match.sides[0 if value > 0 else 1]
            sentence = f"with perfect play {winner} wins; the next capture comes within {distance} moves"
        counts = {pair: table.count(pair) for pair in self.kind.classes()}
        longest = max(counts, key=lambda pair: counts[pair].longest_win)
        details: dict[str, object] = {
            "result": result,
            "distance": distance,
            "longest_win": counts[longest].longest_win,
            "longest_win_pieces": list(longest),
            "classes": {f"{own}x{enemy}": asdict(each) for (own, enemy), each in counts.items()},
        }
        return Solution(value, sentence, best, self.kind.size(), details)

    def search(
        self,
        match: Match,
        limit: Limit,  # noqa: ARG002 - the table is read, nothing is searched, so no limit is ever reached
        lines: int = 1,
        progress: Progress | None = None,
    ) -> Report:
        """The best lines, from the table."""
        began = time.perf_counter()
        position = list(match.state)
        ranked = self.choices(position)
        found = tuple(self._line(match, position, each) for each in ranked[: max(lines, 1)])
        depth = found[0].distance or 0 if found else 0
        report = Report(found, len(ranked), time.perf_counter() - began, depth, "table")
        if progress is not None:
            progress(report)
        return report

    def stop(self) -> None:
        """Nothing to stop: answers are immediate."""

    @property
    def positions(self) -> int:
        """How many positions the table has."""
        return self.kind.size()

    def endings(self, pieces: int) -> SixSolver:
        """A solver of the endings with up to `pieces` pieces per side."""
        if not self.kind.lost_at < pieces < rules.PIECES:  # with all pieces it is the whole game
            raise OptionError(
                f"endings take {self.kind.lost_at + 1} to {rules.PIECES - 1} pieces per side here, not {pieces}"
            )
        return SixSolver(replace(self.kind, most=pieces))

    def certificate(
        self, match: Match, solution: Solution | None, progress: ReportProgress | None = None
    ) -> list[bytes]:
        """The whole table, packed, as `check` reads it."""
        return certificate.pack(self.table(), int(match.options["quiet"]), solution, progress)

    def _line(self, match: Match, position: list[int], choice: RatedMove) -> AnalysisLine:
        """The move and the expected line, to the next capture or the end; a few moves of a draw."""
        text = match.rule_set.view.move_text
        variation = []
        move = choice.move
        for _ in range(choice.distance or LONGEST_DRAW):
            variation.append(text(position, move))
            position = _after(position, move)
            following = self.choices(position, with_chances=False)
            if not following:
                break
            move = following[0].move
        value = (1 + WORTH[choice.result]) / 2
        distance = None if choice.result == "draw" else choice.distance
        return AnalysisLine(variation[0], value, 0, choice.result, None, tuple(variation), distance)


def _moves(position: list[int]) -> list[int]:
    out = [0] * rules.max_moves([])
    return out[: rules.legal_moves(position, out)]


def _after(position: list[int], move: int) -> list[int]:
    after = list(position)
    rules.play(after, move)
    return after


def make(match: Match) -> SixSolver:
    """The solver for the match's options, the same one each time."""
    return _solver(Kind.of(match.state[rules.WIN], match.state[rules.QUIET_LIMIT]))


@functools.cache
def _solver(kind: Kind) -> SixSolver:
    return SixSolver(kind)
