"""What a player or organiser asks: validate, search, convert, report; the command line.

validate    Judge: a deck and a format in, a report out
resolve     Resolver: a deck list in, a deck out
batch       files and folders, over all cores
deck        Deck, DeckEntry
report      Issue, Report; report_text shows them
query       the card query language; suggest helps with names
games       one folder a game
errors      every error, drawn as a tree
cli         the commands

The names of `__all__` are the public interface; they are loaded when first used.

>>> from deckcheck import Deck, Judge
>>> Judge("swtcg", "standard").validate(Deck(())).verdict
'illegal'
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "Card": "db.cards",
    "Catalogue": "db.lookup",
    "Deck": "deckcheck.deck",
    "DeckEntry": "deckcheck.deck",
    "DeckcheckError": "db.errors",
    "DeckList": "importers.deck_list",
    "Issue": "deckcheck.report",
    "Judge": "deckcheck.validate",
    "Report": "deckcheck.report",
    "Resolver": "deckcheck.resolve",
    "ensure_ready": "db.database",
    "get_game": "deckcheck.games",
    "parse_query": "deckcheck.query",
    "read_deck": "importers.reading",
    "write_deck": "importers.writing",
}
__all__ = sorted(_HOMES)  # noqa: PLE0605 - the names are those of the table above


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        message = f"module 'deckcheck' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
