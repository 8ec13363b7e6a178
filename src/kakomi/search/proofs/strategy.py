"""The strategy that a proof contains: for a player, one move in every position that it can lead to.

The positions are visited depth first, each as its least image (`core.symmetry.canonical`) and once. One that is over is
left; where the player is to move, one byte says how to continue: the place of the move among the legal moves in ascending
order, or READ_ON. Elsewhere all moves are followed in ascending order. READ_ON means that the position is decided by reading
every line to the end, which takes few nodes: a strategy down to the last move would be many times as long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from kakomi.core.errors import EngineError
from kakomi.core.protocol import FIRST, Moves, Position, key, legal_moves, play, to_move
from kakomi.core.symmetry import canonical
from kakomi.search.proofs.arrays import INFINITE, TRUE, UNKNOWN, Ints, ProofStack, ProofTask, ReadingStack
from kakomi.search.proofs.kernel import copy, find, orbit_key, reaches, read_out

if TYPE_CHECKING:
    from kakomi.search.proofs.search import ProofSearch, ReportShare

READ_ON = 255
READING = 30_000  # nodes for positions that are no longer in the table
LONGEST = 254  # moves of a position

# Answers of `follow`.
DONE, UNPROVEN, FULL, TOO_MANY_MOVES, CONTRADICTION = 0, 1, 2, 3, 4

# Places in `state`.
LEVEL, BYTES, SEEN, SIDE = 0, 1, 2, 3
STATE_LENGTH = 4
COUNT, NEXT, OPENED, WALK_FRAME = 0, 1, 2, 3  # places in a frame
FRESH_SEEN = 1 << 16  # places in the first set of positions; doubled when two thirds are taken


class WalkStack(NamedTuple):
    """The path to the position being visited."""

    positions: list[Position]
    moves: list[Moves]
    frames: Ints
    state: Ints
    seen: Ints  # keys of positions; the number of places is a power of two, and 0 is an empty place
    output: Ints


def follow(task: ProofTask, stack: ProofStack, reading: ReadingStack, walk: WalkStack) -> int:
    """Continue the visit of `positions[0]`: DONE, or what is missing before it can continue."""
    state, frames = walk.state, walk.frames
    while state[LEVEL] >= 0:
        level = state[LEVEL]
        at = level * WALK_FRAME
        here, moves = walk.positions[level], walk.moves[level]
        if frames[at + OPENED] == 0:
            if 3 * state[SEEN] > 2 * len(walk.seen) or state[BYTES] == len(walk.output):
                return FULL
            count = legal_moves(here, moves)
            if count == 0:
                if reaches(here, task.settings[0]) == state[SIDE]:
                    return CONTRADICTION
                state[LEVEL] = level - 1
                continue
            if count > LONGEST:
                return TOO_MANY_MOVES
            canonical(here, stack.scratch[0], stack.scratch[1], stack.scratch[2])
            copy(stack.scratch[0], here)
            code = max(key(here), 1)
            place = place_of(walk.seen, code)
            if walk.seen[place] == code:
                state[LEVEL] = level - 1
                continue
            count = legal_moves(here, moves)
            sort(moves, count)
            if to_move(here) == state[SIDE]:
                choice = choose(here, moves, count, state[SIDE], task, stack, reading)
                if choice < 0:
                    return UNPROVEN
                walk.output[state[BYTES]] = choice
                state[BYTES] += 1
                if choice == READ_ON:
                    count = 0
                else:
                    moves[0] = moves[choice]
                    count = 1
            walk.seen[place] = code
            state[SEEN] += 1
            frames[at + OPENED], frames[at + COUNT], frames[at + NEXT] = 1, count, 0
        if frames[at + NEXT] == frames[at + COUNT]:
            state[LEVEL] = level - 1
            continue
        copy(here, walk.positions[level + 1])
        play(walk.positions[level + 1], moves[frames[at + NEXT]])
        frames[at + NEXT] += 1
        frames[at + WALK_FRAME + OPENED] = 0
        state[LEVEL] = level + 1
    return DONE


def choose(
    here: Position, moves: Moves, count: int, side: int, task: ProofTask, stack: ProofStack, reading: ReadingStack
) -> int:
    """The place of the proven move that took the least work; READ_ON where reading decides; -1 where nothing is known."""
    table = task.table
    slot = find(table, key(here))
    if slot >= 0 and table[slot + 3] == 0 and table[slot + 1 + side] == 0:
        return READ_ON
    best = -1
    least = INFINITE
    there = stack.positions[0]
    for i in range(count):
        copy(here, there)
        play(there, moves[i])
        if legal_moves(there, stack.moves[0]) == 0:
            if reaches(there, task.settings[0]) != side:
                return i
            continue
        slot = find(table, orbit_key(there, stack))
        if slot >= 0 and table[slot + 1 + side] == 0 and table[slot + 3] < least:
            best = i
            least = table[slot + 3]
    if best < 0:
        answer = read_out(here, READING, task, reading)
        if answer != UNKNOWN and (answer == TRUE) == (side == FIRST):
            return READ_ON
    return best


def place_of(seen: Ints, code: int) -> int:
    """Where a key is in the set, or would be put."""
    place = code & (len(seen) - 1)
    while seen[place] != 0 and seen[place] != code:
        place = (place + 1) & (len(seen) - 1)
    return place


def sort(moves: Moves, count: int) -> None:
    """Sort the moves in ascending order; most games list them in that order anyway."""
    for i in range(1, count):
        move = moves[i]
        j = i
        while j > 0 and moves[j - 1] > move:
            moves[j] = moves[j - 1]
            j -= 1
        moves[j] = move


def write(
    search: ProofSearch,
    entry: Callable[..., int],
    positions: Sequence[Sequence[int]],
    goal: int,
    side: int,
    progress: ReportShare | None,
) -> bytes:
    """The strategy of the side from these positions, one after another; positions seen before are not visited again."""
    task = search.task(goal)
    levels = len(search.stack.positions)
    walk = WalkStack(
        positions=search.rows(levels, len(search.stack.scratch[0])),
        moves=search.rows(levels, len(search.stack.moves[0])),
        frames=search.ints(levels * WALK_FRAME),
        state=search.ints(STATE_LENGTH),
        seen=search.ints(FRESH_SEEN),
        output=search.ints(FRESH_SEEN),
    )
    state: Any = walk.state
    state[SIDE] = side
    for number, position in enumerate(positions):
        if progress is not None:
            progress(number / len(positions))
        for i, value in enumerate(position):
            walk.positions[0][i] = value
        state[LEVEL] = walk.frames[OPENED] = 0
        before: object = None
        while (answer := entry(task, search.stack, search.reading, walk)) != DONE:
            if answer == FULL:
                walk = walk._replace(seen=_larger(search, walk.seen), output=_longer(search, walk.output))
            elif answer == UNPROVEN and before != (before := (int(state[LEVEL]), int(state[BYTES]))):
                search.holds([int(each) for each in walk.positions[state[LEVEL]]], goal)
            elif answer == TOO_MANY_MOVES:
                raise EngineError(f"a position of a strategy has at most {LONGEST} moves")
            else:
                raise EngineError("the strategy does not keep the value: the table is too small, or the value is wrong")
    return bytes(int(each) for each in walk.output[: int(state[BYTES])])


def _larger(search: ProofSearch, seen: Any) -> Any:
    fresh = search.ints(2 * len(seen))
    for code in (int(each) for each in seen if each):
        fresh[place_of(fresh, code)] = code
    return fresh


def _longer(search: ProofSearch, output: Any) -> Any:
    fresh = search.ints(2 * len(output))
    fresh[: len(output)] = output[:]
    return fresh
