"""Star Wars: The Card Game, the LCG."""

from typing import TYPE_CHECKING

from db.language import gettext as _
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.game import CardNames, DeckLists, Game, GameWords
from deckcheck.games.seats import LIGHT_AND_DARK
from deckcheck.games.swlcg.cards import card_summary, rules_face
from deckcheck.games.swlcg.collecting import COLLECTING
from deckcheck.games.swlcg.deck_rules import COUNTS, EDITIONS
from deckcheck.games.swlcg.whole_deck import whole_deck
from deckcheck.games.swlcg.words import FACE, GOALS, HUES, SEARCH, SYMBOLS, counts_text, stats
from deckcheck.games.swlcg.zones import ZONE_NAMES, ZONES, place

GAME = Game(
    code="swlcg",
    name="Star Wars: The Card Game",
    zones=ZONES,
    editions=EDITIONS,
    formats=FormatFolder("swlcg", "printed-2012"),
    counts=COUNTS,
    lists=DeckLists(ZONE_NAMES, place, whole=whole_deck),
    names=CardNames(rules_face, by_title=True, advice=_("write its set and number")),
    words=GameWords(
        card_summary,
        counts_text,
        "objective_sets",
        ("numbers", stats),
        SEARCH,
        hues=HUES,
        face=FACE,
        symbols=SYMBOLS,
        goals=GOALS,
    ),
    seats=LIGHT_AND_DARK,
    event_preset="ffg-2013",
    collecting=COLLECTING,
)
