"""The view of a plain deck from its sum: the draw deck by type, affiliation and colour.

Characters, battlefields and plots are looked at one by one (`looks_at`): there are few, and what
they cost and allow follows from their dice and texts. Of the draw deck the rules need no more than
how many cards there are, whether all go with the team, and whether a title may be there too often.
Where a text or an issue needs more, they look at the cards. No plain deck has a draw card that a
deck may have once only, or a card in another zone than that of its type.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import product
from struct import Struct
from typing import Any

from db.cards.card import Card
from deckcheck.deck import DeckEntry
from deckcheck.games.destiny.cards import (
    AFFILIATIONS,
    COLOURS,
    DRAW_TYPES,
    GRAY,
    NEUTRAL,
    USUAL_LIMIT,
    DestinyCard,
    read_card,
)
from deckcheck.games.destiny.entries import DestinyEntry
from deckcheck.games.destiny.tally import DestinyTally
from deckcheck.games.destiny.zones import DECK, ZONES, zone_for
from deckcheck.games.game import PlainDeck

_TYPES = tuple(f"{kind.lower()}s" for kind in DRAW_TYPES)
_KINDS = tuple(product(AFFILIATIONS, COLOURS))
_FIELDS: tuple[Hashable, ...] = (*_TYPES, *_KINDS, "others")
_ONE = {name: 1 << place * 32 for place, name in enumerate(_FIELDS)}
_UNPACK = Struct(f"<{len(_FIELDS)}I")
_DRAWN = (1 << len(_TYPES) * 32) - 1

_WEIGHTS: dict[tuple[Any, ...], int] = {}
"""The weights of cards by the facts that they depend on; never by the name of a card, since another
catalogue may have another card of that name."""


def weight_of(entry: DeckEntry) -> int:
    """The packed counts of one copy of an entry's card; 0 where no plain deck has the entry."""
    card = entry.card
    if card is None or entry.zone != zone_for(card.type):
        return 0
    if entry.zone != DECK:
        return _ONE["others"]
    facts = card.facts
    if "copies" in facts:  # a limit that the text states, of few cards
        return _weight(card)
    key = card.type, card.side, facts.get("faction"), facts.get("limit")
    weight = _WEIGHTS.get(key)
    if weight is None:
        weight = _WEIGHTS[key] = _weight(card)
    return weight


def _weight(card: Card) -> int:
    """The weight of a draw card."""
    seen = read_card(card)
    kind = seen.affiliation, seen.colour
    if card.type not in DRAW_TYPES or kind not in _ONE or seen.limit < USUAL_LIMIT:
        return 0
    return _ONE[f"{card.type.lower()}s"] + _ONE[kind]


_SEEN: dict[int, tuple[Card, DestinyCard]] = {}
"""The characters, battlefields and plots that were read, by identity, with the cards themselves, so
that no other can take the identity of one; no more than `_MOST_SEEN`."""
_MOST_SEEN = 3_000


def looks_at(entry: DeckEntry) -> bool:
    """Whether an entry is no part of the draw deck."""
    return entry.zone != DECK


def facts_of(entries: Sequence[DeckEntry]) -> Hashable:
    """The cards themselves with their copies and dice: rules may look at all that they are."""
    return tuple([(id(one.card), one.quantity, one.dice) for one in entries])


def fills_main(packed: int) -> bool:
    """Whether a deck of these sums has cards in its draw deck."""
    return packed & _DRAWN > 0


class SummedDestinyTally(DestinyTally):
    """The tally of a plain deck, from the sum of its draw deck and its other cards.

    The deck itself is asked, and counted card by card, only where a rule looks at draw cards.
    """

    def __init__(self, packed: int, most_copies: int, plain: PlainDeck) -> None:
        self._plain = plain
        self._most = most_copies
        self.unknown = self._unknown_draw = self.slack = 0
        self.team, self.battlefields, self.plots = [], [], []
        for entry in plain.closer():
            self._take(entry)
        numbers = dict(zip(_FIELDS, _UNPACK.unpack(packed.to_bytes(_UNPACK.size, "little")), strict=True))
        self._kinds = [kind for kind in _KINDS if numbers[kind]]
        sums = dict.fromkeys(AFFILIATIONS, 0)
        for kind in self._kinds:
            sums[kind[0]] += numbers[kind]
        self.counts = self._counts_with({name: numbers[name] for name in _TYPES}, sums)

    def _read(self, card: Card) -> DestinyCard:
        known = _SEEN.get(id(card))
        if known is None:
            if len(_SEEN) >= _MOST_SEEN:
                _SEEN.clear()
            known = _SEEN[id(card)] = card, read_card(card)
        return known[1]

    def may_exceed_limits(self) -> bool:
        """Whether there may be more copies of a title than its card allows."""
        return self._most > USUAL_LIMIT

    def may_have_outsiders(self) -> bool:
        """Whether there are cards of a side or colour that the team does not have."""
        sides = {NEUTRAL, *(one.listed.seen.affiliation for one in self.team)}
        colours = {GRAY, *(one.listed.seen.colour for one in self.team)}
        return any(side not in sides or colour not in colours for side, colour in self._kinds)

    def misplaced(self) -> Iterator[DestinyEntry]:
        """Yields nothing: all cards stand in the zones of their types."""
        yield from ()

    def __getattr__(self, name: str) -> Any:
        """Makes the lists of cards when one of them is asked for first."""
        if name.startswith("__"):
            raise AttributeError(name)
        DestinyTally.__init__(self, self._plain.deck(), frozenset(ZONES))
        return object.__getattribute__(self, name)
