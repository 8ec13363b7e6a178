"""Reviews of finished games.

Revision ID: 0002
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of reviews."""
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=True),
        sa.Column("process", sa.String(32), nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("progress", sa.Float, nullable=True),
        sa.Column("failure", sa.Text, nullable=True),
        sa.Column("review", sa.Text, nullable=True),
    )
    op.create_index("reviews_touched", "reviews", ["touched"])


def downgrade() -> None:
    """Back to games without reviews."""
    op.drop_table("reviews")
