"""The common parts of the commands that play decks: options, decks, seeds, progress, Ctrl-C."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TypeVar

import typer

from deckcheck.cli.common import ending_in, say

T = TypeVar("T")

_LEAST_ERROR = 0.0001
"""A smaller error takes a hundred million games and more."""

RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules", metavar="EDITION", help="Rules edition of the game (default: that of its usual format)."
    ),
]
SeedOption = Annotated[
    int | None, typer.Option("--seed", min=0, help="Where the shuffles start from; printed if not given.")
]
UntilOption = Annotated[
    float | None,
    typer.Option(
        "--until",
        metavar="ERROR",
        min=_LEAST_ERROR,
        help="Keep simulating until each probability is accurate to ±ERROR (95 % interval).",
    ),
]
JobsOption = Annotated[
    int | None, typer.Option("--jobs", min=1, help="Processes to use (default: all cores).")
]
PlotOption = Annotated[
    Path | None, typer.Option("--plot", metavar="FILE", help="Draw the figures (.svg or .png).")
]
SheetOption = Annotated[
    Path | None,
    typer.Option(
        "--xlsx",
        metavar="FILE",
        callback=ending_in(".xlsx"),
        help="Write the figures as a workbook with charts.",
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace the workbook if it is there.")]


def policies_of(text: str, decks: int, *, play: bool = False, human: bool = True) -> list[str]:
    """The policy of each deck, in the order of the decks; `human` is one more."""
    from deckcheck.simulators.by_hand import HUMAN
    from deckcheck.simulators.playing import check_policy

    names = [name.strip() for name in text.split(",")]
    for name in names:
        check_policy(name, (HUMAN,) if human else ())
    if len(names) > decks and len(names) > 1:
        message = f"{len(names)} policies for {decks} deck{'s' * (decks > 1)}"
        raise typer.BadParameter(message, param_hint="--policy")
    names = (names * decks)[:decks]
    if play:
        names[0] = HUMAN
    return names


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
    steps: Iterable[T], done: Callable[[T], int], total: int | None, *, stopped: Stopped, shown_from: int
) -> T | None:
    """The last of the steps, also where the user stops early; None before the first.

    On a terminal a bar on stderr shows how far it is, where it takes long.
    """
    last: T | None = None
    with _progress(total, shown_from) as advance:
        try:
            for last in steps:
                advance(done(last))
        except KeyboardInterrupt:
            stopped.early = True
    if stopped.early:
        say("deckcheck: stopped; these are the figures so far" if last else "deckcheck: stopped")
    return last


@contextmanager
def _progress(total: int | None, shown_from: int) -> Iterator[Callable[[int], None]]:
    if not sys.stderr.isatty() or (total is not None and total < shown_from):
        yield lambda _: None
        return
    from rich.progress import Progress

    from deckcheck.cli.progress import stderr_console

    with Progress(console=stderr_console(), transient=True) as progress:
        task = progress.add_task("playing", total=total)
        yield lambda number: progress.update(task, completed=number)


def plain_output() -> bool:
    """Whether the output cannot take block characters, so that bars are drawn in ASCII."""
    try:
        "█▌±".encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return True
    return False
