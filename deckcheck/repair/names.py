"""Names of a deck that are no card for certain: their candidates, and the deck after a choice."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from db.cards.card import Card
from deckcheck.decks.edit import CardChange, LinePlace, places_of
from deckcheck.games.game import Game
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import DeckList


@dataclass(frozen=True, slots=True)
class OpenName:
    """A name that is no card for certain: its copies, and its candidates, the likeliest first.

    Of an ambiguous name these are its versions, of an unknown one cards that are spelt nearly so.
    """

    name: str
    copies: int
    candidates: tuple[Card, ...]
    is_ambiguous: bool


def open_names(
    deck_list: DeckList, resolver: Resolver, find: Callable[[str], Sequence[Card]]
) -> Iterator[OpenName]:
    """Yields the names of a deck list that are no card for certain and may be one, each once."""
    found: dict[str, OpenName] = {}
    for place in _open_places(deck_list, resolver):
        entry = place.entry
        near = (card for name in entry.suggestions for card in find(name))
        candidates = tuple(dict.fromkeys(entry.candidates or near))
        known = found.get(entry.name)
        copies = entry.quantity + (known.copies if known else 0)
        if candidates:
            found[entry.name] = OpenName(entry.name, copies, candidates, bool(entry.candidates))
    yield from found.values()


def named(
    deck_list: DeckList, meant: Mapping[str, Card], resolver: Resolver
) -> tuple[DeckList, tuple[CardChange, ...]]:
    """The deck list with the cards that names mean, and the changes that say so in its file."""
    lines, changes = list(deck_list.lines), list[CardChange]()
    for place in _open_places(deck_list, resolver):
        card = meant.get(place.entry.name)
        if card is None:
            continue
        line, zone = place.line, _zone(place, card, resolver.game)
        lines[place.index] = line._replace(name=card.name, set_code=None, number=None, card_id=None)
        changes.append(CardChange(line.name, place.entry.zone, -line.quantity))
        changes.append(CardChange(card.name, zone, line.quantity, card))
    return replace(deck_list, lines=tuple(lines)), tuple(changes)


def _open_places(deck_list: DeckList, resolver: Resolver) -> Iterator[LinePlace]:
    for place in places_of(deck_list, resolver):
        if place.entry.card is None:
            yield place


def _zone(place: LinePlace, card: Card, game: Game) -> str:
    return game.lists.place(card, place.entry.zone)
