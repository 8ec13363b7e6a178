"""Studies that are shared by a link.

Revision ID: 0004
"""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of studies."""
    op.create_table(
        "studies",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
    )
    op.create_index("studies_opened", "studies", ["opened"])


def downgrade() -> None:
    """Back to a store without studies."""
    op.drop_table("studies")
