"""What a player or organiser asks: validate, search, convert, report; the command line.

chance      random numbers, work in chunks over all cores, and figures with their errors
cli         the command line: one module for each command, gathered in `main`
collection  the collection: copies owned, wanted, missing; sheets in and out
deck        A deck, resolved: its entries with frozen cards
decks       decks as their owner keeps them: counts, statistics, workbooks, saved decks
errors      all errors of deckcheck in one place, and those of this floor
first_game  the default game: the only place outside its folder that knows a game by its code
games       the games: one folder each, found by looking; `GAME` in it says all there is to know
judge       from a deck list to a verdict: names looked up, rules asked, files and folders judged
odds        the odds of seeing what one hopes for: exact, and simulated as a check
places      where the user's files are: the database, the settings, what was fetched
query       the query language: which cards are meant, in a line of text
report      the answer: every issue that was found, what was counted, and the verdict
settings    what the user has set once and for all
show        how results look: tables, bars, plots, workbooks, and numbers with their nouns
simulators  what plays the setup and the first turns of games move by move, whatever their rules
sources     card sources: brought in, compared, reported
stopping    how the program ends when it is told to
suggest     suggestions for a name that nothing is called

The names of `__all__` are the public interface; they are loaded when first used.

>>> from deckcheck import Deck, Judge
>>> Judge(play_format="standard").validate(Deck(())).verdict
'illegal'
"""

from importlib import import_module
from typing import Any

_HOMES = {
    "Card": "db.cards.card",
    "Catalogue": "db.cards.lookup",
    "Deck": "deckcheck.deck",
    "DeckEntry": "deckcheck.deck",
    "DeckcheckError": "db.errors",
    "DeckList": "importers.decks.deck_list",
    "Issue": "deckcheck.report",
    "Judge": "deckcheck.judge.validate",
    "Report": "deckcheck.report",
    "Resolver": "deckcheck.judge.resolve",
    "ensure_ready": "db.database",
    "get_game": "deckcheck.games",
    "parse_query": "deckcheck.query",
    "read_deck": "importers.decks.reading",
    "write_deck": "importers.decks.writing",
}
__all__ = sorted(_HOMES)  # noqa: PLE0605 - the names are those of the table above


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        message = f"module 'deckcheck' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return list(__all__)
