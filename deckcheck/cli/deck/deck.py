"""`deckcheck deck`: show a deck and what it is made of, and convert it from one file format to another.

Saved decks are in `deck_saved`, what decks lack and how they differ in `deck_missing`.
"""

import sys
from collections.abc import Sized
from pathlib import Path
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.acts.files import save_file
from deckcheck.acts.languages import names_in
from deckcheck.cli import options as opt, repair
from deckcheck.cli.common import EXIT_FINE, EXIT_NO, open_database, print_json, say
from deckcheck.cli.deck import (
    can_build as deck_can_build,
    edit as deck_edit,
    missing as deck_missing,
    saved as deck_saved,
)
from deckcheck.cli.given import given
from deckcheck.cli.lazy import new_group
from deckcheck.cli.open_decks import OneDeck, one_deck, open_decks
from deckcheck.cli.play.simulating import plain_output
from deckcheck.show.language import gettext as _, joined
from deckcheck.show.screen import text_width
from deckcheck.show.tables import print_table
from deckcheck.show.wording import amount

app = new_group(__name__)

STANDARD_OUTPUT = Path("-")
_OUT_HELP = _("The deck file to write, or - for standard output.")
_SHOWN = 60
"""Characters of a line that cannot be read."""

ToOption = Annotated[
    str | None, opt.option("FORMAT", "The format to write (default: by the file's suffix).", "--to")
]


@app.command("stats")
@given(deck=one_deck)
def stats(
    deck: OneDeck,
    rules: opt.Rules = None,
    plot: Annotated[Path | None, opt.option("FILE", "Draw the deck at a glance (.svg or .png).")] = None,
    json: opt.Json = False,
) -> None:
    """Show what a deck is made of: costs, types, sides, and what else its game counts.

    Of the Star Wars TCG these are arenas, stats, traits, uniques, and what the deck needs; --rules
    says which names stand for one person there.

    Example: deckcheck deck stats my.dek --plot my.svg
    """
    resolved = deck.resolved()
    profile = acts.play.stats(deck.database, resolved, rules=rules)
    if plot is not None:
        acts.play.plot_deck(deck.database, resolved, plot, rules=rules)
        say(_("{plot}: written"), plot=plot)
    if json:
        head = {"schema": "deckcheck.deck-stats/1", "path": resolved.path}
        print_json({**head, **profile.document, "figures": profile.figures()})
    else:
        typer.echo(profile.text(text_width(), plain_output()), nl=False)


@app.command("read")
@given(deck=one_deck)
def read(deck: OneDeck, json: opt.Json = False) -> None:
    """Show line by line what a deck file was understood as: cards, headings, titles, sums.

    Example: deckcheck deck read my.txt
    """
    document = acts.decks.reading(deck.database, deck.opened, game=deck.game)
    for note in document["notes"]:
        say(f"{deck.opened.label}: {note}")
    if json:
        print_json(document)
        return
    headers = ("line", _("read as"), "#", "what", "zone", "note")
    print_table(headers, acts.decks.reading_rows(document), optional=("note", "zone"))


@app.command("show")
@given(deck=one_deck)
def show(deck: OneDeck, names: opt.Names = None, json: opt.Json = False) -> None:
    """Show a deck with the facts of its cards, zone by zone, and the copies that are owned.

    Example: deckcheck deck show my.dek
    """
    database, opened, game = deck.database, deck.opened, deck.named.game
    shown, called = acts.shown_decks.show_deck(database, opened, game), names_in(database, names, game=game)
    resolved, place = shown.deck, _place_of(opened)
    for note in resolved.notes:
        say(f"{place}: {note}")
    if json:
        print_json(shown.document())
        return
    headers, rows, optional = shown.table(called)
    print_table(headers, rows, optional=optional)
    for line in opened.deck_list.unread:
        say(_unread(place, line))
    parts = (
        _("{cards} in {place}", cards=amount(shown.cards, "card"), place=place),
        _("read as {read_as}", read_as=resolved.read_as),
        _("{reserved} of them reserved", reserved=shown.reserved) if shown.saved else "",
    )
    typer.echo(joined((joined(parts, ", "), _not_read(resolved.unread)), "; "))


@app.command("convert")
def convert(
    source: Annotated[str, opt.argument("IN", opt.DECK_HELP)],
    target: Annotated[Path, opt.argument("OUT", _OUT_HELP)],
    to: ToOption = None,
    from_: opt.ReadAs = None,
    names: opt.Names = None,
    force: Annotated[bool, opt.flag("--force -f", "Replace OUT if it is there.")] = False,
    game: opt.DeckGame = None,
    db: opt.Db = None,
) -> None:
    """Convert a deck; what the new format cannot hold is listed first.

    To .xlsx: a workbook with the facts of the cards, counts, cost curve and charts, which can be
    edited and read again.
    Exit code 1 when OUT was written, but lines of IN could not be read, cards had to be left out,
    or OUT is read back otherwise, which is said.

    Example: deckcheck deck convert my.txt my.dek
    """
    with open_database(db) as database:
        named = open_decks(database, [source], from_, game)
        code = _convert(database, named.decks[0], target, to, game, names=names, force=force)
    raise typer.Exit(code)


@app.command("export")
def export(
    name: Annotated[str, opt.argument("NAME", "The name of a saved deck.")],
    target: Annotated[Path, opt.argument("FILE", _OUT_HELP)],
    to: ToOption = None,
    names: opt.Names = None,
    force: opt.Force = False,
    game: opt.DeckGame = None,
    db: opt.Db = None,
) -> None:
    """Write a saved deck to a file, in the format that the file's suffix names.

    What the format cannot hold is listed first.
    Exit code 1 when FILE was written, but cards had to be left out, or FILE is read back
    otherwise, which is said.

    Example: deckcheck deck export 'Republic' republic.dek
    """
    with open_database(db) as database:
        opened = acts.saved_decks.open_saved(database, name, game)
        code = _convert(database, opened, target, to, game, names=names, force=force)
    raise typer.Exit(code)


def _not_read(unread: Sized) -> str:
    return _("{lines} not read", lines=amount(len(unread), "line")) if unread else ""


def _convert(
    database: "acts.database.Database",
    deck: "acts.answers.OpenedDeck",
    target: Path,
    to: str | None,
    game: str | None,
    *,
    names: str | None,
    force: bool,
) -> int:
    """Writes the deck to a file, tells what it cannot hold, and returns the exit code.

    What is to be written is read again before it replaces anything, and what differs is told.
    """
    shown = _("standard output") if target == STANDARD_OUTPUT else str(target)
    place, name = _place_of(deck), _format_to_write(to, target)
    done = acts.decks.converted(database, deck, name, game=game, target=shown, names=names)
    as_read = done.read
    if done.filled:
        say(done.filled)
    for unread in as_read.unread:
        say(_unread(place, unread))
    for remark in as_read.remarks:
        say(f"{place}: {remark}")
    for what in (*done.losses, *([done.read_with] if done.read_with else []), *done.differences):
        say(f"{shown}: {what}")
    if target == STANDARD_OUTPUT:
        sys.stdout.buffer.write(done.data)
    else:
        save_file(target, done.data, force=force)
    total, written = done.wanted, done.back.quantity
    cards = amount(total, "card")
    if written != total:
        cards = _("{written} of {cards}", written=written, cards=cards)
    told = _(
        "{shown}: {cards} written as {name}, read as {read_as}",
        shown=shown,
        cards=cards,
        name=name,
        read_as=as_read.read_as,
    )
    say(joined((told, _not_read(as_read.unread)), "; "))
    return EXIT_FINE if done.is_whole else EXIT_NO


def _format_to_write(to: str | None, target: Path) -> str:
    """The name of the format that is asked for, or that the suffix of the file tells."""
    if target == STANDARD_OUTPUT and to is None:
        names = ", ".join(acts.decks.writable_formats())
        raise opt.wrong(_("- is standard output; choose the format with --to: {names}"), names=names)
    if target == STANDARD_OUTPUT and to == "xlsx" and sys.stdout.isatty():
        raise opt.wrong(_("a workbook cannot be shown in a terminal; give a file name"))
    return acts.decks.format_to_write(target, to)


def _place_of(deck: "acts.answers.OpenedDeck") -> str:
    """The name of the deck's file in messages."""
    return _("standard input") if deck.label == "-" else deck.label


def _unread(source: str, line: "acts.answers.UnreadLine") -> str:
    """A line that cannot be read: where it is, what it says, and why."""
    text = line.text if len(line.text) <= _SHOWN else f"{line.text[:_SHOWN]}..."
    place = f"{source}:{line.line}" if line.part is None else f"{source}: {line.part}"
    return _("{place}: not read: {text!r}: {reason}", place=place, text=text, reason=line.reason)


app.command("edit")(deck_edit.edit)
app.command("new")(deck_edit.new)
app.command("watch")(deck_edit.watch)
app.command("save")(deck_saved.save)
app.command("list")(deck_saved.list_decks)
app.command("rename")(deck_saved.rename)
app.command("delete")(deck_saved.delete)
app.command("reserve")(deck_saved.reserve)
app.command("release")(deck_saved.release)
app.command("missing")(deck_missing.missing)
app.command("proxies")(deck_missing.proxies)
app.command("diff")(deck_missing.diff)
app.command("can-build")(deck_can_build.can_build)
app.command("complete")(repair.repair)
