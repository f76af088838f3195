"""`deckcheck database`: where the card database is, what it holds, and whether it is sound."""

from typing import Any

from deckcheck.cli.common import DbOption, JsonOption, database_path, print_json, say
from deckcheck.show.tables import amount


def database(json: JsonOption = False, db: DbOption = None) -> None:
    """Show where the card database is, what it holds, and check that it is sound.

    Example: deckcheck database
    """
    from db.cards.lookup import Catalogue
    from db.connection import reading
    from db.database import HEAD, check_integrity, ensure_ready

    path = database_path(db)
    ensure_ready(path, say)
    check_integrity(path)
    games: list[dict[str, Any]] = []
    with reading(path) as connection:
        stored = connection.execute("SELECT code, name FROM games ORDER BY rowid").fetchall()
    for code, name in stored:
        with Catalogue(path, code) as catalogue:
            source, as_of = catalogue.source()
            sets = catalogue.sets()
            games.append(
                {
                    "game": code,
                    "name": name,
                    "sets": len(sets),
                    "cards": len(catalogue.names()),
                    "printings": sum(card_set.cards for card_set in sets),
                    "source": source,
                    "as_of": as_of,
                }
            )
    if json:
        document = {"path": str(path), "bytes": path.stat().st_size, "revision": HEAD}
        print_json({"schema": "deckcheck.database/1", **document, "sound": True, "games": games})
        return
    print(f"{path}: sound, {path.stat().st_size / 1_000_000:.1f} MB, revision {HEAD}")
    for row in games:
        print(
            f"{row['name']}: {amount(row['sets'], 'set')}, {amount(row['cards'], 'card')}, "
            f"{amount(row['printings'], 'printing')}"
        )
        if row["source"]:
            print(f"  {row['source']}; as of {row['as_of']}")
