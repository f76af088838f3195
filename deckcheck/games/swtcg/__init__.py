"""The Star Wars Trading Card Game.

cards       the typed view of its cards: sides, arenas, what counts as a unit
tally       the view of a deck that its rules see
rules       the rules, and the editions as tuples of them; formats/ has the formats
words       what reports and searches call the things of this game

Simulators, one game at a time, to be read and shown:

setup_rules     where the editions differ, as data
setup_cards     what setup sees in a deck
setup_state     who has what, and whose move it is
setup_moves     the legal moves, and what each does
policies        random, greedy and planner; look_ahead is what the planner knows
setup           plays a setup, and replays a log
turns           the first turns, alone
exact_setup     the exact outcomes for tiny decks
setup_text      all of it in words

Simulators on arrays, many games at once, playing just the same:

batch_deck, batch_state, batch_look_ahead, batch_policies, batch_setup, batch_turns, batch_record
opening_hands   opening hands by classes of cards; hand_conditions asks about them
setup_statistics, goldfish    what is counted over many games
"""

from deckcheck.games.format_files import FormatFolder
from deckcheck.games.game import Game
from deckcheck.games.list_rules import list_rules
from deckcheck.games.swtcg.cards import card_summary, rules_face, seen_by_rules
from deckcheck.games.swtcg.rules import EDITIONS
from deckcheck.games.swtcg.tally import Tally
from deckcheck.games.swtcg.words import COUNT_NAMES, counts_text
from deckcheck.games.swtcg.zones import ZONE_NAMES, ZONES
from deckcheck.games.zone_size import zone_limit

_FORMATS = FormatFolder("swtcg")

GAME = Game(
    code="swtcg",
    name="Star Wars Trading Card Game",
    zones=ZONES,
    zone_names=ZONE_NAMES,
    default_format="printed",
    editions=EDITIONS,
    formats=_FORMATS,
    find_format=_FORMATS.find,
    face=rules_face,
    alike=seen_by_rules,
    view=Tally,
    list_rules=list_rules,
    zone_limit=zone_limit,
    card_summary=card_summary,
    count_names=COUNT_NAMES,
    counts_text=counts_text,
)
