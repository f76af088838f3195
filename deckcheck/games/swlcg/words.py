"""What reports call the things of this game."""

from collections.abc import Mapping

from deckcheck.games.wording import count

COUNT_NAMES = ("cards", "affiliations", "objective_sets", "command_cards", "light", "dark")


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts of a deck in a line, like `10 objective sets: 10 Light; 50 command cards; ...`."""
    sides = ", ".join(f"{counts[s]} {s.capitalize()}" for s in ("light", "dark") if counts[s])
    sets = count(counts["objective_sets"], "objective set", "objective sets")
    parts = [f"{sets}: {sides}" if sides else sets]
    if counts["command_cards"]:
        parts.append(count(counts["command_cards"], "command card", "command cards"))
    else:
        parts.append("listed by their objectives")
    parts.append(count(counts["affiliations"], "affiliation card", "affiliation cards"))
    if counts["unknown"]:
        parts.append(f"{counts['unknown']} unknown")
    return "; ".join(parts)
