"""Summaries of games for lists, marks on games that cannot be replayed, sessions of players.

Games stored before have no summary yet: the server writes them in the background, one by one, so that a game that cannot be
replayed stops neither the migration nor the others.

Revision ID: 0007
"""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns and the table of sessions."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("summary", sa.Text, nullable=True))
        games.add_column(sa.Column("problem", sa.Text, nullable=True))
    with op.batch_alter_table("players") as players:
        players.add_column(sa.Column("epoch", sa.BigInteger, nullable=False, server_default="0"))
        players.add_column(sa.Column("banned", sa.Text, nullable=True))
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("player", sa.String(32), sa.ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
        sa.Column("device", sa.String(80), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
    )
    op.create_index("sessions_player", "sessions", ["player"])


def downgrade() -> None:
    """Back to a store without them."""
    op.drop_table("sessions")
    with op.batch_alter_table("players") as players:
        players.drop_column("banned")
        players.drop_column("epoch")
    with op.batch_alter_table("games") as games:
        games.drop_column("problem")
        games.drop_column("summary")
