"""OCTGN decks in the form that OCTGN writes, as a frame and the card lines of each section.

In that form each card is a whole element on a line of its own, and each section begins and ends on
lines of their own, so a line means the same in every file that has it in a section of that name.
Only exactly this form is split here; every other file is read as XML.
"""

import re
from typing import NamedTuple

from db.errors import DeckcheckError
from importers.decks import octgn_o8d
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.reading import parse_deck

_START, _END = b"  <section ", b"  </section>\n"
_HEAD = re.compile(
    rb"(?:\xef\xbb\xbf)?"
    rb'<\?xml version="1\.0" encoding="utf-8"(?: standalone="yes")?\?>\n'
    rb'<deck game="[0-9A-Fa-f-]+">\n'
)
_OPENING = re.compile(rb'name="[A-Za-z0-9 -]+"(?: shared="(?:True|False)")?(?: /)?>')
_TAIL = re.compile(rb"(?:  <notes><!\[CDATA\[[^\]<\r]*\]\]></notes>\n)?</deck>\n?")
_ROW = re.compile(r'    <card qty="[0-9]+" id="[^"<>&\r\n]*">[^<>\r\n]*</card>')

Frame = tuple[bytes, ...]
"""All that a file has but its card lines: the head, then of each section its opening, its end, and
what comes behind it."""


class OctgnParts(NamedTuple):
    """A file in OCTGN's form: its frame, and of each section its first line and all its lines."""

    frame: Frame
    sections: list[tuple[int, list[bytes]]]


def split(data: bytes) -> OctgnParts:
    """The parts of a file; whether they are those of a deck is told by its frame and its lines."""
    head, *parts = data.split(_START)
    frame, sections, above = [head], [], head.count(b"\n") + 2
    for part in parts:
        body, end, behind = part.partition(_END)
        if end and body.endswith(b"\n"):
            opening, *rows = body.removesuffix(b"\n").split(b"\n")
        else:
            opening, _, behind = part.partition(b"\n")
            end, rows = b"", []
        frame += (opening, end, behind)
        sections.append((above, rows))
        above += len(rows) + (2 if end else 1)
    return OctgnParts(tuple(frame), sections)


def read_frame(frame: Frame) -> DeckList | None:
    """The deck list of a frame without cards, with a zone for each section; None of any other."""
    head, *rest = frame
    openings, behind = rest[::3], rest[2::3]
    if not (openings and _HEAD.fullmatch(head) and all(map(_OPENING.fullmatch, openings))):
        return None
    if any(behind[:-1]) or not _TAIL.fullmatch(behind[-1]):
        return None
    text = [head]
    for opening, end, more in zip(openings, rest[1::3], behind, strict=True):
        text += (_START, opening, b"\n", end, more)
    try:
        found = parse_deck(b"".join(text), source="frame.o8d")
    except DeckcheckError:
        return None
    plain = found.read_as == octgn_o8d.NAME and not (found.lines or found.unread or found.remarks)
    return found if plain and len(found.zones) == len(openings) else None


def read_card_row(text: str, section: str) -> DeckLine | None:
    """The card of a line in OCTGN's form in a section of that name; None for any other line.

    >>> row = '    <card qty="3" id="87b2">Artok</card>'
    >>> read_card_row(row, "Main").name, read_card_row(row[2:], "Main")
    ('Artok', None)
    """
    if not _ROW.fullmatch(text):
        return None
    name = section.translate(octgn_o8d.QUOTED_ESCAPES)
    whole = f'<deck game="x">\n  <section name="{name}">\n{text}\n  </section>\n</deck>'
    try:
        found = parse_deck(whole.encode(), source="row.o8d")
    except DeckcheckError:
        return None
    is_card = found.read_as == octgn_o8d.NAME and len(found.lines) == 1 and not found.unread
    return found.lines[0] if is_card else None
