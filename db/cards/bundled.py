"""The bundled catalogue: facts of each game as tab-separated files under `db/catalogue`.

`sets.tsv` lists the sets in order, `<CODE>.tsv` holds the printings of one, `legality.tsv` the
bans and restrictions as marked in the sources, `releases.tsv` when sets came out and where that
stands (not every game has it), `aliases.tsv` old names, `names_in_languages.tsv` and
`set_names.tsv` names in other languages where they are known, `exceptions.tsv` what cards state
about deck building, `texts_read.tsv` of which sets all texts were read for that, `setup_texts.tsv`
what they change in setup (not every game has it), `fixed.tsv` the slips of the source that were
corrected here. `DIGEST` tells whether a database holds this very catalogue.

The header of a set file says how it is read. With a column `key`, a card is known by its title,
and by its subtitle if there is one, else by its name with the parts of `db.cards.names`. Columns
that not every game has become facts of the card: `points` a text, `unique?` yes or no, `limit#` a
number or `X`, `sides[]` a list of words, `titles[|]` a list with bars between, `icons{}` numbers
by name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from db.cards.bundled_games import BUNDLED, BundledGame
from db.cards.names import CardName, normal_form, parse_name
from db.errors import CatalogueError
from db.language import gettext as _
from db.texts import words

COLUMNS = ("name", "number", "side", "type", "subtype", "cost", "speed", "power", "health", "rarity", "tags")
CARD_FACTS = ("side", "type", "subtype", "cost", "speed", "power", "health")
EXCEPTIONS = frozenset(
    words(
        "also_fits opens cheaper needs brings team_up copies supply_copies in_setup text_read "
        "known_text unknown_text"
    )
)
"""The facts that `exceptions.tsv` may state, or once stated; no card source has them."""
EVERY_CARD = "*"
"""Stands in `exceptions.tsv` for all cards of a game."""
WHOLE = "whole"
"""Says in `texts_read.tsv` that each text of a set was read; any other word, that not all were."""
_READ_AS = b"4"
"""Goes into `DIGEST`, so that databases are loaded anew when the files are read otherwise."""
_PLACES = frozenset({*COLUMNS, "subtitle", "key", "card", "reprint_of"})
"""The columns that are no facts of one game only."""


@dataclass(slots=True)
class PrintingFacts:
    """One line of a set file, read and split up."""

    name: str
    parts: CardName
    number: str
    rarity: str | None
    tags: str | None
    facts: Mapping[str, str | None]
    key: str | None = None
    reprint: str | None = None
    identity: str | None = None
    subtitle: str | None = None
    own: Mapping[str, Any] = field(default_factory=dict)
    differs: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class CardFacts:
    """A card with its printings, each with the position of its set and of itself.

    `identity` is what a card source knows it by where that is not its name.
    """

    name: str
    parts: CardName
    facts: Mapping[str, str | None]
    printings: list[tuple[str, int, PrintingFacts]] = field(default_factory=list)
    more: dict[str, Any] = field(default_factory=dict)
    identity: str | None = None

    @property
    def exceptions(self) -> dict[str, Any]:
        """The statements of `exceptions.tsv` about the card."""
        return {fact: value for fact, value in self.more.items() if fact in EXCEPTIONS}


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
            message = _("{count} columns, expected {count2}", count=len(values), count2=len(header))
            raise CatalogueError(path.name, number, message)
        yield number, dict(zip(header, values, strict=True))


def has_keys(game: BundledGame) -> bool:
    """Whether the source of a game identifies printings by keys, and not only by their names."""
    first = read_sets(game)[0]["code"]
    with (game.folder / f"{first}.tsv").open(encoding="utf-8") as file:
        return "key" in file.readline().rstrip("\n").split("\t")


def read_sets(game: BundledGame) -> list[dict[str, str]]:
    """The sets of a bundled game in order: code, name, publisher."""
    return [row for _, row in read_table(game.folder / "sets.tsv")]


def read_releases(game: BundledGame) -> dict[str, dict[str, str]]:
    """The release dates of the sets of a bundled game, by their codes: released, remark, source."""
    path = game.folder / "releases.tsv"
    return {row["code"]: row for _, row in read_table(path)} if path.exists() else {}


def read_cards(game: BundledGame) -> dict[str, CardFacts]:
    """The cards of a bundled game by normal form of their name, with all their printings.

    The first printing that is no reprint says what a card is; other printings keep the facts in
    which they differ.
    """
    cards: dict[str, CardFacts] = {}
    for code, position, printing, name in _named_printings(game):
        key = normal_form(name)
        if key not in cards:
            cards[key] = CardFacts(name, printing.parts, printing.facts)
        cards[key].printings.append((code, position, printing))
    for card in cards.values():
        _settle(card)
    _add_statements(game, cards)
    return cards


def _add_statements(game: BundledGame, cards: Mapping[str, CardFacts]) -> None:
    """Adds what our own tables say of the texts of cards."""
    for _unused, row in read_table(game.folder / "exceptions.tsv"):
        named = row["card"]
        for card in cards.values() if named == EVERY_CARD else (cards[normal_form(named)],):
            more = card.more
            more[row["fact"]] = [*more.get(row["fact"], ()), *row["values"].split()]
    read = {row["code"] for _, row in read_table(game.folder / "texts_read.tsv") if row["read"] == WHOLE}
    setup = game.folder / "setup_texts.tsv"
    in_setup = {r["card"]: r["values"] for _, r in read_table(setup)} if setup.exists() else {}
    for card in cards.values():
        if read.issuperset(code for code, _, _ in card.printings):
            card.more["text_read"] = [WHOLE]
        if card.name in in_setup:
            card.more["in_setup"] = in_setup[card.name].split()
        for _code, _place, printing in card.printings:
            if "facts" in printing.differs:
                printing.differs["facts"] |= card.exceptions


def _settle(card: CardFacts) -> None:
    """Takes the facts of a card from its first printing that is no reprint."""
    originals = [p for _, _, p in card.printings if p.reprint is None]
    main = (originals or [card.printings[0][2]])[0]
    if main.key is None:
        card.name = main.parts.card
    card.parts, card.facts, card.more = main.parts, main.facts, dict(main.own)
    card.identity = main.identity
    for _code, _place, printing in card.printings:
        printing.differs = {
            fact: value for fact, value in printing.facts.items() if value != main.facts[fact]
        }
        if printing.own != main.own:
            printing.differs["facts"] = dict(printing.own)


def _named_printings(game: BundledGame) -> Iterator[tuple[str, int, PrintingFacts, str]]:
    """Yields the set, the place in it, the printing and the name of its card.

    Cards that share title and subtitle and are no reprints of one another are told apart by the
    set of their first printing, and by the number where they stand in one set.
    """
    printings: list[tuple[str, int, PrintingFacts]] = []
    for row in read_sets(game):
        table = read_table(game.folder / f"{row['code']}.tsv")
        for position, (_line, columns) in enumerate(table, start=1):
            printings.append((row["code"], position, _printing(columns, game.identity_column)))
    originals: dict[str, tuple[str, PrintingFacts]] = {}
    for code, _place, printing in printings:
        if printing.identity is not None and printing.reprint is None:
            originals.setdefault(printing.identity, (code, printing))
    marks = _marks_apart(originals, first_keeps_name=game.first_keeps_name)
    for code, position, printing in printings:
        if printing.identity is None:
            yield code, position, printing, printing.parts.card
            continue
        _set, original = originals[printing.identity]
        name = original.name
        if mark := marks.get(printing.identity):
            distinction = " ".join(filter(None, (original.subtitle, f"({mark})")))
            printing.parts = printing.parts._replace(distinction=distinction)
            name = f"{name} ({mark})"
        yield code, position, printing, name


def _marks_apart(
    originals: Mapping[str, tuple[str, PrintingFacts]], *, first_keeps_name: bool
) -> dict[str, str]:
    """The distinctions of cards of one name, by identity: the set, with the number if needed."""
    sharing: dict[str, list[str]] = {}
    for identity, (_unused, printing) in originals.items():
        sharing.setdefault(normal_form(printing.name), []).append(identity)
    marks: dict[str, str] = {}
    for identities in sharing.values():
        if len(identities) > 1:
            distinguished = identities[1:] if first_keeps_name else identities
            codes = [originals[identity][0] for identity in distinguished]
            for identity, code in zip(distinguished, codes, strict=True):
                number = originals[identity][1].number
                marks[identity] = code if codes.count(code) == 1 else f"{code} {number}"
    return marks


def _printing(columns: dict[str, str], identity_column: str | None) -> PrintingFacts:
    name, subtitle, identity = columns["name"], columns.get("subtitle") or None, None
    if "key" in columns:
        parts = CardName(name, distinction=subtitle)
        name = f"{name}, {subtitle}" if subtitle else name
        reprint = columns.get("reprint_of") or None
        prefix = columns[identity_column] if identity_column else None
        identity = f"{prefix} {normal_form(name)}" if prefix else reprint or columns["key"]
    else:
        parts = parse_name(name)
        reprint = parts.reprint
    return PrintingFacts(
        name=name,
        parts=parts,
        number=columns["number"],
        rarity=columns.get("rarity") or None,
        tags=columns.get("tags") or None,
        facts={fact: columns.get(fact) or None for fact in CARD_FACTS},
        key=columns.get("key"),
        reprint=reprint,
        identity=identity,
        subtitle=subtitle,
        own=dict(_own_facts(columns)),
    )


def _own_facts(columns: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Yields the facts that only this game has, by the mark in their column's name."""
    for column, value in columns.items():
        if column in _PLACES:
            continue
        if column.endswith("?"):
            yield column[:-1], value == "1"
        elif not value:
            continue
        elif column.endswith("#"):
            yield column[:-1], value if value == "X" else int(value)
        elif column.endswith("[]"):
            yield column[:-2], value.split()
        elif column.endswith("[|]"):
            yield column[:-3], value.split("|")
        elif column.endswith("{}"):
            pairs = (word.partition("=") for word in value.split())
            yield column[:-2], {name: int(number) for name, _, number in pairs}
        else:
            yield column, value


def read_legality(game: BundledGame) -> list[dict[str, str]]:
    """The legality marks of a bundled game: name, set, number, status, format, source."""
    return [row for _, row in read_table(game.folder / "legality.tsv")]


def read_aliases(game: BundledGame) -> list[dict[str, str]]:
    """The other names of cards: alias, card, why."""
    return [row for _, row in read_table(game.folder / "aliases.tsv")]


def read_names_in_languages(game: BundledGame) -> list[dict[str, str]]:
    """The names of printings in other languages: code, language, name, subtitle."""
    path = game.folder / "names_in_languages.tsv"
    return [row for _, row in read_table(path)] if path.exists() else []


def computed_digest(game: BundledGame) -> str:
    """The fingerprint of the files as they are now, to compare with `DIGEST`."""
    import hashlib

    digest = hashlib.sha256(_READ_AS)
    for path in sorted(game.folder.glob("*.tsv")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def write_digests() -> None:
    """Writes `DIGEST` of each bundled game anew, after its files were edited."""
    for game in BUNDLED:
        (game.folder / "DIGEST").write_text(computed_digest(game) + "\n", encoding="ascii")


if __name__ == "__main__":
    write_digests()
