"""Rules that a format of the user's own states: at least or at most so many cards of a query.

A card counts where `deckcheck cards search` finds it by the query, whichever printing is meant.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from db.cards.card import Card, CardSet
from db.language import Message, filled, gettext as _, joined, pgettext
from deckcheck.games.formats.format_reading import FormatText, Place, unlike
from deckcheck.query import Field, Query, QueryError, Vocabulary, card_fields, own_fields, parse_query
from deckcheck.rules import requirement as need
from deckcheck.show.wording import there

if TYPE_CHECKING:
    from deckcheck.games.game import Game

MOST = 10_000
"""A bound on the numbers that a rule may state, which is more copies than any deck has."""

_MOST_RULES = 100
_ELSEWHERE = frozenset({"text", "legal", "banned", "restricted", "in"})
"""The fields of queries whose answer stands elsewhere than on the card, and may change."""
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


class HouseRule(NamedTuple):
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

    def apart(self, card: Card) -> bool | str:
        """All that the rule tells apart: whether a card counts, and where each needs several, its name."""
        counts = self.query.matches(card)
        return _PER[self.per](card) if counts and self.per and self.least is not None else counts

    @property
    def sentence(self) -> str:
        """The bound in words, like `at most 3 cards that match unique:yes`."""
        values = {"least": self.least, "most": self.most, "what": self._what}
        return self.message or filled(self._bounds, values)

    @property
    def _bounds(self) -> str:
        if self.most == 0:
            return pgettext("forbidden in a deck", "no {what}")
        if self.most is None:
            return _("at least {least} {what}")
        if self.least is None:
            return _("at most {most} {what}")
        return _("exactly {least} {what}") if self.least == self.most else _("{least} to {most} {what}")

    @property
    def _what(self) -> str:
        if self.per:
            return _("of each {kind}", kind=self._kind[0])
        number = self.least if self.most is None else self.most
        return self._kind[number != 1]

    @property
    def _kind(self) -> tuple[str, str]:
        """The words for one card of the query, and for several."""
        query, where = self.query.text, _("in {zone}", zone=Message(self.zone)) if self.zone else ""
        if not query:
            kind = (_("title") if self.per == "title" else _("card")), _("cards")
        elif self.per == "title":
            kind = (_("title that matches {query}", query=query), "")
        else:
            kind = (_("card that matches {query}", query=query), _("cards that match {query}", query=query))
        return there(kind[0], where), there(kind[1], where)

    def _told(self, message: str) -> str:
        """A message, after the user's own if there is one."""
        return joined((self.message, message), ": ")

    def requirements(self) -> tuple[need.Requirement, ...]:
        """The bounds as requirements."""
        given: dict[str, Any] = {
            "code": self.code,
            "cite": _("house rule of {format_name}", format_name=self.format_name),
            "details": {"of": self.query.text},
            "sentence": need.literal(self.sentence),
        }
        fits = need.by_card(self.query.matches) if self.query.text else None
        zones = frozenset({self.zone}) if self.zone else None
        if self.per:
            bounds = self._of_each(given | {"key": _PER[self.per], "only": fits, "zones": zones})
        else:
            bounds = self._of_all(given | {"of": need.Count(fits, zones), "kind": self._kind})
        return tuple(bounds)

    def _of_all(self, given: Mapping[str, Any]) -> Iterator[need.Requirement]:
        if self.least is not None:
            message = self._told(need.AtLeast._field_defaults["message"])
            yield need.AtLeast(minimum=self.least, message=message, advice=_("add {off_cards}"), **given)
        if self.most is not None:
            usual = need.AtMost._field_defaults["message"]
            message = self._told(usual if self.most else _("{have_there}, none allowed"))
            yield need.AtMost(limit=self.most, message=message, advice=_("take out {off_cards}"), **given)

    def _of_each(self, given: Mapping[str, Any]) -> Iterator[need.Requirement]:
        if self.least is not None:
            message = self._told(_("{have_copies} of {name}, at least {limit} expected"))
            yield need.EachAtLeast(minimum=self.least, message=message, advice=_("add {off_cards}"), **given)
        if self.most is not None:
            often = _("there more than once") if self.most == 1 else _("there more than {limit} times")
            usual = need.PerName._field_defaults
            yield need.PerName(
                limit=self.most,
                label=_PER[self.per],
                message=self._told(
                    usual["message"] if self.most else _("{have_copies} of {name}, none allowed")
                ),
                crowd=self._told(usual["crowd"]),
                together=often if self.most else "",
                **given,
            )


def rules_of_format(
    text: FormatText, format_name: str, game: "Game", sets: tuple[CardSet, ...] = ()
) -> tuple[HouseRule, ...]:
    """The house rules of a format, by queries of what stands on the cards themselves."""
    words = Vocabulary(sets)
    every = card_fields(words) if game.words.search is None else own_fields(game.words.search, words)
    fields = tuple(field for field in every if field.name not in _ELSEWHERE)
    return read_house_rules(text, format_name, game, fields)


def read_house_rules(
    text: FormatText, format_name: str, game: "Game", fields: Sequence[Field]
) -> tuple[HouseRule, ...]:
    """The rules of the `[[require]]` tables of a format; raises `FormatFileError`.

    `fields` are those that a query may ask for.
    """
    rows = list(text.tables_at("require"))
    if len(rows) > _MOST_RULES:
        raise text.error(
            ("require", _MOST_RULES),
            _("{count} rules, at most {most_rules} expected", count=len(rows), most_rules=_MOST_RULES),
        )
    taken = _TAKEN | {rule.code for edition in game.editions for rule in edition.rules}
    return tuple(_read(text, row, place, format_name, game, fields, taken) for row, place in rows)


def _read(
    text: FormatText,
    row: Mapping[str, Any],
    place: Place,
    format_name: str,
    game: "Game",
    fields: Sequence[Field],
    taken: frozenset[str],
) -> HouseRule:
    text.check_keys(row, _KEYS, place)
    least, most = (_bound(text, row, key, place) for key in ("at_least", "at_most"))
    if least is None and most is None:
        raise text.error(place, _("a rule needs at_least or at_most"))
    if least is not None and most is not None and least > most:
        raise text.error(
            (*place, "at_most"), _("{most} is less than at_least, {least}", most=most, least=least)
        )
    per = text.text_at(row, "per", place)
    if per and per not in _PER:
        raise text.error(
            (*place, "per"), _("{per!r}, expected one of: {per2}", per=per, per2=", ".join(_PER))
        )
    try:
        query = parse_query(text.text_at(row, "of", place), fields)
    except QueryError as error:
        problem = _("query, character {start}: {message}", start=error.start + 1, message=error.message)
        raise text.error((*place, "of"), problem) from None
    code = text.text_at(row, "code", place, _USUAL_CODE)
    if not _CODE.fullmatch(code):
        problem = _(
            "{code!r}, expected small letters joined by hyphens, like {usual_code}",
            code=code,
            usual_code=_USUAL_CODE,
        )
        raise text.error((*place, "code"), problem)
    if code in taken:
        raise text.error((*place, "code"), _("{code} is a rule of deckcheck; choose another code", code=code))
    message = text.text_at(row, "message", place).strip()
    zone = _zone(text, row, place, game)
    return HouseRule(format_name, query, least, most, per, zone, code, message)


def _bound(text: FormatText, row: Mapping[str, Any], key: str, place: Place) -> int | None:
    value = row.get(key)
    if value is None or (type(value) is int and 0 <= value <= MOST):
        return value
    problem = _("{value}, expected a whole number from 0 to {most}", value=str(value)[:40], most=MOST)
    raise text.error((*place, key), problem)


def _zone(text: FormatText, row: Mapping[str, Any], place: Place, game: "Game") -> str:
    written = text.text_at(row, "zone", place)
    if "zone" not in row:
        return ""
    zone = game.zone(written)
    if zone is None:
        what = _("there is no zone {written!r}", written=written)
        raise text.error((*place, "zone"), unlike(what, written, game.zones))
    return zone
