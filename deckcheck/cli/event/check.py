"""`deckcheck event check`, `verify`, `lists`: the deck check, decks at the table, lists."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.acts.files import save_folder
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_FINE, EXIT_NO, EXIT_UNPROVEN, print_json, say, write_file
from deckcheck.cli.event.common import command
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import print_text
from deckcheck.show.tables import print_table


@command("check")
def check(
    event: "acts.events.SessionEvent",
    players: Annotated[list[str] | None, opt.argument("PLAYER", "Only these players (default: all).")] = None,
    message: Annotated[bool, opt.flag("--message", "Print what to send to each player.")] = False,
    messages: Annotated[Path | None, opt.option("FOLDER", "Write what to send, a file a player.")] = None,
    nearest: Annotated[
        bool, opt.flag("--nearest", "Look for the nearest legal deck, as messages always do.")
    ] = False,
    pools: Annotated[
        Path | None,
        opt.option(
            "FOLDER",
            "Lists are of the pools in it, a file a player, or in a log of Draftmancer; kept: of the kept "
            "pools of the players' names.",
        ),
    ] = None,
    table: Annotated[
        Path | None,
        opt.option(
            "FILE", "Write the table to FILE (.csv or .xlsx).", callback=opt.ending_in(".csv", ".xlsx")
        ),
    ] = None,
    csv: Annotated[bool, opt.flag("--csv", "Print the table as CSV.")] = False,
    names: opt.Names = None,
    json: opt.Json = False,
    force: opt.Force = False,
) -> None:
    """Check all lists as of the event's day: a row for each player, and what is wrong.

    Exit code 0: all players are ready; 1: something is wrong; 3: nothing is wrong, but a list is
    not proven legal.

    Example: deckcheck event check 'Spring Open'
    """
    if json + csv + message + (table is not None) + (messages is not None) > 1:
        raise opt.wrong(_("choose one of --json, --csv, --table, --message and --messages"))

    checked = event.check(players or (), nearest=message or messages is not None or nearest, pools=pools)
    if json:
        print_json(acts.event_checks.check_document(checked))
    elif csv:
        sys.stdout.write(acts.event_checks.check_csv(checked))
    elif table is not None:
        write_file(table, acts.event_checks.check_file(checked, table.suffix.lower()), force=force)
    elif messages is not None:
        texts = acts.event_checks.messages(checked, event.names_in(names))
        save_folder(messages, {name: text.encode() for name, text in texts.items()}, force=force)
        for name in texts:
            say(_("{folder}: written"), folder=messages / name)
    elif message:
        typer.echo("\n".join(acts.event_checks.messages(checked, event.names_in(names)).values()), nl=False)
    else:
        _print(checked)
    if all(player.is_ready for player in checked.players):
        raise typer.Exit(EXIT_FINE)
    raise typer.Exit(EXIT_NO if acts.event_checks.has_errors(checked) else EXIT_UNPROVEN)


def _print(check: "acts.event_checks.EventCheck") -> None:
    headers, rows = acts.event_checks.check_table(check, short=True)
    if rows:
        print_table(headers[:-1], [row[:-1] for row in rows])
        typer.echo("")
    for player in check.players:
        for issue in player.issues:
            print_text(f"{player.facts.name}: {issue.message}")
    if any(player.issues for player in check.players):
        typer.echo("")
    print_text(acts.event_checks.summary(check))


@command("verify")
def verify(
    event: "acts.events.SessionEvent",
    player: opt.Player,
    file: Annotated[str, opt.argument("DECK", "The deck as it is at the table: a file, or -.")],
    seat: opt.Seat = "",
    names: opt.Names = None,
    json: opt.Json = False,
) -> None:
    """Compare a deck with the list that its player registered, card by card.

    Exit code 0: they are equal; 1: they differ.

    Example: deckcheck event verify 'Spring Open' Ada counted.txt
    """
    verified = event.verify(player, file, seat=seat)
    if json:
        print_json(acts.event_checks.verified_document(event.name, verified))
    else:
        typer.echo("\n".join(map(str, acts.event_checks.verified_lines(verified, event.names_in(names)))))
    raise typer.Exit(EXIT_NO if verified.differences else EXIT_FINE)


@command("lists")
def lists(event: "acts.events.SessionEvent", names: opt.Names = None, json: opt.Json = False) -> None:
    """Print the lists for players: hashes only, until `deckcheck event open` opens them.

    Example: deckcheck event lists 'Spring Open'
    """
    if json:
        print_json(event.view().lists())
    else:
        typer.echo(event.view().lists_text(event.names_in(names)), nl=False)
