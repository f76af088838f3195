"""The steps by which an older database is brought up to date, the same for both engines."""

from collections.abc import Mapping
from types import MappingProxyType

STEPS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "0001": ("games", "cards", "sets", "aliases", "printings", "legality"),
        "0002": ("holdings", "wants", "decks", "deck_lines", "batches", "changes", "layouts"),
        "0003": (
            *("sets", "cards", "printings", "legality", "aliases", "card_texts", "play_formats"),
            *("sources", "card_batches", "card_changes"),
        ),
        "0004": ("holdings", "wants", "deck_lines"),
        "0005": ("sets",),
        "0006": (
            *("event_files", "events", "event_players", "event_decks", "event_rounds"),
            *("event_tables", "event_notes", "event_batches", "event_changes"),
        ),
        "0007": ("event_links",),
        "0008": ("translations",),
        "0009": ("sent_changes",),
        "0010": ("sent_changes",),
    }
)
"""The tables that each revision adds, or adds columns or indexes to."""


def step_after(revision: str) -> str:
    """The revision that comes next; the newest where there are no tables yet.

    >>> step_after("0002"), step_after("") == max(STEPS)
    ('0003', True)
    """
    return min(step for step in STEPS if step > revision) if revision else max(STEPS)
