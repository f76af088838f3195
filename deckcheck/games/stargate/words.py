"""The words of this game in reports and searches."""

from collections.abc import Mapping

from db.cards.card import Card
from db.language import Message, gettext as _
from deckcheck.games.stargate.cards import SKILLS
from deckcheck.query.search_words import NUMBER, OwnFact, OwnWords
from deckcheck.show.wording import count

HUES = {
    "hero": "blue",
    "villain": "red",
    "Team Character": "indigo",
    "Support Character": "teal",
    "Mission": "olive",
    "Obstacle": "rust",
    "Adversary": "plum",
    "Event": "ochre",
    "Gear": "navy",
    "Ship": "grey",
}
"""The colours of its sides and types, by their names in the page's tokens."""

GOALS = {
    _("a Support Character in the opening hand"): 'type:"support character" >= 1',
    _("an Obstacle and an Event in the opening hand"): "type:obstacle >= 1 and type:event >= 1",
    _("Gear in the opening hand"): "type:gear >= 1",
}
"""Wishes for an opening hand in words, each with its condition."""

FACE = (
    *((skill.capitalize(), skill) for skill in SKILLS),
    ("Experience", "experience"),
    ("Glyph", "glyph"),
    ("Revive", "revive"),
)
"""The facts that are shown of a card at a glance, by their labels."""

SYMBOLS = {skill: Message(skill.capitalize()) for skill in SKILLS}
"""The skills on its cards in words."""


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts of a deck in a line, like `44 cards: 22 Hero, 22 Villain; team of 4; ...`."""
    skills = ", ".join(f"{counts[skill]} {Message(skill.capitalize())}" for skill in SKILLS)
    parts = [
        _(
            "{counts} cards: {counts2} Hero, {counts3} Villain",
            counts=counts["cards"],
            counts2=counts["hero"],
            counts3=counts["villain"],
        ),
        _("team of {counts}", counts=counts["team"]),
        f"{count(counts['missions'], 'mission', 'missions')}: {skills}",
    ]
    if counts["unknown"]:
        parts.append(_("{counts} unknown", counts=counts["unknown"]))
    return "; ".join(map(str, parts))


def stats(card: Card) -> str:
    """The skills of a card and their numbers, like `2 Culture, 3 Combat`."""
    return ", ".join(f"{card.facts[s]} {Message(s.capitalize())}" for s in SKILLS if s in card.facts)


SEARCH = OwnWords(
    sides=("hero", "villain"),
    types=(
        "Team Character",
        "Support Character",
        "Mission",
        "Gear",
        "Event",
        "Ship",
        "Obstacle",
        "Adversary",
    ),
    facts=(
        *(OwnFact(s, _("{s}; of a Mission its difficulty", s=s), f"{s}>=3", NUMBER) for s in SKILLS),
        OwnFact("experience", _("experience of a Mission"), "experience>=3", NUMBER),
        OwnFact("revive", _("what reviving it costs"), "revive<=3", NUMBER),
        OwnFact("glyph", _("glyph of a Mission"), "glyph:orion"),
    ),
    side_help=_("allegiance: hero or villain"),
)
