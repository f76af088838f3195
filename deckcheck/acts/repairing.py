"""Decks opened to be repaired: their questions, the nearest legal deck, and where it goes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from db.advice import advised
from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.collection.history import LedgerBatch
from db.language import gettext as _
from deckcheck.acts.repair import RepairArguments
from deckcheck.acts.repaired_files import RepairWriter
from deckcheck.collection.deck_keeper import DeckKeeper
from deckcheck.collection.holdings import Collection, reserved_copies
from deckcheck.collection.search import search_cards
from deckcheck.deck import Deck
from deckcheck.decks.edit import CardChange
from deckcheck.errors import RepairError
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.repair.dialog import OpenName, RepairDialog, named, open_names
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions, repair_deck
from deckcheck.repair.result import (
    Plan,
    Repair,
    RepairChange,
    RepairedTogether,
    as_document,
    as_document_together,
)
from deckcheck.repair.text import all_called, called, reasons, repair_text, short_text, together_text
from deckcheck.repair.together import repair_together
from deckcheck.rules.slot import slots_of

LONGEST = 3_600.0
"""The longest time limit: an hour."""


class DeckRepairer:
    """Repairs decks of one game by one judge; its cards are prepared once."""

    def __init__(
        self, judge: Judge, catalogue: Catalogue, collection: Collection, find: Callable[[str], Card]
    ) -> None:
        self._catalogue = catalogue
        self._collection = collection
        self._find = find
        self.judge = judge

    @cached_property
    def prepared(self) -> PreparedCards:
        """The cards of the game as the constraints see them."""
        return PreparedCards(self.judge, self._catalogue.cards())

    def options(
        self, decks: Sequence[Deck], arguments: RepairArguments, ours: frozenset[int]
    ) -> RepairOptions:
        """The options of the repair, with all names looked up; `ours` are saved decks of these.

        Raises `RepairError` where they contradict themselves.
        """
        max_changes, alternatives = arguments.get("max_changes"), arguments.get("alternatives", 0)
        time_limit = arguments.get("time_limit", 5.0)
        if not 0 <= time_limit <= LONGEST:
            raise RepairError(
                _("a time limit of {time_limit:g} seconds: expected 0 to {longest:g}"),
                time_limit=time_limit,
                longest=LONGEST,
            )
        if max_changes is not None and max_changes < 0:
            raise RepairError(_("at most {max_changes} changes: expected 0 or more"), max_changes=max_changes)
        if alternatives not in range(101):
            raise RepairError(_("{alternatives} alternatives: expected 0 to 100"), alternatives=alternatives)
        keep, out = self._names(arguments.get("keep", ())), self._names(arguments.get("out", ()))
        if both := sorted(keep & out):
            advice = advised("keep-or-out", "choose --keep or --out")
            raise RepairError(_("{both} is to be kept and to go: {advice}"), both=both[0], advice=advice)
        zones = self.judge.game.zones
        here = {slot.card.name for deck in decks for slot in slots_of(deck.entries, zones)}
        if absent := sorted(keep - here):
            where = _("the deck") if len(decks) == 1 else _("any of the decks")
            raise RepairError(
                _("{absent} cannot be kept: it is not in {where}"), absent=absent[0], where=where
            )
        conditions = Conditions(
            free=self._free(ours),
            owned_only=arguments.get("owned", False),
            may_come=self._asked(arguments.get("cards")),
            keep=keep,
            out=out,
        )
        return RepairOptions(
            conditions,
            lambda card: self._collection.counts(card).owned,
            arguments.get("drop_unknown", False),
            max_changes,
            alternatives,
            time_limit,
        )

    def _names(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset(self._find(name).name for name in names)

    def _free(self, ours: frozenset[int]) -> Mapping[int, int]:
        """The copies of each card that no other deck has reserved."""
        collection = self._collection
        reserved = reserved_copies(collection.stored.decks, but=ours)
        counts = {ident: collection.counts(ident).here for ident in collection.card_ids}
        return {ident: max(0, n - reserved[ident]) for ident, n in counts.items()}

    def _asked(self, query: str | None) -> Callable[[Card], bool] | None:
        if query is None:
            return None
        result = {card.id for card in search_cards(self._catalogue, query).cards}
        return lambda card: card.id in result


@dataclass(frozen=True, slots=True)
class OpenRepair:
    """A deck to be repaired, with its options; the nearest deck is found, written, saved."""

    opened: OpenedDeck
    deck: Deck
    repairer: DeckRepairer
    arguments: RepairArguments
    resolver: Resolver
    keeper: DeckKeeper
    catalogue: Catalogue
    read_as: str | None = None
    meant: tuple[CardChange, ...] = ()
    """The changes of the lines whose names the user gave a certain card."""

    def open_names(self) -> tuple[OpenName, ...]:
        """The names that are no card for certain, with the cards that they may be."""
        return tuple(open_names(self.opened.deck_list, self.resolver, self.catalogue.find_cards))

    def named(self, meant: Mapping[str, Card]) -> "OpenRepair":
        """The repair of the deck in which these names mean these cards."""
        opened = self.opened
        deck_list, changes = named(opened.deck_list, meant, self.resolver)
        deck = self.resolver.resolve(deck_list, opened.label, opened.name)
        return replace(self, deck=deck, meant=changes)

    def found(self) -> Repair:
        """The nearest legal deck."""
        return repair_deck(self.repairer.prepared, self.deck, self.options)

    def dialog(self) -> RepairDialog:
        """The repair change by change, to be accepted or rejected."""
        options = replace(self.options, alternatives=0)

        def solve(conditions: Conditions) -> Repair:
            narrowed = replace(options, conditions=conditions)
            return repair_deck(self.repairer.prepared, self.deck, narrowed)

        return RepairDialog(solve, options.conditions)

    def ready_file(self, plan: Plan, target: Path, *, force: bool = False) -> Callable[[], tuple[str, ...]]:
        """Returns what writes the repaired deck; raises `RepairError` if a file cannot hold it."""
        return self._writer(plan).file(target, lambda: self.catalogue, read_as=self.read_as, force=force)

    def ready_save(self, plan: Plan, name: str, *, force: bool = False) -> Callable[[], LedgerBatch | None]:
        """Returns what saves the repaired deck; raises `RepairError` if it would be another one."""
        return self._writer(plan).saved(name, self.keeper, force=force)

    def write(self, plan: Plan, target: Path, *, force: bool = False) -> tuple[str, ...]:
        """Writes the repaired deck into a file; returns what its format cannot hold."""
        return self.ready_file(plan, target, force=force)()

    def save(self, plan: Plan, name: str, *, force: bool = False) -> LedgerBatch | None:
        """Saves the repaired deck under a name, as one batch."""
        return self.ready_save(plan, name, force=force)()

    @property
    def ours(self) -> frozenset[int]:
        """The id of the saved deck, whose reserved copies are free for it."""
        return frozenset() if self.opened.saved is None else frozenset({self.opened.saved.id})

    @property
    def options(self) -> RepairOptions:
        """The options of the repair, with all names looked up."""
        return self.repairer.options([self.deck], self.arguments, self.ours)

    def _writer(self, plan: Plan) -> RepairWriter:
        return RepairWriter(self.opened, plan, self.repairer.judge, self.resolver, self.meant)


@dataclass(frozen=True, slots=True)
class OpenTogether:
    """Decks to be built at once, with their options; the nearest are found, written, saved."""

    decks: tuple[OpenRepair, ...]

    def found(self) -> RepairedTogether:
        """The nearest legal decks that can be built at once."""
        first, decks = self.decks[0], [one.deck for one in self.decks]
        ours = frozenset[int]().union(*(one.ours for one in self.decks))
        options = first.repairer.options(decks, first.arguments, ours)
        return repair_together(first.repairer.prepared, decks, options)


def check_together(opened: Sequence[OpenedDeck], arguments: RepairArguments) -> None:
    """Raises where decks cannot be repaired together, or the options do not fit several decks."""
    if not opened:
        raise RepairError(_("no decks to repair: give at least one"))
    if not arguments.get("owned"):
        raise RepairError(_("two decks are repaired together from one collection: add --owned"))
    if arguments.get("alternatives"):
        raise RepairError(_("--alternatives works with one deck only"))
    labels = [
        str(Path(deck.label).resolve()) if deck.saved is None and Path(deck.label).exists() else deck.label
        for deck in opened
    ]
    for deck, label in zip(opened, labels, strict=True):
        if labels.count(label) > 1:
            raise RepairError(_("{label} is named twice: name two decks"), label=deck.label)
