"""Records with variations, comments in them and glyphs: read, played through, as a tree and back."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kakomi
from kakomi import RecordError
from kakomi.core.records.nodes import RecordNode, nest
from kakomi.core.records.record import Record
from kakomi.core.records.text import DEEPEST_VARIATION, GLYPHS
from kakomi.core.records.tree import RecordTree
from tests.contract import DEFAULTS, VARIANTS, Variant
from tests.core.records import GET, LONE, WON, one

TREE = """\
[Game "iago"]
[Rules "loose"]
{start} 1. d4!? {bold} ({quiet} 1. e4 d4 (1... e6! 2. d4?? {why not})) (1. f4) 1... d5 (1... e6 $3) 2. e4 *
"""


def tree_of(text: str) -> RecordTree:
    return RecordTree.from_record(one(text), GET)


def shape(tree: RecordTree) -> list[tuple[int | None, str, str, str]]:
    return [(node.parent, node.move, node.glyph, node.comment) for node in tree.nodes]


def random_tree(variant: Variant, seed: int, moves: int) -> list[RecordNode]:
    """Moves added at random places, each legal there; siblings are different moves."""
    generator = random.Random(f"{variant} {seed}")
    places: list[tuple[int | None, kakomi.Match, set[str]]] = [(None, variant.new(), set())]
    nodes: list[RecordNode] = []
    for number in range(moves):
        parent, match, played = generator.choice(places[-3:] if generator.random() < 0.7 else places)
        free = [text for text in match.legal_moves if text not in played]
        if not free:
            continue
        after = match.copy()
        after.push(generator.choice(free))
        text = after.moves[-1]
        played.add(text)
        glyph = generator.choice(["", "", *GLYPHS])
        comment = generator.choice(["", "so (it) goes", "a } brace \\ and {more}", "1. e4! $1"])
        clock = generator.choice([None, 598.25])
        nodes.append(RecordNode(7 * number, parent, text, match.to_move, glyph, comment, clock))
        places.append((7 * number, after, set()))
    return nodes


def test_a_tree_has_the_main_line_first_and_variations_beside_it() -> None:
    tree = tree_of(TREE)
    assert tree.match.moves == ["d4", "d5", "e4"]
    assert tree.comment == "start"
    assert shape(tree) == [
        (None, "d4", "!?", "bold"),
        (None, "e4", "", "quiet"),
        (1, "d4", "", ""),
        (1, "e6", "!", ""),
        (3, "d4", "??", "why not"),
        (None, "f4", "", ""),
        (0, "d5", "", ""),
        (0, "e6", "!!", ""),
        (6, "e4", "", ""),
    ]
    assert [node.mover for node in tree.nodes] == [0, 0, 1, 1, 0, 0, 1, 1, 0]
    assert [node.move for node in tree.variations_of(None)] == ["e4", "f4"]
    assert " ".join(tree.record().text().split("\n\n")[1].split()) == (
        "{start} 1. d4!? {bold} (1. e4 {quiet} d4 (1... e6! 2. d4?? {why not})) (1. f4) 1... d5 (1... e6!!) 2. e4 *"
    )


def test_a_match_keeps_the_main_line() -> None:
    match = one(TREE).replay(GET)
    assert match.moves == ["d4", "d5", "e4"]
    assert match.comments == {0: "start", 1: "bold"}


def test_what_is_ended_by_the_rules_or_a_player_stays_ended() -> None:
    won = kakomi.new("enso", position=LONE)
    other = next(move for move in won.legal_moves if move != "b1-b3")
    tree = tree_of(WON.replace(" 1-0\n", f" (1. {other}) 1-0\n"))
    assert tree.match.outcome == one(WON).replay(GET).outcome
    assert tree_of(tree.record().text()).nodes == tree.nodes
    built = RecordTree.from_nodes(won, tree.nodes)
    assert (built.match.outcome, built.tags["Result"]) == (tree.match.outcome, "1-0")
    resigned = tree_of('[Game "enso"]\n[Clause "resign"]\n1. c5xd5 (1. b4xe4) 1-0')
    again = RecordTree.from_nodes(kakomi.new("enso"), resigned.nodes, tags=resigned.tags)
    assert again.match.outcome == resigned.match.outcome
    assert (again.tags["Result"], again.tags["Clause"]) == ("1-0", "resign")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_tree_survives_the_round_trip(variant: Variant) -> None:
    tree = RecordTree.from_nodes(variant.new(), random_tree(variant, 1, 25), comment="at first")
    text = tree.record().text()
    again = tree_of(text)
    assert again.nodes == tree.nodes
    assert again.match == tree.match
    assert again.comment == "at first"
    assert again.record().text() == text
    assert all(len(line) <= 100 for line in text.splitlines() if not line.startswith("["))


@settings(max_examples=60, deadline=None)
@given(variant=st.sampled_from(DEFAULTS[:2]), seed=st.integers(0, 10**6), moves=st.integers(0, 40))
def test_any_tree_of_nodes_is_the_same_tree_as_text(variant: Variant, seed: int, moves: int) -> None:
    nodes = random_tree(variant, seed, moves)
    tree = RecordTree.from_nodes(variant.new(), nodes)
    assert len(tree.nodes) == len(nodes)

    assert branches(tree.nodes) == branches(nodes)


def branches(nodes: list[RecordNode]) -> dict[tuple[str, ...], list[tuple[object, ...]]]:
    """After each sequence of moves what can follow, in order: the same for equal trees, whatever their ids."""
    paths: dict[int | None, tuple[str, ...]] = {None: ()}
    following: dict[tuple[str, ...], list[tuple[object, ...]]] = {}
    for node in nodes:
        paths[node.id] = (*paths[node.parent], node.move)
        row = node.move, node.mover, node.glyph, node.comment, node.clock
        following.setdefault(paths[node.parent], []).append(row)
    return following


@pytest.mark.parametrize(
    ("nodes", "reason"),
    [
        ([RecordNode(1, None, "c5xd5", 0), RecordNode(1, 1, "c2xd2", 1)], "two moves have the id 1"),
        ([RecordNode(1, 0, "c5xd5", 0)], "comes after the move of id 0, which is not before it"),
        ([RecordNode(1, 1, "c5xd5", 0)], "comes after the move of id 1"),
        ([RecordNode(1, None, "c5xd5", 0, "!!!")], "a glyph is"),
        ([RecordNode(1, None, "c5xd5", 0, clock=-1)], "a clock time is"),
        ([RecordNode(1, None, "c5xd5", 0), RecordNode(2, None, "a1", 0)], "move 1 of a variation, 'a1'"),
        ([RecordNode(1, None, "c5xd5", 0, comment="\x00")], "without control characters"),
    ],
)
def test_nodes_that_are_no_tree_are_refused(nodes: list[RecordNode], reason: str) -> None:
    with pytest.raises(RecordError, match=reason.replace("'", ".")):
        RecordTree.from_nodes(kakomi.new("enso"), nodes)


def test_variations_have_a_greatest_depth_everywhere() -> None:
    nodes = [RecordNode(0, None, "a", 0)]
    for _ in range(DEEPEST_VARIATION + 1):
        top = nodes[-1].id
        nodes += [RecordNode(top + 1, top, "a", 0), RecordNode(top + 2, top, "b", 0)]
    with pytest.raises(RecordError, match="32 deep"):
        nest(nodes)
    assert len(nest(nodes[:-2])) == 2
    record = Record({"Game": "enso", "Result": "*"}, nest(nodes[:-2], numbered=False))
    assert one(record.text()) == record
