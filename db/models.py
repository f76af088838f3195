"""The tables. Rows never leave this package: lookups hand out the values of `db.cards.card`.

SQLModel table classes do not validate; what comes from outside is checked before it gets here.
"""

from typing import Any

from sqlalchemy import JSON, CheckConstraint, Column, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

NAMING = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
SQLModel.metadata.naming_convention = NAMING
METADATA = SQLModel.metadata


def json_column(*, required: bool = False) -> Any:
    """A column of plain data; what is not there is NULL, not JSON's null."""
    if required:
        return Field(sa_column=Column(JSON, nullable=False))
    return Field(default=None, sa_column=Column(JSON(none_as_null=True)))


class GameRow(SQLModel, table=True):
    """A game, and which catalogue of it is loaded (`digest` of the bundled files)."""

    __tablename__ = "games"
    code: str = Field(primary_key=True)
    name: str
    source: str | None = None
    as_of: str | None = None
    digest: str | None = None


class SetRow(SQLModel, table=True):
    """A set of a game; `position` is its place in the order of the catalogue.

    `released` is the day on which it was on sale, as `db.cards.dates` writes it, and
    `release_source` where that stands.

    `source` is who stated it last; NULL: the bundled catalogue, here and in the tables below.
    """

    __tablename__ = "sets"
    __table_args__ = (UniqueConstraint("game", "code"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.code")
    code: str
    name: str
    publisher: str | None = None
    position: int
    source: str | None = None
    facts: dict[str, Any] | None = json_column()
    released: str | None = None
    release_source: str | None = None


class CardRow(SQLModel, table=True):
    """A playable identity; `name_key` is the normal form of its name.

    `identity` says what else than its name makes printings one card, such as the code that the
    reprints of a card name; NULL where the name does. `facts` is what only its game has.
    """

    __tablename__ = "cards"
    __table_args__ = (
        UniqueConstraint("game", "name_key"),
        Index("ix_cards_base", "game", "base_key"),
        Index("uq_cards_identity", "game", "identity", unique=True),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.code")
    name: str
    name_key: str
    base_name: str
    base_key: str
    version: str | None = None
    distinction: str | None = None
    side: str | None = None
    type: str
    subtype: str | None = None
    cost: str | None = None
    speed: str | None = None
    power: str | None = None
    health: str | None = None
    facts: dict[str, Any] | None = json_column()
    identity: str | None = None
    source: str | None = None


class PrintingRow(SQLModel, table=True):
    """A card in a set; `differs` holds facts in which this printing disagrees with its card.

    `facts` is what only its game has and belongs to the printing, such as its illustrator.
    `removed_on` is the day on which its source was first seen without it.
    """

    __tablename__ = "printings"
    __table_args__ = (
        Index("uq_printings_place", "set_id", "name_key", "number", unique=True),
        Index("ix_printings_name", "name_key"),
        Index("ix_printings_image", "image_key"),
    )
    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="cards.id", index=True)
    set_id: int = Field(foreign_key="sets.id")
    position: int
    name: str
    name_key: str
    number: str = ""
    rarity: str | None = None
    reprint: str | None = None
    image_key: str | None = None
    tags: str | None = None
    differs: dict[str, Any] | None = json_column()
    facts: dict[str, Any] | None = json_column()
    source: str | None = None
    removed_on: str | None = None


class LegalityRow(SQLModel, table=True):
    """A mark on a card, found on one of its printings; `format` NULL where none is named.

    `since` is the day from which it holds, NULL where it is not known; `seen` the day on which it
    was first seen, `until` the day on which it was first seen gone. `source` says how the mark was
    written, `origin` which card source stated it.
    """

    __tablename__ = "legality"
    __table_args__ = (CheckConstraint("status IN ('banned', 'restricted')", name="status"),)
    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="cards.id", index=True)
    printing_id: int = Field(foreign_key="printings.id", index=True)
    status: str
    format: str | None = None
    since: str | None = None
    source: str
    origin: str | None = None
    seen: str | None = None
    until: str | None = None


class AliasRow(SQLModel, table=True):
    """An old or other name of a card."""

    __tablename__ = "aliases"
    __table_args__ = (UniqueConstraint("game", "alias_key"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.code")
    alias: str
    alias_key: str
    card_id: int = Field(foreign_key="cards.id", index=True)
    why: str | None = None
    source: str | None = None


class TranslationRow(SQLModel, table=True):
    """The name of a printing in another language; printings are known by their image keys.

    `name_key` is the normal form of name and subtitle, `title_key` that of the name alone.
    """

    __tablename__ = "translations"
    __table_args__ = (
        Index("ix_translations_name", "game", "name_key"),
        Index("ix_translations_title", "game", "title_key"),
        Index("ix_translations_printing", "game", "image_key"),
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.code")
    image_key: str
    language: str
    name: str
    name_key: str
    title_key: str


class CardTextRow(SQLModel, table=True):
    """The words of a printing as its source has them; searched through `card_search` (FTS5)."""

    __tablename__ = "card_texts"
    printing_id: int = Field(foreign_key="printings.id", primary_key=True)
    text: str | None = None
    rulings: str | None = None
    script: str | None = None


class PlayFormatRow(SQLModel, table=True):
    """A format as a source states it: sets, lists, points; a row for each day with other data."""

    __tablename__ = "play_formats"
    __table_args__ = (Index("uq_play_formats_seen", "game", "source", "code", "seen", unique=True),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.code")
    source: str
    code: str
    name: str
    seen: str
    data: dict[str, Any] | None = json_column()


class SourceRow(SQLModel, table=True):
    """A card source that was added or imported from, with what was found at the last change."""

    __tablename__ = "sources"
    name: str = Field(primary_key=True)
    kind: str
    game: str
    address: str | None = None
    options: dict[str, Any] | None = json_column()
    checked_at: str | None = None
    changed_at: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    digest: str | None = None
    sets: int | None = None
    cards: int | None = None


class CardBatchRow(SQLModel, table=True):
    """One import from a card source, which can be undone."""

    __tablename__ = "card_batches"
    id: int | None = Field(default=None, primary_key=True)
    source: str
    game: str
    origin: str | None = None
    made_at: str
    summary: dict[str, Any] | None = json_column()
    undone_at: str | None = None


class CardChangeRow(SQLModel, table=True):
    """A row that a batch made (`before` NULL), deleted (`after` NULL) or changed, column-wise."""

    __tablename__ = "card_changes"
    __table_args__ = (Index("ix_card_changes_row", "table_name", "row_id"),)
    id: int | None = Field(default=None, primary_key=True)
    batch_id: int = Field(foreign_key="card_batches.id", index=True)
    table_name: str
    row_id: int
    before: dict[str, Any] | None = json_column()
    after: dict[str, Any] | None = json_column()
