"""The collection written to files: which types, layouts and languages of headers there are."""

from typing import Any

from db.language import gettext as _
from deckcheck.acts.languages import spoken_code
from deckcheck.collection.file_export import SUFFIXES, CollectionFile
from deckcheck.errors import LayoutUnfitError
from deckcheck.places import settings
from importers.collections.layouts import ENGLISH, EXPORT_LANGUAGES, WRITTEN

_TABLES = (".csv", ".tsv")


def header_language(stated: str | None) -> str:
    """The language of the headers of our own layout: as stated, else as set, else English.

    Raises `LayoutUnfitError` for a language that they do not have.
    """
    language = (stated or settings().language or spoken_code()).casefold()
    if stated is None and language not in EXPORT_LANGUAGES:
        return ENGLISH
    if language not in EXPORT_LANGUAGES:
        raise LayoutUnfitError(
            _("no headers in the language {stated!r}; expected one of {export_languages}"),
            stated=stated,
            export_languages=", ".join(EXPORT_LANGUAGES),
        )
    return language


def export_choices(game: str) -> dict[str, Any]:
    """The file types with the layouts that each can have, and the languages of the own layout."""
    layouts = [one for one in WRITTEN if not one.games or game in one.games]
    own = [one for one in layouts if one.is_own]
    of_game = [one.name for one in layouts if one.games]
    return {
        "layouts": [{"name": one.name, "title": one.title} for one in layouts],
        "types": {
            suffix: [one.name for one in (layouts if suffix in _TABLES else own)]
            + (of_game if suffix == ".xlsx" else [])
            for suffix in SUFFIXES
        },
        "languages": list(EXPORT_LANGUAGES),
        "language": settings().language or ENGLISH,
    }
