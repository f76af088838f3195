"""`deckcheck deck save`, `list`, `rename`, `delete`, `reserve`, `release`: saved decks."""

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.collection_common import COLLECTIONS, Opened, opened, tell_change
from deckcheck.cli.common import (
    DbOption,
    FirstGameOption,
    JsonOption,
    first_game_only,
    print_json,
    say,
)

if TYPE_CHECKING:
    from db.collection import StoredCollection
    from db.decks import DeckChange, DeckFacts
    from deckcheck.collection import Collection
    from deckcheck.saved_decks import OpenedDeck

SavedArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name of a saved deck.")]


def save(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="A deck file.")],
    name: Annotated[
        str | None, typer.Option("--name", help="The name (default: the deck's, or the file's).")
    ] = None,
    reserve: Annotated[
        bool, typer.Option("--reserve", help="Reserve the copies that are free.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a saved deck of that name.")
    ] = False,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FORMAT", help="Read the file as this format.")
    ] = None,
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Save a deck under a name; unknown cards are saved as they are written.

    Example: deckcheck deck save my.dek --name 'Republic' --reserve
    """
    from db.decks import DeckChange
    from db.errors import DeckNameTakenError
    from deckcheck.collection import Collection
    from deckcheck.saved_decks import change_decks, deck_facts, find_saved, reserved
    from importers.reading import read_deck

    deck_list = read_deck(path, as_format=from_)
    first_game_only(COLLECTIONS, deck_list.game)
    called = (name or deck_list.name or path.stem).strip()
    if not called:
        raise typer.BadParameter("a saved deck needs a name", param_hint="--name")
    with opened(db, game) as open_:
        facts = deck_facts(deck_list, called, game, open_.resolver)

        def work(stored: "StoredCollection") -> "Sequence[DeckChange]":
            there = find_saved(stored.decks, called)
            if there and not force:
                raise DeckNameTakenError(there.facts.name)
            ident = there.id if there else None
            kept = (
                reserved(Collection(stored), facts, [] if ident is None else [ident])
                if reserve
                else facts
            )
            return [DeckChange(ident, kept)]

        batch = change_decks(open_.path, game, f"deck save {called}", work)
        notes = [f"{path}:{unread.line}: left out: {unread.reason}" for unread in deck_list.unread]
        unknown = sum(line.quantity for line in facts.lines if line.card_id is None)
        if unknown:
            notes.append(f"{unknown} copies of unknown or ambiguous cards; see `deck show`")
        tell_change(open_.path, batch, notes, json=json)


def list_decks(
    game: FirstGameOption = "swtcg", json: JsonOption = False, db: DbOption = None
) -> None:
    """List the saved decks with their cards, and how many of them are reserved.

    Example: deckcheck deck list
    """
    with opened(db, game) as open_:
        decks = open_.collection.stored.decks
    rows = [
        (deck.facts.name, deck.facts.quantity, deck.facts.reserved,
         sum(line.quantity for line in deck.facts.lines if line.card_id is None),
         deck.facts.format)
        for deck in decks
    ]  # fmt: skip
    names = ("name", "cards", "reserved", "unknown", "format")
    if json:
        listed = [dict(zip(names, row, strict=True)) for row in rows]
        print_json({"schema": "deckcheck.decks/1", "decks": listed})
    elif rows:
        from deckcheck.cli.tables import print_table

        print_table(names, rows)
    else:
        say("no deck is saved; save one with: deckcheck deck save FILE")


def rename(
    old: SavedArgument,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new name.")],
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Give a saved deck another name.

    Example: deckcheck deck rename 'Republic' 'Republic 2'
    """
    from dataclasses import replace

    called = new.strip()
    if not called:
        raise typer.BadParameter("a saved deck needs a name", param_hint="NEW")
    _change(db, game, old, f"deck rename {old} to {called}", json=json,
            make=lambda facts, _collection, _ident: replace(facts, name=called))  # fmt: skip


def delete(
    name: SavedArgument,
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Delete a saved deck; its copies are free again.

    Example: deckcheck deck delete 'Republic'
    """
    _change(db, game, name, f"deck delete {name}", json=json,
            make=lambda _facts, _collection, _ident: None)  # fmt: skip


def reserve(
    name: SavedArgument,
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Reserve for a saved deck the copies that no other deck has reserved.

    Example: deckcheck deck reserve 'Republic'
    """
    from deckcheck.saved_decks import reserved

    _change(db, game, name, f"deck reserve {name}", json=json,
            make=lambda facts, collection, ident: reserved(collection, facts, [ident]))  # fmt: skip


def release(
    name: SavedArgument,
    game: FirstGameOption = "swtcg",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Release the copies that are reserved for a saved deck.

    Example: deckcheck deck release 'Republic'
    """
    from deckcheck.saved_decks import released

    _change(db, game, name, f"deck release {name}", json=json,
            make=lambda facts, _collection, _ident: released(facts))  # fmt: skip


def _change(
    db: Path | None,
    game: str,
    name: str,
    command: str,
    make: "Callable[[DeckFacts, Collection, int], DeckFacts | None]",
    *,
    json: bool,
) -> None:
    """Changes one saved deck to what `make` makes of it, and tells it."""
    from db.decks import DeckChange
    from deckcheck.collection import Collection
    from deckcheck.saved_decks import change_decks, get_saved

    def work(stored: "StoredCollection") -> "Sequence[DeckChange]":
        deck = get_saved(stored.decks, name)
        return [DeckChange(deck.id, make(deck.facts, Collection(stored), deck.id))]

    with opened(db, game) as open_:
        batch = change_decks(open_.path, game, command, work)
        tell_change(open_.path, batch, json=json)


def _known_again(deck: "OpenedDeck", stored: "StoredCollection", open_: Opened) -> "OpenedDeck":
    """The saved deck where a file holds just the same cards, as after an earlier --build."""
    from dataclasses import replace

    from deckcheck.saved_decks import deck_facts, find_saved, released

    saved = find_saved(stored.decks, deck.name)
    if deck.saved is not None or saved is None:
        return deck
    facts = deck_facts(deck.deck_list, deck.name, open_.catalogue.game, open_.resolver)
    same = released(saved.facts).lines == released(facts).lines
    return replace(deck, saved=saved) if same else deck


def build(open_: Opened, labels: Sequence[str], as_format: str | None) -> None:
    """Saves decks that are files, and reserves for all of them what is free, one after another."""
    from db.decks import DeckChange
    from db.errors import DeckNameTakenError
    from deckcheck.collection import Collection, reserved_by_card
    from deckcheck.saved_decks import (
        change_decks,
        deck_facts,
        find_saved,
        open_deck,
        reserved,
    )

    game = open_.catalogue.game

    def work(stored: "StoredCollection") -> "Sequence[DeckChange]":
        collection, changes = Collection(stored), []
        opened_decks = [
            _known_again(open_deck(label, stored.decks, as_format), stored, open_)
            for label in dict.fromkeys(labels)
        ]
        ours = frozenset(deck.saved.id for deck in opened_decks if deck.saved)
        taken: Counter[int] = Counter()
        for deck in opened_decks:
            if deck.saved is None and find_saved(stored.decks, deck.name):
                raise DeckNameTakenError(deck.name)
            facts = (
                deck.saved.facts
                if deck.saved
                else deck_facts(deck.deck_list, deck.name, game, open_.resolver)
            )
            kept = reserved(collection, facts, ours, taken)
            taken += reserved_by_card(kept)
            changes.append(DeckChange(deck.saved.id if deck.saved else None, kept))
        return changes

    batch = change_decks(open_.path, game, f"deck missing --build {', '.join(labels)}", work)
    if batch:
        say(f"reserved; to take it back: deckcheck collection undo {batch.number}")
    else:
        say("nothing more to reserve")
