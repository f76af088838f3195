"""`deckcheck setup` for games that have a simulator: one setup, or statistics over many."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from deckcheck.cli.common import EXIT_INTERRUPTED, print_json, say
from deckcheck.cli.play.simulating import HUMAN, Stopped, gathered, plain_output, policies_of
from deckcheck.cli.play.table import SHOWN_FROM, Order, Seats, seat

if TYPE_CHECKING:
    from deckcheck.simulators.tally import Tally


@dataclass(frozen=True, slots=True)
class Figures:
    """What is to be counted and where it goes; nothing is counted without `games` or `until`."""

    games: int | None = None
    until: float | None = None
    jobs: int | None = None
    plot: Path | None = None
    xlsx: Path | None = None
    force: bool = False


def table_setup(
    order: Order,
    policy: str,
    fixed: Mapping[int, int],
    figures: Figures,
    *,
    play: bool,
    as_json: bool,
) -> None:
    """Plays one setup and shows it, or many and shows the figures."""
    from deckcheck.errors import WrongPlayersError

    simulator = order.simulator
    if fixed and simulator.players != ("dark", "light"):
        raise WrongPlayersError("--dark and --light are for games with these sides")
    policies = policies_of(policy, len(order.paths), play=play)
    decks, _ = order.read()
    seats = seat(simulator, decks, order.paths, policies, fixed)
    if figures.games is None and figures.until is None:
        if figures.plot or figures.xlsx:
            raise WrongPlayersError("--plot and --xlsx draw statistics; add --games N")
        _show_one(order, seats, as_json=as_json)
        return
    if HUMAN in policies:
        raise WrongPlayersError("nobody plays thousands of games by hand; leave out --games")
    _show_many(order, seats, figures, as_json=as_json)


def _head(order: Order, schema: str) -> dict[str, Any]:
    return {"schema": schema, "game": order.game, "rules": order.edition, "seed": order.seed}


def _show_one(order: Order, seats: Seats, *, as_json: bool) -> None:
    from deckcheck.simulators.luck import lucks
    from deckcheck.simulators.playing import deal, documents, make_policies, names_of, play
    from deckcheck.simulators.setup_statistics import SETUPS
    from deckcheck.simulators.texts import setup_text

    simulator = seats.simulator
    (luck,) = lucks(order.seed, SETUPS, 0, 1)
    dealt = deal(simulator, seats.decks, luck)
    names = tuple(None if name == HUMAN else name for name in seats.policies)
    policies = make_policies(simulator, seats.decks, names, luck)
    if HUMAN in seats.policies:
        from deckcheck.cli.play.table_playing import play_by_hand

        played = play_by_hand(simulator, dealt, policies)
    else:
        played = play(simulator, dealt, policies)
    if as_json:
        players = {}
        for place, name, _, path, policy in seats.taken():
            piles = dealt.piles[place] or {}
            shown = {pile: names_of(cards) for pile, cards in piles.items()}
            players[name] = {"deck": path, "policy": policy, **shown}
        ended = documents(simulator, played.final, [deck is not None for deck in seats.decks])
        head = _head(order, "deckcheck.setup/1")
        print_json(
            {**head, "players": players, "events": list(played.events), "result": dict(ended)}
        )
        return
    text = setup_text(simulator, seats.decks, seats.policies, played.events, played.final, _width())
    typer.echo(text, nl=False)
    typer.echo(f"\nrules {order.edition}, seed {order.seed}")


def _show_many(order: Order, seats: Seats, figures: Figures, *, as_json: bool) -> None:
    from deckcheck.simulators.setup_statistics import TableTrial, simulate_tables

    trial = TableTrial(seats.simulator, seats.decks, seats.policies, order.seed, figures.games)
    stopped = Stopped()
    steps = simulate_tables(trial, figures.until, figures.jobs)
    found = gathered(steps, _games, figures.games, stopped=stopped, shown_from=SHOWN_FROM)
    if found is not None:
        _print_many(order, seats, found, as_json=as_json)
        if figures.xlsx is not None:
            _write_workbook(figures.xlsx, seats, found, force=figures.force)
        if figures.plot is not None:
            _plot(figures.plot, seats, found)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


def _games(tallies: "tuple[Tally | None, ...]") -> int:
    return next((tally.games for tally in tallies if tally is not None), 0)


def _print_many(
    order: Order, seats: Seats, found: "tuple[Tally | None, ...]", *, as_json: bool
) -> None:
    from deckcheck.simulators.texts import tally_document, tally_text

    if as_json:
        players = {}
        for place, name, deck, path, policy in seats.taken():
            tally = found[place]
            if tally is not None:
                counted = tally_document(tally, deck)
                players[name] = {"deck": path, "policy": policy, **counted}
        head = _head(order, "deckcheck.setup-statistics/1")
        print_json({**head, "games": _games(found), "players": players})
        return
    for place, name, deck, _, policy in seats.taken():
        tally = found[place]
        if tally is not None:
            typer.echo(f"{name}: {deck.name} ({policy}), {tally.games:,} setups")
            typer.echo(tally_text(seats.simulator, tally, deck, _width(), plain=plain_output()))
    typer.echo(f"rules {order.edition}, seed {order.seed}; errors are standard errors")


def _write_workbook(
    path: Path, seats: Seats, found: "tuple[Tally | None, ...]", *, force: bool
) -> None:
    from deckcheck.show.workbook import write_workbook
    from deckcheck.simulators.texts import setup_sheets

    sheets = []
    for place, name, deck, _, _ in seats.taken():
        tally = found[place]
        if tally is not None:
            sheets += setup_sheets(seats.simulator, f"{name} {deck.name}", tally, deck)
    write_workbook(path, sheets, force=force)
    say(f"{path}: written")


def _plot(path: Path, seats: Seats, found: "tuple[Tally | None, ...]") -> None:
    """Draws how the first number of the game's figures is distributed."""
    from deckcheck.show.plots import plot_totals
    from deckcheck.simulators.texts import label

    drawn = {}
    shown = ""
    for place, name, deck, _, _ in seats.taken():
        tally = found[place]
        if tally is not None and seats.simulator.drawn in tally.values:
            shown = seats.simulator.drawn
            values = tally.distribution(shown)
            drawn[f"{name}: {deck.name}"] = {value: one.value for value, one in values.items()}
    what = label(seats.simulator, shown)
    plot_totals(path, drawn, title=f"Setup, {_games(found):,} games", xlabel=what)
    say(f"{path}: written")


def _width() -> int:
    return min(shutil.get_terminal_size((100, 24)).columns, 100)
