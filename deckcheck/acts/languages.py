"""Acts on languages: the one that is spoken, and which there are."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from db.language import speak
from deckcheck.places import settings, settings_path
from deckcheck.show.language import in_order, speaker

if TYPE_CHECKING:
    from deckcheck.acts.database import Database
    from deckcheck.deck import Deck
    from deckcheck.show.language_files import Language, ListedLanguage

_ENGLISH = "en"
_NO_NAMES: Mapping[str, str] = MappingProxyType({})
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def own_languages() -> Path:
    """The folder of the user's own languages, beside the settings."""
    return settings_path().parent / "languages"


def choose_language(stated: str | None = None) -> None:
    """Speaks the language that is stated, else that of `DECKCHECK_LANG`, the settings or the system.

    One that is not there is English.
    """
    code = stated or os.environ.get("DECKCHECK_LANG")
    if not code and settings_path().is_file():
        code = settings().language
    if not code:
        code = next((value for name in _VARIABLES if (value := os.environ.get(name))), "")
    speak(_language(code))


def _language(code: str) -> "Language | None":
    """The language of a code; nothing is imported for English."""
    if code.casefold() in {"", "c", "posix"} or code.casefold().startswith(("en", "c.")):
        return None
    from deckcheck.show.language_files import find_language

    return find_language(code, own_languages())


def accepted_language(header: str) -> "Language | None":
    """The language of an Accept-Language header, None for English."""
    from deckcheck.show.language_files import accepted

    return _language(accepted(header, own_languages()))


def spoken_code() -> str:
    """The code of the language that is spoken.

    >>> spoken_code()
    'en'
    """
    return getattr(speaker(), "code", _ENGLISH)


def names_in(database: "Database", language: str | None, *, game: str | None = None) -> Mapping[str, str]:
    """The names of cards in a language, by default the one that is spoken, by their English names.

    None are there in English, and those of which no other name is known.
    """
    code = other_code(language)
    return database.catalogue(game).names_in(code) if code else _NO_NAMES


def names_among(database: "Database", cards: Iterable[str | None], game: str) -> dict[str, str]:
    """The names of these cards as `names_in` has them in the language that is spoken."""
    names = names_in(database, None, game=game)
    return {card: names[card] for card in cards if card and card in names}


def other_code(language: str | None) -> str:
    """The code of a language other than English; empty for English."""
    code = (language or spoken_code()).casefold()
    return "" if code == _ENGLISH else code


def deck_in(database: "Database", deck: "Deck", language: str | None) -> "Deck":
    """The deck with its cards called as in that language, by default the one that is spoken.

    It is for people to look at, and is played as the deck is.
    """
    names = names_in(database, language, game=deck.game)
    called = (one._replace(name=names.get(one.card_name or "", one.name)) for one in deck.entries)
    return replace(deck, entries=tuple(called)) if names else deck


def languages() -> "list[ListedLanguage]":
    """All languages but English, by their names."""
    from deckcheck.show.language_files import list_languages

    return in_order(list_languages(own_languages()), lambda one: one.name or one.code)


def languages_document() -> dict[str, Any]:
    """The languages as `deckcheck.languages/1`."""
    from deckcheck.show.picked import picked

    rows = [picked(one, "code name translated messages unsure") for one in languages()]
    return {"schema": "deckcheck.languages/1", "languages": rows}
