"""The opening explorer: how often each move was played in each position, and which games have been counted.

Revision ID: 0006
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables of the explorer."""
    op.create_table(
        "explorer_moves",
        sa.Column("place", sa.String(32), nullable=False),
        sa.Column("move", sa.BigInteger, nullable=False),
        sa.Column("source", sa.String(8), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("draws", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("place", "move", "source"),
    )
    op.create_table("explorer_games", sa.Column("id", sa.String(80), primary_key=True))


def downgrade() -> None:
    """Back to a store without the explorer."""
    op.drop_table("explorer_games")
    op.drop_table("explorer_moves")
