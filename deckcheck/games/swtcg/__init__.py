"""The Star Wars Trading Card Game.

batch      many setups and turns at once, on arrays; the same games as move by move
cards      what the rules of this game see in a card: its side, its arenas, whether it is a unit
rules      the deck rules, one class each, and the editions as tuples of them
setup      setup and first turns move by move, as the rulebooks have them
side_rule  the rule of the sides: which of them never stand together in a deck
tally      the view of a deck that the rules of this game see: counted once, in a single pass
words      what reports call the things of this game
zones      the zones of a deck file, as the LackeyCCG plugin names them
"""

from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.formats.list_rules import list_rules
from deckcheck.games.formats.zone_size import zone_limit
from deckcheck.games.game import Game
from deckcheck.games.swtcg.cards import card_summary, rules_face, seen_by_rules
from deckcheck.games.swtcg.rules import EDITIONS
from deckcheck.games.swtcg.tally import Tally
from deckcheck.games.swtcg.words import COUNT_NAMES, counts_text
from deckcheck.games.swtcg.zones import ZONE_NAMES, ZONES

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
