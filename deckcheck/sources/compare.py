"""The disagreements of two card sources, card by card and field by field."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from db.cards.bundled import read_cards, read_legality, read_sets
from db.cards.bundled_games import BUNDLED, game_name
from db.cards.names import normal_form
from db.imports.source_rows import CARD_FACTS, Place, Reading, SourceCard, SourceMark, SourceSet
from db.language import Message, gettext as _, joined
from deckcheck.errors import NothingBundledError
from deckcheck.first_game import FIRST_GAME
from deckcheck.show.wording import cards as cards_of

BUNDLED_NAME = "bundled"
"""Stands for the bundled catalogue."""

_FIELDS = (*CARD_FACTS, "number", "rarity", "tags", "text", "rulings", "marks", "facts")

_SHOWN = 3
"""So many cards of a set that only one source has are named."""

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Disagreement:
    """One field of a printing that two sources state differently."""

    set_code: str
    name: str
    field: str
    one: Any
    other: Any


@dataclass(frozen=True, slots=True)
class SourceComparison:
    """The cards of two sources: in both, in only one, and stated differently."""

    common: int
    only_one: tuple[Key, ...]
    only_other: tuple[Key, ...]
    disagreements: tuple[Disagreement, ...]
    shared_sets: frozenset[str] = frozenset()

    def document(self, one: str, other: str) -> dict[str, Any]:
        """The differences as `deckcheck.compare/1`, of sources of these names."""
        document = {"schema": "deckcheck.compare/1", "one": one, "other": other, **asdict(self)}
        return document | {"shared_sets": sorted(self.shared_sets)}

    def lines(self, one: str, other: str, *, full: bool = False) -> Iterator[str]:
        """Yields the differences as lines of text; cards of only one source are one line a set.

        With `full` each card of a set that both have is a line of its own.
        """
        for alone, name in ((self.only_one, one), (self.only_other, other)):
            by_set: dict[str, list[str]] = {}
            for code, card in alone:
                by_set.setdefault(code, []).append(card)
            for code, cards in by_set.items():
                if code not in self.shared_sets:
                    yield _(
                        "{code}: only in {name}, {cards_of}",
                        code=code,
                        name=name,
                        cards_of=cards_of(len(cards)),
                    )
                elif full:
                    yield from (
                        _("{code} {card}: only in {name}", code=code, card=card, name=name) for card in cards
                    )
                else:
                    shown = ", ".join(cards[:_SHOWN]) + (", ..." if len(cards) > _SHOWN else "")
                    yield _(
                        "{code}: {cards_of} only in {name}: {shown}",
                        code=code,
                        cards_of=cards_of(len(cards)),
                        name=name,
                        shown=shown,
                    )
        for d in self.disagreements:
            here, there = _shown(d.one), _shown(d.other)
            yield _(
                "{set_code} {name}: {field} {here} in {one}, {there} in {other}",
                set_code=d.set_code,
                name=d.name,
                field=d.field,
                here=here,
                one=one,
                there=there,
                other=other,
            )


def _shown(value: Any) -> str:
    return "nothing" if value is None else repr(value)


def compare(one: Reading, other: Reading) -> SourceComparison:
    """The comparison of two readings; printings are the same by image key, or set and name."""
    pairs, only_one, only_other = _paired(one, other)
    stated = one.stated & other.stated
    fields = [field for field in _FIELDS if field in stated]
    result = tuple(d for left, right in pairs for d in _disagreements(left, right, fields))
    shared = {card.set_code for card in one.cards} & {card.set_code for card in other.cards}
    return SourceComparison(len(pairs), _named(only_one), _named(only_other), result, frozenset(shared))


def bundled_reading(game_code: str = FIRST_GAME) -> Reading:
    """The bundled catalogue of a game, as if it had been read from a source.

    Raises `NothingBundledError` for a game that comes without.
    """
    game = next((game for game in BUNDLED if game.code == game_code), None)
    if game is None:
        raise NothingBundledError(game_name(game_code))
    marks: dict[tuple[str, str, str], list[SourceMark]] = {}
    for row in read_legality(game):
        mark = SourceMark(row["status"], row["format"] or None, row["source"])
        marks.setdefault((row["set"], row["name"], row["number"]), []).append(mark)
    cards = [
        SourceCard(
            Place(f"{code}.tsv", position + 1),
            code,
            printing.name,
            card.name,
            card.parts.base,
            card.parts.version,
            card.parts.distinction,
            printing.reprint,
            card.identity,
            number=printing.number,
            image_key=printing.key,
            rarity=printing.rarity,
            tags=printing.tags,
            marks=tuple(marks.get((code, printing.name, printing.number), ())),
            side=printing.facts["side"],
            type=printing.facts["type"] or "",
            subtype=printing.facts["subtype"],
            cost=printing.facts["cost"],
            speed=printing.facts["speed"],
            power=printing.facts["power"],
            health=printing.facts["health"],
            facts=printing.own,
        )
        for card in read_cards(game).values()
        for code, position, printing in card.printings
    ]
    sets = tuple(SourceSet(row["code"], row["name"]) for row in read_sets(game))
    stated = frozenset({*CARD_FACTS, "number", "rarity", "tags", "marks", "facts"})
    return Reading(game.code, tuple(cards), sets, stated=stated)


def _paired(
    one: Reading, other: Reading
) -> tuple[list[tuple[SourceCard, SourceCard]], list[SourceCard], list[SourceCard]]:
    by_image = {card.image_key: card for card in other.cards if card.image_key}
    by_name: dict[Key, list[SourceCard]] = {}
    for card in other.cards:
        by_name.setdefault(_key(card), []).append(card)
    pairs: list[tuple[SourceCard, SourceCard]] = []
    alone: list[SourceCard] = []
    taken: set[int] = set()
    for card in one.cards:
        same_image = by_image.get(card.image_key) if card.image_key else None
        same_name = by_name.get(_key(card), ())
        same_number = [c for c in same_name if c.number == card.number]
        choices = [*([same_image] if same_image else []), *same_number, *same_name]
        found = next((c for c in choices if id(c) not in taken), None)
        if found is None:
            alone.append(card)
        else:
            taken.add(id(found))
            pairs.append((card, found))
    return pairs, alone, [card for card in other.cards if id(card) not in taken]


def _key(card: SourceCard) -> Key:
    return card.set_code.casefold(), normal_form(card.name)


def _named(cards: list[SourceCard]) -> tuple[Key, ...]:
    return tuple((card.set_code, card.name) for card in cards)


def _disagreements(one: SourceCard, other: SourceCard, fields: list[str]) -> Iterator[Disagreement]:
    if one.name != other.name:
        yield Disagreement(one.set_code, one.name, "name", one.name, other.name)
    for field in fields:
        if field == "facts":
            continue
        left, right = _value(one, field), _value(other, field)
        if left != right:
            yield Disagreement(one.set_code, one.name, field, left, right)
    for fact in sorted(one.facts.keys() | other.facts.keys()) if "facts" in fields else ():
        left, right = one.facts.get(fact), other.facts.get(fact)
        if left != right:
            yield Disagreement(one.set_code, one.name, fact, left, right)


def _value(card: SourceCard, field: str) -> Any:
    """A field as it is compared; marks as words, in any order."""
    value = getattr(card, field)
    if field == "marks":
        marks = ((Message(mark.status), mark.format) for mark in value)
        words = (_("{status} in {format}", status=s, format=f) if f else s for s, f in marks)
        return joined(sorted(words), ", ") or None
    return value or None
