"""The project's own deck lists as JSON: everything that a deck list holds, one card per line.

{"schema": "deckcheck.deck/1", "name", "game", "format", "author", "notes", "zones": ["Deck", ...],
"cards": [{"quantity", "name", "zone", "set", "number", "image_key", "id", "dice"}]}; all but
schema, cards and a card's quantity and name may be null or absent. A pool (`deckcheck.pool/1`) is
read as such a list.
"""

from collections.abc import Callable, Container, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import (
    CARD_FACTS,
    DECK_FACTS,
    MAX_LINES,
    MAX_ZONES,
    Confidence,
    DeckReader,
    DeckWriter,
    counted,
    line_problem,
    lines_by_zone,
    parse_quantity,
    printable,
    text_problem,
    unread,
)
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.errors import LimitError, MalformedFileError

if TYPE_CHECKING:
    import re

    from importers.decks.json_places import PlacedJson

NAME = "json"
SCHEMA = "deckcheck.deck/1"
_POOL, _OF_POOLS = "deckcheck.pool/1", frozenset({"seed", "products", "model", "unknown", "note"})

_ABSURD = 10**12

_OURS = pattern(r'"schema"\s*:\s*"deckcheck\.(?:deck|pool)/')
_DECK_KEYS = {"schema", "zones", "cards", *DECK_FACTS}
_CARD_KEYS = {
    "name": "name",
    "zone": "zone",
    "set_code": "set",
    "number": "number",
    "image_key": "image_key",
    "card_id": "id",
}
_IF_STATED = {"card_id": "id", "dice": "dice"}
"""Facts that are only written where a card has them."""


def sure_where(key: "re.Pattern[str]", sure: Confidence) -> Callable[[str, str], Confidence]:
    """How sure a reader is of JSON objects that hold a key, as it is written."""

    def confidence(text: str, _suffix: str) -> Confidence:
        is_its = text.lstrip().startswith("{") and key.search(text) is not None
        return sure if is_its else Confidence.NO

    return confidence


def read(text: str, source: str) -> DeckList:
    """The deck list of a JSON file of this schema."""
    from importers.decks.json_places import read_placed

    placed = read_placed(text, source)
    schema = placed.data.get("schema")
    if schema not in (SCHEMA, _POOL):
        message = _("the schema is {schema!r}, expected {schema2!r}", schema=str(schema)[:60], schema2=SCHEMA)
        raise MalformedFileError(source, message)
    zones = read_zones(placed.data.get("zones"), source)
    cards = list(read_cards(placed, "cards", source, read_entry))
    lines = [card for card in cards if isinstance(card, DeckLine)]
    left = [card for card in cards if isinstance(card, UnreadLine)]
    left += [
        unread(placed.line(key), shown(placed.data[key]), _("the unknown key {key!r}", key=key[:40]))
        for key in placed.data.keys() - _DECK_KEYS - (_OF_POOLS if schema == _POOL else set())
    ]
    if schema == _POOL:
        names = entries_of(placed.data, "unknown", source)
        left += [
            unread(placed.line("unknown", place), str(name), _("this is no card for certain"))
            for place, name in enumerate(names)
        ]
    used = dict.fromkeys([*zones, *(line.zone for line in lines)])
    if len(used) > MAX_ZONES:
        raise LimitError(source, _("{count} zones", count=len(used)), str(MAX_ZONES))
    facts: dict[str, Any] = {fact: read_fact(placed.data, fact, source) for fact in DECK_FACTS}
    return DeckList(
        tuple(lines), NAME, zones=zones, unread=tuple(sorted(left, key=lambda entry: entry.line)), **facts
    )


def shown(entry: Any) -> str:
    """An entry as JSON on one line, for an unread line."""
    import json

    return json.dumps(entry, ensure_ascii=True)


def read_zones(zones: Any, source: str) -> tuple[str, ...]:
    """The zones that a file names, each once."""
    if zones is None:
        return ()
    if not isinstance(zones, list) or any(
        not isinstance(zone, str) or text_problem("zone", zone) for zone in zones
    ):
        raise MalformedFileError(source, _("'zones' is no list of names"))
    return tuple(dict.fromkeys(zones))


def entries_of(data: dict[str, Any], key: str, source: str) -> list[Any]:
    """The list under a key; an absent or null one is empty.

    Raises `MalformedFileError` where it is no list, `LimitError` where it is too long.
    """
    entries = data.get(key)
    if entries is None:
        return []
    if not isinstance(entries, list):
        raise MalformedFileError(source, _("{key!r} is no list, expected a list of cards", key=key))
    if len(entries) > MAX_LINES:
        raise LimitError(
            source, _("{count:,} entries in {key!r}", count=len(entries), key=key), f"{MAX_LINES:,}"
        )
    return entries


def read_cards(
    placed: "PlacedJson", key: str, source: str, read: Callable[[Any, int], DeckLine | str]
) -> Iterator[DeckLine | UnreadLine]:
    """Yields the cards of the list under a key; `read` says what is wrong with an entry that is none."""
    for index, entry in enumerate(entries_of(placed.data, key, source)):
        number = placed.line(key, index)
        card = read(entry, number)
        yield unread(number, shown(entry), card) if isinstance(card, str) else card


def as_json(value: Any) -> str:
    """The value as JSON on one line, letters of all scripts as they are."""
    import json

    return json.dumps(value, ensure_ascii=False)


def note_lines(data: Mapping[str, Any], taken: Container[str]) -> Iterator[str]:
    """Yields what a site says of a deck beside what is `taken` of it, like `side: Light`."""
    for key, value in data.items():
        if key not in taken and value is not None:
            yield f"{printable(key)}: {printable(value if isinstance(value, str) else shown(value))}"


def read_fact(data: dict[str, Any], key: str, source: str) -> str | None:
    """A text that the file states about the deck, or None."""
    value = data.get(key)
    if value is None:
        return None
    if not isinstance(value, str):
        raise MalformedFileError(
            source, _("{key!r} is {shown}, expected a text", key=key, shown=shown(value)[:60])
        )
    return printable(value)


def read_quantity(value: Any) -> int | str:
    """The number of copies, stated as a whole number or its digits; or what is wrong with it.

    >>> read_quantity(4), read_quantity("4"), read_quantity(None)
    (4, 4, 'the count is null, expected a whole number')
    """
    if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit():
        return parse_quantity(value.strip())
    whole = isinstance(value, int) and not isinstance(value, bool)
    if whole or (isinstance(value, float) and value.is_integer()):
        return int(max(-_ABSURD, min(value, _ABSURD)))
    return _("the count is {shown}, expected a whole number", shown=shown(value)[:40])


def read_entry(entry: Any, number: int) -> DeckLine | str:
    """The card of an entry, or what is wrong with it."""
    if not isinstance(entry, dict):
        return _("no object with quantity and name")
    if unknown := entry.keys() - {"quantity", "dice", *_CARD_KEYS.values()}:
        return _("the unknown key {unknown!r}", unknown=min(unknown)[:40])
    quantity = read_quantity(entry.get("quantity"))
    if isinstance(quantity, str):
        return quantity
    texts = {fact: entry.get(key) for fact, key in _CARD_KEYS.items()}
    for fact, text in texts.items():
        if text is not None and not isinstance(text, str):
            return _(
                "{card_keys!r} is {shown}, expected a text",
                card_keys=_CARD_KEYS[fact],
                shown=shown(text)[:40],
            )
    card = DeckLine(
        quantity,
        texts["name"] or "",
        texts["zone"] or MAIN_ZONE,
        number,
        *(texts[fact] or None for fact in ("set_code", "image_key", "number", "card_id")),
    )
    if (stated := entry.get("dice")) is not None:
        dice = read_quantity(stated)
        if isinstance(dice, str):
            return dice.replace("the count", "the number of dice")
        card = card._replace(dice=dice)
    return line_problem(card) or card


def write(deck_list: DeckList) -> str:
    """The deck list as JSON, one card per line."""
    zones = lines_by_zone(deck_list)
    facts = {"schema": SCHEMA} | {fact: getattr(deck_list, fact) for fact in DECK_FACTS}
    rows = [f"  {as_json(key)}: {as_json(value)}," for key, value in facts.items()]
    cards = [
        "    " + as_json({"quantity": card.quantity} | entry_facts(card))
        for lines in zones.values()
        for card in counted(lines, WRITER.holds)
    ]
    listed = "[\n" + ",\n".join(cards) + "\n  ]" if cards else "[]"
    rows += [f'  "zones": {as_json(list(zones))},', f'  "cards": {listed}']
    return "\n".join(["{", *rows, "}", ""])


def entry_facts(card: DeckLine) -> dict[str, Any]:
    """The facts of a card by their keys, as its entry holds them."""
    facts = {key: getattr(card, fact) for fact, key in (_CARD_KEYS | _IF_STATED).items()}
    return {k: v for k, v in facts.items() if v is not None or k not in _IF_STATED.values()}


READER = DeckReader(NAME, (".json",), sure_where(_OURS, Confidence.PROGRAM), read)
WRITER = DeckWriter(
    NAME,
    (".json",),
    frozenset({*CARD_FACTS, *DECK_FACTS, _("empty zones"), _("zones as written"), "blanks"}),
    write,
)
