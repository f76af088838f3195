"""The fields of a card that a query can ask for."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from db.cards.card import RARITIES, Card, CardSet
from db.cards.names import normal_form, set_form
from db.language import gettext as _
from deckcheck.first_game import FIRST_GAME
from deckcheck.query import kinds
from deckcheck.query.facts import (
    ARENAS,
    arenas,
    arenas_of_type,
    as_printed,
    facts,
    first_key,
    marks_key,
    name_key,
    names,
    numbers,
    of_printings,
    reprint_key,
    stat_key,
    tags,
    traits,
    version_key,
)
from deckcheck.query.tree import Test
from deckcheck.suggest import suggest

_TYPES = (
    "battle",
    "mission",
    "mission trap",
    "mission campaign",
    "location",
    "equipment",
    "resource",
    "event",
    "subordinate",
    "reminder",
)
_SIDES = {
    "light": "light",
    "l": "light",
    "dark": "dark",
    "d": "dark",
    "neutral": "neutral",
    "n": "neutral",
    "yuuzhan vong": "yuuzhan-vong",
    "yv": "yuuzhan-vong",
    "y": "yuuzhan-vong",
}
_RARITIES = {word: code for code, name in RARITIES.items() for word in (code.lower(), name)}
_VERSION = re.compile(r"[A-Z][0-9]?")
_OPERATORS = {"equal": kinds.EQUAL, "spelt": kinds.SPELT, "compared": kinds.COMPARED}

EITHER = "legal or restricted"
"""The status of a card of which it is not known which of the two it is."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that only a catalogue knows: its sets, formats with lists, types and sides.

    Where there are none, any set or format may be asked for, and there are no suggestions.
    `find_text` gives the names of the cards in whose text words stand: whole words one after
    another or, with True, parts of words; no words ask for all cards with text.
    `status_in` gives the status of cards in a format (legal, banned, restricted, else; None where
    that is not known), and None for a word that names no format; `format_names` are those to
    suggest, by their normal form. `find_deck` gives the names of the cards in a deck,
    `translations` the names of cards in other languages, by the ids of the cards.
    """

    sets: tuple[CardSet, ...] = ()
    formats: tuple[str, ...] = ()
    types: tuple[str, ...] = _TYPES
    sides: tuple[str, ...] = ()
    find_text: Callable[[str, bool], frozenset[str]] = lambda _words, _part: frozenset()
    status_in: "Callable[[str], Callable[[Card], str | None] | None] | None" = None
    format_names: Mapping[str, str] = field(default_factory=dict)
    find_deck: Callable[[str], frozenset[str]] | None = None
    translations: Callable[[], Mapping[int, Mapping[str, str]]] = dict


def _version_test(_operator: str, value: str) -> Test:
    wanted = value.strip("()").upper()
    if wanted in ("ANY", "NONE"):
        return lambda card: (card.version is None) is (wanted == "NONE")
    if not _VERSION.fullmatch(wanted):
        raise kinds.UnfitError(_("a letter and perhaps a digit (A, B2), any or none"))
    return lambda card: card.version == wanted


def _type_test(known: Iterable[str]) -> Callable[[str, str], Test]:
    words = {word for name in known for word in (normal_form(name), normal_form(name).split()[-1])}
    allowed = dict.fromkeys(("unit", *ARENAS, *sorted(words)))
    in_words = kinds.word_test(facts("type"), optional=False)

    def make(operator: str, value: str) -> Test:
        wanted = normal_form(value)
        within = arenas_of_type(wanted)
        if operator == "~":
            return in_words(operator, value)
        if not within and wanted not in allowed:
            raise kinds.UnfitError(
                _("one of {allowed}", allowed=", ".join(allowed)), kinds.near(value, allowed)
            )
        if wanted == "unit":
            return kinds.ValueTest(facts("type"), lambda t: bool(arenas_of_type(t)))
        if within and operator == "=":
            return kinds.ValueTest(facts("type"), lambda t: arenas_of_type(t) == within)
        if within:
            return kinds.ValueTest(facts("type"), lambda t: within <= arenas_of_type(t))
        return in_words(operator, value)

    return make


def _arena_test(operator: str, value: str) -> Test:
    wanted = normal_form(value)
    if wanted in (kinds.ANY, kinds.NONE):
        return lambda card: any(arenas(c) for c in as_printed(card)) is (wanted == kinds.ANY)
    within = arenas_of_type(wanted)
    if not within:
        raise kinds.UnfitError(
            _("space, ground, character, several joined by /, any or none"),
            kinds.near(value, dict.fromkeys(ARENAS)),
        )
    if operator == "=":
        return lambda card: any(arenas(c) == within for c in as_printed(card))
    return lambda card: any(within <= arenas(c) for c in as_printed(card))


def set_test(sets: tuple[CardSet, ...]) -> Callable[[str, str], Test]:
    """Makes tests of the code or name of a set in which a card is printed."""
    codes_by_name = {set_form(name): s.code for s in sets for name in (s.name, s.code)}
    shown = {set_form(name): name for s in sets for name in (s.code, s.name)}

    def make(operator: str, value: str) -> Test:
        wanted = set_form(value)
        if operator == "~":
            codes = {code for name, code in codes_by_name.items() if wanted in name}
            if not wanted or (sets and not codes):
                raise kinds.UnfitError("part of the code or name of a set")
            return lambda card: any(
                p.set_code in codes or wanted in normal_form(p.set_code) for p in card.printings
            )
        if sets and wanted not in codes_by_name:
            raise kinds.UnfitError("the code or name of a set", suggest(value, shown))
        code = normal_form(codes_by_name.get(wanted, wanted))
        return lambda card: any(normal_form(p.set_code) == code for p in card.printings)

    return make


def legal_test(words: Vocabulary) -> Callable[[str, str], Test]:
    """Makes tests of the format in which a deck may have a card, also one that is restricted."""

    def make(_operator: str, value: str) -> Test:
        if words.status_in is None:
            banned = mark_test("banned", words)("=", value)
            return lambda card: not banned(card)
        status = words.status_in(value)
        if status is None:
            known = words.format_names
            raise kinds.UnfitError(
                _("one of {known}", known=", ".join(known.values())), suggest(value, known)
            )
        return lambda card: status(card) in ("legal", "restricted", EITHER)

    return make


def deck_test(words: Vocabulary) -> Callable[[str, str], Test]:
    """Makes tests of the deck that has a card, in any zone."""

    def make(_operator: str, value: str) -> Test:
        found = words.find_deck(value) if words.find_deck else frozenset[str]()
        return lambda card: card.name in found

    return make


def mark_test(status: str, words: Vocabulary) -> Callable[[str, str], Test]:
    """Makes tests of the format in which a card is banned or restricted.

    The formats on their days decide where they are known, else the marks of the card lists.
    """
    formats = words.formats
    known = {normal_form(name): name for name in formats} | dict(words.format_names)

    def make(_operator: str, value: str) -> Test:
        wanted = normal_form(value)
        if wanted in (kinds.ANY, kinds.NONE):
            return lambda card: any(m.status == status for m in card.marks) is (wanted == kinds.ANY)
        told = words.status_in(value) if words.status_in else None
        if told is not None:
            return lambda card: told(card) == status
        if wanted == "printed":
            # No mark counts there; RULES 1.3: one without a format counts in every other.
            return lambda _unused: False
        if known and wanted not in known:
            names = ", ".join(dict.fromkeys(known.values()))
            raise kinds.UnfitError(_("one of {names}, any or none", names=names), kinds.near(value, known))
        return lambda card: any(
            m.status == status and (m.format is None or normal_form(m.format) == wanted) for m in card.marks
        )

    return make


def text_test(find: Callable[[str, bool], frozenset[str]]) -> Callable[[str, str], Test]:
    """Makes tests of the words of a card: `:` and `=` whole words, `~` any part of them."""

    def make(operator: str, value: str) -> Test:
        wanted = value.strip()
        if operator != "~" and wanted.casefold() in (kinds.ANY, kinds.NONE):
            with_text = find("", False)
            return lambda card: (card.name in with_text) is (wanted.casefold() == kinds.ANY)
        if not any(character.isalnum() for character in wanted):
            raise kinds.UnfitError("at least one letter or digit")
        found = find(wanted, operator == "~")
        return lambda card: card.name in found

    return make


def name_test(words: Vocabulary) -> Callable[[str, str], Test]:
    """Makes tests of the names of a card and its printings, in any language."""

    def make(operator: str, value: str) -> Test:
        translations = words.translations()

        def every_name(card: Card) -> Iterable[str]:
            other = translations.get(card.id) if card.id is not None else None
            return chain(names(card), other.values()) if other else names(card)

        return kinds.word_test(every_name, optional=False)(operator, value)

    return make


def _side_choices(sides: Iterable[str]) -> Mapping[str, str]:
    """How the sides of a catalogue may be written; those of the first game also as letters."""
    others = {normal_form(side): side for side in sides}
    return _SIDES if set(others.values()) <= set(_SIDES.values()) else others


NO_WORDS = Vocabulary()

Made = tuple[Callable[[str, str], Test], Callable[[Card], Any] | None]
"""The maker of a field's tests, and its sort key."""


@cache
def _table() -> tuple[tuple[str, ...], ...]:
    """The rows of `fields.tsv`: whose field it is, name, aliases, operators, help, example."""
    lines = Path(__file__).with_suffix(".tsv").read_text(encoding="utf-8").splitlines()
    return tuple(tuple(line.split("\t")) for line in lines[1:])


def make_fields(of: str, made: Mapping[str, Made], **facts_of_game: str) -> tuple[kinds.Field, ...]:
    """The fields of some cards (`arenas`, `others`, `collection`) for which a test is made.

    Their words are those of `fields.tsv`, in which facts of the game may have to be put.
    """
    return tuple(
        kinds.Field(
            name,
            text.format(**facts_of_game),
            example.format(**facts_of_game),
            _OPERATORS[operators],
            made[name][0],
            tuple(aliases.split()),
            made[name][1],
        )
        for whose, name, aliases, operators, text, example in _table()
        if whose in (of, "*") and name in made
    )


def common_fields(words: Vocabulary) -> dict[str, Made]:
    """The tests and sort keys of the fields that cards of all games have."""
    places = {s.code: place for place, s in enumerate(words.sets)}

    def set_key(card: Card) -> Any:
        return min((places.get(code, len(places)) for code in card.set_codes), default=len(places))

    return {
        "name": (name_test(words), name_key),
        "type": (kinds.word_test(facts("type"), optional=False), lambda card: card.type),
        "trait": (kinds.word_test(traits), lambda card: normal_form(card.subtype or "")),
        "cost": (kinds.number_test(facts("cost")), stat_key("cost")),
        "health": (kinds.number_test(facts("health")), stat_key("health")),
        "text": (text_test(words.find_text), None),
        "set": (set_test(words.sets), set_key),
        "number": (number_field_test, first_key(lambda p: p.number)),
        "legal": (legal_test(words), None),
        "banned": (mark_test("banned", words), marks_key("banned")),
        "restricted": (mark_test("restricted", words), marks_key("restricted")),
        "in": (deck_test(words), None),
        "game": (kinds.word_test(lambda card: (card.game,), optional=False), lambda card: card.game),
    }


def card_fields(words: Vocabulary = NO_WORDS) -> tuple[kinds.Field, ...]:
    """The fields of a card; add others to the tuple where more is known than the catalogue.

    >>> [field.name for field in card_fields()][:3]
    ['name', 'base', 'version']
    """
    side_words = _side_choices(words.sides)
    sides = (
        _("light, dark, neutral, yuuzhan-vong (or l, d, n, yv) or none")
        if side_words is _SIDES
        else _("{sides} or none", sides=", ".join(words.sides))
    )
    rarities = _("C, U, R, P, S, L (or common, uncommon, rare, promo), any or none")
    made: dict[str, Made] = {
        "base": (kinds.word_test(lambda card: (card.base_name,), optional=False), name_key),
        "version": (_version_test, lambda card: version_key(card.version)),
        "side": (kinds.choice_test(facts("side"), side_words, sides), lambda card: card.side or ""),
        "type": (_type_test(words.types), lambda card: card.type),
        "arena": (_arena_test, lambda card: sorted(arenas(card))),
        "speed": (kinds.number_test(facts("speed")), stat_key("speed")),
        "power": (kinds.number_test(facts("power")), stat_key("power")),
        "rarity": (
            kinds.choice_test(of_printings(lambda p: p.rarity), _RARITIES, rarities),
            first_key(lambda p: p.rarity),
        ),
        "tag": (kinds.word_test(tags), lambda card: sorted(tags(card))),
        "reprint": (kinds.word_test(of_printings(lambda p: p.reprint)), reprint_key),
        "unique": (
            kinds.yes_no_test(lambda card: (card.version is not None,)),
            lambda card: card.version is None,
        ),
    }
    return make_fields("arenas", common_fields(words) | made, first_game=FIRST_GAME)


def number_field_test(operator: str, value: str) -> Test:
    """The test of a collector number, which need not be a number."""
    if value.isdecimal() or operator not in kinds.EQUAL:
        return kinds.number_test(numbers)(operator, value)
    return kinds.word_test(of_printings(lambda p: p.number))("=", value)


FIELDS = card_fields()
