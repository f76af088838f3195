"""The Star Wars Trading Card Game.

cards       the typed view of its cards: sides, arenas, what counts as a unit
tally       the view of a deck that its rules see
rules       the rules, and the editions as tuples of them; formats.toml has the formats
words       what reports and searches call the things of this game
"""

from functools import partial

from deckcheck.games.format_files import load_formats
from deckcheck.games.game import Game
from deckcheck.games.list_rules import list_rules
from deckcheck.games.swtcg.cards import card_summary, rules_face
from deckcheck.games.swtcg.rules import EDITIONS
from deckcheck.games.swtcg.tally import Tally
from deckcheck.games.swtcg.words import COUNT_NAMES, counts_text
from deckcheck.games.swtcg.zones import ZONE_NAMES, ZONES
from deckcheck.games.zone_size import zone_limit

GAME = Game(
    code="swtcg",
    name="Star Wars Trading Card Game",
    zones=ZONES,
    zone_names=ZONE_NAMES,
    default_format="printed",
    editions=EDITIONS,
    formats=partial(load_formats, "swtcg"),
    face=rules_face,
    view=Tally,
    list_rules=list_rules,
    zone_limit=zone_limit,
    card_summary=card_summary,
    count_names=COUNT_NAMES,
    counts_text=counts_text,
)
