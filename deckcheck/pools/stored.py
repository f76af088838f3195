"""Pools kept by name: each is a file in a folder of the user's data."""

import json
from pathlib import Path

from db.language import gettext as _
from db.patterns import pattern
from deckcheck.errors import PoolError
from deckcheck.games.formats.format_reading import unlike
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
            _("a pool cannot be called {name!r}: take letters, digits and blanks", name=name[:80])
        )
    return folder / f"{name}.json"


def keep_pool(folder: Path, pool: Pool, *, force: bool = False) -> None:
    """Keeps a pool under its name; raises `ExistingFileError` where there is one, unless `force`."""
    path = pool_path(folder, pool.name)
    folder.mkdir(parents=True, exist_ok=True)
    save_deck(path, pool_bytes(pool), force=force)


def find_pool(folder: Path, name: str) -> Path:
    """A file of that path, else the file of a kept pool; raises `PoolError`."""
    given, path = Path(name), folder / f"{name}.json"
    if given.is_file() or is_part(given):
        return given
    if not _NAME.fullmatch(name) or not path.is_file():
        what, known = _("there is no pool {name!r}", name=name), sorted(folder.glob("*.json"))
        raise PoolError(unlike(what, name, [one.stem for one in known]) if known else what)
    return path
