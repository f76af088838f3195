"""A program that changes a collection, a deck and an event on a server, to be killed; not a test.

It tells each change on a line of its own when it was acknowledged: what it was, and its batch.
"""

import sys
from pathlib import Path

from db.collection.decks import DeckChange, DeckFacts, SavedLine
from db.collection.history import newest_batch
from db.collection.holdings import HoldingChange, HoldingKey
from db.collection.ledger import apply_batch, apply_decks
from db.collection.undo import undo
from db.engines.people import changing
from db.engines.place import ServerPath
from db.events.store import EventOrigin, working
from db.events.values import PlayerFacts

ROWS = 40
CARDS = [HoldingChange(HoldingKey(card), add=1) for card in range(1, ROWS + 1)]


def tell(what: str, batch: int | None) -> None:
    """Tells a change that was acknowledged."""
    sys.stdout.write(f"{what} {batch}\n")
    sys.stdout.flush()


def main(path: Path) -> None:
    """Imports, undoes every third import, saves a deck and registers players, until it is killed."""
    for number in range(1_000_000):
        batch = apply_batch(path, CARDS, command="import")
        tell("import", batch.number if batch else None)
        if number % 3 == 2 and batch:
            done = undo(path, batch.number)
            tell("undo", done.batch.number if done.batch else None)
        facts = DeckFacts(
            f"deck {batch.number if batch else 0}", "swtcg", (SavedLine(2, "Kouhun", "Deck", card_id=1),)
        )
        with changing(path, None, newest_batch) as connection:
            saved = apply_decks(connection, [DeckChange(None, facts)], command="save")
        tell("deck", saved.number if saved else None)
        with working(path, "Open", EventOrigin("register")) as work:
            place = max(work.event.players, default=0) + 1
            work.put("player", [place], PlayerFacts(f"Player {place}"))
        tell("player", work.batch)


if __name__ == "__main__":
    main(ServerPath.of(Path(sys.argv[1]), sys.argv[2]))
