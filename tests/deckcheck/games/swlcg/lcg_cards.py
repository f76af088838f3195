"""Cards of the LCG for tests: made-up objective sets, and real ones as their source gives them.

Both are in the shape of docs/catalogue-facts.md.
"""

import json
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from db.cards.names import normal_form
from db.database import ensure_ready
from db.imports import card_import
from db.imports.plan import ImportOptions
from importers.sources.archives import open_tree
from importers.sources.source import ReadOptions
from importers.sources.swlcg import SOURCE

LIGHT = ("Jedi", "Rebel Alliance", "Smugglers and Spies")
DARK = ("Sith", "Imperial Navy", "Scum and Villainy")
SIDES = {**dict.fromkeys(LIGHT, "light"), **dict.fromkeys(DARK, "dark")}


def lcg_card(name: str, kind: str, side: str, printings: Iterable[Printing], **facts: Any) -> Card:
    return Card(
        "swlcg",
        name,
        name,
        None,
        None,
        side,
        kind,
        None,
        None,
        None,
        None,
        None,
        tuple(printings),
        (),
        {"locked": False, "limited": False, "unique": False, **facts},
    )


def made_up() -> tuple[Card, ...]:
    """Six affiliations and 36 objective sets, six of each; every set has its own four cards and one
    that all sets of its side share. The first set of an affiliation is locked, the second limited.
    """
    cards = [
        lcg_card(
            name,
            "Affiliation",
            side,
            [Printing(name, "made-up", f"A{n}", None, None, f"aff-{n}")],
            affiliation=name,
            brings=["reserve=6"],
        )
        for n, (name, side) in enumerate(SIDES.items(), start=1)
    ]
    shared: dict[str, list[Printing]] = {"light": [], "dark": []}
    number = 0
    for affiliation, side in SIDES.items():
        for place in range(6):
            number += 1
            common = f"Common {side.capitalize()} Fate"
            titles = [f"Unit {number}", f"Unit {number}", f"Event {number}", f"Tool {number}", common]
            objective = Printing(
                f"Objective {number}", "made-up", f"{number}-1", None, None, f"id-{number}-1"
            )
            cards.append(
                lcg_card(
                    objective.name,
                    "Objective",
                    side,
                    [objective],
                    affiliation=affiliation,
                    objective_set=number,
                    sequence=1,
                    command_cards=titles,
                    locked=place == 0,
                    limited=place == 1,
                )
            )
            for title, kind, slots in (
                (f"Unit {number}", "Unit", (2, 3)),
                (f"Event {number}", "Event", (4,)),
                (f"Tool {number}", "Enhancement", (5,)),
            ):
                places = [
                    Printing(title, "made-up", f"{number}-{s}", None, None, f"id-{number}-{s}") for s in slots
                ]
                cards.append(
                    lcg_card(
                        title,
                        kind,
                        side,
                        places,
                        affiliation=affiliation,
                        objective_set=number,
                        sequence=slots[0],
                    )
                )
            shared[side].append(Printing(common, "made-up", f"{number}-6", None, None, f"id-{number}-6"))
    cards += [
        lcg_card(places[0].name, "Fate", side, places, affiliation="Neutral")
        for side, places in shared.items()
    ]
    return tuple(cards)


def from_source(folder: Path, database: Path, tmp_path: Path) -> tuple[Card, ...]:
    """The cards of a folder of product files, as the card source brings them into a database."""
    path = Path(shutil.copy(database, tmp_path / "real.sqlite"))
    with open_tree(folder) as tree:
        reading = SOURCE.read(tree, ReadOptions())
    terms = ImportOptions("swlcg", date(2026, 12, 1))
    card_import.apply(path, reading, terms, origin=None, state=None)
    with Catalogue(path, "swlcg") as catalogue:
        return catalogue.cards()


def store(path: Path, cards: Iterable[Card]) -> None:
    """Puts cards of a game into a database, in the place of those that are there."""
    ensure_ready(path)
    cards = tuple(cards)
    with closing(sqlite3.connect(path)) as connection, connection:
        for game in {card.game for card in cards}:
            empty(connection, game)
        sets: dict[str, int] = {}
        for card in cards:
            game = card.game
            connection.execute("INSERT OR IGNORE INTO games (code, name) VALUES (?, ?)", (game, game))
            row = (
                game,
                card.name,
                normal_form(card.name),
                card.base_name,
                normal_form(card.base_name),
                card.side,
                card.type,
                json.dumps(dict(card.facts)),
            )
            card_id = connection.execute(
                "INSERT INTO cards (game, name, name_key, base_name, base_key, side, type, facts)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            ).lastrowid
            for position, p in enumerate(card.printings, start=1):
                if p.set_code not in sets:
                    name = p.set_code.replace("-", " ").title()
                    made = connection.execute(
                        "INSERT INTO sets (game, code, name, position) VALUES (?, ?, ?, ?)",
                        (game, p.set_code, name, len(sets) + 1),
                    )
                    sets[p.set_code] = made.lastrowid or 0
                connection.execute(
                    "INSERT INTO printings (card_id, set_id, position, name, name_key, number, image_key, differs)"
                    " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (
                        card_id,
                        sets[p.set_code],
                        position,
                        p.name,
                        normal_form(p.name),
                        p.number or "",
                        p.image_key,
                        json.dumps(dict(p.differs)) if p.differs else None,
                    ),
                )
    connection.close()


def empty(connection: sqlite3.Connection, game: str) -> None:
    """Takes all cards of a game out, as if none had ever been brought in."""
    of_game = "(SELECT id FROM cards WHERE game = ?)"
    for table in ("aliases", "legality", "printings"):
        connection.execute(f"DELETE FROM {table} WHERE card_id IN {of_game}", (game,))
    for table in ("cards", "sets"):
        connection.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
