"""A solver that proves a result by search, for games without a table: only who wins, and only on request.

It keeps no table on disk and gives no answers in passing (`ready` is false, `search` refuses), since a proof can take
minutes. Its certificate is a line of text, a line of JSON, a strategy for each player and a checksum; each game has its own
checker, which says what the strategies mean.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping

from kakomi.core.errors import EngineError
from kakomi.core.match import Match
from kakomi.search.proofs.arrays import FIRST_HOLDS, FIRST_WINS
from kakomi.search.proofs.search import DRAW, LOSS, MEGABYTES, WIN, ProofSearch, ProvenValue
from kakomi.search.result import Limit, Progress, Report
from kakomi.solved.solver import ReportProgress, Solution

NAMES = {WIN: "win", DRAW: "draw", LOSS: "loss"}


class ProofSolver:
    """Proofs for one rule set with its options.

    `plies` is more than any game can last, `draws` whether one can be drawn; `beginning` is the first line of a certificate
    and `shown` what the next says about the rules. A `small` game takes less time to prove than to compile.
    """

    name = "proof"
    ready = False
    notices: tuple[str, ...] = ()

    def __init__(
        self,
        match: Match,
        plies: int,
        draws: bool,
        beginning: bytes,
        shown: Mapping[str, object],
        small: bool = False,
    ) -> None:
        self._rule_set, self._settings, self._plies, self._draws = match.rule_set, match.settings, plies, draws
        self._beginning, self._shown = beginning, dict(shown)
        self._target, self._megabytes = ("python", 1) if small else ("cpu", MEGABYTES)
        self._search: ProofSearch | None = None
        self._progress: ReportProgress | None = None
        self.positions = 0

    def prepare(self, progress: ReportProgress | None = None) -> None:
        """Nothing is built in advance; `progress` is that of the proof."""
        self._progress = progress

    def _proofs(self) -> ProofSearch:
        if self._search is None:
            self._search = ProofSearch(self._rule_set, self._settings, self._plies, self._megabytes, self._target)
        return self._search

    def value(self, match: Match) -> int:
        """1, 0 or -1 for the first player."""
        if match.outcome is not None:
            return {0: WIN, 1: LOSS}.get(match.outcome.winner if match.outcome.winner is not None else 2, DRAW)
        return self._prove(match).value

    def _prove(self, match: Match) -> ProvenValue:
        proven = self._proofs().solve(match.state, self._draws, self._progress)
        self.positions += proven.nodes
        return proven

    def solution(self, match: Match) -> Solution:
        """The value and every optimal move."""
        if match.outcome is not None:
            return self._in_words(match, self.value(match), ())
        proven = self._prove(match)
        return self._in_words(match, proven.value, proven.best)

    def _in_words(self, match: Match, value: int, best: tuple[int, ...]) -> Solution:
        text = match.rule_set.view.move_text
        names = tuple(sorted(text(match.state, move) for move in best))
        sentence = "the game is drawn" if value == DRAW else f"{match.sides[0 if value == WIN else 1]} wins"
        return Solution(NAMES[value], f"with perfect play {sentence}", names, self.positions)

    def search(
        self,
        match: Match,  # noqa: ARG002 - these are the protocol's
        limit: Limit,  # noqa: ARG002
        lines: int = 1,  # noqa: ARG002
        progress: Progress | None = None,  # noqa: ARG002
    ) -> Report:
        """Raise EngineError: a proof may take minutes, so it is made on request only."""
        raise EngineError("there is no table of this game; kakomi solve proves a result by search")

    def stop(self) -> None:
        """There is nothing to stop."""

    def endings(self, pieces: int) -> None:  # noqa: ARG002 - the protocol's
        """None: a certificate covers the whole game."""
        return

    def certificate(
        self, match: Match, solution: Solution | None, progress: ReportProgress | None = None
    ) -> list[bytes]:
        """The proof of the start's value and best moves."""
        solution = solution or self.solution(match)
        read = match.rule_set.view.read_move
        best = sorted(read(match.state, move) for move in solution.best)
        others = [move for move in sorted(match.codes()) if move not in best]
        packed = [zlib.compress(moves, 9) for moves in self._strategies(match, solution.value, best, others, progress)]
        content = self._shown | {"value": solution.value, "best": list(solution.best)}
        content["parts"] = [len(part) for part in packed]
        body = self._beginning + json.dumps(content).encode() + b"\n" + b"".join(packed)
        return [body, hashlib.sha256(body).digest()]

    def _strategies(
        self,
        match: Match,
        value: int | str,
        best: list[int],
        others: list[int],
        progress: ReportProgress | None,
    ) -> list[bytes]:
        """One for each claim: the first player's after the best moves, unless the game is lost; the second player's,
        in a drawn game against all moves (not to lose), then against the others, or against all if the game is lost."""
        search = self._proofs()
        after = {move: self._after(match, move) for move in (*best, *others)}
        every = [after[move] for move in sorted(after)]
        rest = [after[move] for move in others]
        good = [after[move] for move in best]
        if value == "win":
            wanted = [(good, FIRST_WINS, 0), (rest, FIRST_WINS, 1)]
        elif value == "loss":
            wanted = [([], FIRST_WINS, 0), (every, FIRST_HOLDS if self._draws else FIRST_WINS, 1)]
        else:
            wanted = [(good, FIRST_HOLDS, 0), (every, FIRST_WINS, 1), (rest, FIRST_HOLDS, 1)]
        return [search.strategy(positions, goal, side, progress) for positions, goal, side in wanted]

    def _after(self, match: Match, move: int) -> list[int]:
        position = list(match.state)
        match.rule_set.rules.play(position, move)
        return position
