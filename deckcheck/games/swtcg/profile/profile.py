"""The composition of a deck of this game, as `deckcheck deck stats` shows it for every game."""

from db.language import gettext as _
from deckcheck.deck import Deck
from deckcheck.games.deck_profile import DeckPicture, DeckProfile
from deckcheck.games.swtcg.profile.stats import STATS, DeckStats, deck_stats
from deckcheck.games.swtcg.profile.stats_text import as_json, stats_text


def deck_profile(deck: Deck, edition: str) -> DeckProfile:
    """The stats of the main deck; the edition says which names stand for one unique person."""
    found = deck_stats(deck, edition)
    return DeckProfile(
        found.name,
        as_json(found),
        _means(found),
        lambda width, plain: stats_text(found, width, plain=plain),
        DeckPicture(
            _("{cards} cards, {units} of them units", cards=found.cards, units=found.units),
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
