"""Runs of the lab, and their units.

Revision ID: 0003
"""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the lab's tables."""
    op.create_table(
        "lab_runs",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("source", sa.String(32), nullable=False),
        sa.Column("holder", sa.String(200), nullable=True),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("touched", sa.BigInteger, nullable=False),
        sa.Column("manifest", sa.Text, nullable=True),
    )
    op.create_table(
        "lab_units",
        sa.Column("run", sa.String(64), sa.ForeignKey("lab_runs.name", ondelete="CASCADE"), nullable=False),
        sa.Column("study", sa.Integer, nullable=False),
        sa.Column("first", sa.BigInteger, nullable=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.UniqueConstraint("run", "study", "first", name="lab_units_run_study_first"),
    )


def downgrade() -> None:
    """Back to a store without the lab."""
    op.drop_table("lab_units")
    op.drop_table("lab_runs")
