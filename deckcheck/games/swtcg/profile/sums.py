"""The sums in the workbook of a deck of this game: units by arena and cost, types, sides."""

from collections.abc import Sequence

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.games.deck_profile import DeckSums, ZonedCard, by_label, cost_curve
from deckcheck.games.swtcg.cards import ARENAS, arenas_of
from deckcheck.games.swtcg.zones import DECK


def deck_sums(lines: Sequence[ZonedCard]) -> DeckSums:
    """The sums of the main deck; a unit of several arenas counts in each of them."""
    main = [(card, quantity) for zone, card, quantity in lines if zone == DECK]
    known = [(card, quantity) for card, quantity in main if card]
    units = [(card, quantity) for card, quantity in known if arenas_of(card.type)]
    cards = sum(quantity for _, quantity in main)
    return DeckSums(
        (
            (_("Cards"), cards),
            (_("Units"), sum(quantity for _, quantity in units)),
            (_("In other zones"), sum(quantity for _, _, quantity in lines) - cards),
            (_("Unknown or ambiguous"), cards - sum(quantity for _, quantity in known)),
        ),
        (
            (_("Units by arena"), _by_arena(units)),
            (_("Units by cost"), cost_curve(units)),
            (_("Cards by type"), by_label((card.type, n) for card, n in known)),
            (_("Cards by side"), by_label((card.side or _("none"), n) for card, n in known)),
        ),
    )


def _by_arena(units: Sequence[tuple[Card, int]]) -> list[tuple[str, int]]:
    return [
        (arena.capitalize(), sum(n for card, n in units if arena in arenas_of(card.type))) for arena in ARENAS
    ]
