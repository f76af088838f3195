"""`deckcheck deck save`, `list`, `rename`, `delete`, `reserve`, `release`: saved decks."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from db.cards.names import shows_something
from deckcheck.cli.collection.common import (
    Opened,
    game_of_saved,
    open_game,
    opened,
    tell_change,
)
from deckcheck.cli.common import (
    DbOption,
    DeckGameOption,
    JsonOption,
    default_game,
    print_json,
    say,
)

if TYPE_CHECKING:
    from db.collection.decks import DeckChange, DeckFacts
    from db.collection.read import StoredCollection
    from deckcheck.decks.saved import OpenedDeck

SavedArgument = Annotated[str, typer.Argument(metavar="NAME", help="The name of a saved deck.")]


def save(
    path: Annotated[
        str, typer.Argument(metavar="FILE", help="A deck file, or - for standard input.")
    ],
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
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Save a deck under a name; unknown cards are saved as they are written.

    Example: deckcheck deck save my.dek --name 'Republic' --reserve
    """
    from db.collection.decks import DeckChange
    from db.errors import DeckNameTakenError
    from deckcheck.collection.holdings import Collection
    from deckcheck.decks.saved import (
        STANDARD_INPUT,
        change_decks,
        deck_facts,
        find_saved,
        open_file,
        reserved,
    )
    from deckcheck.judge.batch import game_of

    found = open_file(path, from_)
    deck_list = found.deck_list
    code = game_of(deck_list, game, default_game())
    called = (name or (deck_list.name if path == STANDARD_INPUT else found.name) or "").strip()
    if not shows_something(called):
        raise typer.BadParameter("a saved deck needs a name", param_hint="--name")
    with opened(db, code) as open_:
        facts = deck_facts(deck_list, called, code, open_.resolver)

        def work(stored: "StoredCollection") -> "Sequence[DeckChange]":
            there = find_saved(stored.decks, called)
            if there and not force:
                raise DeckNameTakenError(there.facts.name)
            ident = there.id if there else None
            ours = [] if ident is None else [ident]
            kept = facts
            if reserve:
                kept = reserved(Collection(stored), facts, open_.resolver, ours)
            return [DeckChange(ident, kept)]

        batch = change_decks(open_.path, code, f"deck save {called}", work)
        notes = [
            f"{path}:{unread.line}: kept as an unknown card: {unread.reason}"
            for unread in deck_list.unread
        ]
        unknown = sum(line.quantity for line in facts.lines if line.card_id is None)
        if unknown:
            notes.append(f"{unknown} copies of unknown or ambiguous cards; see `deck show`")
        tell_change(open_.path, batch, notes, json=json)


def list_decks(game: DeckGameOption = None, json: JsonOption = False, db: DbOption = None) -> None:
    """List the saved decks with their cards, and how many of them are reserved.

    Without --game those of all games.

    Example: deckcheck deck list
    """
    from db.collection.read import read_decks
    from deckcheck.games import FIRST_GAME

    with open_game(db, game or default_game()) as open_:
        decks = read_decks(open_.path, game)
    rows = [
        (deck.facts.name, deck.facts.quantity, deck.facts.reserved,
         sum(line.quantity for line in deck.facts.lines if line.card_id is None),
         deck.facts.format, deck.facts.game)
        for deck in decks
    ]  # fmt: skip
    names = ("name", "cards", "reserved", "unknown", "format", "game")
    if json:
        listed = [dict(zip(names, row, strict=True)) for row in rows]
        print_json({"schema": "deckcheck.decks/1", "decks": listed})
    elif rows:
        from deckcheck.show.tables import print_table

        # Who plays the first game alone need not be told so in every line.
        shown = len(names) - all(row[-1] == FIRST_GAME for row in rows)
        print_table(names[:shown], [row[:shown] for row in rows])
    else:
        say("no deck is saved; save one with: deckcheck deck save FILE")


def rename(
    old: SavedArgument,
    new: Annotated[str, typer.Argument(metavar="NEW", help="The new name.")],
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Give a saved deck another name.

    Example: deckcheck deck rename 'Republic' 'Republic 2'
    """
    from dataclasses import replace

    called = new.strip()
    if not shows_something(called):
        raise typer.BadParameter("a saved deck needs a name", param_hint="NEW")
    _change(db, game, old, f"deck rename {old} to {called}", json=json,
            make=lambda facts, _open, _stored, _ident: replace(facts, name=called))  # fmt: skip


def delete(
    name: SavedArgument,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Delete a saved deck; its copies are free again.

    Example: deckcheck deck delete 'Republic'
    """
    _change(db, game, name, f"deck delete {name}", json=json,
            make=lambda _facts, _open, _stored, _ident: None)  # fmt: skip


def reserve(
    name: SavedArgument,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Reserve for a saved deck the copies that no other deck has reserved.

    Example: deckcheck deck reserve 'Republic'
    """
    from deckcheck.collection.holdings import Collection
    from deckcheck.decks.saved import reserved

    _change(db, game, name, f"deck reserve {name}", json=json,
            make=lambda facts, open_, stored, ident: reserved(
                Collection(stored), facts, open_.resolver, [ident]))  # fmt: skip


def release(
    name: SavedArgument,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Release the copies that are reserved for a saved deck.

    Example: deckcheck deck release 'Republic'
    """
    from deckcheck.decks.saved import released

    _change(db, game, name, f"deck release {name}", json=json,
            make=lambda facts, _open, _stored, _ident: released(facts))  # fmt: skip


def _change(
    db: Path | None,
    game: str | None,
    name: str,
    command: str,
    make: "Callable[[DeckFacts, Opened, StoredCollection, int], DeckFacts | None]",
    *,
    json: bool,
) -> None:
    """Changes one saved deck to what `make` makes of it, and tells it."""
    from db.collection.decks import DeckChange
    from deckcheck.decks.saved import change_decks, get_saved

    code = game_of_saved(db, [name], game)

    def work(stored: "StoredCollection") -> "Sequence[DeckChange]":
        deck = get_saved(stored.decks, name)
        return [DeckChange(deck.id, make(deck.facts, open_, stored, deck.id))]

    with opened(db, code) as open_:
        batch = change_decks(open_.path, code, command, work)
        tell_change(open_.path, batch, json=json)


def known_again(deck: "OpenedDeck", stored: "StoredCollection", open_: Opened) -> "OpenedDeck":
    """The deck of a file as the saved one of its name that holds the same, as after --build.

    A saved deck as it is saved now: it may have changed since it was opened.
    """
    from dataclasses import replace

    from deckcheck.decks.saved import deck_facts, find_saved, get_saved, released

    if deck.saved is not None:
        return replace(deck, saved=get_saved(stored.decks, deck.saved.facts.name))
    saved = find_saved(stored.decks, deck.name)
    if saved is None:
        return deck
    facts = deck_facts(deck.deck_list, deck.name, open_.catalogue.game, open_.resolver)
    same = released(saved.facts).lines == released(facts).lines
    return replace(deck, saved=saved) if same else deck


def build(open_: Opened, decks: "Sequence[OpenedDeck]") -> None:
    """Saves decks that are files, and reserves for all of them what is free, one after another."""
    from db.collection.decks import DeckChange
    from db.errors import DeckNameTakenError
    from deckcheck.collection.holdings import Collection
    from deckcheck.decks.saved import (
        NOTHING_TAKEN,
        change_decks,
        deck_facts,
        find_saved,
        reserved,
    )

    game = open_.catalogue.game
    once = {deck.label: deck for deck in decks}.values()

    def work(stored: "StoredCollection") -> "Sequence[DeckChange]":
        collection, changes = Collection(stored), []
        known = [known_again(deck, stored, open_) for deck in once]
        ours = frozenset(deck.saved.id for deck in known if deck.saved)
        taken = NOTHING_TAKEN
        for deck in known:
            there = deck.saved
            if there is None and find_saved(stored.decks, deck.name):
                raise DeckNameTakenError(deck.name)
            facts = (
                there.facts
                if there
                else deck_facts(deck.deck_list, deck.name, game, open_.resolver)
            )
            kept = reserved(collection, facts, open_.resolver, ours, taken)
            taken = taken.and_by(kept)
            changes.append(DeckChange(there.id if there else None, kept))
        return changes

    labels = ", ".join(deck.label for deck in once)
    batch = change_decks(open_.path, game, f"deck missing --build {labels}", work)
    if batch:
        say(f"reserved; to take it back: deckcheck collection undo {batch.number}")
    else:
        say("nothing more to reserve")
