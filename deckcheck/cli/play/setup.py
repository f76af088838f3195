"""`deckcheck setup`: one setup shown move by move, or statistics over many."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import (
    EXIT_INTERRUPTED,
    DbOption,
    DeckGameOption,
    FromOption,
    JsonOption,
    print_json,
    say,
)
from deckcheck.cli.open_decks import open_decks
from deckcheck.cli.play.simulating import (
    ForceOption,
    JobsOption,
    PlotOption,
    RulesOption,
    SeedOption,
    SheetOption,
    Stopped,
    UntilOption,
    chosen_seed,
    gathered,
    plain_output,
    policies_of,
)
from deckcheck.cli.play.tables import SHOWN_FROM, SHOWN_FROM_FAST, open_table
from deckcheck.show.screen import text_width

if TYPE_CHECKING:
    from deckcheck.session.play import SeatedDecks, SetupFigures

SIDES = ("dark", "light")
_MOST_DECKS = 2


@dataclass(frozen=True, slots=True)
class WantedFigures:
    """The figures to count and where they go; none without `games` or `until`."""

    games: int | None = None
    until: float | None = None
    jobs: int | None = None
    plot: Path | None = None
    xlsx: Path | None = None
    force: bool = False

    @property
    def wanted(self) -> bool:
        """Whether figures are asked for, and not one setup to look at."""
        return self.games is not None or self.until is not None


def setup(
    decks: Annotated[
        list[str] | None,
        typer.Argument(metavar="DECK [DECK]", help="Deck files or saved decks: one to play alone, or two."),
    ] = None,
    dark: Annotated[
        str | None, typer.Option("--dark", metavar="DECK", help="The deck that plays Dark.")
    ] = None,
    light: Annotated[
        str | None, typer.Option("--light", metavar="DECK", help="The deck that plays Light.")
    ] = None,
    rules: RulesOption = None,
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="NAME[,NAME]",
            help="random, greedy or planner; two names are for the first and second deck.",
        ),
    ] = "planner",
    play: Annotated[
        bool, typer.Option("--play", help="Play the first deck yourself, at the terminal.")
    ] = False,
    games: Annotated[
        int | None, typer.Option("--games", metavar="N", min=1, help="Play N, give statistics.")
    ] = None,
    until: UntilOption = None,
    seed: SeedOption = None,
    plot: PlotOption = None,
    xlsx: SheetOption = None,
    force: ForceOption = False,
    jobs: JobsOption = None,
    from_: FromOption = None,
    game: DeckGameOption = None,
    json: JsonOption = False,
    db: DbOption = None,
) -> None:
    """Play the setup of one deck or two and show it; with --games, statistics over many.

    Each deck is set up by the rules of its game. Where one plays Dark and one Light, that follows
    from the cards; --dark and --light decide otherwise.

    Example: deckcheck setup empire.dek rebels.dek --seed 7
    """
    from deckcheck.errors import WrongPlayersError
    from deckcheck.simulators.by_hand import HUMAN

    paths, fixed = seats(decks or [], dark, light)
    opened, code = open_decks(paths, from_, game, db)
    figures = WantedFigures(games, until, jobs, plot, xlsx, force)
    _check(code, figures, fixed)
    policies = policies_of(policy, len(paths), play=play)
    seed = chosen_seed(seed)
    table = open_table(opened, code, rules, db, fixed)
    if not figures.wanted:
        _show_one(table, seed, policies, as_json=json)
        return
    if HUMAN in policies:
        raise WrongPlayersError("nobody plays thousands of games by hand; leave out --games")
    _show_many(table, seed, policies, figures, as_json=json)


def _check(game: str, figures: WantedFigures, fixed: dict[int, int]) -> None:
    """Raises `WrongPlayersError` for options that do not go together."""
    from deckcheck.errors import WrongPlayersError
    from deckcheck.games import get_simulator

    if fixed and get_simulator(game).players != SIDES:
        raise WrongPlayersError("--dark and --light are for games with these sides")
    if not figures.wanted and (figures.plot or figures.xlsx):
        raise WrongPlayersError("--plot and --xlsx draw statistics; add --games N")


def seats(decks: list[str], dark: str | None, light: str | None) -> tuple[list[str], dict[int, int]]:
    """The files in the order given, and which of them is Dark (0) or Light (1) where stated.

    --dark and --light may name one of the decks, or one more.

    >>> seats(["a.dek", "b.dek"], "b.dek", None)
    (['a.dek', 'b.dek'], {0: 1, 1: 0})
    """
    from deckcheck.errors import WrongPlayersError

    paths = list(decks)
    fixed: dict[int, int] = {}
    for place, option in enumerate((dark, light)):
        if option is None:
            continue
        free = [n for n, path in enumerate(paths) if path == option and n not in fixed.values()]
        if not free:
            paths.append(option)
        fixed[place] = free[0] if free else len(paths) - 1
    if not 1 <= len(paths) <= _MOST_DECKS:
        raise WrongPlayersError(f"{len(paths)} decks to play with; name one or two deck files")
    if len(paths) == _MOST_DECKS and len(fixed) == 1:
        place, number = next(iter(fixed.items()))
        fixed[1 - place] = 1 - number
    return paths, fixed


def _show_one(table: "SeatedDecks", seed: int, policies: Sequence[str], *, as_json: bool) -> None:
    """One setup, played to the end, as text or as the document of the contract."""
    from deckcheck.simulators.by_hand import HUMAN
    from deckcheck.simulators.move_by_move import game_of_seed
    from deckcheck.simulators.playing import make_policies, play
    from deckcheck.simulators.texts import setup_text

    simulator, seated = table.simulator, table.by_seat(policies)
    dealt = game_of_seed(simulator, table.decks, seed)
    names = [None if name == HUMAN else name for name in seated]
    moves = make_policies(simulator, table.decks, names, dealt.random_state)
    if HUMAN in policies:
        from deckcheck.cli.play.playing import play_by_hand

        played = play_by_hand(simulator, dealt, moves)
    else:
        played = play(simulator, dealt, moves)
    if as_json:
        print_json(table.result(seed, policies, dealt, played).document())
        return
    text = setup_text(simulator, table.decks, seated, played.events, played.final, text_width())
    typer.echo(text, nl=False)
    typer.echo(f"\nrules {table.rules}, seed {seed}")


def _show_many(
    table: "SeatedDecks", seed: int, policies: Sequence[str], wanted: WantedFigures, *, as_json: bool
) -> None:
    """Statistics over many setups."""
    from deckcheck.simulators.setup_statistics import games_of, setup_trial, simulate_setups

    seated = table.by_seat(policies)
    trial = setup_trial(table.simulator, table.decks, seated, seed, wanted.games)
    stopped = Stopped()
    steps = simulate_setups(trial, wanted.until, wanted.jobs)
    shown_from = SHOWN_FROM if trial.fast is None else SHOWN_FROM_FAST
    tallies = gathered(steps, games_of, wanted.games, stopped=stopped, shown_from=shown_from)
    if tallies is not None:
        found = table.figures(seed, policies, tallies)
        if wanted.xlsx is not None:
            found.workbook(wanted.xlsx, force=wanted.force)
            say(f"{wanted.xlsx}: written")
        if wanted.plot is not None:
            found.plot(wanted.plot)
            say(f"{wanted.plot}: written")
        if as_json:
            print_json(found.document())
        else:
            _print_figures(found)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


def _print_figures(found: "SetupFigures") -> None:
    from deckcheck.simulators.texts import tally_text

    simulator = found.table.simulator
    for seat, tally in found.counted:
        typer.echo(f"{seat.player}: {seat.deck.name} ({seat.policy}), {tally.games:,} setups")
        typer.echo(tally_text(simulator, tally, seat.deck, text_width(), plain=plain_output()))
    typer.echo(f"rules {found.rules}, seed {found.seed}; errors are standard errors")
