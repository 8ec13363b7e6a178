"""What a game's net interface (`core.net`) must satisfy, in every rule set and with every option. A game may have none."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from types import ModuleType
from typing import NamedTuple

import numpy as np

import kakomi
from kakomi.core import symmetry
from kakomi.core.compiler.build import bind
from kakomi.core.compiler.compiled_moves import lister
from kakomi.core.match import Match
from kakomi.core.net import NetShape, net_for, net_shape
from kakomi.core.protocol import DRAW, Moves, Position, entry, index, move_at, planes, second_entry
from kakomi.testing.variants import Variant

UNWRITTEN = -7
SMALL = 11  # a fact with up to this many values has few
DIGITS = "0123456789"
SOME = 40  # changes tried in the board of a position's text
FEW = 3  # positions looked at for each of them
LONGEST = 60  # moves of two games played side by side
MOST_PAIRS = 2  # of games played side by side from one position


def look(position: Position, moves: Moves, count: int, out: Moves, numbers: Moves) -> None:
    """Everything the interface says about a position and its legal moves; four numbers for each move."""
    planes(position, out)
    for i in range(count):
        number = index(position, moves[i])
        numbers[4 * i] = number
        numbers[4 * i + 1] = move_at(position, number)
        numbers[4 * i + 2] = entry(position, moves[i])
        numbers[4 * i + 3] = second_entry(position, moves[i])


class MoveNumbers(NamedTuple):
    """The interface's numbers for a move."""

    number: int  # by `index`
    move_at: int  # the move with that number
    entry: int
    second_entry: int


class Sight:
    """A position of a match as a net sees it."""

    def __init__(self, match: Match, state: list[int] | None = None, target: str = "python") -> None:
        self.rule_set, self.settings = match.rule_set, match.settings
        self.rules = match.rule_set.rules
        self.state = list(match.state if state is None else state)
        most = self.rules.max_moves(match.settings)
        if target == "cpu":
            self.moves = lister(self.rules, most)(self.state)
        else:
            out = [0] * most
            self.moves = out[: self.rules.legal_moves(self.state, out)]
        self.shape = net_shape(self.rules, match.settings)
        self.planes, self.numbers = self.look(target)

    def look(self, target: str) -> tuple[list[int], list[MoveNumbers]]:
        """The planes, and the numbers of all legal moves, interpreted or compiled."""
        moves, count = self.moves or [0], len(self.moves)
        out, numbers = [UNWRITTEN] * self.shape.length, [0] * (4 * len(moves))
        run = bind(target, look, self.rules)
        if target == "python":
            position = list(self.state)
            run(position, moves, count, out, numbers)
            assert position == self.state, "the net interface changes the position"
        else:
            arrays = [np.array(each, np.int64) for each in (self.state, moves, out, numbers)]
            run(arrays[0], arrays[1], count, arrays[2], arrays[3])
            out, numbers = arrays[2].tolist(), arrays[3].tolist()
        return out, [MoveNumbers(*numbers[4 * i : 4 * i + 4]) for i in range(count)]

    @property
    def cells(self) -> list[int]:
        return self.planes[: self.shape.cells]

    @property
    def facts(self) -> list[int]:
        return self.planes[self.shape.cells :]

    @cached_property
    def by_index(self) -> dict[int, int]:
        """The legal moves by their action numbers."""
        return {numbers.number: move for move, numbers in zip(self.moves, self.numbers, strict=True)}

    @property
    def result(self) -> int:
        """Once the game is over: 1 if the player to move has won, -1 if the other, 0 if nobody."""
        winner = self.rules.winner(self.state)
        return 0 if winner == DRAW else 1 if winner == self.rules.to_move(self.state) else -1

    def after(self, match: Match, move: int) -> tuple[Sight, bool]:
        """The position after a move, and whether it is still the same player's turn."""
        state = list(self.state)
        self.rules.play(state, move)
        return Sight(match, state, "cpu"), self.rules.to_move(state) == self.rules.to_move(self.state)


def has_net(variant: Variant) -> bool:
    return net_for(variant.new().rule_set.rules) is not None


def sights(variant: Variant, seed: int, early: int = 6, target: str = "python") -> Iterator[Sight]:
    """Positions of a game from its start to its end: the first few, then ever fewer, and the last, which is over.

    Also the first few for each value of a fact that has few values, so that rare phases are not missed.
    """
    generator = random.Random(f"{variant} net {seed}")
    match = variant.new()
    rules, state = match.rule_set.rules, list(match.state)
    out = [0] * rules.max_moves(match.settings)
    shape = net_shape(rules, match.settings)
    seen: Counter[tuple[int, int]] = Counter()
    step, wanted = 0, 0
    while count := rules.legal_moves(state, out):
        facts = small_facts(rules, shape, state)
        seen.update(facts)
        if step == wanted or any(seen[each] <= FEW for each in facts):
            yield Sight(match, state, target)
        if step == wanted:
            wanted = step + 1 + max(0, step - early) // 2
        rules.play(state, out[generator.randrange(count)])
        step += 1
    yield Sight(match, state, target)


def small_facts(rules: ModuleType, shape: NetShape, state: list[int]) -> list[tuple[int, int]]:
    """Number and value of each fact that has few values."""
    numbers = [number for number, values in enumerate(shape.facts) if values <= SMALL]
    if not numbers:
        return []
    facts = planes_of(rules, shape, state)[shape.cells :]
    return [(number, facts[number]) for number in numbers]


def planes_of(rules: ModuleType, shape: NetShape, state: list[int]) -> list[int]:
    """The planes of a position, by compiled code."""
    out = np.zeros(shape.length, np.int64)
    bind("cpu", look, rules)(np.array(state, np.int64), out, 0, out, out)
    written: list[int] = out.tolist()
    return written


def cell_of(shape: NetShape, number: int) -> int | None:
    """The cell of a policy entry."""
    return number // shape.ways if number < shape.cells * shape.ways else None


def test_every_legal_move_has_an_action_number_and_policy_entries_of_its_own(variant: Variant) -> None:
    if not has_net(variant):
        return
    for sight in sights(variant, 1):
        shape = sight.shape
        assert len(sight.by_index) == len(sight.moves)
        assert len({(each.entry, each.second_entry) for each in sight.numbers}) == len(sight.moves)
        for move, each in zip(sight.moves, sight.numbers, strict=True):
            assert 0 <= each.number < shape.actions
            assert each.move_at == move
            assert 0 <= each.entry < shape.entries
            assert -1 <= each.second_entry < shape.entries
            for number in (each.entry, each.second_entry):
                cell = cell_of(shape, number) if number >= 0 else None
                assert cell is None or sight.cells[cell] > 0, "a move goes to a cell off the board"


def test_cells_and_facts_are_in_range_and_compiled_as_interpreted(variant: Variant) -> None:
    if not has_net(variant):
        return
    for sight in sights(variant, 2):
        shape = sight.shape
        assert all(0 <= state < shape.states for state in sight.cells)
        assert any(sight.cells)
        assert all(0 <= value < count for value, count in zip(sight.facts, shape.facts, strict=True))
        assert sight.look("cpu") == (sight.planes, sight.numbers)


def test_what_a_net_sees_of_an_image_is_the_image_of_what_it_sees(variant: Variant) -> None:
    """Cells and entries are permuted, all else stays; on a board with edges, in the same way for every position."""
    if not has_net(variant):
        return
    match = variant.new()
    rule_set = match.rule_set
    generator = random.Random(f"{variant} images")
    edges = not hasattr(rule_set.symmetry, "normalize")
    positions = list(sights(variant, 3, early=0, target="cpu"))[::-2]
    for number in range(symmetry.count(rule_set, match.state)):
        images = [Sight(match, symmetry.image(rule_set, sight.state, number), "cpu") for sight in positions]
        renamed: dict[int, int] = {}  # entry to its image
        for sight, image in zip(positions, images, strict=True):
            shape = sight.shape
            assert image.facts == sight.facts
            assert Counter(image.cells) == Counter(sight.cells)
            if not edges:
                renamed.clear()
            there = dict(zip(image.moves, image.numbers, strict=True))
            assert len(there) == len(sight.moves)
            named = list(zip(sight.moves, sight.numbers, strict=True))
            for move, here in generator.sample(named, min(len(named), 40)):
                shown = there[symmetry.image_move(rule_set, sight.state, move, number)]
                for one, other in ((here.entry, shown.entry), (here.second_entry, shown.second_entry)):
                    assert renamed.setdefault(one, other) == other
                    assert (one < 0) == (other < 0)
                    cell, cell_there = cell_of(shape, one), cell_of(shape, other)
                    assert (cell is None) == (cell_there is None)
                    if cell is None or cell_there is None:
                        assert one == other  # an extra, or none
                    elif one >= 0:
                        assert sight.cells[cell] == image.cells[cell_there]
            assert len(set(renamed.values())) == len(renamed)
        if edges:
            columns = zip(*(sight.cells for sight in positions), strict=True)
            columns_there = zip(*(image.cells for image in images), strict=True)
            assert Counter(columns) == Counter(columns_there), "no exchange of cells fits all positions"


def altered(text: str, texts: list[str], generator: random.Random) -> list[str]:
    """Texts that differ from this one in a word or a character, as other positions of the game do.

    The longest word is taken to be the board: some of its letters are changed, and some exchanged.
    """
    words = text.split(" ")
    others = [each.split(" ") for each in texts]
    board = max(range(len(words)), key=lambda place: len(words[place]))
    letters = sorted({character for each in others for character in max(each, key=len) if character.isalpha()})
    found = []
    for place in range(len(words) + 1):
        before, after = words[:place], words[place + 1 :]
        if place != board:
            found.append(before)
            found += [[*before, word, *after] for word in {each[place] for each in others if place < len(each)}]
        if place == board:
            pairs = [(at, each) for at in range(len(words[board])) for each in (*letters, *DIGITS)]
            pairs = generator.sample(pairs, min(len(pairs), SOME))
        elif place < len(words):
            pairs = [
                (at, each) for at, old in enumerate(words[place]) for each in (letters if old.isalpha() else DIGITS)
            ]
            found += [[*words[:to], words[place], *words[to + 1 : place], words[to], *after] for to in range(place)]
        else:
            pairs = []
        found += [[*before, words[place][:at] + each + words[place][at + 1 :], *after] for at, each in pairs]
    used = sorted({character for character in words[board] if character.isalpha()})
    for _ in range(SOME if len(used) > 1 else 0):  # rare letters as often as others
        exchanged = list(words[board])
        one, other = (
            generator.choice([at for at, each in enumerate(exchanged) if each == letter])
            for letter in generator.sample(used, 2)
        )
        exchanged[one], exchanged[other] = exchanged[other], exchanged[one]
        found.append([*words[:board], "".join(exchanged), *words[board + 1 :]])
    return sorted({" ".join(each) for each in found} - {text})


def test_positions_that_look_alike_play_alike(variant: Variant) -> None:
    """Where a net sees no difference, the same actions lead to the same results. The positions come from altered texts."""
    if not has_net(variant):
        return
    generator = random.Random(f"{variant} alike")
    match = variant.new()
    rules, view = match.rule_set.rules, match.rule_set.view
    positions = list(sights(variant, 4, target="cpu"))
    positions = positions[:5] + generator.sample(positions[5:], min(len(positions[5:]), 4))
    texts = [view.position_text(sight.state) for sight in positions]
    compared = 0
    for original, text in zip(positions, texts, strict=True):
        pairs = 0
        for other_text in altered(text, texts, generator):
            try:
                state = view.read_position(other_text, match.settings)
            except kakomi.KakomiError:
                continue
            compared += 1
            alike = planes_of(rules, original.shape, state) == original.planes
            if alike and state != original.state and pairs < MOST_PAIRS:
                pairs += 1
                play_side_by_side(match, original, Sight(match, state, "cpu"), generator)
    assert compared > 0


def play_side_by_side(match: Match, one: Sight, other: Sight, generator: random.Random) -> None:
    """Play the same random actions from both positions, to the end."""
    where = f"{one.state} and {other.state}"
    for _ in range(LONGEST):
        assert one.planes == other.planes, where
        assert sorted(one.by_index) == sorted(other.by_index), where
        if not one.moves:
            assert one.result == other.result, where
            return
        action = generator.choice(sorted(one.by_index))
        one, again = one.after(match, one.by_index[action])
        other, again_there = other.after(match, other.by_index[action])
        assert again == again_there, where
