"""Cards as the page lists and shows them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from deckcheck.acts.answers import Card
from deckcheck.acts.collection_documents import held_card_document
from deckcheck.acts.errors import AmbiguousCardError, CardNotFoundError
from deckcheck.acts.queries import paged, search_facets
from deckcheck.acts.session import Session
from deckcheck.acts.typed_decks import formats_of
from deckcheck.show.card_document import card_document, found_document, shown_document
from deckcheck.show.language import gettext as _
from deckcheck.web.answers import MISSING, AnswerError
from deckcheck.web.endpoint import Day, Page, Query, Sort, endpoint

PAGE = 50
_MOST_FACETS = 30
_FACETS: Mapping[str, Callable[[Card], Iterable[str | None]]] = {
    "side": lambda card: (card.side,),
    "type": lambda card: (card.type,),
    "rarity": lambda card: {one.rarity for one in card.printings},
    "set": lambda card: card.set_codes,
}
"""The facets by which cards are narrowed down, with the values that a card counts for."""


@endpoint("GET /api/cards", "deckcheck.cards/1")
def cards_document(session: Session, q: Query = "", sort: Sort = "", page: Page = 1) -> dict[str, Any]:
    """The cards that a query asks for, a page of them, with facets.

    Facets count by side, type, rarity and set what there would be if the query did not narrow that
    facet down.
    """
    found, counts = search_facets(session.catalogue(), q, sort or "name", _FACETS)
    shown, pages = paged(found, page, PAGE)
    if not 1 <= page <= pages:
        raise AnswerError(
            _("there is no page {page}, the last is page {pages}"), MISSING, page=page, pages=pages
        )
    stored = session.collection.stored
    return {
        **found_document([card_document(card) for card in shown], len(found), page, pages),
        "owned": [stored.counts(card).owned for card in shown],
        "facets": {facet: dict(values.most_common(_MOST_FACETS)) for facet, values in counts.items()},
    }


@endpoint("GET /api/formats", "deckcheck.page-formats/1")
def formats_document(session: Session, on: Day = None) -> dict[str, Any]:
    """The formats of the session's game on a day, each by code and name."""
    formats = formats_of(session, session.game, on)
    return {"schema": "deckcheck.page-formats/1", "game": session.game, "formats": formats}


@endpoint("GET /api/cards/{name}", "deckcheck.card/1")
def card_page_document(session: Session, name: str, on: Day = None) -> dict[str, Any]:
    """All about a card, with its copies, other names, other versions, and decks.

    `held` is the card as in `deckcheck.held-card/1`; `renamed` says why it has its other names.
    """
    try:
        page = session.card_page(name, on=on)
    except (CardNotFoundError, AmbiguousCardError) as error:
        raise AnswerError(str(error), MISSING) from None
    held = held_card_document(session.collection.stored, page.card)
    aliases = session.catalogue().aliases()
    return {
        **shown_document(page.document()),
        "others": [card.name for card in page.others],
        "owned": held["owned"],
        "free": held["free"],
        "decks": [deck["name"] for deck in held["decks"]],
        "held": held,
        "renamed": [{"name": alias, "why": why} for alias, card, why in aliases if card == page.card.name],
    }
