"""Players, games, seats, moves, processes.

Revision ID: 0001
"""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "players",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("owner", sa.String(32), nullable=True),
        sa.Column("token", sa.String(64), nullable=True, unique=True),
        sa.Column("account", sa.String(200), nullable=True, unique=True),
        sa.Column("passphrase", sa.Text, nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.String(40), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("position", sa.Text, nullable=True),
        sa.Column("version", sa.String(20), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=True),
        sa.Column("sequence", sa.Integer, nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("turn", sa.SmallInteger, nullable=True),
        sa.Column("waiting", sa.String(10), nullable=False),
        sa.Column("invite", sa.String(64), nullable=True),
        sa.Column("clock", sa.String(10), nullable=False),
        sa.Column("increment", sa.BigInteger, nullable=False),
        sa.Column("allowance", sa.BigInteger, nullable=False),
        sa.Column("left_first", sa.BigInteger, nullable=False),
        sa.Column("left_second", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger, nullable=True),
        sa.Column("deadline", sa.BigInteger, nullable=True),
        sa.Column("offer_draw", sa.SmallInteger, nullable=True),
        sa.Column("offer_undo", sa.SmallInteger, nullable=True),
        sa.Column("offer_rematch", sa.SmallInteger, nullable=True),
        sa.Column("winner", sa.SmallInteger, nullable=True),
        sa.Column("clause", sa.String(20), nullable=True),
        sa.Column("score_first", sa.Float, nullable=True),
        sa.Column("score_second", sa.Float, nullable=True),
        sa.Column("series", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("points_first", sa.Float, nullable=False),
        sa.Column("points_second", sa.Float, nullable=False),
        sa.Column("next", sa.String(32), nullable=True),
    )
    op.create_index("games_deadline", "games", ["deadline"])
    op.create_index("games_waiting", "games", ["waiting"])
    op.create_index("games_updated", "games", ["updated", "id"])
    op.create_index("games_finished", "games", ["finished"])
    op.create_table(
        "seats",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id"), nullable=True),
        sa.Column("level", sa.SmallInteger, nullable=True),
        sa.PrimaryKeyConstraint("game", "seat"),
    )
    op.create_index("seats_player", "seats", ["player"])
    op.create_table(
        "moves",
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("move", sa.String(64), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("left", sa.BigInteger, nullable=True),
        sa.UniqueConstraint("game", "ply", name="moves_game_ply"),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("alive", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Back to nothing."""
    for name in ("processes", "moves", "seats", "games", "players"):
        op.drop_table(name)
