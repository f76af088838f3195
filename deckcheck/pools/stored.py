"""Pools kept by name: each is a file in a folder of the user's data."""

import json
from dataclasses import replace
from pathlib import Path

from db.language import gettext as _
from db.patterns import pattern
from deckcheck.errors import PoolError
from deckcheck.games import get_game
from deckcheck.games.formats.format_reading import unlike
from deckcheck.pools.boosters import model_words
from deckcheck.pools.pool import Pool
from importers.decks.reading import is_part
from importers.decks.writing import save_deck

_NAME = pattern(r"\w[^/\\:*?\"<>|\x00-\x1f]{0,79}")


def pool_bytes(pool: Pool) -> bytes:
    """A pool as the bytes of its file."""
    return (json.dumps(pool.document(), ensure_ascii=False, indent=1) + "\n").encode()


def pool_path(folder: Path, name: str) -> Path:
    """The file of a pool of that name; raises `PoolError` for a name that no file can have."""
    if not _NAME.fullmatch(name) or name != name.strip(". "):
        raise PoolError(
            _("a pool cannot be called {name!r}: take letters, digits and blanks"), name=name[:80]
        )
    return folder / f"{name}.json"


def keep_pool(folder: Path, pool: Pool, *, force: bool = False) -> None:
    """Keeps a pool under its name; raises `ExistingFileError` where there is one, unless `force`."""
    path = pool_path(folder, pool.name)
    folder.mkdir(parents=True, exist_ok=True)
    save_deck(path, pool_bytes(pool), force=force)


def forget_pool(folder: Path, name: str) -> None:
    """Deletes a kept pool; raises `PoolError` where there is none."""
    try:
        pool_path(folder, name).unlink()
    except FileNotFoundError:
        raise PoolError(_("there is no pool {name!r}"), name=name) from None


def find_pool(folder: Path, name: str | None) -> Path:
    """A file of that path, else the file of a kept pool: without a name of the only one.

    Raises `PoolError`.
    """
    known = [one.stem for one in sorted(folder.glob("*.json"))]
    if name is None:
        if not known:
            raise PoolError(no_pools())
        if len(known) > 1:
            raise PoolError(_("several pools are kept: {known}; name one by --pool"), known=", ".join(known))
        return folder / f"{known[0]}.json"
    given, path = Path(name), folder / f"{name}.json"
    if given.is_file() or is_part(given):
        return given
    if not _NAME.fullmatch(name) or not path.is_file():
        what = _("there is no pool {name!r}", name=name)
        raise PoolError(unlike(what, name, known) if known else what)
    return path


def with_origin(pool: Pool, path: Path) -> Pool:
    """The pool of a file with the boosters that it says it was opened from; as it is for other lists."""
    try:
        document = json.loads(path.read_bytes())
        seed, boosters = document["seed"], {one["set"]: one["boosters"] for one in document["products"]}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return pool
    slots = get_game(pool.game).collecting.limited.slots
    is_known = (
        slots
        and boosters
        and all(
            type(number) is int and isinstance(code, str) for code, number in (*boosters.items(), ("", seed))
        )
    )
    return replace(pool, seed=seed, products=boosters, model=model_words(slots)) if is_known else pool


def no_pools() -> str:
    """The sentence that no pool is kept."""
    return _("no pools yet; make one with `deckcheck pool open` or `deckcheck pool import`")
