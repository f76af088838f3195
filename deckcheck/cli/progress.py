"""A progress bar on stderr, for work of more than a second, and only on a terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from deckcheck.show.screen import printable_line, screen_size

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

_AFTER = 1.0

Show = Callable[[str, int, int | None], None]


@contextmanager
def progress() -> Iterator[Show]:
    """A function that shows progress: it takes what is worked on, the amount done, the whole."""
    if not sys.stderr.isatty():
        yield lambda _what, _done, _of: None
        return
    started = time.monotonic()
    bar: Progress | None = None

    def show(what: str, done: int, of: int | None) -> None:
        nonlocal bar
        if bar is None and time.monotonic() - started > _AFTER:
            bar = _bar()
            bar.start()
            bar.add_task(printable_line(what[-60:]))
        if bar is not None:
            task = bar.task_ids[0]
            bar.update(task, description=printable_line(what[-60:]), completed=done, total=of)

    try:
        yield show
    finally:
        if bar is not None:
            bar.stop()


@contextmanager
def counted_progress(what: str, total: int | None, shown_from: int) -> Iterator[Callable[..., None]]:
    """A function that shows progress: it takes how many are done, and how many are to be if that changed.

    On a terminal a bar on stderr shows how far it is and the time left, where there are many.
    """
    if not sys.stderr.isatty() or (total is not None and total < shown_from):
        yield lambda *_unused: None
        return
    from rich.progress import Progress

    with Progress(console=_stderr_console(), transient=True) as bar:
        task = bar.add_task(str(what), total=total)
        yield lambda number, of=total: bar.update(task, completed=number, total=of)


def _stderr_console() -> "Console":
    """A console of rich on standard error, as wide as its terminal."""
    from rich.console import Console

    size = screen_size(sys.stderr)
    return Console(stderr=True, width=size.columns if size else None)


def _bar() -> "Progress":
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TransferSpeedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    return Progress(*columns, console=_stderr_console(), transient=True)
