"""Rules that a format of the user's own states: at least or at most so many cards of a query.

A card counts where `deckcheck cards search` finds it by the query, whichever printing is meant.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any

from db.cards.card import Card
from deckcheck.deck import DeckEntry
from deckcheck.games.ambiguity import UNLIMITED, crowds
from deckcheck.games.constraints import COUNTS, Constraint, DeckModel, Limit, Slot, Total, Unstated
from deckcheck.games.formats.format_reading import FormatText, Place, nearest
from deckcheck.games.game import BANNED, CardStatus, Game, View
from deckcheck.query import Field, Query, QueryError, parse_query
from deckcheck.report import ERROR, Issue, issue_cards
from deckcheck.show.wording import cards, copies, count, too_few

MOST = 10_000
"""A bound on the numbers that a rule may state, which is more copies than any deck has."""

_MOST_RULES = 100
_KEYS = frozenset({"of", "at_least", "at_most", "per", "zone", "code", "message"})
_PER: Mapping[str, Callable[[Card], str]] = {"name": attrgetter("name"), "title": attrgetter("base_name")}
"""A unit that the bounds of a rule hold for by itself: a card, or all versions of a title."""
_CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_USUAL_CODE = "house-rule"
_TAKEN = frozenset(
    {
        "ambiguous-card",
        "banned",
        "empty-deck",
        "format",
        "list-not-understood",
        "not-released",
        "restricted",
        "set-legality",
        "unknown-card",
        "unreadable-line",
        "zone",
    }
)
"""The codes of issues beside those of rules editions."""


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A deck has at least `least` and at most `most` cards of a query; None for no bound.

    With `per` (`name` or `title`) the bounds hold for each name, or title, that is in the deck.
    Without a `zone` the cards of all zones count that the rules edition counts.
    """

    format_name: str
    query: Query
    least: int | None = None
    most: int | None = None
    per: str = ""
    zone: str = ""
    code: str = _USUAL_CODE
    message: str = ""
    _matching: dict[int, tuple[Card, bool]] = field(default_factory=dict, compare=False, repr=False)
    """Whether cards match, by identity: another catalogue may have another card of a name."""

    @property
    def cite(self) -> str:
        """The format whose rule it is."""
        return f"house rule of {self.format_name}"

    @property
    def sentence(self) -> str:
        """The bound in words, like `at most 3 cards that match unique:yes`."""
        return self.message or f"{self._bounds} {self._what}"

    @property
    def _bounds(self) -> str:
        if self.least == self.most:
            return f"exactly {self.least}" if self.least else "no"
        if self.most is None:
            return f"at least {self.least}"
        return _at_most(self.most or 0) if self.least is None else f"{self.least} to {self.most}"

    @property
    def _what(self) -> str:
        query = self.query.text
        where = f" in {self.zone}" if self.zone else ""
        if self.per:
            asked = f" that matches {query}" if query else ""
            return f"of each {'card' if self.per == 'name' else 'title'}{asked}{where}"
        return f"{'card' if self._number == 1 else 'cards'}{self._asked(self._number)}{where}"

    @property
    def _number(self) -> int | None:
        return self.least if self.most is None else self.most

    def _asked(self, number: int | None) -> str:
        """The query behind so many cards."""
        verb = "matches" if number == 1 else "match"
        return f" that {verb} {self.query.text}" if self.query.text else ""

    def matches(self, card: Card) -> bool:
        """Whether the query finds the card."""
        known = self._matching.get(id(card))
        if known is None:
            known = self._matching[id(card)] = card, self.query.matches(card)
        return known[1]

    def check(self, deck: View) -> Iterator[Issue]:
        """Yields an issue for each bound that the deck does not keep."""
        everywhere = list(deck.everywhere())
        looked_at = [e for e in everywhere if e.zone == self.zone] if self.zone else deck.counted
        if deck.deck.is_open:
            wild = UNLIMITED
        else:
            wild = _copies(deck.deck.entries) - _copies(everywhere)
            if self.per or self.query.text:  # else any card counts, whatever it is
                wild += _copies(e for e in looked_at if not _cards_of(e))
        check = self._check_each if self.per else self._check_all
        yield from check(looked_at, wild)

    def _check_all(self, entries: Sequence[DeckEntry], wild: int) -> Iterator[Issue]:
        matching, doubtful = [], []
        for entry in entries:
            found = [self.matches(card) for card in _cards_of(entry)] or [not self.query.text]
            if found and all(found):
                matching.append(entry)
            elif any(found):
                doubtful.append(entry)
        have = _copies(matching)
        if self.least is not None and have < self.least:
            yield self._too_few(have, self.least, wild + _copies(doubtful))
        if self.most is not None and have > self.most:
            yield self._too_many(have, self.most, matching)

    def _check_each(self, entries: Sequence[DeckEntry], wild: int) -> Iterator[Issue]:
        key_of, called, counted = _PER[self.per], dict[str, list[DeckEntry]](), Counter[str]()
        doubtful = []
        for entry in entries:
            keys = {key_of(card) if self.matches(card) else None for card in _cards_of(entry)}
            key = keys.pop() if len(keys) == 1 else None
            if key is not None:
                called.setdefault(key, []).append(entry)
                counted[key] += entry.quantity
            elif keys:
                doubtful.append(entry)
        for key, found in sorted(called.items()):
            have = counted[key]
            if self.least is not None and have < self.least:
                may_be = (e for e in doubtful if key in map(key_of, e.candidates))
                yield self._too_few(have, self.least, wild + _copies(may_be), key, found)
            if self.most is not None and have > self.most:
                yield self._too_many(have, self.most, found, key)
        if self.most is not None and doubtful:
            yield from self._crowds(doubtful, self.most, counted)

    def _crowds(
        self, doubtful: Sequence[DeckEntry], most: int, counted: Mapping[str, int]
    ) -> Iterator[Issue]:
        """Yields an issue where copies of ambiguous names are too many for all that they may be."""
        key_of = _PER[self.per]

        def room(card: Card) -> int:
            return max(0, most - counted[key_of(card)]) if self.matches(card) else UNLIMITED

        for crowd in crowds(doubtful, room):
            yield self._issue(
                f"{cards(crowd.have)} called {crowd.name} and room for {crowd.limit} among all "
                f"that they may be ({', '.join(crowd.cards)}), {_allowed(most)} of each",
                crowd.have,
                crowd.limit,
                crowd.entries,
                crowd.name,
            )

    def _too_few(
        self, have: int, least: int, may_be: int, name: str = "", found: Sequence[DeckEntry] = ()
    ) -> Issue:
        severity, undecided, remark = too_few(have, least, may_be)
        text = f"{self._counted(have, name)}, at least {least} expected{remark}"
        issue = self._issue(text, have, least, found, name)
        return issue._replace(severity=severity, undecided=undecided, advice=f"add {cards(least - have)}")

    def _too_many(self, have: int, most: int, found: Sequence[DeckEntry], name: str = "") -> Issue:
        text = f"{self._counted(have, name)}, {_allowed(most)}"
        issue = self._issue(text, have, most, found, name)
        often = "once" if most == 1 else f"{most} times"
        return issue._replace(together=f"there more than {often}" if name and most else "")

    def _counted(self, have: int, name: str) -> str:
        """So many copies of a name, or cards of the query."""
        if name:
            return f"{copies(have)} of {name}"
        where = f" in {self.zone}" if self.zone else ""
        return f"{cards(have)}{self._asked(have)}{where}"

    def _issue(self, text: str, have: int, limit: int, entries: Sequence[DeckEntry], name: str) -> Issue:
        unit = count(have - limit, "copy", "copies") if name else cards(have - limit)
        return Issue(
            self.code,
            ERROR,
            f"{self.message}: {text}" if self.message else text,
            have,
            limit,
            issue_cards(entries),
            self.cite,
            f"take out {unit}",
            details={"of": self.query.text, **({"card": name} if name else {})},
        )

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the bounds as a total, or a limit of each name."""
        zones = frozenset({self.zone}) if self.zone else model.counted

        def counts(slot: Slot) -> bool:
            return slot.zone in zones and self.matches(slot.card)

        if not self.per:
            yield Total(
                self.code,
                counts,
                self.least,
                self.most,
                details={"of": self.query.text},
                words=self.sentence,
                weighs=COUNTS,
                cards=frozenset(card.name for card in model.cards if self.matches(card)),
            )
            return
        if self.most is not None:
            key_of, most = _PER[self.per], self.most
            yield Limit(
                self.code,
                lambda slot: most if counts(slot) else None,
                lambda slot: key_of(slot.card),
                self.sentence,
            )
        if self.least is not None:
            yield Unstated(self.code, "at least so many of each name are not stated as constraints")

    @property
    def forbids(self) -> bool:
        """Whether no deck may have a card that matches."""
        return self.most == 0 and not self.zone

    def allows(self, card: Card) -> bool:
        """Whether a deck may have a copy of the card."""
        return not self.forbids or not self.matches(card)

    def status(self, card: Card) -> CardStatus | None:
        """Banned, for a card that no deck may have; None for others."""
        return None if self.allows(card) else CardStatus(BANNED)

    def sees(self, card: Card) -> Hashable:
        """A key of a card; the rule treats cards with the same key alike."""
        return self.matches(card) and (True, card.base_name if self.per == "title" else "")


def _at_most(number: int) -> str:
    return f"at most {number}" if number else "no"


def _allowed(number: int) -> str:
    return f"at most {number}" if number else "none allowed"


def _cards_of(entry: DeckEntry) -> Sequence[Card]:
    """All that an entry may be; nothing of what is unknown."""
    return entry.candidates if entry.card is None else (entry.card,)


def _copies(entries: Iterable[DeckEntry]) -> int:
    return sum(entry.quantity for entry in entries)


def read_house_rules(
    text: FormatText, format_name: str, game: Game, fields: Sequence[Field]
) -> tuple[HouseRule, ...]:
    """The rules of the `[[require]]` tables of a format; raises `FormatFileError`.

    `fields` are those that a query may ask for.
    """
    rows = list(text.tables_at("require"))
    if len(rows) > _MOST_RULES:
        raise text.error(("require", _MOST_RULES), f"{len(rows)} rules, at most {_MOST_RULES} expected")
    taken = _TAKEN | {rule.code for edition in game.editions for rule in edition.rules}
    return tuple(_read(text, row, place, format_name, game, fields, taken) for row, place in rows)


def _read(
    text: FormatText,
    row: Mapping[str, Any],
    place: Place,
    format_name: str,
    game: Game,
    fields: Sequence[Field],
    taken: frozenset[str],
) -> HouseRule:
    text.check_keys(row, _KEYS, place)
    least, most = (_bound(text, row, key, place) for key in ("at_least", "at_most"))
    if least is None and most is None:
        raise text.error(place, "a rule needs at_least or at_most")
    if least is not None and most is not None and least > most:
        raise text.error((*place, "at_most"), f"{most} is less than at_least, {least}")
    per = text.text_at(row, "per", place)
    if per and per not in _PER:
        raise text.error((*place, "per"), f"{per!r}, expected one of: {', '.join(_PER)}")
    try:
        query = parse_query(text.text_at(row, "of", place), fields)
    except QueryError as error:
        problem = f"query, character {error.start + 1}: {error.message}"
        raise text.error((*place, "of"), problem) from None
    code = text.text_at(row, "code", place, _USUAL_CODE)
    if not _CODE.fullmatch(code):
        problem = f"{code!r}, expected small letters joined by hyphens, like {_USUAL_CODE}"
        raise text.error((*place, "code"), problem)
    if code in taken:
        raise text.error((*place, "code"), f"{code} is a rule of deckcheck; choose another code")
    message = text.text_at(row, "message", place).strip()
    zone = _zone(text, row, place, game)
    return HouseRule(format_name, query, least, most, per, zone, code, message)


def _bound(text: FormatText, row: Mapping[str, Any], key: str, place: Place) -> int | None:
    value = row.get(key)
    if value is None or (type(value) is int and 0 <= value <= MOST):
        return value
    problem = f"{str(value)[:40]}, expected a whole number from 0 to {MOST}"
    raise text.error((*place, key), problem)


def _zone(text: FormatText, row: Mapping[str, Any], place: Place, game: Game) -> str:
    written = text.text_at(row, "zone", place)
    if "zone" not in row:
        return ""
    zone = game.zone_names.get(" ".join(written.casefold().split()), written)
    if zone not in game.zones:
        near = nearest(zone, game.zones)
        hint = f"; did you mean {near}?" if near else f"; known: {', '.join(game.zones)}"
        raise text.error((*place, "zone"), f"there is no zone {written!r}{hint}")
    return zone
