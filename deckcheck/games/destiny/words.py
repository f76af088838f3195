"""The words of this game in reports and searches."""

from collections.abc import Mapping

from db.cards.card import Card
from db.language import gettext as _
from deckcheck.query.search_words import NUMBER, YES_NO, OwnFact, OwnWords
from deckcheck.show.wording import count

_KINDS = ("event", "upgrade", "support", "downgrade")

HUES = {
    "hero": "blue",
    "villain": "red",
    "neutral": "grey",
    "Character": "indigo",
    "Upgrade": "teal",
    "Support": "ochre",
    "Event": "rust",
    "Downgrade": "plum",
    "Battlefield": "olive",
    "Plot": "navy",
}
"""The colours of its sides and types, by their names in the page's tokens."""

GOALS = {
    _("an Upgrade and an Event in the opening hand"): "type:upgrade >= 1 and type:event >= 1",
    _("two cards of cost 1 or less in the opening hand"): "cost<=1 >= 2",
    _("a Support in the opening hand"): "type:support >= 1",
}
"""Wishes for an opening hand in words, each with its condition."""

FACE = (("Points", "points"), ("Health", "health"), ("Colour", "faction"), ("Die", "sides"))
"""The facts that are shown of a card at a glance, by their labels."""

SYMBOLS = {
    "MD": _("melee damage"),
    "RD": _("ranged damage"),
    "ID": _("indirect damage"),
    "Sh": _("shield"),
    "R": _("resource"),
    "Dr": _("disrupt"),
    "Dc": _("discard"),
    "F": _("focus"),
    "Sp": _("special"),
    "-": _("blank"),
}
"""The signs on sides of dice, in words."""

PRINTED = (
    _("red"), _("blue"), _("yellow"), _("gray"),
    _("Weapon"), _("Vehicle"), _("Ability"), _("Leader"), _("Droid"), _("Scoundrel"), _("Trooper"),
    _("Equipment"), _("Jedi"), _("Pilot"), _("Apprentice"), _("Mod"), _("Bounty Hunter"), _("Scavenger"),
    _("Sith"), _("Title"), _("Location"), _("Move"), _("Mission"), _("Spy"), _("Intel"), _("Spectre"),
    _("Wookiee"), _("Guard"), _("Bounty"), _("Engineer"), _("Inquisitor"), _("Pirate"), _("Witch"),
    _("Advisor"), _("Artillery"), _("Form"), _("Curse"), _("Partisan"), _("Gungan"), _("Trap"),
    _("Podracer"), _("Ewok"), _("Nightbrother"), _("Creature"), _("Death Star"), _("Injury"), _("Jawa"),
    _("Shapeshifter"), _("Spell"), _("Format"), _("Bomb"), _("Cultist"),
)  # fmt: skip
"""Its colours, and its subtypes as they are printed: facts have them as codes, like `bounty-hunter`."""


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts of a deck in a line, like `30 cards: 12 events, ...; team of 2, 3 dice`."""
    kinds = ", ".join(str(count(counts[f"{k}s"], k, f"{k}s")) for k in _KINDS if counts[f"{k}s"])
    team = _(
        "team of {counts} with {dice}, {counts2} points as printed",
        counts=counts["characters"],
        dice=count(counts["dice"], "die", "dice"),
        counts2=counts["points"],
    )
    parts = [count(counts["cards"], "card", "cards") + (f": {kinds}" if kinds else ""), team]
    others = [count(counts["battlefields"], "battlefield", "battlefields")]
    if counts["plots"]:
        others.append(count(counts["plots"], "plot", "plots"))
    if counts["unknown"]:
        others.append(_("{counts} unknown", counts=counts["unknown"]))
    return "; ".join(map(str, [*parts, ", ".join(map(str, others))]))


def stats(card: Card) -> str:
    """The points of a character or plot, and the health of a character, like `12/15, 11 health`."""
    parts = [str(card.facts["points"])] if card.facts.get("points") else []
    if card.health is not None:
        parts.append(_("{health} health", health=card.health))
    return ", ".join(map(str, parts))


SEARCH = OwnWords(
    sides=("hero", "villain", "neutral"),
    types=("Character", "Upgrade", "Downgrade", "Support", "Event", "Battlefield", "Plot"),
    facts=(
        OwnFact("colour", _("colour: red, blue, yellow or gray"), "colour:blue", fact="faction"),
        OwnFact("points", _("points with one die or with two"), "points<=10", NUMBER),
        OwnFact("die", _("a side of its die"), "die=2MD", fact="sides"),
        OwnFact("limit", _("copies that a deck may have"), "limit>2", NUMBER),
        OwnFact("unique", _("whether it is unique: yes or no"), "unique:yes", YES_NO),
    ),
    side_help=_("affiliation: hero, villain, neutral"),
)
