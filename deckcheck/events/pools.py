"""The pools of a sealed event: of each player a list in a folder, or the cards in a log of Draftmancer."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from db.cards.names import normal_form
from db.events.values import PlayerFacts
from db.language import gettext as _
from deckcheck.errors import PoolError
from deckcheck.events.frozen import ListFreezer
from deckcheck.pools.pool import Pool, pool_of
from importers.decks.reading import read_bytes
from importers.errors import UnreadableFileError


def pools_of(
    freezer: ListFreezer, players: Mapping[int, PlayerFacts], place: Path
) -> Iterator[tuple[int, Pool]]:
    """Yields the pool of each player who has one there; raises `PoolError` for a file that is none.

    In a folder it is the file with the player's name, in a log what stands there for that name.
    """
    if not place.exists():
        raise PoolError(_("{place}: there is no such folder or log of pools", place=place))
    files = {normal_form(one.stem): one for one in sorted(place.iterdir())} if place.is_dir() else None
    for number, player in players.items():
        own = files.get(normal_form(player.name)) if files is not None else Path(f"{place}#{player.name}")
        if own is None:
            continue
        try:
            data = read_bytes(own)
        except UnreadableFileError:
            if files is not None:
                raise
            continue
        frozen = freezer.freeze(str(own), data)
        if frozen.deck is None:
            raise PoolError(f"{own}: {frozen.error}")
        yield number, pool_of(frozen.deck, own.name)
