"""Names of cards in other languages."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the table; it is filled with the bundled catalogue, which is loaded next."""
    op.create_table(
        "translations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        *(
            sa.Column(name, sa.String(), nullable=False)
            for name in ("image_key", "language", "name", "name_key", "title_key")
        ),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_translations_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_translations")),
    )
    op.create_index("ix_translations_name", "translations", ["game", "name_key"])
    op.create_index("ix_translations_title", "translations", ["game", "title_key"])
    op.create_index("ix_translations_printing", "translations", ["game", "image_key"])
