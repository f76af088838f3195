"""The Star Wars Trading Card Game."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from db.language import gettext as _
from deckcheck.deck import Deck
from deckcheck.games.collecting import Collecting
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.game import CardNames, DeckLists, Game, GameWords
from deckcheck.games.limited import Limited
from deckcheck.games.seats import LIGHT_AND_DARK
from deckcheck.games.swtcg.cards import card_summary, rules_face, seen_by_rules
from deckcheck.games.swtcg.deck_rules import COUNTS, EDITIONS
from deckcheck.games.swtcg.words import GOALS, HUES, OPENING, counts_text
from deckcheck.games.swtcg.zones import ZONE_NAMES, ZONES

if TYPE_CHECKING:
    from deckcheck.games.deck_profile import DeckProfile, DeckSums, ZonedCard


def _profile(deck: Deck, edition: str) -> "DeckProfile":
    from deckcheck.games.swtcg.profile.profile import deck_profile

    return deck_profile(deck, edition)


def _sums(lines: "Sequence[ZonedCard]") -> "DeckSums":
    from deckcheck.games.swtcg.profile.profile import deck_sums

    return deck_sums(lines)


GAME = Game(
    code="swtcg",
    name="Star Wars Trading Card Game",
    zones=ZONES,
    editions=EDITIONS,
    formats=FormatFolder("swtcg", "printed-2005"),
    counts=COUNTS,
    lists=DeckLists(ZONE_NAMES),
    names=CardNames(rules_face, seen_by_rules, version="version", advice=_("write the version letter")),
    words=GameWords(
        card_summary, counts_text, profile=_profile, sums=_sums, hues=HUES, opening=OPENING, goals=GOALS
    ),
    collecting=Collecting(
        limited=Limited(
            goal="count(type:space cost<=5) >= 1 and count(type:ground cost<=5) >= 1"
            " and count(type:character cost<=5) >= 1"
        )
    ),
    seats=LIGHT_AND_DARK,
    event_preset="dci",
    texts_read=True,
)
