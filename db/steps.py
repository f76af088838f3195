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
        "0007": (),  # links of one kind, until 0011
        "0008": ("translations",),
        "0009": ("sent_changes",),
        "0010": ("sent_changes",),
        "0011": ("persons", "person_players", "links", "match_reports"),
        "0012": ("league_changes",),
        "0013": ("wants",),
        "0014": (),  # of a server alone: the order in which cards were named
        "0015": ("holdings", "wants", "decks", "batches"),
        "0016": ("club_changes",),
        "0017": ("trades", "trade_people", "trade_copies"),
        "0018": ("trades", "trade_people", "trade_copies"),
    }
)
"""The tables that each revision adds, or adds columns or indexes to."""


LINKS_MOVE = (
    """INSERT INTO links (sha256, kind, event_id, player, made, used)
 SELECT sha256, 'lists', event_id, player, made, used FROM event_links""",
    "DROP TABLE event_links",
)
"""With the table of all links that of one kind goes, which is no model any more."""


WIDENED = ("uq_holdings_printing", "uq_holdings_card", "uq_wants_printing", "uq_wants_card")
"""The indexes that 0015 makes anew: what was the owner's alone may be anybody's."""


def step_after(revision: str) -> str:
    """The revision that comes next; the newest where there are no tables yet.

    >>> step_after("0002"), step_after("") == max(STEPS)
    ('0003', True)
    """
    return min(step for step in STEPS if step > revision) if revision else max(STEPS)
