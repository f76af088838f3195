"""How the program ends when it is told to: in one line, with the code of the signal, never torn.

It is loaded before all others, so it imports next to nothing.
"""

import os
import signal
import sys
from types import FrameType

_CODES = 128
"""The number that shells add to that of a signal to say that a program ended by it."""

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Windows has no SIGHUP."""


def stop_at_once() -> None:
    """From now on a signal ends the program in one line; while it is being loaded, say."""
    _answer(_stop_at_once)


def stop_in_order() -> None:
    """From now on a signal is raised as an exception, so that what was begun is taken back."""
    _answer(_raise)


def stop_as_usual() -> None:
    """From now on signals do what they do to any program; for workers, which their parent ends."""
    for name in _NAMES:
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_DFL)


def stopped_by(code: object) -> str | None:
    """The words for an exit code that a signal left, or None.

    >>> stopped_by(143), stopped_by(2)
    ('stopped by SIGTERM; nothing was left half done', None)
    """
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is not None and code == _CODES + number:
            by = "" if name == "SIGINT" else f" by {name}"
            return f"stopped{by}; nothing was left half done"
    return None


def _answer(handler: "signal._HANDLER") -> None:
    for name in _NAMES:
        number = getattr(signal, name, None)
        # What the caller had us ignore, like nohup, stays ignored.
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def _stop_at_once(number: int, _frame: FrameType | None) -> None:
    os.write(2, f"deckcheck: {stopped_by(_CODES + number)}\n".encode())
    os._exit(_CODES + number)


def _raise(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)  # the second time it ends at once
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(_CODES + number)
