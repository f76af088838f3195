"""JSON decks edited in place: our own, those of swtcg-deckdb.com and of swdestinydb.com."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from db.certain import certain
from db.language import gettext as _
from db.patterns import pattern
from importers.decks import deckdb_json, json_deck, swdestinydb_json
from importers.decks.deck_edit import DeckEdit, DeckEditor, TextEdit, facts_in_use, with_facts
from importers.decks.deck_format import CARD_FACTS, printable
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList
from importers.decks.json_deck import as_json
from importers.decks.swdestinydb_json import slot_of
from importers.errors import UnwritableDeckError

_TOKEN = pattern(r'\s*("(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+)', re.DOTALL)


@dataclass(slots=True)
class JsonSpan:
    """A value of a JSON text: its start and end in the text, and its parts.

    Each of `parts` is a member of an object with its key, or an entry of a list with None; its
    start is that of the key.
    """

    start: int
    end: int
    parts: list[tuple[str | None, int, "JsonSpan"]] = field(default_factory=list)

    def find(self, key: str) -> "JsonSpan | None":
        """The value of a key, or None."""
        return next((span for name, _, span in self.parts if name == key), None)


def json_spans(text: str) -> JsonSpan:
    """The positions of all parts of a JSON text, which must be valid.

    >>> spans = json_spans('{"cards": [{"count": 4}]}')
    >>> found = spans.find("cards").parts[0][2].find("count")
    >>> (found.start, found.end)
    (21, 22)
    """
    tokens = ((m[1], m.start(1), m.end(1)) for m in _TOKEN.finditer(text))
    return _value(tokens, *next(tokens))


Tokens = Iterator[tuple[str, int, int]]


def _value(tokens: Tokens, begin: str, start: int, end: int) -> JsonSpan:
    """The value that begins with a token."""
    span = JsonSpan(start, end)
    if begin not in {"[", "{"}:
        return span
    for sign, at, after in tokens:
        if sign in {"]", "}"}:
            span.end = after
            break
        if sign == ",":
            continue
        if begin == "{":
            next(tokens)  # the colon
            span.parts.append((json.loads(sign), at, _value(tokens, *next(tokens))))
        else:
            span.parts.append((None, at, _value(tokens, sign, at, after)))
    return span


def value_at(text: str, span: JsonSpan) -> Any:
    """The value at a span of a JSON text."""
    return json.loads(text[span.start : span.end])


def _list_edits(
    text: str, whole: JsonSpan, kept: Sequence[bool], new: Mapping[int, Sequence[str]]
) -> Iterator[TextEdit]:
    """Takes parts out of a list or an object and puts texts behind those that stay.

    A part goes with the comma before it, or behind it where no part before it stays.
    """
    places = [(start, span.end) for _, start, span in whole.parts]
    if not any(kept):
        yield from _anew(text, whole, [one for texts in new.values() for one in texts])
        return
    first = kept.index(True)
    behind_comma = [whole.start + 1, *(text.index(",", end) + 1 for _, end in places[:-1])]
    for index, (_unused, end) in enumerate(places):
        if not kept[index] and index < first:
            yield TextEdit(behind_comma[index], behind_comma[index + 1], "")
        elif not kept[index]:
            yield TextEdit(behind_comma[index] - 1, end, "")
        if texts := new.get(index):
            like = min(max(index, 1), len(places) - 1)
            gap = text[behind_comma[like] : places[like][0]]
            yield TextEdit(end, end, "".join(f",{gap}{one}" for one in texts))


def _anew(text: str, whole: JsonSpan, texts: Sequence[str]) -> Iterator[TextEdit]:
    """A list of which no entry stays."""
    inner = whole.start + 1
    lead, tail = "\n    ", "\n  "
    if whole.parts:
        start, last = whole.parts[0][1], whole.parts[-1][2].end
        lead, tail = text[inner:start], text[last : whole.end - 1]
    filled = lead + f",{lead}".join(texts) + tail if texts else ""
    yield TextEdit(inner, whole.end - 1, filled)


def _recounted(text: str, entry: JsonSpan, key: str, line: DeckLine, written: str) -> Iterator[TextEdit]:
    """Another count in an entry, and other dice; the whole entry anew where it has no dice yet."""
    numbers = {key: line.quantity} | ({} if line.dice is None else {"dice": line.dice})
    spans = {name: entry.find(name) for name in numbers}
    if None in spans.values():
        yield TextEdit(entry.start, entry.end, written)
        return
    for name, span in spans.items():
        if span is not None and value_at(text, span) != numbers[name]:
            is_text = isinstance(value_at(text, span), str)
            number = as_json(str(numbers[name]) if is_text else numbers[name])
            yield TextEdit(span.start, span.end, number)


@dataclass(frozen=True, slots=True)
class _Lists:
    """How a format keeps cards in lists: their keys, each with its zone or None for any zone.

    `count` is the key of the copies in an entry.
    """

    zones: Mapping[str, str | None]
    count: str
    read: Callable[[Any, str], DeckLine | str]
    write: Callable[[DeckLine], str]

    def edits(self, text: str, deck_list: DeckList, edit: DeckEdit) -> Iterator[TextEdit]:
        """The edits of the text."""
        document = json_spans(text)
        added = edit.added_by_place(deck_list.lines)
        lines = iter(enumerate(deck_list.lines))
        for key, zone in self.zones.items():
            zones = [z for z in added if isinstance(z, str) and zone in {None, z}]
            loose = [self.write(line) for z in zones for line in added[z]]
            whole = document.find(key)
            if whole is None or text[whole.start] != "[":
                yield from _new_list(document, key, loose)
                continue
            kept: list[bool] = []
            new: dict[int, list[str]] = {}
            for place, (_zone, _key, entry) in enumerate(whole.parts):
                kept.append(True)
                if isinstance(self.read(value_at(text, entry), zone or MAIN_ZONE), str):
                    continue
                index, line = next(lines)
                changed = edit.changed(index, line)
                kept[place] = changed is not None
                if changed is not None and changed != line:
                    written = self.write(changed)
                    yield from _recounted(text, entry, self.count, changed, written)
                new[place] = [self.write(one) for one in added.get(index, ())]
            last = max((n for n, is_kept in enumerate(kept) if is_kept), default=-1)
            new.setdefault(last, []).extend(loose)
            yield from _list_edits(text, whole, kept, new)


def _new_list(document: JsonSpan, key: str, texts: Sequence[str]) -> Iterator[TextEdit]:
    """A list for cards of which the file has none."""
    if texts:
        span = document.find(key)
        listed = "[\n    " + ",\n    ".join(texts) + "\n  ]"
        end = document.parts[-1][2].end
        yield (
            TextEdit(end, end, f",\n {as_json(key)}: {listed}")
            if span is None
            else TextEdit(span.start, span.end, listed)
        )


def _own_entry(line: DeckLine) -> str:
    return as_json({"quantity": line.quantity} | json_deck.entry_facts(line))


def _own_line(_text: str, deck_list: DeckList, line: DeckLine) -> DeckLine:
    used = facts_in_use(deck_list, CARD_FACTS) if deck_list.lines else CARD_FACTS
    return with_facts(line, used)


def _deckdb_entry(line: DeckLine) -> str:
    return as_json({"count": line.quantity, "name": line.name, "setCode": line.set_code})


def _deckdb_line(_text: str, deck_list: DeckList, line: DeckLine) -> DeckLine:
    if line.zone not in deckdb_json.ZONES.values():
        raise UnwritableDeckError(
            deckdb_json.NAME, _("the zone {zone!r}", zone=line.zone), _("Use another file.")
        )
    used = facts_in_use(deck_list, ("set_code",)) if deck_list.lines else ("set_code",)
    return with_facts(line, used)


def _slot_edits(text: str, deck_list: DeckList, edit: DeckEdit) -> Iterator[TextEdit]:
    """The edits of a deck of swdestinydb.com, which has one slot for each card."""
    slots = certain(json_spans(text).find("slots"))
    lines: dict[str, list[DeckLine]] = {}
    touched: set[str] = set()
    for index, line in enumerate(deck_list.lines):
        changed = edit.changed(index, line)
        lines.setdefault(line.name, []).extend([changed] if changed else [])
        touched |= {line.name} if changed != line else set()
    more: dict[str, list[DeckLine]] = {}
    for added in (one.line for one in edit.added):
        code = added.card_id or ""
        (lines if code in lines else more).setdefault(code, []).append(added)
        touched.add(code)
    kept = []
    for key, _unused, slot in slots.parts:
        code = printable(key or "")
        found = lines.get(code)
        kept.append(found is None or bool(found))
        if found and code in touched:
            yield from _slot_edit(text, slot, found)
    new = [f"{as_json(code)}: {as_json(slot_of(copies))}" for code, copies in more.items()]
    last = max((n for n, is_kept in enumerate(kept) if is_kept), default=-1)
    yield from _list_edits(text, slots, kept, {last: new})


def _slot_edit(text: str, slot: JsonSpan, lines: list[DeckLine]) -> Iterator[TextEdit]:
    """Other numbers in a slot; it is written anew where the dice of each copy are told."""
    after = slot_of(lines)
    numbers_only = slot.find("dices") is None and "dices" not in after
    if len(lines) > 1 or not numbers_only:
        yield TextEdit(slot.start, slot.end, as_json(after))
    else:
        yield from _recounted(text, slot, "quantity", lines[0], as_json(after))


def _slot_line(_text: str, _unused: DeckList, line: DeckLine) -> DeckLine:
    if line.card_id is None:
        found = _("the card {name!r} whose code is not known", name=line.name)
        raise UnwritableDeckError(swdestinydb_json.NAME, found, _("Use another file."))
    code = line.card_id
    fit = with_facts(line, ("card_id", "dice"), name=code, zone=MAIN_ZONE)
    return fit._replace(dice=fit.dice or 0)  # a slot states the dice of every card


EDITORS = (
    DeckEditor(
        json_deck.NAME,
        _Lists(
            {"cards": None}, "quantity", lambda entry, _unused: json_deck.read_entry(entry, 1), _own_entry
        ).edits,
        _own_line,
    ),
    DeckEditor(
        deckdb_json.NAME,
        _Lists(
            deckdb_json.ZONES,
            "count",
            lambda entry, zone: deckdb_json.read_entry(entry, 1, zone),
            _deckdb_entry,
        ).edits,
        _deckdb_line,
    ),
    DeckEditor(swdestinydb_json.NAME, _slot_edits, _slot_line),
)
