"""Cockatrice decks, `.cod`: zones of cards with their number, a name and comments."""

from xml.sax.xmlreader import AttributesImpl

from db.language import gettext as _
from db.patterns import pattern
from importers.decks.deck_format import Confidence, DeckReader, parse_quantity, printable
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.deck_xml import DeckHandler, read_xml_deck
from importers.decks.zones import known_zone

NAME = "cockatrice-cod"

_ROOT = "cockatrice_deck"
_HEAD = pattern(rf"<{_ROOT}\b")
_LOOKED_AT = 10_000
_CARD_FACTS = {"number", "name", "setshortname", "collectornumber", "uuid", "price"}
_FACTS = {"deckname": "name", "comments": "notes"}
_ABOUT = {"lastloadedtimestamp", "bannercard", "format", "tags", "tag", "sideboard_plan"}
"""Parts of newer files that say nothing of cards in the deck."""


def confidence(text: str, _suffix: str) -> Confidence:
    """The head where the root of the XML is Cockatrice's."""
    is_own = text.lstrip().startswith("<") and _HEAD.search(text, 0, _LOOKED_AT) is not None
    return Confidence.HEAD if is_own else Confidence.NO


def read(text: str, source: str) -> DeckList:
    """The deck list of a Cockatrice deck; what is no part of one is kept as unread lines."""
    return read_xml_deck(_CockatriceHandler, text, source)


class _CockatriceHandler(DeckHandler):
    """Gathers zones and cards, the name of the deck and its comments."""

    root = _ROOT

    def __init__(self, rows: list[str], skipped: int, source: str) -> None:
        super().__init__(rows, skipped, source)
        self._facts: dict[str, str] = {}

    def start(self, tag: str, shown: str, attrs: AttributesImpl) -> None:
        """Starts a zone or a card; anything else is left unread."""
        if tag == "zone":
            self.start_zone(known_zone(attrs.get("name") or ""))
        elif tag == "card":
            self._add_card({key.lower(): attrs[key] for key in attrs.getNames()})
        elif tag not in _ABOUT | _FACTS.keys() | {_ROOT}:
            self.leave_unread(self.line, _("{shown} is no part of a deck", shown=shown))

    def _add_card(self, facts: dict[str, str]) -> None:
        self.check_room(self.line)
        digits = facts.get("number", "1").strip()
        unknown = sorted(facts.keys() - _CARD_FACTS)
        if unknown or not (digits.isascii() and digits.isdigit()):
            what = (
                _("the unknown {unknown}=", unknown=printable(unknown[0][:40])) if unknown else _("no number")
            )
            self.leave_unread(self.line, _("a card with {what}", what=what))
            return
        card = DeckLine(
            parse_quantity(digits),
            facts.get("name", "").strip(),
            self.zone,
            self.line,
            facts.get("setshortname") or None,
            number=facts.get("collectornumber") or None,
        )
        self.add(card)

    def end(self, tag: str) -> None:
        """Ends the name of the deck, its comments, or another part."""
        if tag in _FACTS:
            text = printable("".join(self.text).strip())
            self.text.clear()
            self._facts.setdefault(_FACTS[tag], text)
        elif tag in _ABOUT:
            self.text.clear()
        else:
            self.take_stray_text()

    def take_stray_text(self) -> None:
        """Accounts for text between elements, where only blanks belong."""
        if self.open and self.open[-1] in _FACTS.keys() | _ABOUT:
            return
        text = "".join(self.text)
        self.text.clear()
        self.leave_text(text)

    def deck_list(self) -> DeckList:
        """The deck list that was read."""
        name = " ".join(self._facts.get("name", "").split())
        return DeckList(
            tuple(self.lines),
            NAME,
            name=name or None,
            zones=tuple(self.zones),
            unread=tuple(self.unread),
            notes=self._facts.get("notes") or None,
        )


READER = DeckReader(NAME, (".cod",), confidence, read)
