"""Trees of moves: pasted or sent ones, checked by replaying them within limits, and trees as the page gets them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from kakomi import games
from kakomi.core.errors import KakomiError, PositionError, RecordError
from kakomi.core.match import Match
from kakomi.core.records.nodes import RecordNode
from kakomi.core.records.record import Record, read
from kakomi.core.records.text import RecordedMove
from kakomi.core.records.tree import RecordTree
from kakomi.core.records.turns import movers
from kakomi.server.content.boards import outcome_dict
from kakomi.server.http.errors import Refusal
from kakomi.server.schemas import TreeIn
from kakomi.server.schemas.studies import MOST_NODES

LARGEST_TEXT = 262_144  # bytes
MOST_GAMES = 100
MOST_MOVES = 2_000  # of the main line, as everywhere
LONGEST_REPLAY = 5.0  # seconds for all games of a text together


def read_trees(text: str) -> list[RecordTree]:
    """The games of a record file, replayed; RecordError with the line, or Refusal if it is too large."""
    records = _read_records(text)
    stop = _time_limit(
        lambda done: (
            f"replaying takes too long: paste at most {done} games at once"
            if done
            else "replaying takes too long: paste a shorter game"
        )
    )
    trees: list[RecordTree] = []
    for number, record in enumerate(records, 1):
        _check_length(record, number)
        trees.append(RecordTree.from_record(record, games.get, before_move=lambda: stop(len(trees))))
    return trees


def read_one_tree(text: str) -> RecordTree:
    """The only game of a record file."""
    records = _read_records(text)
    if len(records) > 1:
        raise Refusal("record/many", f"this text has {len(records)} games; a study holds one, so paste one", 422)
    _check_length(records[0], 1)
    stop = _time_limit(lambda _: "replaying takes too long: paste a shorter game")
    return RecordTree.from_record(records[0], games.get, before_move=lambda: stop(0))


def _read_records(text: str) -> list[Record]:
    if len(text) > LARGEST_TEXT or len(text.encode("utf-8", "replace")) > LARGEST_TEXT:
        raise Refusal(
            "record/too-large", f"a pasted record can have at most {LARGEST_TEXT // 1024} kB; paste fewer games", 413
        )
    if any(0xD800 <= ord(character) < 0xE000 for character in text):
        raise RecordError("this is not valid text: records are written in UTF-8")
    records = read(text)
    if len(records) > MOST_GAMES:
        raise Refusal(
            "record/too-long", f"a pasted record can have at most {MOST_GAMES} games, not {len(records)}", 413
        )
    return records


def _check_length(record: Record, number: int) -> None:
    if len(record.moves) > MOST_MOVES:
        raise Refusal("record/too-long", f"a game can have at most {MOST_MOVES} moves; game {number} has more", 413)
    if _count(record.moves) > MOST_NODES:
        raise Refusal(
            "record/too-long",
            f"a game can have at most {MOST_NODES} moves with its variations; game {number} has more",
            413,
        )


def _count(moves: list[RecordedMove] | tuple[RecordedMove, ...]) -> int:
    return len(moves) + sum(_count(variation) for move in moves for variation in move.variations)


def _time_limit(message: Callable[[int], str]) -> Callable[[int], None]:
    """A check to be called before each move, with the number of games done."""
    ends = time.monotonic() + LONGEST_REPLAY

    def check(done: int) -> None:
        if time.monotonic() > ends:
            raise Refusal("record/too-long", message(done), 413)

    return check


def build_tree(body: TreeIn) -> RecordTree:
    """The tree that a page sends, checked by playing every move."""
    start = Match(games.get(body.game), body.rules, body.options, body.position)
    nodes = [
        RecordNode(each.id, each.parent, each.move, each.mover or 0, each.glyph, each.comment, each.clock)
        for each in body.nodes
    ]
    stop = _time_limit(lambda _: "replaying takes too long: send a shorter game")
    tree = RecordTree.from_nodes(start, nodes, comment=body.comment, tags=body.tags, before_move=lambda: stop(0))
    if tree.match.ply > MOST_MOVES:
        raise Refusal("record/too-long", f"a game can have at most {MOST_MOVES} moves", 413)
    return tree


def record_text(tree: RecordTree) -> str:
    """The tree as a record, if it is not too large to be pasted again."""
    text = tree.record().text()
    if len(text.encode()) > LARGEST_TEXT:
        raise Refusal(
            "record/too-large", f"a record can have at most {LARGEST_TEXT // 1024} kB; this one has more", 413
        )
    return text


# --- a position, a diagram or a record --------------------------------------------------------------------------------


def read_anything(game: str, rules: str | None, options: Mapping[str, object], text: str) -> tuple[str, RecordTree]:
    """What a pasted text is, and the game that begins there; PositionError says what is wrong with it as each of them."""
    start = Match(games.get(game), rules, options)
    if not text.strip():
        raise PositionError("paste a position, a diagram or a record: the text is empty")
    if text.lstrip("\ufeff \t\r\n").startswith("["):
        return "record", read_one_tree(text)
    wrong = []
    for kind, reader in (("position", _from_position), ("diagram", _from_diagram)):
        try:
            return kind, _alone(reader(start, text))
        except KakomiError as error:
            wrong.append(f"as a {kind}: {error}")
    raise PositionError(
        f'this cannot be read; {"; ".join(wrong)}; as a record: it would begin with a tag such as [Game "{game}"]'
    )


def _from_position(start: Match, text: str) -> Match:
    words = text.split()
    if len(text.strip().splitlines()) > 1:
        raise PositionError(f"it is one line, like {start.position!r}")
    return Match(start.game, start.rules, start.options, " ".join(words))


def _from_diagram(start: Match, text: str) -> Match:
    view = start.rule_set.view
    position = view.read_diagram(text.strip("\r\n"), start.settings)
    return Match(start.game, start.rules, start.options, view.position_text(position))


def _alone(match: Match) -> RecordTree:
    tree = RecordTree(match, [])
    tree.tags = tree.record().tags
    return tree


# --- as the page gets it ----------------------------------------------------------------------------------------------


def tree_dict(tree: RecordTree) -> dict[str, Any]:
    """A tree as schemas.TreeOut."""
    match = tree.match
    return {
        "game": match.game.name,
        "rules": match.rules,
        "options": match.options,
        "position": match.start_position,
        "tags": tree.tags,
        "comment": tree.comment,
        "nodes": tree.nodes,
        "outcome": outcome_dict(match),
    }


def recorded_game_dict(tree: RecordTree) -> dict[str, Any]:
    """A tree as schemas.RecordedGame."""
    return {**tree_dict(tree), "moves": tree.match.moves, "movers": movers(tree.match)}
