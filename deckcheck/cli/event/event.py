"""`deckcheck event`: make events, show them, lock registration, see and undo what was done."""

from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import print_json, say
from deckcheck.cli.event.common import all_events, app, change, command
from deckcheck.cli.given import given
from deckcheck.cli.judging import parse_limits
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import print_text
from deckcheck.show.tables import print_table, without_empty

if TYPE_CHECKING:
    from deckcheck.acts.event_lines import EventDone
    from deckcheck.acts.events import SessionEvent


def stated_settings(
    play_format: Annotated[
        str | None, opt.option("FORMAT", "The format (default: that of the game).", "--format")
    ] = None,
    day: Annotated[
        str | None, opt.option("DATE", "The day of the event, YYYY-MM-DD (default: today).", "--on")
    ] = None,
    rules: Annotated[
        str | None, opt.option("EDITION", "The rules edition instead of the format's.", "--rules")
    ] = None,
    deadline: Annotated[
        str | None, opt.option("TIME", "Until when lists are taken: a day, or DAYThh:mm.", "--deadline")
    ] = None,
    players: Annotated[
        str | None, opt.option("N-M", "How many players it may have, like 4-64.", "--players")
    ] = None,
    zone_limit: opt.ZoneLimit = None,
    preset: Annotated[
        str | None,
        opt.option("NAME", "How matches are scored: dci, best-of-three, single-game, ffg-2013.", "--preset"),
    ] = None,
    match: Annotated[
        list[str] | None,
        opt.option(
            "KEY=VALUE",
            "What is otherwise than in the preset, like games=3, floor=0, minutes=50, "
            "tiebreaks=game_win,head_to_head, first_seat=bid.",
            "--match",
        ),
    ] = None,
) -> dict[str, Any]:
    """The facts and settings of an event that options state."""
    settings: dict[str, Any] = {}
    if preset is not None:
        settings["preset"] = preset
    if match:
        settings["match"] = dict(_match_setting(text) for text in match)
    if players is not None:
        fewest, _unused, most = players.partition("-")
        if not (fewest.isdecimal() and most.isdecimal()) or (fewest + most)[9:]:
            raise opt.wrong(_("{players!r}, expected like 4-64"), "--players", players=players)
        settings["players"] = [int(fewest), int(most)]
    if zone_limit:
        settings["zone_limits"] = parse_limits(zone_limit)
    facts = {"format": play_format, "day": day, "rules": rules, "deadline": deadline}
    return {**{key: value for key, value in facts.items() if value is not None}, "settings": settings}


@app.command("new")
@given(stated=stated_settings)
def new(
    name: Annotated[str, opt.argument("NAME", "A name for the event.")],
    stated: dict[str, Any],
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Make an event. Every player fills the seats of the game, such as Light and Dark.

    Example: deckcheck event new 'Spring Open' --format dci --on 2004-06-19
    """
    with all_events(db, game) as events:
        view = events.new(name, **stated).view()
    if json:
        print_json(view.summary())
    else:
        typer.echo(view.head())


@app.command("list")
def list_events(json: opt.Json = False, db: opt.Db = None) -> None:
    """List the events, the latest first.

    Example: deckcheck event list
    """
    with all_events(db) as events:
        listed = events.list()
    if json:
        print_json(acts.event_views.events_document(listed))
    elif listed:
        print_table(
            acts.event_views.COLUMNS,
            acts.event_views.listed_rows(listed),
            optional=("lists", "game", "format"),
        )
    else:
        say(_("no events yet; make one with `deckcheck event new NAME`"))


@command("show")
def show(event: "SessionEvent", json: opt.Json = False) -> None:
    """Show an event: its settings, its players and its progress.

    Example: deckcheck event show 'Spring Open'
    """
    view = event.view()
    if json:
        print_json(view.summary())
        return
    for line in view.lines():
        print_text(line)
    headers, rows = view.players()
    if rows:
        print_table(*without_empty(headers, rows))


@change("set", stated=stated_settings)
def set_(
    event: "SessionEvent",
    new_name: Annotated[str | None, opt.option(None, "Another name.", "--name")] = None,
    *,
    stated: dict[str, Any],
    reason: opt.Reason = "",
) -> "EventDone":
    """Change the settings of an event; once registration is locked that needs a reason.

    Example: deckcheck event set 'Spring Open' --deadline 2004-06-18T20:00
    """
    facts = {"edition" if key == "rules" else key: value for key, value in stated.items()}
    if new_name:
        facts["name"] = " ".join(new_name.split())
    if match := facts["settings"].get("match"):  # what was said before stays
        facts["settings"]["match"] = {**event.stored.facts.settings.get("match", {}), **match}
    return acts.event_lines.EventDone(event.change(reason=reason, **facts))


@change("lock")
def lock(event: "SessionEvent") -> "EventDone":
    """Close registration: from now on every change of players and lists needs a reason.

    Example: deckcheck event lock 'Spring Open'
    """
    return acts.event_lines.lock(event)


@change("unlock")
def unlock(event: "SessionEvent", reason: opt.Reason = "") -> "EventDone":
    """Open registration again.

    Example: deckcheck event unlock 'Spring Open' --reason 'two more players'
    """
    return acts.event_lines.unlock(event, reason)


@change("open")
def open_lists(
    event: "SessionEvent", hide: Annotated[bool, opt.flag("--hide", "Hide the lists again.")] = False
) -> "EventDone":
    """Open the lists: from now on what is exported for players shows cards, not only hashes.

    Example: deckcheck event open 'Spring Open'
    """
    return acts.event_lines.EventDone(event.show_lists(shown=not hide))


@command("history")
def history(
    event: "SessionEvent",
    times: Annotated[bool, opt.flag("--times", "Also when, and who worked.")] = False,
    json: opt.Json = False,
) -> None:
    """List all that was done, with the reasons; any of it can be undone by its number.

    Example: deckcheck event history 'Spring Open' --times
    """
    batches = event.history()
    if json:
        print_json(acts.event_views.history_document(event.name, batches))
        return
    headers = (_("batch"), *((_("time"), _("who")) if times else ()), _("command"), _("reason"), _("state"))
    rows = [
        (
            batch.number,
            *((batch.time[:19].replace("T", " "), batch.who) if times else ()),
            batch.command,
            batch.reason,
            _("undone by {undone_by}", undone_by=batch.undone_by) if batch.undone_by else "",
        )
        for batch in batches
    ]
    print_table(*without_empty(headers, rows), optional=("who", "reason"))


@change("undo")
def undo(
    event: "SessionEvent",
    batch: Annotated[
        int | None, opt.argument("BATCH", "The number of a batch (default: the newest).")
    ] = None,
    reason: opt.Reason = "",
) -> "EventDone":
    """Undo what a command did, wholly or not at all; what players have seen needs a reason.

    Example: deckcheck event undo 'Spring Open' 12
    """
    return acts.event_lines.undo(event, batch, reason)


def _match_setting(text: str) -> tuple[str, Any]:
    """A setting of matches as it was typed; values are checked where they are used.

    >>> _match_setting("games=3"), _match_setting("match_points=3,1,0")
    (('games', 3), ('match_points', ['3', '1', '0']))
    """
    key, equals, value = text.partition("=")
    key, value = key.strip(), value.strip()
    if not equals or not value:
        raise opt.wrong(_("{text!r}, expected KEY=VALUE"), "--match", text=text)
    if key in {"games", "club_rounds", "minutes"} and value.isdecimal():
        return key, int(value[:6])
    if key in {"match_points", "game_points", "tiebreaks"}:
        return key, [part.strip() for part in value.split(",")]
    return key, value.casefold() == "true" if key == "best_of" else value


for _module in ("register", "check", "paper", "rounds", "standings", "export"):
    import_module(f"deckcheck.cli.event.{_module}")  # in the order of help
