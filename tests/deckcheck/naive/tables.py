"""The bundled card files, read without any code of ours."""

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

CATALOGUE = Path(__file__).parents[3] / "db" / "catalogue"


def read_table(path: Path) -> Iterator[dict[str, str]]:
    """Yields the rows of a table."""
    with path.open(encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


@cache
def read_cards(game: str) -> dict[str, dict[str, str]]:
    """The rows of the card files by key, each with its set."""
    return {
        row["key"]: row | {"set": path.stem}
        for path in sorted((CATALOGUE / game).glob("*.tsv"))
        for row in read_table(path)
        if "key" in row
    }


def read_texts(game: str, fact: str) -> dict[str, list[str]]:
    """What cards say of one kind about building decks, by name, as the table of exceptions has it."""
    rows = read_table(CATALOGUE / game / "exceptions.tsv")
    return {row["card"]: row["values"].split(" ") for row in rows if row["fact"] == fact}
