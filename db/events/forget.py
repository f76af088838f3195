"""Forgets who a player of an event was: the results stay, as those of a player.

The ledger forgets it, too: no undo brings a name, a list or a note back.
"""

import re
from collections.abc import Callable
from pathlib import Path

from db.club.links import LinkTarget, end_in
from db.club.persons import Person, delete_in
from db.engines.common import Connection
from db.engines.people import one_writer, tried_again, writing
from db.events.ledger_stores import PLAYER, STORES, dump
from db.events.store import find_id
from db.events.values import PlayerFacts
from db.language import gettext as _
from db.texts import name_key


@tried_again
def forget_person(path: Path, person: Person) -> None:
    """Deletes a person with all links, and forgets who they were in all events."""
    with writing(path) as connection:
        one_writer(connection, lambda _: "club")
        for name, player in person.players:
            event = find_id(connection, name)
            one_writer(connection, lambda _, event=event: f"event {event}")  # type: ignore[misc]
            _forget(connection, event, player)
        delete_in(connection, person.id)


def _forget(connection: Connection, event: int, player: int) -> None:
    run = connection.execute
    new, names = _("a player {number}", number=player), set[str]()

    def nameless(text: str | None) -> str | None:
        if text is None:
            return None
        facts: PlayerFacts = PLAYER.load(text)
        names.add(facts.name)
        return dump(PlayerFacts(new, "", facts.entered, facts.dropped))

    _rewrite(connection, event, "player", f"[{player}]", nameless)
    run(
        "UPDATE event_players SET name = ?, name_key = ?, club = '' WHERE event_id = ? AND number = ?",
        (new, name_key(new), event, player),
    )
    digests = set()
    for kind in ("deck", "note"):
        rows = run(
            "SELECT batch, position, coalesce(after, before) FROM event_changes"
            " WHERE event_id = ? AND kind = ?",
            (event, kind),
        ).fetchall()
        for batch, position, text in rows:
            facts = STORES[kind].load(text)
            if facts.player == player:
                digests.add(getattr(facts, "sha256", ""))
                place = (event, batch, position)
                run("DELETE FROM event_changes WHERE event_id = ? AND batch = ? AND position = ?", place)
        run(f"DELETE FROM event_{kind}s WHERE event_id = ? AND player = ?", (event, player))
    for digest in digests - {""}:
        run(
            "DELETE FROM event_files WHERE sha256 = ? AND NOT EXISTS (SELECT 1 FROM event_changes"
            " WHERE kind = 'deck' AND (before LIKE ? OR after LIKE ?))",
            (digest, *[f"%{digest}%"] * 2),
        )
    called = re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in sorted(names, key=len)[::-1]))

    def without(text: str | None) -> str | None:
        return called.sub(lambda _: new, text) if names and text else text

    _rewrite(connection, event, "table", None, without)
    for table, key, columns in (
        ("event_batches", "number", ("command", "reason", "who")),
        ("event_tables", "round * 10000 + number", ("reason",)),
    ):
        for ident, *texts in run(
            f"SELECT {key}, {', '.join(columns)} FROM {table} WHERE event_id = ?", (event,)
        ).fetchall():
            sets = ", ".join(f"{column} = ?" for column in columns)
            run(
                f"UPDATE {table} SET {sets} WHERE event_id = ? AND {key} = ?",
                (*map(without, texts), event, ident),
            )
    end_in(connection, LinkTarget("lists", event=event, player=player))


def _rewrite(
    connection: Connection, event: int, kind: str, key: str | None, change: Callable[[str | None], str | None]
) -> None:
    """Changes what the ledger of an event has on things of a kind, or on one of them."""
    rows = connection.execute(
        "SELECT batch, position, before, after FROM event_changes WHERE event_id = ? AND kind = ?"
        " AND (? = '' OR key = ?)",
        (event, kind, key or "", key or ""),
    ).fetchall()
    for batch, position, before, after in rows:
        connection.execute(
            "UPDATE event_changes SET before = ?, after = ?"
            " WHERE event_id = ? AND batch = ? AND position = ?",
            (change(before), change(after), event, batch, position),
        )
