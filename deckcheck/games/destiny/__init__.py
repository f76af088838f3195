"""Star Wars: Destiny.

cards       the typed view of its cards: affiliation, colour, points, dice, limits
collecting  how they are owned: cards and dice apart
zones       draw deck, team, battlefield, plot
tally       the view of a deck that its rules see
exceptions  what cards say about building team and deck, carried as data
rules       the edition; team_rules, deck_rules and plot_rules have its rules
list_rules  the rules of formats/: sets, restricted list, balance of the Force
words       what reports and searches call the things of this game

What plays it, imported only when played:
dice         faces, and what rolls come to, exactly
setup_cards  a deck as setup sees it
setup_state  states and moves, as frozen values
setup_moves  what may be done, and what comes of it
setup_text   events, moves and boards in words
policies     greedy and planner
rounds       the first rounds, alone
simulator    all of these for `deckcheck.simulators`
"""

from functools import partial
from typing import TYPE_CHECKING

from deckcheck.games.destiny.cards import card_summary, cards_and_dice, rules_face
from deckcheck.games.destiny.collecting import COLLECTING
from deckcheck.games.destiny.list_rules import list_rules
from deckcheck.games.destiny.rules import EDITIONS
from deckcheck.games.destiny.tally import Tally
from deckcheck.games.destiny.words import COUNT_NAMES, SEARCH, counts_text, stats
from deckcheck.games.destiny.zones import ZONE_NAMES, ZONES, place
from deckcheck.games.format_files import FormatFolder
from deckcheck.games.game import FormatState, Game
from deckcheck.games.titles import spellings
from deckcheck.games.zone_size import zone_limit

if TYPE_CHECKING:
    from deckcheck.simulators.simulator import Simulator


def _simulator() -> "Simulator":
    from deckcheck.games.destiny.simulator import simulator

    return simulator()


def _history(table: str, name: str) -> tuple[FormatState, ...]:
    """The states of a format by the table of its changes; only read where a format has one."""
    from deckcheck.games.destiny.format_history import states_from_changes, with_pairs

    return with_pairs(states_from_changes(table, name), _FORMATS.read("pairs.tsv"), name)


_FORMATS = FormatFolder("destiny", _history)

GAME = Game(
    code="destiny",
    name="Star Wars: Destiny",
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
    stats=("points", stats),
    search=SEARCH,
    cards_and_dice=cards_and_dice,
    spellings=spellings,
    version_words=("card", "write the subtitle, or the set"),
    sources_state_formats=True,
    collecting=COLLECTING,
    simulator=_simulator,
)
