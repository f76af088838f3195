"""The layouts of collection programs, as `layouts.toml` states them, and our own layout.

A sheet is of a layout when it has all the columns that the layout `needs`, spelt just so.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from db.collection.holdings import CONDITIONS, LANGUAGES
from importers.collections.header_words import HEADERS

SHOWN = "shown "
"""Before the name of a fact of the card that a layout shows."""

_BLANK: Mapping[str, str] = MappingProxyType({"": ""})


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout in which a program writes collections; `columns` are pairs of header and field.

    `conditions`, `languages` and `finishes` give its word for each standard word; others it cannot
    hold, unless `own_words` says that it takes any. Fields beyond those of
    `importers.collections.header_words.FIELDS`: `rarity` and `game` are written for others and not
    read back, `condition_finish` is a condition, finish and language in one cell, and those that
    begin with `shown ` are facts of the card that only its game has. `any_case` takes headers in
    any case. What a layout `holds` it is read as, whatever its sheet is called. `games`
    are those whose cards it is for, all where none is named. `language` is that of its headers.
    `card_key` is the column by which alone it knows a card, if there is one.
    """

    name: str
    title: str
    columns: tuple[tuple[str, str], ...]
    needs: frozenset[str]
    conditions: Mapping[str, str]
    languages: Mapping[str, str]
    finishes: Mapping[str, str]
    separator: str = ","
    newline: str = "\n"
    preamble: str = ""
    own_words: bool = False
    any_case: bool = False
    games: tuple[str, ...] = ()
    defaults: Mapping[str, str] = field(default_factory=lambda: _BLANK)
    language: str = "en"
    holds: str = ""
    card_key: str = ""

    @property
    def is_own(self) -> bool:
        """Whether it is the project's own layout, which holds everything."""
        return self.name == "deckcheck"

    @property
    def has_subtitles(self) -> bool:
        """Whether the subtitle of a card stands in a column of its own."""
        return any(name in {"subtitle", f"{SHOWN}subtitle"} for _, name in self.columns)

    def fits(self, present: frozenset[str]) -> bool:
        """Whether a header with these columns is of this layout."""
        if self.any_case:
            return frozenset(map(str.casefold, self.needs)) <= {c.casefold() for c in present}
        return self.needs <= present

    def field_of(self, header: str) -> str | None:
        """The field of a column, or None."""
        known = dict(self.columns)
        if self.any_case:
            known = {column.casefold(): name for column, name in self.columns}
            return known.get(header.casefold())
        return known.get(header)


def _columns(text: str) -> tuple[tuple[str, str], ...]:
    """The columns of a line like `Count=quantity, Signed`; without a field they are kept as is."""
    pairs = (part.strip().partition("=") for part in text.split(","))
    return tuple((header, name or "extra") for header, _, name in pairs)


_CODES = {code: code for code in LANGUAGES}
_LANGUAGE_WORDS: Mapping[str, Mapping[str, str]] = {
    "names": {code: name for code, name in LANGUAGES.items() if code != "zh-tw"},
    "codes": _CODES,
}

OWN = Layout(
    name="deckcheck",
    title="our own",
    columns=_columns(
        "Quantity=quantity, For trade=for_trade, Name=name, Set=set_code, Set name=set_name, "
        "Number=number, Rarity=rarity, Condition=condition, Language=language, Finish=finish, "
        "Location=location, Notes=notes, Acquired=acquired_on, Price=price, Currency=currency, "
        "Card key=card_id, Printing key=printing_id"
    ),
    needs=frozenset({"Quantity", "Name", "Card key", "Printing key"}),
    conditions={code: code for code in CONDITIONS},
    languages=_CODES,
    finishes={"": "", "foil": "foil", "etched": "etched"},
    own_words=True,
    holds="owned",
)

OWN_WITH_DICE = replace(
    OWN, columns=(OWN.columns[0], ("Dice", "dice"), *OWN.columns[1:]), needs=OWN.needs | {"Dice"}
)
"""Our own for games in which cards have dice."""


def _in_language(layout: Layout, language: str) -> Layout:
    """Our own layout with other headers; the keys, which are hidden, have the same everywhere."""
    headers = HEADERS[language]
    renamed = {header: headers.get(name, header) for header, name in layout.columns}
    return replace(
        layout,
        columns=tuple((renamed[header], name) for header, name in layout.columns),
        needs=frozenset(renamed[header] for header in layout.needs),
        language=language,
    )


ENGLISH = "en"
_OWN: Mapping[str, tuple[Layout, Layout]] = {
    ENGLISH: (OWN, OWN_WITH_DICE),
    **{
        language: (_in_language(OWN, language), _in_language(OWN_WITH_DICE, language)) for language in HEADERS
    },
}
EXPORT_LANGUAGES = tuple(_OWN)
"""The languages in which our own layout is written, by their codes."""

OWN_HEADERS = frozenset(header for pair in _OWN.values() for layout in pair for header, _ in layout.columns)
"""The headers of our own layout in all languages."""


def own_layout(language: str = ENGLISH, *, has_dice: bool = False) -> Layout:
    """Our own layout with headers in a language, with a column for dice where the game has them.

    >>> own_layout("de").columns[0]
    ('Anzahl', 'quantity')
    """
    return _OWN[language][has_dice]


EDITED = replace(OWN_WITH_DICE, needs=frozenset({"Card key", "Printing key"}))
"""Our own whose headers somebody changed; those that it lacks are found by their words."""

OWN_JSON = replace(
    OWN,
    columns=_columns(
        "quantity=quantity, dice=dice, for_trade=for_trade, name=name, set=set_code, "
        "set_name=set_name, number=number, rarity=rarity, condition=condition, language=language, "
        "finish=finish, location=location, notes=notes, acquired_on=acquired_on, price=price, "
        "currency=currency, card_id=card_id, printing_id=printing_id"
    ),
    needs=frozenset({"quantity", "name", "card_id", "printing_id"}),
    holds="",
)

UNMATCHED = replace(
    OWN,
    name="unmatched",
    title="rows that were unsure",
    columns=_columns(
        "Your choice=choice, Row=ignore, Why=ignore, Candidates=ignore, Quantity=quantity, "
        "Dice=dice, For trade=for_trade, Name=name, Subtitle=subtitle, Version=version, "
        "Set=set_code, Set name=set_name, Number=number, Image key=image_key, "
        "Condition=condition, Language=language, Finish=finish, Location=location, Notes=notes, "
        "Acquired=acquired_on, Price=price, "
        "Currency=currency, Becomes=holds, Import mode=mode"
    ),
    needs=frozenset({"Your choice", "Import mode", "Quantity", "Name"}),
)


def _stated(row: dict[str, Any]) -> Layout:
    """A layout as `layouts.toml` states it."""
    words = _LANGUAGE_WORDS.get(row.pop("languages_are", ""), {})
    return Layout(
        columns=_columns(row.pop("columns")),
        needs=frozenset(row.pop("needs").split(", ")),
        languages={**words, **row.pop("languages", {})} or _BLANK,
        games=tuple(row.pop("games", ())),
        **{"conditions": _BLANK, "finishes": _BLANK, **row},
    )


def _read() -> Iterator[Layout]:
    import tomllib

    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return map(_stated, tomllib.loads(text)["layout"])


WRITTEN: tuple[Layout, ...] = (OWN, *_read())
"""The layouts in which a collection is exported: our own, and those of `layouts.toml`."""

LAYOUTS: tuple[Layout, ...] = (
    OWN_WITH_DICE,
    *WRITTEN,
    OWN_JSON,
    UNMATCHED,
    *(layout for pair in _OWN.values() for layout in reversed(pair)),
    EDITED,
)


def find_layout_of(header: Sequence[str]) -> Layout | None:
    """The layout whose columns a header has, or None.

    >>> found = find_layout_of(["idProduct", "groupCount", "price"])
    >>> found and found.title
    'Cardmarket'
    """
    present = frozenset(cell.strip() for cell in header)
    return next((layout for layout in LAYOUTS if layout.fits(present)), None)
