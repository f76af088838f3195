"""The Star Wars Trading Card Game.

batch       many setups and turns at once, on arrays; the same games as move by move
card_texts  the card texts about building decks, as data, and the rule that they follow
cards       the card facts that the rules use: its side, its arenas, whether it is a unit
profile     the composition of a deck, in figures and words, and the sums of its workbook
deck_rules  the deck rules as declarations, and the editions as tuples of them
setup       setup and first turns move by move, as the rulebooks have them
simulator   the simulator of setup and turns, by the contract of all games; `batch` is its fast path
words       the words of this game in reports
zones       the zones of a deck file, as the LackeyCCG plugin names them
"""

from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from deckcheck.deck import Deck
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.game import Game
from deckcheck.games.seats import LIGHT_AND_DARK
from deckcheck.games.swtcg.cards import card_summary, rules_face, seen_by_rules
from deckcheck.games.swtcg.deck_rules import COUNTS, EDITIONS
from deckcheck.games.swtcg.words import COUNT_NAMES, counts_text
from deckcheck.games.swtcg.zones import ZONE_NAMES, ZONES
from deckcheck.rules.edition import Format
from deckcheck.rules.slot import DeckSlots

if TYPE_CHECKING:
    from deckcheck.games.deck_profile import DeckProfile, DeckSums, ZonedCard
    from deckcheck.rules.requirement import Requirement
    from deckcheck.simulators.simulator import Simulator


def _simulator() -> "Simulator":
    from deckcheck.games.swtcg.simulator import simulator

    return simulator()


def _profile(deck: Deck, edition: str) -> "DeckProfile":
    from deckcheck.games.swtcg.profile.profile import deck_profile

    return deck_profile(deck, edition)


def _sums(lines: "Sequence[ZonedCard]") -> "DeckSums":
    from deckcheck.games.swtcg.profile.sums import deck_sums

    return deck_sums(lines)


def _list_rules(play_format: Format, day: date, marks_as_of: date) -> "tuple[Requirement, ...]":
    """The rules of sets and lists, which are loaded only for formats that have any."""
    if not play_format.states and not play_format.listed:
        return ()
    from deckcheck.games.formats.list_rules import list_rules

    return list_rules(play_format, day, marks_as_of)


_FORMATS = FormatFolder("swtcg", "printed-2005")

GAME = Game(
    code="swtcg",
    name="Star Wars Trading Card Game",
    zones=ZONES,
    zone_names=ZONE_NAMES,
    editions=EDITIONS,
    formats=_FORMATS,
    face=rules_face,
    alike=seen_by_rules,
    view=partial(DeckSlots, zones=ZONES, counting=COUNTS),
    list_rules=_list_rules,
    card_summary=card_summary,
    count_names=COUNT_NAMES,
    counts_text=counts_text,
    simulator=_simulator,
    seats=LIGHT_AND_DARK,
    event_preset="dci",
    texts_read=True,
    profile=_profile,
    sums=_sums,
)
