"""What reports call the things of this game."""

from collections.abc import Mapping

from deckcheck.games.wording import count

COUNT_NAMES = (
    "cards", "characters", "dice", "points", "battlefields", "plots", "events", "upgrades",
    "supports", "downgrades", "hero", "villain", "neutral",
)  # fmt: skip
_KINDS = ("event", "upgrade", "support", "downgrade")


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts of a deck in a line, like `30 cards: 12 events, ...; team of 2, 3 dice`."""
    kinds = ", ".join(count(counts[f"{k}s"], k, f"{k}s") for k in _KINDS if counts[f"{k}s"])
    team = (
        f"team of {counts['characters']} with {count(counts['dice'], 'die', 'dice')}, "
        f"{counts['points']} points as printed"
    )
    parts = [f"{counts['cards']} cards" + (f": {kinds}" if kinds else ""), team]
    others = [count(counts["battlefields"], "battlefield", "battlefields")]
    if counts["plots"]:
        others.append(count(counts["plots"], "plot", "plots"))
    if counts["unknown"]:
        others.append(f"{counts['unknown']} unknown")
    return "; ".join([*parts, ", ".join(others)])
