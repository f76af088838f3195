"""Star Wars: The Card Game, the LCG.

affiliation_texts  the texts of affiliation cards about the deck, as data
cards              the card facts that the rules use
collecting         how the cards of this game are owned
deck_rules         the deck rules as declarations, and the edition as a tuple of them
setup              setup and first turns of Star Wars: The Card Game
whole_deck         A deck that is listed by its objectives alone
words              the words of this game in reports and searches
zones              the zones of a deck, as the OCTGN definition names them

Setup and first turns, imported only when they are played:
"""

from functools import partial
from typing import TYPE_CHECKING

from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.formats.list_rules import list_rules
from deckcheck.games.game import Game
from deckcheck.games.seats import LIGHT_AND_DARK
from deckcheck.games.swlcg.cards import card_summary, rules_face
from deckcheck.games.swlcg.collecting import COLLECTING
from deckcheck.games.swlcg.deck_rules import COUNTS, EDITIONS
from deckcheck.games.swlcg.whole_deck import whole_deck
from deckcheck.games.swlcg.words import COUNT_NAMES, SEARCH, counts_text, stats
from deckcheck.games.swlcg.zones import ZONE_NAMES, ZONES, place
from deckcheck.rules.slot import DeckSlots

if TYPE_CHECKING:
    from deckcheck.simulators.simulator import Simulator


def _simulator() -> "Simulator":
    from deckcheck.games.swlcg.setup.simulator import simulator

    return simulator()


_FORMATS = FormatFolder("swlcg", "printed-2012")

GAME = Game(
    code="swlcg",
    name="Star Wars: The Card Game",
    zones=ZONES,
    zone_names=ZONE_NAMES,
    editions=EDITIONS,
    formats=_FORMATS,
    face=rules_face,
    view=partial(DeckSlots, zones=ZONES, counting=COUNTS),
    list_rules=list_rules,
    card_summary=card_summary,
    count_names=COUNT_NAMES,
    counts_text=counts_text,
    main_count="objective_sets",
    place=place,
    title_and_set=True,
    stats=("numbers", stats),
    search=SEARCH,
    version_words=("card", "write its set and number"),
    whole=whole_deck,
    simulator=_simulator,
    seats=LIGHT_AND_DARK,
    event_preset="ffg-2013",
    collecting=COLLECTING,
)
