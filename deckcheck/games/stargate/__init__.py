"""The Stargate TCG.

card_texts  the card texts about building decks, as data
cards       the card facts that the rules use
deck_rules  the deck rules as declarations, and the edition as a tuple of them
setup       setup and first turns of the Stargate TCG
words       the words of this game in reports and searches
zones       the zones of a deck: the cards that are shuffled, the team, the mission pile
"""

from functools import partial
from typing import TYPE_CHECKING

from deckcheck.games.collecting import Collecting
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.formats.list_rules import list_rules
from deckcheck.games.game import Game
from deckcheck.games.stargate.cards import card_summary, rules_face
from deckcheck.games.stargate.deck_rules import COUNTS, EDITIONS, MISSION_COUNT
from deckcheck.games.stargate.words import COUNT_NAMES, SEARCH, counts_text, stats
from deckcheck.games.stargate.zones import ZONE_NAMES, ZONES, place
from deckcheck.games.titles import spellings
from deckcheck.rules.slot import DeckSlots

if TYPE_CHECKING:
    from deckcheck.simulators.simulator import Simulator


def _simulator() -> "Simulator":
    """The simulator; only imported where decks are played."""
    from deckcheck.games.stargate.setup.simulator import StargateSimulator

    return StargateSimulator()


_FORMATS = FormatFolder("stargate", "printed-2007")

GAME = Game(
    code="stargate",
    name="Stargate TCG",
    zones=ZONES,
    zone_names=ZONE_NAMES,
    editions=EDITIONS,
    formats=_FORMATS,
    face=rules_face,
    view=partial(DeckSlots, zones=ZONES, counting=COUNTS, shared=MISSION_COUNT),
    list_rules=list_rules,
    card_summary=card_summary,
    count_names=COUNT_NAMES,
    counts_text=counts_text,
    place=place,
    title_and_set=True,
    stats=("skills", stats),
    search=SEARCH,
    spellings=spellings,
    version_words=("card", "write the subtitle, or the set and the number"),
    simulator=_simulator,
    collecting=Collecting(playset=3),
)
