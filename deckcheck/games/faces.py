"""The face of a card: what is shown of it at a glance, from its facts alone, and in which colours."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from db.cards.card import Card
from db.language import filled, gettext as _, in_parts, joined, some_of
from deckcheck.games.game import Game

GREY = "grey"
"""The hue of what goes with every side."""

HUES = ("indigo", "ochre", "teal", "rust", "plum", "olive", "navy", GREY)
"""The hues that stay apart for everybody, in the order in which a game that states none gets them."""

_SIGN = re.compile(r"(\+?)(\d+|X)?([A-Za-z]+|-|\*)(\d+)?")
_MOST_OWN = 6
_MOST_KEPT = 2_000
_PLACES = 3


class FaceSign(NamedTuple):
    """A sign like `+2RD1`: its meaning in words, and its symbol with what stands before and behind it.

    The symbol is empty where the game does not know it.
    """

    text: str
    words: str
    before: str = ""
    symbol: str = ""
    behind: str = ""


class CardFace(NamedTuple):
    """The facts that a card shows: `kind` is its type and subtypes, `numbers` are pairs of label and value.

    `signs` are the sides of a die or another list of signs; `drawn` are the numbers, by their labels, that
    have signs of their own; `places` has its sets and numbers with the rarity.
    """

    name: str
    hue: str
    side: str
    kind: str
    cost: str
    numbers: tuple[tuple[str, str], ...]
    signs: tuple[FaceSign, ...]
    drawn: Mapping[str, tuple[FaceSign, ...]]
    places: str


_faces: dict[int, tuple[Card, CardFace]] = {}


def hue(game: Game, word: str) -> str:
    """The hue of a side or a type: as its game states it, for a type of several by its first.

    A game that states none has one by the letters of the word, always the same.

    >>> from deckcheck.games import get_game
    >>> hue(get_game("destiny"), "villain"), hue(get_game("stargate"), "Ship")
    ('red', 'grey')
    """
    stated = game.words.hues
    first = word.partition("/")[0].partition(" - ")[0]
    return stated.get(word) or stated.get(first) or HUES[sum(map(ord, word)) % len(HUES)]


def face(game: Game, card: Card) -> CardFace:
    """The face of a card, by what its game prints on one.

    A game that states nothing shows the numbers of the card and the first facts of its own.
    """
    known = _faces.get(id(card))
    if known is None:  # the card is kept, so that no other can take its identity
        known = _faces[id(card)] = card, _face(game, card)
        if len(_faces) > _MOST_KEPT:
            del _faces[next(iter(_faces))]
    return known[1]


def _face(game: Game, card: Card) -> CardFace:
    numbers, signs, symbols = [], [], game.words.symbols
    drawn = dict[str, tuple[FaceSign, ...]]()
    for label, name, value in _shown(game, card):
        counted = value if isinstance(value, Mapping) else {name: value}
        if isinstance(value, list | tuple):
            signs += [sign_of(str(one), symbols) for one in value]
        elif text := _text(value):
            numbers.append((label, text))
            if symbols.keys() >= counted.keys():
                drawn[label] = tuple(
                    _counted(n, sign, symbols[sign])
                    for sign, n in counted.items()
                    if n or counted is not value
                )
    printed = [p for p in card.printings if p.removed_on is None] or list(card.printings)
    places = [" ".join(filter(None, (p.set_code, p.number, p.rarity))) for p in printed]
    return CardFace(
        card.name,
        hue(game, card.side) if card.side else GREY,
        filled(card.side or "", {}),
        joined([in_parts(card.type), *map(_subtype, card.subtypes)], " · "),
        "" if card.cost is None else str(card.cost),
        tuple(numbers),
        tuple(signs),
        drawn,
        some_of(places, _PLACES, " · "),
    )


def _subtype(text: str) -> str:
    """A subtype as it is shown: codes, like `bounty-hunter`, are words of the game."""
    return filled(text.replace("-", " ").title(), {}) if text.islower() else text


def _counted(number: object, symbol: str, words: str) -> FaceSign:
    return FaceSign(str(number), f"{number} {words}", str(number), symbol)


def _text(value: object) -> str:
    """A fact as it is shown; nothing for what is absent."""
    if isinstance(value, Mapping):
        return ", ".join(f"{count} {name}" for name, count in value.items() if count)
    return "" if value is None or value is False else _("yes") if value is True else str(value)


def _shown(game: Game, card: Card) -> Iterator[tuple[str, str, Any]]:
    rows = game.words.face
    for label, name in rows or ((_("Speed"), "speed"), (_("Power"), "power"), (_("Health"), "health")):
        yield label, name, card.facts[name] if name in card.facts else getattr(card, name, None)
    if not rows:
        plain = [(name, value) for name, value in card.facts.items() if isinstance(value, str | int)]
        yield from ((name.replace("_", " ").capitalize(), name, value) for name, value in plain[:_MOST_OWN])


def sign_of(text: str, symbols: Mapping[str, str]) -> FaceSign:
    """A sign like `+2RD1`, by what its game calls its symbols; an unknown one is its own words.

    >>> sign_of("+2RD1", {"RD": "ranged damage"})
    FaceSign(text='+2RD1', words='+2 ranged damage for 1', before='+2', symbol='RD', behind='1')
    """
    read = _SIGN.fullmatch(text)
    if read is None or read[3] not in symbols:
        return FaceSign(text, text)
    before, behind = f"{read[1]}{read[2] or ''}", read[4] or ""
    words = f"{before} {symbols[read[3]]}".strip()
    if behind:
        words = _("{sign} for {behind}", sign=words, behind=behind)
    return FaceSign(text, words, before, read[3], behind)
