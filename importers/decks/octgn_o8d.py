"""OCTGN decks, `.o8d`: sections of cards with their GUIDs, and notes.

The GUID of the game tells which game it is. Files are written as OCTGN writes them: a byte order
mark, two blanks of indent, no line end after the last line; sections say that they are not shared
where the deck has notes, as newer versions do, and say nothing where it has none, as older ones do.
"""

from xml.sax.xmlreader import AttributesImpl

from db.cards.bundled_games import BUNDLED
from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import (
    MAX_NAME,
    Confidence,
    DeckReader,
    DeckWriter,
    lines_by_zone,
    parse_quantity,
    printable,
    spread_out,
)
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList
from importers.decks.deck_xml import DeckHandler, read_xml_deck

NAME = "octgn-o8d"

GUIDS = {game.code: game.octgn for game in BUNDLED if game.octgn}
"""OCTGN's game definitions of our games."""

_GAMES = {guid: game for game, guid in GUIDS.items()}
_ROOT = pattern(r"<deck\s[^>]*\bgame\s*=")
_LOOKED_AT = 10_000
_BOM = "\ufeff"
_DECLARATION = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
_TEXT_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
QUOTED_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_CARD_ATTRIBUTES = {"qty", "id"}
_PARTS = {"deck", "section", "card", "notes"}


def confidence(text: str, _suffix: str) -> Confidence:
    """The head where the text is XML with a root that names a game."""
    is_octgn = text.lstrip().startswith("<") and _ROOT.search(text, 0, _LOOKED_AT) is not None
    return Confidence.HEAD if is_octgn else Confidence.NO


def read(text: str, source: str) -> DeckList:
    """The deck list of an OCTGN deck; what is no part of a deck is kept as unread lines."""
    return read_xml_deck(_OctgnHandler, text, source)


class _OctgnHandler(DeckHandler):
    """Gathers sections, cards and notes."""

    def __init__(self, rows: list[str], skipped: int, source: str) -> None:
        super().__init__(rows, skipped, source)
        self._card: tuple[int, str, str] | None = None
        self._odd: list[str] = []
        self._game: str | None = None
        self._notes: str | None = None

    def start(self, tag: str, shown: str, attrs: AttributesImpl) -> None:
        """Starts a deck, a section or a card; anything else is left unread."""
        if tag == "deck" and len(self.open) == 1:
            guid = printable(attrs.get("game", "").strip())[:MAX_NAME]
            self._game = _GAMES.get(guid.lower(), guid) or None
        elif tag == "section":
            self.start_zone(attrs.get("name", ""))
        elif tag == "card" and self._card is None:
            self._card = (self.line, attrs.get("qty", ""), attrs.get("id", ""))
            self._odd = sorted(set(attrs.getNames()) - _CARD_ATTRIBUTES)
        elif tag not in _PARTS or tag in self.open[:-1]:
            self.leave_unread(self.line, _("{shown} is no part of a deck", shown=shown))

    def end(self, tag: str) -> None:
        """Ends a card, the notes or a section."""
        if tag == "card" and "card" not in self.open and self._card is not None:
            self._end_card(*self._card)
            self._card = None
        elif tag == "notes" and self._card is None:
            text = printable("".join(self.text))
            self._notes = text if self._notes is None else f"{self._notes}\n{text}"
        else:
            self.take_stray_text()
        if tag == "section":
            self.zone = MAIN_ZONE

    def _end_card(self, line: int, quantity: str, guid: str) -> None:
        name = self.taken_text()
        digits = quantity.strip()
        self.check_room(line)
        if not (digits.isascii() and digits.isdigit()):
            self.leave_unread(
                line, _("the qty is {quantity!r}, expected a number", quantity=printable(quantity[:40]))
            )
            return
        if self._odd:
            stated = printable(self._odd[0][:40])
            self.leave_unread(line, _("a card with the unknown {stated}=", stated=stated))
            return
        self.add(
            DeckLine(parse_quantity(digits), name, self.zone, line, card_id=guid if guid.strip() else None)
        )

    def take_stray_text(self) -> None:
        """Accounts for text between elements; that of cards and notes is in its place."""
        if self._card is None and not (self.open and self.open[-1] == "notes"):
            text = "".join(self.text)
            self.text.clear()
            self.leave_text(text)

    @property
    def has_begun(self) -> bool:
        """Whether the deck has begun, with cards or without."""
        return bool(self.open or self.lines or self.zones)

    def deck_list(self) -> DeckList:
        """The deck list that was read."""
        return DeckList(
            tuple(self.lines),
            NAME,
            game=self._game,
            zones=tuple(self.zones),
            unread=tuple(sorted(self.unread, key=lambda entry: entry.line)),
            notes=self._notes,
        )


def write(deck_list: DeckList) -> str:
    """The deck list as OCTGN writes it."""
    guid = GUIDS.get(deck_list.game or "", deck_list.game or "")
    shared = "" if deck_list.notes is None else ' shared="False"'
    rows = [_BOM + _DECLARATION, f'<deck game="{guid.translate(QUOTED_ESCAPES)}">']
    for zone, lines in lines_by_zone(deck_list).items():
        start = f'  <section name="{zone.translate(QUOTED_ESCAPES)}"{shared}'
        if not lines:
            rows.append(f"{start} />")
            continue
        rows.append(f"{start}>")
        rows.extend(card_row(line) for line in spread_out(lines))
        rows.append("  </section>")
    if deck_list.notes is not None:
        text = deck_list.notes.replace("]]>", "]]]]><![CDATA[>")
        rows.append(f"  <notes><![CDATA[{text}]]></notes>")
    return "\n".join([*rows, "</deck>"])


def card_row(line: DeckLine) -> str:
    """The line of an OCTGN deck for the copies of a card."""
    guid = (line.card_id or "").translate(QUOTED_ESCAPES)
    name = line.name.translate(_TEXT_ESCAPES)
    return f'    <card qty="{line.quantity}" id="{guid}">{name}</card>'


def remarks(deck_list: DeckList) -> tuple[str, ...]:
    """The values that OCTGN will miss: GUIDs of cards and of the game."""
    said = []
    without = sum(line.quantity for line in deck_list.lines if line.card_id is None)
    if without:
        cards = _("1 card has") if without == 1 else _("{without:,} cards have", without=without)
        said.append(_("{cards} no OCTGN id; OCTGN will not find them", cards=cards))
    if deck_list.game not in GUIDS:
        said.append(_("the list names no game that OCTGN has; OCTGN will not open it"))
    return tuple(said)


READER = DeckReader(NAME, (".o8d",), confidence, read)
WRITER = DeckWriter(
    NAME,
    (".o8d",),
    frozenset({"card_id", "game", "notes", _("empty zones"), _("zones as written"), "blanks"}),
    write,
    remarks,
)
