"""The cards and the copies that a query asks for, in order."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from db.cards.card import Card
from db.cards.lookup import Catalogue
from deckcheck.collection.holdings import Collection
from deckcheck.collection.query import (
    HeldCard,
    asks_a_collection,
    asks_for_copies,
    by_card,
    by_holding,
    collection_fields,
)
from deckcheck.errors import SortFieldError
from deckcheck.games import game_codes, get_game
from deckcheck.query import Field, Query, Vocabulary, card_fields, own_fields, parse_query
from deckcheck.query.tree import terms

_Key = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class FoundCards:
    """The cards that a query asks for; `lacks_texts` where it asks for texts and there are none."""

    cards: tuple[Card, ...]
    lacks_texts: bool = False


def query_fields(catalogue: Catalogue) -> tuple[Field, ...]:
    """The fields of a query, with the words of this catalogue for hints."""
    game = get_game(catalogue.game) if catalogue.game in game_codes() else None
    lists = (one.lists for one in game.formats() if one.lists) if game else ()
    words = Vocabulary(
        catalogue.sets(),
        tuple(dict.fromkeys(lists)),
        find_text=lambda text, part: catalogue.find_text(text, part=part),
    )
    if game is None:
        types, sides = catalogue.kinds()
        return card_fields(replace(words, types=types, sides=sides))
    return card_fields(words) if game.search is None else own_fields(game.search, words)


def search_cards(catalogue: Catalogue, query: str, sort: str = "name") -> FoundCards:
    """The cards that a query asks for, also by the copies that are owned, in the order of `sort`.

    Raises `QueryError` and `SortFieldError`.
    """
    fields = (*query_fields(catalogue), *_held_fields(catalogue))
    wanted = parse_query(query, fields)
    keys = sort_keys(sort, fields)
    found = [card for card in _asked_cards(catalogue, wanted) if wanted.matches(card)]
    asks_texts = any(term.field == "text" for term in terms(wanted.root))
    lacks = asks_texts and not catalogue.find_text("")
    return FoundCards(tuple(_sorted(found, keys)), lacks)


def search_collection(
    collection: Collection,
    catalogue: Catalogue,
    query: str = "",
    sort: str | None = None,
    *,
    cards: bool = False,
) -> list[HeldCard]:
    """The owned cards that a query asks for: each holding, or with `cards` each card.

    With `cards`, a query for numbers of copies also finds cards that are not owned.
    """
    fields = (*query_fields(catalogue), *_held_fields(catalogue))
    wanted = parse_query(query, fields)
    held = sorted({holding.key.card_id for holding in collection.holdings})
    if cards and asks_for_copies(wanted):
        all_of = by_card(collection, catalogue.cards())
    elif cards:
        all_of = by_card(collection, catalogue.get_cards(held))
    else:
        all_of = by_holding(collection, catalogue.get_cards(held))
    found = [card for card in all_of if wanted.matches(card)]
    return _sorted(found, sort_keys(sort, fields) if sort else [])


def sort_keys(text: str, fields: Sequence[Field]) -> list[tuple[_Key, bool]]:
    """The keys by which cards are put in order, each with whether it is reversed.

    Raises `SortFieldError`.
    """
    from deckcheck.suggest import suggest

    known = {field.name: field.sort_key for field in fields if field.sort_key}
    words = [part.strip() for part in text.lower().split(",")]
    keys = []
    for word in words:
        name = word.removeprefix("-")
        key = known.get(name)
        if not name or [other.removeprefix("-") for other in words].count(name) > 1:
            found = f"{name!r} stands there twice" if name else "a comma without a field"
            raise SortFieldError(f"{found}; write it like cost,-name")
        if key is None:
            near = suggest(word, {name: name for name in known})
            hint = f". Did you mean {' or '.join(near)}?" if near else f"; use {', '.join(known)}"
            raise SortFieldError(f"{word!r} is no field to sort by{hint}")
        keys.append((key, word.startswith("-")))
    return keys


def _held_fields(catalogue: Catalogue) -> tuple[Field, ...]:
    """The fields that a collection adds, in games of which there can be one."""
    if catalogue.game not in game_codes():
        return ()
    return collection_fields(has_dice=get_game(catalogue.game).collecting.has_dice)


def _asked_cards(catalogue: Catalogue, query: Query) -> Iterable[Card]:
    """All cards, together with the copies that are owned where the query asks for them."""
    if not asks_a_collection(query):
        return catalogue.cards()
    from db.collection.read import read_collection

    collection = Collection(read_collection(catalogue.path, catalogue.game))
    return by_card(collection, catalogue.cards())


def _sorted(cards: list[Any], keys: Sequence[tuple[_Key, bool]]) -> list[Any]:
    for key, reverse in reversed(keys):
        cards.sort(key=key, reverse=reverse)
    return cards
