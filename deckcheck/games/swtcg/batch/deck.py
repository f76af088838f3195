"""A deck as arrays, for playing many setups at once."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from deckcheck.errors import TooManyCardsError
from deckcheck.games.swtcg.cards import ARENAS
from deckcheck.games.swtcg.setup.cards import SetupCard, SetupDeck
from deckcheck.games.swtcg.setup.look_ahead import DrawOdds, arena_set, draw_odds
from deckcheck.games.swtcg.setup.rules import LOCATION, UNIT

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

NUMBER_BITS = 14
MOST_CARDS = 1 << NUMBER_BITS
"""More different cards than this have no place in the keys by which moves are compared."""


@dataclass(frozen=True, slots=True)
class BatchDeck:
    """Tables by card number; the last row, `nothing`, stands for a place without a card.

    `person` and `version` number the unique units; cards that are not unique have the number that
    is one too high, and so has `nothing`. `arenas` are bits, as in `look_ahead`; `is_plain` marks
    what is built and is neither unit nor Location; it and `location_arenas` leave out what has no
    fixed cost. `is_free` says whether any card can be deployed without a counter. `preference` is
    the part of the key by which moves are compared that depends on the card alone: the dearer
    first, then the lower number.
    """

    deck: SetupDeck
    unshuffled: NDArray[np.uint16]
    cost: Ints
    preference: Ints
    arenas: Ints
    fights_in: tuple[Bools, ...]
    can_be_put: Bools
    can_be_partial: Bools
    can_be_discarded: Bools
    is_unit: Bools
    is_plain: Bools
    location_arenas: Ints
    person: Ints
    version: Ints
    persons: int
    versions: int
    has_stacks: bool
    is_free: bool
    odds: DrawOdds

    @property
    def nothing(self) -> int:
        """The number of no card."""
        return len(self.deck.cards)


def key_of(added: int, number: int) -> int:
    """The key of a put that adds so much, before the arena and way: more is better."""
    return (added << NUMBER_BITS) + MOST_CARDS - 1 - number


def can_be_batched(deck: SetupDeck) -> bool:
    """Whether the tables fit: few enough different cards, and the usual setup, without texts."""
    return len(deck.cards) < MOST_CARDS and not deck.rules.texts


def make_batch_deck(deck: SetupDeck) -> BatchDeck:
    """The tables of a deck; raises `TooManyCardsError` beyond 16,384 different cards."""
    if len(deck.cards) >= MOST_CARDS:
        raise TooManyCardsError(len(deck.cards), MOST_CARDS)
    persons = _numbered([card.person for card in deck.cards])
    versions = _numbered([card.version for card in deck.cards])
    rules = deck.rules
    return BatchDeck(
        # Processes are sent this, and a catalogue's cards cannot be sent.
        replace(deck, entries=()),
        np.repeat(np.arange(len(deck.cards), dtype=np.uint16), deck.counts),
        _table(deck, lambda card: card.cost or 0),
        _table(deck, lambda card: key_of(card.cost or 0, card.number)),
        _table(deck, lambda card: arena_set(card.arenas) if card.kind == UNIT else 0),
        tuple(_fights_in(deck, arena) for arena in ARENAS),
        _table(deck, lambda card: card.can_be_put) > 0,
        _table(deck, lambda card: card.kind in rules.partial and card.cost is not None) > 0,
        _table(deck, lambda card: card.kind in rules.discardable) > 0,
        _table(deck, lambda card: card.kind == UNIT) > 0,
        _table(deck, lambda card: _is_built(deck, card) and card.kind not in {UNIT, LOCATION}) > 0,
        _table(deck, lambda card: _location_arenas(deck, card)),
        _table(deck, lambda card: persons.get(card.person, len(persons)), len(persons)),
        _table(deck, lambda card: versions.get(card.version, len(versions)), len(versions)),
        len(persons),
        len(versions),
        len(versions) > len(persons),
        rules.least_counters == 0 and any(_is_built(deck, c) and not c.cost for c in deck.cards),
        draw_odds(deck),
    )


def _fights_in(deck: SetupDeck, arena: str) -> Bools:
    return _table(deck, lambda card: card.kind == UNIT and arena in card.arenas) > 0


def _is_built(deck: SetupDeck, card: SetupCard) -> bool:
    """Whether the card can be built in a turn."""
    return card.kind in deck.rules.buildable and card.cost is not None


def _location_arenas(deck: SetupDeck, card: SetupCard) -> int:
    return arena_set(card.arenas) if card.kind == LOCATION and _is_built(deck, card) else 0


def _numbered(names: "list[str | None]") -> "dict[str | None, int]":
    return {name: number for number, name in enumerate(dict.fromkeys(n for n in names if n is not None))}


def _table(deck: SetupDeck, fact: Callable[[SetupCard], int], nothing: int = 0) -> Ints:
    return np.array([*(fact(card) for card in deck.cards), nothing], dtype=np.int64)
