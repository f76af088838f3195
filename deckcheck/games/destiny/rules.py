"""The edition: the rules of team, deck, battlefield and plot as a tuple, with their sources."""

from deckcheck.games.destiny.deck_rules import (
    BattlefieldCount,
    CopyLimit,
    DeckAffiliation,
    DeckColour,
    DeckSize,
    Placement,
)
from deckcheck.games.destiny.plot_rules import PlotCount
from deckcheck.games.destiny.team_rules import (
    TeamAffiliation,
    TeamMinimum,
    TeamPoints,
    TeamUnique,
)
from deckcheck.games.destiny.zones import ZONES
from deckcheck.games.game import Edition

_BOOK = "Star Wars: Destiny, complete rules 1.1 (2016), Part 4 'Customisation', p. 12"
TEAM_CITE = f"{_BOOK}, 1 (team)"
DECK_CITE = f"{_BOOK}, 2 (deck)"
PLOT_CITE = "Star Wars: Destiny, plots as Legacies (2018) brought them"

PRINTED = Edition(
    "printed-2016",
    "Complete rules 1.1, with what later sets brought",
    (
        TeamPoints(TEAM_CITE),
        TeamMinimum(TEAM_CITE),
        TeamAffiliation(TEAM_CITE),
        TeamUnique(TEAM_CITE),
        DeckSize(DECK_CITE),
        CopyLimit(f"{DECK_CITE}; the limit of the card"),
        DeckAffiliation(DECK_CITE),
        DeckColour(DECK_CITE),
        BattlefieldCount(f"{_BOOK}, 3 (battlefield)"),
        PlotCount(PLOT_CITE),
        Placement(DECK_CITE),
    ),
    frozenset(ZONES),
    published="2016",
)
EDITIONS = (PRINTED,)
