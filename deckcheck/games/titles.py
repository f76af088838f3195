"""Titles and subtitles as people write them, for games whose cards have both."""

from functools import lru_cache

from db.cards.card import Card
from db.cards.names import normal_form

_MOST_TITLES = 50_000


def base_name(card: Card) -> str:
    """The title of a card without its subtitle, as it is printed."""
    return card.base_name


def title_of(card: Card) -> str:
    """The title of a card without its subtitle, in the form in which names are compared."""
    return _normal_form(card.base_name)


@lru_cache(maxsize=_MOST_TITLES)
def _normal_form(title: str) -> str:
    return normal_form(title)


def spellings(name: str) -> tuple[str, ...]:
    """Other ways to write title and subtitle: with a dash, a colon or in brackets.

    >>> spellings("Captain Phasma - Elite Trooper"), spellings("Slave I")
    (('Captain Phasma, Elite Trooper',), ())
    """
    found = []
    for sign in (" - ", " \u2013 ", ": "):
        title, _, subtitle = name.partition(sign)
        if subtitle:
            found.append(f"{title}, {subtitle}")
    title, _, subtitle = name.partition(" (")
    if subtitle.endswith(")"):
        found.append(f"{title}, {subtitle[:-1]}")
    return tuple(found)
