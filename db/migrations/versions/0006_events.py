"""Events: players, registered lists, rounds, tables, notes, and the ledger of their changes."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables of events."""
    _make_registration()
    _make_rounds()
    _make_ledger()


def _make_registration() -> None:
    op.create_table(
        "event_files",
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_event_files")),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("uid", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("format", sa.String(), nullable=False),
        sa.Column("edition", sa.String(), nullable=False),
        sa.Column("day", sa.String(), nullable=False),
        sa.Column("deadline", sa.String(), nullable=False),
        sa.Column("locked", sa.String(), nullable=False),
        sa.Column("open_lists", sa.Boolean(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.code"], name=op.f("fk_events_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
        sa.UniqueConstraint("name_key", name=op.f("uq_events_name_key")),
        sa.UniqueConstraint("uid", name=op.f("uq_events_uid")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "event_players",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("name_key", sa.String(), nullable=False),
        sa.Column("club", sa.String(), nullable=False),
        sa.Column("entered", sa.Integer(), nullable=False),
        sa.Column("dropped", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_players_event_id_events")),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_event_players")),
        sa.UniqueConstraint("event_id", "name_key", name=op.f("uq_event_players_event_id")),
    )
    op.create_table(
        "event_decks",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(), nullable=False),
        sa.Column("path", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("read_as", sa.String(), nullable=False),
        sa.Column("sha256", sa.String(), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=False),
        sa.Column("catalogue", sa.String(), nullable=False),
        sa.Column("time", sa.String(), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("error", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id", "player"],
            ["event_players.event_id", "event_players.number"],
            name="fk_event_decks_player_event_players",
        ),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_decks_event_id_events")),
        sa.ForeignKeyConstraint(
            ["sha256"], ["event_files.sha256"], name=op.f("fk_event_decks_sha256_event_files")
        ),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_event_decks")),
    )


def _make_rounds() -> None:
    op.create_table(
        "event_rounds",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(), nullable=False),
        sa.Column("published", sa.String(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_rounds_event_id_events")),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_event_rounds")),
    )
    op.create_table(
        "event_tables",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("one", sa.Integer(), nullable=False),
        sa.Column("two", sa.Integer(), nullable=True),
        sa.Column("first", sa.String(), nullable=False),
        sa.Column("result", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("extension", sa.Integer(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.CheckConstraint("two IS NULL OR one <> two", name=op.f("ck_event_tables_two_players")),
        sa.ForeignKeyConstraint(
            ["event_id", "one"],
            ["event_players.event_id", "event_players.number"],
            name="fk_event_tables_one_event_players",
        ),
        sa.ForeignKeyConstraint(
            ["event_id", "round"],
            ["event_rounds.event_id", "event_rounds.number"],
            name="fk_event_tables_round_event_rounds",
        ),
        sa.ForeignKeyConstraint(
            ["event_id", "two"],
            ["event_players.event_id", "event_players.number"],
            name="fk_event_tables_two_event_players",
        ),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_tables_event_id_events")),
        sa.PrimaryKeyConstraint("event_id", "round", "number", name=op.f("pk_event_tables")),
    )
    op.create_table(
        "event_notes",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("player", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("time", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["event_id", "player"],
            ["event_players.event_id", "event_players.number"],
            name="fk_event_notes_player_event_players",
        ),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_notes_event_id_events")),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_event_notes")),
    )


def _make_ledger() -> None:
    op.create_table(
        "event_batches",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("time", sa.String(), nullable=False),
        sa.Column("command", sa.String(), nullable=False),
        sa.Column("reason", sa.String(), nullable=False),
        sa.Column("who", sa.String(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name=op.f("fk_event_batches_event_id_events")),
        sa.PrimaryKeyConstraint("event_id", "number", name=op.f("pk_event_batches")),
    )
    op.create_table(
        "event_changes",
        sa.Column("event_id", sa.Integer(), nullable=False),
        sa.Column("batch", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("before", sa.String(), nullable=True),
        sa.Column("after", sa.String(), nullable=True),
        sa.CheckConstraint(
            "kind IN ('event', 'player', 'deck', 'round', 'table', 'note')",
            name=op.f("ck_event_changes_kind"),
        ),
        sa.CheckConstraint(
            "before IS NOT NULL OR after IS NOT NULL", name=op.f("ck_event_changes_something")
        ),
        sa.ForeignKeyConstraint(
            ["event_id", "batch"],
            ["event_batches.event_id", "event_batches.number"],
            name="fk_event_changes_batch_event_batches",
        ),
        sa.PrimaryKeyConstraint("event_id", "batch", "position", name=op.f("pk_event_changes")),
    )
