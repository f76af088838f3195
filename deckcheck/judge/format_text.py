"""Formats as text and as JSON: every state with its days, and what is not known."""

import textwrap
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from typing import Any

from db.cards.card import CardSet
from db.cards.dates import ALWAYS, ImpreciseDate, parse_date
from db.language import Message, gettext as _, joined
from deckcheck.games.formats.house_rules import HouseRule
from deckcheck.games.formats.list_rules import marks_in_force
from deckcheck.judge.format_book import BookEntry
from deckcheck.judge.legality import BANNED, RESTRICTED
from deckcheck.rules.edition import Format, FormatState, ListedCard
from deckcheck.show.picked import picked
from deckcheck.show.wording import count, with_english

_WIDTH = 100
"""Lines are so wide where nothing narrower is wanted."""


def line_text(entry: BookEntry, day: date | None = None, width: int = _WIDTH) -> str:
    """A format in a line: its code, name, rules, and its state on a day, or its last one."""
    one = entry.format
    own = _("your own, {file}", file=one.file) if one.file else ""
    head = _("{name}: rules {edition}", name=one.name, edition=one.edition)
    line = f"  {one.code:<24} {joined((head, _now(one, day), own), '; ')}"
    return "\n".join(textwrap.wrap(line, width, subsequent_indent=" " * 27))


def _now(one: Format, day: date | None) -> str:
    """How a format is on a day, or was last."""
    if not one.states:
        return _("all sets, at all times")
    states = one.states_on(day) if day else one.states[-1:]
    if len(states) > 1:
        return _("one of {count} states, not known which", count=len(states))
    return _state_line(states[0])


def _state_line(state: FormatState) -> str:
    always = state.since == ALWAYS
    if not state.played:
        ended = _("no longer played (ended {since})", since=state.since)
        return _("not played before that") if always else ended
    sets = _("all sets") if state.sets is None else " ".join(sorted(state.sets))
    begun = "" if always else _("(begun {since})", since=state.since)
    return joined((sets if state.known else _("not known"), begun), " ")


def full_text(entry: BookEntry, day: date | None = None, width: int = _WIDTH) -> str:
    """A format in full: its states, lists, release dates, sources, and what is not known."""
    one = entry.format
    edition = next((e.name for e in entry.game.editions if e.code == one.edition), "")
    rules = joined(filter(None, (one.edition, edition)), ", ")
    lines = [f"{one.name} ({one.code}), {entry.game.name}"]
    facts = ((_("rules"), rules), (_("note"), one.note), (_("source"), one.source), (_("file"), one.file))
    lines += [f"  {label}: {text}" for label, text in facts if text]
    lines += [f"  {line}" for line in _numbers(one)]
    states = one.states_on(day) if day else one.states
    title = _("states on {day}", day=day) if day else _("states")
    lines.append(f"\n  {title if one.states else _('all sets, at all times')}")
    for state in states:
        lines += _state_text(state, entry.names)
    listed = [card for card in one.listed if day is None or card.is_on(day) is not False]
    if listed:
        lines += [f"\n  {_('banned and restricted')}", *(f"    {_card_text(card)}" for card in listed)]
    if marked := _marked(entry, day):
        lines += [f"\n  {_('as the card lists mark them for {lists}', lists=one.lists)}"]
        lines += [f"    {Message(status)}: {'; '.join(names)}" for status, names in marked.items()]
    if one.on_sale:
        lines += [f"\n  {_('sets count from the day on which they were on sale')}"]
        lines += [f"    {text}" for text in _sale_lines(entry)]
    unknown = list(what_is_unknown(one, day))
    if unknown:
        lines += [f"\n  {_('not known')}", *(f"    - {text}" for text in unknown)]
    return "\n".join(part for line in lines for part in _wrapped(line, width))


def _wrapped(line: str, width: int) -> list[str]:
    line = str(line)
    blank = line[: len(line) - len(line.lstrip("\n"))].count("\n")
    text = line.lstrip("\n")
    indent = " " * (len(text) - len(text.lstrip()) + 2)
    return [""] * blank + textwrap.wrap(
        text, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


def _state_text(state: FormatState, names: Mapping[str, str]) -> Iterator[str]:
    yield f"    {_state_line(state)}"
    for label, text in ((_("rules"), state.edition), (_("note"), state.note), (_("source"), state.source)):
        if text:
            yield f"      {label}: {text}"
    if state.points:
        points = _("points of {cards} replace printed ones", cards=count(len(state.points), "card", "cards"))
        yield f"      {points}"
    for status, keys in ((_("banned"), state.banned), (_("restricted"), state.restricted)):
        if keys:
            yield f"      {status}: {'; '.join(with_english(key, names) for key in sorted(keys))}"


def _marked(entry: BookEntry, day: date | None) -> dict[str, list[str]]:
    """The cards of the format's sets that card lists mark, by name: banned, and restricted.

    They are those of a day, else of today.
    """
    one, on = entry.format, day or datetime.now(UTC).date()
    found: dict[str, list[str]] = {BANNED: [], RESTRICTED: []}
    state = one.state_on(on) or (one.states[-1] if one.states else None)
    sets = state.sets if state else None
    for card in entry.marked:
        statuses = {mark.status for mark in marks_in_force(card, one.lists, on)}
        if statuses and (sets is None or sets & set(card.set_codes)):
            found[BANNED if BANNED in statuses else RESTRICTED].append(card.name)
    return {status: sorted(names) for status, names in found.items() if names}


def _card_text(card: ListedCard) -> str:
    since = "" if card.since == ALWAYS else f" {card.since}"
    until = _("no longer {until}", until=card.until) if card.until else ""
    status = _("banned or restricted") if card.status == "listed" else Message(card.status)
    notes = joined(filter(None, (card.note, card.source)), "; ")
    return f"{card.card}: {joined((f'{status}{since}', until), ', ')}" + (f" [{notes}]" if notes else "")


def _sale_lines(entry: BookEntry) -> Iterator[str]:
    codes = {code for state in entry.format.states for code in state.sets or ()}
    for one in entry.sets.values():
        if one.code in codes:
            when = parse_date(one.released) if one.released else None
            source = f" [{one.release_source}]" if one.release_source else ""
            yield f"{one.code}, {one.name}: {when or _('not known')}{source}"


def _numbers(one: Format) -> Iterator[str]:
    for code, change in one.numbers.items():
        if isinstance(change, bool):
            yield _("rule {code}: does not apply", code=code)
        else:
            changes = ", ".join(f"{k} {v}" for k, v in change.items())
            yield _("rule {code}: {sentence}", code=code, sentence=changes)
    for zone, most in one.zone_limits.items():
        yield _("zone {zone}: at most {most}", zone=zone, most=count(most, "card", "cards"))
    for rule in one.house_rules:
        yield _("rule {code}: {sentence}", code=rule.code, sentence=rule.sentence)


def what_is_unknown(one: Format, day: date | None = None) -> Iterator[str]:
    """Yields what is not known of a format, in its whole time or on a day."""
    first = one.states[0].since if one.states else ALWAYS
    if first != ALWAYS and (day is None or first.has_come(day) is not True):
        yield _("what it was before its first state, which begins {first}", first=first)
    for state in one.states_on(day) if day else one.states:
        if not state.known and state.since.earliest is not None:
            yield _("the state that begins {since}", since=state.since)
        elif not state.since.is_exact and state.since != ALWAYS and state.known:
            what = _("a state began") if state.played else _("it ended")
            yield _("on which day {what}: {since}", what=what, since=state.since)
    if one.lists and any(state.marks is False for state in one.states):
        yield _("bans and restrictions of the states before the last")
    if one.states and not one.has_lists:
        yield _("bans and restrictions: no list is known")
    for card in one.listed:
        if not card.since.is_exact and card.since != ALWAYS:
            yield _(
                "from when on {card} was {status}: {since}",
                card=card.card,
                status=Message(card.status),
                since=card.since,
            )
        elif card.status == "listed":
            yield _("whether {card} was banned or restricted", card=card.card)
    yield from one.doubts


def as_json(entry: BookEntry, day: date | None = None) -> dict[str, Any]:
    """A format as `deckcheck.formats/1` has it."""
    one = entry.format
    states = one.states_on(day) if day else one.states
    cards = [card for card in one.listed if day is None or card.is_on(day) is not False]
    sale = sorted(code for code in _codes(one) if code in entry.sets) if one.on_sale else []
    return {
        "game": entry.game.code,
        **picked(one, "code name rules=edition lists own=file note source"),
        "states": [_state_json(state, one) for state in states],
        "cards": [_card_json(card) for card in cards],
        "marked": _marked(entry, day),
        "on_sale": {code: _sale_json(entry.sets[code]) for code in sale} if one.on_sale else None,
        "numbers": dict(one.numbers),
        "zones": dict(one.zone_limits),
        "require": [_house_rule_json(rule) for rule in one.house_rules],
        "unknown": list(what_is_unknown(one, day)),
    }


def _house_rule_json(rule: HouseRule) -> dict[str, Any]:
    return picked(rule, "code of=query.text at_least=least at_most=most per? zone? sentence")


def _codes(one: Format) -> set[str]:
    return {code for state in one.states for code in state.sets or ()}


def _state_json(state: FormatState, one: Format) -> dict[str, Any]:
    def keys(found: frozenset[str] | None) -> list[str] | None:
        return None if found is None else sorted(found)

    return {
        "since": date_json(state.since),
        "known": state.known,
        "played": state.played,
        "rules": state.edition or one.edition,
        "sets": keys(state.sets),
        "banned": keys(state.banned),
        "restricted": keys(state.restricted),
        "points": dict(state.points),
        "note": state.note,
        "source": state.source,
    }


def _card_json(card: ListedCard) -> dict[str, Any]:
    return {
        "name": card.card,
        "status": card.status,
        "since": date_json(card.since),
        "until": None if card.until is None else date_json(card.until),
        "note": card.note,
        "source": card.source,
    }


def _sale_json(one: CardSet) -> dict[str, Any]:
    when = date_json(parse_date(one.released)) if one.released else None
    return {"name": one.name, "released": when, "source": one.release_source}


def date_json(when: ImpreciseDate) -> dict[str, str | None]:
    """An imprecise day as JSON: its bounds, null where there is none."""
    if when == ALWAYS:
        return {"earliest": None, "latest": None, "text": "always"}
    bounds = (day.isoformat() if day else None for day in (when.earliest, when.latest))
    earliest, latest = bounds
    return {"earliest": earliest, "latest": latest, "text": str(when).removeprefix("on ")}
