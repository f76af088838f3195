"""The Stargate TCG."""

from functools import partial
from typing import TYPE_CHECKING

from db.language import gettext as _
from deckcheck.games.collecting import Collecting
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.game import CardNames, DeckLists, Game, GameWords
from deckcheck.games.limited import BoosterSlot, Limited
from deckcheck.games.stargate.cards import card_summary, is_mission, rules_face
from deckcheck.games.stargate.deck_rules import COUNTS, EDITIONS, MISSION_COUNT, TEAM_SIZE
from deckcheck.games.stargate.words import FACE, GOALS, HUES, SEARCH, SYMBOLS, counts_text, stats
from deckcheck.games.stargate.zones import ZONE_NAMES, ZONES, place
from deckcheck.games.titles import spellings
from deckcheck.rules.slot import DeckSlots

GAME = Game(
    code="stargate",
    name="Stargate TCG",
    zones=ZONES,
    editions=EDITIONS,
    formats=FormatFolder("stargate", "printed-2007"),
    counts=COUNTS,
    slots=partial(DeckSlots, shared=MISSION_COUNT),
    lists=DeckLists(ZONE_NAMES, place, team=TEAM_SIZE),
    names=CardNames(
        rules_face,
        by_title=True,
        spellings=spellings,
        advice=_("write the subtitle, or the set and the number"),
    ),
    words=GameWords(
        card_summary,
        counts_text,
        stats=("skills", stats),
        search=SEARCH,
        hues=HUES,
        face=FACE,
        symbols=SYMBOLS,
        goals=GOALS,
    ),
    collecting=Collecting(
        playset=3,
        limited=Limited(
            (BoosterSlot(7, {"C": 1}), BoosterSlot(3, {"U": 1}), BoosterSlot(1, {"R": 11, "UR": 1})),
            boosters=10,
            always=is_mission,
            goal="side:hero >= 1 and side:villain >= 1 and count(cost<=2) >= 1",
        ),
    ),
)
