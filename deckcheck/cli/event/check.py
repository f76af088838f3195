"""`deckcheck event check`, `verify`, `lists`: the deck check, decks at the table, lists."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import EXIT_FINE, EXIT_NO, EXIT_UNPROVEN, JsonOption, ending_in, print_json
from deckcheck.cli.event.common import ForceOption, PlayerArgument, SeatOption, command, write_file

if TYPE_CHECKING:
    from deckcheck.acts.events import SessionEvent
    from deckcheck.events.check import EventCheck


@command("check")
def check(
    event: "SessionEvent",
    players: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER", help="Only these players (default: all).")
    ] = None,
    message: Annotated[bool, typer.Option("--message", help="Print what to send to each player.")] = False,
    messages: Annotated[
        Path | None, typer.Option("--messages", metavar="FOLDER", help="Write what to send, a file a player.")
    ] = None,
    nearest: Annotated[
        bool, typer.Option("--nearest", help="Look for the nearest legal deck, as messages always do.")
    ] = False,
    table: Annotated[
        Path | None,
        typer.Option(
            "--table",
            metavar="FILE",
            callback=ending_in(".csv", ".xlsx"),
            help="Write the table to FILE (.csv or .xlsx).",
        ),
    ] = None,
    csv: Annotated[bool, typer.Option("--csv", help="Print the table as CSV.")] = False,
    json: JsonOption = False,
    force: ForceOption = False,
) -> None:
    """Check all lists as of the event's day: a row for each player, and what is wrong.

    Exit code 0: all players are ready; 1: something is wrong; 3: nothing is wrong, but a list is
    not proven legal.

    Example: deckcheck event check 'Spring Open'
    """
    if json + csv + message + (table is not None) + (messages is not None) > 1:
        raise typer.BadParameter("choose one of --json, --csv, --table, --message and --messages")
    checked = event.check(players or (), nearest=message or messages is not None or nearest)
    if json:
        from deckcheck.events.check_text import check_document

        print_json(check_document(checked))
    elif csv:
        from deckcheck.events.check_text import check_csv

        sys.stdout.write(check_csv(checked))
    elif table is not None:
        _write_table(table, checked, force=force)
    elif messages is not None:
        _write_messages(messages, checked, force=force)
    else:
        _print(checked, message=message)
    raise typer.Exit(_exit_code(checked))


def _exit_code(check: "EventCheck") -> int:
    from deckcheck.report import ERROR

    if all(player.is_ready for player in check.players):
        return EXIT_FINE
    errors = any(i.severity == ERROR for player in check.players for i in player.issues)
    return EXIT_NO if errors else EXIT_UNPROVEN


def _print(check: "EventCheck", *, message: bool) -> None:
    from deckcheck.events.check_text import check_table, player_message, summary
    from deckcheck.show.screen import print_text
    from deckcheck.show.tables import print_table

    if message:
        texts = [player_message(check, player) for player in check.players]
        typer.echo("\n".join(texts), nl=False)
        return
    headers, rows = check_table(check, short=True)
    if rows:
        print_table(headers[:-1], [row[:-1] for row in rows])
        typer.echo("")
    for player in check.players:
        for issue in player.issues:
            print_text(f"{player.facts.name}: {issue.message}")
    if any(player.issues for player in check.players):
        typer.echo("")
    print_text(summary(check))


def _write_table(path: Path, check: "EventCheck", *, force: bool) -> None:
    from deckcheck.events.check_text import check_csv, check_xlsx

    data = check_csv(check).encode() if path.suffix.lower() == ".csv" else check_xlsx(check)
    write_file(path, data, force=force)


def _write_messages(folder: Path, check: "EventCheck", *, force: bool) -> None:
    from deckcheck.events.check_text import message_file_name, player_message

    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        from importers.errors import UnwritableFileError

        raise UnwritableFileError(str(folder), error.strerror or str(error)) from None
    for player in check.players:
        text = player_message(check, player)
        write_file(folder / message_file_name(player), text.encode(), force=force)


@command("verify")
def verify(
    event: "SessionEvent",
    player: PlayerArgument,
    file: Annotated[
        str, typer.Argument(metavar="DECK", help="The deck as it is at the table: a file, or -.")
    ],
    seat: SeatOption = "",
    json: JsonOption = False,
) -> None:
    """Compare a deck with the list that its player registered, card by card.

    Exit code 0: they are equal; 1: they differ.

    Example: deckcheck event verify 'Spring Open' Ada counted.txt
    """
    from deckcheck.events.deck_hash import short_hash

    verified = event.verify(player, file, seat=seat)
    if json:
        differences = [
            {"zone": d.zone, "card": d.card, "counted": d.what, "registered": d.registered, "found": d.found}
            for d in verified.differences
        ]
        print_json(
            {
                "schema": "deckcheck.event-verify/1",
                "event": event.name,
                "player": verified.player,
                "seat": verified.deck.seat or None,
                "registered": verified.deck.path,
                "hash": verified.deck.hash,
                "found_hash": verified.found_hash,
                "equal": not differences,
                "differences": differences,
            }
        )
    elif not verified.differences:
        typer.echo(f"equal to the registered list {verified.deck.path}, {short_hash(verified.deck.hash)}")
    else:
        typer.echo(f"{verified.player}, {verified.deck.path}: differs from the registered list")
        for one in verified.differences:
            dice = " dice" if one.what == "dice" else ""
            typer.echo(
                f"  {one.found - one.registered:+d} {one.card} ({one.zone}): "
                f"registered {one.registered}{dice}, found {one.found}"
            )
    raise typer.Exit(EXIT_NO if verified.differences else EXIT_FINE)


@command("lists")
def lists(event: "SessionEvent", json: JsonOption = False) -> None:
    """Print the lists for players: hashes only, until `deckcheck event open` opens them.

    Example: deckcheck event lists 'Spring Open'
    """
    from deckcheck.events.lists import lists_document, lists_text

    stored = event.stored
    if json:
        print_json(lists_document(stored))
    else:
        typer.echo(lists_text(stored), nl=False)
