"""The deck check of an event as a document, a table, and messages to players."""

from collections.abc import Iterator, Mapping
from typing import Any

from db.language import filled
from db.language import gettext as _
from deckcheck.events.check import EventCheck
from deckcheck.events.check_text import (
    check_csv,
    check_document,
    check_table,
    check_xlsx,
    message_file_name,
    player_message,
    summary,
)
from deckcheck.events.deck_hash import short_hash
from deckcheck.events.verify import Verified
from deckcheck.report import ERROR
from deckcheck.show.picked import picked
from deckcheck.show.wording import with_english


def check_file(check: EventCheck, suffix: str) -> bytes:
    """The table of the check as a file, `.csv` or `.xlsx`."""
    return check_csv(check).encode() if suffix == ".csv" else check_xlsx(check)


def messages(check: EventCheck, names: Mapping[str, str]) -> dict[str, str]:
    """The message to each player, by the name of a file for it; cards have other names, too."""
    return {message_file_name(one): player_message(check, one, names) for one in check.players}


def has_errors(check: EventCheck) -> bool:
    """Whether something is wrong, beside lists that are not proven legal."""
    return any(issue.severity == ERROR for player in check.players for issue in player.issues)


def verified_document(event: str, verified: Verified) -> dict[str, Any]:
    """The comparison of a deck with the registered list as `deckcheck.event-verify/1`."""
    differences = [
        {"zone": d.zone, "card": d.card, "counted": d.what, "registered": d.registered, "found": d.found}
        for d in verified.differences
    ]
    return {
        "schema": "deckcheck.event-verify/1",
        "event": event,
        **picked(verified, "player seat=deck.seat? registered=deck.path hash=deck.hash found_hash"),
        "equal": not differences,
        "differences": differences,
    }


def verified_lines(verified: Verified, names: Mapping[str, str]) -> Iterator[str]:
    """Yields the comparison in lines, with other names of cards by their English ones."""
    if not verified.differences:
        yield _(
            "equal to the registered list {path}, {short_hash}",
            path=verified.deck.path,
            short_hash=short_hash(verified.deck.hash),
        )
        return
    yield _(
        "{player}, {path}: differs from the registered list", player=verified.player, path=verified.deck.path
    )
    for one in verified.differences:
        differs = _("registered {registered}, found {found}")
        if one.what == "dice":
            differs = _("registered {registered} dice, found {found}")
        counts = filled(differs, {"registered": one.registered, "found": one.found})
        card = f"{with_english(one.card, names)} ({filled(one.zone, {})})"
        yield f"  {one.found - one.registered:+d} {card}: {counts}"
