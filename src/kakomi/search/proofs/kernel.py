"""Depth-first proof-number search (df-pn, Nagai 2002), generic over games: the kernel.

The question is whether a goal of the first player can be reached (`FIRST_WINS`, `FIRST_HOLDS`). Where that player moves, one
proven move is enough; elsewhere all are needed. A node's proof number is a lower bound on how many positions must still be
proven, its disproof number likewise; the search continues where they are smallest, with 1 + 1/4 of the second best as its
threshold (Pawlewicz and Lew 2007). Positions that a symmetry turns into one another share one entry of the table.

Near the end it costs less to read a position out than to keep track of it: a new position is first read to the end, the
fewest replies first, within a small number of nodes. At levels where that hardly ever succeeds, it is rarely tried.

A game must end: positions may not repeat. Turns need not alternate. The stack is explicit, and a search that ended at its
node limit continues where it was.
"""

from __future__ import annotations

from kakomi.core.bits import inline
from kakomi.core.protocol import DRAW, FIRST, Position, key, legal_moves, play, to_move, winner
from kakomi.core.symmetry import canonical
from kakomi.search.proofs.arrays import (
    BEGAN,
    BEST,
    BUCKET,
    COUNT,
    DISPROOF,
    DISPROOF_LIMIT,
    ENTRY,
    FALSE,
    FIRST_HOLDS,
    FIRST_TO_MOVE,
    FRAME,
    FULL,
    GOAL,
    INFINITE,
    KEY,
    LEVEL,
    LIMIT,
    NODES,
    OPENED,
    PROOF,
    PROOF_LIMIT,
    READ,
    READING,
    STOP,
    TRUE,
    UNKNOWN,
    Ints,
    ProofStack,
    ProofTask,
    ReadingStack,
)

PATIENCE = 4  # a child may grow to the second best plus a quarter
TRIES = 64  # readings at a level before their success rate counts; then, where they fail, one in this many is made
SELDOM = 8  # readings fail where fewer than one in this many succeed


def prove(task: ProofTask, stack: ProofStack, reading: ReadingStack) -> int:
    """Whether the goal can be reached from `positions[0]`: TRUE, FALSE, or UNKNOWN when the limit or a stop came first."""
    control, frames = task.control, stack.frames
    if control[LEVEL] < 0:
        control[LEVEL] = 0
        frames[PROOF_LIMIT] = frames[DISPROOF_LIMIT] = INFINITE
        frames[KEY] = orbit_key(stack.positions[0], stack)
        frames[OPENED] = 0
    while control[LEVEL] >= 0:
        if control[STOP] or control[NODES] >= control[LIMIT]:
            return UNKNOWN
        level = control[LEVEL]
        if frames[level * FRAME + OPENED] == 0:
            if level + 2 >= len(stack.positions):
                control[FULL] = 1
                return UNKNOWN
            open_node(level, task, stack, reading)
        weigh(level, task, stack)
    return TRUE if control[PROOF] == 0 else FALSE


def open_node(level: int, task: ProofTask, stack: ProofStack, reading: ReadingStack) -> None:
    """Look at every move of the node, symmetric positions only once; stop at one that settles it."""
    at = level * FRAME
    control, frames, table = task.control, stack.frames, task.table
    here, there = stack.positions[level], stack.positions[level + 1]
    moves, keys, proofs, disproofs = stack.moves[level], stack.keys[level], stack.proofs[level], stack.disproofs[level]
    frames[at + OPENED] = 1
    frames[at + BEGAN] = control[NODES]
    control[NODES] += 1
    first = 1 if to_move(here) == FIRST else 0
    frames[at + FIRST_TO_MOVE] = first
    count = 0
    total = legal_moves(here, moves)
    if total == 0:
        frames[at + COUNT] = 0
        return
    for i in range(total):
        move = moves[i]
        copy(here, there)
        play(there, move)
        replies = legal_moves(there, stack.moves[level + 1])
        code = -1
        if replies == 0:
            reached = reaches(there, task.settings[GOAL])
            proof = 0 if reached else INFINITE
            disproof = INFINITE if reached else 0
        else:
            code = orbit_key(there, stack)
            known = 0
            for j in range(count):
                if keys[j] == code:
                    known = 1
                    break
            if known:
                continue
            slot = find(table, code)
            if slot >= 0:
                proof = table[slot + 1]
                disproof = table[slot + 2]
            else:
                answer = UNKNOWN
                if worth_reading(level, task.tries):
                    answer = read_out(there, task.settings[READING], task, reading)
                    task.tries[2 * level] += 1
                    if answer != UNKNOWN:
                        task.tries[2 * level + 1] += 1
                if answer == UNKNOWN:  # whoever moves there seems to need one move, the other has to answer them all
                    fresh = to_move(there) == FIRST
                    proof = 1 if fresh else replies
                    disproof = replies if fresh else 1
                else:
                    proof = 0 if answer == TRUE else INFINITE
                    disproof = INFINITE if answer == TRUE else 0
                    keep(table, code, proof, disproof, 0)
        moves[count] = move
        keys[count] = code
        proofs[count] = proof
        disproofs[count] = disproof
        count += 1
        if (proof if first else disproof) == 0:
            break  # this move settles the node
    frames[at + COUNT] = count


def weigh(level: int, task: ProofTask, stack: ProofStack) -> None:
    """The numbers of an open node: leave it if they have reached a limit, else enter the most promising child."""
    at = level * FRAME
    control, frames = task.control, stack.frames
    proofs, disproofs = stack.proofs[level], stack.disproofs[level]
    first = frames[at + FIRST_TO_MOVE]
    least = INFINITE
    second = INFINITE
    total = 0
    best = 0
    best_other = 0
    for i in range(frames[at + COUNT]):
        own = proofs[i] if first else disproofs[i]
        other = disproofs[i] if first else proofs[i]
        if own < least or (own == least and other < best_other):
            second = least
            least = own
            best = i
            best_other = other
        elif own < second:
            second = own
        total = min(total + other, INFINITE)
    if frames[at + COUNT] == 0:  # the root, when the game is over there
        reached = reaches(stack.positions[level], task.settings[GOAL])
        least = 0 if (reached == 1) == (first == 1) else INFINITE
        total = INFINITE - least
    elif least == 0:
        total = INFINITE
    elif total == 0:
        least = INFINITE
    elif total >= INFINITE:
        total = INFINITE - 1
    proof = least if first else total
    disproof = total if first else least
    limit_own = frames[at + PROOF_LIMIT] if first else frames[at + DISPROOF_LIMIT]
    limit_other = frames[at + DISPROOF_LIMIT] if first else frames[at + PROOF_LIMIT]
    if least >= limit_own or total >= limit_other or least == 0 or total == 0:
        keep(task.table, frames[at + KEY], proof, disproof, max(control[NODES] - frames[at + BEGAN], 1))
        control[PROOF] = proof
        control[DISPROOF] = disproof
        control[LEVEL] = level - 1
        if level > 0:
            above = frames[at - FRAME + BEST]
            stack.proofs[level - 1][above] = proof
            stack.disproofs[level - 1][above] = disproof
        return
    frames[at + BEST] = best
    own_limit = min(limit_own, second + second // PATIENCE + 1)
    other_limit = min(limit_other - total + best_other, INFINITE)
    below = at + FRAME
    frames[below + PROOF_LIMIT] = own_limit if first else other_limit
    frames[below + DISPROOF_LIMIT] = other_limit if first else own_limit
    frames[below + KEY] = stack.keys[level][best]
    frames[below + OPENED] = 0
    copy(stack.positions[level], stack.positions[level + 1])
    play(stack.positions[level + 1], stack.moves[level][best])
    control[LEVEL] = level + 1


# --- reading ------------------------------------------------------------------------------------------------------------


def worth_reading(level: int, tries: Ints) -> bool:
    """Whether to read: where readings fail too often, only a few are tried, as those that fail cost most."""
    tried = tries[2 * level]
    if tried >= TRIES and tries[2 * level + 1] * SELDOM < tried:
        tries[2 * level] += 1
        return tried % TRIES == 0
    return True


def read_out(position: Position, most: int, task: ProofTask, reading: ReadingStack) -> int:
    """Whether the goal can be reached, by reading every line to its end, the fewest replies first; at most `most` nodes."""
    goal = task.settings[GOAL]
    positions, frames = reading.positions, reading.frames
    copy(position, positions[0])
    nodes = 0
    level = 0
    answer = UNKNOWN  # of the node left last; UNKNOWN: enter a node next
    while level >= 0:
        at = 3 * level
        if answer == UNKNOWN:
            nodes += 1
            if nodes > most or level + 2 >= len(positions):
                level = -1
                break
            count = order(positions[level], reading, level)
            if count == 0:
                answer = TRUE if reaches(positions[level], goal) else FALSE
                level -= 1
                continue
            frames[at] = count
            frames[at + 1] = 0
            frames[at + 2] = 1 if to_move(positions[level]) == FIRST else 0
        elif answer == frames[at + 2] or frames[at + 1] == frames[at]:
            level -= 1  # one move is enough, or none was: the answer is the node's own
            continue
        copy(positions[level], positions[level + 1])
        play(positions[level + 1], reading.moves[level][frames[at + 1]])
        frames[at + 1] += 1
        answer = UNKNOWN
        level += 1
    task.control[READ] = nodes
    task.control[NODES] += nodes
    return answer


def order(here: Position, reading: ReadingStack, level: int) -> int:
    """The legal moves, those with the fewest replies first; another move by the same player before all others."""
    moves, ranks = reading.moves[level], reading.ranks[level]
    count = legal_moves(here, moves)
    if count < 2:
        return count
    there = reading.positions[level + 1]
    mover = to_move(here)
    for i in range(count):
        move = moves[i]
        copy(here, there)
        play(there, move)
        rank = legal_moves(there, reading.moves[level + 1])
        if rank > 0 and to_move(there) == mover:
            rank = 0
        j = i
        while j > 0 and ranks[j - 1] > rank:
            ranks[j] = ranks[j - 1]
            moves[j] = moves[j - 1]
            j -= 1
        ranks[j] = rank
        moves[j] = move
    return count


def reaches(position: Position, goal: int) -> int:
    """Whether a finished game has reached the goal."""
    who = winner(position)
    return 1 if who == FIRST or (who == DRAW and goal == FIRST_HOLDS) else 0


# --- the table ----------------------------------------------------------------------------------------------------------


def orbit_key(position: Position, stack: ProofStack) -> int:
    """The key of the least image of the position, which stands for all images."""
    canonical(position, stack.scratch[0], stack.scratch[1], stack.scratch[2])
    return key(stack.scratch[0])


def find(table: Ints, code: int) -> int:
    """The slot of a position's entry, or -1 if there is none. An empty entry has the numbers 0 and 0."""
    at = bucket(table, code)
    for slot in range(at, at + BUCKET, ENTRY):
        if table[slot] == code and table[slot + 1] + table[slot + 2] > 0:
            return slot
    return -1


def keep(table: Ints, code: int, proof: int, disproof: int, work: int) -> None:
    """Store numbers in the position's own entry, else in that of the bucket that took the least work."""
    slot = find(table, code)
    if slot < 0:
        at = bucket(table, code)
        slot = at
        for other in range(at, at + BUCKET, ENTRY):
            if table[other + 1] + table[other + 2] == 0:
                slot = other
                break
            if table[other + 3] < table[slot + 3]:
                slot = other
    table[slot] = code
    table[slot + 1] = proof
    table[slot + 2] = disproof
    table[slot + 3] = work


@inline
def bucket(table: Ints, code: int) -> int:
    return (code & (len(table) // BUCKET - 1)) * BUCKET


@inline
def copy(source: Position, target: Position) -> None:
    for i in range(len(source)):
        target[i] = source[i]
