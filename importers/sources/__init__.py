"""Card sources: each module reads one kind; `SOURCES` has them all, in the order of asking.

archives         the files of a source, be it a folder, a zip archive or one file
checking         checking the rows of a source at the border
deckdb           the card file of swtcg-deckdb.com: one JSON array, every value a text
destiny          Star Wars: Destiny as swdestinydb has it
fetching         fetching files over the network
json_rows        the objects of a JSON array, each with the line on which it begins
lackey           the LackeyCCG plugin
lackey_checksum  the checksum by which LackeyCCG tells that a file of its update list has changed
lackey_update    LackeyCCG's update list
octgn_xml        OCTGN's XML
sheets           tables as rows of text with their line numbers, from CSV, XLSX, ODS and JSON files
source           the contract of a card source
source_errors    the errors of reading card sources, from files and over the network
stargate         the Stargate TCG as OCTGN has it: a definition of the game, and its sets, as XML
swlcg            Star Wars: The Card Game (the LCG): JSON arrays, a file a product
swtcg            cards of the Star Wars Trading Card Game, as its sources write them
table            cards of a table of one's own
unfit_texts      texts of a source that no card may have
"""

from importers.sources.archives import SUFFIXES, FileTree
from importers.sources.deckdb import SOURCE as DECKDB
from importers.sources.destiny import SOURCE as DESTINY
from importers.sources.lackey import SOURCE as LACKEY
from importers.sources.source import CardSource
from importers.sources.source_errors import UnknownSourceError, UnreadableSourceError
from importers.sources.stargate import SOURCE as STARGATE
from importers.sources.swlcg import SOURCE as SWLCG
from importers.sources.table import SOURCE as TABLE
from importers.sources.table import TABLES

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
        repr(name), "no kind of card source has this name", [source.name for source in SOURCES]
    )


def identify(tree: FileTree) -> CardSource:
    """The source to which these files belong, recognised by their content."""
    if not tree.names:
        raise UnreadableSourceError(tree.source, f"no files in it, of {', '.join(sorted(SUFFIXES))}")
    for source in SOURCES:
        if source.claims(tree):
            return source
    hint = "cards import --as KIND chooses one"
    if all(name.lower().endswith(TABLES) for name in tree.names):
        hint += "; of a table, --map COLUMN=FIELD says what its columns mean"
    raise UnknownSourceError(
        tree.source, f"recognised by no card source; {hint}", [source.name for source in SOURCES]
    )
