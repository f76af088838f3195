"""The cards that are named on a server, and what they are in the catalogue of this computer."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Self

from db.connection import connect_read_only
from db.engines.common import Connection

Pair = tuple[int | None, int | None]
"""The numbers of a card and of one of its printings."""

_CARDS = "SELECT id, game, name_key, identity FROM cards WHERE named > ? ORDER BY id"
_PRINTINGS = """SELECT p.id, p.card_id, s.game, s.code, p.name_key, p.number
    FROM printings p JOIN sets s ON s.id = p.set_id WHERE p.named > ? ORDER BY p.id"""
_AS_A_CARD = (
    "SELECT id FROM cards WHERE game = :game AND identity = :identity",
    "SELECT id FROM cards WHERE game = :game AND name_key = :name",
    "SELECT card_id FROM aliases WHERE game = :game AND alias_key = :name",
)
_IN_SET = """SELECT p.id, p.card_id FROM printings p JOIN sets s ON s.id = p.set_id
    WHERE s.game = :game AND s.code = :code AND """
_AS_A_PRINTING = (
    f"{_IN_SET} p.name_key = :name AND p.number = :number",
    f"{_IN_SET} p.number = :number AND :number <> '' GROUP BY s.id HAVING count(*) = 1",
)
"""Ways to find what a row names, the surest first; a later one is for what was renamed here."""

_COLUMNS = {
    "sets": ("id", "game", "code", "name", "publisher", "position", "released"),
    "cards": (
        *("id", "game", "name", "name_key", "base_name", "base_key", "version", "distinction"),
        *("side", "type", "subtype", "identity"),
    ),
    "printings": (
        *("id", "card_id", "set_id", "position", "name", "name_key", "number", "rarity", "image_key"),
    ),
}
"""The columns of the cards that are named there that a server has."""


@dataclass(frozen=True, slots=True)
class Register:
    """The numbers of cards and printings on a server by those of here, and the other way round.

    A printing is given with its card, which here may be another one than when it was first named.
    `as_here` says that all numbers on the server are those of here.
    """

    cards: Mapping[int, int]
    printings: Mapping[int, tuple[int, int]]
    cards_there: Mapping[int, int]
    printings_there: Mapping[int, tuple[int, int]]
    as_here: bool = False

    @classmethod
    def read(cls, server: Connection, catalogue: Path, cards: int = 0, printings: int = 0) -> Self:
        """The register of a server for a catalogue, of the cards that were named after the stated ones."""
        stored_cards = server.execute(_CARDS, (cards,)).fetchall()
        stored = server.execute(_PRINTINGS, (printings,)).fetchall()
        with closing(connect_read_only(catalogue)) as here:
            wanted = [
                (row[0], dict(zip(("game", "name", "identity"), row[1:], strict=True)))
                for row in stored_cards
            ]
            found_cards = {number: found[0] for number, found in _found(here, _AS_A_CARD, wanted)}
            names = ("game", "code", "name", "number")
            wanted = [(row[0], dict(zip(names, row[2:], strict=True))) for row in stored]
            found_printings = {
                number: (found[0], found[1]) for number, found in _found(here, _AS_A_PRINTING, wanted)
            }
        of = {row[0]: row[1] for row in stored}
        as_here = all(found_cards.get(row[0]) == row[0] for row in stored_cards) and all(
            found_printings.get(row[0]) == (row[0], row[1]) for row in stored
        )
        return cls(
            found_cards,
            found_printings,
            {card: number for number, card in found_cards.items()},
            {found[0]: (number, of[number]) for number, found in found_printings.items()},
            as_here,
        )

    def read_on(self, server: Connection, catalogue: Path, cards: int, printings: int) -> Self:
        """The register with what was named after the stated ones: only that is read.

        All is read anew where two of them would be the same card here, which are then told apart.
        """
        new = self.read(server, catalogue, cards, printings)
        if new.cards_there.keys() & self.cards_there.keys() or (
            new.printings_there.keys() & self.printings_there.keys()
        ):
            return self.read(server, catalogue)
        return type(self)(
            {**self.cards, **new.cards},
            {**self.printings, **new.printings},
            {**self.cards_there, **new.cards_there},
            {**self.printings_there, **new.printings_there},
            self.as_here and new.as_here,
        )

    def local(self, card: int | None, printing: int | None) -> Pair:
        """The numbers that stored ones are here; below zero where the catalogue here does not know it."""
        if card is None:
            return None, None
        if printing is not None and printing in self.printings:
            found, of = self.printings[printing]
            return of, found
        return self.cards.get(card, -card), None if printing is None else -printing

    def stored(self, card: int | None, printing: int | None) -> Pair:
        """The numbers that those of here are on the server, below zero where they were never named there."""
        if card is None:
            return None, None
        number = self.cards_there.get(card, -card)
        if printing is None:
            return number, None
        if printing not in self.printings_there:
            return number, -printing
        there, of = self.printings_there[printing]
        return (of if self.printings[there][1] == card else number), there

    def naming(self, server: Connection, catalogue: Path, pairs: Iterable[Pair]) -> Self:
        """The register with cards and printings that nobody named on the server before; they are added."""
        new = [pair for pair in dict.fromkeys(pairs) if not self._is_named(*pair)]
        if not new:
            return self
        alone = [card for card, printing in new if printing is None and card is not None]
        named = [printing for _card, printing in new if printing is not None]
        with closing(connect_read_only(catalogue)) as here:
            cards, printings = name_there(here, server, self.cards_there, alone, named)
        cards_there = {**self.cards_there, **cards}
        return type(self)(
            {**self.cards, **{number: card for card, number in cards.items()}},
            {**self.printings, **{number: (one, card) for one, (number, card) in printings.items()}},
            cards_there,
            {
                **self.printings_there,
                **{one: (number, cards_there[card]) for one, (number, card) in printings.items()},
            },
            self.as_here
            and all(card == number for card, number in cards.items())
            and all(one == number and cards_there[card] == card for one, (number, card) in printings.items()),
        )

    def _is_named(self, card: int | None, printing: int | None) -> bool:
        if printing is not None:
            return printing < 0 or printing in self.printings_there
        return card is None or card < 0 or card in self.cards_there


def _found(
    here: sqlite3.Connection, questions: Sequence[str], left: list[tuple[int, dict[str, Any]]]
) -> Iterator[tuple[int, Any]]:
    """Yields numbers with what they are here, by the first question that finds what no other is."""
    taken: set[int] = set()
    for question in questions:
        tried, left = left, []
        for number, named in tried:
            row = here.execute(question, named).fetchone()
            if row is None or row[0] in taken:
                left.append((number, named))
            else:
                taken.add(row[0])
                yield number, row


def name_there(
    source: Connection,
    server: Connection,
    known: Mapping[int, int],
    cards: Iterable[int],
    printings: Iterable[int],
) -> tuple[dict[int, int], dict[int, tuple[int, int]]]:
    """Lets a server know cards and printings, as `source` has them and numbers them.

    `known` are the numbers there of the cards that it knows. Returns those of the new cards, and of each
    new printing, with the card that it is of in `source`. They keep their numbers where these are free.
    """
    rows = _read(source, "printings", printings)
    of = {row["card_id"] for row in rows} | set(cards)
    new = _add(server, "cards", _read(source, "cards", sorted(of - known.keys())))
    numbers = {**known, **new}
    asked = "SELECT id, game, code FROM sets"
    there = {(game, code): number for number, game, code in server.execute(asked).fetchall()}
    sets = {row["id"]: row for row in _read(source, "sets", sorted({row["set_id"] for row in rows}))}
    lacking = [row for row in sets.values() if (row["game"], row["code"]) not in there]
    added = _add(server, "sets", lacking)
    in_set = {number: added.get(number) or there[row["game"], row["code"]] for number, row in sets.items()}
    moved = [{**row, "card_id": numbers[row["card_id"]], "set_id": in_set[row["set_id"]]} for row in rows]
    made = _add(server, "printings", moved)
    return new, {row["id"]: (made[row["id"]], row["card_id"]) for row in rows}


def _read(source: Connection, table: str, numbers: Iterable[int]) -> list[dict[str, Any]]:
    names = _COLUMNS[table]
    question = f"SELECT {', '.join(names)} FROM {table} WHERE id = ?"
    rows = (source.execute(question, (number,)).fetchone() for number in numbers)
    return [dict(zip(names, row, strict=True)) for row in rows if row is not None]


def _add(server: Connection, table: str, rows: Sequence[dict[str, Any]]) -> dict[int, int]:
    """Stores rows, each under its own number if that is free; returns the numbers that they have."""
    if not rows:
        return {}
    taken = {number for (number,) in server.execute(f"SELECT id FROM {table}").fetchall()}
    free = count(max([*taken, *(row["id"] for row in rows)]) + 1)
    numbers = {row["id"]: next(free) if row["id"] in taken else row["id"] for row in rows}
    marks = ", ".join("?" * len(rows[0]))
    server.executemany(
        f"INSERT INTO {table} ({', '.join(rows[0])}) VALUES ({marks})",
        [tuple({**row, "id": numbers[row["id"]]}.values()) for row in rows],
    )
    return numbers
