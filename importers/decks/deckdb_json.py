"""Decks of swtcg-deckdb.com, JSON: cards and supply as lists of count, name and set code."""

from functools import partial
from typing import Any

from db.language import gettext as _, ngettext
from db.patterns import pattern
from importers.collections.header_words import COUNTS
from importers.collections.sheet_words import header_form
from importers.decks.deck_format import (
    Confidence,
    DeckReader,
    DeckWriter,
    counted,
    line_problem,
    lines_by_zone,
    unread,
)
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.decks.json_deck import (
    as_json,
    note_lines,
    read_cards,
    read_fact,
    read_quantity,
    shown,
    sure_where,
)
from importers.errors import MalformedFileError

NAME = "deckdb-json"

ZONES = {"cards": MAIN_ZONE, "supply": "Supply"}
_CARDS = pattern(r'"cards"\s*:')
_FACTS = {"name": "name", "format": "format", "author": "owner_username"}
_TAKEN = {*ZONES, *_FACTS.values()}


def read(text: str, source: str) -> DeckList:
    """The deck list of a deck of swtcg-deckdb.com; its other facts go to notes."""
    from importers.decks.json_places import read_placed

    placed = read_placed(text, source)
    if "cards" not in placed.data:
        raise MalformedFileError(source, _("no list 'cards'"))
    cards = [
        card
        for key, zone in ZONES.items()
        for card in read_cards(placed, key, source, partial(read_entry, zone=zone))
    ]
    nested = {key for key, value in placed.data.items() if isinstance(value, list | dict)} - _TAKEN
    left = [
        unread(placed.line(key), shown(value), _("the unknown key {key!r}", key=key[:40]))
        for key, value in placed.data.items()
        if key in nested
    ]
    left += [card for card in cards if isinstance(card, UnreadLine)]
    facts: dict[str, Any] = {fact: read_fact(placed.data, key, source) for fact, key in _FACTS.items()}
    return DeckList(
        lines=tuple(card for card in cards if isinstance(card, DeckLine)),
        read_as=NAME,
        zones=tuple(zone for key, zone in ZONES.items() if placed.data.get(key) is not None),
        unread=tuple(sorted(left, key=lambda entry: entry.line)),
        notes="\n".join(note_lines(placed.data, _TAKEN | nested)) or None,
        **facts,
    )


def read_entry(entry: Any, number: int, zone: str) -> DeckLine | str:
    """The card of an entry, or what is wrong with it."""
    if not isinstance(entry, dict):
        return _("no object with count and name")
    quantity = read_quantity(entry.get("count"))
    if isinstance(quantity, str):
        return quantity
    if problem := _contradiction(entry, quantity):
        return problem
    name, set_code = entry.get("name"), entry.get("setCode")
    for key, text in (("name", name), ("setCode", set_code)):
        if text is not None and not isinstance(text, str):
            return _("{key!r} is {shown}, expected a text", key=key, shown=shown(text)[:40])
    card = DeckLine(quantity, name or "", zone, number, set_code or None)
    return line_problem(card) or card


def _contradiction(entry: dict[str, Any], quantity: int) -> str | None:
    """Another count beside the first, or cards within a card, of which none can be chosen."""
    for key, value in entry.items():
        if isinstance(value, list | dict) and value:
            return _("the unknown key {key!r}", key=key[:40])
        is_count = header_form(key) in COUNTS and key != "count" and value is not None
        if is_count and read_quantity(value) != quantity:
            return _(
                "'count' is {quantity:,}, but {key!r} is {shown}",
                quantity=quantity,
                key=key[:40],
                shown=shown(value)[:40],
            )
    return None


def write(deck_list: DeckList) -> str:
    """The deck list as swtcg-deckdb.com gives it; cards of other zones are left out."""
    zones = lines_by_zone(deck_list)
    facts = {"name": deck_list.name, "format": deck_list.format, "pool": None, "side": None}
    facts["owner_username"] = deck_list.author
    rows = [f"{as_json(key)}: {as_json(value)}" for key, value in facts.items()]
    for key, zone in ZONES.items():
        cards = (
            as_json({"count": card.quantity, "name": card.name, "setCode": card.set_code})
            for card in counted(zones.get(zone, []), WRITER.holds)
        )
        rows.append(f"{as_json(key)}: [" + ",".join(f"\n  {card}" for card in cards) + "]")
    return "{" + ",\n ".join(rows) + "}\n"


def remarks(deck_list: DeckList) -> tuple[str, ...]:
    """The zones whose cards the format cannot hold."""
    other = {line.zone for line in deck_list.lines} - set(ZONES.values())
    copies = sum(line.quantity for line in deck_list.lines if line.zone in other)
    return (
        (
            ngettext(
                "{number} card in {other} is left out",
                "{number:,} cards in {other} are left out",
                copies,
                other=", ".join(sorted(other)),
            ),
        )
        if other
        else ()
    )


READER = DeckReader(NAME, (".json",), sure_where(_CARDS, Confidence.HEAD), read)
WRITER = DeckWriter(
    NAME,
    (".json",),
    frozenset({"set_code", "name", "format", "author", _("zones as written"), "blanks"}),
    write,
    remarks,
)
