"""The Star Wars Trading Card Game.

cards       the typed view of its cards: sides, arenas, what counts as a unit
tally       the view of a deck that its rules see
rules       the rules, and the editions as tuples of them
formats     formats.toml: formats with their sets and dates
list_rules  the rules that follow from the sets and lists of a format
"""

from deckcheck.games.game import Game
from deckcheck.games.swtcg.cards import card_summary, rules_face
from deckcheck.games.swtcg.formats import load_formats
from deckcheck.games.swtcg.list_rules import list_rules
from deckcheck.games.swtcg.rules import EDITIONS, zone_limit
from deckcheck.games.swtcg.tally import Tally
from deckcheck.games.swtcg.zones import ZONE_NAMES, ZONES

GAME = Game(
    code="swtcg",
    name="Star Wars Trading Card Game",
    zones=ZONES,
    zone_names=ZONE_NAMES,
    default_format="printed",
    editions=EDITIONS,
    formats=load_formats,
    face=rules_face,
    view=Tally,
    list_rules=list_rules,
    zone_limit=zone_limit,
    card_summary=card_summary,
)
