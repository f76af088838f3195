"""Ending the program by a signal: in one line, with its exit code, and nothing half done.

It is loaded before all others, so it imports next to nothing.
"""

import os
import signal
import sys
from types import FrameType
from typing import Any

from db.language import gettext as _

_CODES = 128
"""The number that shells add to that of a signal to say that a program ended by it."""

_SOON = 0.01
"""Seconds after which an exception is raised anew that Python ignored."""

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Windows has no SIGHUP."""


def stop_at_once() -> None:
    """Sets signals to end the program at once in one line, for the time while it loads."""
    _answer(_stop_at_once)


def stop_in_order() -> None:
    """Sets signals to raise an exception, so that what was begun is rolled back.

    Python ignores one that is raised while it forks or ends an object: it is raised anew.
    """
    _answer(_raise)
    sys.unraisablehook = _raise_again


def stop_as_usual() -> None:
    """Sets signals to their default, for worker processes, which their parent ends."""
    for name in _NAMES:
        if (number := getattr(signal, name, None)) is not None:
            signal.signal(number, signal.SIG_DFL)


def forget_interrupt() -> None:
    """Keeps Python from ending by SIGINT after a Ctrl-C that was dealt with.

    It notes one that came while it evaluated a string, as each new dataclass does, and with `-m` ends
    by it whatever came of it. Evaluating another string takes that back.
    """
    exec("")  # noqa: S102 - an empty string


def stopped_by(code: object) -> str | None:
    """The words for the exit code of a signal, None for any other code.

    >>> stopped_by(143), stopped_by(2)
    ('stopped by SIGTERM; no partial changes were made', None)
    """
    for name in _NAMES:
        number = getattr(signal, name, None)
        if number is not None and code == _CODES + number:
            if name == "SIGINT":
                return _("stopped; no partial changes were made")
            return _("stopped by {name}; no partial changes were made", name=name)
    return None


def _answer(handler: "signal._HANDLER") -> None:
    for name in _NAMES:
        number = getattr(signal, name, None)
        # What the caller had us ignore, like nohup, stays ignored.
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, handler)


def _stop_at_once(number: int, _frame: FrameType | None) -> None:
    os.write(2, _("deckcheck: {stopped_by}\n", stopped_by=stopped_by(_CODES + number)).encode())
    os._exit(_CODES + number)


def _raise_again(ignored: Any) -> None:
    is_interrupt = issubclass(ignored.exc_type, KeyboardInterrupt)
    code = _CODES + signal.SIGINT if is_interrupt else getattr(ignored.exc_value, "code", 0)
    if stopped_by(code) is None:
        sys.__unraisablehook__(ignored)
        return
    import threading

    number = code - _CODES
    signal.signal(number, _raise)
    threading.Timer(_SOON, os.kill, (os.getpid(), number)).start()


def _raise(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)  # the second time it ends at once
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    sys.exit(_CODES + number)
