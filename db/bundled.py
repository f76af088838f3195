"""The bundled catalogue: facts of each game as tab-separated files under `db/catalogue`.

`sets.tsv` lists the sets in order, `<CODE>.tsv` holds the printings of one, `legality.tsv` the
bans and restrictions as marked in the sources, `aliases.tsv` old names, `exceptions.tsv` what
cards state about deck building, `mended.tsv` the slips of the source that were corrected here.
`DIGEST` tells whether a database holds this very catalogue.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from db.errors import CatalogueError
from db.names import CardName, normal_form, parse_name

FOLDER = Path(__file__).parent / "catalogue"
COLUMNS = ("name", "number", "side", "type", "subtype", "cost", "speed", "power", "health",
           "rarity", "tags")  # fmt: skip
CARD_FACTS = ("side", "type", "subtype", "cost", "speed", "power", "health")
EXCEPTIONS = frozenset({"also_fits"})
"""The facts that `exceptions.tsv` may state; no card source has them."""


@dataclass(frozen=True, slots=True)
class BundledGame:
    """A game whose catalogue ships with the package."""

    code: str
    name: str
    source: str
    as_of: str

    @property
    def folder(self) -> Path:
        """Where the files of this game lie."""
        return FOLDER / self.code

    def digest(self) -> str:
        """The fingerprint of the files, as `DIGEST` states it."""
        return (self.folder / "DIGEST").read_text(encoding="ascii").strip()


BUNDLED = (
    BundledGame(
        "swtcg",
        "Star Wars Trading Card Game",
        "compiled from the community's public LackeyCCG card lists, stored 2020 to 2026",
        "2026-11-21",
    ),
)


@dataclass(slots=True)
class PrintingFacts:
    """One line of a set file, read and split up."""

    name: str
    parts: CardName
    number: str
    rarity: str | None
    tags: str | None
    facts: Mapping[str, str | None]
    differs: dict[str, str | None] = field(default_factory=dict)


@dataclass(slots=True)
class CardFacts:
    """A card with its printings, each with the position of its set and of itself."""

    name: str
    parts: CardName
    facts: Mapping[str, str | None]
    printings: list[tuple[str, int, PrintingFacts]] = field(default_factory=list)
    more: dict[str, list[str]] = field(default_factory=dict)


def read_table(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """Yields line number and columns of a tab-separated file with a header line.

    Raises `CatalogueError` with file and line where a line has too few or too many columns.
    """
    lines = path.read_text(encoding="utf-8").split("\n")
    header = lines[0].split("\t")
    for number, line in enumerate(lines[1:], start=2):
        if not line:
            continue
        values = line.split("\t")
        if len(values) != len(header):
            message = f"{len(values)} columns, expected {len(header)}"
            raise CatalogueError(path.name, number, message)
        yield number, dict(zip(header, values, strict=True))


def read_sets(game: BundledGame) -> list[dict[str, str]]:
    """The sets of a bundled game in order: code, name, publisher."""
    return [row for _, row in read_table(game.folder / "sets.tsv")]


def read_cards(game: BundledGame) -> dict[str, CardFacts]:
    """The cards of a bundled game by normal form of their name, with all their printings.

    The first printing that is no reprint says what a card is; other printings keep the facts in
    which they differ.
    """
    cards: dict[str, CardFacts] = {}
    for row in read_sets(game):
        table = read_table(game.folder / f"{row['code']}.tsv")
        for position, (_, columns) in enumerate(table, start=1):
            printing = _printing(columns)
            key = normal_form(printing.parts.card)
            if key not in cards:
                cards[key] = CardFacts(printing.parts.card, printing.parts, printing.facts)
            cards[key].printings.append((row["code"], position, printing))
    for card in cards.values():
        originals = [p for _, _, p in card.printings if p.parts.reprint is None]
        main = (originals or [card.printings[0][2]])[0]
        card.name, card.parts, card.facts = main.parts.card, main.parts, main.facts
        for _, _, printing in card.printings:
            printing.differs = {
                fact: value for fact, value in printing.facts.items() if value != main.facts[fact]
            }
    for _, row in read_table(game.folder / "exceptions.tsv"):
        cards[normal_form(row["card"])].more[row["fact"]] = row["values"].split()
    return cards


def _printing(columns: dict[str, str]) -> PrintingFacts:
    name = columns["name"]
    return PrintingFacts(
        name=name,
        parts=parse_name(name),
        number=columns["number"],
        rarity=columns["rarity"] or None,
        tags=columns["tags"] or None,
        facts={fact: columns[fact] or None for fact in CARD_FACTS},
    )


def read_legality(game: BundledGame) -> list[dict[str, str]]:
    """The legality marks of a bundled game: name, set, number, status, format, source."""
    return [row for _, row in read_table(game.folder / "legality.tsv")]


def read_aliases(game: BundledGame) -> list[dict[str, str]]:
    """The other names of cards: alias, card, why."""
    return [row for _, row in read_table(game.folder / "aliases.tsv")]


def computed_digest(game: BundledGame) -> str:
    """The fingerprint of the files as they are now, to compare with `DIGEST`."""
    digest = hashlib.sha256()
    for path in sorted(game.folder.glob("*.tsv")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def write_digests() -> None:
    """Writes `DIGEST` of each bundled game anew, after its files were edited."""
    for game in BUNDLED:
        (game.folder / "DIGEST").write_text(computed_digest(game) + "\n", encoding="ascii")


def as_stat(text: str | None) -> Any:
    """A cost or stat as a value: an int where it is one, else `X`, `*` or None.

    >>> as_stat("7"), as_stat("X"), as_stat(None)
    (7, 'X', None)
    """
    return int(text) if text is not None and text.isdecimal() else text


if __name__ == "__main__":
    write_digests()
