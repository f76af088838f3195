"""Repairs of a session: options in words, and the nearest legal deck."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from db.advice import advised
from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.collection.history import LedgerBatch
from deckcheck.acts.database import RepairArguments
from deckcheck.collection.deck_keeper import DeckKeeper
from deckcheck.collection.holdings import Collection, reserved_copies
from deckcheck.collection.search import search_cards
from deckcheck.deck import Deck
from deckcheck.decks.edit import CardChange
from deckcheck.errors import RepairError
from deckcheck.judge.opening import OpenedDeck
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.repair.dialog import RepairDialog
from deckcheck.repair.names import OpenName, named, open_names
from deckcheck.repair.prepared import PreparedCards
from deckcheck.repair.problem import Conditions
from deckcheck.repair.repair import RepairOptions, repair_deck
from deckcheck.repair.result import Plan, Repair, RepairedTogether
from deckcheck.repair.together import repair_together
from deckcheck.rules.slot import slots_of
from deckcheck.session.repaired_files import RepairWriter

LONGEST = 3_600.0
"""The longest time limit: an hour."""


@dataclass(frozen=True, slots=True)
class RepairRequest:
    """The conditions of a repair, in words: see `Session.repair`."""

    owned: bool = False
    cards: str | None = None
    keep: tuple[str, ...] = ()
    out: tuple[str, ...] = ()
    max_changes: int | None = None
    alternatives: int = 0
    drop_unknown: bool = False
    time_limit: float = 5.0
    ours: frozenset[int] = field(default_factory=frozenset)
    """The ids of saved decks whose reserved copies are free for this deck."""


def request_of(asked: RepairArguments, opened: OpenedDeck | None = None) -> RepairRequest:
    """The conditions of the repair among the options."""
    saved = None if opened is None else opened.saved
    ours = frozenset[int]() if saved is None else frozenset({saved.id})
    return RepairRequest(
        asked.get("owned", False),
        asked.get("cards"),
        tuple(asked.get("keep", ())),
        tuple(asked.get("out", ())),
        asked.get("max_changes"),
        asked.get("alternatives", 0),
        asked.get("drop_unknown", False),
        asked.get("time_limit", 5.0),
        ours,
    )


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

    def repair(self, deck: Deck, request: RepairRequest) -> Repair:
        """The nearest legal deck; raises `RepairError` where the request contradicts itself."""
        return repair_deck(self.prepared, deck, self.options([deck], request))

    def repair_together(self, decks: Sequence[Deck], request: RepairRequest) -> RepairedTogether:
        """The nearest legal decks that can be built at once from the collection."""
        return repair_together(self.prepared, decks, self.options(decks, request))

    def options(self, decks: Sequence[Deck], request: RepairRequest) -> RepairOptions:
        """The options of the repair for a request, with all names looked up."""
        _check_numbers(request)
        keep, out = self._names(request.keep), self._names(request.out)
        if both := sorted(keep & out):
            advice = advised("keep-or-out", "choose --keep or --out")
            raise RepairError(f"{both[0]} is to be kept and to go: {advice}")
        zones = self.judge.game.zones
        here = {slot.card.name for deck in decks for slot in slots_of(deck.entries, zones)}
        if absent := sorted(keep - here):
            where = "the deck" if len(decks) == 1 else "any of the decks"
            raise RepairError(f"{absent[0]} cannot be kept: it is not in {where}")
        conditions = Conditions(
            free=self._free(request.ours),
            owned_only=request.owned,
            may_come=self._asked(request.cards),
            keep=keep,
            out=out,
        )
        return RepairOptions(
            conditions,
            lambda card: self._collection.counts(card).owned,
            request.drop_unknown,
            request.max_changes,
            request.alternatives,
            request.time_limit,
        )

    def _names(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset(self._find(name).name for name in names)

    def _free(self, ours: frozenset[int]) -> Mapping[int, int]:
        """The copies of each card that no other deck has reserved."""
        collection = self._collection
        reserved = reserved_copies(collection.stored.decks, but=ours)
        counts = {ident: collection.counts(ident).owned for ident in collection.card_ids}
        return {ident: max(0, n - reserved[ident]) for ident, n in counts.items()}

    def _asked(self, query: str | None) -> Callable[[Card], bool] | None:
        if query is None:
            return None
        found = {card.id for card in search_cards(self._catalogue, query).cards}
        return lambda card: card.id in found


@dataclass(frozen=True, slots=True)
class OpenRepair:
    """A deck to be repaired, with its options; the nearest deck is found, written, saved."""

    opened: OpenedDeck
    deck: Deck
    repairer: DeckRepairer
    request: RepairRequest
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
        return self.repairer.repair(self.deck, self.request)

    def dialog(self) -> RepairDialog:
        """The repair change by change, to be accepted or rejected."""
        options = replace(self.repairer.options([self.deck], self.request), alternatives=0)

        def solve(conditions: Conditions) -> Repair:
            asked = replace(options, conditions=conditions)
            return repair_deck(self.repairer.prepared, self.deck, asked)

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

    def _writer(self, plan: Plan) -> RepairWriter:
        return RepairWriter(self.opened, plan, self.repairer.judge, self.resolver, self.meant)


@dataclass(frozen=True, slots=True)
class OpenTogether:
    """Decks to be built at once, with their options; the nearest are found, written, saved."""

    decks: tuple[OpenRepair, ...]

    def found(self) -> RepairedTogether:
        """The nearest legal decks that can be built at once."""
        first = self.decks[0]
        ours = frozenset[int]().union(*(one.request.ours for one in self.decks))
        request = replace(first.request, ours=ours)
        return first.repairer.repair_together([one.deck for one in self.decks], request)


def check_together(opened: Sequence[OpenedDeck], request: RepairRequest) -> None:
    """Raises where decks cannot be repaired together, or a request does not fit several decks."""
    if not opened:
        raise RepairError("no decks to repair: give at least one")
    if not request.owned:
        raise RepairError("two decks are repaired together from one collection: add --owned")
    if request.alternatives:
        raise RepairError("--alternatives goes with one deck only")
    labels = [_place_of(deck) for deck in opened]
    for deck, label in zip(opened, labels, strict=True):
        if labels.count(label) > 1:
            raise RepairError(f"{deck.label} is named twice: name two decks")


def _place_of(deck: OpenedDeck) -> str:
    """The identity of a deck: its file, or its label."""
    if deck.saved is None and Path(deck.label).exists():
        return str(Path(deck.label).resolve())
    return deck.label


def _check_numbers(request: RepairRequest) -> None:
    """Raises where a number makes no sense."""
    if not 0 <= request.time_limit <= LONGEST:
        raise RepairError(f"a time limit of {request.time_limit:g} seconds: expected 0 to {LONGEST:g}")
    if request.max_changes is not None and request.max_changes < 0:
        raise RepairError(f"at most {request.max_changes} changes: expected 0 or more")
    if not 0 <= request.alternatives <= 100:  # noqa: PLR2004 - more nobody reads
        raise RepairError(f"{request.alternatives} alternatives: expected 0 to 100")
