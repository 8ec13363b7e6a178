"""The contest that a new net must win before it is used: a sequential test against the net in use.

Both search with the same limit. Each opening is played twice with sides swapped (`players.matches`), on all boards that the
nets are for, in turn. Every game is recorded when it ends, so that a contest that was interrupted continues where it
stopped: openings and seeds depend on the number of a game alone.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kakomi.core.options import Value
from kakomi.core.system.files import write_whole
from kakomi.players import Player
from kakomi.players.matches.match_score import Standing
from kakomi.players.matches.referee import GameTask, Plan, Played, Referee, tasks
from kakomi.players.matches.sprt import elo_difference
from kakomi.training.errors import TrainingError

NEW, IN_USE = "new net", "net in use"
VERDICTS = {"H1": "accepted", "H0": "refused", "": "undecided"}
MOST_GAMES = 4000  # whose moves fit into one file


@dataclass(frozen=True)
class GateResult:
    """A contest's result for the new net: accepted, refused, or undecided when the maximum of games was played."""

    verdict: str
    games: int
    score: float
    elo: float  # the difference between the nets, as if one more game had been drawn
    low: float  # the ends of its 95 % interval
    high: float

    @property
    def accepted(self) -> bool:
        """Whether the new net is used from now on."""
        return self.verdict == "accepted"


class Gate:
    """A contest and its file. `make` gives the player of a name, NEW or IN_USE; `nets` are the hashes of both nets.

    `boards` are the options of each board, if there are several; the plan has those of the first.
    """

    def __init__(
        self,
        plan: Plan,
        file: Path,
        make: Callable[[str], Player],
        nets: tuple[str, str],
        boards: Sequence[Mapping[str, Value]] = (),
    ) -> None:
        if plan.sprt is None or plan.games > MOST_GAMES:
            raise TrainingError(f"a contest between nets needs a sequential test and at most {MOST_GAMES} games")
        self.plan, self.standing = plan, Standing(plan)
        self._file, self._make = file, make
        self._plans = [replace(plan, options=options) for options in boards] or [plan]
        self._header = {"plan": plan.as_dict(), "nets": list(nets), "boards": [dict(each) for each in boards]}
        self._read()

    def hold(self, go_on: Callable[[Standing], bool] | None = None) -> GateResult | None:
        """Play until the test decides or all games are played; None if `go_on`, called before every game, returns False."""
        tables = [Referee(plan, self._make) for plan in self._plans]
        try:
            for task in self._tasks():
                if self.standing.over:
                    break
                if task.number < self.standing.total.games:
                    continue
                if go_on is not None and not go_on(self.standing):
                    return None
                played = tables[self._board_of(task)].play(task)
                if played.clause == "forfeit":  # a player that fails says nothing about its net
                    raise TrainingError(f"the contest broke off in game {task.number + 1}: {played.reason}")
                self._append(played)
                self.standing.add(played)
        finally:
            for table in tables:
                table.close()
        return self.result()

    def _board_of(self, task: GameTask) -> int:
        return task.number // 2 % len(self._plans)

    def _tasks(self) -> Iterator[GameTask]:
        """The games in order, an opening of each board in turn."""
        openings = [tasks(plan) for plan in self._plans]
        for number in range(self.plan.games):
            yield replace(next(openings[number // 2 % len(openings)]), number=number)

    def result(self) -> GateResult:
        """The result of the games so far."""
        total = self.standing.total
        low, high = self.standing.interval
        points = total.wins + total.draws / 2
        least, most = 0.5 / (total.games + 1), (total.games + 0.5) / (total.games + 1)
        elo = [elo_difference(min(max(each, least), most)) for each in ((points + 0.5) / (total.games + 1), low, high)]
        return GateResult(VERDICTS[self.standing.verdict], total.games, total.score, elo[0], elo[1], elo[2])

    # --- the file -----------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Count the games that were played before; a game whose line was cut off is played again."""
        try:
            data = self._file.read_bytes()
        except FileNotFoundError:
            self._rewrite([])
            return
        except OSError as error:
            raise TrainingError(f"{self._file} cannot be read: {error.strerror}") from error
        lines = data.split(b"\n")[:-1]
        try:
            header = json.loads(lines[0])
        except (IndexError, ValueError):
            self._rewrite([])  # interrupted before it began
            return
        if header != json.loads(json.dumps(self._header)):
            raise TrainingError(
                f"{self._file} holds a contest between other nets or by another plan; move it away to play a new one"
            )
        games = []
        for played in _games(lines[1:]):
            if played.number != self.standing.total.games or self.standing.over:
                break
            self.standing.add(played)
            games.append(played)
        if len(games) + 1 < len(lines) or not data.endswith(b"\n"):
            self._rewrite(games)

    def _append(self, played: Played) -> None:
        try:
            with open(self._file, "ab") as file:
                file.write(_line(played))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise TrainingError(f"{self._file} cannot be written: {error.strerror}") from error

    def _rewrite(self, games: list[Played]) -> None:
        try:
            self._file.parent.mkdir(exist_ok=True)
            write_whole(self._file, [json.dumps(self._header).encode(), b"\n", *map(_line, games)])
        except OSError as error:
            raise TrainingError(f"{self._file} cannot be written: {error.strerror}") from error


def _line(played: Played) -> bytes:
    row = [played.number, played.opening, played.moves, played.winner, played.clause, played.reason]
    return json.dumps([*row, [round(each, 3) for each in played.seconds]]).encode() + b"\n"


def _games(lines: list[bytes]) -> Iterator[Played]:
    """The games of a file, up to the first line that is not one."""
    for line in lines:
        try:
            number, opening, moves, winner, clause, reason, seconds = json.loads(line)
            yield Played(number, opening, tuple(moves), winner, clause, reason, (), tuple(seconds))
        except (ValueError, TypeError):
            return


def as_row(result: GateResult, number: int, above: float) -> dict[str, Any]:
    """The result for the lines of progress; `above` is the strength of the net in use, in Elo."""
    return {
        "round": number,
        "verdict": result.verdict,
        "games": result.games,
        "score": round(result.score, 4),
        "elo": round(above + result.elo, 1),
        "low": round(above + result.low, 1),
        "high": round(above + result.high, 1),
    }
