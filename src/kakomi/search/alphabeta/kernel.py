"""Alpha-beta search to a given depth, generic over games: the kernel (`alphabeta_search` deepens and keeps the clock).

Negamax with principal variation search (Marsland 1986) on an explicit stack; a frame's values are for the player to move
there, and a child's value changes sign only if the players differ, so turns need not alternate. Per node:
1. *Count* the node; at the limit or on a `stop`, the whole search ends at once.
2. *Table*: a stored result for this position, if deep enough, ends the node.
3. *End of the game*: its exact value.
4. *Horizon*: at depth 0 the evaluation, or a net's value, unless the position needs quiescence (then a few more plies). Near
   the horizon, where only a bound is wanted, an evaluation far beyond that bound also ends the node, if the game allows it
   (`selectivity`).
5. *Order* the moves: the table's, the killers, then by priority and history, or by a net's policy; keep the first `WIDTH`
   where a game has too many.
6. *Try* a move: the first with the full window, later ones with a null window, late ones at reduced depth.
7. *Try again*, with full window and depth, a move that did better than expected.
8. *Take* the child's value: best, alpha, principal variation.
9. *Finish*: remember the move that cut off, and store the result in the table.

Proofs. A result is *complete* when it does not rest on an evaluation: the end of the game is complete; a cutoff is if the
child that caused it is; any other result is if all children are and none was left out. So a complete result holds at every
depth. A bound beyond DECIDED is always complete: evaluations are clamped below it, and so are the losses of a node where
moves were left out. An exact value beyond it proves who wins, if not yet by how much or how soon.
"""

from __future__ import annotations

from kakomi.core.bits import inline
from kakomi.core.protocol import (
    DRAW,
    FIRST,
    NO_MOVE,
    SECOND,
    Moves,
    Position,
    ended,
    evaluate,
    key,
    legal_moves,
    move_priority,
    needs_quiescence,
    play,
    score,
    to_move,
    winner,
)
from kakomi.search.alphabeta.arrays import (
    ALL_COMPLETE,
    ALPHA,
    BEST,
    BEST_COMPLETE,
    BEST_MOVE,
    BETA,
    BY_MARGIN,
    COUNT,
    DECIDED,
    DEEPEST,
    DEPTH,
    DONE,
    EXACT,
    EXTRA,
    FLOOR,
    FRAME,
    HISTORY_SIZE,
    INFINITE,
    KEY,
    LEFT_OUT,
    LEVEL,
    LIMIT,
    LINE,
    MOVE,
    NARROW,
    NARROWING,
    NODES,
    NOISE,
    PLAYER,
    PLIES,
    PRUNED_DEPTH,
    ROOT_COUNT,
    SEED,
    STAGE,
    STOP,
    TOTAL,
    WIDTH,
    Ints,
    Memory,
    SearchTask,
    Stack,
)
from kakomi.search.alphabeta.selectivity import LATE_DEPTH, LATE_MOVE, beyond, reduction
from kakomi.search.alphabeta.transpositions import AT_LEAST, AT_MOST, EXACTLY, find, store, usable
from kakomi.search.learned.arrays import ConvArrays, NetScratch, SparseArrays
from kakomi.search.learned.forward import judge, logit
from kakomi.search.portable_math import log

NEXT, FULL, SCOUT, REDUCED, AGAIN = 0, 1, 2, 3, 4  # stages of a move

# Move ordering. The ranks only have to keep the kinds of moves apart; history is kept below its limit by halving.
RANK_TABLE, RANK_KILLER, RANK_PRIORITY = 1 << 40, 1 << 30, 1 << 16
HISTORY_LIMIT = 1 << 15
SORTED = 48  # moves put in order; once that many have been tried, the order of the rest no longer matters
POLICY_DEPTH = 2  # from this depth on the net's policy orders the moves: nearer the horizon it costs more than it saves
POLICY_STEPS, MOST_PRIORITY = 50.0, 4000  # priorities per logit, and the highest one: ranks stay below the killers'
SUREST = 0.9999  # a net is never surer than this; a won game is worth more
SPREAD = 0x9E3779B1  # 2^32 over the golden ratio (Knuth 6.4); a product with 31 bits stays below 2^63


def search(
    task: SearchTask,
    stack: Stack,
    memory: Memory,
    depth: int,
    alpha: int,
    beta: int,
    sparse: SparseArrays | None,
    conv: ConvArrays | None,
    room: NetScratch | None,
) -> int:
    """Search the root to this depth; its frame then has the value for the player to move, a bound if outside the window.

    1 if the search was finished, 0 if it was stopped: the root's frame then holds the best of the moves tried so far.
    With a net, `sparse` or `conv`, and room for it, the net evaluates and orders; without one, all three are None.
    """
    frames = stack.frames
    frames[ALPHA], frames[BETA], frames[DEPTH] = alpha, beta, depth
    return proceed(task, stack, memory, 0, sparse, conv, room)


def proceed(
    task: SearchTask,
    stack: Stack,
    memory: Memory,
    level: int,
    sparse: SparseArrays | None,
    conv: ConvArrays | None,
    room: NetScratch | None,
) -> int:
    """Continue a search that is about to enter the node at this level; at level 0, whose frame is set, that is all of it.

    A search that ended at its node limit can continue from `control[LEVEL]` with a higher one, for callers that must pause
    now and then: they clear the stop and uncount the node that was one too many.
    """
    control, settings, frames, lines = task.control, task.settings, stack.frames, stack.lines
    opened = enter(level, task, stack, memory, sparse, conv, room)
    while control[STOP] == 0:
        at = level * FRAME
        if opened:
            more = frames[at + DONE] < frames[at + COUNT] or frames[at + STAGE] == AGAIN
            if more and frames[at + ALPHA] < frames[at + BETA]:
                try_move(level, stack, settings)
                level += 1
                opened = enter(level, task, stack, memory, sparse, conv, room)
                continue
            finish(level, frames, memory, settings)
        if level == 0:
            return 1
        level -= 1
        take(level, frames, lines)
        opened = 1
    control[LEVEL] = level
    return 0


def enter(
    level: int,
    task: SearchTask,
    stack: Stack,
    memory: Memory,
    sparse: SparseArrays | None,
    conv: ConvArrays | None,
    room: NetScratch | None,
) -> int:
    """Steps 1 to 5: 1 if the node has moves to try, 0 if its frame already holds the result."""
    control, settings = task.control, task.settings
    frames = stack.frames
    position = stack.positions[level]
    at = level * FRAME
    depth = frames[at + DEPTH]
    control[NODES] += 1  # step 1
    if control[NODES] > control[LIMIT]:
        control[STOP] = 1
        return 0
    if level > control[DEEPEST]:
        control[DEEPEST] = level
    player = to_move(position)
    frames[at + PLAYER] = player
    frames[at + LINE] = 0
    known = NO_MOVE
    if depth > 0:
        code = key(position)
        frames[at + KEY] = code
        slot = find(memory.table, code)  # step 2
        if slot >= 0:
            known = memory.table[slot + 2]
            if level > 0 and usable(level, slot, frames, memory.table, settings):
                if known != NO_MOVE:
                    stack.lines[level][0] = known
                    frames[at + LINE] = 1
                return 0
    quiet = needs_quiescence(position) == 0
    horizon = level + 1 == len(stack.positions) or (depth <= 0 and (quiet or depth <= -settings[EXTRA]))
    near = 0 < depth <= settings[PRUNED_DEPTH] and quiet and frames[at + BETA] - frames[at + ALPHA] == 1
    if room is None and level > 0 and (horizon or near):
        if ended(position, stack.moves[level]):  # step 3, without a list of the moves
            return leaf(frames, at, final(position, player, level, settings), 1)
        value = estimate(evaluate(position, task.weights), position, player, settings)
        if horizon or beyond(value, depth, frames[at + ALPHA], frames[at + BETA], settings):  # step 4
            return leaf(frames, at, value, 0)
    count = settings[ROOT_COUNT] if level == 0 else legal_moves(position, stack.moves[level])
    if count == 0:  # step 3
        return leaf(frames, at, final(position, player, level, settings), 1)
    if horizon:  # step 4, with a net, or at the root
        if room is None:
            value = evaluate(position, task.weights)
        else:
            value = in_logits(judge(position, stack.moves[level], count, sparse, conv, room))
            value = value if player == FIRST else -value
        return leaf(frames, at, estimate(value, position, player, settings), 0)
    frames[at + FLOOR] = frames[at + ALPHA]
    frames[at + BEST] = -INFINITE
    frames[at + BEST_MOVE] = NO_MOVE
    frames[at + BEST_COMPLETE] = 0
    frames[at + ALL_COMPLETE] = 1
    frames[at + DONE] = 0
    frames[at + STAGE] = NEXT
    rank(level, count, known, stack, memory)  # step 5
    if room is not None and depth >= POLICY_DEPTH:
        judge(position, stack.moves[level], count, sparse, conv, room)
        rank_by_policy(stack.ranks[level], count, sparse, conv, room)
    frames[at + TOTAL] = count
    every = settings[WIDTH] == 0 or (level == 0 and depth == 1 and settings[NARROW] == 0)
    width = settings[WIDTH]
    if settings[NARROWING] and settings[NARROW] == 0 and depth > 0:
        width = min(width, settings[NARROWING] * (depth + 1))
    frames[at + COUNT] = count if every else min(width, count)
    return 1


@inline
def estimate(value: int, position: Position, player: int, settings: Ints) -> int:
    """Step 4: an evaluation for the player, with the noise of a player that errs, clamped below decided values."""
    if settings[NOISE]:
        value += error(position, settings)
    value = max(min(value, DECIDED - 1), 1 - DECIDED)
    return value if player == FIRST else -value


@inline
def leaf(frames: Ints, at: int, value: int, complete: int) -> int:
    frames[at + BEST] = value
    frames[at + ALL_COMPLETE] = complete
    return 0


@inline
def in_logits(value: float) -> int:
    """A net's value, from -1 to 1, in thousandths of a logit, like evaluations."""
    sure = SUREST * abs(float(value))
    logits = int(1000.0 * log((1.0 + sure) / (1.0 - sure)))
    return logits if value >= 0.0 else -logits


def error(position: Position, settings: Ints) -> int:
    """A number from -NOISE to NOISE that depends on the position and the seed alone.

    Thanks to the product, the errors under two seeds are unrelated, which the seed's bits alone would not ensure.
    """
    word = ((key(position) ^ settings[SEED]) & 0x7FFFFFFF) * SPREAD
    return settings[NOISE] * ((word >> 40 & 0xFFFF) - 0x8000) // 0x8000


def final(position: Position, player: int, level: int, settings: Ints) -> int:
    """Step 3: the value of a game that is over, for the player."""
    won = winner(position)
    if won == DRAW:
        return 0
    if settings[BY_MARGIN]:
        value = DECIDED + abs(score(position, FIRST) - score(position, SECOND))
    else:
        value = DECIDED + PLIES - level
    return value if won == player else -value


# --- step 5: order ----------------------------------------------------------------------------------------------------


def rank(level: int, count: int, known: int, stack: Stack, memory: Memory) -> None:
    """Step 5: the rank of each move."""
    position = stack.positions[level]
    here = stack.moves[level]
    points = stack.ranks[level]
    killers, history = memory.killers, memory.history
    player = stack.frames[level * FRAME + PLAYER]
    for i in range(count):
        move = here[i]
        if move == known:
            points[i] = RANK_TABLE
        elif move == killers[2 * level]:
            points[i] = RANK_KILLER + 1
        elif move == killers[2 * level + 1]:
            points[i] = RANK_KILLER
        else:
            points[i] = history[record(player, move)] + RANK_PRIORITY * move_priority(position, move)


@inline
def rank_by_policy(
    points: Ints, count: int, sparse: SparseArrays | None, conv: ConvArrays | None, room: NetScratch
) -> None:
    """Step 5 with a net, which has just judged the position: of moves that never cut off here, likelier ones come first."""
    for i in range(count):
        if points[i] < RANK_KILLER:
            likely = int(float(logit(i, sparse, conv, room)) * POLICY_STEPS) + MOST_PRIORITY // 2
            points[i] += RANK_PRIORITY * max(min(likely, MOST_PRIORITY), 0)


@inline
def record(player: int, move: int) -> int:
    """The place of a move in the history."""
    return player * HISTORY_SIZE + ((move ^ move >> 12 ^ move >> 20) & (HISTORY_SIZE - 1))


@inline
def bring_forward(here: Moves, points: Ints, first: int, end: int) -> None:
    """Bring the move of highest rank forward, the first among equals."""
    best = first
    for i in range(first + 1, end):
        if points[i] > points[best]:
            best = i
    move = here[best]
    point = points[best]
    while best > first:  # the others keep their order
        here[best] = here[best - 1]
        points[best] = points[best - 1]
        best -= 1
    here[first] = move
    points[first] = point


# --- steps 6 to 9 -----------------------------------------------------------------------------------------------------


def try_move(level: int, stack: Stack, settings: Ints) -> None:
    """Steps 6 and 7: play the next move, or the same again, and set the child's window and depth."""
    frames = stack.frames
    at = level * FRAME
    child = at + FRAME
    alpha = frames[at + ALPHA]
    beta = frames[at + BETA]
    depth = frames[at + DEPTH] - 1
    number = frames[at + DONE]
    if frames[at + STAGE] == AGAIN:
        stage = FULL
    else:
        if number < SORTED:
            bring_forward(stack.moves[level], stack.ranks[level], number, frames[at + TOTAL])
        frames[at + MOVE] = stack.moves[level][number]
        frames[at + DONE] = number + 1
        stage = FULL if number == 0 else SCOUT
        late = number >= LATE_MOVE and depth + 1 >= LATE_DEPTH and stack.ranks[level][number] < RANK_KILLER
        if late and settings[EXACT] == 0:
            stage = REDUCED
            depth -= reduction(depth, number, settings)
    frames[at + STAGE] = stage
    if stage != FULL:
        beta = alpha + 1
    here = stack.positions[level]
    there = stack.positions[level + 1]
    for i in range(len(here)):
        there[i] = here[i]
    play(there, frames[at + MOVE])
    frames[child + DEPTH] = depth
    if to_move(there) == frames[at + PLAYER]:
        frames[child + ALPHA] = alpha
        frames[child + BETA] = beta
    else:
        frames[child + ALPHA] = -beta
        frames[child + BETA] = -alpha


def take(level: int, frames: Ints, lines: list[Moves]) -> None:
    """Step 8: take the child's result; request step 7 where it is better than the narrow window could show."""
    at = level * FRAME
    child = at + FRAME
    value = frames[child + BEST]
    complete = frames[child + ALL_COMPLETE]
    if frames[child + PLAYER] != frames[at + PLAYER]:
        value = -value
    stage = frames[at + STAGE]
    if value > frames[at + ALPHA] and (stage == REDUCED or (stage == SCOUT and value < frames[at + BETA])):
        frames[at + STAGE] = AGAIN
        return
    frames[at + STAGE] = NEXT
    frames[at + ALL_COMPLETE] &= complete
    if value > frames[at + BEST]:
        frames[at + BEST] = value
        frames[at + BEST_MOVE] = frames[at + MOVE]
        frames[at + BEST_COMPLETE] = complete
        if value > frames[at + ALPHA]:
            frames[at + ALPHA] = value
            line = lines[level]
            further = lines[level + 1]
            line[0] = frames[at + MOVE]
            for i in range(frames[child + LINE]):
                line[i + 1] = further[i]
            frames[at + LINE] = frames[child + LINE] + 1


def finish(level: int, frames: Ints, memory: Memory, settings: Ints) -> None:
    """Step 9: settle the result and whether it is complete; store it in the table, and a cutoff in killers and history."""
    at = level * FRAME
    best = frames[at + BEST]
    depth = frames[at + DEPTH]
    dropped = frames[at + TOTAL] > frames[at + COUNT]
    if best >= frames[at + BETA]:
        bound = AT_LEAST
        frames[at + ALL_COMPLETE] = frames[at + BEST_COMPLETE]
        if depth > 0:
            remember(level, frames, memory.killers, memory.history)
    else:
        bound = AT_MOST if best <= frames[at + FLOOR] else EXACTLY
        if dropped:
            frames[at + ALL_COMPLETE] = 0
            if best <= -DECIDED:  # a move left out might have saved the game
                best = 1 - DECIDED
                frames[at + BEST] = best
    if settings[EXACT] == 0 and ((bound == AT_LEAST and best >= DECIDED) or (bound == AT_MOST and best <= -DECIDED)):
        frames[at + ALL_COMPLETE] = 1  # no evaluation reaches this far: the bound comes from finished games alone
    if depth > 0 and not (level == 0 and settings[LEFT_OUT] > 0):
        store(level, bound, frames, memory.table, settings)


def remember(level: int, frames: Ints, killers: Moves, history: Ints) -> None:
    """Step 9: the last two moves that cut off at this level, and how much of the tree each move has cut off."""
    at = level * FRAME
    move = frames[at + BEST_MOVE]
    if killers[2 * level] != move:
        killers[2 * level + 1] = killers[2 * level]
        killers[2 * level] = move
    place = record(frames[at + PLAYER], move)
    history[place] += frames[at + DEPTH] * frames[at + DEPTH]
    if history[place] >= HISTORY_LIMIT:
        for i in range(len(history)):
            history[i] >>= 1
