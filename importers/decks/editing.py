"""Deck files edited in place: counts changed, cards put in and taken out, all else kept as it is.

What a file holds beside is kept byte for byte: order, comments, blank lines, encoding, line ends.
The edited file is read again before anybody gets it; where it would hold anything but what was
wanted, the edit is refused.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from db.language import gettext as _
from db.patterns import pattern
from importers.decks import edited_json, edited_rows, edited_table, edited_xml
from importers.decks.deck_edit import DeckEdit, DeckEditor, TextEdit
from importers.decks.deck_format import line_problem
from importers.decks.deck_list import DeckLine, DeckList, merged
from importers.decks.reading import identify, parse_deck, spans_within_frame
from importers.errors import DeckFileError, UneditableDeckError
from importers.text import ZERO_WIDTH, find_encoding

EDITORS: tuple[DeckEditor, ...] = (
    *edited_rows.EDITORS,
    *edited_table.EDITORS,
    *edited_json.EDITORS,
    *edited_xml.EDITORS,
)

_ZERO_WIDTH = pattern(f"[{ZERO_WIDTH}]")
_LINE_END = pattern("\r\n|\r|\n")


def find_editor(name: str) -> DeckEditor | None:
    """The editor of a format; None for formats whose files are not edited in place."""
    return next((editor for editor in EDITORS if editor.name == name), None)


@dataclass(frozen=True, slots=True)
class EditableDeck:
    """A deck file that can be edited: its bytes, its deck list, and how its format is edited.

    What is no file, as where a deck is typed, is never asked what format it is of.
    """

    data: bytes
    source: str
    deck_list: DeckList
    editor: DeckEditor
    text: "FileText"
    is_file: bool = True

    def fitted(self, line: DeckLine) -> DeckLine:
        """A new line with the facts that this file can state, in the zone as it would be read."""
        return self.editor.fitted(self.text.plain, self.deck_list, line)

    def edited(self, edit: DeckEdit) -> bytes:
        """The bytes of the file with the edit made; raises `UneditableDeckError`."""
        deck_list = self.deck_list
        for index in edit.counts:
            changed = edit.changed(index, deck_list.lines[index])
            if changed is not None and (problem := line_problem(changed)):
                raise UneditableDeckError(self.source, f"{changed.name}: {problem}")
        for added in edit.added:
            if problem := line_problem(added.line):
                raise UneditableDeckError(self.source, f"{added.line.name}: {problem}")
        edits = self.editor.edits(self.text.plain, deck_list, edit)
        data = self.text.changed(list(edits), self.source)
        self._check(data, edit)
        return data

    def _check(self, data: bytes, edit: DeckEdit) -> None:
        """Raises `UneditableDeckError` where the edited file would be read as something else."""
        as_format = self.deck_list.read_as
        try:
            back = parse_deck(data, source=self.source, as_format=as_format)
        except DeckFileError as error:
            why = _("edited so, it could not be read again ({error})", error=error)
            raise UneditableDeckError(self.source, why) from None
        if self.is_file and self._is_lost(FileText.of(data, self.source).plain):
            why = _("edited so, it would no longer be taken for {as_format}", as_format=as_format)
            raise UneditableDeckError(self.source, why)
        if difference := _difference(self.deck_list, edit, back):
            raise UneditableDeckError(self.source, _("edited so, {difference}", difference=difference))

    def _is_lost(self, text: str) -> bool:
        """Whether the edited text would no longer be known to be of the format of the file."""
        return not self._is_identified(text) and self._is_identified(self.text.plain)

    def _is_identified(self, text: str) -> bool:
        try:
            return identify(text, self.source).name == self.deck_list.read_as
        except DeckFileError:
            return False


def _difference(before: DeckList, edit: DeckEdit, after: DeckList) -> str | None:
    """The difference from what was wanted when an edited file is read again, or None."""
    kept: list[DeckLine | None] = [*before.lines]
    for index in edit.counts:
        kept[index] = edit.changed(index, before.lines[index])
    wanted = [*filter(None, kept), *(added.line for added in edit.added)]
    is_same = wanted == [*after.lines]
    lacks, extra = ([], []) if is_same else (_differing(wanted, after.lines), _differing(after.lines, wanted))
    if lacks or extra:
        name = (lacks or extra)[0].name
        return _("its line for {name!r} would not be read as it is meant", name=name[:60])
    if Counter(_unread(before)) != Counter(_unread(after)):
        return _("other lines than before could not be read")
    facts = ("name", "game", "format", "author", "notes", "read_as")
    changed = [fact for fact in facts if getattr(before, fact) != getattr(after, fact)]
    return _("its {changed} would change", changed=changed[0]) if changed else None


def _differing(lines: Sequence[DeckLine], others: Sequence[DeckLine]) -> list[DeckLine]:
    """The lines, equal ones put together, that are not among the others."""
    there = set(merged(line._replace(line=None) for line in others))
    return [one for one in merged(x._replace(line=None) for x in lines) if one not in there]


def _unread(deck_list: DeckList) -> Iterator[tuple[str, str]]:
    return ((entry.text, entry.part or "") for entry in (*deck_list.unread, *deck_list.loose))


def editable_deck(
    data: bytes, *, source: str, as_format: str | None = None, is_file: bool = True
) -> EditableDeck:
    r"""The editable deck of the bytes of a file; raises `UneditableDeckError` for what is no text.

    >>> from importers.decks.deck_edit import AddedLine
    >>> deck = editable_deck(b"# mine\n4x Nexu\n2x Kouhun\n", source="my.txt")
    >>> deck.edited(DeckEdit({0: (3, None)}, [AddedLine(DeckLine(1, "Acklay"))]))
    b'# mine\n3x Nexu\n2x Kouhun\n1x Acklay\n'
    """
    deck_list = parse_deck(data, source=source, as_format=as_format)
    editor = find_editor(deck_list.read_as)
    if editor is None:
        raise UneditableDeckError(
            source, _("files of the format {read_as} hold more", read_as=deck_list.read_as)
        )
    text = FileText.of(data, source)
    return EditableDeck(data, source, deck_list, editor, text, is_file)


@dataclass(frozen=True, slots=True)
class FileText:
    """The text of a file as its reader gets it, and where each of its characters stands in it.

    `places` are those of the characters of `plain` in `raw`, and the end; None where both are one.
    """

    mark: bytes
    encoding: str
    raw: str
    plain: str
    places: Sequence[int] | None

    @classmethod
    def of(cls, data: bytes, source: str) -> "FileText":
        """The text of the bytes of a file."""
        mark, encoding, raw = find_encoding(data, source)
        if "\r" not in raw and _ZERO_WIDTH.search(raw) is None:
            return cls(mark, encoding, raw, raw, None).within_frame()
        kept = [place for place, sign in enumerate(raw) if not _ZERO_WIDTH.match(sign)]
        text = "".join(raw[place] for place in kept)
        places, end = [], 0
        for found in _LINE_END.finditer(text):
            places += kept[end : found.start() + 1]
            end = found.end()
        places += [*kept[end:], len(raw)]
        return cls(mark, encoding, raw, _LINE_END.sub("\n", text), places).within_frame()

    def within_frame(self) -> "FileText":
        """The same without the marks of a quotation and of a block of code, as readers get it."""
        spans = spans_within_frame(self.plain)
        if spans is None:
            return self
        plain = "\n".join(self.plain[start:end] for start, end in spans)
        places = [self._place(place) for start, end in spans for place in range(start, end + 1)]
        return replace(self, plain=plain, places=places)

    def changed(self, edits: Sequence[TextEdit], source: str) -> bytes:
        """The bytes of the file with parts of its text replaced; new lines end as the others do."""
        parts, done = [], 0
        narrow = (_narrowed(edit, self.plain) for edit in edits)
        ordered = sorted(narrow, key=lambda edit: (edit.start, edit.end))
        for one, other in pairwise(ordered):
            if one.end > other.start:
                raise ValueError("edits of one place")  # bytes would be lost
        for edit in ordered:
            parts.append(self.raw[done : self._place(edit.start)])
            done = self._place(edit.end)
            parts.append(edit.text.replace("\n", self._line_end(done)))
        whole = "".join([*parts, self.raw[done:]])
        try:
            return self.mark + whole.encode(self.encoding)
        except UnicodeEncodeError as error:
            sign = whole[error.start]
            why = _("its encoding, Windows-1252, has no {sign!r}; save the file as UTF-8", sign=sign)
            raise UneditableDeckError(source, why) from None

    def _line_end(self, place: int) -> str:
        """How lines end there: as the next one does, else the last one before."""
        if found := _LINE_END.search(self.raw, place) or _LINE_END.search(self.raw):
            return found.group()
        return "\n"

    def _place(self, index: int) -> int:
        return index if self.places is None else self.places[index]


def _narrowed(edit: TextEdit, text: str) -> TextEdit:
    """The edit without what it leaves as it is at its beginning and its end.

    >>> _narrowed(TextEdit(0, 6, "3 Nexu"), "4 Nexu")
    TextEdit(start=0, end=1, text='3')
    """
    old, new = text[edit.start : edit.end], edit.text
    same = _same_start(old, new)
    old, new = old[same:], new[same:]
    tail = _same_start(old[::-1], new[::-1])
    return TextEdit(edit.start + same, edit.end - tail, new[: len(new) - tail])


def _same_start(one: str, other: str) -> int:
    """With how many equal characters two texts begin."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))
