"""The cards of a zone as they are played: each different one once, with a name of its own."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from db.language import ngettext
from deckcheck.deck import Deck, DeckEntry


@dataclass(frozen=True, slots=True)
class ZoneCard:
    """A card of a zone: its name in the log, an entry that it stands for, and its copies."""

    name: str
    entry: DeckEntry
    copies: int


def zone_cards(deck: Deck, zones: Iterable[str]) -> tuple[ZoneCard, ...]:
    """The different cards of some zones, in the order of the deck list, those of one name as one.

    They go by their names in the deck list; where that is the name of several cards, such as a
    title without its subtitle, by the cards' own names.
    """
    wanted = frozenset(zones)
    together: dict[tuple[str, str | None], tuple[DeckEntry, int]] = {}
    for entry in deck.entries:
        if entry.zone in wanted and entry.quantity > 0:
            key = (entry.name, None if entry.card is None else entry.card.name)
            first, copies = together.get(key, (entry, 0))
            together[key] = (first, copies + entry.quantity)
    uses = Counter(name for name, _ in together)
    result: dict[str, ZoneCard] = {}
    for (name, card), (entry, copies) in together.items():
        own = card if uses[name] > 1 and card is not None else name
        known = result.get(own)
        result[own] = ZoneCard(own, entry, copies + (known.copies if known else 0))
    return tuple(result.values())


def zone_notes(deck: Deck, zones: Iterable[str], pile: str) -> Iterator[str]:
    """Yields notes that players need before trusting the figures: unknown cards, unread lines."""
    wanted = frozenset(zones)
    unknown = sum(e.quantity for e in deck.entries if e.card is None and e.zone in wanted)
    if unknown:
        yield ngettext(
            "{number} card is unknown or ambiguous: in the {pile}, never played",
            "{number} cards are unknown or ambiguous: in the {pile}, never played",
            unknown,
            pile=pile,
        )
    if deck.unread:
        yield unread_note(len(deck.unread))


def unread_note(lines: int) -> str:
    """The note on lines that could not be read."""
    return ngettext(
        "{number} line could not be read: its cards are missing",
        "{number} lines could not be read: their cards are missing",
        lines,
    )
