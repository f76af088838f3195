"""What reports call the things of this game."""

from collections.abc import Mapping

from deckcheck.games.stargate.cards import SKILLS
from deckcheck.games.wording import count

COUNT_NAMES = ("cards", "hero", "villain", "team", "missions", *SKILLS)


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts of a deck in a line, like `44 cards: 22 Hero, 22 Villain; team of 4; ...`."""
    skills = ", ".join(f"{counts[skill]} {skill.capitalize()}" for skill in SKILLS)
    parts = [
        f"{counts['cards']} cards: {counts['hero']} Hero, {counts['villain']} Villain",
        f"team of {counts['team']}",
        f"{count(counts['missions'], 'mission', 'missions')}: {skills}",
    ]
    if counts["unknown"]:
        parts.append(f"{counts['unknown']} unknown")
    return "; ".join(parts)
