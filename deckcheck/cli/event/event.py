"""`deckcheck event`: make events, show them, lock registration, see and undo what was done."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck.cli.common import DbOption, DeckGameOption, JsonOption, print_json, say
from deckcheck.cli.event import check as event_check
from deckcheck.cli.event import export as event_export
from deckcheck.cli.event import paper as event_paper
from deckcheck.cli.event import register as event_register
from deckcheck.cli.event import rounds as event_rounds
from deckcheck.cli.event import standings as event_standings
from deckcheck.cli.event import statistics as event_statistics
from deckcheck.cli.event.common import EventArgument, ReasonOption, all_events, open_event, tell_batch
from deckcheck.cli.lazy import new_group
from deckcheck.show.screen import print_text

if TYPE_CHECKING:
    from db.events.values import StoredEvent

app = new_group(__name__)

FormatOption = Annotated[
    str | None, typer.Option("--format", metavar="FORMAT", help="The format (default: that of the game).")
]
RulesOption = Annotated[
    str | None, typer.Option("--rules", metavar="EDITION", help="The rules edition instead of the format's.")
]
DayOption = Annotated[
    str | None,
    typer.Option("--on", metavar="DATE", help="The day of the event, YYYY-MM-DD (default: today)."),
]
DeadlineOption = Annotated[
    str | None,
    typer.Option("--deadline", metavar="TIME", help="Until when lists are taken: a day, or DAYThh:mm."),
]
PlayersOption = Annotated[
    str | None, typer.Option("--players", metavar="N-M", help="How many players it may have, like 4-64.")
]
PresetOption = Annotated[
    str | None,
    typer.Option(
        "--preset", metavar="NAME", help="How matches are scored: dci, best-of-three, single-game, ffg-2013."
    ),
]
MatchOption = Annotated[
    list[str] | None,
    typer.Option(
        "--match",
        metavar="KEY=VALUE",
        help="What is otherwise than in the preset, like games=3, floor=0, minutes=50, "
        "tiebreaks=game_win,head_to_head, first_seat=bid.",
    ),
]
ZoneLimitOption = Annotated[
    list[str] | None, typer.Option("--zone-limit", metavar="ZONE=N", help="At most N cards in a zone.")
]


@app.command("new")
def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name for the event.")],
    play_format: FormatOption = None,
    day: DayOption = None,
    rules: RulesOption = None,
    deadline: DeadlineOption = None,
    players: PlayersOption = None,
    zone_limit: ZoneLimitOption = None,
    preset: PresetOption = None,
    match: MatchOption = None,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Make an event. Every player fills the seats of the game, such as Light and Dark.

    Example: deckcheck event new 'Spring Open' --format dci --on 2004-06-19
    """
    settings = _settings(players, zone_limit, preset, match)
    with all_events(db, game) as events:
        event = events.new(
            name, format=play_format, day=day, rules=rules, deadline=deadline, settings=settings
        )
        stored = event.stored
    if json:
        print_json(event_document(stored))
    else:
        typer.echo(head_line(stored))


@app.command("list")
def list_events(json: JsonOption = False, db: DbOption = None) -> None:
    """List the events, the latest first.

    Example: deckcheck event list
    """
    from deckcheck.events.listing import COLUMNS, events_document, listed_rows

    with all_events(db) as events:
        found = events.list()
    if json:
        print_json(events_document(found))
    elif found:
        from deckcheck.show.tables import print_table

        print_table(COLUMNS, listed_rows(found), optional=("lists", "game", "format"))
    else:
        say("there is no event; make one with: deckcheck event new NAME")


@app.command("show")
def show(name: EventArgument, json: JsonOption = False, db: DbOption = None) -> None:
    """Show an event: its settings, its players and its progress.

    Example: deckcheck event show 'Spring Open'
    """
    with open_event(db, name) as event:
        stored = event.stored
    if json:
        print_json(event_document(stored))
        return
    print_text(head_line(stored))
    facts = stored.facts
    if facts.deadline:
        typer.echo(f"lists are taken until {facts.deadline.replace('T', ' ')}")
    typer.echo("registration is locked" if facts.locked else "registration is open")
    typer.echo(f"lists are {'open' if facts.open_lists else 'hidden'} to players")
    if stored.rounds:
        seen = sum(bool(one.published) for one in stored.rounds.values())
        typer.echo(f"{len(stored.rounds)} rounds paired, {seen} published")
    _print_players(stored)


def _print_players(stored: "StoredEvent") -> None:
    from deckcheck.events.lists import decks_of
    from deckcheck.show.tables import print_table, without_empty

    if not stored.players:
        return
    headers = ("#", "player", "club", "lists", "from round", "dropped after")
    rows = [
        (
            number,
            player.name,
            player.club,
            ", ".join(deck.seat or "?" for deck in decks_of(stored, number)),
            "" if player.entered == 1 else player.entered,
            player.dropped,
        )
        for number, player in stored.players.items()
    ]
    print_table(*without_empty(headers, rows), optional=("who", "reason"))


@app.command("set")
def set_(
    name: EventArgument,
    new_name: Annotated[str | None, typer.Option("--name", help="Another name.")] = None,
    play_format: FormatOption = None,
    day: DayOption = None,
    rules: RulesOption = None,
    deadline: DeadlineOption = None,
    players: PlayersOption = None,
    zone_limit: ZoneLimitOption = None,
    preset: PresetOption = None,
    match: MatchOption = None,
    reason: ReasonOption = "",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Change the settings of an event; once registration is locked that needs a reason.

    Example: deckcheck event set 'Spring Open' --deadline 2004-06-18T20:00
    """
    given: dict[str, Any] = {
        "name": " ".join(new_name.split()) if new_name else None,
        "format": play_format,
        "day": day,
        "edition": rules,
        "deadline": deadline,
    }
    facts = {key: value for key, value in given.items() if value is not None}
    settings = _settings(players, zone_limit, preset, match)
    with open_event(db, name) as event:
        if match:  # what was said before stays
            settings["match"] = {**event.stored.facts.settings.get("match", {}), **settings["match"]}
        batch = event.change(reason=reason, settings=settings, **facts)
        tell_batch(event.name, batch, json=json)


@app.command("lock")
def lock(name: EventArgument, json: JsonOption = False, db: DbOption = None) -> None:
    """Close registration: from now on every change of players and lists needs a reason.

    Example: deckcheck event lock 'Spring Open'
    """
    with open_event(db, name) as event:
        tell_batch(event.name, event.lock(), json=json)


@app.command("unlock")
def unlock(
    name: EventArgument, reason: ReasonOption = "", json: JsonOption = False, db: DbOption = None
) -> None:
    """Open registration again.

    Example: deckcheck event unlock 'Spring Open' --reason 'two more players'
    """
    with open_event(db, name) as event:
        tell_batch(event.name, event.unlock(reason), json=json)


@app.command("open")
def open_lists(
    name: EventArgument,
    hide: Annotated[bool, typer.Option("--hide", help="Hide the lists again.")] = False,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Open the lists: from now on what is exported for players shows cards, not only hashes.

    Example: deckcheck event open 'Spring Open'
    """
    with open_event(db, name) as event:
        tell_batch(event.name, event.show_lists(shown=not hide), json=json)


@app.command("history")
def history(
    name: EventArgument,
    times: Annotated[bool, typer.Option("--times", help="Also when, and who worked.")] = False,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """List all that was done, with the reasons; any of it can be undone by its number.

    Example: deckcheck event history 'Spring Open' --times
    """
    with open_event(db, name) as event:
        batches = event.history()
        title = event.name
    if json:
        from deckcheck.events.document import batch_document

        documents = [batch_document(batch) for batch in batches]
        print_json({"schema": "deckcheck.event-history/1", "event": title, "batches": documents})
        return
    from deckcheck.show.tables import print_table, without_empty

    headers = ("batch", *(("time", "who") if times else ()), "command", "reason", "state")
    rows = [
        (
            batch.number,
            *((batch.time[:19].replace("T", " "), batch.who) if times else ()),
            batch.command,
            batch.reason,
            f"undone by {batch.undone_by}" if batch.undone_by else "",
        )
        for batch in batches
    ]
    print_table(*without_empty(headers, rows), optional=("who", "reason"))


@app.command("undo")
def undo(
    name: EventArgument,
    batch: Annotated[
        int | None, typer.Argument(metavar="BATCH", help="The number of a batch (default: the newest).")
    ] = None,
    reason: ReasonOption = "",
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Take back what a command did, wholly or not at all; what players have seen needs a reason.

    Example: deckcheck event undo 'Spring Open' 12
    """
    with open_event(db, name) as event:
        undone, number = event.undo(batch, reason=reason)
        if not json:
            say(f"batch {undone} is undone")
        tell_batch(event.name, number, json=json, undone=undone)


def head_line(stored: "StoredEvent") -> str:
    """An event in a line: name, day, format, seats and players."""
    from deckcheck.games import get_game
    from deckcheck.show.tables import amount

    facts = stored.facts
    game = get_game(facts.game)
    rules = f", rules {facts.edition}" if facts.edition else ""
    seats = " and ".join(seat.name for seat in game.seats)
    decks = "one deck each" if len(game.seats) == 1 else f"{seats} decks"
    players = amount(len(stored.players), "player")
    return f"{facts.name}, {facts.day}: {game.name}, {facts.format}{rules}, {decks}, {players}"


def event_document(stored: "StoredEvent") -> dict[str, Any]:
    """An event with its players in short, as `deckcheck.event-summary/1`."""
    from deckcheck.events.document import facts_document
    from deckcheck.events.lists import decks_of
    from deckcheck.games import get_game

    facts = stored.facts
    return {
        "schema": "deckcheck.event-summary/1",
        **facts_document(facts),
        "settings": dict(facts.settings),
        "seats": [seat.code for seat in get_game(facts.game).seats],
        "players": [
            {
                "number": number,
                "name": player.name,
                "club": player.club or None,
                "entered": player.entered,
                "dropped": player.dropped,
                "decks": [
                    {"seat": d.seat or None, "path": d.path, "hash": d.hash or None}
                    for d in decks_of(stored, number)
                ],
            }
            for number, player in stored.players.items()
        ],
        "rounds": len(stored.rounds),
    }


def _settings(
    players: str | None, zone_limit: list[str] | None, preset: str | None, match: list[str] | None
) -> dict[str, Any]:
    """The settings that options state."""
    found: dict[str, Any] = {}
    if preset is not None:
        found["preset"] = preset
    if match:
        found["match"] = dict(_match_setting(text) for text in match)
    if players is not None:
        fewest, _, most = players.partition("-")
        if not (fewest.isdecimal() and most.isdecimal() and len(fewest + most) < 10):  # noqa: PLR2004
            raise typer.BadParameter(f"{players!r}, expected like 4-64", param_hint="--players")
        found["players"] = [int(fewest), int(most)]
    if zone_limit:
        from deckcheck.cli.validate import parse_limits

        found["zone_limits"] = dict(parse_limits(zone_limit) or {})
    return found


def _match_setting(text: str) -> tuple[str, Any]:
    """A setting of matches as it was typed; values are checked where they are used.

    >>> _match_setting("games=3"), _match_setting("match_points=3,1,0")
    (('games', 3), ('match_points', ['3', '1', '0']))
    """
    key, equals, value = text.partition("=")
    key, value = key.strip(), value.strip()
    if not equals or not value:
        raise typer.BadParameter(f"{text!r}, expected KEY=VALUE", param_hint="--match")
    if key in {"games", "club_rounds", "minutes"} and value.isdecimal():
        return key, int(value[:6])
    if key in {"match_points", "game_points", "tiebreaks"}:
        return key, [part.strip() for part in value.split(",")]
    return key, value.casefold() == "true" if key == "best_of" else value


app.command("register")(event_register.register)
app.command("import")(event_register.import_players)
app.command("template")(event_register.template)
app.command("rename")(event_register.rename)
app.command("remove")(event_register.remove)
app.command("seat")(event_register.seat)
app.command("links")(event_register.links)
app.command("check")(event_check.check)
app.command("verify")(event_check.verify)
app.command("lists")(event_check.lists)
app.command("sheets")(event_paper.sheets)
app.command("slips")(event_paper.slips)
app.command("print")(event_paper.print_)
app.command("pair")(event_rounds.pair)
app.command("pairings")(event_rounds.pairings)
app.command("publish")(event_rounds.publish)
app.command("result")(event_rounds.result)
app.command("swap")(event_rounds.swap)
app.command("drop")(event_rounds.drop)
app.command("first")(event_rounds.first)
app.command("extend")(event_rounds.extend)
app.command("note")(event_rounds.note)
app.command("notes")(event_rounds.notes)
app.command("standings")(event_standings.standings)
app.command("plan")(event_standings.plan)
app.command("clock")(event_standings.clock)
app.command("stats")(event_statistics.stats)
app.command("export")(event_export.export)
