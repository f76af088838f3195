"""The cards and printings of a catalogue as a sheet asks for them; few rows read only their own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from db.cards.card import Card, Printing
from db.cards.lookup import Catalogue
from db.cards.names import normal_form, number_key
from db.sums import gathered

Pair = tuple[Card, Printing]
"""A printing with its card."""

_FEW = 500
"""Up to so many names are asked for, in one question; for more the whole catalogue is read."""


class PrintingLookup:
    """Looks printings up by name, number, image key and id; a `key` is a name in normal form."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._found: dict[str, tuple[Sequence[Pair], Card | None]] = {}

    def read(self, names: Iterable[str]) -> None:
        """Reads the cards of names that will be asked for."""
        wanted = set(names)
        if len(wanted) > _FEW:
            self._catalogue.load_all()
        else:
            self._catalogue.look_up(wanted)

    def named(self, key: str) -> Sequence[Pair]:
        """The printings of that name."""
        return self._look_up(key)[0]

    def card(self, key: str) -> Card | None:
        """The card of that name."""
        return self._look_up(key)[1]

    def called(self, name: str) -> Sequence[Card]:
        """The card of that name, or the cards that have it in another language."""
        card = self.card(normal_form(name))
        return (card,) if card else self._catalogue.find_translated(name)

    def _look_up(self, key: str) -> tuple[Sequence[Pair], Card | None]:
        if key not in self._found:
            cards = self._catalogue.find_cards(key)
            self._found[key] = (
                [pair for card in cards for pair in _pairs(card) if normal_form(pair[1].name) == key],
                next((card for card in cards if normal_form(card.name) == key), None),
            )
        return self._found[key]

    def containing(self, part: str) -> Iterator[Pair]:
        """Yields the printings in whose name a text stands, those of one name together."""
        for key, pairs in self._by_name.items():
            if part in key:
                yield from pairs

    def at(self, code: str, number: str) -> Sequence[Pair]:
        """The printings that have this number in a set."""
        return self._by_place.get((code, number), ())

    def printing(self, ident: int) -> Pair | None:
        """The printing that the store knows by this number."""
        return self._by_id.get(ident)

    def card_by_id(self, ident: int) -> Card | None:
        """The card that the store knows by this number."""
        return self._cards_by_id.get(ident)

    @cached_property
    def _by_name(self) -> Mapping[str, Sequence[Pair]]:
        return gathered((normal_form(pair[1].name), pair) for pair in self._every())

    @cached_property
    def _by_place(self) -> Mapping[tuple[str, str], Sequence[Pair]]:
        return gathered(
            ((one.set_code, number_key(one.number)), (card, one)) for card, one in self._every() if one.number
        )

    @cached_property
    def _by_id(self) -> Mapping[int, Pair]:
        return {pair[1].id: pair for pair in self._every() if pair[1].id is not None}

    @cached_property
    def _cards_by_id(self) -> Mapping[int, Card]:
        return {card.id: card for card in self._catalogue.cards() if card.id is not None}

    def _every(self) -> Iterator[Pair]:
        return (pair for card in self._catalogue.cards() for pair in _pairs(card))


def _pairs(card: Card) -> list[Pair]:
    return [(card, printing) for printing in card.printings]
