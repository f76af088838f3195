"""Acts that repair decks: the nearest legal deck, of one or of several together."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Unpack

from deckcheck import acts
from deckcheck.acts.cards import card
from deckcheck.acts.database import Database, JudgeArguments
from deckcheck.acts.deck_sources import DeckSource, one_game, open_source
from deckcheck.acts.decks import deck
from deckcheck.judge.opening import OpenedDeck
from deckcheck.repair.result import Repair, RepairedTogether

if TYPE_CHECKING:
    from deckcheck.acts.repairing import DeckRepairer, OpenRepair, OpenTogether


class RepairArguments(JudgeArguments, total=False):
    """The options of a repair: how the deck is judged, and the conditions.

    With `owned` only copies come in that are free in the collection, with `cards` only cards that a
    query asks for. Cards in `keep` do not leave the deck, those in `out` leave it and do not come in.
    """

    owned: bool
    cards: str | None
    keep: Iterable[str]
    out: Iterable[str]
    max_changes: int | None
    alternatives: int
    drop_unknown: bool
    time_limit: float


def repair(
    database: Database,
    source: DeckSource | OpenedDeck,
    format: str | None = None,
    **arguments: Unpack[RepairArguments],
) -> "Repair":
    """The nearest legal deck, by the same options as `validate`; nothing is written.

    Raises `RepairError` where the conditions contradict themselves.
    """
    return open_repair(database, source, format, **arguments).found()


def open_repair(
    database: Database,
    source: DeckSource | OpenedDeck,
    format: str | None = None,
    **arguments: Unpack[RepairArguments],
) -> "OpenRepair":
    """A deck to be repaired: its questions, its changes one by one, the result written and saved."""
    return _open(database, source, format, None, arguments)


def repair_together(
    database: Database,
    sources: Sequence[DeckSource | OpenedDeck],
    format: str | None = None,
    **arguments: Unpack[RepairArguments],
) -> "RepairedTogether":
    """The nearest legal decks that are built at once from the collection: `owned` is needed.

    By the options of `repair`, but for `alternatives`. Raises `RepairError` for a deck that is named
    twice and `WrongPlayersError` for decks of different games.
    """
    return open_repair_together(database, sources, format, **arguments).found()


def open_repair_together(
    database: Database,
    sources: Sequence[DeckSource | OpenedDeck],
    format: str | None = None,
    **arguments: Unpack[RepairArguments],
) -> "OpenTogether":
    """Decks to be repaired together; it also writes and saves each result."""
    opened: list[OpenRepair] = []
    for source in sources:
        repairer = opened[0].repairer if opened else None
        opened.append(_open(database, source, format, repairer, arguments))
    one_game(one.deck.game for one in opened)
    acts.repairing.check_together([one.opened for one in opened], arguments)
    return acts.repairing.OpenTogether(tuple(opened))


def _open(
    database: Database,
    source: DeckSource | OpenedDeck,
    play_format: str | None,
    repairer: "DeckRepairer | None",
    arguments: RepairArguments,
) -> "OpenRepair":
    """A deck that is to be repaired, by a repairer of the same options where there is one."""
    read_as = arguments.get("read_as")
    options = database.judge_options(play_format, arguments)
    opened = (
        source
        if isinstance(source, OpenedDeck)
        else open_source(source, database.find_saved, read_as, may_be_empty=True)
    )
    resolved = deck(database, opened, game=arguments.get("game"))
    code = resolved.game
    resolver, catalogue = database.resolver(code), database.catalogue(code)
    collection, keeper = database.holdings(code), database.keeper(code)
    opened = keeper.as_saved(opened, collection.stored)
    repairer = repairer or acts.repairing.DeckRepairer(
        database.deck_judge(options).judge_of(code),
        catalogue,
        collection,
        lambda name: card(database, name, game=code),
    )
    return acts.repairing.OpenRepair(
        opened, resolved, repairer, arguments, resolver, keeper, catalogue, read_as
    )
