"""The fields of cards of games that have no arenas and versions: common ones and the game's own.

What only a game has stands in the facts of its cards; the game says which of them can be asked for.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from db.cards.card import Card
from db.cards.names import normal_form
from deckcheck.query.facts import as_printed, facts, first_key, name_key, of_printings, stat_key, traits
from deckcheck.query.fields import (
    Vocabulary,
    format_fields,
    name_test,
    number_field_test,
    set_test,
    text_test,
)
from deckcheck.query.kinds import (
    COMPARED,
    EQUAL,
    SPELT,
    Field,
    UnfitError,
    choice_test,
    number_test,
    word_test,
)
from deckcheck.query.search_words import NUMBER, YES_NO, OwnFact, OwnWords
from deckcheck.query.tree import Test

_BY_WORD = {"yes": True, "y": True, "true": True, "no": False, "n": False, "false": False}


def own_fields(own: OwnWords, words: Vocabulary) -> tuple[Field, ...]:
    """The fields of a card of a game with its own words, with the words of a catalogue."""
    places = {s.code: place for place, s in enumerate(words.sets)}

    def set_key(card: Card) -> Any:
        return min((places.get(code, len(places)) for code in card.set_codes), default=len(places))

    sides = f"{', '.join(own.sides)} or none"
    return (
        Field(
            "name",
            "name of the card or a printing; words alone ask for it too",
            "name~skywalker",
            SPELT,
            name_test(words),
            sort_key=name_key,
        ),
        Field(
            "title",
            "title without subtitle",
            'title="Luke Skywalker"',
            SPELT,
            word_test(lambda card: (card.base_name,), optional=False),
            ("base",),
            name_key,
        ),
        Field(
            "side",
            own.side_help,
            f"side:{own.sides[0]}",
            EQUAL,
            choice_test(facts("side"), {normal_form(s): s for s in own.sides}, sides),
            sort_key=lambda card: card.side or "",
        ),
        Field(
            "type",
            "type",
            f"type:{own.types[0].split()[0].lower()}",
            SPELT,
            word_test(facts("type"), optional=False),
            sort_key=lambda card: card.type,
        ),
        Field(
            "trait",
            "words of a subtype",
            "trait:leader",
            SPELT,
            word_test(traits),
            ("subtype",),
            lambda card: normal_form(card.subtype or ""),
        ),
        Field(
            "cost",
            "cost: a number, X, none or any",
            "cost<=3",
            COMPARED,
            number_test(facts("cost")),
            sort_key=stat_key("cost"),
        ),
        Field(
            "health",
            f"{own.health_help}: a number, none or any",
            "health>5",
            COMPARED,
            number_test(facts("health")),
            sort_key=stat_key("health"),
        ),
        *map(_own_field, own.facts),
        Field(
            "text",
            "words of the text or rulings, where a source gave them; ~ parts of words",
            "text:shield",
            SPELT,
            text_test(words.find_text),
        ),
        Field(
            "set",
            "code or name of a set in which it is printed",
            "set:ORI",
            SPELT,
            set_test(words.sets),
            sort_key=set_key,
        ),
        Field(
            "number",
            "number in some set",
            "number<=60",
            COMPARED,
            number_field_test,
            sort_key=first_key(lambda p: p.number),
        ),
        Field(
            "rarity",
            "rarity of some printing",
            "rarity:R",
            EQUAL,
            word_test(of_printings(lambda p: p.rarity)),
            sort_key=first_key(lambda p: p.rarity),
        ),
        *(
            replace(one, example=f"{one.name}:any") if one.name in {"banned", "restricted"} else one
            for one in format_fields(words)
        ),
        Field(
            "game",
            "game",
            "game:destiny",
            SPELT,
            word_test(lambda card: (card.game,), optional=False),
            sort_key=lambda card: card.game,
        ),
    )


def _own_field(own: OwnFact) -> Field:
    read = _reader(own.fact or own.name)
    if own.kind == NUMBER:
        return Field(
            own.name, own.help, own.example, COMPARED, number_test(_numbers(read)), sort_key=_sort_key(read)
        )
    if own.kind == YES_NO:
        return Field(
            own.name,
            own.help,
            own.example,
            EQUAL,
            _yes_no_test(read),
            sort_key=lambda card: not any(read(card)),
        )
    return Field(
        own.name,
        own.help,
        own.example,
        SPELT,
        word_test(_texts(read)),
        sort_key=lambda card: str(next(iter(_texts(read)(card)), "")),
    )


Read = Callable[[Card], Iterable[Any]]


def _reader(name: str) -> Read:
    """The reader of a fact of the card and each of its printings; members of a list one by one."""

    def read(card: Card) -> Iterable[Any]:
        for as_it_is in as_printed(card):
            value = as_it_is.facts.get(name)
            if isinstance(value, list | tuple):
                yield from value
            elif isinstance(value, Mapping):
                yield from (number for number in value.values())
            elif value is not None:
                yield value

    return read


def _texts(read: Read) -> Callable[[Card], Iterable[str]]:
    return lambda card: (str(value) for value in read(card))


def _numbers(read: Read) -> Callable[[Card], Iterable[Any]]:
    """The numbers of a fact; a text like 12/15 has two."""

    def numbers_of(card: Card) -> Iterable[Any]:
        for value in read(card):
            for part in str(value).split("/"):
                yield int(part) if part.removeprefix("-").isdecimal() else part

    return numbers_of


def _sort_key(read: Read) -> Callable[[Card], Any]:
    def key(card: Card) -> tuple[int, int]:
        found = [n for n in _numbers(read)(card) if isinstance(n, int)]
        return (0, found[0]) if found else (1, 0)

    return key


def _yes_no_test(read: Read) -> Callable[[str, str], Test]:
    def make(_operator: str, value: str) -> Test:
        wanted = _BY_WORD.get(value.lower())
        if wanted is None:
            raise UnfitError("yes or no")
        return lambda card: any(read(card)) is wanted

    return make
