"""`deckcheck setup`: one setup shown move by move, or statistics over many."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckcheck.cli.common import (
    EXIT_INTERRUPTED,
    DbOption,
    DeckGameOption,
    JsonOption,
    print_json,
    say,
)
from deckcheck.cli.open_decks import open_decks
from deckcheck.cli.play.seats import SHOWN_FROM, SHOWN_FROM_FAST, PlayOptions, Seats, seat
from deckcheck.cli.play.simulating import (
    HUMAN,
    ForceOption,
    FromOption,
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
    text_width,
)

if TYPE_CHECKING:
    from deckcheck.simulators.setup_statistics import Tallies
    from deckcheck.simulators.simulator import PlayDeck
    from deckcheck.simulators.tally import FigureTally

    Counted = tuple[str, PlayDeck, str, str, FigureTally]

SIDES = ("dark", "light")
_MOST_DECKS = 2


@dataclass(frozen=True, slots=True)
class WantedFigures:
    """What is to be counted and where it goes; nothing is counted without `games` or `until`."""

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
        typer.Argument(
            metavar="DECK [DECK]", help="Deck files or saved decks: one to play alone, or two."
        ),
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

    paths, fixed = seats(decks or [], dark, light)
    opened, code = open_decks(paths, from_, game, db)
    options = PlayOptions(opened, code, rules, chosen_seed(seed), db)
    figures = WantedFigures(games, until, jobs, plot, xlsx, force)
    _check(options, figures, fixed)
    policies = policies_of(policy, len(paths), play=play)
    read, _ = options.read()
    table = seat(options.simulator, read, paths, policies, fixed)
    if not figures.wanted:
        _show_one(options, table, as_json=json)
        return
    if HUMAN in policies:
        raise WrongPlayersError("nobody plays thousands of games by hand; leave out --games")
    _show_many(options, table, figures, as_json=json)


def _check(options: PlayOptions, figures: WantedFigures, fixed: dict[int, int]) -> None:
    """Raises `WrongPlayersError` for options that do not go together."""
    from deckcheck.errors import WrongPlayersError

    if fixed and options.simulator.players != SIDES:
        raise WrongPlayersError("--dark and --light are for games with these sides")
    if not figures.wanted and (figures.plot or figures.xlsx):
        raise WrongPlayersError("--plot and --xlsx draw statistics; add --games N")


def seats(
    decks: list[str], dark: str | None, light: str | None
) -> tuple[list[str], dict[int, int]]:
    """The files in the order given, and for Dark (0) and Light (1) which of them it is, if said.

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


def _show_one(options: PlayOptions, table: Seats, *, as_json: bool) -> None:
    """One setup, played to the end, as text or as the document of the contract."""
    from deckcheck.simulators.move_by_move import game_of_seed
    from deckcheck.simulators.playing import documents, make_policies, names_of, play
    from deckcheck.simulators.texts import setup_text

    simulator = table.simulator
    dealt = game_of_seed(simulator, table.decks, options.seed)
    names = [None if name == HUMAN else name for name in table.policies]
    policies = make_policies(simulator, table.decks, names, dealt.random_state)
    if HUMAN in table.policies:
        from deckcheck.cli.play.playing import play_by_hand

        played = play_by_hand(simulator, dealt, policies)
    else:
        played = play(simulator, dealt, policies)
    if not as_json:
        text = setup_text(
            simulator, table.decks, table.policies, played.events, played.final, text_width()
        )
        typer.echo(text, nl=False)
        typer.echo(f"\nrules {options.edition}, seed {options.seed}")
        return
    players = {
        name: {"deck": path, "policy": policy}
        | {pile: names_of(cards) for pile, cards in (dealt.piles[place] or {}).items()}
        for place, name, _, path, policy in table.taken()
    }
    ended = documents(simulator, played.final, [deck is not None for deck in table.decks])
    head = options.head("deckcheck.setup/1")
    print_json({**head, "players": players, "events": list(played.events), "result": dict(ended)})


def _show_many(
    options: PlayOptions, table: Seats, figures: WantedFigures, *, as_json: bool
) -> None:
    """Statistics over many setups."""
    from deckcheck.simulators.setup_statistics import games_of, setup_trial, simulate_setups

    trial = setup_trial(table.simulator, table.decks, table.policies, options.seed, figures.games)
    stopped = Stopped()
    steps = simulate_setups(trial, figures.until, figures.jobs)
    shown_from = SHOWN_FROM if trial.fast is None else SHOWN_FROM_FAST
    found = gathered(steps, games_of, figures.games, stopped=stopped, shown_from=shown_from)
    if found is not None:
        _print_statistics(options, table, found, as_json=as_json)
        if figures.xlsx is not None:
            _write_workbook(figures.xlsx, table, found, force=figures.force)
        if figures.plot is not None:
            _plot(figures.plot, table, found)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


def _counted(table: Seats, found: "Tallies") -> "Iterator[Counted]":
    """Yields for each player the name, the deck, its file and policy, and what was counted."""
    for place, name, deck, path, policy in table.taken():
        tally = found[place]
        if tally is not None:
            yield name, deck, path, policy, tally


def _print_statistics(
    options: PlayOptions, table: Seats, found: "Tallies", *, as_json: bool
) -> None:
    from deckcheck.simulators.documents import setup_document
    from deckcheck.simulators.setup_statistics import games_of
    from deckcheck.simulators.texts import tally_text

    simulator = table.simulator
    if as_json:
        players = {
            name: {"deck": path, "policy": policy, **setup_document(simulator, tally, deck)}
            for name, deck, path, policy, tally in _counted(table, found)
        }
        head = options.head("deckcheck.setup-statistics/1")
        print_json({**head, "games": games_of(found), "players": players})
        return
    for name, deck, _, policy, tally in _counted(table, found):
        typer.echo(f"{name}: {deck.name} ({policy}), {tally.games:,} setups")
        typer.echo(tally_text(simulator, tally, deck, text_width(), plain=plain_output()))
    typer.echo(f"rules {options.edition}, seed {options.seed}; errors are standard errors")


def _write_workbook(path: Path, table: Seats, found: "Tallies", *, force: bool) -> None:
    from deckcheck.show.workbook import write_workbook
    from deckcheck.simulators.sheets import setup_sheets

    sheets = [
        sheet
        for name, deck, _, _, tally in _counted(table, found)
        for sheet in setup_sheets(table.simulator, f"{name} {deck.name}", tally, deck)
    ]
    write_workbook(path, sheets, force=force)
    say(f"{path}: written")


def _plot(path: Path, table: Seats, found: "Tallies") -> None:
    """Draws how one number of the game's figures is distributed."""
    from deckcheck.show.plots import plot_totals
    from deckcheck.simulators.labels import PLOT, label
    from deckcheck.simulators.setup_statistics import games_of

    drawn = table.simulator.drawn
    values = {
        f"{name}: {deck.name}": {
            value: proportion.value for value, proportion in tally.distribution(drawn).items()
        }
        for name, deck, _, _, tally in _counted(table, found)
    }
    shown = {name: proportions for name, proportions in values.items() if proportions}
    title = f"Setup, {games_of(found):,} games"
    plot_totals(path, shown, title=title, xlabel=label(table.simulator, drawn, PLOT))
    say(f"{path}: written")
