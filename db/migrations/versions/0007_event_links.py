"""Links by which players submit their lists themselves, by their hashes."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table of links."""
    op.create_table(
        "event_links",
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("made", sa.String(), nullable=False),
        sa.Column("used", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_links_event_id_events")),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_event_links")),
    )
