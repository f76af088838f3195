"""Editions of deck rules, and formats with their sets and lists, as they changed in time."""

from collections.abc import Mapping
from datetime import date
from enum import StrEnum
from typing import Any, NamedTuple

from db.cards.dates import ALWAYS, UNKNOWN_DATE, ImpreciseDate
from db.language import gettext as _

NOTHING: Mapping[str, Any] = {}
"""Stands where a format changes nothing."""


class Edition(NamedTuple):
    """A set of deck rules, like those of the rulebook of 2004.

    `counted_zones` are the zones in which copies count; cards elsewhere are not judged.
    `unlimited_zones` are those whose size no source states. `published` is when its book was
    printed, as `db.cards.dates.parse_date` reads it; None where nobody printed it.
    """

    code: str
    name: str
    rules: tuple[Any, ...]
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


class Status(StrEnum):
    """The status of a card in a format; a deck may have one copy of a restricted card.

    Of a card that is `LISTED` nobody can read whether its list bans or restricts it.
    """

    LEGAL = "legal"
    BANNED = "banned"
    RESTRICTED = "restricted"
    NOT_IN_SETS = _("not in its sets")
    LISTED = "listed"


class CardStatus(NamedTuple):
    """The status that a format gives a card; `certain` is False where it is not proven."""

    status: str = Status.LEGAL
    certain: bool = True


class ListedCard(NamedTuple):
    """A card on a format's own list: banned, restricted or listed, from a day on.

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
    of a format of the user's own, `house_rules` are what it asks for beside its edition, `doubts` what
    is said with its verdicts, such as that no card is what a rule asks for.
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
    house_rules: tuple[Any, ...] = ()
    doubts: tuple[str, ...] = ()

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
