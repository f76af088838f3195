"""The legality of a card, format by format: by judges of the bundled formats, and lists of its sources."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from db.cards.card import Card, PlayFormat
from db.language import gettext as _, joined
from deckcheck.judge.validate import Judge
from deckcheck.rules.edition import Format, Status

LEGAL, BANNED, RESTRICTED, NOT_IN_SETS = Status.LEGAL, Status.BANNED, Status.RESTRICTED, Status.NOT_IN_SETS
UNKNOWN = _("not known")


@dataclass(frozen=True, slots=True)
class FormatLegality:
    """The status of a card in a format; `source` None where the format is a bundled one."""

    format: str
    status: str
    source: str | None = None
    note: str = ""


def legality_of(
    card: Card, judges: Iterable[Judge], stated: Iterable[PlayFormat]
) -> tuple[FormatLegality, ...]:
    """The status of a card in every format by its judge on its day; those of sources as last stated."""
    return (*(_by_judge(card, judge) for judge in judges), *(_by_lists(card, one) for one in stated))


def _by_judge(card: Card, judge: Judge) -> FormatLegality:
    status, certain = judge.card_status(card)
    if certain:
        return FormatLegality(judge.format.name, str(status))
    return FormatLegality(judge.format.name, UNKNOWN, note=_why_unknown(judge.format, judge.day))


def _why_unknown(one: Format, day: date) -> str:
    """Why a format says nothing of a card on a day, or not one thing."""
    possible = one.states_on(day)
    if not any(state.played for state in possible):
        return _("not played on {day}", day=day)
    if not any(state.known for state in possible):
        begin = next((state.since for state in one.states if state.known), None)
        return _("before {latest}", latest=begin.latest or begin.earliest) if begin else ""
    several = len(possible) > 1
    return _("one of {count} states, not known which", count=len(possible)) if several else ""


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
