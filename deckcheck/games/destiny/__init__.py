"""Star Wars: Destiny."""

from typing import TYPE_CHECKING

from db.language import gettext as _
from deckcheck.games.destiny.cards import card_summary, cards_and_dice, dice_forms, rules_face
from deckcheck.games.destiny.collecting import COLLECTING
from deckcheck.games.destiny.deck_rules import COUNTS, EDITIONS
from deckcheck.games.destiny.list_rules import list_rules
from deckcheck.games.destiny.reading import read_deck
from deckcheck.games.destiny.words import FACE, GOALS, HUES, SEARCH, SYMBOLS, counts_text, stats
from deckcheck.games.destiny.zones import ZONE_NAMES, ZONES, place
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.formats.format_reading import FormatText
from deckcheck.games.game import CardNames, DeckLists, Game, GameWords
from deckcheck.games.titles import spellings, title_of
from deckcheck.rules.edition import FormatState

if TYPE_CHECKING:
    from deckcheck.games.formats.house_rules import HouseRule


def _history(table: str, name: str) -> tuple[FormatState, ...]:
    """The states of a format by the table of its changes; only read where a format has one."""
    from deckcheck.games.destiny.format_history import states_from_changes, with_pairs

    return with_pairs(states_from_changes(table, name), _FORMATS.read("pairs.tsv"), name)


def _house_rules(text: FormatText, name: str) -> "tuple[HouseRule, ...]":
    from deckcheck.games.formats.house_rules import rules_of_format

    return rules_of_format(text, name, GAME)


_FORMATS = FormatFolder(
    "destiny", "printed-2016", _history, list_rules, by_sources=True, house_rules=_house_rules
)

GAME = Game(
    code="destiny",
    name="Star Wars: Destiny",
    zones=ZONES,
    editions=EDITIONS,
    formats=_FORMATS,
    counts=COUNTS,
    slots=read_deck,
    lists=DeckLists(ZONE_NAMES, place, cards_and_dice, dice_forms),
    names=CardNames(
        rules_face, by_title=True, spellings=spellings, advice=_("write the subtitle, or the set")
    ),
    words=GameWords(
        card_summary,
        counts_text,
        stats=("points", stats),
        search=SEARCH,
        hues=HUES,
        face=FACE,
        symbols=SYMBOLS,
        goals=GOALS,
    ),
    collecting=COLLECTING,
    event_preset="single-game",
)
