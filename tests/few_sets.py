"""A small catalogue: of every game one set or a few, taken from the bundled one.

Of the other sets of the first game it holds the cards of the example decks, and of a few that
tests collect, so that these are what they are in the whole catalogue. A database of it is made, copied and checked in a tenth of the time. It does for what is true of
any catalogue; what is said of the bundled catalogue itself is tried with all of it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from unittest.mock import patch

from db.cards import bundled_games
from db.cards.bundled import EVERY_CARD, computed_digest, read_cards, read_table
from db.cards.bundled_games import BUNDLED, FOLDER as WHOLE, BundledGame
from db.cards.names import normal_form
from importers.decks.reading import read_deck

SETS = {
    "swtcg": ("AOTC", "ANH", "BOBF", "BOE", "CAD", "MAM", "START", "YV"),
    "destiny": ("AW",),
    "stargate": ("BASE",),
    "swlcg": ("core-set",),
}
"""Those that hold marks, reprints, starter prints, former names and cards with exceptions."""

ONE_SET: dict[str, tuple[str, ...]] = {**dict.fromkeys(SETS, ()), "swtcg": ("AOTC",)}
"""Enough where a database is read whole, again and again."""

_EXAMPLES = Path(__file__).parents[1] / "examples"
DECKS = sorted((_EXAMPLES / "decks").iterdir())
LISTS = sorted(path for path in (_EXAMPLES / "event").glob("*/**/*.*") if path.name != "readme.txt")
"""The lists that are handed in at the event of the examples."""
COLLECTED = {"swtcg": ("Boba Fett", "Captain Rex", "Kouhun")}
"""Names of which the small catalogue holds every version, in whichever set it came."""


def write_catalogue(
    folder: Path, sets: Mapping[str, tuple[str, ...]] = SETS, decks: Sequence[Path] = DECKS
) -> None:
    """Writes the small catalogue as files; it holds the cards of these decks."""
    with patch.object(bundled_games, "FOLDER", folder):
        for game in BUNDLED:
            _write_game(game, folder / game.code, sets[game.code], decks)
            (folder / game.code / "DIGEST").write_text(computed_digest(game), encoding="ascii")


def _write_game(game: BundledGame, folder: Path, whole: tuple[str, ...], decks: Sequence[Path]) -> None:
    """Writes the sets of one game, and the lines of its other files that are about them."""
    folder.mkdir(parents=True)
    old, sets = WHOLE / game.code, set(whole)
    for code in sets:
        _copy(old / f"{code}.tsv", folder, lambda _: True)
    if game.code in COLLECTED:
        sets |= set(_copy_single_cards(old, folder, COLLECTED[game.code], decks))
    _copy(old / "sets.tsv", folder, lambda row: row["code"] in sets)
    for name in ("exceptions.tsv", "aliases.tsv", "texts_read.tsv"):
        (folder / name).write_text(_header(old / name) + "\n", encoding="utf-8")
    cards = {EVERY_CARD, *read_cards(game)}
    for name in ("exceptions.tsv", "aliases.tsv"):
        _copy(old / name, folder, lambda row: _key(row["card"]) in cards)
    _copy(old / "mended.tsv", folder, lambda row: row["set"] in whole)
    printed = {(code, row["number"]) for code in sets for row in _rows(folder / f"{code}.tsv")}
    _copy(old / "legality.tsv", folder, lambda row: (row["set"], row["number"]) in printed)
    if (old / "names_in_languages.tsv").exists():
        keys = {row["key"] for code in sets for row in _rows(folder / f"{code}.tsv")}
        _copy(old / "names_in_languages.tsv", folder, lambda row: row["code"] in keys)
    for name in ("releases.tsv", "texts_read.tsv", "set_names.tsv"):
        if (old / name).exists():
            _copy(old / name, folder, lambda row: row["code"] in sets)
    if (old / "setup_texts.tsv").exists():
        _copy(old / "setup_texts.tsv", folder, lambda row: _key(row["card"]) in cards)


def _copy_single_cards(
    old: Path, folder: Path, collected: tuple[str, ...], decks: Sequence[Path]
) -> Iterator[str]:
    """Copies the cards of the decks from the sets that are not copied whole.

    Yields the codes of the sets that have such cards.
    """
    lines = [line for path in decks for line in read_deck(path).lines]
    names = {normal_form(_base(line.name)) for line in lines} | {normal_form(c) for c in collected}
    for code in [row["code"] for row in _rows(old / "sets.tsv")]:
        path = old / f"{code}.tsv"
        wanted = {row["name"] for row in _rows(path) if normal_form(_base(row["name"])) in names}
        if wanted and not (folder / path.name).exists():
            _copy(path, folder, partial(_is_named, wanted))
            yield code


def _is_named(names: set[str], row: dict[str, str]) -> bool:
    return row["name"] in names


def _base(name: str) -> str:
    return name.partition(" (")[0]


def _rows(path: Path) -> list[dict[str, str]]:
    return [row for _, row in read_table(path)]


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
