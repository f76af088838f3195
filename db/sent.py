"""Changes that a page sends with an id: each is made once, also where it is sent again.

A page whose network went away does not know whether its change arrived. So it sends the change again
under the same id, and the id is stored in the transaction of the change itself.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

from db.engines.common import Connection
from db.engines.people import later
from db.errors import MadeBeforeError

KEPT_DAYS = 90
"""For so long an id is known."""

_ID: ContextVar[str] = ContextVar("id of the change", default="")


@contextmanager
def sent_as(number: str) -> Iterator[None]:
    """Gives the change that is made inside an id; the empty one is none."""
    before = _ID.set(number)
    try:
        yield
    finally:
        _ID.reset(before)


def note_sent(connection: Connection, batch: int) -> None:
    """Notes the id of the change that is being written as a batch, in its transaction.

    Raises `MadeBeforeError` where that change is made already; a change of several batches has one id.
    """
    number = _ID.get()
    if not number:
        return
    now = datetime.now(UTC)
    old = (now - timedelta(days=KEPT_DAYS)).isoformat(timespec="seconds")
    later(connection, "DELETE FROM sent_changes WHERE time < ?", [(old,)])
    made = connection.execute(
        "INSERT INTO sent_changes (id, time, batch) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (number, now.isoformat(timespec="seconds"), batch),
    )
    if not made.rowcount:
        found = connection.execute("SELECT batch FROM sent_changes WHERE id = ?", (number,)).fetchone()
        raise MadeBeforeError(number, found[0])
    _ID.set("")
