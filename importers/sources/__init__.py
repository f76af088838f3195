"""Card sources: each module reads one kind; `SOURCES` has them all, in the order of asking.

source     what a card source is: CardSource, ReadOptions
checking   rows checked at the border, with everything that is wrong with them
lackey, deckdb (with swtcg, what both have in common), destiny, stargate, swlcg, table
json_rows  JSON arrays with the lines of their entries
sheets     tables of CSV, XLSX, ODS and JSON files
"""

from importers.archives import FileTree
from importers.source_errors import UnknownSourceError
from importers.sources.deckdb import SOURCE as DECKDB
from importers.sources.destiny import SOURCE as DESTINY
from importers.sources.lackey import SOURCE as LACKEY
from importers.sources.source import CardSource
from importers.sources.stargate import SOURCE as STARGATE
from importers.sources.swlcg import SOURCE as SWLCG
from importers.sources.table import SOURCE as TABLE

SOURCES: tuple[CardSource, ...] = (LACKEY, DECKDB, DESTINY, SWLCG, STARGATE, TABLE)


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
