"""Does a player win a position? Depth-first proof-number search (df-pn: Nagai 2002), compiled, generic over games.

The search proves that the *attacker* wins, or does not. Each position has two numbers: the least number of positions that
must still be shown to be won in order to prove it (`proof`), and the least number that must be shown not to be won in order
to disprove it (`disproof`). A position where the game is over has 0 and MANY, or MANY and 0. Where the attacker moves, one
good move is enough: `proof` is the minimum over the children, `disproof` the sum; where the defender moves, the other way
round. The search always continues at the position that decides most quickly, and stays in a subtree while its numbers are
below thresholds.

Turns need not alternate: each position says who moves. A draw is not a win. Numbers are kept in a table, under two
independent hashes of the whole position; a position no longer in the table is searched again, so losing it only costs time.
Nothing is estimated: a 0 comes only from finished games.
"""

from __future__ import annotations

from typing import NamedTuple

from kakomi.core.bits import S, U, inline
from kakomi.core.protocol import Moves, Position, legal_moves, play, to_move, winner

Ints = list[int]

WON, NOT_WON, UNKNOWN = 1, 0, -1
MANY = 1 << 40  # far above any sum of numbers; sums are capped there
BUCKET = 4  # places of the table that a position may occupy
ENTRY = 5  # integers per place: two hashes, proof, disproof, nodes spent
LOOSE = 4  # a child may exceed the second best one by a quarter before the search turns to that one

# Indices into `control`.
NODES, LIMIT, ATTACKER = 0, 1, 2
CONTROL_LENGTH = 3

# Indices into a frame; there is one frame per level.
COUNT, PROOF_LIMIT, DISPROOF_LIMIT, ATTACKS, BEGAN, HASH_1, HASH_2 = 0, 1, 2, 3, 4, 5, 6
FRAME = 7

# Odd constants without a pattern for the two hashes (the golden ratio's digits, and those of SplitMix64 and xxHash64).
STEP_1, STEP_2 = U(0x9E3779B97F4A7C15), U(0xC2B2AE3D27D4EB4F)
MIX_1, MIX_2 = U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
WORD = U(0xFFFFFFFFFFFFFFFF)


class Workspace(NamedTuple):
    """The arrays of a search. Per level: the position, its moves, and of each child both hashes and both numbers."""

    positions: list[Position]
    moves: list[Moves]
    first: list[Ints]
    second: list[Ints]
    proofs: list[Ints]
    disproofs: list[Ints]
    frames: list[Ints]
    replies: Moves  # scratch
    table: Ints
    control: Ints


@inline
def hash_position(position: Position, start: int, step: int) -> int:
    """A hash of all integers of the position, 62 bits, and never 0."""
    total: int = U(start)
    for i in range(len(position)):
        total = (total ^ (U(position[i]) & WORD)) & WORD
        total = ((total ^ (total >> U(31))) * MIX_1) & WORD
        total = ((total ^ (total >> U(29))) * MIX_2 + step) & WORD
    total = total ^ (total >> U(32))
    return S(total >> U(2)) | 1


def find(table: Ints, one: int, two: int) -> int:
    """The index of this position in the table, -1 if it is not there."""
    buckets = len(table) // (BUCKET * ENTRY)
    begin = (one >> 1) % buckets * BUCKET * ENTRY
    for place in range(begin, begin + BUCKET * ENTRY, ENTRY):
        if table[place] == one and table[place + 1] == two:
            return place
    return -1


def store(table: Ints, one: int, two: int, proof: int, disproof: int, spent: int) -> None:
    """Store the numbers of a position and the nodes spent on it, replacing the entry that took the fewest."""
    buckets = len(table) // (BUCKET * ENTRY)
    begin = (one >> 1) % buckets * BUCKET * ENTRY
    least = begin
    for place in range(begin, begin + BUCKET * ENTRY, ENTRY):
        if table[place] == one and table[place + 1] == two:
            least = place
            spent += table[place + 4]
            break
        if table[place + 4] < table[least + 4]:
            least = place
    table[least] = one
    table[least + 1] = two
    table[least + 2] = proof
    table[least + 3] = disproof
    table[least + 4] = spent


def solve(work: Workspace) -> int:
    """WON if the attacker wins the position of level 0, NOT_WON if not; UNKNOWN at the limit of nodes or of levels."""
    control, frames = work.control, work.frames
    decided = enter(work, 0, MANY, MANY)
    level = 0
    while decided == 0 and level >= 0:
        frame = frames[level]
        proof, disproof, best, other = weigh(work, level)
        if proof >= frame[PROOF_LIMIT] or disproof >= frame[DISPROOF_LIMIT] or proof == 0 or disproof == 0:
            spent = control[NODES] - frame[BEGAN] + 1
            store(work.table, frame[HASH_1], frame[HASH_2], proof, disproof, spent)
            if level == 0:
                decided = 1 if proof == 0 else 2 if disproof == 0 else 3
            else:
                level -= 1
            continue
        if control[NODES] >= control[LIMIT] or level + 2 >= len(work.positions):
            return UNKNOWN
        # The child may be searched until another is clearly better, or until it takes this node to its own limits.
        if frame[ATTACKS]:
            most_proof = min(frame[PROOF_LIMIT], other + other // LOOSE + 1)
            most_disproof = frame[DISPROOF_LIMIT] - disproof + work.disproofs[level][best]
        else:
            most_proof = frame[PROOF_LIMIT] - proof + work.proofs[level][best]
            most_disproof = min(frame[DISPROOF_LIMIT], other + other // LOOSE + 1)
        descend(work, level, best)
        enter(work, level + 1, most_proof, most_disproof)
        level += 1
    return WON if decided == 1 else NOT_WON if decided == 2 else UNKNOWN


def descend(work: Workspace, level: int, child: int) -> None:
    """Write the position after a move to the next level."""
    here = work.positions[level]
    there = work.positions[level + 1]
    for i in range(len(here)):
        there[i] = here[i]
    play(there, work.moves[level][child])


def enter(work: Workspace, level: int, most_proof: int, most_disproof: int) -> int:
    """List a position's moves and the numbers of each child; 0 if the game continues, 1 or 2 if it is over: won or not."""
    control = work.control
    control[NODES] += 1
    position = work.positions[level]
    frame = work.frames[level]
    count = legal_moves(position, work.moves[level])
    attacker = control[ATTACKER]
    if count == 0:
        return 1 if winner(position) == attacker else 2
    frame[COUNT] = count
    frame[PROOF_LIMIT] = most_proof
    frame[DISPROOF_LIMIT] = most_disproof
    frame[ATTACKS] = 1 if to_move(position) == attacker else 0
    frame[BEGAN] = control[NODES]
    frame[HASH_1] = hash_position(position, 1, STEP_1)
    frame[HASH_2] = hash_position(position, 2, STEP_2)
    child = work.positions[level + 1]
    for i in range(count):
        descend(work, level, i)
        work.first[level][i] = hash_position(child, 1, STEP_1)
        work.second[level][i] = hash_position(child, 2, STEP_2)
        replies = legal_moves(child, work.replies)
        if replies == 0:
            won = winner(child) == attacker
            work.proofs[level][i] = 0 if won else MANY
            work.disproofs[level][i] = MANY if won else 0
            # A child that decides this position ends the list: the rest need not be examined.
            if won == (frame[ATTACKS] == 1):
                frame[COUNT] = i + 1
                break
        elif to_move(child) == attacker:
            work.proofs[level][i] = 1
            work.disproofs[level][i] = replies
        else:
            work.proofs[level][i] = replies
            work.disproofs[level][i] = 1
    return 0


def weigh(work: Workspace, level: int) -> tuple[int, int, int, int]:
    """The numbers of the node at this level; the child to search, and the number of the second best child."""
    frame = work.frames[level]
    proofs, disproofs = work.proofs[level], work.disproofs[level]
    attacks = frame[ATTACKS]
    total = 0
    best = 0
    least = MANY + 1
    second = MANY + 1
    for i in range(frame[COUNT]):
        if proofs[i] != 0 and disproofs[i] != 0:
            place = find(work.table, work.first[level][i], work.second[level][i])
            if place >= 0:
                proofs[i] = work.table[place + 2]
                disproofs[i] = work.table[place + 3]
        one = proofs[i] if attacks else disproofs[i]
        total += disproofs[i] if attacks else proofs[i]
        if one < least:
            second = least
            least = one
            best = i
        elif one < second:
            second = one
    total = min(total, MANY)
    if attacks:
        return least, total, best, second
    return total, least, best, second
