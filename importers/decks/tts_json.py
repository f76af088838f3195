"""Saved objects and games of Tabletop Simulator: the names of the cards in them, or a notebook.

Each card has its name as a nickname. swdestinydb.com writes such files too: a card's description is
then its set and number, before them `elite` for a character with two dice. Where no object is a
card, the list in the notebook or on a notecard is read.
"""

from collections.abc import Iterator
from typing import Any

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import (
    MAX_LINES,
    Confidence,
    DeckReader,
    ListWithin,
    line_problem,
    printable,
    unread,
)
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine, merged
from importers.decks.json_deck import sure_where
from importers.decks.typed_line import states_count
from importers.decks.zones import ZONE_SPELLINGS
from importers.errors import LimitError, MalformedFileError, NoListError

NAME = "tts-json"

_OBJECTS = pattern(r'"ObjectStates"\s*:')
_CARDS, _DECKS = {"Card", "CardCustom"}, {"Deck", "DeckCustom"}
_SITE = "Exported from SWDestinyDB.com"
_PRINTED = pattern(r"(elite )?([A-Za-z0-9]{1,6}) ([0-9]{1,4}[A-Za-z]?)")
_ONE_LINE = 60
_SITE_LOSES = _("swdestinydb.com writes each character once, however many of it are in the deck")


def read(text: str, source: str) -> DeckList | ListWithin:
    """The deck list of a saved object or game; cards without a name are left unread."""
    from importers.decks.json_places import read_placed

    placed = read_placed(text, source)
    objects = placed.data.get("ObjectStates")
    if not isinstance(objects, list):
        raise MalformedFileError(source, _("'ObjectStates' is no list of objects"))
    lines: list[DeckLine] = []
    left: list[UnreadLine] = []
    piles: list[str] = []
    site = _SITE in text
    for index, one in enumerate(objects):
        number = placed.line("ObjectStates", index)
        for thing, zone in _things(one):
            if zone is not None and thing.get("Name") in _DECKS:
                piles.append(zone)
            card = _card(thing, zone or MAIN_ZONE, number, site=site)
            if isinstance(card, UnreadLine):
                left.append(card)
            elif card is not None:
                lines.append(card)
            if len(lines) + len(left) > MAX_LINES:
                raise LimitError(source, _("more than {most:,} cards", most=MAX_LINES), f"{MAX_LINES:,}")
    if not (lines or left):
        return _notebook(placed.data, objects, source)
    if piles.count(MAIN_ZONE) > 1:
        said = _("{count} piles of cards, which may be several decks", count=piles.count(MAIN_ZONE))
        left.append(unread(placed.line("ObjectStates"), "ObjectStates", said))
    found = merged(lines)
    return DeckList(
        found,
        NAME,
        name=_name_of(objects),
        game="destiny" if site else None,
        zones=tuple(dict.fromkeys(line.zone for line in found)),
        unread=tuple(left),
        remarks=(_SITE_LOSES,) if site else (),
    )


def _things(one: Any) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Yields an object and all that are in it, with the zone that the pile around it names."""
    waiting: list[tuple[Any, str | None]] = [(one, None)]
    while waiting:
        thing, zone = waiting.pop()
        if not isinstance(thing, dict):
            continue
        if thing.get("Name") in _DECKS:
            label = str(thing.get("Nickname") or "").strip().casefold()
            zone = ZONE_SPELLINGS.get(label, MAIN_ZONE)
        yield thing, zone
        inner = thing.get("ContainedObjects")
        if isinstance(inner, list):
            waiting.extend((other, zone) for other in reversed(inner))


def _card(thing: dict[str, Any], zone: str, number: int, *, site: bool) -> DeckLine | UnreadLine | None:
    """The card that an object is, why it is not read, or None for any other object."""
    kind = thing.get("Name")
    ids = thing.get("DeckIDs")
    if kind in _DECKS and not thing.get("ContainedObjects") and isinstance(ids, list):
        return unread(number, f"{kind}: {len(ids)} cards", _("a pile of cards without their names"))
    if kind not in _CARDS:
        return None
    name = printable(" ".join(str(thing.get("Nickname") or "").split()))
    described = str(thing.get("Description") or "")
    printed = _PRINTED.fullmatch(described.strip()) if site else None
    elite, set_code, position = printed.groups() if printed else (None, None, None)
    line = DeckLine(1, name, zone, number, set_code, number=position, dice=2 if elite else None)
    problem = line_problem(line)
    return unread(number, f"{kind} {described[:_ONE_LINE]}", problem) if problem else line


def _name_of(objects: list[Any]) -> str | None:
    """The name of the only bag or pile that is saved."""
    only = objects[0] if len(objects) == 1 and isinstance(objects[0], dict) else {}
    if only.get("Name") in _CARDS:
        return None
    return printable(" ".join(str(only.get("Nickname") or "").split())) or None


def _notebook(data: dict[str, Any], objects: list[Any], source: str) -> ListWithin:
    """The list in the notebook or on a notecard; raises an error for none and for several."""
    tabs = data.get("TabStates")
    pages = list(tabs.values()) if isinstance(tabs, dict) else []
    texts = [
        (str(page.get("title") or "a page"), str(page.get("body") or ""))
        for page in pages
        if isinstance(page, dict)
    ]
    cards = [thing for one in objects for thing, _title in _things(one)]
    texts += [
        (str(card.get("Nickname") or "a notecard"), str(card.get("Description") or ""))
        for card in cards
        if card.get("Name") == "Notecard"
    ]
    lists = [
        (title, printable(text))
        for title, text in texts
        if any(states_count(row.strip()) for row in text.split("\n"))
    ]
    if not lists:
        raise NoListError(source, _("a save of Tabletop Simulator without cards or a list"))
    if len(lists) > 1:
        titles = ", ".join(repr(printable(title)[:_ONE_LINE]) for title, _text in lists[:5])
        message = _("several lists: {titles}; copy one of them into a text file", titles=titles)
        raise MalformedFileError(source, message)
    ((title, text),) = lists
    said = _("the list is that of {title!r}", title=title)
    return ListWithin(text, lambda found: found._replace(read_as=NAME, remarks=(*found.remarks, said)))


READER = DeckReader(NAME, (".json",), sure_where(_OBJECTS, Confidence.PROGRAM), read)
