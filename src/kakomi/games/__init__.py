"""The catalogue: the games of this package, and those that other packages provide.

A package adds a game with an entry point in its pyproject.toml:

    [project.entry-points."kakomi.games"]
    NAME = "its_package:GAME"

A program may add one with `register(GAME)`. Either way the game is checked first (`games.checks`). A broken plug-in
is left out and named in `problems()`; the other games still work.
"""

from __future__ import annotations

import threading
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from kakomi.core.errors import GameError, UnknownName, shorten
from kakomi.core.game import Game

BUILT_IN = ("enso", "iago", "toot", "enclose5", "enclosure_chess")
ENTRY_POINTS = "kakomi.games"
LONGEST_REASON = 300  # characters

_added: dict[str, Game] = {}  # plug-ins and registered games, by name
_broken: dict[str, str] = {}  # plug-ins that were left out, and why
_lock = threading.RLock()
_plug_ins_loaded = False


def names() -> tuple[str, ...]:
    """The names of all games: those of this package first, then the others in alphabetical order."""
    _load_plug_ins()
    return (*BUILT_IN, *sorted(_added))


def get(name: str) -> Game:
    """The game of that name; UnknownName lists the known ones."""
    if name in BUILT_IN:
        return _built_in(name)
    _load_plug_ins()
    if name in _broken:
        raise GameError(_broken[name])
    if name not in _added:
        raise UnknownName("game", name, names())
    return _added[name]


def all_games() -> tuple[Game, ...]:
    """Every game, in the order of `names`."""
    return tuple(get(name) for name in names())


def problems() -> tuple[str, ...]:
    """One sentence for each plug-in that was left out."""
    _load_plug_ins()
    return tuple(_broken[name] for name in sorted(_broken))


def register(game: Game) -> None:
    """Add a game to this process; GameError says what it lacks. Other processes (engine workers) need an entry point."""
    from kakomi.games import checks

    with _lock:
        _load_plug_ins()
        checks.check(game, taken=names())
        _added[game.name] = game


def unregister(name: str) -> None:
    """Remove a game that `register` added."""
    with _lock:
        if _added.pop(name, None) is None:
            raise UnknownName("registered game", name, sorted(_added))


@cache
def _built_in(name: str) -> Game:
    game = import_module(f"kakomi.games.{name}").GAME
    assert isinstance(game, Game)
    return game


def _load_plug_ins() -> None:
    """Import every plug-in once."""
    global _plug_ins_loaded
    if _plug_ins_loaded:
        return
    with _lock:
        if _plug_ins_loaded:
            return
        for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: (entry.name, _package(entry))):
            _load(entry)
        _plug_ins_loaded = True


def _load(entry: EntryPoint) -> None:
    from kakomi.games import checks

    try:
        game = entry.load()
        checks.check(game, taken=(*BUILT_IN, *_added))
        if game.name != entry.name:
            raise GameError(f"it is called {game.name}, but its entry point {entry.name}; the two must be the same")
    except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a plug-in does must not stop the other games
        said = str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"
        reason = shorten(" ".join(said.split()), LONGEST_REASON)  # an import may fail with pages of text
        name = entry.name if entry.name not in (*BUILT_IN, *_added) else f"{entry.name} of {_package(entry)}"
        _broken[name] = f"the game {entry.name} (plug-in {_package(entry)}) is left out: {reason}"
    else:
        _added[game.name] = game


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module
