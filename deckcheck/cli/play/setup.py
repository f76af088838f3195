"""`deckcheck setup`: one setup shown move by move, or statistics over many."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

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
from deckcheck.cli.play.simulating import (
    HUMAN,
    RULES,
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
    has_simulator,
    plain_output,
    policies_of,
    read_setup_decks,
)

if TYPE_CHECKING:
    from deckcheck.games.swtcg.setup.cards import SetupDeck
    from deckcheck.games.swtcg.setup.statistics import SetupStatistics

T = TypeVar("T")

_MOST_DECKS = 2


@dataclass(frozen=True, slots=True)
class Table:
    """Who plays: decks, files and policies, Dark first; None where nobody sits."""

    decks: "tuple[SetupDeck | None, ...]"
    paths: tuple[str | None, ...]
    policies: tuple[str | None, ...]
    rules: str
    seed: int

    def seats(self) -> "Iterator[tuple[int, str, SetupDeck, str, str]]":
        """Yields for each player the place, the name (dark, light), deck, file and policy."""
        for place, name in enumerate(("dark", "light")):
            deck, path, policy = self.decks[place], self.paths[place], self.policies[place]
            if deck is not None and path is not None and policy is not None:
                yield place, name, deck, path, policy


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

    Which deck plays Dark follows from the cards; --dark and --light decide otherwise. Decks of
    Destiny, the Stargate TCG and the LCG are set up by their own rules.

    Example: deckcheck setup empire.dek rebels.dek --seed 7
    """
    from deckcheck.errors import WrongPlayersError

    paths, fixed = seats(decks or [], dark, light)
    opened, code = open_decks(paths, from_, game, db)
    start = chosen_seed(seed)
    if has_simulator(code):
        from deckcheck.cli.play.table import Order
        from deckcheck.cli.play.table_setup import Figures, table_setup

        order = Order(opened, code, rules, start, db)
        figures = Figures(games, until, jobs, plot, xlsx, force)
        table_setup(order, policy, fixed, figures, play=play, as_json=json)
        return
    read, _ = read_setup_decks(opened, rules or RULES, db)
    policies = policies_of(policy, len(read), play=play)
    table = _seated([one.label for one in opened], read, policies, fixed, rules or RULES, start)
    if games is None and until is None:
        if plot or xlsx:
            raise WrongPlayersError("--plot and --xlsx draw statistics; add --games N")
        _show_one(table, as_json=json)
    else:
        if HUMAN in policies:
            raise WrongPlayersError("nobody plays thousands of games by hand; leave out --games")
        _show_many(table, games, until, jobs, plot=plot, xlsx=xlsx, force=force, as_json=json)


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


def _seated(
    paths: list[str],
    read: "list[SetupDeck]",
    policies: list[str],
    fixed: dict[int, int],
    rules: str,
    seed: int,
) -> Table:
    """Everybody at the table; where no option says it, the decks say who plays Dark."""
    from deckcheck.games.swtcg.cards import LIGHT
    from deckcheck.games.swtcg.setup.cards import choose_dark

    places = dict(fixed)
    if not places and len(read) == 1:
        places = {1 if read[0].side == LIGHT else 0: 0}
    elif not places:
        dark, note = choose_dark(read[0].side, read[1].side)
        places = {0: dark, 1: 1 - dark}
        if note:
            say(f"deckcheck: {note}")

    def at(items: list[T]) -> tuple[T | None, T | None]:
        return (
            items[places[0]] if 0 in places else None,
            items[places[1]] if 1 in places else None,
        )

    return Table(at(read), at(paths), at(policies), rules, seed)


def _show_one(table: Table, *, as_json: bool) -> None:
    """One setup, played to the end, as text or as the document of the contract."""
    from deckcheck.chance.random_words import RandomWords
    from deckcheck.games.swtcg.setup.policies import make_policy
    from deckcheck.games.swtcg.setup.rules import get_setup_rules
    from deckcheck.games.swtcg.setup.setup import play_setup, player_result
    from deckcheck.games.swtcg.setup.state import PLAYERS, start_setup
    from deckcheck.games.swtcg.setup.statistics import library_of_game
    from deckcheck.games.swtcg.setup.text import setup_text

    libraries, policies = {}, {}
    for place, name, deck, _, policy in table.seats():
        libraries[name], word = library_of_game(deck, table.seed, place)
        if policy != HUMAN:
            policies[name] = make_policy(policy, deck, RandomWords(word))
    start = start_setup(get_setup_rules(table.rules), libraries.get("dark"), libraries.get("light"))
    if HUMAN in table.policies:
        from deckcheck.cli.play.playing import play_by_hand

        played = play_by_hand(start, policies)
    else:
        played = play_setup(start, policies)
    if as_json:
        players = {
            name: {
                "deck": path,
                "policy": policy,
                "library": [card.name for card in libraries[name]],
            }
            for _, name, _, path, policy in table.seats()
        }
        result = {
            name: player_result(player)
            for name, player in zip(PLAYERS, played.final.players, strict=True)
            if player is not None
        }
        print_json(
            {
                **_head(table, "deckcheck.setup/1"),
                "players": players,
                "events": list(played.events),
                "result": result,
            }
        )
        return
    names = {name: deck.name for _, name, deck, _, _ in table.seats()}
    chosen = {name: policy for _, name, _, _, policy in table.seats()}
    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    typer.echo(setup_text(names, chosen, played.events, played.final, width), nl=False)
    typer.echo(f"\nrules {table.rules}, seed {table.seed}")


def _head(table: Table, schema: str) -> dict[str, Any]:
    return {"schema": schema, "rules": table.rules, "seed": table.seed}


def _show_many(
    table: Table,
    games: int | None,
    until: float | None,
    jobs: int | None,
    *,
    plot: Path | None,
    xlsx: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Statistics over many setups."""
    from deckcheck.games.swtcg.batch.deck import make_batch_deck
    from deckcheck.games.swtcg.setup.statistics import SetupTrial, simulate_setups

    dark, light = (None if deck is None else make_batch_deck(deck) for deck in table.decks)
    policies = (table.policies[0] or "planner", table.policies[1] or "planner")
    trial = SetupTrial((dark, light), policies, table.seed, games)
    stopped = Stopped()
    found = gathered(simulate_setups(trial, until, jobs), lambda s: s.games, games, stopped=stopped)
    if found is not None:
        _print_statistics(table, found, as_json=as_json)
        if xlsx is not None:
            _write_workbook(xlsx, table, found, force=force)
        if plot is not None:
            _plot(plot, table, found)
    if stopped.early:
        raise typer.Exit(EXIT_INTERRUPTED)


def _print_statistics(table: Table, found: "SetupStatistics", *, as_json: bool) -> None:
    from deckcheck.simulators.simulation_text import as_document, setup_statistics_text

    if as_json:
        players = {
            name: {"deck": path, "policy": policy, **as_document(found.figures(place))}
            for place, name, _, path, policy in table.seats()
        }
        head = _head(table, "deckcheck.setup-statistics/1")
        print_json({**head, "games": found.games, "players": players})
        return
    width = min(shutil.get_terminal_size((100, 24)).columns, 100)
    for place, name, deck, _, policy in table.seats():
        typer.echo(f"{name}: {deck.name} ({policy}), {found.games:,} setups")
        text = setup_statistics_text(found.figures(place), width, plain=plain_output())
        typer.echo(text)
    typer.echo(f"rules {table.rules}, seed {table.seed}; errors are standard errors")


def _write_workbook(path: Path, table: Table, found: "SetupStatistics", *, force: bool) -> None:
    from deckcheck.show.workbook import setup_sheets, write_workbook

    sheets = [
        sheet
        for place, name, deck, _, _ in table.seats()
        for sheet in setup_sheets(f"{name} {deck.name}", found.figures(place))
    ]
    write_workbook(path, sheets, force=force)
    say(f"{path}: written")


def _plot(path: Path, table: Table, found: "SetupStatistics") -> None:
    from deckcheck.show.plots import plot_totals

    totals = {
        f"{name}: {deck.name}": {
            int(total): share.value for total, share in found.figures(place)["totals"].items()
        }
        for place, name, deck, _, _ in table.seats()
    }
    plot_totals(path, totals, title=f"Setup, {found.games:,} games")
    say(f"{path}: written")
