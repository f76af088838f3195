"""Loading the bundled catalogue into a database, in the caller's transaction.

Rows that are there keep their ids, so that what points to them (holdings, decks) stays. What a card
source stated is newer than the bundled files and stays too: its printings, with their marks, and
the names that it gave; the facts of a card follow from all its printings anew.
"""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    bindparam,
    delete,
    inspect,
    select,
    true,
    update,
)
from sqlmodel import SQLModel

from db.cards import bundled
from db.cards.bundled import CardFacts
from db.cards.bundled_games import BundledGame
from db.cards.names import normal_form, translated_form
from db.models import AliasRow, CardRow, GameRow, LegalityRow, PrintingRow, SetRow, TranslationRow
from db.tables import METADATA

Key = tuple[Any, ...]
Row = dict[str, Any]


@dataclass(slots=True)
class _Synced:
    """The statements of card sources about a game: places of printings, and new names of cards."""

    places: dict[Key, int] = field(default_factory=dict)
    cards: set[int] = field(default_factory=set)
    in_sets: set[tuple[int, int]] = field(default_factory=set)
    names: dict[str, int] = field(default_factory=dict)


def load_bundled(connection: Connection, game: BundledGame) -> None:
    """Makes the stored catalogue of a game equal to the bundled one, but for what was synced."""
    info = {"name": game.name, "source": game.source, "as_of": game.as_of}
    _upsert(connection, GameRow, ("code",), [{"code": game.code, **info, "digest": None}])
    synced = _read_synced(connection, game)
    sets = _set_rows(connection, game)
    set_ids = _upsert(connection, SetRow, ("game", "code"), sets, within=_of_game(SetRow, game))
    cards = bundled.read_cards(game)
    _rename(connection, game, cards, synced)
    _meet_by_identity(connection, game, cards, synced)
    joined = _give_way(connection, game, cards, synced)
    rows = [_card_row(game, key, card) for key, card in cards.items() if key not in synced.names]
    of_game = _of_game(CardRow, game)
    card_ids = _upsert(connection, CardRow, ("game", "name_key"), rows, keep=synced.cards, within=of_game)
    card_ids |= {(game.code, key): ident for key, ident in synced.names.items()}
    printings, stated, places = [], {}, []
    for key, card in cards.items():
        card_id = card_ids[game.code, key]
        for code, position, facts in card.printings:
            set_id = set_ids[game.code, code]
            row = _printing_row(card_id, set_id, position, facts)
            places.append(place := _place(row))
            if place in joined:
                _move(connection, synced, joined[place], card_id)
            renamed = key in synced.names and (card_id, set_id) in synced.in_sets
            if place not in synced.places and not renamed:
                printings.append(row)
                own = {**facts.own, **card.exceptions}
                stated[place] = {**facts.facts, "facts": own or None}
    in_sets = _table(PrintingRow).c.set_id.in_(select(_table(SetRow).c.id).where(_of_game(SetRow, game)))
    printing_ids = _upsert(
        connection, PrintingRow, ("set_id", "name_key", "number"), printings, within=in_sets
    )
    kept = {printing_ids[place] for place in places if place in printing_ids}
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)  # noqa: S101 - the engine is made for SQLite
    _let_follow(raw, game, card_ids)
    _remove_vanished(connection, game, kept, {card_ids[game.code, key] for key in cards})
    _replace_marks(connection, game, set_ids, {key: printing_ids[key] for key in stated})
    _replace_aliases(connection, game, card_ids, synced)
    _replace_translations(connection, game)
    if synced.cards:
        exceptions = {card_ids[game.code, key]: card.exceptions for key, card in cards.items()}
        ours = {printing_ids[key]: facts for key, facts in stated.items()}
        _settle_synced(raw, game, synced, ours, exceptions)
    games = _table(GameRow)
    connection.execute(update(games).where(games.c.code == game.code).values(digest=game.digest()))


def _table(model: type[SQLModel]) -> Table:
    table: Table = model.__table__  # type: ignore[attr-defined]
    return table


def _set_rows(connection: Connection, game: BundledGame) -> list[Row]:
    """The sets in order; one that a source brought in under its former code gets ours."""
    table = _table(SetRow)
    codes = connection.execute(select(table.c.code).where(table.c.game == game.code))
    stored = {code for (code,) in codes}
    releases = bundled.read_releases(game)
    rows: list[Row] = []
    for position, row in enumerate(bundled.read_sets(game), start=1):
        code, former = row["code"], row.pop("formerly", "")
        if former in stored and code not in stored:
            ours = (table.c.game == game.code, table.c.code == former)
            connection.execute(update(table).where(*ours).values(code=code))
        publisher = row["publisher"] or None
        place = {"game": game.code, "position": position, "publisher": publisher}
        rows.append({**row, **place, **_release(releases.get(code, {}))})
    return rows


def _release(row: Mapping[str, str]) -> Row:
    """When a set was on sale, and where that stands."""
    source = "; ".join(filter(None, (row.get("remark"), row.get("source")))) or None
    return {"released": row.get("released"), "release_source": source}


def _read_synced(connection: Connection, game: BundledGame) -> _Synced:
    synced = _Synced()
    printings, sets, aliases = _table(PrintingRow), _table(SetRow), _table(AliasRow)
    place = (printings.c.set_id, printings.c.name_key, printings.c.number)
    rows = connection.execute(
        select(printings.c.id, printings.c.card_id, *place)
        .join(sets)
        .where(sets.c.game == game.code, printings.c.source.is_not(None))
    )
    for ident, card_id, set_id, name_key, number in rows:
        synced.places[set_id, name_key, number] = ident
        synced.cards.add(card_id)
        synced.in_sets.add((card_id, set_id))
    renamed = select(aliases.c.alias_key, aliases.c.card_id).where(
        aliases.c.game == game.code, aliases.c.source.is_not(None)
    )
    synced.names = {row[0]: row[1] for row in connection.execute(renamed)}
    return synced


def _upsert(
    connection: Connection,
    model: type[SQLModel],
    key: tuple[str, ...],
    rows: list[Row],
    keep: set[int] | None = None,
    within: ColumnElement[bool] | None = None,
) -> dict[Key, int]:
    """Inserts or updates rows by a unique key and returns the id of every key of the table.

    Only rows that differ are written, for a new release of the catalogue changes few; rows whose
    ids are in `keep` stay as they are. `within` leaves the rows of other games alone, which would
    be read once for each game.
    """
    table = _table(model)
    columns = [table.c[name] for name in key]
    ident = table.c.get("id", columns[0])
    where = true() if within is None else within
    stored = {
        tuple(row[name] for name in key): row
        for row in connection.execute(select(table).where(where)).mappings()
    }
    new, changed = [], []
    for row in rows:
        before = stored.get(tuple(row[name] for name in key))
        if before is None:
            new.append(row)
        elif before[ident.name] not in (keep or ()) and any(
            before[name] != value for name, value in row.items()
        ):
            changed.append({**row, "_which": before[ident.name]})
    if new:
        _insert(connection, table, new)
    if changed:
        values: dict[str, Any] = {name: bindparam(name) for name in rows[0]}
        statement = update(table).where(ident == bindparam("_which")).values(values)
        connection.execute(statement, changed)
    every = connection.execute(select(ident, *columns).where(where))
    return {tuple(row[1:]): row[0] for row in every}


def _insert(connection: Connection, table: Table, rows: list[Row]) -> None:
    """Inserts rows that all have the same columns, by the driver: a first use inserts 40,000."""
    made = {name: table.c[name].type.bind_processor(connection.dialect) for name in rows[0]}
    prepare = [(name, process) for name, process in made.items() if process is not None]
    for row in rows if prepare else ():
        row.update((name, process(row[name])) for name, process in prepare)
    names = ", ".join(rows[0])
    marks = ", ".join(f":{name}" for name in rows[0])
    connection.exec_driver_sql(f"INSERT INTO {table.name} ({names}) VALUES ({marks})", rows)  # noqa: S608


def _of_game(model: type[SQLModel], game: BundledGame) -> ColumnElement[bool]:
    of_game: ColumnElement[bool] = _table(model).c.game == game.code
    return of_game


def _place(row: Row) -> Key:
    return row["set_id"], row["name_key"], row["number"]


def _rename(connection: Connection, game: BundledGame, cards: dict[str, CardFacts], synced: _Synced) -> None:
    """Gives printings whose spelling was mended their new names, so that they keep their ids.

    A printing is the same when set, place in the set and number are, its old name is gone from
    the catalogue, and no other printing had the new one: in a smaller catalogue others move up.
    What a source stated keeps the name that it has there.
    """
    printings, sets, table = _table(PrintingRow), _table(SetRow), _table(CardRow)
    columns = (printings.c.id, printings.c.card_id, printings.c.set_id, sets.c.code)
    stored = connection.execute(
        select(*columns, printings.c.position, printings.c.number, printings.c.name_key)
        .join(sets)
        .where(sets.c.game == game.code, printings.c.source.is_(None))
    ).all()
    new = {
        (code, position, facts.number): (normal_form(facts.name), key)
        for key, card in cards.items()
        for code, position, facts in card.printings
    }
    there = {(code, name, number) for (code, _, number), (name, _) in new.items()}
    taken = {(set_id, name_key, number) for _, _, set_id, _, _, number, name_key in stored}
    named = select(table.c.id, table.c.name_key).where(_of_game(CardRow, game))
    card_keys = dict(connection.execute(named).fetchall())
    for ident, card_id, set_id, code, position, number, name_key in stored:
        now, card_key = new.get((code, position, number), (name_key, None))
        if (code, name_key, number) in there or now == name_key:
            continue
        if (set_id, now, number) in taken or (set_id, now, number) in synced.places:
            continue
        connection.execute(update(printings).where(printings.c.id == ident).values(name_key=now))
        if card_id in synced.cards:
            continue
        if card_keys[card_id] not in cards and card_key not in card_keys.values():
            connection.execute(update(table).where(table.c.id == card_id).values(name_key=card_key))
            card_keys[card_id] = str(card_key)


def _meet_by_identity(
    connection: Connection, game: BundledGame, cards: dict[str, CardFacts], synced: _Synced
) -> None:
    """Lets bundled cards meet those of the same identity that are stored under another name.

    What a source brought in keeps its name; ours gets its new one.
    """
    table = _table(CardRow)
    columns = (table.c.identity, table.c.id, table.c.name_key)
    stored = connection.execute(select(*columns).where(table.c.game == game.code)).all()
    by_identity = {identity: (ident, key) for identity, ident, key in stored if identity}
    taken = {key for _, _, key in stored}
    for key, card in cards.items():
        ident, name_key = by_identity.get(card.identity or "", (None, key))
        if ident is None or name_key == key:
            continue
        if ident in synced.cards:
            synced.names.setdefault(key, ident)
            continue
        news = {"identity": None} if key in taken else {"name_key": key}
        connection.execute(update(table).where(table.c.id == ident).values(news))


def _give_way(
    connection: Connection, game: BundledGame, cards: dict[str, CardFacts], synced: _Synced
) -> dict[Key, int]:
    """The printings, by their places, that a source put on one card, where we have several.

    A source that told cards by their names alone did so; ours have identities.
    """
    shared = {
        normal_form(p.name)
        for key, card in cards.items()
        for _, _, p in card.printings
        if card.identity and normal_form(p.name) != key
    }
    table = _table(CardRow)
    columns = (table.c.id, table.c.name_key)
    stored = connection.execute(select(*columns).where(table.c.game == game.code, table.c.identity.is_(None)))
    joined = {ident for ident, key in stored if key in shared and key not in cards}
    printings = _table(PrintingRow)
    place = (printings.c.set_id, printings.c.name_key, printings.c.number)
    places = connection.execute(select(printings.c.id, *place).where(printings.c.card_id.in_(joined)))
    synced.cards -= joined
    return {tuple(row[1:]): row[0] for row in places}


def _move(connection: Connection, synced: _Synced, printing: int, card_id: int) -> None:
    """Moves a printing to a card of ours, which is then settled as one that was synced."""
    table = _table(PrintingRow)
    statement = update(table).where(table.c.id == printing)
    connection.execute(statement.values(card_id=card_id))
    synced.cards.add(card_id)


def _let_follow(connection: sqlite3.Connection, game: BundledGame, card_ids: dict[Key, int]) -> None:
    """Lets what the user has follow the printings and names that came to other cards."""
    from db.imports.reference_updates import follow_names, follow_printings

    follow_printings(connection)
    emptied = connection.execute(
        "SELECT name_key, id FROM cards WHERE game = ? AND id NOT IN (SELECT card_id FROM printings)",
        (game.code,),
    )
    left = dict(emptied.fetchall())
    moves = {
        left[key]: card_ids[game.code, normal_form(row["card"])]
        for row in bundled.read_aliases(game)
        if (key := normal_form(row["alias"])) in left
    }
    follow_names(connection, moves)


def _remove_vanished(connection: Connection, game: BundledGame, kept: set[int], kept_cards: set[int]) -> None:
    """Removes printings that the catalogue no longer has, and cards without any printing left.

    What a source stated stays, and so does the card to which it gave another name.
    """
    printings, cards, marks = _table(PrintingRow), _table(CardRow), _table(LegalityRow)
    stored = select(printings.c.id).join(_table(SetRow)).where(_table(SetRow).c.game == game.code)
    stored = stored.where(printings.c.source.is_(None), *_unused(connection, printings))
    gone = [row[0] for row in connection.execute(stored) if row[0] not in kept]
    if gone:
        connection.execute(delete(marks).where(marks.c.printing_id.in_(gone)))
        connection.execute(delete(printings).where(printings.c.id.in_(gone)))
    aliases = _table(AliasRow)
    sourced = select(aliases.c.card_id).where(aliases.c.source.is_not(None))
    alone = (cards.c.id.not_in(select(printings.c.card_id)), cards.c.id.not_in(sourced))
    empty = select(cards.c.id).where(cards.c.game == game.code, *alone, *_unused(connection, cards))
    lost = [row[0] for row in connection.execute(empty) if row[0] not in kept_cards]
    if lost:
        connection.execute(delete(aliases).where(aliases.c.card_id.in_(lost)))
        connection.execute(delete(cards).where(cards.c.id.in_(lost)))


def _unused(connection: Connection, table: Table) -> list[ColumnElement[bool]]:
    """That nothing of the user's own, such as a holding, points to a row of the table."""
    catalogue = {_table(model) for model in (PrintingRow, LegalityRow, AliasRow)}
    there = set(inspect(connection).get_table_names())
    pointing = (
        column
        for other in METADATA.sorted_tables
        if other not in catalogue and other.name in there
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
        "identity": card.identity,
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
    """Makes the marks of the printings that no source has stated the bundled ones.

    Those that are there stay, so that what is undone later finds them.
    """
    marks, table = _table(LegalityRow), _table(PrintingRow)
    mine = select(table.c.id).join(_table(SetRow)).where(_table(SetRow).c.game == game.code)
    unsynced = mine.where(table.c.source.is_(None))
    pairs = connection.execute(select(table.c.id, table.c.card_id).where(table.c.id.in_(mine)))
    owner = {row[0]: row[1] for row in pairs}
    rows = []
    for mark in bundled.read_legality(game):
        place = (set_ids[game.code, mark["set"]], normal_form(mark["name"]), mark["number"])
        if (printing := printings.get(place)) is None:
            continue
        row = {"printing_id": printing, "card_id": owner[printing], "status": mark["status"]}
        rows.append(row | {"format": mark["format"] or None, "source": mark["source"]})
    ours = (marks.c.printing_id.in_(unsynced), marks.c.origin.is_(None), marks.c.until.is_(None))
    _replace(connection, marks, select(marks).where(*ours), rows)


def _replace_aliases(
    connection: Connection, game: BundledGame, cards: dict[Key, int], synced: _Synced
) -> None:
    aliases, table = _table(AliasRow), _table(CardRow)
    ours = select(aliases).where(aliases.c.game == game.code, aliases.c.source.is_(None))
    names = select(table.c.name_key).where(table.c.game == game.code)
    taken = {row[0] for row in connection.execute(names)} | synced.names.keys()
    rows = [
        {
            "game": game.code,
            "alias": row["alias"],
            "alias_key": normal_form(row["alias"]),
            "card_id": cards[game.code, normal_form(row["card"])],
            "why": row["why"],
        }
        for row in bundled.read_aliases(game)
        if normal_form(row["alias"]) not in taken
    ]
    _replace(connection, aliases, ours, rows)


def _replace_translations(connection: Connection, game: BundledGame) -> None:
    table = _table(TranslationRow)
    rows = [
        {
            "game": game.code,
            "image_key": row["code"],
            "language": row["language"],
            "name": (full := ", ".join(filter(None, (row["name"], row["subtitle"])))),
            "name_key": translated_form(full),
            "title_key": translated_form(row["name"]),
        }
        for row in bundled.read_names_in_languages(game)
    ]
    _replace(connection, table, select(table).where(table.c.game == game.code), rows)


def _replace(connection: Connection, table: Table, stored: Select[Any], rows: list[Row]) -> None:
    """Makes stored rows equal to `rows`; those that are just so stay, with their ids."""
    columns = tuple(rows[0]) if rows else ()
    wanted = {tuple(row.values()): row for row in rows}
    gone = [
        row["id"]
        for row in connection.execute(stored).mappings()
        if wanted.pop(tuple(row[name] for name in columns), None) is None
    ]
    if gone:
        connection.execute(delete(table).where(table.c.id.in_(gone)))
    if wanted:
        _insert(connection, table, list(wanted.values()))


def _settle_synced(
    connection: sqlite3.Connection,
    game: BundledGame,
    synced: _Synced,
    stated: dict[int, Row],
    exceptions: dict[int, dict[str, Any]],
) -> None:
    """Makes the cards of which some printings were synced agree with all of them.

    What our catalogue states as exceptions reaches them too; no source has anything like it.
    """
    from db.imports.families import settle_cards
    from db.imports.stored_game import StoredGame
    from db.imports.stored_rows import write_changes

    stored = StoredGame(connection, game.code)
    stored.touched = {ident for ident in synced.cards if ident in stored.cards}
    for printing in stored.printings:
        if printing["id"] in stated and printing["card_id"] in synced.cards:
            stored.own[printing["id"]] = stated[printing["id"]]
    for ident in stored.touched:
        ours, heard = (exceptions.get(ident, {}), stored.exceptions.get(ident, {}).get("unknown_text"))
        kept = {"unknown_text": heard} if heard and "text_read" not in ours else {}
        stored.exceptions[ident] = ours | kept
    settle_cards(stored, {})
    write_changes(connection, stored.changes())
