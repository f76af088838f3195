"""Card sources: each module reads one kind; `SOURCES` has them all, in the order of asking."""

from db.language import gettext as _, joined
from importers.sources.archives import SUFFIXES, FileTree
from importers.sources.deckdb import SOURCE as DECKDB
from importers.sources.destiny import SOURCE as DESTINY
from importers.sources.lackey import SOURCE as LACKEY
from importers.sources.source import CardSource
from importers.sources.source_errors import UnknownSourceError, UnreadableSourceError
from importers.sources.stargate import SOURCE as STARGATE
from importers.sources.swlcg import SOURCE as SWLCG
from importers.sources.table import SOURCE as TABLE, TABLES

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
        repr(name), _("no kind of card source has this name"), [source.name for source in SOURCES]
    )


def identify(tree: FileTree) -> CardSource:
    """The source to which these files belong, recognised by their content."""
    if not tree.names:
        raise UnreadableSourceError(
            tree.source, _("no files in it, of {suffixes}", suffixes=", ".join(sorted(SUFFIXES)))
        )
    for source in SOURCES:
        if source.claims(tree):
            return source
    hint = _("cards import --as KIND chooses one")
    if all(name.lower().endswith(TABLES) for name in tree.names):
        hint = joined((hint, _("of a table, --map COLUMN=FIELD says what its columns mean")), "; ")
    raise UnknownSourceError(
        tree.source, _("recognised by no card source; {hint}", hint=hint), [source.name for source in SOURCES]
    )
