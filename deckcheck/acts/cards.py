"""Acts on cards: searched, looked up, shown and checked."""

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from db.cards.card import Card, CardSet
from db.cards.lookup import Catalogue
from db.cards.names import set_form
from db.clock import today
from db.errors import CardNotFoundError
from db.language import gettext as _
from deckcheck.acts.database import Database, FilePath
from deckcheck.errors import AmbiguousCardError
from deckcheck.games import get_game
from deckcheck.games.faces import CardFace, face
from deckcheck.games.game import Game
from deckcheck.show.picked import picked
from deckcheck.show.wording import bring_in_cards
from deckcheck.suggest import suggest

if TYPE_CHECKING:
    from deckcheck.collection.search import FoundCards
    from deckcheck.judge.card_page import CardPage
    from deckcheck.judge.legality import FormatLegality
    from deckcheck.sources.lint import LintResult


class CardsOfName(NamedTuple):
    """The cards that a name may mean, in order of names; `suggestions` are near names where there is none.

    `renamed` says that it is an old name of the card.
    """

    cards: "tuple[Card, ...]"
    suggestions: tuple[str, ...] = ()
    renamed: bool = False


def search(
    database: Database,
    query: str = "",
    *,
    sort: str | None = None,
    like: str | None = None,
    on: date | None = None,
    game: str | None = None,
) -> "tuple[Card, ...]":
    """The cards that a query asks for, by name or in the order of `sort`.

    With `like`, the name of a card, the most alike come first; `on` is the day whose formats are
    asked. Raises `QueryError` for a query, and `SortFieldError` for an order, that make no sense.
    """
    return find_cards(database, query, sort=sort, like=like, on=on, game=game).cards


def find_cards(
    database: Database,
    query: str = "",
    *,
    sort: str | None = None,
    like: str | None = None,
    on: date | None = None,
    game: str | None = None,
) -> "FoundCards":
    """The cards of a search, with their distances from `like` and what of the answer is unsure."""
    from deckcheck.collection.search import search_cards

    alike = None if like is None else card(database, like, game=game)
    return search_cards(database.catalogue(game), query, sort, like=alike, day=on)


def card(database: Database, name: str, *, game: str | None = None) -> "Card":
    """The card of that name, also of an old name or without a version that is the only one.

    Raises `AmbiguousCardError` where it may be several, and `CardNotFoundError`.
    """
    return the_card(database.catalogue(game), name)


def faces(database: Database, names: Iterable[str], *, game: str | None = None) -> "tuple[CardFace, ...]":
    """The faces of cards by their full names, as they are drawn on the page and on proxies."""
    catalogue = database.catalogue(game)
    played = get_game(catalogue.game)
    return tuple(face(played, the_card(catalogue, name)) for name in names)


def the_card(catalogue: "Catalogue", name: str) -> "Card":
    """The one card that a name means; raises `AmbiguousCardError` and `CardNotFoundError`."""
    named = _named(catalogue, name)
    if len(named.cards) > 1:
        raise AmbiguousCardError(name, [one.name for one in named.cards])
    if not named.cards:
        raise CardNotFoundError(name, named.suggestions)
    return named.cards[0]


def cards_of_name(database: Database, name: str, *, game: str | None = None) -> CardsOfName:
    """All cards that a name may mean, or the names that are near it."""
    return _named(database.catalogue(game), name)


def _named(catalogue: "Catalogue", name: str) -> CardsOfName:
    from deckcheck.query.facts import name_key

    result = tuple(sorted(catalogue.find_called(name), key=name_key))
    if not result:
        return CardsOfName((), suggest(name, catalogue.names(), catalogue.translated_names()))
    return CardsOfName(result, renamed=result == (catalogue.find_alias(name),))


def other_game(database: Database, name: str, *, game: str | None = None) -> "Game | None":
    """Another game that has a card of this name, None where there is none."""
    from deckcheck.judge.other_games import OtherGames

    code = OtherGames(database.catalogue(game)).game_of([name])
    return get_game(code) if code else None


def card_page(
    database: Database, name: str, *, game: str | None = None, on: date | None = None
) -> "CardPage":
    """A card with its words, other names and versions, and its legality in each format.

    `on` is the day of the legality, by default today. Raises as `card` does.
    """
    from deckcheck.judge.card_page import card_page

    day = on or today()
    return card_page(database.catalogue(game), card(database, name, game=game), day)


def legality(database: Database, cards: "Sequence[Card]") -> "tuple[tuple[FormatLegality, ...], ...]":
    """The status of each of some cards of the database's game today, in each format of it."""
    from deckcheck.judge.card_page import legality_on

    return legality_on(database.catalogue(), cards, today())


def lacking_cards(database: Database, game: str) -> str | None:
    """The advice for a game of which there are no cards in the database; None where there are."""
    if database.catalogue(game).sets():
        return None
    return _(
        "there are no cards of {name} in the database; {bring_in_cards}",
        name=get_game(game).name,
        bring_in_cards=bring_in_cards(game),
    )


def longest_name() -> int:
    """The number of characters that a name of a card has at most."""
    from importers.decks.deck_format import MAX_NAME

    return MAX_NAME


def lint(
    database: Database,  # noqa: ARG001 - an act as all others
    *paths: FilePath,
    accept: FilePath | None = None,
    texts: bool = False,
) -> "LintResult":
    """Card lists, and files of any card source, checked for slips.

    Findings that the file `accept` lists are left out. With `texts`, card texts that may be about
    building decks are named too.
    """
    from deckcheck.sources.lint import lint_paths

    known = None if accept is None else Path(accept)
    return lint_paths([Path(one) for one in paths], known, texts=texts)


def sets(database: Database, game: str | None = None, words: str = "") -> "tuple[CardSet, ...]":
    """The sets of a game in order, each with the number of its printings.

    With words those with this code, or with the words in their names.
    """
    wanted, known = set_form(words), database.catalogue(game).sets()
    by_code = tuple(one for one in known if wanted == set_form(one.code))
    return by_code or tuple(one for one in known if wanted in set_form(one.name))


def sets_document(sets: "Iterable[CardSet]") -> dict[str, Any]:
    """The sets as `deckcheck.sets/1`."""
    return {
        "schema": "deckcheck.sets/1",
        "sets": [picked(one, "game code name cards publisher") for one in sets],
    }
