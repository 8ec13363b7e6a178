"""Puzzles that players have tried, and their ratings.

Revision ID: 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of tries and ratings."""
    op.create_table(
        "puzzle_tries",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("puzzle", sa.String(32), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("failed", sa.SmallInteger, nullable=False),
        sa.Column("solved", sa.BigInteger, nullable=True),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", "puzzle"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("count", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "game"),
    )


def downgrade() -> None:
    """Back to a store without puzzles."""
    op.drop_table("puzzle_ratings")
    op.drop_table("puzzle_tries")
