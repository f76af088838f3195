"""The contract of a game with the validator: zones, editions, formats and its view of a deck."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.deck import Deck
from deckcheck.games.collecting import USUAL, Collecting
from deckcheck.games.formats.format_files import FormatFolder
from deckcheck.games.seats import ONE_DECK, DeckSeat
from deckcheck.rules.edition import Edition
from deckcheck.rules.requirement import Count, Different
from deckcheck.rules.slot import DeckSlots

if TYPE_CHECKING:
    from deckcheck.games.deck_profile import DeckProfile, DeckSums, ZonedCard
    from deckcheck.query.search_words import OwnWords


def speed_power_health(card: Card) -> str:
    """Speed, power and health, like `60/6/5`; nothing for cards without."""
    values = (card.speed, card.power, card.health)
    if values == (None, None, None):
        return ""
    return "/".join("-" if value is None else str(value) for value in values)


def _set_and_type(card: Card) -> str:
    return f"{card.sets_and_year}, {card.type}"


def _each_count(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts.items() if number or name == "cards")


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


class DeckLists(NamedTuple):
    """How deck lists of a game say which copies stand where; by default a card and a count.

    `zone_names` are other words for a zone than its name and those that any game has for the main
    one, in lower case. `place` is the zone of a card that a list puts into a zone. `cards_and_dice` is
    what a count means that a list states without dice, and `dice_forms` with how many dice a list may
    state one copy of a card, None for none. `whole` gives a deck with the cards that its list only
    implies, which a function finds by their names; so it is played, not judged. `team` is the
    requirement of the cards that a deck has for its team alone, which a list need not name.
    """

    zone_names: Mapping[str, str] = {}
    place: Callable[[Card, str], str] = _as_listed
    cards_and_dice: Callable[[Card, int], tuple[int, int]] = _no_dice
    dice_forms: Callable[[Card], tuple[int | None, ...]] = _one_form
    whole: Callable[[Deck, Callable[[str], Sequence[Card]]], Deck] = _as_it_is
    team: Different | None = None


class CardNames(NamedTuple):
    """How cards of a game are told apart by what people write; by default each name is one card.

    `face` is what a card must have in common with a reprint for the rules not to care which of them
    is meant, `alike` what the rules see in a card but its name. Where `by_title` holds, a title that
    only one card has names it; else only a set that has just one of the versions does. `spellings`
    are other ways to write a name, `version` what tells cards of one title apart and `advice` what to
    do about it.
    """

    face: Callable[[Card], Hashable] = _only_itself
    alike: Callable[[Card], Hashable] = _only_itself
    by_title: bool = False
    spellings: Callable[[str], tuple[str, ...]] = _no_other_spelling
    version: str = "card"
    advice: str = _("write its set")


class GameWords(NamedTuple):
    """The words for cards and decks of a game; by default all counts, and no others of its own.

    `counts_text` says the counts of a report in a line; `main_count` is that of the cards of the main
    zone. `stats` is the column of a card's numbers in lists, with its heading; `search` the words for
    queries, None for those with arenas and versions. `profile` says what a deck is made of by a rules
    edition, `sums` what its workbook sums up; None for counts by zone, type, side and cost. `hues` are
    the colours of sides and types, by their names in the page's tokens. `face` has what is shown of a
    card at a glance, as labels with its facts, `symbols` the signs among them in words. `opening` are
    the types of which players want one in an opening hand, `goals` what else one may want of it: a
    sentence with its condition.
    """

    card_summary: Callable[[Card], str] = _set_and_type
    counts_text: Callable[[Mapping[str, int]], str] = _each_count
    main_count: str = "cards"
    stats: tuple[str, Callable[[Card], str]] = ("S/P/H", speed_power_health)
    search: "OwnWords | None" = None
    profile: "Callable[[Deck, str], DeckProfile] | None" = None
    sums: "Callable[[Sequence[ZonedCard]], DeckSums] | None" = None
    hues: Mapping[str, str] = {}
    face: Sequence[tuple[str, str]] = ()
    symbols: Mapping[str, str] = {}
    opening: Sequence[str] = ()
    goals: Mapping[str, str] = {}


class Game(NamedTuple):
    """A game as data, and the functions that only it can give.

    `zones` are the zones, the main deck first. `counts` are what reports count, by name, `cards` and
    `unknown` among them; `slots` makes what the rules see of a deck. `seats` are those that every
    player of an event fills with a deck; `event_preset` names how its matches are scored unless an
    organiser says otherwise. Where `texts_read`, the fact `text_read` tells the cards of which the text
    was read for what it says of building decks; else that is known of no card for sure.
    """

    code: str
    name: str
    zones: tuple[str, ...]
    editions: tuple[Edition, ...]
    formats: FormatFolder
    counts: Mapping[str, Count]
    slots: Callable[..., DeckSlots] = DeckSlots
    lists: DeckLists = DeckLists()
    names: CardNames = CardNames()
    words: GameWords = GameWords()
    collecting: Collecting = USUAL
    seats: tuple[DeckSeat, ...] = ONE_DECK
    event_preset: str = "best-of-three"
    texts_read: bool = False

    @property
    def main_zone(self) -> str:
        """The zone of cards that a list puts nowhere else."""
        return self.zones[0]

    @property
    def count_names(self) -> tuple[str, ...]:
        """The counts that a table of reports shows before `unknown`."""
        return tuple(name for name in self.counts if name != "unknown")

    def view(self, deck: Deck, counted_zones: frozenset[str]) -> DeckSlots:
        """A deck as rules see it that count copies in these zones."""
        return self.slots(deck, counted_zones, zones=self.zones, counting=self.counts)

    @property
    def zone_names(self) -> dict[str, str]:
        """The zones by all their names, in lower case; without a name the main one."""
        main = dict.fromkeys(("", "deck", "main", _("main deck")), self.main_zone)
        return {**main, **{zone.casefold(): zone for zone in self.zones}, **self.lists.zone_names}

    def zone(self, written: str) -> str | None:
        """The zone that a word means, in any case; None for no zone.

        >>> from deckcheck.games import get_game
        >>> get_game("stargate").zone("main  deck"), get_game("stargate").zone("Pile")
        ('Main', None)
        """
        return self.zone_names.get(" ".join(written.casefold().split()))

    def needs(self, card: Card, quantity: int, dice: int | None) -> tuple[int, int]:
        """The cards and the dice that a line of a deck needs; no dice for a card without a die."""
        if dice is None:
            quantity, dice = self.lists.cards_and_dice(card, quantity)
        return quantity, dice if self.collecting.dice(card) else 0
