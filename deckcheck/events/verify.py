"""A deck at the table compared with the registered list, card by card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from db.events.values import EventDeck, FrozenCard, StoredEvent
from db.language import gettext as _
from db.sums import summed
from deckcheck.errors import NoRegisteredDeckError
from deckcheck.events.deck_hash import card_counts
from deckcheck.events.frozen import FrozenList, ListFreezer
from deckcheck.events.players import get_player


@dataclass(frozen=True, slots=True)
class CardDifference:
    """A card whose number in the deck differs from the registered list; `what` is the unit."""

    zone: str
    card: str
    registered: int
    found: int
    what: str = "copies"


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a deck check at the table: the registered list, and the differing cards."""

    player: str
    deck: EventDeck
    found_hash: str
    differences: tuple[CardDifference, ...]


def verify_deck(
    database: Path, event: StoredEvent, player: str, path: str, data: bytes, seat: str = ""
) -> Verified:
    """Compares a deck with the list that a player registered, by default the one most like it.

    Raises `PlayerNotFoundError`, and `NoRegisteredDeckError` where there is nothing to compare.
    """
    number = get_player(event.players, player)
    name = event.players[number].name
    decks = [d for d in event.decks.values() if d.player == number and seat in ("", d.seat) and d.cards]
    if not decks:
        what = _("no list for the seat {seat}", seat=seat) if seat else _("no list")
        raise NoRegisteredDeckError(name, _("{what} that can be read is registered", what=what))
    with ListFreezer(database, event.facts) as freezer:
        frozen = freezer.freeze(path, data)
    if frozen.deck is None:
        raise NoRegisteredDeckError(
            name, _("{path} cannot be compared: {error}", path=path, error=frozen.error)
        )
    nearest = min(decks, key=lambda deck: sum(abs(d.found - d.registered) for d in _differ(deck, frozen)))
    return Verified(name, nearest, frozen.hash, tuple(_differ(nearest, frozen)))


def _differ(deck: EventDeck, frozen: FrozenList) -> list[CardDifference]:
    cards = _unequal(card_counts(deck.cards), card_counts(frozen.cards), "copies")
    if cards or not _states_dice(deck.cards) or not _states_dice(frozen.cards):
        return cards
    there, here = (
        summed(((card.zone, card.card or card.name), card.dice or 0) for card in one.cards)
        for one in (deck, frozen)
    )
    return _unequal(there, here, "dice")


def _unequal(
    registered: Mapping[tuple[str, str], int], there: Mapping[tuple[str, str], int], what: str
) -> list[CardDifference]:
    """The cards of which the numbers differ."""
    return [
        CardDifference(zone, name.removeprefix("?"), had, has, what)
        for zone, name in sorted(registered.keys() | there.keys())
        if (had := registered.get((zone, name), 0)) != (has := there.get((zone, name), 0))
    ]


def _states_dice(cards: Sequence[FrozenCard]) -> bool:
    return any(card.dice is not None for card in cards)
