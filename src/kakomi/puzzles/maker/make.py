"""Puzzles of one rule set with its options: games are played and walked back, and each puzzle is proven twice.

The games are numbered; game number n is determined by the seed and n, so the same sources and seed find the same puzzles.
These are kept: one puzzle per game, or two that are far apart; no position that is a symmetric image of another; few easy
ones; and only puzzles that `checker` proves as well.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from kakomi.core.errors import KakomiError
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.players.levels import level_player
from kakomi.puzzles.checker.check import check_puzzle
from kakomi.puzzles.checker.prover import Prover
from kakomi.puzzles.maker.difficulty import rate
from kakomi.puzzles.maker.finder import Candidate, candidates, work_out
from kakomi.puzzles.maker.proofs import Unproven, proof_source
from kakomi.puzzles.puzzle import Puzzle, PuzzleError, changed_options

NODES = 40_000  # of the search for positions with one right move
PROOF_NODES = 400_000  # of the proof of each move, once a position is chosen
CHECK_NODES = 1_000_000  # of the second proof, per claim: far below what `check` allows
DEEPEST = 30  # plies before the end of a game
PER_GAME = 2
APART = 5  # plies between two puzzles of a game
EASY = 800  # below this rating are immediate wins and the like
EASY_SHARE = 0.2  # of all puzzles
LEVELS = (4, 5, 6)  # of the players: good enough for close games, bad enough for mistakes
LONGEST_GAME = 400  # plies
SEED_STEP = 1_000_000  # games per seed


@dataclass
class MakeProgress:
    """The progress of the work."""

    games: int = 0
    seen: int = 0  # positions with one right move
    unproven: int = 0  # of those chosen, not proven within the limits
    easy: int = 0  # of those chosen, left out because there are enough of their kind
    puzzles: int = 0


Report = Callable[[MakeProgress, Puzzle | None], None]


class PuzzleMaker:
    """Makes puzzles for a rule set and its options; `known` are the existing ones, of any rule set of the game."""

    def __init__(
        self, game: Game, rules: str | None, options: dict[str, object], seed: int = 0, known: Iterable[Puzzle] = ()
    ) -> None:
        self.start = Match(game, rules, options)
        self.seed = seed
        self.progress = MakeProgress()
        self._proofs = proof_source(self.start)
        self._prover = Prover(self.start)
        here = self.start.rules, changed_options(self.start)
        same = [each for each in known if (each.rules, each.options) == here]
        self._positions = {each.match().canonical() for each in same}
        self._count = len(same)
        self._easy = sum(1 for each in same if each.rating < EASY)
        played = [each.seed % SEED_STEP for each in same if each.seed // SEED_STEP == seed]
        self._next = max(played, default=-1) + 1

    @property
    def count(self) -> int:
        """The number of puzzles of this rule set and its options."""
        return self._count

    def make(self, count: int, seconds: float | None, report: Report) -> None:
        """Continue until there are `count` puzzles, or the time is up; each new one is reported at once."""
        end = None if seconds is None else time.monotonic() + seconds
        while self._count < count and (end is None or time.monotonic() < end):
            for puzzle in self._from_game(self._next):
                self._count += 1
                self.progress.puzzles += 1
                report(self.progress, puzzle)
                if self._count == count:
                    break
            self._next += 1
            self.progress.games += 1
            report(self.progress, None)

    def _from_game(self, number: int) -> Iterable[Puzzle]:
        """The puzzles of the game of this number."""
        seed = self.seed * SEED_STEP + number
        chance = random.Random(f"puzzle {seed}")
        match = play_game(self.start, chance, seed)
        if match.outcome is None:
            return
        self._proofs.forget()
        found = list(candidates(match, self._proofs, NODES, DEEPEST))
        self.progress.seen += len(found)
        chance.shuffle(found)
        found.sort(key=lambda each: each.at_once)
        taken: list[int] = []
        for candidate in found:
            if len(taken) == PER_GAME:
                return
            if any(abs(candidate.plies - plies) < APART for plies in taken) or not self._wanted(candidate):
                continue
            puzzle = self._prove(candidate, seed, len(match.moves) - candidate.plies)
            if puzzle is None:
                self.progress.unproven += 1
                continue
            if puzzle.rating < EASY and not self._room_for_easy:
                self.progress.easy += 1
                continue
            taken.append(candidate.plies)
            self._positions.add(candidate.match.canonical())
            self._easy += puzzle.rating < EASY
            yield puzzle

    @property
    def _room_for_easy(self) -> bool:
        """Whether one more easy puzzle is still within their share."""
        return self._easy + 1 <= EASY_SHARE * (self._count + 1)

    def _wanted(self, candidate: Candidate) -> bool:
        if candidate.at_once and not self._room_for_easy:
            return False
        return candidate.match.canonical() not in self._positions

    def _prove(self, candidate: Candidate, seed: int, ply: int) -> Puzzle | None:
        """The puzzle, if the checker proves it as well; PuzzleError if it finds the opposite: one of them is wrong."""
        try:
            puzzle = work_out(candidate, self._proofs, PROOF_NODES, seed, ply)
        except Unproven:
            return None
        result = check_puzzle(puzzle, self._prover, CHECK_NODES)
        if result.fault and not result.open:
            raise PuzzleError(f"maker and checker disagree about {puzzle.match()!r}: {result.fault}")
        if result.fault:
            return None
        puzzle = replace(puzzle, nodes=result.nodes)
        return replace(puzzle, rating=rate(puzzle))


def play_game(start: Match, chance: random.Random, seed: int) -> Match:
    """A game of a level against itself, which makes for close games; unfinished if it gets too long."""
    match = start.copy()
    level = chance.choice(LEVELS)
    players = [level_player(level, seed + side) for side in (0, 1)]
    for player in players:
        player.begin(match, player.seed)
    try:
        while match.outcome is None and len(match.moves) < LONGEST_GAME:
            match.push(players[match.to_move].choose(match))
    except KakomiError as error:
        raise PuzzleError(f"game {seed} cannot be played: {error}") from error
    return match
