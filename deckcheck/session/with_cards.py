"""The part of a session for cards."""

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from db.arguments import checked
from db.cards.card import Card, CardSet
from db.cards.lookup import Catalogue
from db.errors import CardNotFoundError
from deckcheck.acts.database import Database, FilePath
from deckcheck.collection.search import search_cards
from deckcheck.errors import AmbiguousCardError
from deckcheck.query.facts import name_key

if TYPE_CHECKING:
    from deckcheck.judge.card_page import CardPage
    from deckcheck.sources.lint import LintResult


@checked
class WithCards(Database):
    """Cards searched, looked up, shown and checked."""

    def search(
        self,
        query: str = "",
        *,
        sort: str | None = None,
        like: str | None = None,
        on: date | None = None,
        game: str | None = None,
    ) -> tuple[Card, ...]:
        """The cards that a query asks for, by name or in the order of `sort`.

        With `like`, the name of a card, the most alike come first; `on` is the day whose formats
        are asked. Raises `QueryError` for a query, and `SortFieldError` for an order, that make no
        sense.
        """
        card = None if like is None else self.card(like, game=game)
        return search_cards(self.catalogue(game), query, sort, like=card, day=on).cards

    def card(self, name: str, *, game: str | None = None) -> Card:
        """The card of that name, also of an old name or without a version that is the only one.

        Raises `AmbiguousCardError` where it may be several, and `CardNotFoundError`.
        """
        return the_card(self.catalogue(game), name)

    def card_page(self, name: str, *, game: str | None = None, on: date | None = None) -> "CardPage":
        """A card with its words, other names and versions, and its legality in each format.

        `on` is the day of the legality, by default today. Raises as `card` does.
        """
        from deckcheck.judge.card_page import card_page

        day = on or date.today()  # noqa: DTZ011 - the user's own day is meant
        return card_page(self.catalogue(game), self.card(name, game=game), day)

    def lint(self, *paths: FilePath, accept: FilePath | None = None, texts: bool = False) -> "LintResult":
        """Card lists, and files of any card source, checked for slips.

        Findings that the file `accept` lists are left out. With `texts`, card texts that may be
        about building decks are named too.
        """
        from deckcheck.sources.lint import lint_paths

        known = None if accept is None else Path(accept)
        return lint_paths([Path(one) for one in paths], known, texts=texts)

    def sets(self, game: str | None = None) -> tuple[CardSet, ...]:
        """The sets of a game in order, each with the number of its printings."""
        return self.catalogue(game).sets()


def the_card(catalogue: Catalogue, name: str) -> Card:
    """The one card that a name means; raises `AmbiguousCardError` and `CardNotFoundError`."""
    found = catalogue.find_called(name)
    if len(found) > 1:
        raise AmbiguousCardError(name, [card.name for card in sorted(found, key=name_key)])
    if not found:
        from deckcheck.suggest import suggest

        raise CardNotFoundError(name, suggest(name, catalogue.names(), catalogue.translated_names()))
    return found[0]
