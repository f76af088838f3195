"""`deckcheck deck edit`, `deck new` and `deck watch`: decks changed, begun and judged again."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from deckcheck import acts
from deckcheck.acts.config import FIRST_GAME
from deckcheck.acts.files import file_name
from deckcheck.cli import options as opt
from deckcheck.cli.common import can_ask, open_database, print_json, say, undo_line
from deckcheck.cli.given import given
from deckcheck.cli.judging import Judging, judging
from deckcheck.cli.validate import print_line, print_report
from deckcheck.show.language import Message, filled, gettext as _

AddOption = Annotated[
    list[str] | None,
    opt.option("CARD", "Put cards in, like '2 Kouhun' or 'Supply: Nexu'; repeatable.", "--add"),
]


@given(judging=judging)
def edit(
    deck: Annotated[str, opt.argument("DECK", "A deck file, or a saved deck.")],
    add: AddOption = None,
    remove: Annotated[
        list[str] | None,
        opt.option("CARD", "Take cards out, like 'Nexu', '2 Kouhun' or 'all Acklay'; repeatable."),
    ] = None,
    zone: Annotated[str | None, opt.option("ZONE", "The zone of the cards that name none.")] = None,
    output: Annotated[
        Path | None, opt.option("FILE", "Write a new file, leave this one.", "--output -o")
    ] = None,
    rewrite: Annotated[
        bool, opt.flag("--rewrite", "Write a workbook anew, with the loss that was told.")
    ] = False,
    *,
    judging: Judging,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Put cards into a deck and take cards out; format, order and comments of its file stay.

    A name that is unknown or may mean several cards is refused with suggestions, and so is taking
    out more than there is; then nothing is changed. Without a number one copy is meant. Prints the
    new verdict.

    Example: deckcheck deck edit my.dek --add '2 Kouhun' --remove Nexu
    """
    if not add and not remove:
        raise opt.wrong(_("say with --add and --remove what to change"))

    with open_database(db, game) as database:
        done = acts.decks.edit_deck(
            database,
            deck,
            add=add or (),
            remove=remove or (),
            zone=zone,
            output=output,
            rewrite=rewrite,
            read_as=from_,
            game=game,
        )
        reports = list(
            acts.decks.validate_many(
                database, [done.path], judging.play_format, game=game, jobs=1, **judging.options
            )
        )
    _show(done, reports, json=json)


def new(
    file: Annotated[
        Path | None, opt.argument("FILE", "The file to write; its suffix is the format (default: NAME.dek).")
    ] = None,
    add: AddOption = None,
    name: Annotated[str | None, opt.option("NAME", "The name of the deck.")] = None,
    play_format: opt.Format = None,
    game: opt.Game = FIRST_GAME,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Begin a deck in a new file, empty or with some cards, and print its verdict.

    Facts that the file cannot hold, such as the game, are listed.

    Example: deckcheck deck new my.dek --add '4 Kouhun' --add '4 Nexu'
    """
    file = file or _new_file(name)
    with open_database(db, game) as database:
        done = acts.decks.new_deck(database, file, add=add or (), name=name, format=play_format, game=game)
        reports = list(acts.decks.validate_many(database, [file], play_format, game=game, jobs=1))
    _show(done, reports, json=json)


def _new_file(name: str | None) -> Path:
    """The file of a new deck: that of its name, else the one that the user types."""
    if name is not None:
        return Path(file_name(name, ".dek"))
    if not can_ask():
        raise opt.wrong(_("name the file, or the deck with --name"), "FILE")
    return Path(typer.prompt(str(_("File to write, like my.dek")), err=True))


@given(judging=judging)
def watch(
    deck: Annotated[str, opt.argument("DECK", "A deck file, or a saved deck.")],
    judging: Judging,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    jsonl: Annotated[bool, opt.flag("--jsonl", "Print JSON Lines: a document for each report.")] = False,
    db: opt.Db = None,
) -> None:
    """Judge a deck, and judge it again whenever its file, or the saved deck, changes.

    A file that is saved in pieces, or deleted and made anew as some editors do, is judged when it
    is whole, and the program says so while it is gone. Ctrl-C ends it, with exit code 130.

    Example: deckcheck deck watch my.dek --format standard
    """
    with open_database(db, game) as database:
        reports = acts.decks.watch(
            database, deck, judging.play_format, game=game, read_as=from_, **judging.options
        )
        for number, report in enumerate(reports):
            _show_watched(report, jsonl=jsonl, again=number > 0)


def _show_watched(report: "acts.reports.AnyReport", *, jsonl: bool, again: bool) -> None:
    if jsonl:
        print_line(report)
        return
    if again:
        typer.echo(_("\n{astimezone:%H:%M:%S} changed", astimezone=datetime.now().astimezone()))
    print_report(report)


def _show(
    done: "acts.editing.EditedDeck", reports: "Sequence[acts.reports.AnyReport]", *, json: bool
) -> None:
    """Tells what was changed and what was lost, and prints the new verdict."""
    if json:
        print_json(_document(done, reports))
        return
    for what in done.lost:
        say(f"{done.path}: {what}")
    for change in done.changes:
        told = (
            _("added {copies} {name} to {zone}")
            if change.copies > 0
            else _("removed {copies} {name} from {zone}")
        )
        zone = Message(change.zone)
        say(filled(told, {"copies": abs(change.copies), "name": change.name, "zone": zone}))
    if done.batch is not None:
        say(undo_line(done.batch))
    for report in reports:
        print_report(report)


def _document(done: "acts.editing.EditedDeck", reports: "Sequence[acts.reports.AnyReport]") -> dict[str, Any]:
    changes = [(c.name, c.zone, c.copies) for c in done.changes]
    return {
        "schema": "deckcheck.deck-edit/1",
        "path": done.path,
        "in": [{"name": n, "zone": z, "quantity": q} for n, z, q in changes if q > 0],
        "out": [{"name": n, "zone": z, "quantity": -q} for n, z, q in changes if q < 0],
        "lost": list(done.lost),
        "batch": done.batch,
        "report": acts.reports.as_json(reports[0]) if reports else None,
    }
