"""`deckcheck event stats` and `deckcheck league`: what was played, standings over events."""

from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import DbOption, JsonOption, print_json, say
from deckcheck.cli.event.common import all_events, command

if TYPE_CHECKING:
    from deckcheck.acts.events import SessionEvent
    from deckcheck.events.statistics import GameRecord

_MOST = 20
_RECORD = ("won-drawn-lost", "games won")


@command("stats")
def stats(
    event: "SessionEvent",
    cards: Annotated[
        int, typer.Option("--cards", metavar="N", min=0, help="How many cards to show.")
    ] = _MOST,
    json: JsonOption = False,
) -> None:
    """Say what was played: sides with their wins, decks that are alike, cards in most decks.

    Each share of games won has its interval, which holds the truth in 95 of 100 cases.

    Example: deckcheck event stats 'Spring Open'
    """
    from deckcheck.events.statistics import statistics_document
    from deckcheck.show.tables import print_table

    found, tournament, seats = event.statistics(), event.tournament, event.seats
    names = {seat.code: seat.name for seat in seats}
    if json:
        print_json({**statistics_document(tournament, found, names), "event": event.name})
        return
    players = {player.number: player.name for player in tournament.players}
    typer.echo(f"{len(players)} players, {found.decks} decks")
    seat_rows = [(names[one.seat], one.decks, *_record(one.record)) for one in found.seats]
    print_table(("seat", "decks", *_RECORD), seat_rows)
    if found.groups:
        typer.echo("")
        rows = [
            (
                len(one.decks),
                names[one.decks[0].seat],
                sum(one.core.values()),
                *_record(one.record),
                ", ".join(players[deck.player] for deck in one.decks),
            )
            for one in found.groups
        ]
        print_table(("decks alike", "seat", "cards in all", *_RECORD, "players"), rows)
    if found.cards and cards:
        typer.echo("")
        shown = [(c.name, c.decks, c.copies, *_record(c.record)) for c in found.cards[:cards]]
        print_table(("card", "decks", "copies", *_RECORD), shown)
    if found.unknown_games:
        say(f"{found.unknown_games} games are not counted for seats: nobody noted who sat where")


def _record(record: "GameRecord") -> tuple[str, str]:
    """Games won, drawn and lost, and the share of those won with its interval of 95 %."""
    games = f"{record.won}-{record.drawn}-{record.lost}"
    rate = record.win_rate
    if not rate.trials:
        return games, ""
    low, high = rate.interval
    return games, f"{rate.estimate:.0%} ({100 * low:.0f} to {high:.0%})"


def league(
    names: Annotated[
        list[str], typer.Argument(metavar="EVENT...", help="The events, in the order of columns.")
    ],
    points: Annotated[
        str, typer.Option("--points", metavar="N,N,...", help="What the first places of an event give.")
    ] = "10,8,6,5,4,3,2,1",
    taking_part: Annotated[
        int, typer.Option("--taking-part", metavar="N", min=0, help="Points for having played.")
    ] = 0,
    best: Annotated[
        int, typer.Option("--best", metavar="N", min=0, help="Only the best N events count.")
    ] = 0,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Show the standings over several events by a table of points.

    Players are known by their names; those who share a place share the points of their places.

    Example: deckcheck league 'Spring Open' 'Autumn Open' --points 5,3,2,1 --taking-part 1
    """
    from deckcheck.events.league import league_standings
    from deckcheck.events.standings import number_text
    from deckcheck.events.tournament import number_json
    from deckcheck.show.tables import print_table
    from deckcheck.show.wording import count

    with all_events(db) as events:
        tournaments = {one.name: one.tournament for one in map(events.get, names)}
    if not all(part.strip().isdecimal() for part in points.split(",")):
        raise typer.BadParameter(f"{points!r}, expected like 10,8,6", param_hint="--points")
    table = [int(part.strip()[:9]) for part in points.split(",")]
    places = league_standings(tournaments, table, taking_part=taking_part, best=best)
    if json:
        rows = [
            {
                "rank": p.rank,
                "name": p.name,
                "points": number_json(p.points),
                "events": {e: None if v is None else number_json(v) for e, v in p.of_events.items()},
                "counted": list(p.counted),
            }
            for p in places
        ]
        open_ = {name: one.open_tables for name, one in tournaments.items()}
        print_json(
            {
                "schema": "deckcheck.league/1",
                "events": list(tournaments),
                "points": table,
                "standings": rows,
                "open_tables": open_,
            }
        )
    elif places:
        print_table(
            ("rank", "player", "points", *tournaments),
            [
                (
                    p.rank,
                    p.name,
                    number_text(p.points),
                    *("" if v is None else number_text(v) for v in p.of_events.values()),
                )
                for p in places
            ],
        )
    else:
        say("no players yet")
    for name, one in tournaments.items():
        if one.open_tables:
            missing = count(one.open_tables, "result is", "results are")
            say(f"{name}: {missing} missing; its places may still change")
