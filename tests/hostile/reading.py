"""Reads the hostile files of a class in a process with 1 GB of memory: `python -m ... CLASS`."""

import json
import resource
import sys
import tempfile
from pathlib import Path

from tests.hostile.cases import CLASSES, COLLECTION, DECK

MEMORY = 1_000_000_000


def read(reader: str, path: Path) -> str:
    """What a reader says of a file: its error, or nothing where it reads it."""
    from db.errors import DeckcheckError

    try:
        if reader == DECK:
            from importers.decks.reading import read_deck

            read_deck(path)
        elif reader == COLLECTION:
            from importers.collections.holding_sheet import parse_holdings
            from importers.sheets.sheets import read_bytes

            parse_holdings(read_bytes(path), str(path))
        else:
            from importers.sources import identify
            from importers.sources.archives import open_tree
            from importers.sources.source import ReadOptions

            with open_tree(path) as tree:
                for name in tree.names:
                    tree.read(name)
                identify(tree).read(tree, ReadOptions())
    except DeckcheckError as error:
        return str(error)
    return ""


def main() -> None:
    """Writes a line of JSON for each file and reader: what was said, and the peak of memory."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        for number, case in enumerate(CLASSES[sys.argv[1]]):
            path = Path(folder, f"{number}{case.suffix}")
            path.write_bytes(case.build())
            for reader in case.readers:
                said = read(reader, path)
                sys.stdout.write(json.dumps([case.name, reader, said]) + "\n")


if __name__ == "__main__":
    main()
