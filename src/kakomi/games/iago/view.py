"""Iago's texts and picture: `e5`, a claim `!e5`; positions like `5/6/7/8/3D5/8/7/6/5 L`.

A position's columns go from the left, each from the top down.
"""

from __future__ import annotations

import re
from functools import cache

from kakomi.core.errors import PositionError, UnreadableMove, listing, shorten
from kakomi.core.protocol import FIRST, SECOND
from kakomi.core.scene import Mark, Piece, Scene, Stock
from kakomi.core.squares import check_symbols, fen_rows, set_bits
from kakomi.games.iago import rules
from kakomi.games.iago.layout import HexLayout, layout_of

SIDES = ("Dark", "Light")
SYMBOLS = "DLdl"  # face up, then captive
KINDS = ("standard", "loose", "simple")
MOVE = re.compile(r"(!?)([a-i][1-9])")
CLAIMABLE = ", who may claim a miss (8)"
COUNTS = {5: "five", 7: "seven", 9: "nine"}  # columns


def _layout(position: list[int]) -> HexLayout:
    return layout_of(position[rules.SIDE])


def sides(position: list[int]) -> tuple[str, str]:
    return SIDES


def _names(position: list[int], hexes: int) -> list[str]:
    """The hexes' names, in the order of columns."""
    return sorted(name for number, name in _layout(position).names.items() if hexes >> number & 1)


def _face_up(position: list[int], player: int) -> int:
    return position[player] & ~position[rules.RED]


def _symbol(position: list[int], number: int) -> str:
    captive = 2 * (position[rules.RED] >> number & 1)
    for player in (FIRST, SECOND):
        if position[player] >> number & 1:
            return SYMBOLS[player + captive]
    return "."


def _symbols(position: list[int]) -> dict[int, str]:
    """The symbol of every hex, by bit number."""
    symbols = dict.fromkeys(_layout(position).names, ".")
    red = position[rules.RED]
    for player in (FIRST, SECOND):
        for disks, symbol in (
            (position[player] & ~red, SYMBOLS[player]),
            (position[player] & red, SYMBOLS[2 + player]),
        ):
            for number in set_bits(disks):
                symbols[number] = symbol
    return symbols


# --- moves ------------------------------------------------------------------------------------------------------------


def move_text(position: list[int], move: int) -> str:
    return "!" * (move >= rules.CLAIM) + _layout(position).names[move & 63]


def read_move(position: list[int], text: str) -> int:
    layout = _layout(position)
    found = MOVE.fullmatch(text)
    if found is None:
        like = layout.centre
        raise UnreadableMove(
            f"{shorten(text)!r} is not a move; write {like} to place a disk, !{like} to place it on a claim"
        )
    claim, name = found.groups()
    if name not in layout.numbers:
        letter = name[0]
        if letter not in layout.letters:
            raise UnreadableMove(f"there is no hex {name}; the columns of this board go from a to {layout.letters[-1]}")
        last = f"{letter}{len(layout.columns[layout.letters.index(letter)])}"
        raise UnreadableMove(f"there is no hex {name}; column {letter} goes from {letter}1 to {last}")
    return layout.numbers[name] + (rules.CLAIM if claim else 0)


def shorthands(text: str) -> tuple[str, ...]:
    return ()


def _captures(position: list[int], number: int) -> int:
    """How many disks a placement there captures (3)."""
    return (rules.flips(position, 1 << number) & _face_up(position, 1 - position[rules.TURN])).bit_count()


def _greatest(position: list[int]) -> tuple[list[str], int]:
    """Clause 2.1: the hexes where most disks are captured, and how many; none and 0 if none can be."""
    turn = position[rules.TURN]
    enemy = _face_up(position, 1 - turn)
    best = _names(position, rules.greatest(_face_up(position, turn), enemy, rules.empty_hexes(position)))
    return best, _captures(position, _layout(position).numbers[best[0]]) if best else 0


def _takes(best: list[str], most: int) -> str:
    return f"{best[0]} takes {most}" if len(best) == 1 else f"{listing(best)} take {most} each"


def why_not(position: list[int], move: int) -> tuple[str, str]:
    name = _layout(position).names[move & 63]
    kind, missed = position[rules.KIND], position[rules.MISSED]
    allowed = rules.placements(position)
    can = f"a disk can go to {listing(_names(position, allowed))}"
    if move >= rules.CLAIM and not missed:
        if kind != rules.STANDARD:
            why = f"there are no claims in the rule set {KINDS[kind]}, only in standard with penalties on (8)"
        elif not position[rules.PENALTIES]:
            why = "nothing can be claimed while the option penalties is off (8)"
        else:
            why = "the last disk was not a miss, so there is nothing to claim (8)"
        plain = f"{name} can be placed on without a claim" if allowed >> (move & 63) & 1 else can
        return "8", f"{why}; {plain}"
    if _symbol(position, move & 63) != ".":
        return "1", f"there is already a disk on {name}: a disk goes on an empty hex (1)"
    best, most = _greatest(position)
    if best and kind != rules.LOOSE and not position[rules.PENALTIES]:
        takes = _captures(position, move & 63) or "nothing"
        return "2.1", f"{name} takes {takes}: the greatest capture is forced (2.1); {_takes(best, most)}"
    where = "the centre" if name == _layout(position).centre else "an outer hex"
    if kind == rules.SIMPLE:
        return "7", f"{name} is {where}: a disk there must capture (7), and this one captures nothing; {can}"
    claim = f", and to {name} on a claim, written !{name}" if missed else ""
    why = "a disk there must capture or release (2.3), and this one does neither"
    return "2.3", f"{name} is {where}: {why}; {can}{claim}"


def need(position: list[int]) -> str:
    sentences = []
    if position[rules.MISSED]:
        some = _names(position, rules.claims(position))[0]
        sentences.append(f"The last disk was a miss: it may be claimed, like !{some}, to place on any empty hex (8).")
    best, most = _greatest(position)
    if position[rules.PENALTIES] and best:
        due = "Without a claim the" if sentences else "The"
        sentences.append(
            f"{due} greatest capture is due (2.1): {_takes(best, most)}; any other placement is a miss (8)."
        )
    elif position[rules.KIND] != rules.LOOSE and best:
        sentences.append(f"A capture is forced (2.1): {_takes(best, most)}.")
    elif rules.placements(position) == rules.CENTRE and not rules.flips(position, rules.CENTRE):
        sentences.append("Only the centre is left (2.4).")
    return " ".join(sentences)


def seat_label(position: list[int], settings: list[int], seat: int) -> str:
    face_up = _face_up(position, seat)
    if position[rules.KIND] == rules.SIMPLE:
        count = face_up.bit_count()  # 7
        return f"{count} {'disk' if count == 1 else 'disks'}"
    inside = rules.INNERS[position[rules.SIDE]]
    inner, outer = (face_up & inside).bit_count(), (face_up & ~inside).bit_count()
    return f"{max(inner, 1)} × {max(outer, 1)} = {rules.score(position, seat)}"  # 5.1


# --- positions --------------------------------------------------------------------------------------------------------


def _position(symbols: dict[int, str], turn: int | None, missed: bool, settings: list[int]) -> list[int]:
    """The position with these disks, by bit number; the turn follows from their number (1), so it need not be given."""
    position = [0] * rules.length(settings)
    rules.start(position, settings)
    for number, symbol in symbols.items():
        if symbol != ".":
            position[SYMBOLS.index(symbol) % 2] |= 1 << number
            position[rules.RED] |= (SYMBOLS.index(symbol) // 2) << number
    dark, light = (position[player].bit_count() for player in (FIRST, SECOND))
    for side, disks, most in zip(SIDES, (dark, light), _layout(position).disks, strict=True):
        if disks > most:
            raise PositionError(f"{side} has {disks} disks on the board; there are only {most}")
    if dark - light not in (0, 1):
        raise PositionError(
            f"there are {dark} dark and {light} light disks; Dark begins and the players place in turn (1), "
            "so Dark has as many as Light or one more"
        )
    follows = dark - light
    if turn not in (None, follows):
        raise PositionError(f"with {dark} dark and {light} light disks it is {SIDES[follows]}'s move (1)")
    position[rules.TURN] = follows
    _check(position)
    if missed:
        if not position[rules.PENALTIES]:
            raise PositionError("a miss can be claimed only in the rule set standard with penalties=on (8)")
        if dark + light < 3 or rules.is_over(position):
            raise PositionError(
                "there is nothing to claim before the third disk or once the inner hexes are filled (8)"
            )
        position[rules.MISSED] = 1
    return position


def _check(position: list[int]) -> None:
    """Refuse disks that no game can lead to."""
    disks = position[FIRST] | position[SECOND]
    last = 1 - position[rules.TURN]
    inner = rules.INNERS[position[rules.SIDE]]
    newest = _face_up(position, last) & (inner if rules.is_over(position) else ~0)
    if disks and not newest:
        where = "some inner hex" if rules.is_over(position) else "some hex"
        raise PositionError(f"{SIDES[last]} placed the last disk, so {where} has a {SIDES[last].lower()} disk face up")
    if disks.bit_count() < 3 and disks & rules.SPECIALS[position[rules.SIDE]]:
        raise PositionError("the first two disks can be neither on an outer hex nor on the centre (2.2)")
    for player in (FIRST, SECOND):
        if position[player] & position[rules.RED] and position[1 - player].bit_count() < 2:
            captive, captor = SIDES[player].lower(), SIDES[1 - player].lower()
            raise PositionError(f"a {captive} captive was taken between two {captor} disks (3), and there are not two")
    outer, captives = (disks & ~inner).bit_count(), position[rules.RED].bit_count()
    if position[rules.KIND] == rules.SIMPLE and outer > captives:
        raise PositionError(
            f"in the rule set simple every disk on an outer hex has taken a captive (7), "
            f"so there are at least as many captives; here it is {captives} for {outer}"
        )


def position_text(position: list[int]) -> str:
    symbols = _symbols(position)
    columns = ["".join([symbols[number] for number in column]) for column in _layout(position).columns]
    return f"{fen_rows(columns)} {SYMBOLS[position[rules.TURN]]}" + (" !" if position[rules.MISSED] else "")


def read_position(text: str, settings: list[int]) -> list[int]:
    layout = layout_of(settings[-1])
    width = len(layout.columns)
    words = text.split()
    spaced = len(words) >= width and "/" not in words[0]
    columns, rest = (words[:width], words[width:]) if spaced else ("".join(words[:1]).split("/"), words[1:])
    if len(columns) != width or rest not in ([], ["D"], ["L"], ["D", "!"], ["L", "!"]):
        raise PositionError(
            f"a position is {COUNTS[width]} columns from the left, each from the top down, then D or L to move "
            f"(and ! if a miss may be claimed), like {layout.example!r}, not {shorten(text)!r}"
        )
    return _position(_read_columns(layout, columns), SYMBOLS.index(rest[0]) if rest else None, "!" in rest, settings)


def _read_columns(layout: HexLayout, words: list[str]) -> dict[int, str]:
    """The symbols of the columns by bit number; a digit stands for that many empty hexes."""
    symbols: dict[int, str] = {}
    for place, (column, word) in enumerate(zip(layout.columns, words, strict=True)):
        short = len(word) <= len(column)  # a longer word is wrong whatever its digits are
        full = re.sub("[1-9]", lambda digit: "." * int(digit[0]), word) if short else word
        if len(full) != len(column):
            raise PositionError(
                f"column {layout.letters[place]} has {len(column)} hexes, not the {len(full)} of {shorten(word)!r}"
            )
        check_symbols(full, SYMBOLS, f"column {layout.letters[place]}")
        symbols.update(zip(column, full, strict=True))
    return symbols


def diagram(position: list[int]) -> str:
    """Each hex at its own height; the numbers are those of column a, then of the highest hexes up to the middle column."""
    layout, symbols = _layout(position), _symbols(position)
    drawn = []
    for height, line in enumerate(layout.lines):
        name = layout.names[line[0]]
        column, number = name[0], name[1:]
        label = number if height < len(layout.columns) // 2 or column == "a" else " "
        drawn.append("   " * layout.letters.index(column) + label + " " + "     ".join([symbols[n] for n in line]))
    drawn.append("  " + "  ".join(layout.letters))
    drawn.append(f"{SIDES[position[rules.TURN]]} to move" + (CLAIMABLE if position[rules.MISSED] else ""))
    return "\n".join(line.rstrip() for line in drawn)


def read_diagram(text: str, settings: list[int]) -> list[int]:
    """The drawn board, with or without coordinates and spaces; or the columns as words, each from the top down."""
    layout = layout_of(settings[-1])
    lines, width = layout.lines, len(layout.columns)
    words = text.split()
    if [len(word) for word in words[:width]] == [len(column) for column in layout.columns]:
        return _finish(_read_columns(layout, words[:width]), " ".join(words[width:]), settings)
    symbols: dict[int, str] = {}
    rest: list[str] = []
    found = 0
    for line in text.replace("/", "\n").splitlines():
        words = line.split()
        if len(words) > 1 and re.fullmatch("[1-9]", words[0]):
            words = words[1:]
        row = "".join(words)
        fits = not rest and found < len(lines) and len(row) == len(lines[found]) and not row.strip(SYMBOLS + ".")
        if fits:
            symbols.update(zip(lines[found], row, strict=True))
            found += 1
        elif words and words != layout.letters:
            rest.append(line.strip())
    if found != len(lines):
        raise PositionError(
            f"the diagram has {found} of the board's {len(lines)} lines; the next has {len(lines[found])} of the signs "
            f"{' '.join(SYMBOLS)} or ." + (f", and this is another: {shorten(rest[0])!r}" if rest else "")
        )
    return _finish(symbols, "\n".join(rest), settings)


def _finish(symbols: dict[int, str], rest: str, settings: list[int]) -> list[int]:
    """The position with the text below the board: whose move it is, and whether a miss may be claimed."""
    for turn, side in enumerate(SIDES):
        if rest in (f"{side} to move", f"{side} to move{CLAIMABLE}"):
            return _position(symbols, turn, rest.endswith(CLAIMABLE), settings)
    if rest:
        raise PositionError(f"after the board comes 'Dark to move' or 'Light to move', not {shorten(rest)!r}")
    return _position(symbols, None, False, settings)


def board(position: list[int]) -> dict[str, str]:
    names = _layout(position).names
    return {names[number]: symbol for number, symbol in _symbols(position).items() if symbol != "."}


# --- picture ----------------------------------------------------------------------------------------------------------


@cache
def _disk(name: str, symbol: str) -> Piece:
    return Piece(name, "disk", "first" if symbol in "Dd" else "second", "captive" if symbol in "dl" else "")


def scene(position: list[int]) -> Scene:
    layout = _layout(position)
    pieces = [_disk(name, symbol) for name, symbol in board(position).items()]
    stocks = []
    for player, owner in ((FIRST, "first"), (SECOND, "second")):
        stocks.append(Stock(owner, "disks in hand", layout.disks[player] - position[player].bit_count(), "disk"))
        stocks.append(Stock(owner, "points", rules.score(position, player)))
    decided = rules.is_over(position) and rules.CLAUSES[rules.ending(position)] == "5.2"
    return Scene(
        game="iago",
        rules=KINDS[position[rules.KIND]],
        box=layout.box,
        places=layout.places,
        pieces=tuple(pieces),
        marks=(Mark(layout.centre, "win"),) if decided else (),
        labels=layout.labels,
        stocks=tuple(stocks),
    )


def clicks(position: list[int], move: int) -> tuple[str, ...]:
    name = _layout(position).names[move & 63]
    return ("button:claim", name) if move >= rules.CLAIM else (name,)


def marks(before: list[int], move: int, after: list[int]) -> tuple[Mark, ...]:
    captured = _names(before, after[rules.RED] & ~before[rules.RED])
    released = _names(before, before[rules.RED] & ~after[rules.RED])
    return (
        Mark(_layout(before).names[move & 63], "to"),
        *(Mark(name, "captured") for name in captured),
        *(Mark(name, "changed") for name in released),
    )
