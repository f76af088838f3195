"""Cards of the LCG for tests: made-up objective sets, and real ones read from a folder of JSON.

Both are in the shape of docs/catalogue-facts.md, as a card source puts them into the store.
"""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from db.cards import Card, Printing
from db.database import ensure_ready
from db.names import normal_form

LIGHT = ("Jedi", "Rebel Alliance", "Smugglers and Spies")
DARK = ("Sith", "Imperial Navy", "Scum and Villainy")
SIDES = {**dict.fromkeys(LIGHT, "light"), **dict.fromkeys(DARK, "dark")}


def lcg_card(
    name: str, kind: str, side: str, printings: Iterable[Printing], **facts: Any
) -> Card:  # fmt: skip
    return Card(
        "swlcg", name, name, None, None, side, kind, None, None, None, None, None,
        tuple(printings), (), {"locked": False, "limited": False, "unique": False, **facts},
    )  # fmt: skip


def made_up() -> tuple[Card, ...]:
    """Six affiliations and 36 objective sets, six of each; every set has its own four cards and one
    that all sets of its side share. The first set of an affiliation is locked, the second limited.
    """
    cards = [
        lcg_card(name, "Affiliation", side, [Printing(name, "made-up", f"A{n}", None, None, f"aff-{n}")],
                 affiliation=name)
        for n, (name, side) in enumerate(SIDES.items(), start=1)
    ]  # fmt: skip
    shared: dict[str, list[Printing]] = {"light": [], "dark": []}
    number = 0
    for affiliation, side in SIDES.items():
        for place in range(6):
            number += 1
            common = f"Common {side.capitalize()} Fate"
            titles = [
                f"Unit {number}",
                f"Unit {number}",
                f"Event {number}",
                f"Tool {number}",
                common,
            ]
            objective = Printing(
                f"Objective {number}", "made-up", f"{number}-1", None, None, f"id-{number}-1"
            )
            cards.append(lcg_card(
                objective.name, "Objective", side, [objective], affiliation=affiliation,
                objective_set=number, sequence=1, command_cards=titles,
                locked=place == 0, limited=place == 1,
            ))  # fmt: skip
            for title, kind, slots in ((f"Unit {number}", "Unit", (2, 3)), (f"Event {number}", "Event", (4,)),
                                       (f"Tool {number}", "Enhancement", (5,))):  # fmt: skip
                places = [
                    Printing(title, "made-up", f"{number}-{s}", None, None, f"id-{number}-{s}")
                    for s in slots
                ]
                cards.append(lcg_card(title, kind, side, places, affiliation=affiliation,
                                      objective_set=number, sequence=slots[0]))  # fmt: skip
            shared[side].append(
                Printing(common, "made-up", f"{number}-6", None, None, f"id-{number}-6")
            )
    cards += [
        lcg_card(places[0].name, "Fate", side, places, affiliation="Neutral")
        for side, places in shared.items()
    ]
    return tuple(cards)


def from_json(folder: Path) -> tuple[Card, ...]:
    """The cards of a folder of product files."""
    rows = [
        row for path in sorted(folder.glob("*.json")) for row in json.loads(path.read_text("utf-8"))
    ]
    sets: dict[int, dict[int, str]] = {}
    for row in rows:
        if row["objectiveSetNumber"] is not None:
            sets.setdefault(row["objectiveSetNumber"], {})[row["objectiveSetSequence"]] = row[
                "title"
            ]
    by_title: dict[str, list[Mapping[str, Any]]] = {}
    for row in rows:
        by_title.setdefault(row["title"], []).append(row)
    return tuple(_card(title, same, sets) for title, same in by_title.items())


def _card(
    title: str, rows: list[Mapping[str, Any]], sets: Mapping[int, Mapping[int, str]]
) -> Card:  # fmt: skip
    first = rows[0]
    printings = []
    for row in rows:
        number = row["objectiveSetNumber"]
        place = str(row["number"]) if number is None else f"{number}-{row['objectiveSetSequence']}"
        differs: dict[str, Any] = {}
        if _facts(row, sets) != _facts(first, sets):
            differs["facts"] = _facts(row, sets)
        if row["side"] != first["side"]:
            differs["side"] = row["side"].lower()
        if row["type"] != first["type"]:
            differs["type"] = row["type"]
        key = row["octgnId"].lower()
        product = row["product"].lower().replace(" ", "-")
        printings.append(Printing(title, product, place, None, None, key, (), differs))
    return lcg_card(title, first["type"], first["side"].lower(), printings, **_facts(first, sets))


def _facts(row: Mapping[str, Any], sets: Mapping[int, Mapping[int, str]]) -> dict[str, Any]:
    facts = {
        "affiliation": row["affiliation"], "locked": row["isLockedToAffiliation"],
        "limited": row["isLimitedToObjectiveDeck"], "unique": row["isUnique"],
    }  # fmt: skip
    number = row["objectiveSetNumber"]
    if number is not None:
        facts |= {"objective_set": number, "sequence": row["objectiveSetSequence"]}
        if row["type"] == "Objective":
            facts["command_cards"] = [t for s, t in sorted(sets[number].items()) if s != 1]
    return facts


def store(path: Path, cards: Iterable[Card]) -> None:
    """Puts cards of a game into a database, as a card source would."""
    ensure_ready(path)
    with sqlite3.connect(path) as connection:
        sets: dict[str, int] = {}
        for card in cards:
            game = card.game
            connection.execute(
                "INSERT OR IGNORE INTO games (code, name) VALUES (?, ?)", (game, game)
            )
            row = (game, card.name, normal_form(card.name), card.base_name, normal_form(card.base_name),
                   card.side, card.type, json.dumps(dict(card.facts)))  # fmt: skip
            card_id = connection.execute(
                "INSERT INTO cards (game, name, name_key, base_name, base_key, side, type, facts)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row,
            ).lastrowid  # fmt: skip
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
                    (card_id, sets[p.set_code], position, p.name, normal_form(p.name), p.number or "",
                     p.image_key, json.dumps(dict(p.differs)) if p.differs else None),
                )  # fmt: skip
    connection.close()
