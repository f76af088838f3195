"""The layouts of collection programs, as data: their columns, their words, and our own layout.

A sheet is of a layout when it has all the columns that the layout `needs`, spelt just so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from db.collection.holdings import CONDITIONS, LANGUAGES
from importers.collections.header_words import HEADERS

_EU = {
    "M": "Mint",
    "NM": "NearMint",
    "EX": "Excellent",
    "GD": "Good",
    "LP": "LightPlayed",
    "MP": "Played",
    "D": "Poor",
}
_US = {code: code for code in ("M", "NM", "LP", "MP", "HP", "D")}
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
    any case. A layout that `says_what_it_holds` is read so whatever its sheet is called. `games`
    are those whose cards it is for, all where none is named. `language` is that of its headers.
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
    says_what_it_holds: bool = False

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


_NAMES = {code: name for code, name in LANGUAGES.items() if code != "zh-tw"}
_CODES = {code: code for code in LANGUAGES}

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
    says_what_it_holds=True,
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


OWN_JSON = Layout(
    name="deckcheck",
    title="our own",
    columns=_columns(
        "quantity=quantity, dice=dice, for_trade=for_trade, name=name, set=set_code, "
        "set_name=set_name, number=number, rarity=rarity, condition=condition, language=language, "
        "finish=finish, location=location, notes=notes, acquired_on=acquired_on, price=price, "
        "currency=currency, card_id=card_id, printing_id=printing_id"
    ),
    needs=frozenset({"quantity", "name", "card_id", "printing_id"}),
    conditions=OWN.conditions,
    languages=OWN.languages,
    finishes=OWN.finishes,
    own_words=True,
)

DECKBOX = Layout(
    name="deckbox",
    title="Deckbox",
    columns=_columns(
        "Count=quantity, Tradelist Count=for_trade, Name=name, Edition=set_name, "
        "Edition Code=set_code, Card Number=number, Condition=condition, Language=language, "
        "Foil=finish, Signed, Artist Proof, Altered Art, Misprint, Promo, Textless, Printing Id, "
        "Printing Note, Tags, My Price=price"
    ),
    needs=frozenset({"Count", "Tradelist Count", "Name", "Edition", "Card Number", "Foil"}),
    conditions={
        "": "",
        "M": "Mint",
        "NM": "Near Mint",
        "LP": "Good (Lightly Played)",
        "MP": "Played",
        "HP": "Heavily Played",
        "D": "Poor",
    },
    languages=_NAMES | {"zh-tw": "Traditional Chinese"},
    finishes={"": "", "foil": "foil"},
)

MOXFIELD = Layout(
    name="moxfield",
    title="Moxfield",
    columns=_columns(
        "Count=quantity, Tradelist Count=for_trade, Name=name, Edition=set_code, "
        "Condition=condition, Language=language, Foil=finish, Tags, Last Modified, "
        "Collector Number=number, Alter, Proxy, Purchase Price=price"
    ),
    needs=frozenset({"Count", "Tradelist Count", "Name", "Edition", "Collector Number", "Proxy"}),
    conditions={
        "": "",
        "M": "Mint",
        "NM": "Near Mint",
        "LP": "Lightly Played",
        "MP": "Moderately Played",
        "HP": "Heavily Played",
        "D": "Damaged",
    },
    languages=_NAMES,
    finishes={"": "", "foil": "foil", "etched": "etched"},
    defaults={"Alter": "False", "Proxy": "False"},
)

DRAGON_SHIELD = Layout(
    name="dragonshield",
    title="Dragon Shield",
    columns=_columns(
        "Folder Name=location, Quantity=quantity, Trade Quantity=for_trade, Card Name=name, "
        "Set Code=set_code, Set Name=set_name, Card Number=number, Condition=condition, "
        "Printing=finish, Language=language, Price Bought=price, Date Bought=acquired_on, LOW, "
        "MID, MARKET"
    ),
    needs=frozenset({"Folder Name", "Quantity", "Trade Quantity", "Card Name", "Printing"}),
    conditions={"": "", **_EU},
    languages=_NAMES,
    finishes={"": "Normal", "foil": "Foil", "etched": "Etched"},
    newline="\r\n",
    preamble="sep=,",
)

MANABOX = Layout(
    name="manabox",
    title="ManaBox",
    columns=_columns(
        "Name=name, Set code=set_code, Set name=set_name, Collector number=number, Foil=finish, "
        "Rarity=rarity, Quantity=quantity, ManaBox ID, Scryfall ID, Purchase price=price, "
        "Misprint, Altered, Condition=condition, Language=language, "
        "Purchase price currency=currency"
    ),
    needs=frozenset({"Name", "Set code", "Collector number", "Quantity", "ManaBox ID"}),
    conditions={
        "": "",
        "M": "mint",
        "NM": "near_mint",
        "EX": "excellent",
        "GD": "good",
        "LP": "light_played",
        "MP": "played",
        "D": "poor",
    },
    languages=_CODES,
    finishes={"": "normal", "foil": "foil", "etched": "etched"},
    defaults={"Misprint": "false", "Altered": "false"},
)

TCGPLAYER = Layout(
    name="tcgplayer",
    title="TCGplayer",
    columns=_columns(
        "TCGplayer Id, Product Line=game, Set Name=set_name, Product Name=name, Title, "
        "Number=number, Rarity=rarity, Condition=condition_finish, TCG Market Price, "
        "TCG Direct Low, TCG Low Price With Shipping, TCG Low Price, Total Quantity=quantity, "
        "Add to Quantity, TCG Marketplace Price, Photo URL"
    ),
    needs=frozenset({"TCGplayer Id", "Product Name", "Set Name", "Total Quantity"}),
    conditions={
        "": "",
        "NM": "Near Mint",
        "LP": "Lightly Played",
        "MP": "Moderately Played",
        "HP": "Heavily Played",
        "D": "Damaged",
    },
    languages={"": "", **_NAMES},
    finishes={"": "", "foil": "Foil"},
)

CARDMARKET = Layout(
    name="cardmarket",
    title="Cardmarket",
    columns=_columns(
        "idProduct, groupCount=quantity, price=price, idLanguage=language, condition=condition, "
        "isFoil=finish, isSigned, isAltered, isPlayset, isReverseHolo, isFirstEd, isFullArt, "
        "isUberRare, isWithDie"
    ),
    needs=frozenset({"idProduct", "groupCount"}),
    conditions={"": "", "M": "MT", "NM": "NM", "EX": "EX", "GD": "GD", "LP": "LP", "MP": "PL", "D": "PO"},
    languages={
        "": "",
        "en": "1",
        "fr": "2",
        "de": "3",
        "es": "4",
        "it": "5",
        "zh": "6",
        "ja": "7",
        "pt": "8",
        "ru": "9",
        "ko": "10",
        "zh-tw": "11",
    },
    finishes={"": "0", "foil": "1"},
    separator=";",
)

ARCHIDEKT = Layout(
    name="archidekt",
    title="Archidekt",
    columns=_columns(
        "Quantity=quantity, Name=name, Finish=finish, Condition=condition, "
        "Date Added=acquired_on, Language=language, Purchase Price=price, Tags, "
        "Edition Name=set_name, Edition Code=set_code, Multiverse Id, Scryfall ID, "
        "Collector Number=number"
    ),
    needs=frozenset({"Quantity", "Name", "Finish", "Edition Code", "Collector Number"}),
    conditions={"": "", **_US},
    languages=_CODES,
    finishes={"": "Normal", "foil": "Foil", "etched": "Etched"},
)

SWDESTINYDB = Layout(
    name="swdestinydb",
    title="swdestinydb",
    columns=_columns(
        "Set=set, #=number, Unique=shown unique, Name=name, Subtitle=subtitle, Cards=quantity, "
        "Dice=dice, Affiliation=shown affiliation, Faction=shown faction, Type=shown type, "
        "Rarity=rarity, Points=shown points, Health=shown health, Cost=shown cost, "
        "Has die=shown has die"
    ),
    needs=frozenset({"Set", "#", "Name", "Subtitle", "Cards", "Dice"}),
    conditions=_BLANK,
    languages=_BLANK,
    finishes=_BLANK,
    any_case=True,
    games=("destiny",),
)
"""The workbook of Star Wars: Destiny, by the order of its columns; their spelling is taken freely,
since no file of the site itself was at hand."""

UNMATCHED = Layout(
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
    conditions=OWN.conditions,
    languages=OWN.languages,
    finishes=OWN.finishes,
    own_words=True,
    says_what_it_holds=True,
)

WRITTEN: tuple[Layout, ...] = (
    OWN,
    DECKBOX,
    MOXFIELD,
    DRAGON_SHIELD,
    MANABOX,
    TCGPLAYER,
    CARDMARKET,
    ARCHIDEKT,
    SWDESTINYDB,
)
"""The layouts in which a collection is exported."""

LAYOUTS: tuple[Layout, ...] = (
    OWN_WITH_DICE,
    *WRITTEN,
    OWN_JSON,
    UNMATCHED,
    *(layout for pair in _OWN.values() for layout in reversed(pair)),
)


def find_layout_of(header: Sequence[str]) -> Layout | None:
    """The layout whose columns a header has, or None.

    >>> found = find_layout_of(["idProduct", "groupCount", "price"])
    >>> found and found.title
    'Cardmarket'
    """
    present = frozenset(cell.strip() for cell in header)
    return next((layout for layout in LAYOUTS if layout.fits(present)), None)
