"""What a game must provide before the catalogue accepts it: the functions, the data files, and a first move that works.

This is a quick check, run whenever a plug-in is loaded. The full contract is tested by `kakomi.testing`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection
from typing import Any

from kakomi.core.errors import GameError, KakomiError
from kakomi.core.game import Game, RuleSet, View
from kakomi.core.match import Match
from kakomi.core.net import net_for, net_functions, net_shape

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
RULES = ("legal_moves", "play", "to_move", "winner", "ending", "score", "start", "length", "max_moves")
VIEW = tuple(name for name in vars(View) if not name.startswith("_"))
DATA_FILES = ("levels.toml", "lessons.toml", "phrases.toml", "material.toml", "sample.toml")


def check(game: object, taken: Collection[str] = ()) -> None:
    """GameError if the game cannot go into the catalogue; its message is one sentence."""
    if not isinstance(game, Game):
        raise GameError(f"it must be a kakomi.core.game.Game, not {type(game).__name__}")
    check_name(game.name)
    if game.name in taken:
        raise GameError(f"there is already a game {game.name}; choose another name")
    if not game.rule_sets:
        raise GameError("it must have at least one rule set")
    rule_names = [rule_set.name for rule_set in game.rule_sets]
    if len(set(rule_names)) < len(rule_names):
        raise GameError(f"two of its rule sets have the same name: {', '.join(rule_names)}")
    for rule_set in game.rule_sets:
        _check_functions(rule_set)
    _check_data_files(game)
    for rule_set in game.rule_sets:
        _try_first_move(game, rule_set)
        _check_net(game, rule_set)


def check_name(name: str) -> None:
    """GameError if a game cannot have this name.

    >>> check_name("four_in_a_row")
    """
    if not NAME.fullmatch(name):
        raise GameError(f"{name[:50]!r} cannot be a game's name: 1 to 40 letters a-z, digits and _, a letter first")


def _check_functions(rule_set: RuleSet) -> None:
    for module, functions, kind in ((rule_set.rules, RULES, "rules"), (rule_set.view, VIEW, "view")):
        missing = [name for name in functions if not callable(getattr(module, name, None))]
        if missing:
            raise GameError(f"the function {missing[0]} is missing in the {kind} of its rule set {rule_set.name}")
    clauses = getattr(rule_set.rules, "CLAUSES", None)
    if not isinstance(clauses, tuple) or not clauses or not all(isinstance(each, str) for each in clauses):
        raise GameError(
            f"the rules of its rule set {rule_set.name} need CLAUSES, a tuple of the clauses that end a game"
        )


def _check_data_files(game: Game) -> None:
    if not game.package:
        raise GameError("it must say its package (package=__name__), where its rules.md lies")
    try:
        if not game.rules_page().strip():
            raise GameError(f"there is no rules.md in its package {game.package}")
        for name in DATA_FILES:
            tomllib.loads(game.data_file(name) or "")
    except (OSError, ImportError, ValueError) as error:
        raise GameError(f"a file of its package {game.package} cannot be read: {error}") from error


def _try_first_move(game: Game, rule_set: RuleSet) -> None:
    """Start a match, read and write a move and the position, draw the board, play."""
    where = f"in its rule set {rule_set.name}"
    try:
        match = Match(game, rule_set.name)
        texts = list(match.legal_moves)
        if not texts:
            raise GameError(f"{where} there is no legal move at the start")
        if len(set(texts)) < len(texts):
            raise GameError(f"{where} two legal moves have the same text")
        _same(rule_set.view.read_position(match.position, match.settings), match.state, f"{where} position texts")
        _same(rule_set.view.read_diagram(match.diagram(), match.settings), match.state, f"{where} diagrams")
        for text, code in zip(texts, match.codes(), strict=True):
            _same(rule_set.view.read_move(match.state, text), code, f"{where} the move {text}")
        match.scene()
        match.push(texts[0])
        match.scene()
    except GameError:
        raise
    except KakomiError as error:
        raise GameError(f"{where} the first move cannot be played: {error}") from error
    except Exception as error:  # a plug-in may raise anything
        raise GameError(f"{where} the first move fails with {type(error).__name__}: {error}") from error


def _check_net(game: Game, rule_set: RuleSet) -> None:
    """A net interface may be missing, but must be complete if there is one."""
    where = f"in its rule set {rule_set.name}"
    try:
        if net_for(rule_set.rules) is None:
            return
        net_functions(rule_set.rules)
        match = Match(game, rule_set.name)
        shape = net_shape(rule_set.rules, match.settings)
        if min(shape.cells, shape.states, shape.entries, shape.actions, *shape.facts, 1) < 1:
            raise GameError(f"{where} the sizes of net.py must be positive: {shape}")
    except GameError:
        raise
    except Exception as error:  # a plug-in may raise anything
        raise GameError(f"{where} net.py cannot be used: {error}") from error


def _same(back: Any, written: Any, what: str) -> None:
    if back != written:
        raise GameError(f"{what} do not read back as what was written")
