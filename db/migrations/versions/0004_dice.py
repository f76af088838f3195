"""Dice, counted apart from cards; and the keys by which the lists of saved decks name cards."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Adds the columns; SQLite takes a check with a new column, without making the table anew."""
    for table, column in (("holdings", "dice"), ("wants", "dice"), ("deck_lines", "reserved_dice")):
        op.execute(
            f"ALTER TABLE {table} ADD COLUMN {column} INTEGER DEFAULT '0' NOT NULL"
            f" CONSTRAINT ck_{table}_{column} CHECK ({column} >= 0)"
        )
    op.execute(
        "ALTER TABLE deck_lines ADD COLUMN dice INTEGER CONSTRAINT ck_deck_lines_dice CHECK (dice >= 0)"
    )
    op.add_column("deck_lines", sa.Column("source_key", sa.String(), nullable=True))
