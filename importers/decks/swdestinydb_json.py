"""Decks of swdestinydb.com as JSON: slots by the code of the card, with cards and dice.

{"name": ..., "slots": {"01001": {"quantity": 1, "dice": 2}, ...}}; a card is known by its code
alone, so its code stands for its name until it is looked up. Where several copies of a character
are in a team, `dices` has the dice of each of them, like "2,1,1", and `dice` counts nothing.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import Confidence, DeckReader, DeckWriter, line_problem, printable, unread
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from importers.decks.json_deck import note_lines, read_fact, read_quantity, shown, sure_where
from importers.errors import MalformedFileError, UnwritableDeckError

NAME = "swdestinydb-json"
GAME = "destiny"

_KEY = pattern(r'"(?=([^"]*)"\s*:)')
"""The quote before a key, with the key; a quote may end one text and begin the next key."""
_SLOTS = pattern(r'"slots"\s*:\s*\{')
_FORMATS = {"STD": "standard", "TRI": "trilogy", "INF": "infinite"}
_CODES = {name: code for code, name in _FORMATS.items()}
_SLOT_KEYS = {"quantity", "dice", "dices"}
_USUAL_KEYS = ("quantity", "dice")
_MOST_SLOTS = 20_000
_MOST_COPIES = 99
_CODE = pattern(r"\"[0-9]{5,6}[A-Z]?\"")
_TAKEN = {"name", "slots", "format_code", "description_md"}


def read(text: str, source: str) -> DeckList:
    """The deck list of a deck of swdestinydb.com; its other facts go to notes."""
    from importers.decks.json_places import read_placed

    placed = read_placed(text, source)
    data = placed.data
    slots = data.get("slots")
    if not isinstance(slots, dict):
        raise MalformedFileError(source, _("no object 'slots' of cards by their codes"))
    lines: list[DeckLine] = []
    left: list[UnreadLine] = []
    places = _key_places(text)
    for code, slot in slots.items():
        number = _line_of(code, text, places, placed.line("slots"))
        cards = _read_known_slot(code, slot, number)
        if isinstance(cards, str):
            left.append(unread(number, f"{code}: {shown(slot)}", cards))
        else:
            lines.extend(cards)
    left += [
        unread(placed.line(key), f"{key}: {shown(value)}", _("more codes of cards beside the slots"))
        for key, value in data.items()
        if key not in _TAKEN and isinstance(value, list | dict) and _CODE.search(shown(value))
    ]
    code, described = (read_fact(data, key, source) for key in ("format_code", "description_md"))
    return DeckList(
        lines=tuple(lines),
        read_as=NAME,
        name=read_fact(data, "name", source),
        game=GAME,
        format=_FORMATS.get(code or "", code),
        zones=(MAIN_ZONE,) if lines else (),
        unread=tuple(sorted(left, key=lambda entry: entry.line)),
        notes="\n".join(filter(None, (described, *note_lines(data, _TAKEN)))) or None,
    )


def _key_places(text: str) -> dict[str, int]:
    """The place at which each text in quotes before a colon stands first."""
    places: dict[str, int] = {}
    for found in _KEY.finditer(text):
        places.setdefault(found[1], found.start())
    return places


def _line_of(code: str, text: str, places: Mapping[str, int], otherwise: int) -> int:
    """The line on which a slot stands; that of the slots where its key is written with escapes."""
    place = places.get(code)
    return otherwise if place is None else text.count("\n", 0, place) + 1


def _read_known_slot(code: str, slot: Any, number: int) -> Sequence[DeckLine] | str:
    """The cards of a slot by `read_slot`; usual ones are kept, since decks share them."""
    if isinstance(slot, dict) and tuple(slot) == _USUAL_KEYS:
        quantity, dice = slot.values()
        if type(quantity) is int and type(dice) is int:  # True and 1.0 are keys equal to 1
            return _read_usual_slot(code, quantity, dice, number)
    return read_slot(code, slot, number)


@lru_cache(maxsize=_MOST_SLOTS)
def _read_usual_slot(code: str, quantity: int, dice: int, number: int) -> tuple[DeckLine, ...] | str:
    found = read_slot(code, {"quantity": quantity, "dice": dice}, number)
    return found if isinstance(found, str) else tuple(found)


def read_slot(code: str, slot: Any, number: int) -> list[DeckLine] | str:
    """The cards of a slot, or what is wrong with it.

    They are two lines only where their dice differ by more than one.
    """
    if not isinstance(slot, dict):
        return _("no object with quantity and dice")
    if unknown := slot.keys() - _SLOT_KEYS:
        return _("the unknown key {unknown!r}", unknown=min(unknown)[:40])
    numbers = _read_numbers(slot)
    if isinstance(numbers, str):
        return numbers
    quantity, dice, each = numbers
    plain = printable(code)
    card = DeckLine(quantity, plain, MAIN_ZONE, number, card_id=plain, dice=dice)
    return line_problem(card) or (_with_dice(card, each) if each else [card])


def _read_numbers(slot: dict[str, Any]) -> tuple[int, int | None, list[int]] | str:
    """Quantity, dice, and the dice of each copy where they are stated; or what is wrong."""
    quantity = read_quantity(slot.get("quantity"))
    dice = None if slot.get("dice") is None else read_quantity(slot["dice"])
    each = _read_dices(slot.get("dices"))
    if isinstance(dice, str):
        dice_problem = dice.replace("the count", "the number of dice")
        return quantity if isinstance(quantity, str) else dice_problem
    if isinstance(quantity, str) or isinstance(each, str):
        return quantity if isinstance(quantity, str) else str(each)
    if each and (len(each) != quantity or dice not in {None, quantity, sum(each)}):
        counted = _("{slot!r} has the dice of {count}", slot=slot["dices"], count=len(each))
        return _(
            "the quantity is {quantity} with {dice} dice, but 'dices': {counted}",
            quantity=quantity,
            dice=dice,
            counted=counted,
        )
    return quantity, dice, each


def _read_dices(value: Any) -> list[int] | str:
    """The dice of each copy, from a text like "2,1,1" or a list; or what is wrong with it.

    >>> _read_dices("2,1,1"), _read_dices(None)
    ([2, 1, 1], [])
    """
    parts = value.split(",") if isinstance(value, str) and value.strip() else value or []
    if not isinstance(parts, list) or len(parts) > _MOST_COPIES:
        return _("'dices' is {shown}, expected the dice of each copy like '2,1'", shown=shown(value)[:40])
    found = [read_quantity(part) for part in parts]
    if any(isinstance(dice, str) or not 0 <= dice <= _MOST_COPIES for dice in found):
        return _("'dices' is {shown}, expected the dice of each copy like '2,1'", shown=shown(value)[:40])
    return [dice for dice in found if isinstance(dice, int)]


def _with_dice(card: DeckLine, each: list[int]) -> list[DeckLine]:
    """The line with the dice of each copy; where a total does not tell them, one line a number."""
    if max(each) - min(each) <= 1:
        return [card._replace(dice=sum(each))]
    numbers = sorted(set(each), reverse=True)
    return [card._replace(quantity=each.count(n), dice=n * each.count(n)) for n in numbers]


def write(deck_list: DeckList) -> str:
    """The deck list as swdestinydb.com gives it; every card must have its code."""
    import json

    slots: dict[str, dict[str, Any]] = {}
    for code, lines in _by_code(deck_list).items():
        slots[code] = slot_of(lines)
    document = {
        "name": deck_list.name,
        "format_code": _CODES.get(deck_list.format or "", deck_list.format),
        "description_md": deck_list.notes,
        "slots": slots,
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _by_code(deck_list: DeckList) -> dict[str, list[DeckLine]]:
    found: dict[str, list[DeckLine]] = {}
    for line in deck_list.lines:
        if line.card_id is None:
            named = _("the card {name!r} whose code is not known", name=line.name)
            raise UnwritableDeckError(NAME, named, _("Choose the format json."))
        found.setdefault(line.card_id, []).append(line)
    return found


def slot_of(lines: list[DeckLine]) -> dict[str, Any]:
    """The slot of the lines of one card; with the dice of each copy where some have several."""
    quantity, dice = sum(line.quantity for line in lines), sum(line.dice or 0 for line in lines)
    is_listed = 1 < quantity <= _MOST_COPIES
    each = sorted((d for line in lines for d in _dice_of_each(line)), reverse=True) if is_listed else [0]
    if each[0] <= 1:
        return {"quantity": quantity, "dice": dice}
    return {"quantity": quantity, "dice": quantity, "dices": ",".join(map(str, each))}


def _dice_of_each(line: DeckLine) -> list[int]:
    each, more = divmod(line.dice or 0, line.quantity)
    return [each + 1] * more + [each] * (line.quantity - more)


def remarks(deck_list: DeckList) -> tuple[str, ...]:
    """The facts that the site does not get: zones, which follow from types, and missing dice."""
    said = []
    if zones := sorted({line.zone for line in deck_list.lines} - {MAIN_ZONE}):
        said.append(
            _("the zones {zones} are left out; the types of the cards tell them", zones=", ".join(zones))
        )
    without = sum(line.quantity for line in deck_list.lines if line.dice is None)
    if without:
        cards = _("1 card is") if without == 1 else _("{without:,} cards are", without=without)
        said.append(_("{cards} written without dice, since their number is not stated", cards=cards))
    return tuple(said)


READER = DeckReader(NAME, (".json",), sure_where(_SLOTS, Confidence.HEAD), read)
WRITER = DeckWriter(
    NAME,
    (".json",),
    frozenset({"card_id", "dice", "name", "game", "format", "notes", _("zones as written")}),
    write,
    remarks,
    games=(GAME,),
)
