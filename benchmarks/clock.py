"""Does the engine ever lose on time? Games against itself through the protocol, on a clock that is kept outside.

    python -m benchmarks.clock [--games 1000] [--clock 1+0.01] [--jobs 2] [--game GAME ...] [--json FILE]

Two processes `python -m kakomi.ugi` play each game, every rule set in turn. For each move the arbiter measures the wall
time from before the position is sent until the move has been read, pipes included; then it checks the move and adds the
increment. The exit status is 1 if a game was lost on time or broken off.
"""

from __future__ import annotations

import argparse
import json
import queue
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field

import kakomi
from kakomi.core.errors import MoveError
from kakomi.players.external_process import Conversation, EngineFault
from kakomi.players.matches.clock import TimeControl

ENGINE = (sys.executable, "-m", "kakomi.ugi")
START_UP = 300.0  # seconds to compile a game when it is not in the cache
TOO_LATE = 20.0  # seconds past the end of its time after which an engine is given up
LAST = 40  # answers shown of a game that was lost on time
HASH = 32  # megabytes; a second's search needs less


@dataclass
class Table:
    """The results of the games of one rule set. Times in seconds."""

    name: str
    games: int = 0
    moves: int = 0
    lost_on_time: int = 0
    losses: list[str] = field(default_factory=list)  # the clock and the answers before each loss, the last one last
    broken_off: list[str] = field(default_factory=list)
    overshoot: float = 0.0  # the most that a clock went below zero
    lowest: float = float("inf")  # the least that was left on a clock after a move, before the increment
    longest: float = 0.0  # answer
    longest_game: int = 0  # moves

    def add(self, other: Table) -> None:
        """Add the games of another table."""
        self.games += other.games
        self.moves += other.moves
        self.lost_on_time += other.lost_on_time
        self.losses += other.losses
        self.broken_off += other.broken_off
        self.overshoot = max(self.overshoot, other.overshoot)
        self.lowest = min(self.lowest, other.lowest)
        self.longest = max(self.longest, other.longest)
        self.longest_game = max(self.longest_game, other.longest_game)

    def __str__(self) -> str:
        return (
            f"{self.name:22} {self.games:5} games {self.moves:7} moves (longest game {self.longest_game:4}): "
            f"{self.lost_on_time} lost on time, {len(self.broken_off)} broken off, "
            f"lowest clock {self.lowest:.3f} s, longest answer {self.longest:.3f} s"
        )


class Seat:
    """One engine."""

    def __init__(self, settings: Sequence[str] = ()) -> None:
        self._talk = Conversation([*ENGINE, f"Hash={HASH}", *settings])

    def begin(self, match: kakomi.Match, seed: int) -> None:
        """A new game, off the clock."""
        for name, value in (("Game", match.game.name), ("Rules", match.rules), *match.options.items(), ("Seed", seed)):
            self._talk.send(f"setoption name {name} value {value}")
        self._talk.send("uginewgame")
        self._talk.send("isready")
        self._until("readyok", time.monotonic() + START_UP)

    def move(self, position: str, limits: str, deadline: float) -> str:
        """The answer to `go`."""
        self._talk.send(position)
        self._talk.send(f"go {limits}")
        return self._until("bestmove", deadline).split()[1]

    def _until(self, word: str, deadline: float) -> str:
        while True:
            line = self._talk.line(deadline)
            if line.startswith("info error"):
                raise EngineFault(line)
            if line.split()[:1] == [word]:
                return line

    def close(self) -> None:
        """End the process."""
        self._talk.close()


def play(match: kakomi.Match, seats: tuple[Seat, Seat], control: TimeControl, seed: int) -> Table:
    """One game."""
    assert control.base is not None
    result = Table(f"{match.game.name}/{match.rules}", games=1)
    clocks = [control.base, control.base]
    course: list[list[str]] = [[], []]
    increment = round(control.increment * 1000)
    try:
        for player, seat in enumerate(seats):
            seat.begin(match, seed * 2 + player + 1)
        while match.outcome is None:
            player = match.to_move
            left = [max(0, int(clock * 1000)) for clock in clocks]
            limits = f"p1time {left[0]} p2time {left[1]} p1inc {increment} p2inc {increment}"
            position = "position startpos" + (f" moves {' '.join(match.moves)}" if match.moves else "")
            began = time.monotonic()
            text = seats[player].move(position, limits, began + clocks[player] + TOO_LATE)
            spent = time.monotonic() - began
            course[player].append(f"{clocks[player]:.3f}-{spent:.3f}")
            clocks[player] -= spent
            result.moves += 1
            result.longest = max(result.longest, spent)
            result.lowest = min(result.lowest, clocks[player])
            if clocks[player] < 0:
                result.lost_on_time = 1
                result.overshoot = -clocks[player]
                result.losses.append(f"{result.name}, game {seed}: {' '.join(course[player][-LAST:])}")
                break
            clocks[player] += control.increment
            match.push(text)
    except (EngineFault, MoveError) as error:
        result.broken_off.append(f"{result.name}, game {seed}, after {' '.join(match.moves)}: {error}")
    result.longest_game = result.moves
    return result


def rule_sets(games: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Every rule set, or those of some games."""
    return [
        (game.name, each.name)
        for game in kakomi.games.all_games()
        for each in game.rule_sets
        if game.name in games or not games
    ]


def contest(games: int, control: TimeControl, jobs: int = 1, which: Sequence[tuple[str, str]] = ()) -> dict[str, Table]:
    """Play this many games, each rule set in turn; the pairs of engines are kept from game to game."""
    plan = list(which) or rule_sets()
    pairs: queue.SimpleQueue[tuple[Seat, Seat]] = queue.SimpleQueue()
    for _ in range(jobs):
        pairs.put((Seat(), Seat()))
    tables: dict[str, Table] = {}
    total = Table("all")

    def one(number: int) -> Table:
        seats = pairs.get()
        result = play(kakomi.new(*plan[number % len(plan)]), seats, control, number)
        if result.broken_off:
            for seat in seats:
                seat.close()
            seats = Seat(), Seat()
        pairs.put(seats)
        return result

    try:
        with ThreadPoolExecutor(jobs) as pool:
            for done, result in enumerate(pool.map(one, range(games)), 1):
                tables.setdefault(result.name, Table(result.name)).add(result)
                total.add(result)
                for reason in (*result.losses, *result.broken_off):
                    print(reason, file=sys.stderr, flush=True)
                if sys.stderr.isatty() or done % 25 == 0:
                    print(total, file=sys.stderr, flush=True)
    finally:
        while not pairs.empty():
            for seat in pairs.get():
                seat.close()
    return tables


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clock", description="Does the engine lose on time?")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--clock", type=TimeControl.read, default=TimeControl.read("1+0.01"))
    parser.add_argument("--jobs", type=int, default=1, help="games at once; each has one engine thinking at a time")
    parser.add_argument("--game", action="append", default=[], choices=kakomi.games.BUILT_IN)
    parser.add_argument("--json", metavar="FILE")
    args = parser.parse_args()
    began = time.monotonic()
    tables = contest(args.games, args.clock, args.jobs, rule_sets(args.game))
    total = Table("all")
    for table in tables.values():
        print(table)
        total.add(table)
    print(total)
    print(f"clock {args.clock}, {args.jobs} at once, {time.monotonic() - began:.0f} s in all", end="; ")
    print(f"worst overshoot {total.overshoot:.3f} s")
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump({"clock": str(args.clock), "tables": [asdict(each) for each in (*tables.values(), total)]}, file)
    return int(bool(total.lost_on_time or total.broken_off))


if __name__ == "__main__":
    sys.exit(main())
