"""`deckcheck pool`: boosters opened, pools imported, decks checked and built of them."""

from pathlib import Path
from typing import Annotated

import typer

from deckcheck import acts
from deckcheck.acts.limits import TUNE_SECONDS
from deckcheck.cli import options as opt
from deckcheck.cli.common import EXIT_FINE, EXIT_NO, EXIT_UNPROVEN, open_database, print_json, say, write_file
from deckcheck.cli.given import given
from deckcheck.cli.judging import Judging, exit_code, judging
from deckcheck.cli.lazy import new_group
from deckcheck.cli.open_decks import open_decks
from deckcheck.cli.play.simulating import chosen_seed
from deckcheck.cli.repair import Targets, one_target
from deckcheck.cli.tune import minima, weights_of
from deckcheck.show.language import gettext as _
from deckcheck.show.screen import print_text
from deckcheck.show.tables import print_table

app = new_group(__name__)

PoolOption = Annotated[
    str | None,
    opt.option(
        "NAME", "A kept pool, or the file of one, in any list format (default: the only one kept).", "--pool"
    ),
]
SaveOption = Annotated[str | None, opt.option("NAME", "Keep the pool under this name.", "--save")]
WriteOption = Annotated[Path | None, opt.option("FILE", "Write the pool into a file.", "--write")]
PoolForce = Annotated[bool, opt.flag("--force -f", "Replace the file, or the kept pool, if it is there.")]


@app.command("open")
def open_(
    product: Annotated[list[str], opt.option("SET", "A set whose boosters are opened; several take turns.")],
    more: Annotated[list[str] | None, opt.argument("SET", "Further sets: --product ANH ESB.")] = None,
    boosters: Annotated[int | None, opt.option("N", "Boosters in all (default: as the game has it).")] = None,
    seed: opt.Seed = None,
    save: SaveOption = None,
    write: WriteOption = None,
    force: PoolForce = False,
    game: opt.Game = "",
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Open boosters: cards drawn by the rarities of the set. The same seed gives the same pool.

    Example: deckcheck pool open --product AOTC --seed 7 --save Friday
    """
    sets = [code for one in (*product, *(more or ())) for code in one.replace(",", " ").split()]
    with open_database(db, game) as database:
        found = acts.pools.open_pool(
            database, sets, boosters=boosters, seed=chosen_seed(seed), name=save or "", game=game
        )
    _give(found, save, write, force=force, json=json)


@app.command("import")
def import_(
    file: Annotated[str, opt.argument("FILE", "Any list that is read as a deck, or a log of Draftmancer.")],
    save: SaveOption = None,
    write: WriteOption = None,
    force: PoolForce = False,
    from_: opt.ReadAs = None,
    game: opt.DeckGame = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Read a pool from a list. A log with several players is named like log.txt#Ada.

    Exit code 3: names in it are no card for certain; they are told, and left out.

    Example: deckcheck pool import draft.txt --save Draft
    """
    with open_database(db) as database:
        found = acts.pools.import_pool(database, file, name=save or "", game=game, read_as=from_)
    _give(found, save, write, force=force, json=json)
    raise typer.Exit(EXIT_UNPROVEN if found.unknown else EXIT_FINE)


def _give(pool: "acts.pools.Pool", save: str | None, write: Path | None, *, force: bool, json: bool) -> None:
    """Keeps and writes a pool, and prints it."""
    if save is not None:
        acts.pools.keep_pool(pool, force=force)
        say(_("kept as {name}"), name=save)
    if write is not None:
        write_file(write, acts.pools.pool_bytes(pool), force=force)
    if save is None and write is None:
        say(_("not kept; --save NAME keeps it for deckcheck pool build"))
    if json:
        print_json(pool.document())
    else:
        for line in acts.pools.pool_text(pool):
            print_text(line)


@app.command("list")
def list_(json: opt.Json = False, db: opt.Db = None) -> None:
    """List the kept pools, with their games and cards."""
    with open_database(db) as database:
        found = list(acts.pools.kept_pools(database))
    if json:
        print_json({"schema": "deckcheck.pools/1", "pools": [one.document() for one in found]})
    elif found:
        print_table(("pool", "game", "cards"), [(one.name, one.game, one.quantity) for one in found])
    else:
        typer.echo(acts.pools.no_pools())


@app.command("cube")
def cube(
    file: Annotated[Path, opt.argument("FILE", "The file to write, a .txt.")],
    product: Annotated[str | None, opt.option("SET", "A set, with boosters by its rarities.")] = None,
    pool: Annotated[str | None, opt.option("NAME", "A kept pool, or the file of one.")] = None,
    force: PoolForce = False,
    game: opt.Game = "",
    db: opt.Db = None,
) -> None:
    """Write a set or a pool as a cube for Draftmancer, whose log deckcheck pool import reads.

    Example: deckcheck pool cube aotc.txt --product AOTC
    """
    if (product is None) == (pool is None):
        raise opt.wrong(_("choose one of --product and --pool"))
    with open_database(db, game) as database:
        if product is not None:
            text = acts.pools.cube_of_set(database, product, game)
        else:
            text = acts.pools.cube_of_pool(acts.pools.pool_named(database, pool))
    write_file(file, text.encode(), force=force)


@app.command("check")
@given(judging=judging)
def check(
    deck: opt.Deck,
    judging: Judging,
    pool: PoolOption = None,
    from_: opt.ReadAs = None,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Say whether a deck is legal and of a pool's cards: by the format sealed unless another is named.

    Exit codes as for deckcheck validate.

    Example: deckcheck pool check my.dek --pool Friday
    """
    from deckcheck.cli.validate import print_report

    with open_database(db) as database:
        of = acts.pools.pool_named(database, pool)
        with acts.errors.front_words({"own-game": _("that is the game of the pool")}):
            (opened,) = open_decks(database, [deck], from_, of.game).decks
        report = acts.pools.check_pool(database, opened, of, judging.play_format, **judging.options)
    if json:
        print_json(acts.reports.reports_document([report], []))
    else:
        print_report(report)
    raise typer.Exit(exit_code([report.verdict]))


@app.command("build")
@given(judging=judging, targets=one_target)
def build(
    judging: Judging,
    pool: PoolOption = None,
    goal: Annotated[
        list[str] | None,
        opt.option(
            "CONDITION",
            "What is hoped for, as in deckcheck tune (default: the game's). Of several the mean counts.",
        ),
    ] = None,
    weight: opt.Weight = None,
    then: opt.Then = None,
    at_least: Annotated[
        list[str] | None, opt.option("QUERY=N", "So many cards of a query are in the deck.")
    ] = None,
    time_limit: opt.TimeLimit = TUNE_SECONDS,
    *,
    targets: Targets,
    json: opt.Json = False,
    db: opt.Db = None,
) -> None:
    """Build the best legal deck of a pool; each side is tried.

    Exit code 0: a legal deck was found; 1: the pool has none; 3: neither is proven.

    Example: deckcheck pool build --pool Friday --write friday.dek
    """
    with open_database(db) as database:
        of = acts.pools.pool_named(database, pool)
        found = acts.pools.build_pool(
            database,
            of,
            goal[0] if goal else None,
            judging.play_format,
            **judging.options,
            also=(goal or [])[1:],
            weights=weights_of(weight),
            then=then or [],
            at_least=minima(at_least),
            time_limit=time_limit,
        )
        ready = targets.ready([found.work], [found.plan])
        for keep_it in ready:
            keep_it()
        if json:
            print_json(found.document())
        else:
            typer.echo(found.text(), nl=False)
    none = found.plan is None and not any(one.tuned.open for one in found.sides)
    raise typer.Exit(EXIT_NO if none else EXIT_FINE if found.is_legal else EXIT_UNPROVEN)
