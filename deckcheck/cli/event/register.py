"""`deckcheck event register`, `import`, `template`, `remove`, `seat`: players and their lists."""

import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import can_ask, complain, print_json, say, write_file
from deckcheck.cli.event.common import all_events, app, change, command, tell
from deckcheck.show.language import filled, gettext as _, joined, ngettext, one_of
from deckcheck.show.picked import picked
from deckcheck.show.wording import count

if TYPE_CHECKING:
    from deckcheck.acts.event_lines import EventDone
    from deckcheck.acts.events import AskSeat, DeckSeat, FrozenList, Registered, SessionEvent, SkippedFile

ReplaceOption = Annotated[
    bool, opt.flag("--replace", "Take the place of the list that is there for the seat.")
]


def _time(text: str) -> datetime:
    """The time of --at; raises `BadParameter`."""
    try:
        return datetime.fromisoformat(text).astimezone()
    except ValueError:
        raise opt.wrong(_("{text!r}, expected a time like 2004-06-18T20:00"), text=text) from None


AtOption = Annotated[
    datetime | None, opt.option("TIME", "When it was submitted (default: now).", "--at", parser=_time)
]


@change("register")
def register(
    event: "SessionEvent",
    player: opt.Player,
    files: Annotated[
        list[str] | None, opt.argument("DECK", "The lists: deck files, saved decks, or -.")
    ] = None,
    seat: opt.Seat = "",
    club: Annotated[str, opt.option(None, "The club of the player.")] = "",
    replace: ReplaceOption = False,
    at: AtOption = None,
    reason: opt.Reason = "",
) -> "EventDone":
    """Register a player with lists; each is kept as it is, and takes the seat of its side.

    Example: deckcheck event register 'Spring Open' Ada ada-light.dek ada-dark.dek
    """
    done = event.register_files(
        player, files or (), seat=seat, club=club, replace_old=replace, reason=reason, ask=_asks(), at=at
    )
    return _done(done)


@app.command("import")
def import_players(
    name: opt.Event,
    source: Annotated[
        Path,
        opt.argument(
            "FOLDER|SHEET|JSON",
            "A folder with a folder for each player or files like 'Ada - light.dek', a sheet "
            "of players, a text with a name in each line, or the JSON of another computer.",
        ),
    ],
    replace: ReplaceOption = False,
    same_name: Annotated[
        bool, opt.flag("--same-name", "Number players of the same name in a sheet.")
    ] = False,
    at: AtOption = None,
    reason: opt.Reason = "",
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Register the players of a folder or a sheet with their lists, all of them or none.

    What is registered already changes nothing, so it can be done again with what came later. A
    JSON file that `event export` wrote on another computer is imported with its history.

    Example: deckcheck event import 'Spring Open' examples/event/lists
    """
    passed_over: list[SkippedFile] = []
    if source.is_file() and acts.events.is_document(source):
        _import_event(db, name, source, json=json)
        return
    with all_events(db) as events:
        event = events.get(events.full_name(name))
        done = event.import_players(
            source, passed_over, replace_old=replace, same_name=same_name, reason=reason, ask=_asks(), at=at
        )
    if passed_over:
        say(acts.reports.skipped_line(passed_over))
    tell(_done(done), {"event": event}, json=json)


def _import_event(db: Path | None, name: str, source: Path, *, json: bool) -> None:
    """Takes over an event from its document, which has to be the one that is named."""
    with all_events(db) as events:
        done = events.import_event(source, name)
    if json:
        print_json(
            {"schema": "deckcheck.event-import/1", "event": done.name, "new": done.new, "known": done.known}
        )
    else:
        say(
            _("{name}: {batches} imported, {known} known before"),
            name=done.name,
            batches=count(done.new, "batch", "batches"),
            known=done.known,
        )


@command("template")
def template(
    event: "SessionEvent",
    file: Annotated[
        Path, opt.argument("FILE", "The workbook to write (.xlsx).", callback=opt.ending_in(".xlsx"))
    ],
    force: opt.Force = False,
) -> None:
    """Write a workbook to be filled in with players, clubs, and their files or lists.

    Example: deckcheck event template 'Spring Open' players.xlsx
    """
    write_file(file, event.players_template(), force=force)


@command("links")
def links(
    event: "SessionEvent",
    player: opt.OnlyPlayers = None,
    address: Annotated[str, opt.option("URL", "The address at which players reach the page.")] = "",
    end: Annotated[bool, opt.flag("--end", "End links instead of making them.")] = False,
    show: Annotated[bool, opt.flag("--list", "Only list who has a link.")] = False,
    json: opt.Json = False,
) -> None:
    """Make a link for each player who lacks a list, to submit it on the page; used once.

    The links work while `deckcheck serve` runs where players reach it. They are shown only now;
    a new link for a player ends the one before.

    Example: deckcheck event links 'Spring Open' --address https://club.example
    """
    if end and show:
        raise opt.wrong(_("choose one of --end and --list"))
    ended = event.links.end(player or ()) if end else 0
    shown = () if end else event.links.list() if show else event.links.make(player or ())
    if json:
        print_json(acts.events.links_document(event.name, shown, ended=ended, address=address))
        return
    if end:
        say(ngettext("{number} link ended", "{number} links ended", ended))
    elif not shown:
        say(_("nobody has a link") if show else _("every player has submitted all lists"))
    for one in shown:
        state = _("used {used}", used=one.used) if one.used else _("not used yet")
        typer.echo(f"{one.player}\t{one.address(address) or state}")


@change("remove")
def remove(
    event: "SessionEvent", player: opt.Player, seat: opt.Seat = "", reason: opt.Reason = ""
) -> "EventDone":
    """Take out a player, or with --seat the lists for a seat; they stay in the history.

    Example: deckcheck event remove 'Spring Open' Ada --seat light
    """
    return acts.event_lines.remove(event, player, reason, seat=seat)


@change("rename")
def rename(
    event: "SessionEvent",
    player: opt.Player,
    new_name: Annotated[str, opt.argument("NEW_NAME", "The name from now on.")],
    reason: opt.Reason = "",
) -> "EventDone":
    """Give a player another name; lists, tables and results stay theirs.

    Example: deckcheck event rename 'Spring Open' Ada 'Ada Lovelace'
    """
    return acts.event_lines.rename(event, player, new_name, reason)


@change("seat")
def seat(
    event: "SessionEvent",
    player: opt.Player,
    seat_: Annotated[str, opt.argument("SEAT", "The seat, like light or dark.")],
    file: Annotated[str, opt.argument("FILE", "Which list, where several are open.")] = "",
    reason: opt.Reason = "",
) -> "EventDone":
    """Say for which seat a registered list is, such as one of Neutral cards only.

    Example: deckcheck event seat 'Spring Open' Ada dark
    """
    return acts.event_lines.give_seat(event, player, file, seat_, reason)


def _done(done: "Registered") -> "EventDone":
    shown = []
    for deck in done.decks:
        cards = sum(card.quantity for card in deck.cards)
        what = deck.error or _(
            "{seat}, {cards}",
            seat=filled(deck.seat, {}) or _("no seat yet"),
            cards=count(cards, "card", "cards"),
        )
        late = _("after the deadline") if deck.late else ""
        shown.append(f"{deck.path}: {joined((what, late), ', ')}")
    if done.players:
        shown.append(_("new players: {players}", players=", ".join(done.players)))
    decks = [picked(deck, "path seat? hash? late error?") for deck in done.decks]
    facts = {"players": list(done.players), "decks": decks}
    return acts.event_lines.EventDone(done.batch, (), done.notes, tuple(shown), facts)


def _asks() -> "AskSeat | None":
    """The question for a seat, where there is somebody to answer it."""
    return ask_seat if can_ask() else None


def ask_seat(player: str, list_: "FrozenList", seats: "Sequence[DeckSeat]") -> str:
    """The seat that the user chooses for a list; empty to leave it open."""
    codes = [one.code for one in seats]
    complain(_("{player}: {path} may take {codes}"), player=player, path=list_.path, codes=one_of(codes))
    while True:
        complain(_("{codes}, or Enter to leave it open?"), codes=one_of(codes))
        answer = sys.stdin.readline().strip().casefold()
        meant = [code for code in codes if answer and code.startswith(answer)]
        if not answer or len(meant) == 1:
            return meant[0] if meant else ""
