"""The command that a file alone stands for: decks are judged, sheets previewed, events imported."""

from pathlib import Path


def command_for(path: str) -> tuple[str, ...]:
    """The words of the command that a file or folder stands for: `deckcheck my.dek` judges a deck.

    A sheet of holdings is previewed, the document of an event is imported, all else is a deck.

    >>> command_for("my.dek")
    ('validate',)
    """
    from deckcheck.events.submissions import is_sheet

    file = Path(path)
    if file.suffix.lower() == ".json":
        from deckcheck.events.imported_event import name_in_document

        name = name_in_document(file)
        return ("validate",) if name is None else ("event", "import", name)
    return ("collection", "import") if is_sheet(file) and _holds_copies(file) else ("validate",)


def _holds_copies(file: Path) -> bool:
    from db.errors import DeckcheckError
    from importers.collections.holding_sheet import read_holdings
    from importers.collections.sheet_kinds import DECK, kind_of_columns

    try:
        sheet = read_holdings(file)
    except DeckcheckError:
        return False
    return kind_of_columns(sheet.sheet, sheet.columns) != DECK
