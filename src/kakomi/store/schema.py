"""The tables. A change here needs a migration (`migrations/versions`); a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0008"  # the migration that creates these tables
metadata = MetaData()

players = Table(
    "players",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(200), nullable=False),
    Column("kind", String(10), nullable=False),  # person or bot
    Column("owner", String(32), nullable=True),  # of a bot
    Column("token", String(64), nullable=True, unique=True),  # SHA-256 of a bot's token
    Column("account", String(200), nullable=True, unique=True),  # the account's name, folded
    Column("passphrase", Text, nullable=True),  # argon2
    Column("created", BigInteger, nullable=False),  # all times: milliseconds since 1970
    Column("epoch", BigInteger, nullable=False, server_default="0"),  # earlier cookies without a session are void
    Column("banned", Text, nullable=True),  # the reason, if an administrator has banned them
)

sessions = Table(
    "sessions",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("device", String(80), nullable=False),  # what the browser says it is
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),  # to the day
    Index("sessions_player", "player"),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", String(40), nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("position", Text, nullable=True),  # the starting position, if not the usual one
    Column("version", String(20), nullable=False),  # of the game's rules
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("finished", BigInteger, nullable=True),
    Column("sequence", Integer, nullable=False),  # grows by one with every change; a writer must have seen the latest
    Column("ply", Integer, nullable=False),
    Column("turn", SmallInteger, nullable=True),  # the seat to move; null when the game is over
    Column("waiting", String(10), nullable=False),  # the kind of that seat; "" when the game is over
    Column("invite", String(64), nullable=True),  # the open seat's secret; null once it is taken
    Column("clock", String(10), nullable=False),  # "", game or days
    Column("increment", BigInteger, nullable=False),
    Column("allowance", BigInteger, nullable=False),  # a game's or a move's time
    Column("left_first", BigInteger, nullable=False),
    Column("left_second", BigInteger, nullable=False),
    Column("started", BigInteger, nullable=True),  # when the running clock was started; null: no clock runs
    Column("deadline", BigInteger, nullable=True),  # when its flag falls
    Column("offer_draw", SmallInteger, nullable=True),
    Column("offer_undo", SmallInteger, nullable=True),
    Column("offer_rematch", SmallInteger, nullable=True),
    Column("winner", SmallInteger, nullable=True),
    Column("clause", String(20), nullable=True),  # null until the game is over
    Column("score_first", Float, nullable=True),
    Column("score_second", Float, nullable=True),
    Column("series", Integer, nullable=False),  # how many games; 1: not a series
    Column("number", Integer, nullable=False),  # which of them this is
    Column("points_first", Float, nullable=False),  # from the earlier games, in the order of this game's seats
    Column("points_second", Float, nullable=False),
    Column("next", String(32), nullable=True),
    Column("summary", Text, nullable=True),  # JSON: what lists show; null: not written yet
    Column("problem", Text, nullable=True),  # why the game cannot be replayed; null: it can, as far as is known
    Index("games_deadline", "deadline"),
    Index("games_waiting", "waiting"),
    Index("games_updated", "updated", "id"),
    Index("games_finished", "finished"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("kind", String(10), nullable=False),  # person, bot, computer or open
    Column("player", String(32), ForeignKey("players.id"), nullable=True),
    Column("level", SmallInteger, nullable=True),
    PrimaryKeyConstraint("game", "seat"),
    Index("seats_player", "player"),
)

moves = Table(
    "moves",
    metadata,
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("ply", Integer, nullable=False),  # 0 is the first move
    Column("seat", SmallInteger, nullable=False),
    Column("move", String(64), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("left", BigInteger, nullable=True),  # on the mover's clock, after the move
    UniqueConstraint("game", "ply", name="moves_game_ply"),
)

announcements = Table(
    "announcements",
    metadata,
    Column("id", Integer, primary_key=True),  # numbers are never reused: a server remembers the last one it has read
    Column("at", BigInteger, nullable=False),
    Column("event", Text, nullable=False),  # JSON
    sqlite_autoincrement=True,
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("alive", BigInteger, nullable=False),
)

reviews = Table(
    "reviews",
    metadata,
    Column("id", String(64), primary_key=True),  # a digest of the game reviewed
    Column(
        "game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=True
    ),  # null: a game not stored here
    Column("process", String(32), nullable=False),  # the process that writes or wrote it
    Column("touched", BigInteger, nullable=False),  # when that process last reported
    Column("progress", Float, nullable=True),  # null: waiting for its turn
    Column("failure", Text, nullable=True),
    Column("review", Text, nullable=True),  # JSON, once it is finished
    Index("reviews_touched", "touched"),
)

lab_runs = Table(
    "lab_runs",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("plan", Text, nullable=False),  # JSON: everything that determines the run
    Column("source", String(32), nullable=False),  # a hash of the sources that determine its games
    Column("holder", String(200), nullable=True),  # the process working on it; null: none
    Column("created", BigInteger, nullable=False),
    Column("touched", BigInteger, nullable=False),  # when its holder last reported
    Column("manifest", Text, nullable=True),  # JSON, once it is complete
)

lab_units = Table(
    "lab_units",
    metadata,
    Column("run", String(64), ForeignKey("lab_runs.name", ondelete="CASCADE"), nullable=False),
    Column("study", Integer, nullable=False),
    Column("first", BigInteger, nullable=False),  # the number of its first game
    Column("count", BigInteger, nullable=False),
    Column("payload", Text, nullable=False),  # JSON: the games, or totals of many
    UniqueConstraint("run", "study", "first", name="lab_units_run_study_first"),
)

studies = Table(
    "studies",
    metadata,
    Column("id", String(32), primary_key=True),  # a digest of the record
    Column("record", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("opened", BigInteger, nullable=False),  # when it was last opened, to the day
    Index("studies_opened", "opened"),
)

explorer_moves = Table(
    "explorer_moves",
    metadata,
    Column("place", String(32), nullable=False),  # a digest of rules, options and position, the same for symmetric ones
    Column("move", BigInteger, nullable=False),  # its number in the position that represents all symmetric ones
    Column("source", String(8), nullable=False),  # who played it: people, levels or lab
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),  # of the player who made the move
    Column("draws", Integer, nullable=False),
    PrimaryKeyConstraint("place", "move", "source"),
)

explorer_games = Table(
    "explorer_games",
    metadata,
    Column("id", String(80), primary_key=True),  # of a game, or of a unit of the lab, that has been counted
)

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("puzzle", String(32), nullable=False),  # its id
    Column("tries", Integer, nullable=False),
    Column("failed", SmallInteger, nullable=False),  # 1: a wrong move, or the solution shown, before it was solved
    Column("solved", BigInteger, nullable=True),  # when
    Column("touched", BigInteger, nullable=False),
    PrimaryKeyConstraint("player", "game", "puzzle"),
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("player", String(32), ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(40), nullable=False),
    Column("rating", Float, nullable=False),
    Column("count", Integer, nullable=False),  # of puzzles that counted
    PrimaryKeyConstraint("player", "game"),
)
