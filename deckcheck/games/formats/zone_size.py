"""The limit of a zone whose size the user sets, since no rulebook does."""

from db.language import gettext as _
from deckcheck.rules.requirement import AtMost, Count


def zone_limit(zone: str, limit: int) -> AtMost:
    """The requirement for a zone whose size the user sets, since none is known to us."""
    return AtMost(
        "zone",
        _("limit set by the user"),
        limit,
        Count(zones=frozenset({zone})),
        where=_("in {zone}", zone=zone),
        advice=_("take out {off_cards}"),
        unknown_too=True,
    )
