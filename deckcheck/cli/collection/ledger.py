"""`deckcheck collection history`, `show` and `undo`: what was done, and taking it back."""

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.collection.common import app, open_collection, refusals
from deckcheck.cli.collection.list import print_holdings
from deckcheck.cli.common import EXIT_NO, print_json, say, undo_line
from deckcheck.cli.given import given
from deckcheck.show.language import gettext as _, joined
from deckcheck.show.tables import print_table

if TYPE_CHECKING:
    from deckcheck.acts.answers import Card, UndoneBatch
    from deckcheck.acts.collection import SessionCollection


@app.command("history")
@given(collection=open_collection)
def history(
    collection: "SessionCollection",
    limit: Annotated[int, opt.option("N", "The newest N; 0 for all.", min=0)] = 20,
    game: opt.AnyGame = None,
    json: opt.Json = False,
) -> None:
    """List the batches: every import and command that changed something, the newest first.

    Batches of all games are numbered in one row, and any can be undone.

    Example: deckcheck collection history
    """
    batches = collection.history(limit or None, all_games=game is None)
    if json:
        print_json(acts.collection_documents.history_document(batches))
        return
    has_dice = any(batch.dice for batch in batches)
    headers = ["batch", "time", "command", "file", "added", "changed", "removed", "copies"]
    headers += ["dice"] * has_dice + ["state"]
    rows = [
        (
            batch.number,
            batch.time[:16].replace("T", " "),
            batch.command,
            batch.source,
            batch.added,
            batch.changed,
            batch.removed,
            f"{batch.copies:+}",
            *([f"{batch.dice:+}"] if has_dice else []),
            acts.collection_documents.state_words(batch),
        )
        for batch in batches
    ]
    if rows:
        print_table(headers, rows, optional=("time", "file", "removed", "changed", "added"))
    else:
        say(_("nothing was changed yet"))


@app.command("show")
@given(collection=open_collection)
def show(
    collection: "SessionCollection",
    what: Annotated[list[str], opt.argument("NAME|BATCH", "A card, or the number of a batch.")],
    json: opt.Json = False,
) -> None:
    """Show all copies of a card, or what a batch did, each change with before and after.

    Example: deckcheck collection show 'Boba Fett (A)'
    """
    text = " ".join(what)
    if text.isdecimal():
        _show_batch(collection, int(text), json=json)
    else:
        with refusals(json=json):
            _show_cards(collection, text, json=json)


def _show_batch(collection: "SessionCollection", number: int, *, json: bool) -> None:
    batch, entries = collection.batch(number)
    if json:
        print_json(acts.collection_documents.batch_changes_document(batch, entries))
        return
    command = batch.command
    if batch.source:
        command = _(
            "{command} from {source} (SHA-256 {sha256})",
            command=command,
            source=batch.source,
            sha256=batch.sha256,
        )
    typer.echo(_("batch {number}, {time}: {command}", number=batch.number, time=batch.time, command=command))
    if state := acts.collection_documents.state_words(batch):
        typer.echo(state)
    for entry in entries:
        typer.echo(f"  {acts.collection_documents.entry_line(entry)}")


def _show_cards(collection: "SessionCollection", name: str, *, json: bool) -> None:
    """Shows the card of that name, or of a name without version all owned ones."""
    found: tuple[Card, ...]
    try:
        found = (collection.names.find(name).card,)
    except acts.errors.RefusedError:
        called = collection.catalogue.find_called(name)
        found = tuple(card for card in called if collection.stored.held(card))
        if not found or json:
            raise
        missing = len(called) - len(found)
        say(
            _("{name!r} may be any of {count} cards; you own no copies of {missing}"),
            name=name,
            count=len(called),
            missing=missing,
        )
    for card in found:
        _show_card(collection, card, json=json)


def _show_card(collection: "SessionCollection", card: "Card", *, json: bool) -> None:
    stored = collection.stored
    counts, held = stored.counts(card), stored.held(card)
    if json:
        print_json(acts.collection_documents.held_card_document(stored, card))
        return
    typer.echo(
        _(
            "{name}: {owned} owned, {reserved} reserved, {free} free, {wanted} wanted, {for_trade} for trade",
            name=card.name,
            owned=counts.owned,
            reserved=counts.reserved,
            free=counts.free,
            wanted=counts.wanted,
            for_trade=counts.for_trade,
        )
    )
    if collection.collecting().dice(card) or counts.dice:
        typer.echo(
            _(
                "dice: {dice} owned, {reserved_dice} reserved, {free_dice} free, {wanted_dice} wanted",
                dice=counts.dice,
                reserved_dice=counts.reserved_dice,
                free_dice=counts.free_dice,
                wanted_dice=counts.wanted_dice,
            )
        )
    print_holdings([(holding, counts) for holding in held])
    for one in acts.collection_documents.decks_with(stored, card):
        typer.echo(
            _(
                "in the deck {name!r}: {needed}, of which {reserved} reserved",
                name=one.name,
                needed=one.needed,
                reserved=one.reserved,
            )
        )


@app.command("undo")
@given(collection=open_collection)
def undo(
    collection: "SessionCollection",
    batch: Annotated[int | None, opt.argument("BATCH", "The number of a batch.")] = None,
    json: opt.Json = False,
) -> None:
    """Undo a batch, but for what has changed since. This can be undone like the rest.

    Exit code 1 when something had to be kept.

    Example: deckcheck collection undo 12
    """
    if batch is None:
        raise opt.wrong(
            _("say which batch: deckcheck collection history lists them; deckcheck undo takes the last")
        )
    done = collection.undo(batch)
    if json:
        print_json(acts.collection_documents.undone_document(done))
    else:
        _tell_undone(done)
    if done.kept or done.errors:
        raise typer.Exit(EXIT_NO)


def _tell_undone(done: "UndoneBatch") -> None:
    for line in acts.collection_documents.unreversed_lines(done):
        typer.echo(line)
    told = _(
        "batch {number}: {reversed} reversed, {count} kept, {count2} errors",
        number=done.number,
        reversed=done.reversed,
        count=len(done.kept),
        count2=len(done.errors),
    )
    already = _("{already} as before already", already=done.already) if done.already else ""
    say(joined((told, already), ", "))
    if done.batch:
        say(undo_line(done.batch.number))
