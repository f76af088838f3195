"""The catalogue: games, sets, cards, printings, legality marks, aliases."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables of the catalogue."""
    op.create_table(
        "games",
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=True),
        sa.Column("as_of", sa.String(), nullable=True),
        sa.Column("digest", sa.String(), nullable=True),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_games")),
    )
    op.create_table(
        "cards",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("base_name", sa.String(), nullable=False),
        sa.Column("base_key", sa.String(), nullable=False),
        sa.Column("version", sa.String(), nullable=True),
        sa.Column("distinction", sa.String(), nullable=True),
        sa.Column("side", sa.String(), nullable=True),
        sa.Column("type", sa.String(), nullable=False),
        sa.Column("subtype", sa.String(), nullable=True),
        sa.Column("cost", sa.String(), nullable=True),
        sa.Column("speed", sa.String(), nullable=True),
        sa.Column("power", sa.String(), nullable=True),
        sa.Column("health", sa.String(), nullable=True),
        sa.Column("facts", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_cards_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_cards")),
        sa.UniqueConstraint("game", "name_key", name=op.f("uq_cards_game")),
    )
    op.create_index("ix_cards_base", "cards", ["game", "base_key"], unique=False)
    op.create_table(
        "sets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("publisher", sa.String(), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_sets_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sets")),
        sa.UniqueConstraint("game", "code", name=op.f("uq_sets_game")),
    )
    op.create_table(
        "aliases",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("alias", sa.String(), nullable=False),
        sa.Column("alias_key", sa.String(), nullable=False),
        sa.Column("card_id", sa.Integer(), nullable=False),
        sa.Column("why", sa.String(), nullable=True),
        sa.ForeignKeyConstraint(["card_id"], ["cards.id"], name=op.f("fk_aliases_card_id_cards")),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_aliases_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_aliases")),
        sa.UniqueConstraint("game", "alias_key", name=op.f("uq_aliases_game")),
    )
    op.create_index(op.f("ix_aliases_card_id"), "aliases", ["card_id"], unique=False)
    op.create_table(
        "printings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("card_id", sa.Integer(), nullable=False),
        sa.Column("set_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("number", sa.String(), nullable=False),
        sa.Column("rarity", sa.String(), nullable=True),
        sa.Column("reprint", sa.String(), nullable=True),
        sa.Column("image_key", sa.String(), nullable=True),
        sa.Column("tags", sa.String(), nullable=True),
        sa.Column("differs", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["card_id"], ["cards.id"], name=op.f("fk_printings_card_id_cards")),
        sa.ForeignKeyConstraint(["set_id"], ["sets.id"], name=op.f("fk_printings_set_id_sets")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_printings")),
    )
    op.create_index(op.f("ix_printings_card_id"), "printings", ["card_id"], unique=False)
    op.create_index("ix_printings_image", "printings", ["image_key"], unique=False)
    op.create_index("ix_printings_name", "printings", ["name_key"], unique=False)
    op.create_index("uq_printings_place", "printings", ["set_id", "name_key", "number"], unique=True)
    op.create_table(
        "legality",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("card_id", sa.Integer(), nullable=False),
        sa.Column("printing_id", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=True),
        sa.Column("since", sa.String(), nullable=True),
        sa.Column("source", sa.String(), nullable=False),
        sa.CheckConstraint("status IN ('banned', 'restricted')", name=op.f("ck_legality_status")),
        sa.ForeignKeyConstraint(["card_id"], ["cards.id"], name=op.f("fk_legality_card_id_cards")),
        sa.ForeignKeyConstraint(
            ["printing_id"], ["printings.id"], name=op.f("fk_legality_printing_id_printings")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_legality")),
    )
    op.create_index(op.f("ix_legality_card_id"), "legality", ["card_id"], unique=False)
    op.create_index(op.f("ix_legality_printing_id"), "legality", ["printing_id"], unique=False)
