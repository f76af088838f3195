"""`deckcheck goldfish` for games that have a simulator."""

import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from deckcheck.cli.common import EXIT_INTERRUPTED, print_json, say
from deckcheck.cli.play.simulating import Stopped, gathered, plain_output, policies_of
from deckcheck.cli.play.table import SHOWN_FROM, Order

if TYPE_CHECKING:
    from deckcheck.chance.estimates import Difference
    from deckcheck.simulators.goldfish import FishTally, FishTrial

_MOST_DECKS = 2
_HANDS = 2_000


@dataclass(frozen=True, slots=True)
class FishOrder:
    """How decks are played alone, and where the figures go."""

    policy: str
    wanted: int | None
    turns: int
    conditions: Sequence[str] = ()
    until: float | None = None
    jobs: int | None = None
    plot: Path | None = None
    xlsx: Path | None = None
    force: bool = False

    @property
    def hands(self) -> int | None:
        """The hands to play; None for as many as `until` takes."""
        return self.wanted if self.wanted or self.until else _HANDS


@dataclass(frozen=True, slots=True)
class Bowl:
    """A deck that was played, with its figures."""

    path: str
    trial: "FishTrial"
    tally: "FishTally"

    def figures(self) -> dict[str, Any]:
        """All figures, nested."""
        from deckcheck.simulators.goldfish import fish_figures

        return fish_figures(self.trial, self.tally)


def table_goldfish(order: Order, wish: FishOrder, *, show: bool, as_json: bool) -> None:
    """Plays the decks alone and prints the figures; with `show`, hands to look at."""
    from deckcheck.errors import WrongPlayersError

    if len(order.paths) > _MOST_DECKS:
        raise WrongPlayersError(f"{len(order.paths)} decks; at most two can be compared")
    policies_of(wish.policy, 1, human=False)
    trials = _trials(order, wish)
    if show:
        _deal_by_hand(trials[0])
        return
    stopped = Stopped()
    bowls = []
    for path, trial in zip(order.paths, trials, strict=True):
        if not stopped.early:
            tally = _played(trial, wish, stopped)
            bowls += [] if tally is None else [Bowl(path, trial, tally)]
    if bowls:
        _print(order, bowls, as_json=as_json)
        if wish.xlsx is not None:
            _write_workbook(wish.xlsx, bowls, force=wish.force)
        if wish.plot is not None:
            _plot(wish.plot, bowls)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


def _trials(order: Order, wish: FishOrder) -> "list[FishTrial]":
    from deckcheck.simulators.goldfish import FishTrial
    from deckcheck.simulators.hand_conditions import hand_condition

    decks, conditions = order.read(wish.conditions)
    simulator = order.simulator
    return [
        FishTrial(
            simulator,
            replace(deck, entries=()),
            simulator.first_seat([deck])[0],
            wish.policy,
            order.seed,
            wish.hands,
            wish.turns,
            tuple(hand_condition(one, deck.entries) for one in conditions),
            stream,
        )
        for stream, deck in enumerate(decks)
    ]


def _played(trial: "FishTrial", wish: FishOrder, stopped: Stopped) -> "FishTally | None":
    from deckcheck.simulators.goldfish import simulate_fish

    steps = simulate_fish(trial, wish.until, wish.jobs)
    return gathered(
        steps, lambda tally: tally.hands, wish.hands, stopped=stopped, shown_from=SHOWN_FROM
    )


def _print(order: Order, bowls: list[Bowl], *, as_json: bool) -> None:
    from deckcheck.simulators.simulation_text import DIFFERENCES, comparison_text
    from deckcheck.simulators.texts import fish_text

    if as_json:
        documents = [_document(order, bowl) for bowl in bowls]
        if len(bowls) == 1:
            print_json(documents[0])
            return
        differences = {label: found.as_json() for label, found in _differences(bowls).items()}
        head = {"schema": "deckcheck.goldfish-comparison/1", "seed": order.seed}
        print_json({**head, "decks": documents, "differences": differences})
        return
    for bowl in bowls:
        trial = bowl.trial
        typer.echo(
            f"{trial.deck.name} ({trial.policy}): {bowl.tally.hands:,} hands, "
            f"{trial.turns} turns, rules {order.edition}, seed {order.seed}\n"
        )
        if len(bowls) == 1:
            shown = fish_text(trial.simulator, bowl.figures(), plain=plain_output())
            typer.echo(shown, nl=False)
    if len(bowls) == _MOST_DECKS:
        names = bowls[0].trial.deck.name, bowls[1].trial.deck.name
        typer.echo(comparison_text(names, _differences(bowls)), nl=False)
        typer.echo(DIFFERENCES)
    else:
        typer.echo("errors are standard errors")


def _document(order: Order, bowl: Bowl) -> dict[str, Any]:
    from deckcheck.simulators.texts import fish_document

    trial = bowl.trial
    return {
        "schema": "deckcheck.goldfish/1",
        "game": order.game,
        "hands": bowl.tally.hands,
        "turns": trial.turns,
        "seed": order.seed,
        "deck": bowl.path,
        "rules": order.edition,
        "side": trial.player,
        "policy": trial.policy,
        **fish_document(bowl.figures()),
        "notes": list(trial.deck.notes),
    }


def _differences(bowls: list[Bowl]) -> "dict[str, Difference]":
    from deckcheck.chance.estimates import Difference
    from deckcheck.simulators.goldfish import compared
    from deckcheck.simulators.texts import labelled

    simulator = bowls[0].trial.simulator
    first, second = (labelled(simulator, compared(bowl.figures())) for bowl in bowls)
    return {
        name: Difference(figure, second[name]) for name, figure in first.items() if name in second
    }


def _write_workbook(path: Path, bowls: list[Bowl], *, force: bool) -> None:
    from deckcheck.show.workbook import comparison_sheet, write_workbook
    from deckcheck.simulators.texts import fish_sheets

    sheets = []
    if len(bowls) == _MOST_DECKS:
        names = bowls[0].trial.deck.name, bowls[1].trial.deck.name
        sheets.append(comparison_sheet(names, _differences(bowls)))
    for bowl in bowls:
        sheets += fish_sheets(bowl.trial.simulator, bowl.trial.deck.name, bowl.figures())
    write_workbook(path, sheets, force=force)
    say(f"{path}: written")


def _plot(path: Path, bowls: list[Bowl]) -> None:
    from deckcheck.chance.estimates import Mean
    from deckcheck.show.plots import Measured, plot_arenas_by_turn, plot_comparison

    title = " and ".join(bowl.trial.deck.name for bowl in bowls)
    title = f"{title}: {bowls[0].tally.hands:,} hands"
    if len(bowls) == _MOST_DECKS:
        pairs = {
            label: (
                Measured(found.first.value, found.first.standard_error),
                Measured(found.second.value, found.second.standard_error),
            )
            for label, found in _differences(bowls).items()
        }
        names = bowls[0].trial.deck.name, bowls[1].trial.deck.name
        plot_comparison(path, names, pairs, title=title)
    else:
        figures, simulator = bowls[0].figures(), bowls[0].trial.simulator
        states = figures["by_turn"] or [figures["opening"]]
        wanted = simulator.drawn_turns if figures["by_turn"] else figures["opening"]
        rows = [
            {
                name: Measured(state[name].mean, state[name].standard_error)
                for name in wanted
                if isinstance(state.get(name), Mean)
            }
            for state in states
        ]
        plot_arenas_by_turn(
            path, rows, title=title, ylabel="mean", from_setup=not figures["by_turn"]
        )
    say(f"{path}: written")


def _deal_by_hand(trial: "FishTrial") -> None:
    """Deals hands of a seed until the user has seen enough; hand 1 is the first of the figures."""
    number = 0
    typer.echo(f"{trial.deck.name}, seed {trial.seed}")
    while True:
        _show(trial, number)
        typer.echo("n the next hand, b the one before, t turns, q to end  > ", nl=False)
        line = sys.stdin.readline()
        word = line.strip().casefold()[:1] or "n"
        if not line or word == "q":
            typer.echo("")
            return
        if word == "t":
            _show_turns(trial, number)
            typer.echo("enter for the next hand, q to end  > ", nl=False)
            line = sys.stdin.readline()
            if not line or line.strip().casefold()[:1] == "q":
                typer.echo("")
                return
        number = max(0, number - 1) if word == "b" else number + 1


def _show(trial: "FishTrial", number: int) -> None:
    from deckcheck.simulators.goldfish import FISHES, play_alone
    from deckcheck.simulators.luck import luck_of_game
    from deckcheck.simulators.simulation_text import wrapped

    played = play_alone(trial, luck_of_game(trial.seed, FISHES + trial.stream, number))
    lines = [f"hand {number + 1}"]
    lines += [trial.simulator.event_line(event) for event in played.events]
    lines += trial.simulator.board_lines(played.final, trial.player)
    typer.echo("\n" + "\n".join(wrapped(lines, _width())))


def _show_turns(trial: "FishTrial", number: int) -> None:
    from deckcheck.simulators.goldfish import FISHES, play_alone
    from deckcheck.simulators.luck import luck_of_game
    from deckcheck.simulators.simulation_text import wrapped

    played = play_alone(trial, luck_of_game(trial.seed, FISHES + trial.stream, number))
    turns = trial.simulator.turns(played.final, trial.player, max(1, trial.turns), played.luck)
    for place, turn in enumerate(turns, start=1):
        lines = [f"turn {place:<2} {trial.simulator.event_line(event)}" for event in turn.events]
        typer.echo("\n".join(wrapped([*lines, *(f"  {line}" for line in turn.lines)], _width())))


def _width() -> int:
    return min(shutil.get_terminal_size((100, 24)).columns, 100)
