"""`deckcheck event pair`, `pairings`, `publish`, `result`, `swap`, `drop`, `extend`, `note`, `spot-check`."""

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck import acts
from deckcheck.cli import options as opt
from deckcheck.cli.common import print_json, say
from deckcheck.cli.event.common import change, command, tell
from deckcheck.show.language import gettext as _
from deckcheck.show.tables import print_table, without_empty

if TYPE_CHECKING:
    from deckcheck.acts.event_lines import EventDone
    from deckcheck.acts.event_views import Round, RoundDone, Tournament
    from deckcheck.acts.events import SessionEvent


@command("pair")
def pair(
    event: "SessionEvent",
    stage: Annotated[
        str | None,
        opt.option("STAGE", "swiss, elimination or round-robin (default: as the last round, else swiss)."),
    ] = None,
    cut: Annotated[int, opt.option("N", "The best N go into the elimination.", min=0)] = 0,
    by_hand: Annotated[
        list[str] | None, opt.option("PAIR", "A pair, like 'Ada - Bo', or 'Cy': a bye.")
    ] = None,
    seed: Annotated[int | None, opt.option("N", "Draw by this seed.", min=0)] = None,
    reason: opt.Reason = "",
    json: opt.Json = False,
) -> None:
    """Pair the next round. Players see it once it is published; until then it can be changed.

    Swiss pairings repeat none as long as any round without a repeated one exists. With --by-hand
    for each pair, and a reason, the pairings are just these.

    Example: deckcheck event pair 'Spring Open' --seed 7
    """
    if stage is not None and stage not in acts.event_views.STAGES:
        raise opt.wrong(
            _("{stage!r}, expected {stages}"),
            "--stage",
            stage=stage,
            stages=", ".join(acts.event_views.STAGES),
        )
    if told := acts.event_checks.not_ready(event):
        say(told)
    chosen = acts.event_lines.chosen_seed(seed)
    done = event.pair(
        chosen,
        stage=stage,  # type: ignore[arg-type]
        cut=cut,
        by_hand=by_hand or (),
        reason=reason,
    )
    if seed is None and not by_hand:
        say(_("seed {chosen}"), chosen=chosen)
    _tell_round(event, done, json=json)


@command("pairings")
def pairings(
    event: "SessionEvent",
    number: opt.Round = None,
    by_name: Annotated[bool, opt.flag("--by-name", "By name: every player with table and opponent.")] = False,
    json: opt.Json = False,
) -> None:
    """Show the pairings of a round, by table or by name.

    Example: deckcheck event pairings 'Spring Open' --by-name
    """
    view = event.view()
    if json:
        print_json(view.pairings(number))
    else:
        print_round(view.tournament, view.round(number), by_name=by_name)


@change("publish")
def publish(event: "SessionEvent", number: opt.Round = None) -> "EventDone":
    """Publish a round. Later changes need --reason.

    Example: deckcheck event publish 'Spring Open'
    """
    return acts.event_lines.publish(event, number)


@change("result")
def result(
    event: "SessionEvent",
    results: Annotated[
        list[str],
        opt.argument(
            "TABLE RESULT",
            "A table, or a player from whom it is seen, and the result: 2-0, 1-1, WL, draw, "
            "'absent 2', none.",
        ),
    ],
    number: opt.Round = None,
    change: Annotated[bool, opt.flag("--change", "Change a result that is there already.")] = False,
    reason: opt.Reason = "",
) -> "EventDone":
    """Enter results of a round, all of them or none; what cannot be names its table.

    A result is that of the player who is named first at the table: games won, lost, and drawn. It
    can be given as it is called out, too: Ada 2-0 Bo.

    Example: deckcheck event result 'Spring Open' 1 2-0 2 1-1 Ada 0-2
    """
    typed = acts.event_views.typed_results(results)
    done = event.enter_results(typed, number=number, change=change, reason=reason)
    return acts.event_lines.of_round(done, *acts.event_lines.result_lines(done))


@command("swap")
def swap(
    event: "SessionEvent",
    one: opt.Player,
    other: Annotated[str, opt.argument("OTHER", "The other player.")],
    reason: opt.Reason = "",
    json: opt.Json = False,
) -> None:
    """Put two players of the last round into each other's places; all other tables stay.

    Example: deckcheck event swap 'Spring Open' Ada Bo --reason 'they are sisters'
    """
    done = event.swap(one, other, reason)
    _tell_round(event, done, json=json)


@change("drop")
def drop(
    event: "SessionEvent",
    player: opt.Player,
    back: Annotated[bool, opt.flag("--back", "The player plays again.")] = False,
    reason: opt.Reason = "",
) -> "EventDone":
    """Take a player out of the rounds to come; all that was played stays.

    Example: deckcheck event drop 'Spring Open' Ada
    """
    return acts.event_lines.drop(event, player, reason, back=back)


@change("extend")
def extend(
    event: "SessionEvent",
    table: Annotated[int, opt.argument("TABLE", "The table.", min=1)],
    minutes: Annotated[int, opt.argument("MINUTES", "Extra time; 0 for none.")],
    number: opt.Round = None,
) -> "EventDone":
    """Give a table extra time, such as after a deck check.

    Example: deckcheck event extend 'Spring Open' 3 5
    """
    return acts.event_lines.extend(event, table, minutes, number)


@change("first")
def first(
    event: "SessionEvent",
    table: Annotated[int, opt.argument("TABLE", "The table.", min=1)],
    player: opt.Player,
    number: opt.Round = None,
) -> "EventDone":
    """Write down who has the first seat in game one, where players bid for it.

    Example: deckcheck event first 'Spring Open' 3 Ada
    """
    return acts.event_lines.of_round(event.give_first_seat(table, player, number=number))


@change("note")
def note(
    event: "SessionEvent",
    player: opt.Player,
    text: Annotated[str, opt.argument("TEXT", "What is to be remembered.")],
    penalty: Annotated[
        str, opt.option("KIND", "The penalty: warning, game-loss, match-loss, or your own.")
    ] = "",
) -> "EventDone":
    """Write down a note on a player, for the staff alone, or a penalty with its reason, for the player, too.

    Example: deckcheck event note 'Spring Open' Ada 'late for round 2' --penalty warning
    """
    return acts.event_lines.note(event, player, text, penalty)


@change("spot-check")
def spot_check(
    event: "SessionEvent",
    count: Annotated[int, opt.argument("N", "How many players.", min=1)] = 1,
    again: Annotated[bool, opt.flag("--again", "Draw among all, also those drawn before.")] = False,
    seed: Annotated[int | None, opt.option("N", "Draw by this seed.", min=0)] = None,
) -> "EventDone":
    """Draw players whose decks are checked; nobody twice until all were drawn.

    Example: deckcheck event spot-check 'Spring Open' 2 --seed 7
    """
    return acts.event_lines.spot_check(event, count, seed, again=again)


@command("notes")
def notes(event: "SessionEvent", json: opt.Json = False) -> None:
    """List the notes and penalties, by player.

    Example: deckcheck event notes 'Spring Open'
    """
    view = event.view()
    if json:
        listed = view.notes_documents()
        print_json({"schema": "deckcheck.event-notes/1", "event": event.name, "notes": listed})
    elif (found := view.notes())[1]:
        print_table(*found)
    else:
        say(_("no notes"))


def print_round(event: "Tournament", one: "Round", *, by_name: bool = False) -> None:
    """Prints the pairings of a round, by table, or by name with every player once."""
    title, table = acts.event_views.round_table(event, one, by_name=by_name)
    typer.echo(title)
    print_table(*without_empty(*table))


def _tell_round(event: "SessionEvent", done: "RoundDone", *, json: bool) -> None:
    if json:
        for text in done.notes:
            say(text)
        print_json({**acts.event_views.pairings_document(done.event, done.round), "batch": done.batch})
        return
    print_round(done.event, done.round)
    tell(acts.event_lines.of_round(done), {"event": event}, json=False)
