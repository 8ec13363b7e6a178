"""Alpha-beta as a Searcher: iterative deepening, aspiration windows, several lines, limits and `stop`.

With a limit on nodes or depth the answer depends on the position and the settings alone, not on the clock; a new search
begins with an empty history and a new age of the table (`reset` empties the table as well).
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kakomi.core.compiler.build import bind
from kakomi.core.errors import IllegalMove, OptionError
from kakomi.core.match import Match
from kakomi.core.protocol import NO_MOVE
from kakomi.search.alphabeta import arrays as places
from kakomi.search.alphabeta import kernel
from kakomi.search.alphabeta.arrays import DECIDED, FRAME, INFINITE, PLIES, Memory, SearchTask, Stack
from kakomi.search.alphabeta.transpositions import BUCKET, look_up
from kakomi.search.evaluation import Pruning, evaluation_for
from kakomi.search.learned.network import Net
from kakomi.search.portable_math import logistic
from kakomi.search.result import AnalysisLine, Limit, Progress, Report

DEEPEST = 100  # plies; no game here is searched that deep before it is solved
EXTRA = 6  # plies beyond the horizon for unsettled positions: a whole turn where a turn has several moves
ASPIRATION_FROM = 4  # the depth from which the last value is good enough to set a window around
ASPIRATION = 200  # half the first window, in thousandths of a logit: about 5 games in 100
WIDENING = 4  # how much wider the window gets after each failure; beyond WIDEST it is open
WIDEST = 4000
LOGIT = 1000.0  # evaluations are in thousandths
TABLE_MB = 64
MOST_MB = 1 << 16
NEVER = 1 << 62


class AlphaBeta:
    """Single-threaded alpha-beta search.

    `megabytes` is the size of the transposition table; `target` "python" runs the same source interpreted; `exact` turns off
    everything that makes the search selective (reductions, deeper table entries, the evaluation's width and pruning).
    `noise` makes it err: every evaluation is off by up to that many thousandths of a logit, in a way that depends on the
    seed. With `narrow` it considers only the most promising moves at depth 1, too, where the game's evaluation has a width.
    With a `net`, its value replaces the evaluation, and its policy orders the moves.

    >>> import kakomi
    >>> match = kakomi.new(kakomi.games.names()[0])
    >>> report = AlphaBeta(target="python", megabytes=1).search(match, Limit(depth=1))
    >>> report.depth, report.best.move in match.legal_moves
    (1, True)
    """

    def __init__(
        self,
        megabytes: int = TABLE_MB,
        target: str = "cpu",
        exact: bool = False,
        noise: int = 0,
        seed: int = 0,
        narrow: bool = False,
        net: Net | None = None,
    ) -> None:
        if not 1 <= megabytes <= MOST_MB:
            raise OptionError(f"the table must have 1 to {MOST_MB} megabytes, not {megabytes}")
        self.megabytes = megabytes
        self.target = target
        self.exact = exact
        self.noise = noise
        self.seed = seed
        self.narrow = narrow
        self.net = net
        self.name = "alphabeta" if net is None else "learned-alphabeta"
        self._age = 0
        self._table: Any = None
        self._kind: object = None
        self._control: Any = None
        self._stopping = threading.Event()
        self._searching = threading.Lock()

    def reset(self) -> None:
        """Forget everything: the next search is like the first."""
        self._table = None
        self._age = 0

    def stop(self) -> None:
        """End the running search; it returns what it has."""
        self._stopping.set()
        control = self._control
        if control is not None:
            control[places.STOP] = 1

    def search(self, match: Match, limit: Limit, lines: int = 1, progress: Progress | None = None) -> Report:
        """The `lines` best moves of a match that is not over; `progress` is called after every depth."""
        if not match.codes():
            raise IllegalMove("the game is over; there is nothing to search")
        if lines < 1:
            raise OptionError(f"lines must be 1 or more, not {lines}")
        with self._searching:
            self._stopping.clear()
            return _Search(self, match, limit, lines).run(progress)

    def warm_up(self, match: Match) -> None:
        """Compile for the match's game, or fetch the compiled code from the cache."""
        self.search(match, Limit(nodes=1))

    # --- the memory that outlives a search ------------------------------------------------------------------------

    def _memory(self, match: Match) -> tuple[Any, int]:
        """The table, emptied for another game or other options, and the age of this search."""
        kind = (match.rule_set.rules, tuple(match.settings))
        if self._table is None or kind != self._kind:
            entries = (self.megabytes << 20) // 8 // BUCKET
            self._table = self._ints((1 << entries.bit_length() - 1) * BUCKET)
            self._kind = kind
            self._age = 0
        self._age += 1
        return self._table, self._age

    def _ints(self, length: int) -> Any:
        if self.target == "python":
            return [0] * length
        import numpy as np

        return np.zeros(length, np.int64)

    def _rows(self, rows: int, length: int) -> Any:
        if self.target == "python":
            return [[0] * length for _ in range(rows)]
        import numpy as np

        return np.zeros((rows, length), np.int64)


@dataclass(frozen=True)
class _Found:
    """A root move with its value, and whether that rests on evaluations."""

    move: int
    value: int
    complete: bool  # the value is exact
    settled: bool  # nothing better or surer can be found
    finished: bool  # every move was searched
    variation: list[int]

    def move_text(self, match: Match) -> str:
        """The move in the game's notation."""
        return match.rule_set.view.move_text(match.state, self.move)


class _Search:
    """One search: its buffers and what it has found."""

    def __init__(self, owner: AlphaBeta, match: Match, limit: Limit, lines: int) -> None:
        rules = match.rule_set.rules
        evaluation = evaluation_for(rules)
        self.owner, self.match, self.limit = owner, match, limit
        self.codes = self._in_order(match.codes())
        self.lines = min(lines, len(self.codes))
        self.depth = min(limit.depth or DEEPEST, DEEPEST)
        self.entry: Callable[..., int] = bind(owner.target, kernel.search, rules, evaluation.module)
        levels = self.depth + EXTRA + 2
        width = rules.max_moves(match.settings)
        layout = None if owner.net is None else owner.net.lay_out(match)
        self.net = (None, None, None) if layout is None else (layout.sparse, layout.conv, layout.make_scratch(width))
        table, age = owner._memory(match)
        settings = [0] * places.SETTINGS_LENGTH
        settings[places.BY_MARGIN] = int(evaluation.by_margin(match.settings))
        settings[places.WIDTH] = 0 if owner.exact else evaluation.width
        settings[places.EXTRA] = EXTRA
        settings[places.EXACT] = int(owner.exact)
        settings[places.AGE] = age
        settings[places.NOISE] = owner.noise
        settings[places.NARROW] = int(owner.narrow)
        if not owner.exact:
            set_pruning(settings, evaluation.pruning)
        settings[places.SEED] = random.Random(owner.seed).getrandbits(62)
        self.by_margin = bool(settings[places.BY_MARGIN])
        self.task = SearchTask(
            control=owner._ints(places.CONTROL_LENGTH),
            settings=owner._ints(places.SETTINGS_LENGTH),
            weights=owner._ints(len(evaluation.weights)),
        )
        self.stack = Stack(
            positions=owner._rows(levels, len(match.state)),
            moves=owner._rows(levels, width),
            ranks=owner._rows(levels, width),
            frames=owner._ints(levels * FRAME),
            lines=owner._rows(levels, levels),
        )
        self.memory = Memory(
            killers=owner._ints(2 * levels),
            history=owner._ints(2 * places.HISTORY_SIZE),
            table=table,
        )
        self.control = self.task.control
        self.control[places.LIMIT] = int(limit.nodes or NEVER)
        _fill(self.task.settings, settings)
        _fill(self.task.weights, evaluation.weights)
        _fill(self.stack.positions[0], match.state)
        _fill(self.memory.killers, [NO_MOVE] * (2 * levels))
        self.found: list[_Found] = []
        self.reached = 0
        self.began = time.perf_counter()

    def _in_order(self, codes: Sequence[int]) -> list[int]:
        """The root moves, of which the first of equals is played; shuffled by seed and move number if the player errs."""
        if not self.owner.noise:
            return list(codes)
        generator = random.Random(f"{self.owner.seed} {len(self.match.moves)}")
        return generator.sample(list(codes), len(codes))

    def run(self, progress: Progress | None) -> Report:
        """Deepen until a limit or a stop, or until there is nothing more to find."""
        self._compile()
        self.began = time.perf_counter()
        self.owner._control = self.control
        timer = None
        if self.owner._stopping.is_set():
            self.control[places.STOP] = 1
        if self.limit.seconds is not None:
            timer = threading.Timer(self.limit.seconds, self._time_is_up)
            timer.daemon = True
            timer.start()
        try:
            for depth in range(1, self.depth + 1):
                finished, settled = self._deepen(depth)
                if not finished:
                    break
                self.reached = depth
                if progress is not None:
                    progress(self._report())
                if settled:
                    break
        finally:
            if timer is not None:
                timer.cancel()
            self.owner._control = None
        return self._report()

    def _time_is_up(self) -> None:
        self.control[places.STOP] = 1

    def _compile(self) -> None:
        """Compile, off the clock, by running a search that stops at its first node."""
        limit = self.control[places.LIMIT]
        self.control[places.LIMIT] = 0
        self.entry(self.task, self.stack, self.memory, 1, -INFINITE, INFINITE, *self.net)
        self.control[places.LIMIT] = limit
        self.control[places.STOP] = self.control[places.NODES] = 0

    def _deepen(self, depth: int) -> tuple[bool, bool]:
        """Search every line at this depth; whether it was finished, and whether there is nothing more to find."""
        found: list[_Found] = []
        settled = True
        for number in range(self.lines):
            best = self._line(depth, number, [each.move for each in found])
            if best is None:
                return False, False
            if number == 0 and not best.finished:
                self.found = [best, *(each for each in self.found if each.move != best.move)][: self.lines]
                return False, False
            if not best.finished:
                return False, False
            settled = settled and best.settled
            found.append(best)
        self.found = found
        return True, settled

    def _line(self, depth: int, number: int, taken: list[int]) -> _Found | None:
        """The best move not yet taken, by windows around the value at the last depth; None if stopped before any."""
        codes = [code for code in self.codes if code not in taken]
        before = self.found[number] if number < len(self.found) else None
        alpha, beta, half = -INFINITE, INFINITE, ASPIRATION
        if before is not None and depth >= ASPIRATION_FROM and abs(before.value) < DECIDED:
            alpha, beta = before.value - half, before.value + half
        if before is not None:
            self.memory.killers[0] = before.move
        settings, frames = self.task.settings, self.stack.frames
        better: _Found | None = None
        while True:
            settings[places.ROOT_COUNT], settings[places.LEFT_OUT] = len(codes), len(taken)
            _fill(self.stack.moves[0], codes)
            frames[places.BEST_MOVE] = NO_MOVE  # it stays so if the search is stopped before any move
            done = bool(self.entry(self.task, self.stack, self.memory, depth, alpha, beta, *self.net))
            value, move = int(frames[places.BEST]), int(frames[places.BEST_MOVE])
            if not done:
                return self._found(False) if move != NO_MOVE and alpha < value < beta else better
            half = half * WIDENING
            if value <= alpha and alpha > -INFINITE:
                alpha = -INFINITE if half > WIDEST else value - half
            elif value >= beta and beta < INFINITE:
                better = self._found(False)
                beta = INFINITE if half > WIDEST else value + half
            else:
                return self._found(True)

    def _found(self, finished: bool) -> _Found:
        """The result in the root's frame."""
        frames = self.stack.frames
        value = int(frames[places.BEST])
        move = int(frames[places.BEST_MOVE])
        variation = [int(code) for code in self.stack.lines[0][: frames[places.LINE]]]
        if not variation or variation[0] != move:
            variation = [move]
        complete = bool(frames[places.BEST_COMPLETE])
        settled = bool(frames[places.ALL_COMPLETE]) or (abs(value) >= DECIDED and not self.by_margin)
        exact = value < frames[places.BETA] if not finished else True
        return _Found(move, value, complete and exact, settled, finished, variation)

    # --- the answer -----------------------------------------------------------------------------------------------

    def _report(self) -> Report:
        lines = tuple(self._answer(each) for each in self.found) or (
            AnalysisLine(self.match.rule_set.view.move_text(self.match.state, self.codes[0]), 0.5),
        )
        nodes = min(int(self.control[places.NODES]), int(self.control[places.LIMIT]))
        settings: dict[str, object] = {
            "megabytes": self.owner.megabytes,
            "deepest": int(self.control[places.DEEPEST]),  # plies, extensions included
            "score": self.found[0].value if self.found else 0,  # thousandths of a logit, or beyond DECIDED
        }
        seconds = time.perf_counter() - self.began
        return Report(lines, nodes, seconds, self.reached, self.owner.name, settings)

    def _answer(self, found: _Found) -> AnalysisLine:
        value, points = found.value, None
        proven = ""
        if abs(value) >= DECIDED:
            proven = "win" if value > 0 else "loss"
        elif found.complete:
            proven = "draw"
        if self.by_margin and found.complete:
            points = value - DECIDED if value > 0 else value + DECIDED if value < 0 else 0
        distance = None
        if proven in ("win", "loss") and found.complete and not self.by_margin:
            distance = DECIDED + PLIES - abs(value)
        chance = {"win": 1.0, "loss": 0.0, "draw": 0.5}.get(proven)
        if chance is None:
            chance = logistic(value / LOGIT)
        texts = self._texts(found, bool(proven))
        return AnalysisLine(found.move_text(self.match), chance, 0, proven, points, texts, distance)

    def _texts(self, found: _Found, proven: bool) -> tuple[str, ...]:
        """The variation as move texts; a proven one is continued from the table."""
        rule_set = self.match.rule_set
        position = list(self.match.state)
        texts = []
        for move in found.variation:
            texts.append(rule_set.view.move_text(position, move))
            rule_set.rules.play(position, move)
        if proven:
            stored = bind("python", look_up, rule_set.rules, evaluation_for(rule_set.rules).module)
            out = [0] * rule_set.rules.max_moves(self.match.settings)
            while len(texts) < DEEPEST:
                count = rule_set.rules.legal_moves(position, out)
                move = int(stored(position, self.memory.table))
                if move not in out[:count]:
                    break
                texts.append(rule_set.view.move_text(position, move))
                rule_set.rules.play(position, move)
        return tuple(texts)


def set_pruning(settings: Any, pruning: Pruning) -> None:
    """Set what the search may leave out, as the game's `Pruning` says."""
    settings[places.PRUNED_DEPTH] = pruning.depth
    settings[places.MARGIN], settings[places.HOPELESS] = pruning.margin, pruning.hopeless
    settings[places.REDUCTION], settings[places.NARROWING] = pruning.reduction, pruning.width


def _fill(array: Any, values: Sequence[int]) -> None:
    for i, value in enumerate(values):
        array[i] = value
