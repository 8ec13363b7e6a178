"""A game with its variations, comments and glyphs as a tree, as in a study."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.core.records.nodes import RecordNode, nest
from kakomi.core.records.record import ENDINGS, KEPT_TAGS, OWN_TAGS, Record
from kakomi.core.records.text import OPTION, running


@dataclass
class RecordTree:
    """The main line as a match, and every move as a node; a node's first child in the list is its main line.

    >>> import kakomi
    >>> match = kakomi.new(kakomi.games.names()[0])
    >>> one, other = match.legal_moves[:2]
    >>> nodes = [RecordNode(0, None, one, 0, "!?"), RecordNode(1, None, other, 0, comment="safer")]
    >>> tree = RecordTree.from_nodes(match, nodes)
    >>> tree.match.moves == [one], [node.move for node in tree.variations_of(None)] == [other]
    (True, True)
    >>> RecordTree.from_record(tree.record(), kakomi.games.get).nodes == tree.nodes
    True
    """

    match: Match
    nodes: list[RecordNode]
    comment: str = ""  # before the first move
    tags: dict[str, str] = field(default_factory=dict)  # all tags of the record, OWN_TAGS included

    @classmethod
    def from_record(
        cls, record: Record, lookup: Callable[[str], Game], *, before_move: Callable[[], None] | None = None
    ) -> RecordTree:
        """The tree of a record; RecordError, with the line, where it does not follow the rules. See `Record.replay`."""
        match, nodes = record.replay_tree(lookup, before_move=before_move)
        return cls(match, nodes, record.comment, dict(record.tags))

    @classmethod
    def from_nodes(
        cls,
        start: Match,
        nodes: Sequence[RecordNode],
        *,
        comment: str = "",
        tags: Mapping[str, str] | None = None,
        before_move: Callable[[], None] | None = None,
    ) -> RecordTree:
        """A tree from its nodes, checked by playing every move; ids follow the order of the record, movers the rules.

        `start` says what is played and from which position. Tags that follow from the rules are left out; Result and Clause
        count if a player ended the main line.
        """
        given = dict(tags or {})
        own = Record.from_match(Match(start.game, start.rules, start.options, start.start_position)).tags
        kept = {name: text for name, text in given.items() if name in KEPT_TAGS or not _is_own(name)}
        record = Record({**own, **kept, "Result": "*"}, nest(nodes, numbered=False), running(comment))
        record.tags.pop("Score", None)
        match, checked = record.replay_tree(lambda _: start.game, before_move=before_move, compare_end=False)
        _end(match, given.get("Result", "*"), given.get("Clause"))
        tree = cls(match, checked, record.comment)
        tree.tags = tree.record().tags
        return tree

    def variations_of(self, parent: int | None) -> list[RecordNode]:
        """The moves after a node (None: at the start) that are not its main line."""
        return [node for node in self.nodes if node.parent == parent][1:]

    def record(self) -> Record:
        """The tree as a record; RecordError for what cannot be written."""
        plain = Record.from_match(self.match)
        record = Record(plain.tags, nest(self.nodes), running(self.comment))
        record.text()
        return record


def _is_own(name: str) -> bool:
    return name in OWN_TAGS or name.startswith(OPTION)


def _end(match: Match, result: str, clause: str | None) -> None:
    """End the main line as the players did, where the rules have not; tags that contradict each other leave it open."""
    if match.outcome is not None or clause not in ENDINGS:
        return
    if clause == "agreed" and result == "1/2-1/2":
        match.agree_draw()
    elif clause != "agreed" and result in ("1-0", "0-1"):
        match.resign(1 if result == "1-0" else 0, clause)
