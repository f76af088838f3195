"""The part of a session for repairs: the nearest legal decks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from db.arguments import checked
from deckcheck.acts.database import RepairArguments
from deckcheck.acts.deck_sources import DeckSource, one_game, open_source
from deckcheck.judge.opening import OpenedDeck
from deckcheck.session.with_cards import WithCards
from deckcheck.session.with_decks import WithDecks

if TYPE_CHECKING:
    from deckcheck.repair.result import Repair, RepairedTogether
    from deckcheck.session.repairing import DeckRepairer, OpenRepair, OpenTogether


@checked
class WithRepairs(WithCards, WithDecks):
    """Repairs of one deck, or of several decks together."""

    def repair(
        self,
        source: DeckSource | OpenedDeck,
        format: str | None = None,  # noqa: A002 - the word of the command line
        **asked: Unpack[RepairArguments],
    ) -> "Repair":
        """The nearest legal deck, by the same options as `validate`; nothing is written.

        With `owned` only copies come in that are free in the collection, with `cards` only cards
        that a query asks for. Cards in `keep` do not leave the deck, those in `out` leave it and do
        not come in. Raises `RepairError` where that contradicts itself.
        """
        return self.open_repair(source, format, **asked).found()

    def open_repair(
        self,
        source: DeckSource | OpenedDeck,
        format: str | None = None,  # noqa: A002 - the word of the command line
        **asked: Unpack[RepairArguments],
    ) -> "OpenRepair":
        """A deck to be repaired, by the options of `repair`; it writes and saves the result."""
        return self._open_repair(source, format, None, asked)

    def repair_together(
        self,
        sources: Sequence[DeckSource | OpenedDeck],
        format: str | None = None,  # noqa: A002 - the word of the command line
        **asked: Unpack[RepairArguments],
    ) -> "RepairedTogether":
        """The nearest legal decks that are built at once from the collection: `owned` is needed.

        By the options of `repair`, but for `alternatives`. Raises `RepairError` for a deck that is
        named twice and `WrongPlayersError` for decks of different games.
        """
        return self.open_repair_together(sources, format, **asked).found()

    def open_repair_together(
        self,
        sources: Sequence[DeckSource | OpenedDeck],
        format: str | None = None,  # noqa: A002 - the word of the command line
        **asked: Unpack[RepairArguments],
    ) -> "OpenTogether":
        """Decks to be repaired together; it also writes and saves each result."""
        from deckcheck.session.repairing import OpenTogether, check_together, request_of

        decks: list[OpenRepair] = []
        for source in sources:
            repairer = decks[0].repairer if decks else None
            decks.append(self._open_repair(source, format, repairer, asked))
        one_game(one.deck.game for one in decks)
        check_together([one.opened for one in decks], request_of(asked))
        return OpenTogether(tuple(decks))

    def _open_repair(
        self,
        source: DeckSource | OpenedDeck,
        play_format: str | None,
        repairer: "DeckRepairer | None",
        asked: RepairArguments,
    ) -> "OpenRepair":
        """A deck that is to be repaired, by a repairer of the same options where there is one."""
        from deckcheck.session.repairing import DeckRepairer, OpenRepair, request_of

        read_as, game = asked.get("read_as"), asked.get("game")
        options = self.judge_options(play_format, asked)
        opened = (
            source
            if isinstance(source, OpenedDeck)
            else open_source(source, self.find_saved, read_as, may_be_empty=True)
        )
        deck = self.deck(opened, game=game)
        code = deck.game
        resolver, catalogue = self.resolver(code), self.catalogue(code)
        collection, keeper = self._collected(code)
        opened = keeper.as_saved(opened, collection.stored)
        repairer = repairer or DeckRepairer(
            self.deck_judge(options).judge_of(code),
            catalogue,
            collection,
            lambda name: self.card(name, game=code),
        )
        request = request_of(asked, opened)
        return OpenRepair(opened, deck, repairer, request, resolver, keeper, catalogue, read_as)
