"""Reads a format from its TOML text: bundled ones in `formats/` of each game, and users' own.

Errors name the file, the line and the key. Names of sets and cards are checked only
where there is a catalogue: of users' own formats in `deckcheck.judge.own_formats`, of ours in the
tests.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import Any, TypeVar

from db.advice import meant
from db.cards.dates import ALWAYS, ImpreciseDate, exactly, parse_date
from db.language import Message, gettext as _, joined
from deckcheck.errors import FormatFileError
from deckcheck.rules.edition import Format, FormatState, ListedCard, Status

T = TypeVar("T")
Place = tuple[str | int, ...]
"""The keys, and numbers of items, that lead to a value."""

_AT_LINE = r" \(at line (\d+), column \d+\)| \(at end of document\)"
_FORMAT_KEYS = frozenset(
    {
        "name",
        "game",
        "rules",
        "lists",
        "on-sale",
        "numbers",
        "zones",
        "note",
        "source",
        "state",
        "card",
        "history",
        "sets",
        "banned",
        "restricted",
        "since",
        "until",
        "require",
    }
)
_STATE_KEYS = frozenset({"since", "sets", "rules", "note", "source", "known", "played", "marks", "points"})
_CARD_KEYS = frozenset({"name", "status", "since", "until", "source", "note"})
_STATUSES = ("banned", "restricted", Status.LISTED)


class FormatText:
    """The text of a format's file with its values; every error names file, line and key."""

    def __init__(self, file: str, text: str) -> None:
        import tomllib

        self.file = file
        self._text = text
        try:
            self.data: dict[str, Any] = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(_AT_LINE, str(error))
            line = int(found[1]) if found and found[1] else text.count("\n") + 1
            problem = re.sub(_AT_LINE, "", str(error))
            raise FormatFileError(file, line, "", _("this is no TOML: {problem}", problem=problem)) from None

    def error(self, place: Place, problem: str) -> FormatFileError:
        """The error about the value at a place."""
        from deckcheck.games.formats.toml_lines import line_of

        keys = [part for part in place if isinstance(part, str)]
        return FormatFileError(self.file, line_of(self._text, place), ".".join(keys), problem)

    def check_keys(self, table: Mapping[str, Any], known: frozenset[str], place: Place) -> None:
        """Raises `FormatFileError` where a table has an unknown key."""
        for key in table:
            if key not in known:
                what = _("there is no such key")
                raise self.error((*place, key), unlike(what, key, sorted(known)))

    def text_at(self, table: Mapping[str, Any], key: str, place: Place, usual: str = "") -> str:
        """The text of a key."""
        value = table.get(key, usual)
        if not isinstance(value, str):
            raise self.error(
                (*place, key), _("{shown}, expected a text in quotation marks", shown=_shown(value))
            )
        return value

    def flag_at(self, table: Mapping[str, Any], key: str, place: Place, usual: T) -> bool | T:
        """The boolean of a key, or `usual` where the key is missing."""
        if key not in table:
            return usual
        value = table[key]
        if isinstance(value, bool):
            return value
        raise self.error((*place, key), _("{shown}, expected true or false", shown=_shown(value)))

    def names_at(self, table: Mapping[str, Any], key: str, place: Place) -> tuple[str, ...] | None:
        """The texts of a list; None where the key is missing."""
        if key not in table:
            return None
        value = table[key]
        if not isinstance(value, list):
            raise self.error((*place, key), _("{shown}, expected a list of texts", shown=_shown(value)))
        for number, item in enumerate(value):
            if not isinstance(item, str) or not item.strip():
                problem = _("{shown} in the list, expected a text", shown=_shown(item))
                raise self.error((*place, key, number), problem)
        return tuple(value)

    def date_at(self, table: Mapping[str, Any], key: str, place: Place) -> ImpreciseDate | None:
        """The day of a key, as a date of TOML or as a text; None where the key is missing."""
        value = table.get(key)
        if key not in table:
            return None
        if isinstance(value, date) and not isinstance(value, datetime):
            return exactly(value)
        if not isinstance(value, str):
            raise self.error((*place, key), _("{shown}, expected a day like 2026-11-21", shown=_shown(value)))
        try:
            return parse_date(value)
        except ValueError as error:
            raise self.error((*place, key), str(error)) from None

    def tables_at(self, key: str) -> Iterator[tuple[dict[str, Any], Place]]:
        """Yields the tables of `[[key]]`, each with its place."""
        value = self.data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            raise self.error((key,), _("expected tables, each under a line [[{key}]]", key=key))
        yield from ((one, (key, number)) for number, one in enumerate(value))

    def table_at(self, table: Mapping[str, Any], key: str, place: Place) -> dict[str, Any]:
        """The table of a key; an empty one where the key is missing."""
        value = table.get(key, {})
        if not isinstance(value, dict):
            raise self.error((*place, key), _("{shown}, expected a table", shown=_shown(value)))
        return value


def read_format(
    code: str,
    text: FormatText,
    history: Callable[[str, str], tuple[FormatState, ...]] | None = None,
    *,
    own: bool = False,
) -> Format:
    """The format of a text; `history` reads states from the table and the name that it gives."""
    data = text.data
    text.check_keys(data, _FORMAT_KEYS - ({"history", "lists", "on-sale"} if own else set()), ())
    name = text.text_at(data, "name", ()).strip()
    if not name:
        raise text.error(("name",), _("the format needs a name"))
    if not text.text_at(data, "rules", ()):
        raise text.error(("rules",), _("the format needs the code of a rules edition"))
    states = _states(text)
    if history is not None and "history" in data:
        table = text.table_at(data, "history", ())
        states = (*history(str(table["table"]), str(table["name"])), *states)
    return Format(
        code=code,
        name=name,
        edition=text.text_at(data, "rules", ()),
        lists=text.text_at(data, "lists", ()) or None,
        states=states,
        listed=tuple(_listed(text)),
        on_sale=bool(text.flag_at(data, "on-sale", (), usual=False)),
        numbers=_numbers(text),
        zone_limits=_zone_limits(text),
        note=Message(text.text_at(data, "note", ())),
        source=text.text_at(data, "source", ()),
        file=text.file if own else None,
    )


def _states(text: FormatText) -> tuple[FormatState, ...]:
    """The states of a format; `sets`, `since` and `until` at the top stand for a single one."""
    data = text.data
    whole = {key for key in ("sets", "since", "until") if key in data}
    rows = list(text.tables_at("state"))
    if not rows:
        if not whole:
            return ()
        return tuple(_only_state(text))
    for key in ("sets", "since"):
        if key in whole:
            raise text.error((key,), _("stands in each [[state]] where there are any"))
    owned = any(row.get("marks") is True for row, _ in rows)
    states = [_state(text, row, place, owned=owned) for row, place in rows]
    for number in range(1, len(states)):
        if _latest(states[number].since) < _latest(states[number - 1].since):
            raise text.error(("state", number, "since"), _("earlier than the state before it"))
    return (*states, *_ended(_until(text, data, (), states[-1].since)))


def _only_state(text: FormatText) -> Iterator[FormatState]:
    sets = text.names_at(text.data, "sets", ())
    since = text.date_at(text.data, "since", ())
    if since is not None:
        yield FormatState(ALWAYS, played=False)
    yield FormatState(since or ALWAYS, frozenset(sets) if sets is not None else None)
    yield from _ended(_until(text, text.data, (), since))


def _until(
    text: FormatText, table: Mapping[str, Any], place: Place, since: ImpreciseDate | None
) -> ImpreciseDate | None:
    """The last day of a format, a state or a ban, which is never before the first."""
    until = text.date_at(table, "until", place)
    if until and since and until.latest and since.earliest and until.latest < since.earliest:
        raise text.error(
            (*place, "until"),
            _("the last day, {until}, is earlier than the first, {since}", until=until, since=since),
        )
    return until


def _ended(until: ImpreciseDate | None) -> Iterator[FormatState]:
    """Yields the state after the last day of a format."""
    if until is not None:
        yield FormatState(day_after(until), played=False)


def _state(text: FormatText, row: Mapping[str, Any], place: Place, *, owned: bool) -> FormatState:
    text.check_keys(row, _STATE_KEYS, place)
    since = text.date_at(row, "since", place)
    if since is None:
        raise text.error(place, _("a state needs the day from which on it holds: since"))
    sets = text.names_at(row, "sets", place)
    points = text.table_at(row, "points", place)
    return FormatState(
        since,
        None if sets is None else frozenset(sets),
        Message(text.text_at(row, "note", place)),
        MappingProxyType({key: text.text_at(points, key, (*place, "points")) for key in points}),
        edition=text.text_at(row, "rules", place) or None,
        marks=text.flag_at(row, "marks", place, usual=False if owned else None),
        known=bool(text.flag_at(row, "known", place, usual=True)),
        played=bool(text.flag_at(row, "played", place, usual=True)),
        source=text.text_at(row, "source", place),
    )


def _listed(text: FormatText) -> Iterator[ListedCard]:
    """Yields the cards of the lists: those of `[[card]]`, and of `banned` and `restricted`."""
    for row, place in text.tables_at("card"):
        text.check_keys(row, _CARD_KEYS, place)
        name, status = (text.text_at(row, key, place) for key in ("name", "status"))
        if not name:
            raise text.error(place, _("a card of a list needs its name: name"))
        if status not in _STATUSES:
            problem = _(
                "{status!r}, expected one of: {statuses}", status=status, statuses=", ".join(_STATUSES)
            )
            raise text.error((*place, "status"), problem)
        since = text.date_at(row, "since", place)
        until = _until(text, row, place, since)
        yield ListedCard(
            name,
            status,
            since or ALWAYS,
            None if until is None else day_after(until),
            text.text_at(row, "source", place),
            Message(text.text_at(row, "note", place)),
        )
    for status in ("banned", "restricted"):
        for name in text.names_at(text.data, status, ()) or ():
            yield ListedCard(name, status)


def _numbers(text: FormatText) -> Mapping[str, Mapping[str, Any] | bool]:
    """The changes of rules, by their codes; what they may be is known with the edition."""
    table = text.table_at(text.data, "numbers", ())
    for code, change in table.items():
        if change is not False and not isinstance(change, dict):
            problem = _("{shown}, expected false or a table like {{ minimum = 40 }}", shown=_shown(change))
            raise text.error(("numbers", code), problem)
    return table


def _zone_limits(text: FormatText) -> Mapping[str, int]:
    table = text.table_at(text.data, "zones", ())
    for zone, most in table.items():
        if not isinstance(most, int) or isinstance(most, bool) or most < 0:
            problem = _("{shown}, expected how many cards the zone holds at most", shown=_shown(most))
            raise text.error(("zones", zone), problem)
    return table


def day_after(until: ImpreciseDate) -> ImpreciseDate:
    """The first day after a last one.

    >>> str(day_after(parse_date("2004-06-19")))
    'on 2004-06-20'
    """
    one = timedelta(days=1)
    earliest = None if until.earliest is None else until.earliest + one
    latest = None if until.latest is None else until.latest + one
    return ImpreciseDate(earliest, latest)


def nearest(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """The known words that are spelt most nearly like one, `most` of them; nothing if none is near.

    >>> nearest("BEO", ("BOY", "BOE", "ANH"), 2), nearest("KAE", ("BOY",))
    (['BOY', 'BOE'], [])
    """
    from difflib import get_close_matches

    return get_close_matches(word, sorted(known), most)


def unlike(what: str, word: str, known: Sequence[str]) -> str:
    """The complaint about an unknown word, with the known one that is spelt most nearly like it, or all."""
    return joined((what, meant(nearest(word, known)) or _("known: {known}", known=", ".join(known))), "; ")


def _latest(when: ImpreciseDate) -> date:
    return when.latest or when.earliest or date.max


def _shown(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool | date) else repr(value)  # as TOML has it
    return f"{text[:40]}..." if text[40:] else text
