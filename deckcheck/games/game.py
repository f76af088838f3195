"""The contract of a game with the validator: zones, editions, formats and its view of a deck."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from db.cards.card import Card
from deckcheck.deck import Deck
from deckcheck.games.collecting import USUAL, Collecting
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.seats import ONE_DECK, DeckSeat
from deckcheck.rules.edition import Edition, Format
from deckcheck.rules.requirement import Requirement
from deckcheck.rules.slot import DeckSlots

if TYPE_CHECKING:
    from deckcheck.games.deck_profile import DeckProfile, DeckSums, ZonedCard
    from deckcheck.query.search_words import OwnWords
    from deckcheck.simulators.simulator import Simulator


def speed_power_health(card: Card) -> str:
    """Speed, power and health, like `60/6/5`; nothing for cards without."""
    values = (card.speed, card.power, card.health)
    if values == (None, None, None):
        return ""
    return "/".join("-" if value is None else str(value) for value in values)


def _as_listed(_card: Card, zone: str) -> str:
    return zone


def _no_dice(_card: Card, quantity: int) -> tuple[int, int]:
    return quantity, 0


def _only_itself(card: Card) -> Hashable:
    return card.name


def _one_form(_card: Card) -> tuple[int | None, ...]:
    return (None,)


def _as_it_is(deck: Deck, _find: Callable[[str], Sequence[Card]]) -> Deck:
    return deck


def _no_other_spelling(_name: str) -> tuple[str, ...]:
    return ()


class Game(NamedTuple):
    """A game as data, and the functions that only it can give.

    `zones` names the zones, the main deck first; `zone_names` maps other spellings (lower case) to
    them. `face` is what a card must have in common with a reprint for the rules not to care which
    of them is meant. `view` makes what the rules see. `list_rules` gives the rules of sets and
    lists; one with the code of a rule of the edition takes its place. `whole` gives a deck with the
    cards that its list only implies, which a function finds by their names; so it is played, not judged.

    `count_names` are the counts that a table of reports shows before `unknown`, `counts_text` says
    them in a line. `main_count` is that of the cards of the main zone. `place` is the zone of a
    card that a list puts into a zone. `alike` is what the rules see in a card but its name. Where
    `title_and_set` holds, a title that only one card has names it; else only a set that has just
    one of the versions does. `spellings` are other ways to write a name, `version_words` what tells
    cards of one title apart and what to do about it. `stats` is the column of a card's numbers in
    lists, with its heading; `search` the words for queries, None for those with arenas and
    versions. `cards_and_dice` is what a count means that a list states without dice, and
    `dice_forms` with how many dice a list may state one copy of a card, None for none. `simulator`
    gives what plays setup and turns; None where nothing plays them. `profile` says what a deck is
    made of by a rules edition, `sums` what its workbook sums up; None for counts by zone, type,
    side and cost. Where
    `sources_state_formats`, formats of a card source are whole, with their lists, and count.
    `collecting` is how its cards are owned. `seats` are those that every
    player of an event fills with a deck; `event_preset` names how its matches are scored unless an
    organiser says otherwise. Where `texts_read`, the fact `text_read` tells the cards of which the text was
    read for what it says of building decks; else that is known of no card for sure.
    """

    code: str
    name: str
    zones: tuple[str, ...]
    zone_names: Mapping[str, str]
    editions: tuple[Edition, ...]
    formats: FormatFolder
    face: Callable[[Card], Hashable]
    view: Callable[[Deck, frozenset[str]], DeckSlots]
    list_rules: Callable[[Format, date, date], tuple[Requirement, ...]]
    card_summary: Callable[[Card], str]
    count_names: tuple[str, ...]
    counts_text: Callable[[Mapping[str, int]], str]
    main_count: str = "cards"
    place: Callable[[Card, str], str] = _as_listed
    alike: Callable[[Card], Hashable] = _only_itself
    title_and_set: bool = False
    spellings: Callable[[str], tuple[str, ...]] = _no_other_spelling
    version_words: tuple[str, str] = ("version", "write the version letter")
    stats: tuple[str, Callable[[Card], str]] = ("S/P/H", speed_power_health)
    search: "OwnWords | None" = None
    cards_and_dice: Callable[[Card, int], tuple[int, int]] = _no_dice
    dice_forms: Callable[[Card], tuple[int | None, ...]] = _one_form
    whole: Callable[[Deck, Callable[[str], Sequence[Card]]], Deck] = _as_it_is
    simulator: "Callable[[], Simulator] | None" = None
    profile: "Callable[[Deck, str], DeckProfile] | None" = None
    sums: "Callable[[Sequence[ZonedCard]], DeckSums] | None" = None
    sources_state_formats: bool = False
    collecting: Collecting = USUAL
    seats: tuple[DeckSeat, ...] = ONE_DECK
    event_preset: str = "best-of-three"
    texts_read: bool = False

    @property
    def usual_edition(self) -> str:
        """The code of the rules edition of the printed rules."""
        return self.formats.printed.edition

    def needs(self, card: Card, quantity: int, dice: int | None) -> tuple[int, int]:
        """The cards and the dice that a line of a deck needs; no dice for a card without a die."""
        if dice is None:
            quantity, dice = self.cards_and_dice(card, quantity)
        return quantity, dice if self.collecting.dice(card) else 0
