"""Every page there is, with something on it: the addresses, and the games that make them worth looking at."""

from __future__ import annotations

import random
from typing import Any

import kakomi
from tests.browser.support import Visitor, Wire

BOARDS: dict[str, tuple[str, dict[str, Any], int]] = {  # game, what is asked for, how many moves have been made
    "enso": ("enso", {}, 9),
    "iago": ("iago", {}, 24),
    "toot": ("toot", {}, 40),
    "toot-hex": ("toot", {"options": {"grid": "hex"}}, 24),
    "enclose5": ("enclose5", {}, 60),
    "enclose5-small": ("enclose5", {"options": {"size": 7, "target": 3}}, 24),
    "chess-5x5": ("enclosure_chess", {"rules": "5x5"}, 7),
    "chess-7x7": ("enclosure_chess", {"rules": "7x7"}, 15),
    "chess-six": ("enclosure_chess", {"rules": "six"}, 14),
}
GAMES = ("enso", "iago", "toot", "enclose5", "enclosure_chess")
PAGES = {
    "home": "/",
    **{f"new-{game}": f"/new/{game}?against=computer" for game in GAMES},
    "new-friend": "/new/enclose5?against=friend",
    "watch": "/watch",
    "rules": "/rules",
    **{f"rules-{game}": f"/rules/{game}" for game in GAMES},
    "study": "/study?game=iago",
    "study-setup": "/study?game=toot&tab=setup",
    "study-share": "/study?game=enso&tab=share",
    "puzzles": "/puzzles",
    **{f"puzzles-{game}": f"/puzzles/{game}" for game in GAMES},
    "lab": "/lab",
    "knowledge": "/knowledge",
    "about": "/about",
    "account": "/account",
    "nowhere": "/there/is/no/such/page",
}
MADE = ("join", "studied", "finished", "home-with-games", "watch-with-games", "list-with-games")
EVERY_PAGE = (*PAGES, *MADE, *(f"game-{name}" for name in BOARDS))


def played(visitor: Visitor, game: str, asked: dict[str, Any], moves: int, seed: int = 3) -> str:
    """A game of two on one screen with so many moves made (over HTTP: clicking is another test's)."""
    made = visitor.make(game, **asked)
    chance = random.Random(seed)
    wire = Wire(visitor)
    match = kakomi.new(game, rules=asked.get("rules"), **asked.get("options", {}))
    while match.outcome is None and len(match.moves) < moves:
        match.push(chance.choice(match.legal_moves))
        action = {"type": "move", "ply": len(match.moves) - 1, "move": match.moves[-1]}
        wire.post(f"/api/games/{made}/actions", action, 200)
    return made


def address(visitor: Visitor, name: str) -> str:
    """The address of a page, made where it has to be made first."""
    if name in PAGES:
        return PAGES[name]
    if name == "join":
        visitor.ask("/api/me")
        invite = visitor.post("/api/games", {"game": "enclosure_chess", "opponent": {"kind": "friend"}})["invite"]
        visitor.context.clear_cookies()  # a guest opens the link, not the host
        return str(invite)
    if name.endswith("-with-games"):
        visitor.ask("/api/me")
        played(visitor, "toot", {}, 8)
        visitor.make("iago", opponent={"kind": "computer", "level": 1})
        visitor.post("/api/games", {"game": "enso", "opponent": {"kind": "friend"}})
        played(visitor, "enclosure_chess", {}, 400)
        if name.startswith("watch"):
            return "/watch"
        if name.startswith("list"):
            return "/games"
        return "/"
    if name == "finished":
        return f"/game/{played(visitor, 'enso', {}, 400, seed=8)}"
    if name == "studied":
        return f"/study?from={played(visitor, 'enclosure_chess', {}, 400)}"
    game, asked, moves = BOARDS[name.removeprefix("game-")]
    return f"/game/{played(visitor, game, asked, moves)}"
