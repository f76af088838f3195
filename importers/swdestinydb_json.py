"""Decks of swdestinydb.com as JSON: slots by the code of the card, with cards and dice.

{"name": ..., "slots": {"01001": {"quantity": 1, "dice": 2}, ...}}; a card is known by its code
alone, so its code stands for its name until it is looked up.
"""

import re
from typing import Any

from importers import deckdb_json, json_deck
from importers.deck_format import DeckReader, DeckWriter, line_problem, printable, unread
from importers.deck_list import MAIN_ZONE, DeckLine, DeckList
from importers.errors import MalformedFileError, UnwritableDeckError
from importers.json_deck import read_fact, read_quantity, shown

NAME = "swdestinydb-json"
GAME = "destiny"

_SLOTS = re.compile(r'"slots"\s*:\s*\{')
_FORMATS = {"STD": "standard", "TRI": "trilogy", "INF": "infinite"}
_CODES = {name: code for code, name in _FORMATS.items()}
_SLOT_KEYS = {"quantity", "dice", "dices"}
_TAKEN = {"name", "slots", "format_code", "description_md"}


def claims(text: str, suffix: str) -> bool:
    """Whether the text is a JSON object with slots, and no deck of another site or of our own."""
    if not text.lstrip().startswith("{") or _SLOTS.search(text) is None:
        return False
    return not json_deck.claims(text, suffix) and not deckdb_json.claims(text, suffix)


def read(text: str, source: str) -> DeckList:
    """The deck list of a deck of swdestinydb.com; what it says of itself besides goes to notes."""
    from importers.json_places import read_placed

    placed = read_placed(text, source)
    data = placed.data
    slots = data.get("slots")
    if not isinstance(slots, dict):
        raise MalformedFileError(source, "no object 'slots' of cards by their codes")
    lines, left = [], []
    for code, slot in slots.items():
        number = _line_of(code, text, placed.line("slots"))
        card = _read_slot(code, slot, number)
        if isinstance(card, str):
            left.append(unread(number, f"{code}: {shown(slot)}", card))
        else:
            lines.append(card)
    code = read_fact(data, "format_code", source)
    return DeckList(
        lines=tuple(lines),
        read_as=NAME,
        name=read_fact(data, "name", source),
        game=GAME,
        format=_FORMATS.get(code or "", code),
        zones=(MAIN_ZONE,) if lines else (),
        unread=tuple(sorted(left, key=lambda entry: entry.line)),
        notes=_notes(data, read_fact(data, "description_md", source)),
    )


def _line_of(code: str, text: str, otherwise: int) -> int:
    """The line on which a slot stands; that of the slots where its key is written with escapes."""
    found = re.search(rf'"{re.escape(code)}"\s*:', text)
    return text.count("\n", 0, found.start()) + 1 if found else otherwise


def _read_slot(code: str, slot: Any, number: int) -> DeckLine | str:
    """The card of a slot, or what is wrong with it."""
    if not isinstance(slot, dict):
        return "no object with quantity and dice"
    if unknown := slot.keys() - _SLOT_KEYS:
        return f"the unknown key {min(unknown)[:40]!r}"
    quantity = read_quantity(slot.get("quantity"))
    dice = None if slot.get("dice") is None else read_quantity(slot["dice"])
    if isinstance(quantity, str):
        return quantity
    if isinstance(dice, str):
        return dice.replace("the count", "the number of dice")
    plain = printable(code)
    card = DeckLine(quantity, plain, MAIN_ZONE, number, card_id=plain, dice=dice)
    return line_problem(card) or card


def _notes(data: dict[str, Any], description: str | None) -> str | None:
    """The description, and what else the site says of the deck, a line for each."""
    others = (
        f"{printable(key)}: {printable(value if isinstance(value, str) else shown(value))}"
        for key, value in data.items()
        if key not in _TAKEN and value is not None
    )
    return "\n".join([*([description] if description else []), *others]) or None


def write(deck_list: DeckList) -> str:
    """The deck list as swdestinydb.com gives it; every card must have its code."""
    import json

    slots: dict[str, dict[str, int]] = {}
    for line in deck_list.lines:
        if line.card_id is None:
            found = f"{line.name!r}, whose code is not known,"
            raise UnwritableDeckError(NAME, found, "Choose the format json.")
        slot = slots.setdefault(line.card_id, {"quantity": 0, "dice": 0})
        slot["quantity"] += line.quantity
        slot["dice"] += line.dice or 0
    document = {
        "name": deck_list.name,
        "format_code": _CODES.get(deck_list.format or "", deck_list.format),
        "description_md": deck_list.notes,
        "slots": slots,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def remarks(deck_list: DeckList) -> tuple[str, ...]:
    """What the site will not know: zones, which follow from the types, and dice that we lack."""
    said = []
    if zones := sorted({line.zone for line in deck_list.lines} - {MAIN_ZONE}):
        said.append(f"the zones {', '.join(zones)} are left out; the types of the cards tell them")
    without = sum(line.quantity for line in deck_list.lines if line.dice is None)
    if without:
        cards = "1 card is" if without == 1 else f"{without:,} cards are"
        said.append(f"{cards} written without dice, since their number is not stated")
    return tuple(said)


READER = DeckReader(NAME, (".json",), claims, read)
WRITER = DeckWriter(
    NAME,
    (".json",),
    frozenset({"card_id", "dice", "name", "game", "format", "notes", "zones as written"}),
    write,
    remarks,
    games=(GAME,),
)
