"""What every game offers to the validator: zones, editions, formats and its view of a deck."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol

from db.cards import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.collecting import USUAL, Collecting
from deckcheck.games.search_words import OwnWords
from deckcheck.report import Issue

if TYPE_CHECKING:
    from deckcheck.simulators.simulator import Simulator


class View(Protocol):
    """A deck as the rules of its game see it; here only what the rules of all games need.

    `counts` has at least `cards` and `unknown`, `counted` the entries in the zones that count.
    """

    @property
    def deck(self) -> Deck:
        """The deck itself."""

    @property
    def counts(self) -> Mapping[str, int]:
        """What was counted, by name."""

    @property
    def counted(self) -> Sequence[DeckEntry]:
        """The entries in the zones whose cards count."""

    def everywhere(self) -> Iterator[DeckEntry]:
        """The entries of all zones that the game knows, counted or not."""


class Rule(Protocol):
    """A rule: independent of all others, it sees the whole deck and yields every issue."""

    @property
    def code(self) -> str:
        """The kebab-case code, the same for ever, like `deck-size`."""

    @property
    def cite(self) -> str:
        """Where the rule stands."""

    def check(self, deck: Any) -> Iterator[Issue]:
        """Yields what is wrong with the deck, given as the view of its game."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A set of deck rules, like those of the rulebook of 2004.

    `counted_zones` are the zones in which copies count; cards elsewhere are not judged.
    `unlimited_zones` are those whose size nobody told us.
    """

    code: str
    name: str
    rules: tuple[Rule, ...]
    counted_zones: frozenset[str]
    unlimited_zones: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormatState:
    """What a format was from a date on: the sets that it allows, None for all.

    `points` are values that replace printed ones, by the key of the card in its source; so are
    the cards `banned` and `restricted`, None where marks of the card lists say which are.
    """

    since: date
    sets: frozenset[str] | None
    note: str = ""
    points: Mapping[str, str] = field(default_factory=dict)
    banned: frozenset[str] | None = None
    restricted: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Format:
    """A way to play: a rules edition, the sets that are legal and the lists, as they changed.

    `lists` is the name under which the card lists mark bans and restrictions, None where the
    format has none. Without states, everything is legal at all times.
    """

    code: str
    name: str
    edition: str
    lists: str | None = None
    states: tuple[FormatState, ...] = ()

    def state_on(self, day: date) -> FormatState | None:
        """The state in force on a day; None where none is known."""
        known = [state for state in self.states if state.since <= day]
        return max(known, key=lambda state: state.since) if known else None


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


def _as_it_is(deck: Deck, _find: Callable[[str], Sequence[Card]]) -> Deck:
    return deck


def _no_other_spelling(_name: str) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game as data, and the functions that only it can give.

    `zones` names the zones, the main deck first; `zone_names` maps other spellings (lower case) to
    them. `face` is what a card must have in common with a reprint for the rules not to care which
    of them is meant. `view` makes what the rules see. `list_rules` gives the rules of sets and
    lists; one with the code of a rule of the edition takes its place. `zone_limit` is the rule for
    a size of a zone that the user sets. `whole` gives a deck with the cards that its list only
    implies, which a function finds by their names; so it is played, not judged.

    `count_names` are the counts that a table of reports shows before `unknown`, `counts_text` says
    them in a line. `place` is the zone of a card that a list puts into a zone. Where
    `title_and_set` holds, a title that only one card has names it; else only a set that has just
    one of the versions does. `spellings` are other ways to write a name, `version_words` what tells
    cards of one title apart and what to do about it. `stats` is the column of a card's numbers in
    lists, with its heading; `search` the words for queries, None for those with arenas and
    versions. `cards_and_dice` is what a count means that a list states without dice. `simulator`
    gives what plays setup and turns; None where the game has engines of its own or none. Where
    `sources_state_formats`, formats of a card source are whole, with their lists, and count.
    `collecting` is how its cards are owned.
    """

    code: str
    name: str
    zones: tuple[str, ...]
    zone_names: Mapping[str, str]
    default_format: str
    editions: tuple[Edition, ...]
    formats: Callable[[], tuple[Format, ...]]
    face: Callable[[Card], Hashable]
    view: Callable[[Deck, frozenset[str]], Any]
    list_rules: Callable[[Format, date, date], tuple[Rule, ...]]
    zone_limit: Callable[[str, int], Rule]
    card_summary: Callable[[Card], str]
    count_names: tuple[str, ...]
    counts_text: Callable[[Mapping[str, int]], str]
    place: Callable[[Card, str], str] = _as_listed
    title_and_set: bool = False
    spellings: Callable[[str], tuple[str, ...]] = _no_other_spelling
    version_words: tuple[str, str] = ("version", "write the version letter")
    stats: tuple[str, Callable[[Card], str]] = ("S/P/H", speed_power_health)
    search: OwnWords | None = None
    cards_and_dice: Callable[[Card, int], tuple[int, int]] = _no_dice
    whole: Callable[[Deck, Callable[[str], Sequence[Card]]], Deck] = _as_it_is
    simulator: "Callable[[], Simulator] | None" = None
    sources_state_formats: bool = False
    collecting: Collecting = USUAL

    @property
    def usual_edition(self) -> str:
        """The code of the rules edition of the default format."""
        return next(one.edition for one in self.formats() if one.code == self.default_format)

    def needs(self, card: Card, quantity: int, dice: int | None) -> tuple[int, int]:
        """The cards and the dice that a line of a deck needs; none of a card that has no die."""
        if dice is None:
            quantity, dice = self.cards_and_dice(card, quantity)
        return quantity, dice if self.collecting.dice(card) else 0


def find_by_code(items: Iterable[Any], wanted: str) -> Any | None:
    """The format or edition of that code or name, in any case; None where there is none."""
    folded = wanted.casefold()
    for item in items:
        if folded in (item.code.casefold(), item.name.casefold()):
            return item
    return None
