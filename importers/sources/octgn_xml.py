"""OCTGN's XML: the properties of a game's definition, and the cards of a set with their lines."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from db.imports.source_rows import Place
from db.language import gettext as _
from importers.sources.source_errors import MalformedSourceError

if TYPE_CHECKING:
    from xml.parsers.expat import XMLParserType


@dataclass(frozen=True, slots=True)
class OctgnCard:
    """A card with its properties as plain text; `markup` has those that hold elements."""

    name: str
    id: str
    place: Place
    size: str | None = None
    properties: Mapping[str, list[str]] = field(default_factory=dict)
    markup: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OctgnSet:
    """A set with its cards."""

    name: str
    id: str
    version: str
    cards: tuple[OctgnCard, ...]


def read_definition(data: bytes, path: str) -> set[str]:
    """The names of the card properties that a `definition.xml` declares."""
    result: set[str] = set()

    def start(tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "property" and "name" in attributes:
            result.add(attributes["name"])

    parser = _parser(path)
    parser.StartElementHandler = start
    _parse(parser, data, path)
    return result


def read_set(data: bytes, path: str) -> Iterator[OctgnSet]:
    """Yields the set of a `set.xml`; nothing for XML of another kind."""
    gathering = _Gathering(path, _lines_above(data))
    _parse(gathering.parser, data, path)
    if gathering.root == "set":
        facts = gathering.facts
        yield OctgnSet(
            facts.get("name", ""), facts.get("id", ""), facts.get("version", ""), tuple(gathering.cards)
        )


class _Gathering:
    """Gathers cards while the parser goes through a set."""

    def __init__(self, path: str, above: int) -> None:
        self._above = above
        self.root: str | None = None
        self.facts: dict[str, str] = {}
        self.cards: list[OctgnCard] = []
        self._path = path
        self._open: list[str] = []
        self._card: tuple[Mapping[str, str], Place] | None = None
        self._properties: dict[str, list[str]] = {}
        self._markup: dict[str, str] = {}
        self._property: str | None = None
        self._value: str | None = None
        self._text: list[str] = []
        self._marked: list[str] = []
        self.parser = _parser(path)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._characters

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if self.root is None:
            self.root, self.facts = tag, dict(attributes)
        if self._property is not None:
            inner = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items())
            self._marked.append(f"<{tag}{inner}>")
        elif tag == "card" and "cards" in self._open:
            place = Place(self._path, self.parser.CurrentLineNumber + self._above)
            self._card = (dict(attributes), place)
            self._properties, self._markup = {}, {}
        elif tag == "property" and self._card is not None:
            self._property = attributes.get("name", "")
            self._value = attributes.get("value")
            self._text, self._marked = [], []
        self._open.append(tag)

    def _characters(self, text: str) -> None:
        if self._property is not None:
            self._text.append(text)
            self._marked.append(escape(text))

    def _end(self, tag: str) -> None:
        self._open.pop()
        if tag == "property" and self._property is not None:
            inside = "".join(self._text)
            value = inside if self._value is None or inside.strip() else self._value
            self._properties.setdefault(self._property, []).append(value)
            marked = "".join(self._marked)
            if marked != escape(inside):
                self._markup[self._property] = marked
            self._property = None
        elif self._property is not None:
            self._marked.append(f"</{tag}>")
        elif tag == "card" and self._card is not None:
            facts, place = self._card
            self.cards.append(
                OctgnCard(
                    facts.get("name", ""),
                    facts.get("id", ""),
                    place,
                    facts.get("size"),
                    self._properties,
                    self._markup,
                )
            )
            self._card = None


def _parser(path: str) -> "XMLParserType":
    from xml.parsers import expat

    def refuse(*_unused: object) -> None:
        message = _("a document type or entity declaration, which no card data needs")
        raise MalformedSourceError(path, message, parser.CurrentLineNumber)

    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = refuse
    parser.EntityDeclHandler = refuse
    return parser


def _lines_above(data: bytes) -> int:
    """The empty lines before the XML begins; the parser is not shown them."""
    return data[: len(data) - len(data.lstrip())].count(b"\n")


def _parse(parser: "XMLParserType", data: bytes, path: str) -> None:
    from xml.parsers import expat

    try:
        parser.Parse(data.lstrip(), True)
    except expat.ExpatError as error:
        line = error.lineno + _lines_above(data)
        raise MalformedSourceError(
            path, _("broken XML ({ErrorString})", ErrorString=expat.ErrorString(error.code)), line
        ) from None
