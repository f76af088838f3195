"""The errors in card data of any source: unreadable rows, doubles, references to nothing."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from db.cards.names import normal_form
from db.imports.source_rows import CARD_FACTS, Place, Reading, SourceCard
from db.language import gettext as _, ngettext
from importers.card_lists.lint import CHECKS, LintFinding, text_slips
from importers.card_lists.spelling import TYPES

SWTCG = "swtcg"
_KEYS_OF_CARDS = ("reprint_of", "parallel_die", "flip_card")
_FACTS = tuple(fact for fact in CARD_FACTS if fact != "subtype")


def lint_reading(reading: Reading, *, texts: bool = False) -> tuple[LintFinding, ...]:
    """The findings in what was read from a source, by file and line.

    With `texts`, card texts that may be about building decks are named.
    """
    result = [
        *_unreadable(reading),
        *_doubled(reading.cards),
        *_references(reading.cards),
        *_disagreements(reading.cards),
        *(_texts(reading.cards) if texts else ()),
        *(_types(reading.cards) if reading.game == SWTCG else ()),
        *(_finding("source-note", Place(*_split(note)), text_of(note), "", None) for note in reading.notes),
    ]
    return tuple(sorted(result, key=lambda finding: (finding.path, finding.line)))


def text_of(note: str) -> str:
    """The text of a note, without the file before it."""
    return note.partition(": ")[2] or note


def _split(note: str) -> tuple[str, int]:
    return note.partition(": ")[0], 1


def _unreadable(reading: Reading) -> Iterator[LintFinding]:
    for problem in reading.problems:
        found, _unused, expected = problem.message.partition(", expected ")
        found = found.removeprefix("found ") if expected else found
        yield _finding("row-unreadable", problem.place, found, expected, None)


def _types(cards: Iterable[SourceCard]) -> Iterator[LintFinding]:
    """Cards of the Star Wars TCG of a type that it does not have."""
    for card in cards:
        if card.type not in TYPES:
            expected = _("one of {types}", types=", ".join(TYPES))
            place = replace(card.place, column="type")
            yield _finding("type-unknown", place, card.type, expected, card)


def _texts(cards: Iterable[SourceCard]) -> Iterator[LintFinding]:
    for card in cards:
        for slip in text_slips(card.text or ""):
            yield _finding(slip.code, replace(card.place, column=slip.column), slip.found, "", card)


def _doubled(cards: Iterable[SourceCard]) -> Iterator[LintFinding]:
    images: dict[str, tuple[SourceCard, tuple[str, str, str]]] = {}
    names: dict[tuple[str, str, str], list[SourceCard]] = defaultdict(list)
    for card in cards:
        place = (card.set_code, normal_form(card.name), card.number)
        names[place].append(card)
        if card.image_key is None:
            continue
        first, where = images.setdefault(card.image_key, (card, place))
        if where != place:  # else told with its name
            text = _(
                "{image_key}, also {name} in {place}",
                image_key=card.image_key,
                name=first.name,
                place=first.place,
            )
            yield _finding("image-doubled", card.place, text, _("a key of its own"), card)
    for first, *again in names.values():
        if again:
            card = again[0]
            also = ", ".join(str(one.place.line) for one in (first, *again[1:]))
            text = ngettext(
                "{name} {place}, also in line {also}",
                "{name} {place}, also in lines {also}",
                len(again),
                name=card.name,
                place=card.number,
                also=also,
            )
            yield _finding("name-doubled", card.place, text, _("each card of a set once"), card)


def _references(cards: tuple[SourceCard, ...]) -> Iterator[LintFinding]:
    """Cards that name another one by its key, where its set was read and has no such card."""
    keys = {card.image_key for card in cards}
    sets = {(card.image_key or "")[:2] for card in cards}
    for card in cards:
        for name in _KEYS_OF_CARDS:
            key = card.reprint if name == "reprint_of" else card.details.get(name)
            if card.identity is not None and isinstance(key, str) and key not in keys and key[:2] in sets:
                yield _finding("reference-unknown", card.place, f"{name} {key}", _("a card"), card)


def _disagreements(cards: Iterable[SourceCard]) -> Iterator[LintFinding]:
    """Printings of one card that state its facts differently."""
    first: dict[str, SourceCard] = {}
    for card in cards:
        if card.identity is None:
            continue
        known = first.setdefault(card.identity, card)
        for fact in _FACTS:
            here, there = getattr(card, fact), getattr(known, fact)
            if here != there:
                text = f"{fact} {here or 'nothing'}"
                expected = _("{there}, as in {place}", there=there or "nothing", place=known.place)
                yield _finding("reprint-differs", card.place, text, expected, card)


def _finding(code: str, place: Place, text: str, expected: str, card: SourceCard | None) -> LintFinding:
    return LintFinding(
        place.file,
        place.line or 1,
        place.column,
        code,
        CHECKS[code].severity,
        text,
        expected,
        card.name if card else None,
    )
