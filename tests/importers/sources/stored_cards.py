"""The stored printings of a game as the values from which they were imported."""

from collections.abc import Iterator
from pathlib import Path

from db.connection import connect_read_only
from db.imports.source_rows import CARD_FACTS, Place, SourceCard, SourceMark
from db.imports.stored_game import StoredGame


def stored_cards(path: Path, code: str) -> Iterator[SourceCard]:
    """Yields every printing of a game with all that is stored of it, set by set.

    What a source gave comes back here, so that nothing which it had can be lost unseen.
    """
    connection = connect_read_only(path)
    try:
        game = StoredGame(connection, code)
    finally:
        connection.close()
    for row in sorted(game.printings, key=game.set_position):
        card, own = game.cards[row["card_id"]], game.own[row["id"]]
        words = game.texts.get(row["id"]) or {}
        set_code = game.sets[row["set_id"]]["code"]
        marks = [mark for mark in game.marks_of.get(row["id"], ()) if mark["until"] is None]
        yield SourceCard(
            Place(set_code, row["position"]),
            set_code,
            row["name"],
            card["name"],
            card["base_name"],
            card["version"],
            card["distinction"],
            row["reprint"],
            card["identity"],
            row["number"],
            row["image_key"],
            **{fact: own[fact] for fact in CARD_FACTS},
            rarity=row["rarity"],
            tags=row["tags"],
            text=words.get("text"),
            rulings=words.get("rulings"),
            script=words.get("script"),
            facts=own["facts"] or {},
            details=row["facts"] or {},
            marks=tuple(SourceMark(m["status"], m["format"], m["source"]) for m in marks),
        )
