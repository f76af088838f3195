"""A small catalogue: of every game one set or a few, taken from the bundled one.

A database of it is made, copied and checked in a tenth of the time. It does for what is true of
any catalogue; what is said of the bundled catalogue itself is tried with all of it.
"""

from collections.abc import Callable
from pathlib import Path

from db.cards.bundled import BUNDLED, EVERY_CARD, BundledGame, computed_digest, read_cards
from db.cards.bundled import FOLDER as WHOLE
from db.cards.names import normal_form

SETS = {
    "swtcg": ("AOTC", "ANH", "BOBF", "BOE", "CAD", "MAM", "START", "YV"),
    "destiny": ("AW",),
    "stargate": ("BASE",),
    "swlcg": ("core-set",),
}
"""Those that hold marks, reprints, starter prints, former names and cards with exceptions."""


def write_catalogue(folder: Path) -> None:
    """Writes the small catalogue as files; `bundled.FOLDER` must be this folder meanwhile."""
    for game in BUNDLED:
        _write_game(game, folder / game.code)
        (folder / game.code / "DIGEST").write_text(computed_digest(game), encoding="ascii")


def _write_game(game: BundledGame, folder: Path) -> None:
    """Writes the sets of one game, and the lines of its other files that are about them."""
    folder.mkdir(parents=True)
    old, sets = WHOLE / game.code, SETS[game.code]
    for code in sets:
        _copy(old / f"{code}.tsv", folder, lambda _: True)
    _copy(old / "sets.tsv", folder, lambda row: row["code"] in sets)
    for name in ("exceptions.tsv", "aliases.tsv"):
        (folder / name).write_text(_header(old / name) + "\n", encoding="utf-8")
    cards = {EVERY_CARD, *read_cards(game)}
    for name in ("exceptions.tsv", "aliases.tsv"):
        _copy(old / name, folder, lambda row: _key(row["card"]) in cards)
    for name in ("legality.tsv", "mended.tsv"):
        _copy(old / name, folder, lambda row: row["set"] in sets)
    if (old / "releases.tsv").exists():
        _copy(old / "releases.tsv", folder, lambda row: row["code"] in sets)


def _key(card: str) -> str:
    return card if card == EVERY_CARD else normal_form(card)


def _header(path: Path) -> str:
    return path.read_text(encoding="utf-8").split("\n", 1)[0]


def _copy(path: Path, folder: Path, keep: Callable[[dict[str, str]], bool]) -> None:
    """Copies a table but for the lines that are not to be kept."""
    header, *lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
    names = header.split("\t")
    kept = [line for line in lines if keep(dict(zip(names, line.split("\t"), strict=True)))]
    (folder / path.name).write_text("\n".join([header, *kept]) + "\n", encoding="utf-8")
