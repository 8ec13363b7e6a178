"""One dialogue in UGI. A line comes in, its answers go out; docs/protocol.md says what each command does.

Every command returns its answers and assigns to the session only when nothing can fail any more, so a line that is
refused changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kakomi import __version__, games
from kakomi.core.errors import KakomiError, MoveError, OptionError, UnknownName, listing, shorten
from kakomi.core.game import Game
from kakomi.core.match import Match
from kakomi.core.options import Option, Value
from kakomi.players import Player, RandomPlayer
from kakomi.search.engine import perft
from kakomi.ugi.declare import declaration, merged

LONGEST_LINE = 1_000_000  # bytes or characters
LONGEST_ANSWER = 400  # characters of a refusal
DEEPEST_PERFT = 12
MOST_VISITED = 10**8  # positions that perft looks at

SEED = Option("Seed", 0, "the same seed, the same moves; 0 stands for a new one each time", 0, 10**12 - 1)
LIMITS = {
    "p1time": (0, 10**12),  # milliseconds
    "p2time": (0, 10**12),
    "p1inc": (0, 10**12),
    "p2inc": (0, 10**12),
    "movetime": (0, 10**12),
    "depth": (1, 1000),  # moves
    "nodes": (1, 10**18),  # positions
}
QUERIES = ("gameover", "p1turn", "result", "legalmoves", "position", "score", "clause", "options", "perft")


class CommandError(KakomiError):
    """A command that cannot be carried out."""


@dataclass(frozen=True)
class Setup:
    """What is played: a game, one of its rule sets, and the value of every option."""

    game: Game
    rules: str
    values: Mapping[str, Value]

    @classmethod
    def default(cls, game: Game, rules: str | None = None) -> Setup:
        """A game as it is played unless something else is said."""
        rule_set = game.rule_set(rules)
        return cls(game, rule_set.name, {option.name: option.default for option in rule_set.options})

    @property
    def title(self) -> str:
        """For messages."""
        return f"{self.game.name} {self.rules}"


class Session:
    """A dialogue with one program. `write` gets each answer, a line without its end.

    >>> session = Session(print)
    >>> session.handle("position startpos moves c5xd5 c5xd5")
    info error move 2 of 2, 'c5xd5': there is no stone on c5: White must move a stone of their own (3)
    True
    >>> session.handle("query p1turn")
    response true
    True
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._games = {game.name: game for game in games.all_games()}
        self._setup = Setup.default(next(iter(self._games.values())))
        self._match: Match | None = self._begin(self._setup)  # None while the options do not go together
        self._seed = 0
        self._player = self._make_player(0)
        self._ready: str | None = None  # the move of `go infinite`, which waits for `stop`
        self._commands: dict[str, Callable[[list[str]], list[str]]] = {
            "ugi": self._ugi,
            "isready": self._isready,
            "uginewgame": self._uginewgame,
            "setoption": self._setoption,
            "position": self._position,
            "go": self._go,
            "stop": self._stop,
            "query": self._query,
            "show": self._show,
        }

    def handle(self, line: str | bytes) -> bool:
        """Carry out a command and write its answers; False after `quit`."""
        try:
            words = _words(line)
            if words and words[0] == "quit":
                return False
            answers = self._carry_out(words)
        except KakomiError as error:
            answers = [_refusal(str(error))]
        except Exception as error:  # noqa: BLE001  a fault of ours must not take the game away from the other side
            answers = [_refusal(f"internal fault, please report it: {type(error).__name__} {error}")]
        for answer in answers:
            self._write(answer)
        return True

    def _carry_out(self, words: list[str]) -> list[str]:
        if not words:
            return []
        command = self._commands.get(words[0])
        if command is None:
            known = ", ".join([*self._commands, "quit"])
            raise CommandError(f"there is no command {shorten(words[0])!r}; known: {known}")
        if self._ready is not None and words[0] in ("uginewgame", "setoption", "position", "go"):
            raise CommandError(f"a search is going on; send stop before {words[0]}")
        if len(words) > 1 and words[0] in ("ugi", "isready", "uginewgame", "show"):
            raise CommandError(f"{words[0]} stands alone on its line")
        return command(words[1:])

    # --- the engine and its options -----------------------------------------------------------------------------------

    def _ugi(self, _: list[str]) -> list[str]:
        names = tuple(self._games)
        rules = dict.fromkeys(each.name for game in self._games.values() for each in game.rule_sets)
        return [
            f"id name Kakomi {__version__}",
            "id author the Kakomi developers",
            declaration(Option("Game", names[0], "", words=names)),
            declaration(Option("Rules", Setup.default(self._games[names[0]]).rules, "", words=tuple(rules))),
            declaration(SEED),
            *map(declaration, merged(self._games.values())),
            "ugiok",
        ]

    def _isready(self, _: list[str]) -> list[str]:
        conflict = [] if self._match is not None else [_refusal(self._conflict(self._setup))]
        return [*conflict, "readyok"]

    def _setoption(self, words: list[str]) -> list[str]:
        split = words.index("value") if "value" in words else -1
        name, value = " ".join(words[1:split]), " ".join(words[split + 1 :])
        if split < 2 or words[0] != "name" or not value:
            raise CommandError("an option is set like this: setoption name Game value enso")
        if name.lower() == "seed":
            seed = int(SEED.read(value))
            self._seed, self._player = seed, self._make_player(seed)
            return []
        setup = self._changed(name, value)
        match = self._begin(setup)
        self._setup, self._match = setup, match
        return [] if match is not None else [f"info string {_line(self._conflict(setup))}"]

    def _changed(self, name: str, value: str) -> Setup:
        """The setup with one option set, in itself in range."""
        present = self._setup
        if name.lower() == "game":
            if value.lower() not in self._games:
                raise UnknownName("game", value, self._games)
            return Setup.default(self._games[value.lower()])
        if name.lower() == "rules":
            fresh = Setup.default(present.game, value.lower())
            kept = {name: chosen for name, chosen in present.values.items() if name in fresh.values}
            return replace(fresh, values={**fresh.values, **kept})
        options = {option.name: option for option in present.game.rule_set(present.rules).options}
        if name.lower() not in options:
            raise CommandError(self._no_option(name, options))
        option = options[name.lower()]
        return replace(present, values={**present.values, option.name: option.read(value)})

    def _no_option(self, name: str, options: Mapping[str, Option]) -> str:
        owners = [
            f"{game.name} {rule_set.name}"
            for game in self._games.values()
            for rule_set in game.rule_sets
            if name.lower() in [option.name for option in rule_set.options]
        ]
        if owners:
            return f"{self._setup.title} has no option {name}, but {listing(owners)} has; set Game and Rules first"
        return str(UnknownName("option", name, ["Game", "Rules", "Seed", *options]))

    def _begin(self, setup: Setup) -> Match | None:
        """The setup's starting position; None where its options do not go together."""
        try:
            return Match(setup.game, setup.rules, setup.values)
        except OptionError:
            return None

    def _conflict(self, setup: Setup) -> str:
        """Why the options do not go together."""
        try:
            setup.game.settle(setup.rules, setup.values)
        except OptionError as error:
            return f"no game can begin yet: {error}"
        return ""

    def _make_player(self, seed: int) -> Player:
        return RandomPlayer(seed or None)

    # --- the position -------------------------------------------------------------------------------------------------

    def _current(self) -> Match:
        if self._match is None:
            raise CommandError(self._conflict(self._setup))
        return self._match

    def _uginewgame(self, _: list[str]) -> list[str]:
        self._current()
        self._match, self._player = self._begin(self._setup), self._make_player(self._seed)
        return []

    def _position(self, words: list[str]) -> list[str]:
        split = words.index("moves") if "moves" in words else len(words)
        place, moves = words[:split], words[split + 1 :]
        if place == ["startpos"]:
            start = None
        elif len(place) > 1 and place[0] == "fen":
            start = " ".join(place[1:])
        else:
            raise CommandError("write position startpos or position fen TEXT, then, if there are any, moves M1 M2 ...")
        self._match = self._reach(start, moves)
        return []

    def _reach(self, start: str | None, moves: list[str]) -> Match:
        """The match after the moves. The part that was on the board already is not played again."""
        match = self._current().copy()
        same = 0
        if match.start_position == start:
            played = match.moves
            while same < min(len(played), len(moves)) and played[same] == moves[same]:
                same += 1
            for _ in played[same:]:
                match.pop()
        else:
            match = Match(self._setup.game, self._setup.rules, self._setup.values, start)
        for number, text in enumerate(moves[same:], same + 1):
            try:
                match.push(text)
            except MoveError as error:
                raise CommandError(f"move {number} of {len(moves)}, {shorten(text)!r}: {error}") from error
        return match

    def _show(self, _: list[str]) -> list[str]:
        match = self._current()
        return [f"info string {line}".rstrip() for line in (*match.diagram().splitlines(), match.status)]

    # --- thinking -----------------------------------------------------------------------------------------------------

    def _go(self, words: list[str]) -> list[str]:
        match = self._current()
        limits = _limits(words)
        outcome = match.outcome
        if outcome is not None:
            raise CommandError(f"the game is over ({outcome.clause}); set another position, or send uginewgame")
        move = self._player.choose(match)
        if "infinite" in limits:
            self._ready = move
            return []
        return [f"bestmove {move}"]

    def _stop(self, _: list[str]) -> list[str]:
        move, self._ready = self._ready, None
        return [] if move is None else [f"bestmove {move}"]

    # --- questions ----------------------------------------------------------------------------------------------------

    def _query(self, words: list[str]) -> list[str]:
        if not words or words[0] not in QUERIES:
            what = shorten(words[0]) if words else "nothing"
            raise CommandError(f"a query asks for one of {', '.join(QUERIES)}, not for {what!r}")
        if len(words) != (2 if words[0] == "perft" else 1):
            raise CommandError(f"query perft takes one depth, 0 to {DEEPEST_PERFT}, and every other query stands alone")
        if words[0] == "options":
            pairs = {
                "Game": self._setup.game.name,
                "Rules": self._setup.rules,
                "Seed": self._seed,
                **self._setup.values,
            }
            return ["response " + " ".join(f"{name} {value}" for name, value in pairs.items())]
        match = self._current()
        if words[0] == "perft":
            return [f"response {_perft(match, _number('the depth', words[1], 0, DEEPEST_PERFT))}"]
        return [f"response {_answer(match, words[0])}"]


def _answer(match: Match, what: str) -> str:
    """The answer to a query about the match."""
    outcome = match.outcome
    if what == "gameover":
        return "false" if outcome is None else "true"
    if what == "p1turn":
        return "false" if match.to_move else "true"
    if what == "result":
        return "none" if outcome is None else "draw" if outcome.winner is None else ("p1win", "p2win")[outcome.winner]
    if what == "legalmoves":
        return " ".join(match.legal_moves) or "none"
    if what == "score":
        return "none" if match.score is None else f"{match.score[0]} {match.score[1]}"
    if what == "clause":
        return "none" if outcome is None else outcome.clause
    return match.position


def _perft(match: Match, depth: int) -> int:
    """Perft, a level at a time: the sequences of one level are the positions that the next looks at."""
    total = 1
    for level in range(1, depth + 1):
        if total > MOST_VISITED:
            reason = f"perft {depth} would look at more than {MOST_VISITED:,} positions"
            raise CommandError(f"{reason}; the deepest here is perft {level - 1}")
        total = perft(match, level)
    return total


def _limits(words: list[str]) -> dict[str, int]:
    """What `go` was told."""
    limits: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word in limits:
            raise CommandError(f"go has {word} twice")
        if word == "infinite":
            limits[word] = 1
        elif word in LIMITS:
            limits[word] = _number(word, next(rest, ""), *LIMITS[word])
        else:
            raise CommandError(f"go knows {', '.join(LIMITS)} and infinite, not {shorten(word)!r}")
    return limits


def _number(what: str, text: str, low: int, high: int) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 20 and low <= int(text) <= high:
        return int(text)
    raise CommandError(f"{what} must be a whole number from {low} to {high}, not {shorten(text)!r}")


def _words(line: str | bytes) -> list[str]:
    """The words of a line; CommandError for a line that is no text."""
    if len(line) > LONGEST_LINE:
        raise CommandError(f"the line is longer than {LONGEST_LINE:,} characters and is left unread")
    if isinstance(line, bytes):
        try:
            line = line.decode("utf-8")
        except UnicodeDecodeError as error:
            raise CommandError("the line is not text in UTF-8") from error
    line = line.rstrip("\r\n").replace("\t", " ")
    if not line.isprintable():
        raise CommandError("the line holds a character that cannot be printed; commands are plain text")
    return line.split()


def _line(text: str) -> str:
    """A message fit for one line."""
    return shorten("".join(sign if sign.isprintable() else " " for sign in text), LONGEST_ANSWER)


def _refusal(reason: str) -> str:
    return f"info error {_line(reason)}"
