"""The tables of the club: its persons, whose links open what, and what players report of their matches.

They are no part of a ledger: what is taken away at somebody's request is to be gone.
"""

from sqlalchemy import CheckConstraint, UniqueConstraint
from sqlmodel import Field, SQLModel


class PersonRow(SQLModel, table=True):
    """A person of the club, by a name that nobody else of it has."""

    __tablename__ = "persons"
    __table_args__ = (UniqueConstraint("name_key"), {"sqlite_autoincrement": True})
    id: int | None = Field(default=None, primary_key=True)
    name: str
    name_key: str
    made: str


class PersonPlayerRow(SQLModel, table=True):
    """A player of an event who is this person, as the organiser says."""

    __tablename__ = "person_players"
    __table_args__ = (UniqueConstraint("person_id", "event_id"),)
    event_id: int = Field(foreign_key="events.id", primary_key=True)
    player: int = Field(primary_key=True)
    person_id: int = Field(foreign_key="persons.id")


class LinkRow(SQLModel, table=True):
    """A link by the hash of its token: of a person, of a helper at an event, or for a player's lists.

    `used` is a time where the link is used up.
    """

    __tablename__ = "links"
    sha256: str = Field(primary_key=True)
    kind: str
    person_id: int | None = Field(default=None, foreign_key="persons.id")
    event_id: int | None = Field(default=None, foreign_key="events.id")
    player: int | None = None
    made: str
    used: str = ""


class ClubChangeRow(SQLModel, table=True):
    """A change of a person of the club; its rows go with a person who is removed."""

    __tablename__ = "club_changes"
    number: int = Field(primary_key=True)
    time: str
    command: str
    person_id: int | None = Field(default=None, index=True)
    before: str
    after: str
    undoes: int | None = None


class MatchReportRow(SQLModel, table=True):
    """The result of a match as one of its players reports it, seen from the first seat of its table."""

    __tablename__ = "match_reports"
    event_id: int = Field(foreign_key="events.id", primary_key=True)
    round: int = Field(primary_key=True)
    player: int = Field(primary_key=True)
    opponent: int
    result: str
    time: str


class TradeRow(SQLModel, table=True):
    """A trade between people who have collections here; each change of it is another version."""

    __tablename__ = "trades"
    __table_args__ = (
        CheckConstraint("state IN ('open', 'done', 'refused', 'undone')", name="state"),
        {"sqlite_autoincrement": True},
    )
    id: int | None = Field(default=None, primary_key=True)
    game: str = Field(foreign_key="games.code")
    state: str
    version: int
    made: str
    until: str
    weights: str = Field(default="", sa_column_kwargs={"server_default": ""})


class TradePersonRow(SQLModel, table=True):
    """Somebody who is in a trade, 0 for the owner: the version that they agreed to, and their batch."""

    __tablename__ = "trade_people"
    trade_id: int = Field(foreign_key="trades.id", primary_key=True)
    person: int = Field(primary_key=True, index=True)
    agreed: int
    batch: int | None = None
    accepts: int = Field(default=10, sa_column_kwargs={"server_default": "10"})


class TradeCopyRow(SQLModel, table=True):
    """Copies that go from one person to another in a trade."""

    __tablename__ = "trade_copies"
    __table_args__ = (CheckConstraint("quantity > 0", name="quantity"),)
    trade_id: int = Field(foreign_key="trades.id", primary_key=True)
    position: int = Field(primary_key=True)
    giver: int = Field(index=True)
    taker: int
    card_id: int = Field(foreign_key="cards.id", index=True)
    printing_id: int | None = Field(default=None, foreign_key="printings.id")
    condition: str
    language: str
    finish: str
    quantity: int
    name: str
    worth: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
