"""The legality of a card, format by format: by the bundled formats and those of its sources."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from db.cards.card import Card, PlayFormat
from db.language import gettext as _, joined
from deckcheck.games.formats.list_rules import has_key, marks_in_force
from deckcheck.rules.edition import Format

LEGAL, BANNED, RESTRICTED, NOT_IN_SETS, UNKNOWN = (
    "legal",
    "banned",
    "restricted",
    _("not in its sets"),
    _("not known"),
)


@dataclass(frozen=True, slots=True)
class FormatLegality:
    """The status of a card in a format; `source` None where the format is a bundled one."""

    format: str
    status: str
    source: str | None = None
    note: str = ""


def legality_of(
    card: Card, formats: Iterable[Format], stated: Iterable[PlayFormat], day: date
) -> tuple[FormatLegality, ...]:
    """The status of a card in every format on a day; those of sources as last stated."""
    ours = (_by_marks(card, one, day) for one in formats)
    theirs = (_by_lists(card, one) for one in stated)
    return (*ours, *theirs)


def _by_marks(card: Card, one: Format, day: date) -> FormatLegality:
    state = one.state_on(day)
    if one.states and state is None:
        return FormatLegality(one.name, UNKNOWN, note=_why_unknown(one, day))
    if state is not None and state.sets is not None and not state.sets & set(card.set_codes):
        return FormatLegality(one.name, NOT_IN_SETS)
    found = {mark.status for mark in marks_in_force(card, one.lists, day)} if one.lists else set()
    if state is not None and state.banned is not None and state.restricted is not None:
        lists = {BANNED: state.banned, RESTRICTED: state.restricted}
        found = {status for status, keys in lists.items() if has_key(card, keys)}
    status = BANNED if BANNED in found else RESTRICTED if RESTRICTED in found else LEGAL
    return FormatLegality(one.name, status)


def _why_unknown(one: Format, day: date) -> str:
    """Why a format says nothing of a card on a day, or not one thing."""
    possible = one.states_on(day)
    if not any(state.played for state in possible):
        return _("not played on {day}", day=day)
    if not any(state.known for state in possible):
        begin = next((state.since for state in one.states if state.known), None)
        return _("before {latest}", latest=begin.latest or begin.earliest) if begin else ""
    return _("one of {count} states, not known which", count=len(possible))


def _by_lists(card: Card, one: PlayFormat) -> FormatLegality:
    """By the lists of a source, which name printings by their keys."""
    keys = {printing.image_key for printing in card.printings if printing.image_key}
    sets = one.data.get("sets") or ()
    balance = one.data.get("balance") or {}
    points = [str(balance[key]) for key in sorted(keys) if key in balance]
    note = _("{points} points", points="/".join(points)) if points else ""
    note = joined(filter(None, (note, _("as of {seen}", seen=one.seen))), ", ")
    if sets and not set(sets) & set(card.set_codes):
        return FormatLegality(one.name, NOT_IN_SETS, one.source, note)
    for status in (BANNED, RESTRICTED):
        if keys & set(one.data.get(status) or ()):
            return FormatLegality(one.name, status, one.source, note)
    return FormatLegality(one.name, LEGAL, one.source, note)
