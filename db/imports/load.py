"""Loading the bundled catalogue into a database, in the caller's transaction.

Rows that are there keep their ids, so that what points to them (holdings, decks) stays. What a card
source stated is newer than the bundled files and stays too: its printings, with their marks, and
the names that it gave; the facts of a card follow from all its printings anew.
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from db.cards import bundled
from db.cards.bundled import CardFacts
from db.cards.bundled_games import BundledGame
from db.cards.names import normal_form, translated_form
from db.imports.families import settle_cards
from db.imports.match import is_one_card
from db.imports.reference_updates import follow_names, follow_printings
from db.imports.stored_game import StoredGame, used_rows
from db.imports.stored_rows import Row, StoredRows, write_changes

Key = tuple[Any, ...]


@dataclass(slots=True)
class _Synced:
    """The statements of card sources about a game: places of printings, and new names of cards."""

    places: set[Key] = field(default_factory=set)
    cards: set[int] = field(default_factory=set)
    in_sets: set[tuple[int, int]] = field(default_factory=set)
    names: dict[str, int] = field(default_factory=dict)


def load_bundled(connection: sqlite3.Connection, game: BundledGame) -> None:
    """Makes the stored catalogue of a game equal to the bundled one, but for what was synced."""
    connection.execute(
        "INSERT INTO games (code, name, source, as_of, digest) VALUES (?, ?, ?, ?, ?) ON CONFLICT (code)"
        " DO UPDATE SET (name, source, as_of, digest)"
        " = (excluded.name, excluded.source, excluded.as_of, excluded.digest)",
        (game.code, game.name, game.source, game.as_of, game.digest()),
    )
    stored = StoredGame(connection, game.code)
    synced = _read_synced(stored)
    set_ids = _upsert(stored.sets, ("code",), _set_rows(stored, game))
    cards = bundled.read_cards(game)
    _rename(stored, cards, synced)
    _meet_by_identity(stored, cards, synced)
    joined = _give_way(stored, cards, synced)
    rows = [_card_row(game, key, card) for key, card in cards.items() if key not in synced.names]
    card_ids = {
        key: ident for (key,), ident in _upsert(stored.cards, ("name_key",), rows, synced.cards).items()
    }
    card_ids |= synced.names
    printings, stated, places = [], {}, []
    for key, card in cards.items():
        card_id = card_ids[key]
        for code, position, facts in card.printings:
            set_id = set_ids[code,]
            row = _printing_row(card_id, set_id, position, facts)
            places.append(place := _place(row))
            if place in joined:  # moved to a card of ours, which is then settled as one that was synced
                stored.printings.update(joined[place], card_id=card_id)
                synced.cards.add(card_id)
            renamed = key in synced.names and (card_id, set_id) in synced.in_sets
            if place not in synced.places and not renamed:
                printings.append(row)
                own = {**facts.own, **card.exceptions}
                stated[place] = {**facts.facts, "facts": own or None}
    printing_ids = _upsert(stored.printings, ("set_id", "name_key", "number"), printings)
    stored.write(connection)
    _let_follow(connection, game, card_ids)
    kept = {printing_ids[place] for place in places if place in printing_ids}
    _remove_vanished(connection, stored, kept, {card_ids[key] for key in cards})
    _replace_marks(stored, game, set_ids, {key: printing_ids[key] for key in stated})
    _replace_aliases(stored, game, card_ids, synced)
    stored.write(connection)
    _replace_translations(connection, game)
    if synced.cards:
        exceptions = {card_ids[key]: card.exceptions for key, card in cards.items()}
        ours = {printing_ids[key]: facts for key, facts in stated.items()}
        _settle_synced(connection, game, synced, ours, exceptions)


def _set_rows(stored: StoredGame, game: BundledGame) -> list[Row]:
    """The sets in order; one that a source brought in under its former code gets ours."""
    known = {row["code"]: row["id"] for row in stored.sets}
    releases = bundled.read_releases(game)
    rows: list[Row] = []
    for position, row in enumerate(bundled.read_sets(game), start=1):
        code, former = row["code"], row.pop("formerly", "")
        if former in known and code not in known:
            stored.sets.update(known[former], code=code)
        place = {"game": game.code, "position": position, "publisher": row["publisher"] or None}
        rows.append({**row, **place, **_release(releases.get(code, {}))})
    return rows


def _release(row: Mapping[str, str]) -> Row:
    """When a set was on sale, and where that stands."""
    source = "; ".join(filter(None, (row.get("remark"), row.get("source")))) or None
    return {"released": row.get("released"), "release_source": source}


def _read_synced(stored: StoredGame) -> _Synced:
    synced = _Synced()
    for row in stored.printings:
        if row["source"] is not None:
            synced.places.add(_place(row))
            synced.cards.add(row["card_id"])
            synced.in_sets.add((row["card_id"], row["set_id"]))
    synced.names = {row["alias_key"]: row["card_id"] for row in stored.aliases if row["source"] is not None}
    return synced


def _upsert(
    table: StoredRows, key: tuple[str, ...], rows: Iterable[Row], keep: Collection[int] = ()
) -> dict[Key, int]:
    """Inserts or updates rows by a unique key and returns the id of every key of the table.

    Rows whose ids are in `keep` stay as they are.
    """
    stored = {tuple(row[name] for name in key): row for row in table}
    for row in rows:
        place = tuple(row[name] for name in key)
        if place not in stored:
            stored[place] = table.insert(**row)
        elif stored[place]["id"] not in keep:
            table.update(stored[place]["id"], **row)
    return {place: row["id"] for place, row in stored.items()}


def _place(row: Row) -> Key:
    return row["set_id"], row["name_key"], row["number"]


def _rename(stored: StoredGame, cards: Mapping[str, CardFacts], synced: _Synced) -> None:
    """Gives printings whose spelling was mended their new names, so that they keep their ids.

    A printing is the same when set, place in the set, number and what it states are, its old name is
    gone from the catalogue, and no other printing had the new one: in a smaller catalogue others move
    up, and another card may stand in the place of one that is gone.
    What a source stated keeps the name that it has there.
    """
    new = {
        (code, position, facts.number): (normal_form(facts.name), key, facts.facts)
        for key, card in cards.items()
        for code, position, facts in card.printings
    }
    there = {(code, name, number) for (code, _, number), (name, _, _) in new.items()}
    ours = [row for row in stored.printings if row["source"] is None]
    taken = {_place(row) for row in ours} | synced.places
    card_keys = {row["id"]: row["name_key"] for row in stored.cards}
    for row in ours:
        code, name_key, number = stored.sets[row["set_id"]]["code"], row["name_key"], row["number"]
        now, card_key, facts = new.get((code, row["position"], number), (name_key, None, {}))
        if (code, name_key, number) in there or now == name_key or (row["set_id"], now, number) in taken:
            continue
        if not is_one_card(stored.own[row["id"]], name_key, facts, now):
            continue
        stored.printings.update(row["id"], name_key=now)
        card_id = row["card_id"]
        if card_id in synced.cards:
            continue
        if card_keys[card_id] not in cards and card_key not in card_keys.values():
            stored.cards.update(card_id, name_key=card_key)
            card_keys[card_id] = card_key


def _meet_by_identity(stored: StoredGame, cards: Mapping[str, CardFacts], synced: _Synced) -> None:
    """Lets bundled cards meet those of the same identity that are stored under another name.

    What a source brought in keeps its name; ours gets its new one.
    """
    taken = {row["name_key"] for row in stored.cards}
    for key, card in cards.items():
        ident = stored.by_identity.get(card.identity or "")
        if ident is None or stored.cards[ident]["name_key"] == key:
            continue
        if ident in synced.cards:
            synced.names.setdefault(key, ident)
        elif key in taken:
            stored.cards.update(ident, identity=None)
        else:
            stored.cards.update(ident, name_key=key)


def _give_way(stored: StoredGame, cards: Mapping[str, CardFacts], synced: _Synced) -> dict[Key, int]:
    """The printings, by their places, that a source put on one card, where we have several.

    A source that told cards by their names alone did so; ours have identities.
    """
    shared = {
        normal_form(p.name)
        for key, card in cards.items()
        for _, _, p in card.printings
        if card.identity and normal_form(p.name) != key
    }
    joined = {
        row["id"]
        for row in stored.cards
        if row["identity"] is None and row["name_key"] in shared and row["name_key"] not in cards
    }
    synced.cards -= joined
    return {_place(row): row["id"] for row in stored.printings if row["card_id"] in joined}


def _let_follow(connection: sqlite3.Connection, game: BundledGame, card_ids: Mapping[str, int]) -> None:
    """Lets what the user has follow the printings and names that came to other cards."""
    follow_printings(connection)
    emptied = connection.execute(
        "SELECT name_key, id FROM cards WHERE game = ? AND id NOT IN (SELECT card_id FROM printings)",
        (game.code,),
    )
    left = dict(emptied.fetchall())
    moves = {
        left[key]: card_ids[normal_form(row["card"])]
        for row in bundled.read_aliases(game)
        if (key := normal_form(row["alias"])) in left
    }
    follow_names(connection, moves)


def _remove_vanished(
    connection: sqlite3.Connection, stored: StoredGame, kept: set[int], kept_cards: set[int]
) -> None:
    """Removes printings that the catalogue no longer has, and cards without any printing left.

    What a source stated stays, and so does the card to which it gave another name, and all that
    anything of the user's points to.
    """
    kept = kept | used_rows(connection, "printings") | {row["printing_id"] for row in stored.texts}
    for row in stored.printings:
        if row.get("source") is None and row["id"] not in kept:
            for mark in stored.marks_of.get(row["id"], ()):
                stored.marks.delete(mark["id"])
            stored.printings.delete(row["id"])
    kept_cards = kept_cards | used_rows(connection, "cards") | {row["card_id"] for row in stored.printings}
    kept_cards |= {row["card_id"] for row in stored.aliases if row["source"] is not None}
    for row in stored.cards:
        if row["id"] not in kept_cards:
            for alias in stored.aliases:
                if alias["card_id"] == row["id"]:
                    stored.aliases.delete(alias["id"])
            stored.cards.delete(row["id"])


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
    stored: StoredGame, game: BundledGame, set_ids: Mapping[Key, int], printings: Mapping[Key, int]
) -> None:
    """Makes the marks of the printings that no source has stated the bundled ones.

    Those that are there stay, so that what is undone later finds them.
    """
    rows = []
    for mark in bundled.read_legality(game):
        place = (set_ids[mark["set"],], normal_form(mark["name"]), mark["number"])
        if (printing := printings.get(place)) is None:
            continue
        row = {"printing_id": printing, "card_id": stored.printings[printing]["card_id"]}
        row |= {"status": mark["status"], "format": mark["format"] or None, "source": mark["source"]}
        rows.append(row)
    ours = (
        row
        for row in stored.marks
        if row["origin"] is None
        and row["until"] is None
        and stored.printings[row["printing_id"]].get("source") is None
    )
    _replace(stored.marks, ours, rows)


def _replace_aliases(
    stored: StoredGame, game: BundledGame, cards: Mapping[str, int], synced: _Synced
) -> None:
    taken = {row["name_key"] for row in stored.cards} | synced.names.keys()
    rows = [
        {
            "game": game.code,
            "alias": row["alias"],
            "alias_key": normal_form(row["alias"]),
            "card_id": cards[normal_form(row["card"])],
            "why": row["why"],
        }
        for row in bundled.read_aliases(game)
        if normal_form(row["alias"]) not in taken
    ]
    _replace(stored.aliases, (row for row in stored.aliases if row["source"] is None), rows)


def _replace_translations(connection: sqlite3.Connection, game: BundledGame) -> None:
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
    table = StoredRows.read(connection, "translations", "game = ?", (game.code,))
    _replace(table, table, rows)
    write_changes(connection, list(table.changes()), ("translations",))


def _replace(table: StoredRows, ours: Iterable[Row], rows: Iterable[Row]) -> None:
    """Makes `ours` of the rows of a table equal to `rows`; those that are just so stay."""
    wanted = {tuple(row.values()): row for row in rows}
    columns = next(iter(wanted.values()), {})
    for row in ours:
        if wanted.pop(tuple(row[name] for name in columns), None) is None:
            table.delete(row["id"])
    for row in wanted.values():
        table.insert(**row)


def _settle_synced(
    connection: sqlite3.Connection,
    game: BundledGame,
    synced: _Synced,
    stated: Mapping[int, Row],
    exceptions: Mapping[int, dict[str, Any]],
) -> None:
    """Makes the cards of which some printings were synced agree with all of them.

    What our catalogue states as exceptions reaches them too; no source has anything like it.
    """
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
    stored.write(connection)
