"""XML decks edited in place: those of LackeyCCG and OCTGN."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import unescape

from db.language import gettext as _
from db.patterns import pattern
from importers.decks import lackey_dek, octgn_o8d
from importers.decks.deck_edit import DeckEdit, DeckEditor, TextEdit, facts_in_use, with_facts
from importers.decks.deck_format import printable
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.octgn_o8d import QUOTED_ESCAPES
from importers.errors import UneditableDeckError

_TOKEN = pattern(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>"
    r"""|<(?P<end>/?)(?P<tag>[A-Za-z_][\w.:-]*)(?P<attrs>(?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.DOTALL,
)
_NAME = pattern(r"""\bname\s*=\s*("[^"]*"|'[^']*')""", re.IGNORECASE)
_COUNT = pattern(r"""(\bqty\s*=\s*["']\s*)[0-9]+""", re.IGNORECASE)


@dataclass(slots=True)
class _Element:
    """An element of the text: where its start tag ends, and where it ends itself."""

    start: int
    inner: int
    end: int
    label: str = ""

    def is_alone(self, text: str) -> bool:
        """Whether nothing but blanks stands beside it on its lines."""
        before = text[text.rfind("\n", 0, self.start) + 1 : self.start]
        end = text.find("\n", self.end)
        behind = text[self.end : len(text) if end < 0 else end]
        return not before.strip() and not behind.strip()

    def gap(self, text: str) -> str:
        """The text between it and another one behind it: a line end and the same indent."""
        if not self.is_alone(text):
            return ""
        return "\n" + text[text.rfind("\n", 0, self.start) + 1 : self.start]


@dataclass(slots=True)
class _Elements:
    """The cards and zones of a deck, in their order, and where the deck ends."""

    cards: list[_Element]
    zones: list[_Element]
    end: int


def _elements(text: str, zone_tag: str) -> _Elements:
    found = _Elements([], [], len(text))
    opened: dict[str, _Element] = {}
    for token in _TOKEN.finditer(text):
        tag, attrs = (token["tag"] or "").lower(), token["attrs"] or ""
        if tag not in {"card", "deck", zone_tag}:
            continue
        if not token["end"]:
            stated = _NAME.search(attrs)
            label = unescape(stated[1][1:-1]) if stated else ""
            element = _Element(token.start(), token.end(), token.end(), label)
            if tag != "deck":
                (found.cards if tag == "card" else found.zones).append(element)
            if not attrs.endswith("/"):
                opened[tag] = element
        elif tag in opened:
            opened.pop(tag).end = token.end()
            found.end = token.start() if tag == "deck" else found.end
    return found


@dataclass(frozen=True, slots=True)
class _XmlFormat:
    """A format in XML: how its zones and cards are written.

    `recount` changes the copies that the text of a card states; None where each is one copy.
    """

    zone_tag: str
    card: Callable[[DeckLine], str]
    zone: Callable[[str, DeckList], str]
    fitted: Callable[[DeckList, DeckLine], DeckLine]
    recount: Callable[[str, int], str] | None = None

    def edits(self, text: str, deck_list: DeckList, edit: DeckEdit) -> Iterator[TextEdit]:
        """The edits of the text."""
        found = _elements(text, self.zone_tag)
        elements = _matched(text, found.cards, deck_list.lines)
        added = edit.added_by_place(deck_list.lines)
        for index, (line, element) in enumerate(zip(deck_list.lines, elements, strict=True)):
            changed = edit.changed(index, line)
            whole = text[element.start : element.end]
            if changed is None:
                yield _removal(text, element)
            elif changed != line and self.recount:
                yield TextEdit(element.start, element.end, self.recount(whole, changed.quantity))
            behind = [
                whole if self.recount is None and _same(line, one) else self.card(one)
                for one in added.get(index, ())
            ]
            if behind:
                gap = element.gap(text)
                yield TextEdit(element.end, element.end, "".join(f"{gap}{one}" for one in behind))
        for place, lines in added.items():
            if isinstance(place, str):
                cards = [self.card(line) for line in lines]
                yield self._into_zone(text, found, place, cards, deck_list)

    def _into_zone(
        self, text: str, found: _Elements, zone: str, cards: Sequence[str], deck_list: DeckList
    ) -> TextEdit:
        """Cards put into a zone in which no card stays."""
        there = next((one for one in found.zones if _label(one) == zone), None)
        if there is None:
            return self._new_zone(text, found, zone, cards, deck_list)
        indent = there.gap(text) or "\n\t"
        step = "\t" if "\t" in indent else indent[1:] or "  "
        filled = "".join(f"{indent}{step}{card}" for card in cards)
        tag = text[there.start : there.inner]
        if tag.endswith("/>"):
            opened = f"{tag[:-2].rstrip()}>{filled}{indent}</{self.zone_tag}>"
            return TextEdit(there.start, there.end, opened)
        is_bare = "\n" not in text[there.inner : there.end]
        return TextEdit(there.inner, there.inner, filled + (indent if is_bare else ""))

    def _new_zone(
        self, text: str, found: _Elements, zone: str, cards: Sequence[str], deck_list: DeckList
    ) -> TextEdit:
        if found.zones:
            last = found.zones[-1]
            gap, place = last.gap(text) or "\n", last.end
        else:
            gap, place = "\n  ", len(text[: found.end].rstrip())
        step = "\t" if "\t" in gap else gap[1:]
        filled = "".join(f"{gap}{step}{card}" for card in cards)
        start = self.zone(zone, deck_list)
        return TextEdit(place, place, f"{gap}{start}{filled}{gap}</{self.zone_tag}>")


def _label(zone: _Element) -> str:
    return printable(zone.label.strip()) if zone.label.strip() else ""


def _removal(text: str, element: _Element) -> TextEdit:
    """The removal of an element, with its lines where nothing else stands on them."""
    if not element.is_alone(text):
        return TextEdit(element.start, element.end, "")
    start = text.rfind("\n", 0, element.start) + 1
    end = text.find("\n", element.end) + 1
    return TextEdit(start, end or len(text), "")


def _matched(text: str, cards: Sequence[_Element], lines: Sequence[DeckLine]) -> Sequence[_Element]:
    """The element of each line: the next one on its line of the file that holds its name."""
    by_line: dict[int, list[_Element]] = defaultdict(list)
    line, done = 1, 0
    for card in cards:
        line += text.count("\n", done, card.start)
        done = card.start
        by_line[line].append(card)
    found = []
    for one in lines:
        waiting = by_line[one.line or 0]
        place = next((n for n, card in enumerate(waiting) if _holds(text, card, one)), None)
        if place is None:
            raise UneditableDeckError(
                _("the deck"), _("line {line}: its card is not found again", line=one.line)
            )
        found.append(waiting.pop(place))
    return found


def _holds(text: str, card: _Element, line: DeckLine) -> bool:
    name = " ".join(line.name.split())
    return name in " ".join(unescape(text[card.inner : card.end]).split())


def _same(line: DeckLine, other: DeckLine) -> bool:
    return line._replace(line=None) == other._replace(line=None)


def _editor(name: str, form: _XmlFormat) -> DeckEditor:
    def edits(text: str, deck_list: DeckList, edit: DeckEdit) -> Iterable[TextEdit]:
        return form.edits(text, deck_list, edit)

    return DeckEditor(
        name,
        edits,
        lambda _text, deck_list, line: form.fitted(deck_list, line),
        lambda _unused: form.recount is None,
    )


def _lackey_line(deck_list: DeckList, line: DeckLine) -> DeckLine:
    facts = ("set_code", "image_key")
    fit = with_facts(line, facts_in_use(deck_list, facts) if deck_list.lines else facts)
    key = fit.image_key or lackey_dek.guessed_image_key(line)
    return fit._replace(image_key=key)


def _lackey_zone(zone: str, _unused: DeckList) -> str:
    return f'<superzone name="{zone.translate(QUOTED_ESCAPES)}">'


def _octgn_zone(zone: str, deck_list: DeckList) -> str:
    shared = "" if deck_list.notes is None else ' shared="False"'
    return f'<section name="{zone.translate(QUOTED_ESCAPES)}"{shared}>'


LACKEY = _XmlFormat("superzone", lambda line: lackey_dek.card_row(line).strip(), _lackey_zone, _lackey_line)
OCTGN = _XmlFormat(
    "section",
    lambda line: octgn_o8d.card_row(line).strip(),
    _octgn_zone,
    lambda _unused, line: with_facts(line, ("card_id",)),
    lambda text, copies: _COUNT.sub(rf"\g<1>{copies}", text, count=1),
)

EDITORS = (_editor(lackey_dek.NAME, LACKEY), _editor(octgn_o8d.NAME, OCTGN))
