"""The query language asked of a collection: fields for copies and where they are."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from db.cards.card import Card
from db.cards.names import normal_form
from db.collection.holdings import CONDITIONS, Holding
from db.language import gettext as _
from deckcheck.collection.holdings import Collection, Counts
from deckcheck.query import Field, Query
from deckcheck.query.fields import Made, make_fields
from deckcheck.query.kinds import ANY, EQUAL, NONE, UnfitError, near, number_test, word_test
from deckcheck.query.tree import Test, terms
from importers.collections.sheet_words import read_condition, read_language

COUNTED = ("owned", "reserved", "free", "wanted", "trade", "dice")
"""The fields that ask how many copies there are: cards of which there are none may match too."""

PLACES = ("location", "condition", "language", "finish")
"""The fields that differ between holdings of one printing."""

_NO_COUNTS = Counts()


@dataclass(frozen=True, slots=True, eq=False)
class HeldCard(Card):
    """A card together with copies of it: those of one holding, or all."""

    holdings: tuple[Holding, ...] = ()
    counts: Counts = _NO_COUNTS


_CARD_FIELDS = tuple(field.name for field in fields(Card))


def held_card(card: Card, holdings: Sequence[Holding], counts: Counts) -> HeldCard:
    """The card with copies of it."""
    values = {name: getattr(card, name) for name in _CARD_FIELDS}
    return HeldCard(**values, holdings=tuple(holdings), counts=counts)


def by_holding(collection: Collection, cards: Iterable[Card]) -> Iterator[HeldCard]:
    """Yields the card of every holding, as if it had only the printing that is held."""
    known = {card.id: card for card in cards}
    shown: dict[tuple[int, int | None], dict[str, Any]] = {}  # many holdings are of one printing
    for holding in collection.holdings:
        card, ident = known[holding.key.card_id], holding.key.printing_id
        values = shown.get((holding.key.card_id, ident))
        if values is None:
            only = only_printing(card, ident)
            values = {name: getattr(only, name) for name in _CARD_FIELDS}
            shown[holding.key.card_id, ident] = values
        yield HeldCard(**values, holdings=(holding,), counts=collection.counts(card))


def by_card(collection: Collection, cards: Iterable[Card]) -> Iterator[HeldCard]:
    """Yields every card with all copies of it, perhaps none."""
    for card in cards:
        yield held_card(card, collection.held(card), collection.counts(card))


def only_printing(card: Card, ident: int | None) -> Card:
    """The card as if it had only the printing of that id; none where the printing is unknown."""
    printings = tuple(one for one in card.printings if one.id == ident)
    return replace(card.as_printed(printings[0]) if printings else card, printings=printings)


def asks_a_collection(query: Query) -> bool:
    """Whether a query asks for anything of a collection."""
    known = {field.name for field in collection_fields(has_dice=True)}
    return any(term.field in known for term in terms(query.root))


def asks_for_copies(query: Query) -> bool:
    """Whether a query asks how many copies there are, so that cards without any may match."""
    return any(term.field in COUNTED for term in terms(query.root))


def collection_fields(*, has_dice: bool = False) -> tuple[Field, ...]:
    """The fields that a collection adds to those of cards; `dice` where its cards have them.

    >>> [field.name for field in collection_fields()][:3]
    ['owned', 'reserved', 'free']
    """
    counted = COUNTED if has_dice else COUNTED[:-1]
    made: dict[str, Made] = {
        **{name: _count(name) for name in counted},
        **{name: (word_test(_of_holdings(name)), _first(name)) for name in PLACES},
        "condition": (_condition_test, _first("condition")),
        "language": (_language_test, _first("language")),
    }
    return make_fields("collection", made, conditions=", ".join(CONDITIONS))


def _count(name: str) -> Made:
    attribute = "for_trade" if name == "trade" else name

    def read(card: Card) -> int:
        counts = card.counts if isinstance(card, HeldCard) else _NO_COUNTS
        return int(getattr(counts, attribute))

    return number_test(lambda card: (read(card),)), read


def _of_holdings(name: str) -> Callable[[Card], Iterable[str]]:
    def read(card: Card) -> Iterable[str]:
        holdings = card.holdings if isinstance(card, HeldCard) else ()
        return (getattr(holding.key, name) for holding in holdings)

    return read


def _first(name: str) -> Callable[[Card], Any]:
    read = _of_holdings(name)
    return lambda card: min(read(card), default="")


def _condition_test(operator: str, value: str) -> Test:
    read, wanted = _of_holdings("condition"), normal_form(value)
    if operator in EQUAL and wanted in (ANY, NONE):
        return lambda card: any(read(card)) is (wanted == ANY)
    code = read_condition(value)
    if code not in CONDITIONS:
        expected = _(
            "one of {conditions}, any or none",
            conditions=", ".join(f"{c} ({w})" for c, w in CONDITIONS.items()),
        )
        raise UnfitError(expected, near(value, dict.fromkeys(map(normal_form, CONDITIONS.values()))))
    grades = list(CONDITIONS)
    place = grades.index(code)
    # Better conditions stand first, and compare as greater.
    fitting = {
        "<": grades[place + 1 :],
        "<=": grades[place:],
        ">": grades[:place],
        ">=": grades[: place + 1],
    }.get(operator, [code])
    return lambda card: any(condition in fitting for condition in read(card))


def _language_test(_operator: str, value: str) -> Test:
    read, wanted = _of_holdings("language"), normal_form(value)
    if wanted in (ANY, NONE):
        return lambda card: any(read(card)) is (wanted == ANY)
    code = read_language(value)
    return lambda card: code in read(card)
