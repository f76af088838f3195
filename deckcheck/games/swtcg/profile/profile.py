"""The composition of a deck of this game, as `deckcheck deck stats` and workbooks of decks show it."""

from collections.abc import Sequence

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.deck import Deck
from deckcheck.games.deck_profile import DeckPicture, DeckProfile, DeckSums, ZonedCard, by_label, cost_curve
from deckcheck.games.swtcg.cards import ARENAS, arenas_of
from deckcheck.games.swtcg.profile.stats import STATS, DeckStats, deck_stats
from deckcheck.games.swtcg.profile.stats_text import as_json, stats_text
from deckcheck.games.swtcg.zones import DECK
from deckcheck.show.wording import count


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


def deck_profile(deck: Deck, edition: str) -> DeckProfile:
    """The stats of the main deck; the edition says which names stand for one unique person."""
    found = deck_stats(deck, edition)
    return DeckProfile(
        found.name,
        as_json(found),
        _means(found),
        lambda width, plain: stats_text(found, width, plain=plain),
        DeckPicture(
            _("{cards}, {units} of them units", cards=count(found.cards, "card", "cards"), units=found.units),
            found.costs,
            found.types,
            {stat: {arena: spreads[stat] for arena, spreads in found.stats.items()} for stat in STATS},
        ),
    )


def _means(found: DeckStats) -> dict[str, float]:
    means = {} if found.unit_cost is None else {"unit_cost": found.unit_cost}
    for arena, spreads in found.stats.items():
        for stat, spread in spreads.items():
            if spread.mean is not None:
                means[f"{stat}.{arena}"] = spread.mean
    return means
