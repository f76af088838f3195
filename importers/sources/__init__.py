"""Card sources: each module reads one kind; `SOURCES` has them all, in the order of asking.

source     what a card source is: CardSource, ReadOptions
checking   rows checked at the border, with everything that is wrong with them
lackey, deckdb (with swtcg, what both have in common), destiny, stargate, swlcg, table
json_rows  JSON arrays with the lines of their entries
sheets     tables of CSV, XLSX, ODS and JSON files
"""

from importers.archives import FileTree
from importers.source_errors import UnknownSourceError
from importers.sources import deckdb, destiny, lackey, stargate, swlcg, table
from importers.sources.source import CardSource

SOURCES: tuple[CardSource, ...] = (
    lackey.SOURCE,
    deckdb.SOURCE,
    destiny.SOURCE,
    swlcg.SOURCE,
    stargate.SOURCE,
    table.SOURCE,
)


def get_source(name: str) -> CardSource:
    """The source of that name.

    >>> get_source("deckdb").game
    'swtcg'
    """
    for source in SOURCES:
        if source.name == name:
            return source
    raise UnknownSourceError(
        repr(name), "no kind of card source is called so", [source.name for source in SOURCES]
    )


def identify(tree: FileTree) -> CardSource:
    """The source whose files these are, told by their content."""
    for source in SOURCES:
        if source.claims(tree):
            return source
    raise UnknownSourceError(
        tree.source,
        "recognised by no card source; --as chooses one",
        [source.name for source in SOURCES],
    )
