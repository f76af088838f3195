"""The edition: the rules of team, deck, battlefield and plot as a tuple, with their sources."""

from deckcheck.games.destiny.deck_rules import (
    BattlefieldCount,
    DeckAffiliation,
    DeckColour,
    DestinyCopyLimit,
    DestinyDeckSize,
)
from deckcheck.games.destiny.plot_rules import PlotCount
from deckcheck.games.destiny.team_rules import TeamAffiliation, TeamMinimum, TeamPoints, TeamUnique
from deckcheck.games.destiny.text_rules import CardTexts
from deckcheck.games.destiny.zones import ZONES, misplaced, other_face
from deckcheck.rules.edition import Edition
from deckcheck.rules.requirement import Forbidden, Warned

_BOOK = "Star Wars: Destiny, complete rules 1.1 (2016), Part 4 'Customisation', p. 12"
TEAM_CITE = f"{_BOOK}, 1 (team)"
DECK_CITE = f"{_BOOK}, 2 (deck)"
LATER = "Star Wars: Destiny, rules reference of 2018 and later"
PLOT_CITE = f"{LATER}, Part 1 (plots)"

PRINTED = Edition(
    "printed-2016",
    "Complete rules 1.1, with what later sets brought",
    (
        TeamPoints(TEAM_CITE),
        TeamMinimum(TEAM_CITE),
        TeamAffiliation(TEAM_CITE),
        TeamUnique(TEAM_CITE),
        DestinyDeckSize(DECK_CITE),
        DestinyCopyLimit(f"{DECK_CITE}, Part 8 'Copy', p. 18; the limit of the card"),
        DeckAffiliation(f"{DECK_CITE}; teams without heroes and villains: {LATER}, Part 4, 2"),
        DeckColour(DECK_CITE),
        BattlefieldCount(f"{_BOOK}, 3 (battlefield)"),
        PlotCount(PLOT_CITE),
        CardTexts("the cards' own texts"),
        Warned(
            "zone",
            DECK_CITE,
            misplaced,
            "{listed} is of type {type} and was counted in {home}, not in {zone}",
            "move it to {home}",
            "of type {type} and were counted in {home}, not in {zone}",
            sentence="each card in the zone of its type",
        ),
        Forbidden(
            "zone",
            DECK_CITE,
            other_face,
            "{name} is the other side of a double card, which is only turned up in play",
            "take its front",
            sentence="no other side of a double card",
        ),
    ),
    frozenset(ZONES),
    published="2016",
)
EDITIONS = (PRINTED,)
