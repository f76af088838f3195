"""The words of this game in reports and searches."""

from collections.abc import Mapping

from db.cards.card import Card
from db.language import Message, gettext as _
from deckcheck.query.search_words import NUMBER, YES_NO, OwnFact, OwnWords
from deckcheck.show.wording import count

HUES = {
    "light": "blue",
    "dark": "red",
    "Unit": "indigo",
    "Objective": "ochre",
    "Event": "rust",
    "Enhancement": "teal",
    "Fate": "plum",
    "Affiliation": "navy",
    "Mission": "olive",
}
"""The colours of its sides and types, by their names in the page's tokens."""

GOALS = {
    _("two units in the opening hand"): "type:unit >= 2",
    _("two cards of cost 2 or less in the opening hand"): "cost<=2 >= 2",
    _("an Event in the opening hand"): "type:event >= 1",
}
"""Wishes for an opening hand in words, each with its condition."""

FACE = (
    ("Set", "objective_set"),
    ("Force", "force_icons"),
    ("Resources", "resources"),
    ("Damage", "health"),
    ("Edge", "edge"),
    ("Icons", "icons"),
    (_("Edge icons"), "edge_icons"),
)
"""The facts that are shown of a card at a glance, by their labels."""

SYMBOLS = {
    "unit": _("unit damage"),
    "blast": _("blast damage"),
    "tactics": _("tactics"),
    "force_icons": _("Force icons"),
    "resources": _("resources"),
}
"""The icons on its cards in words."""


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts of a deck in a line, like `10 objective sets: 10 Light; 50 command cards; ...`."""
    sides = ", ".join(f"{counts[s]} {Message(s.capitalize())}" for s in ("light", "dark") if counts[s])
    sets = count(counts["objective_sets"], "objective set", "objective sets")
    parts = [f"{sets}: {sides}" if sides else sets]
    if counts["command_cards"]:
        parts.append(count(counts["command_cards"], "command card", "command cards"))
    else:
        parts.append(_("listed by their objectives"))
    parts.append(count(counts["affiliations"], "affiliation card", "affiliation cards"))
    if counts["unknown"]:
        parts.append(_("{counts} unknown", counts=counts["unknown"]))
    return "; ".join(map(str, parts))


def stats(card: Card) -> str:
    """The objective set, Force icons, resources and damage capacity of a card, as far as it has."""
    facts = card.facts
    parts = [_("set {facts}", facts=facts["objective_set"])] if "objective_set" in facts else []
    if facts.get("force_icons") is not None:
        parts.append(_("{facts} Force", facts=facts["force_icons"]))
    if (resources := facts.get("resources")) is not None:
        fixed = isinstance(resources, int)
        parts.append(count(resources, "resource", "resources") if fixed else _("X resources"))
    if card.health is not None:
        parts.append(_("{health} damage", health=card.health))
    return ", ".join(map(str, parts))


SEARCH = OwnWords(
    sides=("light", "dark"),
    types=("Affiliation", "Objective", "Unit", "Event", "Enhancement", "Fate", "Mission"),
    facts=(
        OwnFact("affiliation", "affiliation", "affiliation:jedi"),
        OwnFact(
            "objective",
            _("number of an objective set to which it belongs"),
            "objective=9",
            NUMBER,
            "objective_set",
        ),
        OwnFact("force", _("Force icons"), "force>=2", NUMBER, "force_icons"),
        OwnFact("resources", _("resource value"), "resources>=2", NUMBER),
        OwnFact("edge", _("edge priority of a Fate card"), "edge<=3", NUMBER),
        OwnFact("locked", _("whether it goes only with its affiliation"), "locked:yes", YES_NO),
        OwnFact("limited", _("whether one per objective deck is the limit"), "limited:yes", YES_NO),
        OwnFact("unique", _("whether it is unique: yes or no"), "unique:yes", YES_NO),
    ),
    health_help=_("damage capacity"),
)
