"""The common parts of the commands that play decks: options, decks, seeds, progress, Ctrl-C."""

import os
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

from deckcheck import acts
from deckcheck.acts.limits import LEAST_ERROR
from deckcheck.cli import options as opt
from deckcheck.cli.common import say
from deckcheck.cli.progress import counted_progress
from deckcheck.show.language import gettext as _

if TYPE_CHECKING:
    from deckcheck.acts.play import Jobs
    from deckcheck.acts.seated import GoldfishFigures, PreparedDecks, SetupFigures

T = TypeVar("T")

_SHOWN_FROM, _SHOWN_FROM_FAST = 2_000, 100_000
"""With more games than this, played move by move or many at once, a bar is worth its place."""


class FigureOptions(NamedTuple):
    """The options for figures: how many are gathered, from where, and where they are written."""

    until: float | None
    seed: int
    plot: Path | None
    xlsx: Path | None
    force: bool
    jobs: "Jobs"

    def language(self, stated: str | None, *, json: bool) -> str | None:
        """The language of the names of cards: that which is stated; files are in English without it."""
        return "en" if json or (self.xlsx and stated is None) else stated

    def write(self, counted: "GoldfishFigures | SetupFigures", *other: "GoldfishFigures") -> None:
        """Writes the workbook and the picture that are asked for."""
        if self.xlsx is not None:
            counted.workbook(self.xlsx, *other, force=self.force)
            say(_("{xlsx}: written"), xlsx=self.xlsx)
        if self.plot is not None:
            counted.plot(self.plot, *other)
            say(_("{plot}: written"), plot=self.plot)


def figure_options(
    until: Annotated[
        float | None,
        opt.option(
            "ERROR",
            "Keep simulating until each probability is accurate to ±ERROR (95 % interval), or --games "
            "are played.",
            min=LEAST_ERROR,
            max=1,
        ),
    ] = None,
    seed: opt.Seed = None,
    plot: Annotated[Path | None, opt.option("FILE", "Draw the figures (.svg or .png).")] = None,
    xlsx: opt.Xlsx = None,
    force: Annotated[bool, opt.flag("--force -f", "Replace the workbook if it is there.")] = False,
    jobs: opt.Jobs = None,
    cluster: opt.Cluster = None,
) -> FigureOptions:
    """How figures are gathered, and where they are written."""
    return FigureOptions(until, chosen_seed(seed), plot, xlsx, force, who_works(jobs, cluster))


def who_works(jobs: int | None, cluster: str | None) -> "Jobs":
    """The processes or the cluster of the options; without either, that of `DECKCHECK_CLUSTER`."""
    if jobs is not None and cluster is not None:
        raise opt.wrong(_("--jobs cannot be combined with --cluster"))
    address = cluster or ("" if jobs else os.environ.get("DECKCHECK_CLUSTER", ""))
    if not address:
        return jobs

    return acts.play.Cluster(address, say)


def chosen_seed(seed: int | None) -> int:
    """The seed, or one that is chosen now; it is printed with the result."""
    if seed is not None:
        return seed
    from secrets import randbits

    return randbits(32)


class Stopped:
    """A flag that says whether the user pressed Ctrl-C while figures were gathered."""

    def __init__(self) -> None:
        self.early = False


def gathered(
    steps: Iterable[T], done: Callable[[T], int], total: int | None, *, stopped: Stopped, fast: bool
) -> T | None:
    """The last of the steps, also where the user stops early; None before the first.

    On a terminal a bar on stderr shows how far it is, where it takes long.
    """
    last: T | None = None
    with progress_of(total, fast=fast) as advance:
        try:
            for last in steps:
                advance(done(last))
        except KeyboardInterrupt:
            stopped.early = True
    if stopped.early:
        say(_("deckcheck: stopped; these are the figures so far") if last else _("deckcheck: stopped"))
    return last


def progress_of(total: int | None, *, fast: bool) -> AbstractContextManager[Callable[..., None]]:
    """A function that shows the progress of games, where they take long."""
    return counted_progress(_("playing"), total, _SHOWN_FROM_FAST if fast else _SHOWN_FROM)


def say_notes(table: "PreparedDecks") -> None:
    """Prints what is open about the decks and the seats of a table."""
    for path, deck in zip(table.paths, table.ready, strict=True):
        for note in deck.notes:
            say(f"{path}: {note}")
    if table.seat_note:
        say(_("deckcheck: {seat_note}"), seat_note=table.seat_note)


def plain_output() -> bool:
    """Whether the output cannot take block characters, so that bars are drawn in ASCII."""
    try:
        "█▌±".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return True
    return False
