"""The contract of a game with the validator: zones, editions, formats and its view of a deck."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from db.cards.card import Card
from db.cards.dates import ALWAYS, UNKNOWN_DATE, ImpreciseDate
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.collecting import USUAL, Collecting
from deckcheck.games.seats import ONE_DECK, DeckSeat
from deckcheck.report import Issue

if TYPE_CHECKING:
    from deckcheck.games.deck_profile import DeckProfile, DeckSums, ZonedCard
    from deckcheck.games.formats.house_rules import HouseRule
    from deckcheck.query.search_words import OwnWords
    from deckcheck.simulators.simulator import Simulator


NOTHING: Mapping[str, Any] = {}
"""Stands where a format changes nothing."""


class View(Protocol):
    """A deck as the rules of its game see it; here only what the rules of all games need.

    `counts` has at least `cards` and `unknown`, `counted` the entries in the zones that count.
    """

    @property
    def deck(self) -> Deck:
        """The deck itself."""

    @property
    def counts(self) -> Mapping[str, int]:
        """The counts of the deck, by name."""

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
        """The source of the rule, such as the page of a rulebook."""

    def check(self, deck: Any) -> Iterator[Issue]:
        """Yields the issues of a deck, given as the view of its game."""


class Edition(NamedTuple):
    """A set of deck rules, like those of the rulebook of 2004.

    `counted_zones` are the zones in which copies count; cards elsewhere are not judged.
    `unlimited_zones` are those whose size no source states. `published` is when its book was
    printed, as `db.cards.dates.parse_date` reads it; None where nobody printed it.
    """

    code: str
    name: str
    rules: tuple[Rule, ...]
    counted_zones: frozenset[str]
    unlimited_zones: tuple[str, ...] = ()
    published: str | None = None


class FormatState(NamedTuple):
    """The state of a format from a day on: the sets that it allows, None for all.

    `edition` takes the place of the format's. `points` are values that replace printed ones, by the
    key of the card in its source; so are the cards `banned` and `restricted`, None where marks of
    the card lists, or the format's own list, say which are. Where `marks` is True those marks
    belong to this state, where it is False they do not; None: they hold from the day of the card
    lists on. `known` is False where nobody could read what the format was, `played` where it was
    not played at all. `source` is where all that stands. Of each of the `pairs` of keys a deck may
    have one card only; `pairs_certain` is False where they came later, nobody knows when.
    `not_judged` are the names of rules that the format has and nobody here knows.
    """

    since: ImpreciseDate
    sets: frozenset[str] | None = None
    note: str = ""
    points: Mapping[str, str] = NOTHING
    banned: frozenset[str] | None = None
    restricted: frozenset[str] | None = None
    edition: str | None = None
    marks: bool | None = None
    known: bool = True
    played: bool = True
    source: str = ""
    pairs: frozenset[tuple[str, str]] = frozenset()
    pairs_certain: bool = True
    not_judged: tuple[str, ...] = ()


BEFORE = FormatState(UNKNOWN_DATE, known=False)
"""The state of a format before the first that is known."""

LEGAL, BANNED, RESTRICTED, NOT_IN_SETS = "legal", "banned", "restricted", "not in its sets"
"""The status of a card in a format. A deck may have one copy of a restricted card."""


class CardStatus(NamedTuple):
    """The status that a format gives a card; `certain` is False where it is not proven."""

    status: str = LEGAL
    certain: bool = True


LISTED = "listed"
"""The status of a card on a list of which nobody can read whether it bans or restricts it."""


class ListedCard(NamedTuple):
    """A card on a format's own list: banned, restricted or `LISTED`, from a day on.

    `until` is the first day on which it no longer is, None where it still is.
    """

    card: str
    status: str
    since: ImpreciseDate = ALWAYS
    until: ImpreciseDate | None = None
    source: str = ""
    note: str = ""

    def is_on(self, day: date) -> bool | None:
        """Whether the card is on the list on a day; None where that is not known.

        >>> from db.cards.dates import parse_date
        >>> duel = ListedCard("Duel of the Fates", "banned", parse_date("2004-12"))
        >>> [duel.is_on(date(*day)) for day in ((2004, 11, 30), (2004, 12, 9), (2005, 1, 1))]
        [False, None, True]
        """
        begun = self.since.has_come(day)
        ended = False if self.until is None else self.until.has_come(day)
        if begun is False or ended:
            return False
        return True if begun and ended is False else None


class Format(NamedTuple):
    """A way to play: a rules edition, the sets that are legal and the lists, as they changed.

    `states` are in the order of time; without any, everything is legal at all times. `lists` is the
    name under which the card lists mark bans and restrictions, None where they mark none of it;
    `listed` are the cards of a list of its own. Where `on_sale` holds, a card is legal from the day
    on which one of its printings was on sale. `numbers` are changes of the edition's rules, by code
    and number; False leaves a rule out. `zone_limits` are the most cards of zones. `file` is that
    of a format of the user's own, `house_rules` are what it asks for beside its edition.
    """

    code: str
    name: str
    edition: str
    lists: str | None = None
    states: tuple[FormatState, ...] = ()
    listed: tuple[ListedCard, ...] = ()
    on_sale: bool = False
    numbers: Mapping[str, Mapping[str, Any] | bool] = NOTHING
    zone_limits: Mapping[str, int] = NOTHING
    note: str = ""
    source: str = ""
    file: str | None = None
    house_rules: "tuple[HouseRule, ...]" = ()

    @property
    def has_lists(self) -> bool:
        """Whether its bans and restrictions are known."""
        own = any(state.banned is not None for state in self.states)
        return self.lists is not None or bool(self.listed) or own

    def states_on(self, day: date) -> tuple[FormatState, ...]:
        """The states that may be in force on a day, oldest first: several where it is not known.

        `BEFORE` stands for what was before the first. Nothing where the format has no states.
        """
        come = [state.since.has_come(day) for state in self.states]
        last_sure = max((n for n, has in enumerate(come) if has), default=None)
        possible = [
            state for n, state in enumerate(self.states) if come[n] is not False and n >= (last_sure or 0)
        ]
        if self.states and last_sure is None:
            possible.insert(0, BEFORE)
        return tuple(possible)

    def state_on(self, day: date) -> FormatState | None:
        """The state in force on a day; None where there is none, or where several are possible."""
        possible = self.states_on(day)
        sure = len(possible) == 1 and possible[0].known and possible[0].played
        return possible[0] if sure else None

    def as_in(self, state: FormatState) -> "Format":
        """The format as if this had always been its only state."""
        return self._replace(edition=state.edition or self.edition, states=(state._replace(since=ALWAYS),))


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


class PlainDeck(Protocol):
    """A deck whose cards are all certain and in their places; its parts are made when needed."""

    def deck(self) -> Deck:
        """The deck itself."""

    def copies(self) -> dict[str, int]:
        """The copies of each card, by its name."""

    def entries_called(self, card: str) -> list[DeckEntry]:
        """The entries of a card."""

    def closer(self) -> Sequence[DeckEntry]:
        """The entries at which rules look one by one (`QuickCounts.looks_at`)."""


class QuickCounts(NamedTuple):
    """The way in which a game counts a plain deck.

    `weight` is what one copy of an entry's card adds to the packed sum of all counts, 0 where no
    plain deck has such an entry. `view` gives the same view as `Game.view` from that sum, the most
    copies of a card, and the deck, which it asks only where a rule looks at cards. `fills_main`
    tells from a sum whether the main zone has cards. Copies are counted by what `counted_as` gives,
    by default the name.

    `looks_at` tells the few entries, such as a team, at which rules look one by one; None for no
    such entry. `facts` is all that rules see in them but for what issues name; it must differ
    where they see anything else.
    """

    weight: Callable[[DeckEntry], int]
    view: Callable[[int, int, PlainDeck], View]
    fills_main: Callable[[int], bool] = bool
    counted_as: Callable[[Card], str] = attrgetter("name")
    looks_at: Callable[[DeckEntry], bool] | None = None
    facts: Callable[[Sequence[DeckEntry]], Hashable] | None = None


class Game(NamedTuple):
    """A game as data, and the functions that only it can give.

    `zones` names the zones, the main deck first; `zone_names` maps other spellings (lower case) to
    them. `face` is what a card must have in common with a reprint for the rules not to care which
    of them is meant. `view` makes what the rules see. `list_rules` gives the rules of sets and
    lists; one with the code of a rule of the edition takes its place. `zone_limit` is the rule for
    a size of a zone that the user sets. `whole` gives a deck with the cards that its list only
    implies, which a function finds by their names; so it is played, not judged.

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
    `collecting` is how its cards are owned. `find_format` gives a format by its code or name
    without reading the others; by default all are looked through. `seats` are those that every
    player of an event fills with a deck; `event_preset` names how its matches are scored unless an
    organiser says otherwise. `quick` counts plain decks from sums; None where each deck is counted
    card by card. Where `texts_read`, the fact `text_read` tells the cards of which the text was
    read for what it says of building decks; else that is known of no card for sure.
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
    find_format: "Callable[[str], Format | None] | None" = None
    seats: tuple[DeckSeat, ...] = ONE_DECK
    quick: QuickCounts | None = None
    event_preset: str = "best-of-three"
    texts_read: bool = False

    @property
    def usual_edition(self) -> str:
        """The code of the rules edition of the default format."""
        usual = self.format_called(self.default_format)
        assert usual is not None  # noqa: S101 - a game has its default format
        return usual.edition

    def format_called(self, name: str) -> Format | None:
        """The format of that code or name, in any case; None where there is none."""
        if self.find_format is not None:
            return self.find_format(name)
        found = find_by_code(self.formats(), name)
        return found if isinstance(found, Format) else None

    def needs(self, card: Card, quantity: int, dice: int | None) -> tuple[int, int]:
        """The cards and the dice that a line of a deck needs; no dice for a card without a die."""
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
