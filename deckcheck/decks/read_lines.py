"""A deck file line by line: what each line was understood as."""

from collections.abc import Mapping, Sequence
from typing import Any

from db.language import Message, gettext as _, some_of
from deckcheck.judge.resolve import Resolver
from importers.decks.deck_list import TOTAL, DeckList
from importers.decks.plain_text import ABOUT, CHANGE, COMMENT, DIVIDER, HEADING, STRUCK, TITLE

_WORDS: Mapping[str, str] = {
    TITLE: _("title"),
    ABOUT: _("note"),
    CHANGE: _("note"),
    HEADING: _("heading"),
    TOTAL: _("total"),
    STRUCK: _("struck"),
    COMMENT: _("comment"),
    DIVIDER: _("note"),
}
"""The words of `deckcheck.reading/1` for the parts of a list."""

Line = dict[str, Any]


def reading_document(
    deck_list: DeckList, resolver: Resolver, path: str, rows: Sequence[str] = ()
) -> dict[str, Any]:
    """All lines of a deck list with what they were understood as: `deckcheck.reading/1`.

    `rows` are the lines of the file where it has any: those that say nothing are named too.
    """
    deck = resolver.resolve(deck_list, path, "")
    every, lines = resolver.decided(deck_list), _lines(deck_list, resolver)
    for number, row in enumerate(rows, 1):
        found = lines.setdefault(number, [{"line": number, "text": row.strip(), "is": "blank"}])
        for one in found:
            one["text"] = row.strip()
            if one["is"] == "blank" and row.strip():
                one["is"] = "note"
    return {
        "schema": "deckcheck.reading/1",
        "path": path,
        "game": resolver.game.code,
        "read_as": deck_list.read_as,
        "encoding": every.encoding,
        "notes": list(deck.notes),
        "lines": [line for number in sorted(lines) for line in lines[number]],
    }


def _lines(deck_list: DeckList, resolver: Resolver) -> dict[int, list[Line]]:
    """The lines that say something, by their numbers."""
    understood, _unused, doubts = resolver.understood(deck_list)
    wrong = {doubt.line: doubt.reason for doubt in doubts}
    result: dict[int, list[Line]] = {}
    for part in understood.parts:
        kind = _WORDS[part.kind]
        line: Line = {"line": part.line, "text": part.text, "is": kind}
        if kind == "heading":
            line["zone"] = part.zone
        if part.number is not None:
            line["count"] = part.number
        if part.line in wrong:
            line["note"] = wrong[part.line]
        result.setdefault(part.line, []).append(line)
    for left in understood.unread:
        line = {"line": left.line, "text": left.text, "is": _("unread"), "note": left.reason}
        result.setdefault(left.line, []).append(line)
    counted = {line.line for line in understood.lines}
    every = resolver.decided(deck_list)
    for card, entry in zip(every.lines, resolver.resolve_each(every), strict=True):
        near = [one.name for one in entry.candidates] or list(entry.suggestions)
        line = {
            "line": card.line or 0,
            "text": card.name,
            "is": _("entry"),
            "quantity": card.quantity,
            "name": entry.card_name or card.name,
            "zone": entry.zone,
            "card": "known" if entry.card else "ambiguous" if entry.candidates else "unknown",
        }
        line |= {"counted": False} if card.line not in counted else {}
        line |= {"note": entry.note} if entry.note else {}
        line |= {"near": near} if near else {}
        result.setdefault(card.line or 0, []).append(line)
    return result


def reading_rows(document: Mapping[str, Any]) -> list[tuple[str, ...]]:
    """The rows of a table of the lines: number, kind, count, text and note; none for blank ones."""
    return [
        (
            str(line["line"] or ""),
            Message(line["is"]),
            str(line.get("quantity", line.get("count", ""))),
            line["name"] if line["is"] == "entry" else line["text"],
            Message(line.get("zone", "")) if line.get("counted", True) else _("not counted"),
            _note(line),
        )
        for line in document["lines"]
        if line["is"] != "blank"
    ]


def _note(line: Line) -> str:
    doubt = f"{Message(line['card'])}: " if line.get("card") in {"unknown", "ambiguous"} else ""
    said = line.get("note") or some_of(line.get("near", []), 3, "; ")
    return f"{doubt}{said}" if said else doubt.removesuffix(": ")
