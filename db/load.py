"""Loading the bundled catalogue into a database, in the caller's transaction.

Rows that are there keep their ids, so that what points to them (later: holdings, decks) stays.
"""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Table, bindparam, delete, insert, select, update
from sqlmodel import SQLModel

from db import bundled
from db.bundled import BundledGame, CardFacts
from db.models import METADATA, AliasRow, CardRow, GameRow, LegalityRow, PrintingRow, SetRow
from db.names import normal_form

Key = tuple[Any, ...]
Row = dict[str, Any]


def load_bundled(connection: Connection, game: BundledGame) -> None:
    """Makes the stored catalogue of a game equal to the bundled one."""
    info = {"name": game.name, "source": game.source, "as_of": game.as_of}
    _upsert(connection, GameRow, ("code",), [{"code": game.code, **info, "digest": None}])
    sets = [
        {"game": game.code, "position": position, **row}
        for position, row in enumerate(bundled.read_sets(game), start=1)
    ]
    set_ids = _upsert(connection, SetRow, ("game", "code"), sets)
    cards = bundled.read_cards(game)
    _rename(connection, game, cards)
    card_ids = _upsert(
        connection, CardRow, ("game", "name_key"), [_card_row(game, k, c) for k, c in cards.items()]
    )
    printings = [
        _printing_row(card_ids[game.code, key], set_ids[game.code, code], position, facts)
        for key, card in cards.items()
        for code, position, facts in card.printings
    ]
    place = ("set_id", "name_key", "number")
    printing_ids = _upsert(connection, PrintingRow, place, printings)
    _remove_vanished(connection, game, {printing_ids[_place(row)] for row in printings})
    _replace_marks(connection, game, set_ids, printing_ids)
    _replace_aliases(connection, game, card_ids)
    games = _table(GameRow)
    connection.execute(update(games).where(games.c.code == game.code).values(digest=game.digest()))


def _table(model: type[SQLModel]) -> Table:
    table: Table = model.__table__  # type: ignore[attr-defined]
    return table


def _upsert(
    connection: Connection, model: type[SQLModel], key: tuple[str, ...], rows: list[Row]
) -> dict[Key, int]:
    """Inserts or updates rows by a unique key and returns the id of every key of the table.

    Only rows that differ are written: a new release of the catalogue changes few.
    """
    table = _table(model)
    columns = [table.c[name] for name in key]
    ident = table.c.get("id", columns[0])
    stored = {
        tuple(row[name] for name in key): row
        for row in connection.execute(select(table)).mappings()
    }
    new, changed = [], []
    for row in rows:
        found = stored.get(tuple(row[name] for name in key))
        if found is None:
            new.append(row)
        elif any(found[name] != value for name, value in row.items()):
            changed.append({**row, "_which": found[ident.name]})
    if new:
        connection.execute(insert(table), new)
    if changed:
        values: dict[str, Any] = {name: bindparam(name) for name in rows[0]}
        statement = update(table).where(ident == bindparam("_which")).values(values)
        connection.execute(statement, changed)
    return {tuple(row[1:]): row[0] for row in connection.execute(select(ident, *columns))}


def _place(row: Row) -> Key:
    return row["set_id"], row["name_key"], row["number"]


def _rename(connection: Connection, game: BundledGame, cards: dict[str, CardFacts]) -> None:
    """Gives printings whose spelling was mended their new names, so that they keep their ids.

    A printing is the same when set, place in the set and number are.
    """
    printings, sets, table = _table(PrintingRow), _table(SetRow), _table(CardRow)
    columns = (printings.c.id, printings.c.card_id, sets.c.code, printings.c.position)
    stored = connection.execute(
        select(*columns, printings.c.number, printings.c.name_key)
        .join(sets)
        .where(sets.c.game == game.code)
    ).all()
    new = {
        (code, position, facts.number): (normal_form(facts.name), key)
        for key, card in cards.items()
        for code, position, facts in card.printings
    }
    card_keys = dict(connection.execute(select(table.c.id, table.c.name_key)).fetchall())
    for ident, card_id, code, position, number, name_key in stored:
        now, card_key = new.get((code, position, number), (name_key, None))
        if now == name_key:
            continue
        connection.execute(update(printings).where(printings.c.id == ident).values(name_key=now))
        if card_keys[card_id] not in cards and card_key not in card_keys.values():
            connection.execute(update(table).where(table.c.id == card_id).values(name_key=card_key))
            card_keys[card_id] = str(card_key)


def _remove_vanished(connection: Connection, game: BundledGame, kept: set[int]) -> None:
    """Removes printings that the catalogue no longer has, and cards without any printing left."""
    printings, cards, marks = _table(PrintingRow), _table(CardRow), _table(LegalityRow)
    stored = select(printings.c.id).join(_table(SetRow)).where(_table(SetRow).c.game == game.code)
    stored = stored.where(*_unused(printings))
    gone = [row[0] for row in connection.execute(stored) if row[0] not in kept]
    if not gone:
        return
    connection.execute(delete(marks).where(marks.c.printing_id.in_(gone)))
    connection.execute(delete(printings).where(printings.c.id.in_(gone)))
    aliases = _table(AliasRow)
    connection.execute(delete(aliases).where(aliases.c.game == game.code))
    alone = cards.c.id.not_in(select(printings.c.card_id))
    connection.execute(delete(cards).where(cards.c.game == game.code, alone, *_unused(cards)))


def _unused(table: Table) -> list[ColumnElement[bool]]:
    """That nothing of the user's own, such as a holding, points to a row of the table."""
    catalogue = {_table(model) for model in (PrintingRow, LegalityRow, AliasRow)}
    pointing = (
        column
        for other in METADATA.sorted_tables
        if other not in catalogue
        for column in other.columns
        if any(key.column.table is table for key in column.foreign_keys)
    )
    return [table.c.id.not_in(select(column).where(column.is_not(None))) for column in pointing]


def _card_row(game: BundledGame, key: str, card: CardFacts) -> Row:
    return {
        "game": game.code,
        "name": card.name,
        "name_key": key,
        "base_name": card.parts.base,
        "base_key": normal_form(card.parts.base),
        "version": card.parts.version,
        "distinction": card.parts.distinction,
        **card.facts,
        "facts": card.more or None,
    }


def _printing_row(card_id: int, set_id: int, position: int, facts: bundled.PrintingFacts) -> Row:
    return {
        "card_id": card_id,
        "set_id": set_id,
        "position": position,
        "name": facts.name,
        "name_key": normal_form(facts.name),
        "number": facts.number,
        "rarity": facts.rarity,
        "reprint": facts.reprint,
        "tags": facts.tags,
        "differs": facts.differs or None,
        **({"image_key": facts.key} if facts.key else {}),
    }


def _replace_marks(
    connection: Connection, game: BundledGame, set_ids: dict[Key, int], printings: dict[Key, int]
) -> None:
    marks, table = _table(LegalityRow), _table(PrintingRow)
    mine = select(table.c.id).join(_table(SetRow)).where(_table(SetRow).c.game == game.code)
    connection.execute(delete(marks).where(marks.c.printing_id.in_(mine)))
    pairs = connection.execute(select(table.c.id, table.c.card_id))
    owner = {row[0]: row[1] for row in pairs}
    rows = []
    for mark in bundled.read_legality(game):
        place = (set_ids[game.code, mark["set"]], normal_form(mark["name"]), mark["number"])
        printing = printings[place]
        row = {"printing_id": printing, "card_id": owner[printing], "status": mark["status"]}
        rows.append(row | {"format": mark["format"] or None, "source": mark["source"]})
    if rows:
        connection.execute(insert(marks), rows)


def _replace_aliases(connection: Connection, game: BundledGame, cards: dict[Key, int]) -> None:
    aliases = _table(AliasRow)
    connection.execute(delete(aliases).where(aliases.c.game == game.code))
    rows = [
        {
            "game": game.code,
            "alias": row["alias"],
            "alias_key": normal_form(row["alias"]),
            "card_id": cards[game.code, normal_form(row["card"])],
            "why": row["why"],
        }
        for row in bundled.read_aliases(game)
    ]
    if rows:
        connection.execute(insert(aliases), rows)
