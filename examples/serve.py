"""Starts the page with the example decks and the example collection: `make serve`."""

from contextlib import suppress
from pathlib import Path

import deckcheck
from db.errors import DeckcheckError, ImportedBeforeError
from deckcheck.cli.main import app

HERE = Path(__file__).parent


def main() -> None:
    """Saves the example decks, imports the example collection, and serves the page."""
    with deckcheck.open() as cards:
        saved = {one.facts.name for one in cards.decks.list()}
        for path in sorted((HERE / "decks").iterdir()):
            if path.stem not in saved:
                try:
                    cards.decks.save(path, path.stem)
                except DeckcheckError as error:
                    print(error)
        binder = cards.collection.import_sheet(HERE / "collections" / "binder.csv")
        with suppress(ImportedBeforeError):
            binder.apply(write_unmatched=False)
    app(["serve"])


if __name__ == "__main__":
    main()
