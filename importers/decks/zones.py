"""Zone headings as people write them, and the zones that they mean."""

from collections.abc import Mapping
from functools import lru_cache

from db.patterns import pattern
from db.texts import words
from importers.decks.deck_format import zone_order
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList

_SUPPLY, _SIDEBOARD, _OUTSIDE = "Supply", "Sideboard", "Outside the game"

ZONE_SPELLINGS: Mapping[str, str] = {
    "deck": MAIN_ZONE,
    "main": MAIN_ZONE,
    "main deck": MAIN_ZONE,
    "maindeck": MAIN_ZONE,
    "main board": MAIN_ZONE,
    "mainboard": MAIN_ZONE,
    "supply": _SUPPLY,
    "supply deck": _SUPPLY,
    "sideboard": _SIDEBOARD,
    "side board": _SIDEBOARD,
    "side deck": _SIDEBOARD,
    "side": _SIDEBOARD,
    "sb": _SIDEBOARD,
    "outside the game": _OUTSIDE,
    "outside game": _OUTSIDE,
    "outside of the game": _OUTSIDE,
    "outside": _OUTSIDE,
}
"""The zones of LackeyCCG's Star Wars plugin, by every spelling in lower case that means one.

A maybeboard, for one, is none of them: such labels stay as written.
"""

_TYPE_WORDS = frozenset(
    words(
        "space ground character unit battle mission trap campaign location equipment resource event "
        "subordinate"
    )
)
_JOINING_WORDS = frozenset({"and", "card"})
_BETWEEN_WORDS = pattern(r"[\s/&,+_-]+")
_COUNTED = pattern(r"(\D*[^\s:\d])[\s:]*(?:\(\s*[0-9]{1,4}(?:\s+cards)?\s*\)|:\s*[0-9]{1,4})\s*:?")


def known_zone(label: str) -> str:
    """The zone that a label means: one of the known zones in its usual spelling, else as written.

    A label of a type, like `Space units`, means a part of the main deck.

    >>> known_zone(" MAIN deck"), known_zone("Reserve"), known_zone("Battles")
    ('Deck', 'Reserve', 'Deck')
    """
    label = label.strip()
    bare = _bare(label)
    return ZONE_SPELLINGS.get(bare) or (MAIN_ZONE if is_type_label(bare) else label)


@lru_cache(maxsize=256)
def is_type_label(label: str) -> bool:
    """Whether a label names card types, under which people list parts of one zone.

    >>> [is_type_label(text) for text in ("Space/Ground units", "Missions", "Reserve", "Cards")]
    [True, True, False, False]
    """
    single = {word.removesuffix("s") for word in _BETWEEN_WORDS.split(_bare(label))}
    return single <= _TYPE_WORDS | _JOINING_WORDS and not single.isdisjoint(_TYPE_WORDS)


def _bare(label: str) -> str:
    """The label in lower case, with single blanks, without the number of cards that it states."""
    counted = _COUNTED.fullmatch(label)
    text = counted.group(1) if counted else label.removesuffix(":")
    return " ".join(text.casefold().replace("_", " ").split())


def lines_by_known_zone(deck_list: DeckList) -> dict[str, list[DeckLine]]:
    """The lines of each zone in the zones' usual spelling; empty zones too.

    >>> lines_by_known_zone(DeckList((), "text", zones=("main", "Supply", "Deck")))
    {'Deck': [], 'Supply': []}
    """
    zones = {known_zone(zone): list[DeckLine]() for zone in zone_order(deck_list)}
    for line in deck_list.lines:
        known = known_zone(line.zone)
        zones[known].append(line._replace(zone=known))
    return zones
