"""The stored cards of one game, held in memory while an import is planned."""

import sqlite3
from typing import Any

from db.cards.bundled import EXCEPTIONS
from db.imports.reference_updates import used_alone
from db.imports.source_rows import CARD_FACTS
from db.imports.stored_rows import ORDER, Row, RowChange, StoredRows, write_changes

OWN_FACTS = (*CARD_FACTS, "facts")
"""The facts that a printing may state otherwise than its card."""

_OF_GAME = "game = ?"
_OF_SETS = "set_id IN (SELECT id FROM sets WHERE game = ?)"
_OF_PRINTINGS = f"printing_id IN (SELECT id FROM printings WHERE {_OF_SETS})"
_WHERE = {
    "sets": _OF_GAME,
    "cards": _OF_GAME,
    "aliases": _OF_GAME,
    "play_formats": _OF_GAME,
    "printings": _OF_SETS,
    "legality": _OF_PRINTINGS,
    "card_texts": _OF_PRINTINGS,
}


class StoredGame:
    """The tables of a game, with the facts of each printing and the indexes to find them by."""

    def __init__(self, connection: sqlite3.Connection, code: str) -> None:
        self.code = code
        tables = {name: StoredRows.read(connection, name, _WHERE[name], (code,)) for name in ORDER}
        self._tables = tables
        self.sets, self.cards, self.printings = (tables[name] for name in ("sets", "cards", "printings"))
        self.texts, self.marks = tables["card_texts"], tables["legality"]
        self.aliases, self.formats = tables["aliases"], tables["play_formats"]
        self.used = used_rows(connection, "printings")
        self.used_alone = used_alone(connection)
        self.exceptions: dict[int, dict[str, Any]] = {
            row["id"]: {k: v for k, v in row["facts"].items() if k in EXCEPTIONS}
            for row in self.cards
            if row["facts"]
        }
        self.moves: dict[int, int] = {}
        self.own = {row["id"]: self._own(row) for row in self.printings}
        self.by_image: dict[str, list[Row]] = {}
        for row in self.printings:
            if row["image_key"]:
                self.by_image.setdefault(row["image_key"], []).append(row)
        self.by_key: dict[str, int] = {row["name_key"]: row["id"] for row in self.cards}
        self.by_identity: dict[str, int] = {
            row["identity"]: row["id"] for row in self.cards if row["identity"]
        }
        self.alias_keys = {row["alias_key"]: row for row in self.aliases}
        self.of_card: dict[int, set[int]] = {}
        self.of_set: dict[int, list[Row]] = {}
        for row in self.printings:
            self.of_card.setdefault(row["card_id"], set()).add(row["id"])
            self.of_set.setdefault(row["set_id"], []).append(row)
        self.touched: set[int] = set()
        self.stated_names: frozenset[str] = frozenset()
        self.marks_of: dict[int, list[Row]] = {}
        for row in self.marks:
            self.marks_of.setdefault(row["printing_id"], []).append(row)

    def _own(self, printing: Row) -> dict[str, Any]:
        """The facts of a printing: those of its card but for those that differ."""
        card, differs = self.cards[printing["card_id"]], printing["differs"] or {}
        return {fact: differs[fact] if fact in differs else card[fact] for fact in OWN_FACTS}

    def set_position(self, printing: Row) -> tuple[int, int, int]:
        """The place of a printing in the order of the catalogue, as a sort key."""
        in_set = self.sets[printing["set_id"]]
        return in_set["position"], printing["position"], printing["id"]

    def changes(self) -> list[RowChange]:
        """All differences from what is stored."""
        return [change for name in ORDER for change in self._tables[name].changes()]

    def write(self, connection: sqlite3.Connection) -> None:
        """Writes all differences in the caller's transaction."""
        write_changes(connection, self.changes())
        for table in self._tables.values():
            table.settle()


def used_rows(connection: sqlite3.Connection, table: str) -> frozenset[int]:
    """The ids of printings or cards that others point to: holdings, wants, saved decks.

    Any table counts that is none of the catalogue's, so that what is added later is kept safe too.
    """
    names = [name for (name,) in connection.execute("SELECT name FROM pragma_table_list")]
    used: set[int] = set()
    for other in names:
        if other in ORDER or other.startswith(("sqlite_", "card_search")):
            continue
        keys = connection.execute("SELECT * FROM pragma_foreign_key_list(?)", (other,)).fetchall()
        for _, _, target, column, *_ in keys:
            if target == table:
                rows = connection.execute(
                    f'SELECT DISTINCT "{column}" FROM "{other}" WHERE "{column}" IS NOT NULL'
                )
                used.update(row_id for (row_id,) in rows)
    return frozenset(used)
