"""The words of this game in reports."""

from collections.abc import Mapping

from db.language import Message, gettext as _
from deckcheck.show.wording import count

HUES = {
    "light": "blue",
    "dark": "red",
    "neutral": "grey",
    "yuuzhan-vong": "plum",
    "Space": "indigo",
    "Ground": "ochre",
    "Character": "teal",
    "Battle": "rust",
    "Equipment": "navy",
    "Mission": "olive",
    "Location": "plum",
    "Subordinate": "grey",
    "Resource": "grey",
    "Event": "grey",
}
"""The colours of its sides and types, by their names in the page's tokens."""

KINDS = (_("Trap"), _("Campaign"))
"""The second words of types, such as `Mission - Trap`."""

GOALS = {
    _("all three arenas in the opening hand"): "type:space >= 1 and type:ground >= 1 and type:character >= 1",
    _("two cards of cost 3 or less in the opening hand"): "cost<=3 >= 2",
    _("a Battle card in the opening hand"): "type:battle >= 1",
}
"""Wishes for an opening hand in words, each with its condition."""

OPENING = ("space", "ground", "character")
"""A hand without a unit for one of the arenas begins with a gap there."""


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts of a deck in a line, like `60 cards; 42 units: 14 Space, ...; 60 Light`."""
    cards, total = count(counts["cards"], "card", "cards"), count(counts["units"], "unit", "units")
    units = ", ".join(f"{counts[a]} {Message(a.capitalize())}" for a in ("space", "ground", "character"))
    sides = [f"{counts[s]} {Message(s.capitalize())}" for s in ("light", "dark", "neutral") if counts[s]]
    if counts.get("yuuzhan-vong"):
        sides.append(_("{counts} Yuuzhan Vong", counts=counts["yuuzhan-vong"]))
    if counts["unknown"]:
        sides.append(_("{counts} unknown", counts=counts["unknown"]))
    twice = sum(counts[arena] for arena in ("space", "ground", "character")) - counts["units"]
    if twice > 0:
        units += f" {_('(units of several arenas count in each: {twice} more)', twice=twice)}"
    text = f"{cards}; {total}: {units}"
    return f"{text}; {', '.join(map(str, sides))}" if sides else text
