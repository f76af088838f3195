"""The tables of a collection: holdings, wants, saved decks, and the ledger of their changes.

What is unstated is the empty text, not NULL, so that SQLite can tell that two holdings are one;
only an unknown printing is NULL, and has a unique index of its own. `person` is whose it is: 0 is the
owner of the database, others are persons of the club.
"""

from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field, SQLModel

from db.models import json_column

_ZERO = {"server_default": "0"}
_NOT_STATED = {"server_default": ""}
_PLACE = ("condition", "language", "finish", "location", "person")


def _where(condition: str) -> dict[str, Any]:
    """The rows that an index is for, on either engine."""
    return {"sqlite_where": text(condition), "postgresql_where": text(condition)}


class HoldingRow(SQLModel, table=True):
    """Copies of a printing, or of a card of unknown printing, in one condition and place.

    Its `dice` are counted apart; the row may be there for them alone.
    """

    __tablename__ = "holdings"
    __table_args__ = (
        CheckConstraint("quantity >= 0", name="quantity"),
        CheckConstraint("dice >= 0", name="dice"),
        CheckConstraint("for_trade BETWEEN 0 AND quantity", name="for_trade"),
        Index(
            "uq_holdings_printing", "printing_id", *_PLACE, unique=True, **_where("printing_id IS NOT NULL")
        ),
        Index("uq_holdings_card", "card_id", *_PLACE, unique=True, **_where("printing_id IS NULL")),
    )
    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="cards.id", index=True)
    printing_id: int | None = Field(default=None, foreign_key="printings.id")
    condition: str = ""
    language: str = ""
    finish: str = ""
    location: str = ""
    quantity: int
    for_trade: int = 0
    notes: str = ""
    acquired_on: str | None = None
    price: str | None = None
    currency: str | None = None
    extra: dict[str, Any] | None = json_column()
    dice: int = Field(default=0, sa_column_kwargs=_ZERO)
    person: int = Field(default=0, sa_column_kwargs=_ZERO, index=True)


class WantRow(SQLModel, table=True):
    """How many copies of a card, or of one printing of it, its owner wants to have."""

    __tablename__ = "wants"
    __table_args__ = (
        CheckConstraint("quantity > 0", name="quantity"),
        CheckConstraint("dice >= 0", name="dice"),
        Index("uq_wants_printing", "printing_id", "person", unique=True, **_where("printing_id IS NOT NULL")),
        Index("uq_wants_card", "card_id", "person", unique=True, **_where("printing_id IS NULL")),
    )
    id: int | None = Field(default=None, primary_key=True)
    card_id: int = Field(foreign_key="cards.id", index=True)
    printing_id: int | None = Field(default=None, foreign_key="printings.id")
    quantity: int
    notes: str = ""
    dice: int = Field(default=0, sa_column_kwargs=_ZERO)
    weight: int = Field(default=0, sa_column_kwargs=_ZERO)
    condition: str = Field(default="", sa_column_kwargs=_NOT_STATED)
    language: str = Field(default="", sa_column_kwargs=_NOT_STATED)
    finish: str = Field(default="", sa_column_kwargs=_NOT_STATED)
    person: int = Field(default=0, sa_column_kwargs=_ZERO, index=True)


class DeckRow(SQLModel, table=True):
    """A saved deck; `id` is never given out again, so that undoing a deletion finds its deck.

    `name_key` begins with the person where one has it, as `deck_key` says.
    """

    __tablename__ = "decks"
    __table_args__ = (UniqueConstraint("game", "name_key"), {"sqlite_autoincrement": True})
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.code")
    name: str
    name_key: str
    format: str | None = None
    author: str | None = None
    notes: str | None = None
    zones: list[str] | None = json_column()
    person: int = Field(default=0, sa_column_kwargs=_ZERO)


class DeckLineRow(SQLModel, table=True):
    """A line of a saved deck as it was written; `reserved` of its copies are set aside for it.

    `source_key` is the key of its card in the source of the list, `dice` NULL where it has none.
    """

    __tablename__ = "deck_lines"
    __table_args__ = (
        CheckConstraint("quantity > 0", name="quantity"),
        CheckConstraint("reserved BETWEEN 0 AND quantity", name="reserved"),
        CheckConstraint("reserved = 0 OR card_id IS NOT NULL", name="reserved_card"),
        CheckConstraint("dice >= 0", name="dice"),
        CheckConstraint("reserved_dice >= 0", name="reserved_dice"),
    )
    deck_id: int = Field(foreign_key="decks.id", primary_key=True, ondelete="CASCADE")
    position: int = Field(primary_key=True)
    quantity: int
    name: str
    zone: str
    set_code: str | None = None
    number: str | None = None
    image_key: str | None = None
    card_id: int | None = Field(default=None, foreign_key="cards.id", index=True)
    printing_id: int | None = Field(default=None, foreign_key="printings.id")
    reserved: int = 0
    source_key: str | None = None
    dice: int | None = None
    reserved_dice: int = Field(default=0, sa_column_kwargs=_ZERO)


class BatchRow(SQLModel, table=True):
    """An import or a command that changed something; `kept` rows resisted being undone by it."""

    __tablename__ = "batches"
    __table_args__ = (Index("ix_batches_person", "person", "id"), {"sqlite_autoincrement": True})
    id: int | None = Field(default=None, primary_key=True)
    time: str
    command: str
    source: str | None = None
    sha256: str | None = Field(default=None, index=True)
    mode: str
    undoes: int | None = Field(default=None, foreign_key="batches.id", index=True)
    kept: int = 0
    person: int = Field(default=0, sa_column_kwargs=_ZERO)


class ChangeRow(SQLModel, table=True):
    """A change of one holding, want or deck by a batch: all that was stored before and after."""

    __tablename__ = "changes"
    __table_args__ = (
        CheckConstraint("kind IN ('holding', 'want', 'deck')", name="kind"),
        CheckConstraint("before IS NOT NULL OR after IS NOT NULL", name="something"),
    )
    batch_id: int = Field(foreign_key="batches.id", primary_key=True)
    position: int = Field(primary_key=True)
    kind: str
    key: str
    before: str | None = None
    after: str | None = None


class SentChangeRow(SQLModel, table=True):
    """The id of a change that a page sent, so that it is made once, and when it was made."""

    __tablename__ = "sent_changes"
    id: str = Field(primary_key=True)
    time: str
    batch: int | None = None


class LayoutRow(SQLModel, table=True):
    """Which column of a sheet means which field, by the fingerprint of the sheet's header."""

    __tablename__ = "layouts"
    fingerprint: str = Field(primary_key=True)
    mapping: dict[str, Any] = json_column(required=True)
