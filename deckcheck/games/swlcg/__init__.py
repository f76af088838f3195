"""Star Wars: The Card Game, the LCG.

cards  the typed view of its cards: affiliations, objectives with their sets
collecting  how they are owned: whole objective sets
zones  objective deck, command deck, affiliation
tally  the view of a deck that its rules see, listed as objective sets or as all its cards
rules  the rules, and the edition as a tuple of them; formats/ has the formats
words  what reports and searches call the things of this game

Setup and first turns, brought in only when they are played:

whole_deck   a list of objectives with the command cards of its sets
setup_cards  what setup sees in a deck
setup        the steps of setup, the legal moves, and what each does
resources    how cards are paid for
policies     greedy and planner
turns        the first turns, alone
setup_text   all of it in words
simulator    these together, as the commands want them
"""

from functools import partial
from typing import TYPE_CHECKING

from deckcheck.games.format_files import FormatFolder
from deckcheck.games.game import Game
from deckcheck.games.list_rules import list_rules
from deckcheck.games.swlcg.cards import card_summary, rules_face
from deckcheck.games.swlcg.collecting import COLLECTING
from deckcheck.games.swlcg.rules import EDITIONS
from deckcheck.games.swlcg.tally import Tally
from deckcheck.games.swlcg.whole_deck import whole_deck
from deckcheck.games.swlcg.words import COUNT_NAMES, SEARCH, counts_text, stats
from deckcheck.games.swlcg.zones import ZONE_NAMES, ZONES, place
from deckcheck.games.zone_size import zone_limit

if TYPE_CHECKING:
    from deckcheck.simulators.simulator import Simulator


def _simulator() -> "Simulator":
    from deckcheck.games.swlcg.simulator import simulator

    return simulator()


_FORMATS = FormatFolder("swlcg")

GAME = Game(
    code="swlcg",
    name="Star Wars: The Card Game",
    zones=ZONES,
    zone_names=ZONE_NAMES,
    default_format="printed",
    editions=EDITIONS,
    formats=_FORMATS,
    find_format=_FORMATS.find,
    face=rules_face,
    view=Tally,
    list_rules=list_rules,
    zone_limit=zone_limit,
    card_summary=card_summary,
    count_names=COUNT_NAMES,
    counts_text=counts_text,
    place=place,
    title_and_set=True,
    stats=("numbers", stats),
    search=SEARCH,
    version_words=("card", "write its set and number"),
    whole=whole_deck,
    simulator=_simulator,
    collecting=COLLECTING,
)
