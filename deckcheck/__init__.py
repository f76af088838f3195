"""Answers for players and organisers: validate, search, convert, report; the command line.

The names of `__all__` are the public interface; they are loaded when first used.

>>> from deckcheck import Deck, Judge
>>> Judge(play_format="standard").validate(Deck(())).verdict
'illegal'
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from db.cards.card import Card
    from db.cards.lookup import Catalogue
    from db.database import ensure_ready
    from db.errors import DeckcheckError
    from deckcheck.acts.collection import SessionCollection
    from deckcheck.acts.session import (
        Session,
        open_session as open,  # noqa: A004 - as in gzip.open
        validate,
        why,
    )
    from deckcheck.collection.bulk import HoldingEdit
    from deckcheck.collection.file_import import SheetImport
    from deckcheck.collection.import_questions import ImportAnswers, answer_questions
    from deckcheck.deck import Deck, DeckEntry
    from deckcheck.decks.convert import ConvertedDeck
    from deckcheck.games import get_game
    from deckcheck.judge.resolve import Resolver
    from deckcheck.judge.validate import Judge
    from deckcheck.query import parse_query
    from deckcheck.report import Issue, Report, UnreadableReport
    from importers.decks.deck_list import DeckList
    from importers.decks.reading import read_deck
    from importers.decks.writing import write_deck

__version__ = "0.1.0"

__all__ = [
    "Card",
    "Catalogue",
    "ConvertedDeck",
    "Deck",
    "DeckEntry",
    "DeckList",
    "DeckcheckError",
    "HoldingEdit",
    "ImportAnswers",
    "Issue",
    "Judge",
    "Report",
    "Resolver",
    "Session",
    "SessionCollection",
    "SheetImport",
    "UnreadableReport",
    "answer_questions",
    "ensure_ready",
    "get_game",
    "open",
    "parse_query",
    "read_deck",
    "validate",
    "why",
    "write_deck",
]

_HOMES = {
    "Card": "db.cards.card",
    "Catalogue": "db.cards.lookup",
    "ConvertedDeck": "deckcheck.decks.convert",
    "Deck": "deckcheck.deck",
    "DeckEntry": "deckcheck.deck",
    "DeckList": "importers.decks.deck_list",
    "DeckcheckError": "db.errors",
    "HoldingEdit": "deckcheck.collection.bulk",
    "ImportAnswers": "deckcheck.collection.import_questions",
    "Issue": "deckcheck.report",
    "Judge": "deckcheck.judge.validate",
    "Report": "deckcheck.report",
    "Resolver": "deckcheck.judge.resolve",
    "Session": "deckcheck.acts.session",
    "SessionCollection": "deckcheck.acts.collection",
    "SheetImport": "deckcheck.collection.file_import",
    "UnreadableReport": "deckcheck.report",
    "answer_questions": "deckcheck.collection.import_questions",
    "ensure_ready": "db.database",
    "get_game": "deckcheck.games",
    "open": "deckcheck.acts.session:open_session",
    "parse_query": "deckcheck.query",
    "read_deck": "importers.decks.reading",
    "validate": "deckcheck.acts.session",
    "why": "deckcheck.acts.session",
    "write_deck": "importers.decks.writing",
}
"""Where each name of `__all__` is at home, and how it is called there if otherwise."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            message = f"module 'deckcheck' has no attribute {name!r}"
            raise AttributeError(message)
        from importlib import import_module
        from types import FunctionType

        from db.arguments import checked

        home, _, called = _HOMES[name].partition(":")
        value = getattr(import_module(home), called or name)
        if isinstance(value, FunctionType):
            value = globals()[name] = checked(value)
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
