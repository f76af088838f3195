"""Judging decks: a deck and a format in, a report with every issue out.

Everything here is a pure function of frozen values; reading files is in `deckcheck.judge.batch`.
"""

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from itertools import count, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from db.arguments import checked
from db.cards.card import Card, CardSet, PlayFormat
from db.clock import today
from db.language import Message, all_of, filled, gettext as _, joined, one_of, some_of
from db.sums import summed
from deckcheck.deck import NO_GAME, Deck, DeckEntry, copies_of
from deckcheck.errors import FormatFileError, UnknownEditionError, UnknownZoneError
from deckcheck.first_game import FIRST_GAME
from deckcheck.games import game_codes, get_game
from deckcheck.games.formats.format_files import find_by_code
from deckcheck.games.formats.releases import NOT_RELEASED, early_editions, not_released, on_sale
from deckcheck.games.formats.stated_formats import find_format, get_format
from deckcheck.games.formats.zone_size import zone_limit
from deckcheck.games.game import Game
from deckcheck.judge.name_issues import NameIssues
from deckcheck.report import ERROR, WARNING, Issue, Report, issue_cards, verdict_of
from deckcheck.rules.edition import BEFORE, CardStatus, Edition, Format, FormatState, Status
from deckcheck.rules.evaluate import BROKEN, OPEN, status_of
from deckcheck.rules.findings import issues_in, issues_with_crowds, new_issue
from deckcheck.rules.requirement import AtLeast, Count, PerCard, Requirement
from deckcheck.rules.slot import DeckSlots
from deckcheck.show.wording import cards as counted_cards

if TYPE_CHECKING:
    from deckcheck.judge.plain_decks import PlainDecks
    from deckcheck.rules.compiled import Constraint
    from deckcheck.rules.sums import RuleSums
    from deckcheck.rules.table import RequirementRow

_SHOWN = 60
"""How many characters of a line that cannot be read a message shows."""

_FIRST_LINES = 3
"""How many lines of a list that was not understood a message shows."""

_MOST_NAMES = 1_000
"""Names of formats in lists of which it is kept whether they are that of the judge."""

_AT_ONCE = 200
"""Decks of which the sums are made together."""

EMPTY_DECK = "empty-deck"
"""The code where the main zone has no card, whatever a format says of sizes."""

_TEXTS = _("what the cards' own text says about deck building, which beats the rules")
_TEXTS_OF = _("what the own text of {names} says about deck building, which beats the rules")
TEXT_READ = "text_read"
"""The fact of the cards whose text was read for that."""


class _Way(NamedTuple):
    """The rules by one state of the format, None where it has no states."""

    state: FormatState | None
    edition: Edition
    rules: tuple[Requirement, ...]


@checked
class Judge:
    """A format of a game on a day, ready to judge any number of decks.

    `stated` are the formats of card sources, as they were on that day. Where a day is given, cards
    must have been on sale on it; `sets` are those of the catalogue.

    >>> from deckcheck.deck import Deck
    >>> Judge().validate(Deck(entries=())).verdict
    'illegal'
    """

    def __init__(
        self,
        game: str = FIRST_GAME,
        play_format: str | Format | None = None,
        *,
        edition: str | None = None,
        on: date | None = None,
        marks_as_of: date = date.min,
        zone_limits: Mapping[str, int] | None = None,
        stated: Iterable[PlayFormat] = (),
        sets: Sequence[CardSet] = (),
    ) -> None:
        self.game: Game = get_game(game)
        self._stated = tuple(stated)
        self.day = on or today()
        wanted = play_format or self.game.formats.printed.code
        self.format = wanted if isinstance(wanted, Format) else get_format(self.game, wanted, self._stated)
        limits = {**self.format.zone_limits, **(zone_limits or {})}
        limited = {_get_zone(self.game, zone): n for zone, n in limits.items()}
        self._limits = tuple(zone_limit(zone, limit) for zone, limit in limited.items())
        self._day = self.day.isoformat()
        self._sets = sets
        self._asks_sale = on is not None and not self.format.on_sale
        self._ways = tuple(self._ways_to_judge(edition, marks_as_of))
        editions = dict.fromkeys(way.edition.code for way in self._ways)
        self.edition = self._ways[0].edition
        self.rules: tuple[Requirement, ...] = self._ways[0].rules
        ways = [way.rules for way in self._ways]
        self._names = NameIssues(self.game, self.format.name, self.edition, ways)
        self._edition_codes = one_of(editions)
        self._not_checked = _not_checked(self.format, self.edition, self.day, limited.keys())
        self._not_released = None if self._asks_sale or self.format.on_sale else not_released(self.day)
        early = early_editions((way.edition for way in self._ways), self.day)
        self._early = (*early, *self.format.doubts)
        if self._asks_sale and sets and not self.format.states:
            rules = _("the {name} and cards of all {count} sets", name=self.edition.name, count=len(sets))
            self._early = (
                _("{code}: {rules}, as far as they were out", code=self.format.code, rules=rules),
                *self._early,
            )
        self._zones = frozenset(self.game.zones)
        self._main = self.game.main_zone
        self._names_of_format: dict[str, bool] = {}
        self._has_judged = False
        self._viewed: tuple[Deck, dict[frozenset[str], DeckSlots]] = (_NOTHING, {})

    @cached_property
    def _sums(self) -> "RuleSums":
        from deckcheck.rules.sums import RuleSums

        empty = self.game.view(_NOTHING, self.edition.counted_zones)
        counting = empty.counting if empty.shared is None else {}
        lists = () if self._not_released is None else (self._not_released,)
        return RuleSums((*self.rules, *lists), self.edition.counted_zones, counting)

    @cached_property
    def plain_decks(self) -> "PlainDecks | None":
        """The judge of plain decks by their sums; None where entries must be looked at."""
        from deckcheck.judge.plain_decks import PlainDecks

        if len(self._ways) > 1 or self._main not in self.edition.counted_zones:
            return None
        if not self._sums.counting or self.game.view(_NOTHING, self.edition.counted_zones).figures:
            return None
        game = self.game
        not_checked = (*(() if game.texts_read else self._unread_texts(_NOTHING)), *self._not_checked)
        by = (game.code, self.format.code, self._edition_codes, self._day)
        is_read = (lambda card: TEXT_READ in card.facts) if game.texts_read else None
        return PlainDecks(self._sums, self._main, by, not_checked, tuple(self._early), is_read)

    def validate_many(self, decks: Iterable[Deck]) -> Iterator[Report]:
        """Yields the report on each deck, in order: the same as `validate`, in less time.

        Decks of which all cards are certain, and none is special, are judged by their sums, some hundreds
        at once.

        >>> from deckcheck.deck import Deck
        >>> [report.verdict for report in Judge().validate_many([Deck(()), Deck(())])]
        ['illegal', 'illegal']
        """
        plain, every = self.plain_decks, iter(decks)
        if plain is None:
            yield from map(self.validate, every)
            return
        while some := [*islice(every, _AT_ONCE)]:
            for deck, report in zip(some, plain.reports([*map(plain.entered, some)]), strict=True):
                if report is None:
                    yield self.validate(deck)
                elif (named := self._named_notes(deck)) or deck.taken_as:
                    yield report._replace(taken_as=deck.taken_as, notes=report.notes + named)
                else:
                    yield report

    def _ways_to_judge(self, edition: str | None, marks_as_of: date) -> Iterator["_Way"]:
        """Yields the rules by each state that the format may be in on the day."""
        states = self.format.states_on(self.day)
        for state in states or (None,):
            one = self.format if state is None else self.format.as_in(state)
            known = _get_edition(self.game, edition or one.edition)
            lists = self.game.formats.list_rules(one, self.day, marks_as_of)
            if self._asks_sale:
                lists += (self._on_sale(marks_as_of),)
            taken = {rule.code for rule in lists}
            kept = tuple(rule for rule in known.rules if rule.code not in taken)
            own = tuple(one for rule in self.format.house_rules for one in rule.requirements())
            rules = self._with_numbers(kept + lists) + self._limits + own
            yield _Way(state, known, rules)

    def _on_sale(self, listed: date) -> PerCard:
        """The rule that cards were on sale on the day; `listed` is that of the card lists.

        Where no set has a day, nothing can be said of any.
        """
        dated = any(one.released for one in self._sets)
        until = listed if dated else date.min
        return on_sale(self.format.name, None, self.day, until, NOT_RELEASED)

    def _with_numbers(self, rules: tuple[Any, ...]) -> tuple[Requirement, ...]:
        """The rules with the numbers that the format puts in the place of theirs."""
        if not self.format.numbers:
            return rules
        from deckcheck.rules.own_numbers import NumberError, changed_rules

        try:
            return changed_rules(rules, self.format.numbers, _("format {name}", name=self.format.name))
        except NumberError as error:
            key = ".".join(("numbers", *error.keys))
            raise FormatFileError(self.format.file or self.format.code, 0, key, str(error)) from None

    def validate(self, deck: Deck) -> Report:
        """The report on a deck: all issues of the list itself, then those of each rule."""
        view = self._view(deck, self.edition.counted_zones)
        self._has_judged = True
        zones = self.edition.counted_zones
        odd = [e for e in deck.entries if e.card is None or e.note or e.zone not in zones]
        issues: list[Issue] = []
        not_checked = (*self._unread_texts(deck), *self._not_checked)
        if odd or deck.is_open or not any(e.zone == self._main for e in deck.entries):
            issues.extend(self._reading_issues(deck, odd, empty=not view.counts[self.game.words.main_count]))
            not_checked += self._zones_not_judged(odd)
        if deck.elsewhere != NO_GAME:
            issues.extend(self._issues_of_rules(deck, view))
        if self._not_released is not None:
            issues.extend(issues_with_crowds(self._not_released, view))
        if deck.elsewhere:  # the rules of another game may be meant
            issues = [
                i._replace(severity=WARNING, undecided=True) if i.severity == ERROR else i for i in issues
            ]
        return Report(
            deck.path,
            deck.name,
            deck.read_as,
            self.game.code,
            self.format.code,
            self._edition_codes,
            self._day,
            verdict_of(issues),
            view.counts,
            tuple(issues),
            not_checked,
            self._notes(deck, odd),
            taken_as=deck.taken_as,
        )

    def _view(self, deck: Deck, counted: frozenset[str]) -> DeckSlots:
        """The deck as rules see it that count these zones, kept for who asks of the same deck again."""
        viewed = self._viewed
        if viewed[0] is not deck:
            viewed = self._viewed = deck, {}
        view = viewed[1].get(counted)
        if view is None:
            view = viewed[1][counted] = self.game.view(deck, counted)
            if self._has_judged and view.is_certain and counted == self.edition.counted_zones:
                view.sums = self._sums.sums_of(view)  # which pays from the second deck on
        return view

    def requirements(self, deck: Deck) -> "tuple[RequirementRow, ...]":
        """The requirements of the format, each with what a deck has of it and whether it is kept.

        Where the format may be in several states, or the deck of another game, what only some say
        is open.

        >>> row = Judge().requirements(Deck(()))[0]
        >>> row.sentence, row.have, row.least, row.state
        ('at least 60 cards in the deck', 0, 60, 'broken')
        """
        from deckcheck.rules.table import joined_tables, table_of

        views = [(way.rules, self._view(deck, way.edition.counted_zones)) for way in self._ways]
        rows = joined_tables([tuple(table_of(rules, view)) for rules, view in views])
        if not deck.elsewhere:
            return rows
        return tuple(row._replace(state=OPEN) if row.state == BROKEN else row for row in rows)

    def constraints(
        self, cards: Sequence[Card], deck: frozenset[Card] | None = None
    ) -> "tuple[Constraint, ...]":
        """The constraints on counts of copies that a legal deck of these cards keeps.

        Where the format may be in several states, those of all of them. Those for the cards of a `deck`
        tell how many changes it needs at least: no text of a card can make a deck legal against them.
        """
        from deckcheck.rules.compiled import DeckModel, rows_of

        found: list[Constraint] = []
        some = AtLeast(EMPTY_DECK, "", 1, Count(zones=frozenset({self._main})))
        for way in self._ways:
            counted = way.edition.counted_zones
            model = DeckModel(cards, self.game.zones, counted, proven=deck is not None, deck=deck)
            found.extend(rows_of((some, *way.rules), model))
        if self._not_released is not None:
            found.extend(rows_of([self._not_released], model))
        return tuple(found)

    @cached_property
    def alike(self) -> Callable[[Card], int]:
        """The function that gives the number of a card's kind; the rules treat those of a kind alike."""
        alike, own = self.game.names.alike, [rule.apart for rule in self.format.house_rules]
        known: dict[str, tuple[Card, int]] = {}
        numbers: dict[Hashable, int] = {}
        new = count()

        def number_of(card: Card) -> int:
            held = known.get(card.name)
            if held is None or held[0] is not card:
                kind = alike(card), *(apart(card) for apart in own)
                held = known[card.name] = card, numbers.setdefault(kind, next(new))
            return held[1]

        return number_of

    def card_status(self, card: Card) -> CardStatus:
        """The status of a card in the format on the day, by its sets and lists.

        Where the format may be in several states, it is certain only where all of them agree.
        """
        found = {_status_of(card, way.rules) for way in self._ways}
        return found.pop() if len(found) == 1 else CardStatus(Status.NOT_IN_SETS, certain=False)

    def _issues_of_rules(self, deck: Deck, view: DeckSlots) -> Iterable[Issue]:
        """The issues of the rules, joined where the format may be in several states."""
        if len(self._ways) == 1:
            return self._issues_of_way(self._ways[0], view)
        from deckcheck.judge.possible_states import StateIssues, told_once

        findings = []
        for way in self._ways:
            found = self._issues_of_way(way, self._view(deck, way.edition.counted_zones))
            findings.append(StateIssues(way.state or BEFORE, tuple(found)))
        return told_once(findings, self.format.name, self._day)

    def _issues_of_way(self, way: _Way, view: DeckSlots) -> Iterable[Issue]:
        """The issues by one state of the format."""
        return issues_in(way.rules, view, self.game.names.advice)

    def _unread_texts(self, deck: Deck) -> tuple[str, ...]:
        """The cards whose own text was not read for what it says of building decks."""
        if not self.game.texts_read:
            return (_TEXTS,)
        every = (card for e in deck.entries for card in ((e.card,) if e.card else e.candidates))
        names = sorted({card.name for card in every if TEXT_READ not in card.facts})
        if not names:
            return ()
        return (filled(_TEXTS_OF, {"names": some_of(names, _FIRST_LINES)}),)

    def _zones_not_judged(self, odd: list[DeckEntry]) -> tuple[str, ...]:
        """The cards in zones that the edition does not know, as issues."""
        beside = self._zones - self.edition.counted_zones
        sizes = summed((entry.zone, entry.quantity) for entry in odd if entry.zone in beside)
        return tuple(
            _(
                "{cards} in {zone}: {name} knows only the deck",
                cards=counted_cards(n),
                zone=Message(zone),
                name=self.edition.name,
            )
            for zone, n in sorted(sizes.items())
        )

    def _notes(self, deck: Deck, odd: list[DeckEntry]) -> tuple[str, ...]:
        notes = [*deck.notes, *(e.note for e in odd if e.note and not e.candidates), *self._early]
        return (*notes, *self._named_notes(deck))

    def _named_notes(self, deck: Deck) -> tuple[str, ...]:
        """The note where the list names another format than the one by which it is judged."""
        name = deck.named_format
        if not name or self._is_named(name):
            return ()
        judged = _("judged as {name} (choose another format if that is not meant)", name=self.format.name)
        return (_("the file names the format {name}; {judged}", name=name, judged=judged),)

    def _is_named(self, name: str) -> bool:
        """Whether a name is that of the format; kept, since many lists name the same."""
        known = self._names_of_format.get(name)
        if known is None:
            named = find_format(self.game, name, self._stated)
            known = named is not None and named.code == self.format.code
            if len(self._names_of_format) < _MOST_NAMES:
                self._names_of_format[name] = known
        return known

    def _reading_issues(self, deck: Deck, odd: list[DeckEntry], *, empty: bool) -> Iterator[Issue]:
        """The issues of the list before any rule is asked."""
        left = sorted((*deck.unread, *deck.bare), key=lambda one: one.line)
        if deck.elsewhere == NO_GAME:
            names = [entry.name for entry in deck.entries]
            yield new_issue(
                "list-not-understood",
                WARNING,
                _("no game has a card called so: {shown}", shown=some_of(names, _FIRST_LINES)),
                len(names),
                0,
                advice=_(
                    "write each card as in '4 Yoda (A)', or choose its game: {games}",
                    games=one_of(game_codes()),
                ),
                details={"lines": names[:_FIRST_LINES]},
            )
        elif left and 2 * len(left) >= len(deck.entries) + len(deck.unread):
            shown = ", ".join(_shortened(one.text) for one in left[:_FIRST_LINES])
            yield new_issue(
                "list-not-understood",
                WARNING,
                _(
                    "this list was not understood: {count} of its lines cannot be read, first {shown}",
                    count=len(left),
                    shown=shown,
                ),
                len(left),
                0,
                advice=_("write each card as in '4 Yoda (A)'"),
                details={"lines": [one.text for one in left[:_FIRST_LINES]]},
            )
        main = self._main
        if empty and not any(entry.zone == main for entry in deck.entries):
            unsure = deck.is_open or any(e.zone not in self._zones for e in odd)
            yield new_issue(
                EMPTY_DECK,
                WARNING if unsure else ERROR,
                _("no cards in the zone {main}", main=main),
                0,
                1,
                advice=_("check that this is the right file"),
            )
        for unread in deck.unread:
            yield new_issue(
                "unreadable-line",
                WARNING,
                _(
                    "{place} cannot be read: {reason}: {shortened}",
                    place=unread.place or _("line {line}", line=unread.line),
                    reason=unread.reason,
                    shortened=_shortened(unread.text),
                ),
                advice=_("fix the line"),
                details={"line": unread.line, "text": unread.text},
            )
        for doubt in deck.doubts:
            yield new_issue(
                "stated-total",
                WARNING,
                _(
                    "line {line}, {shortened}: {reason}",
                    line=doubt.line,
                    shortened=_shortened(doubt.text),
                    reason=doubt.reason,
                ),
                advice=_("correct the number, or add what is missing"),
                details={"line": doubt.line, "text": doubt.text},
            )
        yield from self._names.of(deck, odd)
        for zone in sorted({e.zone for e in odd} - self._zones):
            entries = [e for e in odd if e.zone == zone]
            yield new_issue(
                "zone",
                WARNING,
                _(
                    "no zone is called {zone!r}; not judged: {cards}",
                    zone=zone,
                    cards=counted_cards(copies_of(entries)),
                ),
                cards=issue_cards(entries),
                advice=_("use one of: {zones}", zones=", ".join(self.game.zones)),
            )


def validate(deck: Deck, play_format: str | None = None, **options: date | str | None) -> Report:
    """The report on one deck; for many decks make a `Judge` once.

    Options are those of `Judge`: `edition`, `on`.
    """
    return Judge(deck.game, play_format, **options).validate(deck)  # type: ignore[arg-type]


_WORST_FIRST = (
    *(CardStatus(status) for status in (Status.NOT_IN_SETS, Status.BANNED)),
    *(CardStatus(status, certain=False) for status in (Status.NOT_IN_SETS, Status.BANNED)),
    *(CardStatus(Status.RESTRICTED, certain=certain) for certain in (True, False)),
)


def _status_of(card: Card, rules: Iterable[Requirement]) -> CardStatus:
    """The strictest status that rules give a card; it is certain only if that status is."""
    said = [status_of(rule, card) for rule in rules]
    return next((one for one in _WORST_FIRST if one in said), CardStatus())


def _shortened(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")


def _not_checked(
    play_format: Format, edition: Edition, day: date, limited: Container[str]
) -> tuple[str, ...]:
    notes: list[str] = []
    unlimited = [zone for zone in edition.unlimited_zones if zone not in limited]
    if unlimited:
        zones = all_of(map(Message, unlimited))
        notes.append(_("sizes of {unlimited}: no limit is known to us", unlimited=zones))
    if play_format.file is not None:  # whoever wrote a format of their own knows all of it
        return tuple(notes)
    last = play_format.states[-1] if play_format.states else None
    if last is not None and last.known and last in play_format.states_on(day):
        since = last.since.latest or last.since.earliest
        changed = _("what changed in {name} since {since}", name=play_format.name, since=since)
        notes.append(joined((changed, joined(("(", last.note, ")")) if last.note else ""), " "))
    if play_format.states and not play_format.has_lists:
        notes.append(_("bans and restrictions: no list of {name} is known to us", name=play_format.name))
    return tuple(notes)


_NOTHING = Deck(())


def _get_zone(game: Game, name: str) -> str:
    zone = game.zone(name)
    if zone is None:
        raise UnknownZoneError(name, game.zones)
    return zone


def _get_edition(game: Game, name: str) -> Edition:
    found = find_by_code(game.editions, name)
    if not isinstance(found, Edition):
        raise UnknownEditionError(name, (e.code for e in game.editions))
    return found
