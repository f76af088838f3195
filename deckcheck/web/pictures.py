"""Pictures of cards, where the user has them; nothing is fetched."""

from pathlib import Path
from urllib.parse import quote

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".gif")


def picture_file(folder: Path | None, path: str) -> Path | None:
    """The picture at a path below the folder; None for what is outside it, or is no picture."""
    if folder is None or "\0" in path:
        return None
    root = folder.resolve()
    deck = (root / path).resolve()
    if not deck.is_relative_to(root) or deck.suffix.lower() not in SUFFIXES:
        return None
    return deck if deck.is_file() else None


def picture_address(folder: Path | None, set_code: str, image_key: str | None) -> str | None:
    """The address of the picture of a printing; None where the user has none."""
    if folder is None or not image_key:
        return None
    for suffix in SUFFIXES:
        path = f"{set_code}/{image_key}{suffix}"
        try:
            if picture_file(folder, path):
                return f"/pictures/{quote(path)}"
        except OSError:  # a name that no file can have
            return None
    return None
