"""The fields of cards of games that have no arenas and versions: common ones and the game's own.

What only a game has stands in the facts of its cards; the game says which of them can be asked for.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from db.cards.card import Card
from db.cards.names import normal_form
from db.language import gettext as _
from deckcheck.query import kinds
from deckcheck.query.facts import as_printed, facts, first_key, name_key, of_printings
from deckcheck.query.fields import Made, Vocabulary, common_fields, make_fields
from deckcheck.query.search_words import NUMBER, YES_NO, OwnFact, OwnWords


def own_fields(own: OwnWords, words: Vocabulary) -> tuple[kinds.Field, ...]:
    """The fields of a card of a game with its own words, with the words of a catalogue."""
    sides = _("{sides} or none", sides=", ".join(own.sides))
    made: dict[str, Made] = {
        "title": (kinds.word_test(lambda card: (card.base_name,), optional=False), name_key),
        "side": (
            kinds.choice_test(facts("side"), {normal_form(s): s for s in own.sides}, sides),
            lambda card: card.side or "",
        ),
        "rarity": (kinds.word_test(of_printings(lambda p: p.rarity)), first_key(lambda p: p.rarity)),
    }
    fields = make_fields(
        "others",
        common_fields(words) | made,
        side_help=own.side_help,
        side=own.sides[0],
        type=own.types[0].split()[0].lower(),
        health_help=own.health_help,
    )
    place = [field.name for field in fields].index("text")
    return (*fields[:place], *map(_own_field, own.facts), *fields[place:])


def _own_field(own: OwnFact) -> kinds.Field:
    read = _reader(own.fact or own.name)
    if own.kind == NUMBER:
        rest: tuple[Any, ...] = (kinds.COMPARED, kinds.number_test(_numbers(read)), (), _sort_key(read))
    elif own.kind == YES_NO:
        rest = (kinds.EQUAL, kinds.yes_no_test(read), (), lambda card: not any(read(card)))
    else:
        texts = _texts(read)
        rest = (kinds.SPELT, kinds.word_test(texts), (), lambda card: str(next(iter(texts(card)), "")))
    return kinds.Field(own.name, own.help, own.example, *rest)


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
