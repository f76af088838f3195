"""The Stargate TCG.

card_texts      the card texts about building decks, as data
cards           the card facts that the rules use
constraints     the rules as constraints on counts
mission_skills  sharing out Missions over the skills, where one of them may count as either of two
rules           the deck rules, one class each, and the edition as a tuple of them
sums            the view of a plain deck from its sum and the numbers of its team
setup           setup and first turns of the Stargate TCG
tally           the view of a deck that the rules of this game see
words           the words of this game in reports and searches
zones           the zones of a deck: the cards that are shuffled, the team, the mission pile
"""

from functools import partial
from typing import TYPE_CHECKING

from deckcheck.games.collecting import Collecting
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.formats.list_rules import list_rules
from deckcheck.games.formats.zone_size import zone_limit
from deckcheck.games.game import Game
from deckcheck.games.stargate.cards import card_summary, rules_face
from deckcheck.games.stargate.rules import EDITIONS
from deckcheck.games.stargate.tally import StargateTally, team_numbers
from deckcheck.games.stargate.words import COUNT_NAMES, SEARCH, counts_text, stats
from deckcheck.games.stargate.zones import ZONE_NAMES, ZONES, place
from deckcheck.games.titles import spellings, title_of

if TYPE_CHECKING:
    from deckcheck.simulators.simulator import Simulator


def _simulator() -> "Simulator":
    """The simulator; only imported where decks are played."""
    from deckcheck.games.stargate.setup.simulator import StargateSimulator

    return StargateSimulator()


_FORMATS = FormatFolder("stargate")

GAME = Game(
    code="stargate",
    name="Stargate TCG",
    zones=ZONES,
    zone_names=ZONE_NAMES,
    default_format="printed",
    editions=EDITIONS,
    formats=_FORMATS,
    find_format=_FORMATS.find,
    face=rules_face,
    view=StargateTally,
    list_rules=list_rules,
    zone_limit=zone_limit,
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
