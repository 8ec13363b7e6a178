"""Iago, by Kanare Kato: the rules.

1  The board, a hexagon of 61 hexes (five to a side), starts empty; Dark begins. A turn puts one own disk, face up, on an
   empty hex. Those of the edge are the outer hexes, the others the inner ones.
2  Placement. 2.1 If any placement captures, one that captures most disks must be made (released disks do not count).
   2.2 Otherwise any empty inner hex will do, but the centre; 2.3 an outer hex or the centre only if that releases.
   2.4 If the centre is the last empty inner hex and nothing is allowed by 2.1-2.3, the centre may be placed on.
3  Capture: in each of six directions a run of face-up enemy disks between the new disk and a face-up own one turns red.
4  Release: likewise a run of captives, of either owner, turns back, each to its owner's colour, if the new disk or the
   far one is on an outer hex or the centre. 4.1 All flips are made, all judged on the position at the placement.
5  The game ends when all inner hexes (37) are filled. 5.1 Score: own face-up inner disks times own face-up outer disks, a
   zero counting as 1; the higher wins. 5.2 At equal scores the disk on the centre decides: face up, its owner wins; a
   captive, its owner loses.
6  Rule set loose: no 2.1; 2.2 and 2.3 hold always, and by 2.3 a capture is as good as a release.
7  Rule set simple: no 4; the score is the number of own face-up disks. 2.1 and 5.2 stay.
8  Option penalties (standard): a player may place as in loose. What 2.1 forbids is a miss; the opponent may claim it in
   the very next turn, and then places on any empty hex. A claimed placement is no miss.
9  Option side: a board of 3 or 4 hexes to a side has 19 or 37 hexes, 7 or 19 of them inner; all else is the same.

A position is [Dark's disks, Light's disks, captives of both, player to move, rule set, penalties, missed, side].
A move is the hex's bit number, plus CLAIM for a claim.

The board is a ring of 61 bits: hex (q, r) is bit 14 q + r modulo 61, the centre bit 0. No two hexes share a bit, and a
step in one direction turns the whole ring by the same number of places. A step off the board comes in again elsewhere,
so what has stepped in direction d is masked with ENTRY[d], the hexes that have a neighbour behind them.

A smaller board (9) is the middle of the large one: the hexes around it stay empty, so that no run crosses them, and
BOARDS leaves them out where a disk may go.
"""

from __future__ import annotations

from kakomi.core.bits import ctz, inline, nth_bit, popcount
from kakomi.core.protocol import FIRST, NO_MOVE, SECOND, Moves, Position, Random
from kakomi.core.rand import below

RED, TURN, KIND, PENALTIES, MISSED, SIDE = (
    2,
    3,
    4,
    5,
    6,
    7,
)  # position[FIRST] and position[SECOND] are the players' disks
STANDARD, LOOSE, SIMPLE = 0, 1, 2
CLAIM = 64
LARGEST = 5  # the side of the game's own board
CLAUSES = ("5.1", "5.2")

HEXES = tuple((q, r) for q in range(-4, 5) for r in range(-4, 5) if abs(q + r) <= 4)
DIRECTIONS = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))


def bit(q: int, r: int) -> int:
    """The bit number of a hex; of a direction, the places by which a step turns the ring."""
    return (14 * q + r) % 61


TURNS = tuple(bit(q, r) for q, r in DIRECTIONS)
ENTRY = tuple(sum(1 << bit(q, r) for q, r in HEXES if (q - dq, r - dr) in HEXES) for dq, dr in DIRECTIONS)
CENTRE = 1 << bit(0, 0)
BOARDS = tuple(  # by side, as are the next two
    sum(1 << bit(q, r) for q, r in HEXES if max(abs(q), abs(r), abs(q + r)) < side) for side in range(LARGEST + 1)
)
INNERS = (0, *BOARDS[:-1])
SPECIALS = tuple(board & ~inner | CENTRE for board, inner in zip(BOARDS, INNERS, strict=True))  # outer hexes and centre
BOARD, INNER, SPECIAL = BOARDS[LARGEST], INNERS[LARGEST], SPECIALS[LARGEST]  # known when compiled: 3% faster


def length(settings: list[int]) -> int:
    return 8


def max_moves(settings: list[int]) -> int:
    """Every hex, placed on plainly or on a claim."""
    return 122


def start(position: Position, settings: list[int]) -> None:
    """Clause 1. Settings are the rule set, in the standard one penalties off or on, and the side of the board."""
    for i in range(8):
        position[i] = 0
    position[KIND] = settings[0]
    position[PENALTIES] = settings[1] if settings[0] == STANDARD else 0
    position[SIDE] = settings[len(settings) - 1]


@inline
def board_hexes(position: Position) -> int:
    return BOARD if position[SIDE] == LARGEST else BOARDS[position[SIDE]]


@inline
def inner_hexes(position: Position) -> int:
    return INNER if position[SIDE] == LARGEST else INNERS[position[SIDE]]


@inline
def special_hexes(position: Position) -> int:
    return SPECIAL if position[SIDE] == LARGEST else SPECIALS[position[SIDE]]


@inline
def empty_hexes(position: Position) -> int:
    return board_hexes(position) & ~(position[FIRST] | position[SECOND])


@inline
def is_over(position: Position) -> bool:
    """Clause 5: are all inner hexes filled?"""
    return inner_hexes(position) & ~(position[FIRST] | position[SECOND]) == 0


@inline
def step(hexes: int, d: int) -> int:
    """The hexes one further in direction d, on the board or wrapped round from beyond its edge: mask with ENTRY[d]."""
    return (hexes << TURNS[d]) | (hexes >> (61 - TURNS[d]))


def greatest(mine: int, theirs: int, empty: int) -> int:
    """Clause 2.1: the empty hexes where most disks are captured; none if none are.

    For all hexes at once: hex h would capture the number whose binary digits are bit h of sixteens, eights, ... ones.
    """
    ones = twos = fours = eights = sixteens = 0
    for d in range(6):
        prey = theirs & ENTRY[d]
        goal = empty & ENTRY[d]
        run = 1
        reach = step(mine, d) & prey
        while reach:  # from own disks over enemies, until an empty hex closes the run in (3)
            reach = step(reach, d)
            closed = reach & goal
            for _ in range(run):
                ones, carry = ones ^ closed, ones & closed
                twos, carry = twos ^ carry, twos & carry
                fours, carry = fours ^ carry, fours & carry
                eights, carry = eights ^ carry, eights & carry
                sixteens |= carry
            reach &= prey
            run += 1
    best = ones | twos | fours | eights | sixteens
    if best & sixteens:
        best &= sixteens
    if best & eights:
        best &= eights
    if best & fours:
        best &= fours
    if best & twos:
        best &= twos
    if best & ones:
        best &= ones
    return best


def closers(mine: int, run: int, empty: int) -> int:
    """The empty hexes that close in a run of these disks, between a new own disk and one of mine (3, 4)."""
    found = 0
    for d in range(6):
        prey = run & ENTRY[d]
        reach = step(mine, d) & prey
        while reach:
            reach = step(reach, d)
            found |= reach & ENTRY[d]
            reach &= prey
    return found & empty


def strict(position: Position) -> int:
    """Clauses 2.1-2.4 (and 7): where the player to move may place; the game is not over."""
    red = position[RED]
    mine = position[position[TURN]] & ~red
    theirs = position[1 - position[TURN]] & ~red
    empty = empty_hexes(position)
    best = greatest(mine, theirs, empty)
    if best:
        return best  # 2.1
    allowed = empty & ~special_hexes(position)  # 2.2
    if position[KIND] != SIMPLE:
        allowed |= closers(mine, red, empty)  # 2.3: on an outer hex or the centre, that releases (4)
    return allowed if allowed else CENTRE  # 2.4


def free(position: Position) -> int:
    """Clause 6 (and 8): the same where no capture is forced."""
    red = position[RED]
    mine = position[position[TURN]] & ~red
    theirs = position[1 - position[TURN]] & ~red
    empty = empty_hexes(position)
    allowed = (empty & ~special_hexes(position)) | closers(mine, theirs, empty) | closers(mine, red, empty)  # 2.2, 2.3
    return allowed if allowed else CENTRE  # 2.4


def placements(position: Position) -> int:
    """The hexes for a disk without a claim; none once the inner hexes are filled (5)."""
    if is_over(position):
        return 0
    if position[KIND] == LOOSE or position[PENALTIES]:
        return free(position)
    return strict(position)


def claims(position: Position) -> int:
    """Clause 8: the hexes for a claimed placement, all that are empty if the last turn was a miss."""
    return empty_hexes(position) if position[MISSED] else 0


def legal_moves(position: Position, out: Moves) -> int:
    """Clause 2, then claims (8)."""
    count = emit(placements(position), 0, out, 0)
    return emit(claims(position), CLAIM, out, count)


@inline
def emit(hexes: int, kind: int, out: Moves, count: int) -> int:
    while hexes:
        out[count] = ctz(hexes) + kind
        hexes &= hexes - 1
        count += 1
    return count


def pick(position: Position, out: Moves, random: Random) -> int:
    """A random legal move, without writing the list."""
    plain = placements(position)
    claimed = claims(position)
    count = popcount(plain)
    total = count + popcount(claimed)
    if total == 0:
        return NO_MOVE
    number = below(random, total)
    return nth_bit(plain, number) if number < count else CLAIM + nth_bit(claimed, number - count)


def flips(position: Position, disk: int) -> int:
    """Clauses 3 and 4: the disks that turn over when the player to move places this one."""
    red = position[RED]
    mine = position[position[TURN]] & ~red
    theirs = position[1 - position[TURN]] & ~red
    captives = 0 if position[KIND] == SIMPLE else red  # 7
    special = special_hexes(position)
    turned = 0
    for d in range(6):
        far = step(disk, d) & ENTRY[d]
        prey = theirs if far & theirs else captives
        run = 0
        while far & prey:
            run |= far
            far = step(far, d) & ENTRY[d]
        if far & mine and (run & theirs or (far | disk) & special):  # 3, or 4
            turned |= run
    return turned


def play(position: Position, move: int) -> None:
    """Clauses 1, 3, 4 and 8."""
    turn = position[TURN]
    disk = 1 << (move & 63)
    missed = 0
    if position[PENALTIES] and move < CLAIM and not disk & strict(position):
        missed = 1  # 8
    position[RED] ^= flips(position, disk)  # 4.1
    position[turn] |= disk
    position[TURN] = 1 - turn
    if is_over(position):
        missed = 0  # 5: no turn is left to claim it in
    position[MISSED] = missed


def to_move(position: Position) -> int:
    return position[TURN]


def score(position: Position, player: int) -> int:
    """Clause 5.1, or 7."""
    face_up = position[player] & ~position[RED]
    inner = popcount(face_up & inner_hexes(position))
    outer = popcount(face_up & ~inner_hexes(position))
    if position[KIND] == SIMPLE:
        return inner + outer  # 7
    return max(inner, 1) * max(outer, 1)


def winner(position: Position) -> int:
    """Clause 5."""
    dark = score(position, FIRST)
    light = score(position, SECOND)
    if dark != light:
        return FIRST if dark > light else SECOND  # 5.1
    owner = FIRST if position[FIRST] & CENTRE else SECOND
    return 1 - owner if position[RED] & CENTRE else owner  # 5.2


def ending(position: Position) -> int:
    """Clause 5.1, or 5.2 at equal scores."""
    return 1 if score(position, FIRST) == score(position, SECOND) else 0
