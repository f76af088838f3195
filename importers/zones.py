"""Zone headings as people write them, and the zones that they mean."""

import re
from dataclasses import replace

from importers.deck_format import zone_order
from importers.deck_list import MAIN_ZONE, DeckLine, DeckList

_KNOWN = {
    "deck": MAIN_ZONE,
    "main": MAIN_ZONE,
    "main deck": MAIN_ZONE,
    "maindeck": MAIN_ZONE,
    "mainboard": MAIN_ZONE,
    "supply": "Supply",
    "sideboard": "Sideboard",
    "side board": "Sideboard",
    "outside the game": "Outside the game",
}
_COUNTED = re.compile(
    r"(\D*[^\s:\d])[\s:]*(?:\(\s*[0-9]{1,4}(?:\s+cards)?\s*\)|:\s*[0-9]{1,4})\s*:?"
)


def known_zone(label: str) -> str:
    """The zone that a label means: one of the known zones in its usual spelling, else as written.

    >>> known_zone(" MAIN deck"), known_zone("Reserve")
    ('Deck', 'Reserve')
    """
    label = label.strip()
    return _KNOWN.get(" ".join(label.casefold().split()), label)


def find_heading(text: str) -> str | None:
    """The zone of a heading line, or None where the line is no heading.

    A heading is a label with a colon or in square brackets, or the bare label of a known zone;
    a known zone may state how many cards it has.

    >>> [find_heading(text) for text in ("Supply:", "[Reserve]", "sideboard", "Deck (60)", "Yoda")]
    ['Supply', 'Reserve', 'Sideboard', 'Deck', None]
    """
    text = text.strip()
    counted = _COUNTED.fullmatch(text)
    bare = " ".join((counted.group(1) if counted else text.removesuffix(":")).casefold().split())
    if bare in _KNOWN:
        return _KNOWN[bare]
    if text.startswith("[") and text.endswith("]"):
        return known_zone(text[1:-1]) or None
    if text.endswith(":"):
        return known_zone(text[:-1]) or None
    return None


def lines_by_known_zone(deck_list: DeckList) -> dict[str, list[DeckLine]]:
    """The lines of each zone in the zones' usual spelling; empty zones too.

    >>> lines_by_known_zone(DeckList((), "text", zones=("main", "Supply", "Deck")))
    {'Deck': [], 'Supply': []}
    """
    zones = {known_zone(zone): list[DeckLine]() for zone in zone_order(deck_list)}
    for line in deck_list.lines:
        known = known_zone(line.zone)
        zones[known].append(replace(line, zone=known))
    return zones
