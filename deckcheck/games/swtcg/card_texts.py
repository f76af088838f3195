"""The card texts about building decks, as data: `exceptions.tsv` of the catalogue.

`also_fits` names the sides into whose decks a card goes. `opens` says which cards may stand in the
Supply while it is in the deck: `zone=Supply,side=yuuzhan-vong,type=Equipment,subtype=Character`.
`supply_copies` is how many copies of it may stand there instead of in the deck. `text_read` marks
the cards of which the text was read for that, and `unknown_text` the words of a synced text that
sound like such a statement and are in no table.
"""

from collections.abc import Sequence
from functools import lru_cache

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.games.swtcg.cards import ALSO_FITS, YUUZHAN_VONG
from deckcheck.games.swtcg.zones import DECK, SUPPLY
from deckcheck.rules.requirement import LetIn


def opened_by(card: Card) -> Sequence[str]:
    """The statements of a card about which cards may stand in the Supply."""
    return card.facts.get("opens") or ()


def lets_in(statement: str, card: Card) -> bool:
    """Whether a statement lets a card stand in the Supply."""
    wanted = _parts(statement)
    subtypes = {part.strip() for part in (card.subtype or "").split(" - ")}
    return (
        wanted["zone"] == SUPPLY
        and wanted["side"] == card.side
        and wanted["type"] == card.type
        and wanted["subtype"] in subtypes
    )


@lru_cache
def _parts(word: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in word.split(","))


def most_in_supply(card: Card) -> int | None:
    """How many copies its own text lets stand in Deck and Supply, None where it says nothing."""
    found = card.facts.get("supply_copies")
    return int(found[0]) if found else None


def speaks_of_supply(card: Card) -> bool:
    """Whether a card says how many copies of it stand in the Supply."""
    return "supply_copies" in card.facts


def goes_with_yuuzhan_vong(card: Card) -> bool:
    """Whether the card's own text lets it into decks of Yuuzhan Vong cards."""
    return YUUZHAN_VONG in card.facts.get(ALSO_FITS, ())


def unread_text(card: Card) -> str | None:
    """The words of a text that may say how decks are built and is in no table; None for others."""
    words = card.facts.get("unknown_text")
    return _("may say how decks are built: {words}", words="; ".join(map(str, words))) if words else None


LETS_IN = LetIn(DECK, SUPPLY, opened_by, lets_in)
