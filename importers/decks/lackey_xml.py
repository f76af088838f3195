"""The tolerant reader of LackeyCCG decks: any well-formed XML of zones and cards, and broken ones.

What is no part of a deck, and everything after a break, becomes an unread line.
"""

from dataclasses import dataclass
from xml.sax.xmlreader import AttributesImpl

from db.language import gettext as _
from importers.decks.deck_format import printable, stated
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList
from importers.decks.deck_xml import DeckHandler, read_xml_deck
from importers.decks.typed_line import states_count
from importers.errors import MalformedFileError


def read_tolerantly(text: str, source: str) -> DeckList:
    """The deck list of a LackeyCCG deck that was edited by hand or by another program.

    Its game is the plugin as written.
    """
    return read_xml_deck(_LackeyHandler, text, source)


@dataclass(slots=True)
class _Card:
    """A card element while it is read."""

    line: int
    name: str | None = None
    set_code: str | None = None
    image_key: str | None = None
    problem: str | None = None


class _LackeyHandler(DeckHandler):
    """Gathers cards and superzones, and the facts of the head."""

    def __init__(self, rows: list[str], skipped: int, source: str) -> None:
        super().__init__(rows, skipped, source)
        self._card: _Card | None = None
        self._facts: dict[str, str] = {}

    def start(self, tag: str, shown: str, attrs: AttributesImpl) -> None:
        """Starts a card or a part of it, or a zone; what is no part of a deck is left unread."""
        if self._card is not None:
            self._start_part(tag, attrs)
        elif tag == "card":
            self._start_card(attrs)
        elif tag == "superzone":
            self.start_zone(attrs.get("name") or "")
            self._check_attributes(shown, attrs, {"name"})
        elif tag not in {"deck", "meta", "game"} and "meta" not in self.open:
            self.leave_unread(self.line, _("{shown} is no part of a deck", shown=shown))
        else:
            self._check_attributes(shown, attrs, {"version"})

    def _check_attributes(self, shown: str, attrs: AttributesImpl, known: set[str]) -> None:
        """Leaves an element unread whose attributes may hold what no part of a deck holds."""
        unknown = [key for key in attrs.getNames() if key.lower() not in known]
        if unknown:
            self.leave_unread(
                self.line, _("{shown} with the unknown {listed}", shown=shown, listed=_listed(unknown))
            )

    def _start_card(self, attrs: AttributesImpl) -> None:
        self._card = _Card(self.line)
        if attrs.getLength():
            self._card.problem = _("a card with the unknown {listed}", listed=_listed(attrs))
        self.check_room(self.line)

    def _start_part(self, tag: str, attrs: AttributesImpl) -> None:
        card = self._card
        if card is None:
            return
        unknown = [key for key in attrs.getNames() if (tag, key.lower()) != ("name", "id")]
        if self.open[-2] != "card" or tag not in {"name", "set"}:
            card.problem = _("a card with the unknown element <{tag}>", tag=printable(tag[:40]))
        elif unknown:
            card.problem = _("a card with the unknown {listed}", listed=_listed(unknown))
        elif (card.name if tag == "name" else card.set_code) is not None:
            card.problem = _("a card with two <{tag}>", tag=tag)
        elif tag == "name" and attrs.getLength():
            card.image_key = stated(next(iter(attrs.values())))

    def end(self, tag: str) -> None:
        """Ends a card or a part of it, a fact of the head, or a zone."""
        if self._card is not None and tag in {"name", "set"}:
            self._end_part(self._card, tag)
        elif tag == "game" or (self.open and "meta" in self.open):
            self._end_fact(tag)
        else:
            self.take_stray_text()
        if tag == "card" and self._card is not None and "card" not in self.open:
            self._end_card(self._card)
        elif tag == "superzone":
            self.zone = MAIN_ZONE

    def _end_part(self, card: _Card, tag: str) -> None:
        text = self.taken_text()
        if tag == "name":
            card.name = text
        else:
            card.set_code = text

    def _end_fact(self, tag: str) -> None:
        text = printable(" ".join(self.taken_text().split()))
        if text and tag in self._facts:
            self.leave_unread(self.line, _("a second <{tag}>", tag=printable(tag[:40])))
        elif text and tag not in {"game", "name", "author"} and states_count(text):
            self.leave_unread(self.line, f"<{printable(tag[:40])}> says a count, outside of any zone")
        elif text:
            self._facts[tag] = text

    def _end_card(self, card: _Card) -> None:
        self._card = None
        line = DeckLine(1, card.name or "", self.zone, card.line, stated(card.set_code or ""), card.image_key)
        self.add(line, card.problem)

    def take_stray_text(self) -> None:
        """Accounts for text between elements, or beside those of a card."""
        text = "".join(self.text)
        self.text.clear()
        if not text or text.isspace():
            return
        if self._card is not None:
            beside = _("a card with text beside its name: {text!r}", text=text.strip()[:40])
            self._card.problem = self._card.problem or beside
            return
        self.leave_text(text)

    def break_off(self, line: int, why: str) -> None:
        """Accounts for the place at which the XML breaks, and for everything after it."""
        if not (self.lines or self.zones):
            raise MalformedFileError(self.source, _("broken XML ({why})", why=why), line)
        if self._card is not None and self._card.line < line:
            self.leave_unread(self._card.line, _("a card that does not end"))
        self.leave_unread(line, _("broken XML ({why})", why=why))
        for number, row in enumerate(self.rows[line:], line + 1):
            if row.strip():
                reason = _("not read, since the XML is broken in line {line}", line=line)
                self.add_unread(number, row, reason)

    def deck_list(self) -> DeckList:
        """Everything that was gathered."""
        facts = dict(self._facts)
        return DeckList(
            lines=tuple(self.lines),
            read_as="",
            name=facts.pop("name", None),
            game=facts.pop("game", None) or None,
            author=facts.pop("author", None),
            zones=tuple(self.zones),
            unread=tuple(self.unread),
            notes="\n".join(f"{key}: {text}" for key, text in facts.items()) or None,
        )


def _listed(attributes: AttributesImpl | list[str]) -> str:
    names = attributes if isinstance(attributes, list) else list(attributes.getNames())
    return ", ".join(f"{printable(name[:40])}=" for name in names[:5])
