"""The tables. Rows never leave this floor: `db.lookup` hands out the values of `db.cards`.

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


class GameRow(SQLModel, table=True):
    """A game, and which catalogue of it is loaded (`digest` of the bundled files)."""

    __tablename__ = "games"
    code: str = Field(primary_key=True)
    name: str
    source: str | None = None
    as_of: str | None = None
    digest: str | None = None


class SetRow(SQLModel, table=True):
    """A set of a game; `position` is its place in the order of the catalogue."""

    __tablename__ = "sets"
    __table_args__ = (UniqueConstraint("game", "code"),)
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.code")
    code: str
    name: str
    publisher: str | None = None
    position: int


class CardRow(SQLModel, table=True):
    """A playable identity; `name_key` is the normal form of its name."""

    __tablename__ = "cards"
    __table_args__ = (
        UniqueConstraint("game", "name_key"),
        Index("ix_cards_base", "game", "base_key"),
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
    facts: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))


class PrintingRow(SQLModel, table=True):
    """A card in a set; `differs` holds facts in which this printing disagrees with its card."""

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
    differs: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))


class LegalityRow(SQLModel, table=True):
    """A mark on a card, found on one of its printings; `format` NULL where none is named."""

    __tablename__ = "legality"
    __table_args__ = (CheckConstraint("status IN ('banned', 'restricted')", name="status"),)
    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="cards.id", index=True)
    printing_id: int = Field(foreign_key="printings.id", index=True)
    status: str
    format: str | None = None
    since: str | None = None
    source: str


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
