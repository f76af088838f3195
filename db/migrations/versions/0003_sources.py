"""Card sources: their state, card texts with full-text search, formats, batches of imports."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def _json(name: str) -> sa.Column:
    return sa.Column(name, sa.JSON(none_as_null=True), nullable=True)


def _text(name: str) -> sa.Column:
    return sa.Column(name, sa.String(), nullable=True)


def upgrade() -> None:
    """Makes the tables of the card sources, and the columns that say where a row comes from."""
    for table, columns in (
        ("sets", (_text("source"), _json("facts"))),
        ("cards", (_text("identity"), _text("source"))),
        ("printings", (_json("facts"), _text("source"), _text("removed_on"))),
        ("legality", (_text("origin"), _text("seen"), _text("until"))),
        ("aliases", (_text("source"),)),
    ):
        for column in columns:
            op.add_column(table, column)
    op.create_index("uq_cards_identity", "cards", ["game", "identity"], unique=True)
    _create_texts()
    _create_formats_and_sources()
    _create_batches()


def _create_texts() -> None:
    op.create_table(
        "card_texts",
        sa.Column("printing_id", sa.Integer(), nullable=False),
        _text("text"),
        _text("rulings"),
        _text("script"),
        sa.ForeignKeyConstraint(
            ["printing_id"], ["printings.id"], name=op.f("fk_card_texts_printing_id_printings")
        ),
        sa.PrimaryKeyConstraint("printing_id", name=op.f("pk_card_texts")),
    )
    op.execute(
        "CREATE VIRTUAL TABLE card_search USING fts5(text, rulings, content='card_texts',"
        " content_rowid='printing_id', tokenize='unicode61 remove_diacritics 2')"
    )
    gone = (
        "INSERT INTO card_search (card_search, rowid, text, rulings)"
        " VALUES ('delete', old.printing_id, old.text, old.rulings);"
    )
    come = "INSERT INTO card_search (rowid, text, rulings) VALUES (new.printing_id, new.text, new.rulings);"
    for event, work in (("INSERT", come), ("DELETE", gone), ("UPDATE", gone + " " + come)):
        name = f"card_texts_after_{event.lower()}"
        op.execute(f"CREATE TRIGGER {name} AFTER {event} ON card_texts BEGIN {work} END")


def _create_formats_and_sources() -> None:
    op.create_table(
        "play_formats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("seen", sa.String(), nullable=False),
        _json("data"),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_play_formats_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_play_formats")),
    )
    op.create_index("uq_play_formats_seen", "play_formats", ["game", "source", "code", "seen"], unique=True)
    op.create_table(
        "sources",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        _text("address"),
        _json("options"),
        _text("checked_at"),
        _text("changed_at"),
        _text("etag"),
        _text("last_modified"),
        _text("digest"),
        sa.Column("sets", sa.Integer(), nullable=True),
        sa.Column("cards", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_sources")),
    )


def _create_batches() -> None:
    op.create_table(
        "card_batches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("source", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        _text("origin"),
        sa.Column("made_at", sa.String(), nullable=False),
        _json("summary"),
        _text("undone_at"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card_batches")),
    )
    op.create_table(
        "card_changes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("batch_id", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(), nullable=False),
        sa.Column("row_id", sa.Integer(), nullable=False),
        _json("before"),
        _json("after"),
        sa.ForeignKeyConstraint(
            ["batch_id"], ["card_batches.id"], name=op.f("fk_card_changes_batch_id_card_batches")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_card_changes")),
    )
    op.create_index(op.f("ix_card_changes_batch_id"), "card_changes", ["batch_id"], unique=False)
    op.create_index("ix_card_changes_row", "card_changes", ["table_name", "row_id"], unique=False)
