"""Checks that the wheel and the source archive in a folder hold what they must, and nothing else.

Usage: python docs/check_wheel.py FOLDER
"""

import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = ("deckcheck", "db", "importers")
EXAMPLES = ("examples/decks", "examples/sisters")
"""What the wheel has below `deckcheck`."""
BESIDE = (
    "README.md",
    "LICENSE",
    "CHANGELOG.md",
    "Makefile",
    "constraints.txt",
    "docs/conf.py",
    "tests/conftest.py",
)
"""What the source archive holds beside the packages, so that others can test and package it."""
BUILT = ("db/built.sqlite", "db/built.sqlite.sha256")
"""The database that `make dist` makes for the wheel."""


def main(folder: Path) -> int:
    """Prints what is wrong; the exit code is 1 if anything is."""
    (wheel,) = folder.glob("*.whl")
    (source,) = folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as archive:
        wrong = list(_wrong_in_wheel(archive.namelist()))
    with tarfile.open(source) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    wrong += [
        f"the source archive lacks {name}" for name in (*_files(PACKAGES), *BESIDE) if name not in packed
    ]
    for line in wrong:
        print(line)
    return 1 if wrong else 0


def _files(folders: Iterable[str]) -> list[str]:
    return sorted(
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    )


def _wrong_in_wheel(names: list[str]) -> Iterable[str]:
    ours = {name for name in names if ".dist-info/" not in name}
    wanted = {*_files(PACKAGES), *(f"deckcheck/{name}" for name in _files(EXAMPLES))}
    yield from (f"the wheel lacks {name}" for name in sorted(wanted - ours))
    yield from (f"the wheel should not hold {name}" for name in sorted(ours - wanted))
    yield from (f"the wheel lacks {name}/py.typed" for name in PACKAGES if f"{name}/py.typed" not in ours)
    yield from (f"the wheel lacks {name}" for name in BUILT if name not in ours)
    for needed in ("licenses/LICENSE", "entry_points.txt"):
        if not any(name.endswith(f".dist-info/{needed}") for name in names):
            yield f"the wheel lacks {needed}"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
