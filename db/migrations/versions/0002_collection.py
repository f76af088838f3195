"""The collection: holdings, wants, saved decks, the ledger of their changes, sheet layouts."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_PLACE = ["condition", "language", "finish", "location"]


def upgrade() -> None:
    """Makes the tables of the collection."""
    _make_holdings_and_wants()
    _make_decks()
    _make_ledger()
    op.create_table(
        "layouts",
        sa.Column("fingerprint", sa.String(), nullable=False),
        sa.Column("mapping", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name=op.f("pk_layouts")),
    )


def _make_holdings_and_wants() -> None:
    op.create_table(
        "holdings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("card_id", sa.Integer(), nullable=False),
        sa.Column("printing_id", sa.Integer(), nullable=True),
        *(sa.Column(name, sa.String(), nullable=False) for name in _PLACE),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("for_trade", sa.Integer(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.Column("acquired_on", sa.String(), nullable=True),
        sa.Column("price", sa.String(), nullable=True),
        sa.Column("currency", sa.String(), nullable=True),
        sa.Column("extra", sa.JSON(none_as_null=True), nullable=True),
        sa.CheckConstraint("quantity >= 0", name=op.f("ck_holdings_quantity")),
        sa.CheckConstraint("for_trade BETWEEN 0 AND quantity", name=op.f("ck_holdings_for_trade")),
        sa.ForeignKeyConstraint(["card_id"], ["cards.id"], name=op.f("fk_holdings_card_id_cards")),
        sa.ForeignKeyConstraint(
            ["printing_id"], ["printings.id"], name=op.f("fk_holdings_printing_id_printings")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_holdings")),
    )
    op.create_index(op.f("ix_holdings_card_id"), "holdings", ["card_id"])
    _make_unique("holdings", _PLACE)
    op.create_table(
        "wants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("card_id", sa.Integer(), nullable=False),
        sa.Column("printing_id", sa.Integer(), nullable=True),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("notes", sa.String(), nullable=False),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_wants_quantity")),
        sa.ForeignKeyConstraint(["card_id"], ["cards.id"], name=op.f("fk_wants_card_id_cards")),
        sa.ForeignKeyConstraint(
            ["printing_id"], ["printings.id"], name=op.f("fk_wants_printing_id_printings")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wants")),
    )
    op.create_index(op.f("ix_wants_card_id"), "wants", ["card_id"])
    _make_unique("wants", [])


def _make_unique(table: str, place: list[str]) -> None:
    """One row for a printing, and one for a card of which the printing is not known."""
    for what, known in (("printing", "IS NOT NULL"), ("card", "IS NULL")):
        op.create_index(
            f"uq_{table}_{what}",
            table,
            [f"{what}_id", *place],
            unique=True,
            sqlite_where=sa.text(f"printing_id {known}"),
        )


def _make_decks() -> None:
    op.create_table(
        "decks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=True),
        sa.Column("author", sa.String(), nullable=True),
        sa.Column("notes", sa.String(), nullable=True),
        sa.Column("zones", sa.JSON(none_as_null=True), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_decks_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decks")),
        sa.UniqueConstraint("game", "name_key", name=op.f("uq_decks_game")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "deck_lines",
        sa.Column("deck_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("quantity", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("zone", sa.String(), nullable=False),
        sa.Column("set_code", sa.String(), nullable=True),
        sa.Column("number", sa.String(), nullable=True),
        sa.Column("image_key", sa.String(), nullable=True),
        sa.Column("card_id", sa.Integer(), nullable=True),
        sa.Column("printing_id", sa.Integer(), nullable=True),
        sa.Column("reserved", sa.Integer(), nullable=False),
        sa.CheckConstraint("quantity > 0", name=op.f("ck_deck_lines_quantity")),
        sa.CheckConstraint("reserved BETWEEN 0 AND quantity", name=op.f("ck_deck_lines_reserved")),
        sa.CheckConstraint("reserved = 0 OR card_id IS NOT NULL", name=op.f("ck_deck_lines_reserved_card")),
        sa.ForeignKeyConstraint(
            ["deck_id"], ["decks.id"], name=op.f("fk_deck_lines_deck_id_decks"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["card_id"], ["cards.id"], name=op.f("fk_deck_lines_card_id_cards")),
        sa.ForeignKeyConstraint(
            ["printing_id"], ["printings.id"], name=op.f("fk_deck_lines_printing_id_printings")
        ),
        sa.PrimaryKeyConstraint("deck_id", "position", name=op.f("pk_deck_lines")),
    )
    op.create_index(op.f("ix_deck_lines_card_id"), "deck_lines", ["card_id"])


def _make_ledger() -> None:
    op.create_table(
        "batches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("time", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=True),
        sa.Column("sha256", sa.String(), nullable=True),
        sa.Column("mode", sa.String(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("kept", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["undoes"], ["batches.id"], name=op.f("fk_batches_undoes_batches")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_batches_sha256"), "batches", ["sha256"])
    op.create_index(op.f("ix_batches_undoes"), "batches", ["undoes"])
    op.create_table(
        "changes",
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("before", sa.String(), nullable=True),
        sa.Column("after", sa.String(), nullable=True),
        sa.CheckConstraint("kind IN ('holding', 'want', 'deck')", name=op.f("ck_changes_kind")),
        sa.CheckConstraint("before IS NOT NULL OR after IS NOT NULL", name=op.f("ck_changes_something")),
        sa.ForeignKeyConstraint(["batch_id"], ["batches.id"], name=op.f("fk_changes_batch_id_batches")),
        sa.PrimaryKeyConstraint("batch_id", "position", name=op.f("pk_changes")),
    )
