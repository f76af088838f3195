"""`deckcheck matrix`: each deck against each other in setup."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.acts.limits import LEAST_ERROR
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_INTERRUPTED, open_database, print_json, say
from deckcheck.cli.open_decks import named_decks
from deckcheck.cli.play.simulating import chosen_seed, plain_output, progress_of, who_works
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import text_width


def matrix(
    decks: Annotated[list[str], opt.argument("DECK...", "Deck files, folders of them, or saved decks.")],
    games: Annotated[
        int | None,
        opt.option(
            "N", "Games of each pair (default 10000, or 2000 where a game is played move by move).", min=1
        ),
    ] = None,
    figure: Annotated[str | None, opt.option("NAME", "A figure of setup, such as exactly_30.")] = None,
    precision: Annotated[
        str | None,
        opt.option("ERROR", "Play each pair until its cells are this accurate, like 0.5% (95 % interval)."),
    ] = None,
    rules: opt.Rules = None,
    policy: Annotated[str, opt.option("NAME", "random, greedy or planner, for all decks.")] = "planner",
    seed: opt.Seed = None,
    out: Annotated[
        Path | None, opt.option("FILE", "Write it: .csv, .json, .png, .svg or .xlsx.", "--out -o")
    ] = None,
    resume: Annotated[
        bool, opt.flag("--resume", "Go on from where a run with this --out was stopped.")
    ] = False,
    force: opt.Force = False,
    jobs: opt.Jobs = None,
    cluster: opt.Cluster = None,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Play each deck against each other in setup, and show one figure of all of them.

    A cell says how the deck of its row does against that of its column. Each pair is played with
    the same seed, as 'deckcheck setup ROW COLUMN --games N' plays it.

    Example: deckcheck matrix decks --precision 0.5% --out matrix.svg
    """
    accurate = None if precision is None else _accuracy(precision)
    blocks = None if out is None else acts.matrix.blocks_beside(out, resume=resume, force=force)
    if blocks is None and resume:
        raise opt.wrong(_("--resume goes on beside a file; name it with --out"))
    if seed is None and blocks is not None:
        seed = blocks.seed
    with open_database(db) as database:
        files = list(dict.fromkeys(named := acts.matrix.find_deck_files(decks)))
        if len(files) < len(named):
            say(_("decks that are named twice play once"))
        found = acts.matrix.open_matrix(
            database,
            named_decks(database, files, from_, game),
            seed=chosen_seed(seed),
            games=games,
            figure=figure,
            precision=accurate,
            policy=policy,
            rules=rules,
        )
    for note in found.notes:
        say(note)
    with nullcontext() if blocks is None else blocks:
        if blocks is not None:
            blocks.begin(found.made_of)
        _play(found, who_works(jobs, cluster), blocks)
        if out is not None:
            found.write(out, force=force)
            say(_("{out}: written"), out=out)
    if json:
        print_json(found.document())
    elif out is None:
        typer.echo(found.text(text_width(), plain=plain_output()), nl=False)


def _play(
    found: "acts.matrix.Matrix", jobs: "acts.play.Jobs", blocks: "acts.matrix.FinishedBlocks | None"
) -> None:
    """Plays all that is to be played; where the user or an error stops it, says how it goes on."""
    try:
        with progress_of(found.planned, fast=found.is_fast) as advance:
            for done, planned in found.steps(jobs, blocks):
                advance(done, planned)
    except (KeyboardInterrupt, acts.errors.DeckcheckError) as stop:
        if blocks is not None:
            path = blocks.path
            say(_("finished blocks are in {path}; the same command with --resume goes on"), path=path)
        if isinstance(stop, acts.errors.DeckcheckError):
            raise
        raise typer.Exit(EXIT_INTERRUPTED) from None


def _accuracy(text: str) -> float:
    """The accuracy as a number; raises `BadParameter`.

    >>> _accuracy("0.5%"), _accuracy("0.005")
    (0.005, 0.005)
    """
    number, percent, rest = text.strip().partition("%")
    try:
        value = float(number) / (100 if percent else 1)
    except ValueError:
        value = 0.0
    if rest or not LEAST_ERROR <= value <= 1:
        problem = _("{text!r}, expected a number like 0.5%, from 0.01% to 100%")
        raise opt.wrong(problem, "--precision", text=text)
    return value
