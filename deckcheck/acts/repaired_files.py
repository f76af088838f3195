"""Repaired decks written: into a file in the deck's own format, or saved under a name."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from db.cards.lookup import Catalogue
from db.collection.history import LedgerBatch
from db.language import gettext as _
from deckcheck.acts.editing import WORKBOOKS
from deckcheck.collection.deck_keeper import DeckKeeper
from deckcheck.decks.convert import converted, format_to_write
from deckcheck.decks.edit import CardChange, edited_file, edited_list
from deckcheck.decks.read_back import deck_differences
from deckcheck.decks.saved import deck_facts, deck_state
from deckcheck.errors import RepairError
from deckcheck.judge.opening import OpenedDeck, as_deck_list
from deckcheck.judge.resolve import Resolver
from deckcheck.judge.validate import Judge
from deckcheck.repair.result import Plan, RepairChange
from deckcheck.report import ILLEGAL, LEGAL, UNPROVEN
from importers.decks.deck_list import DeckList
from importers.decks.editing import editable_deck, find_editor
from importers.decks.reading import is_part, parse_deck, read_bytes, whole_file
from importers.decks.writing import WRITERS, save_deck
from importers.errors import UneditableDeckError

_VERDICTS = (LEGAL, UNPROVEN, ILLEGAL)


def card_changes(plan: Plan) -> tuple[CardChange, ...]:
    """The changes of a plan as decks are edited: those that leave first."""
    out = [_card_change(change, -1) for change in plan.out]
    return (*out, *(_card_change(change, 1) for change in plan.put_in))


def _card_change(change: RepairChange, sign: int) -> CardChange:
    dice = None if change.slot is None else change.slot.dice
    return CardChange(change.name, change.zone, sign * change.quantity, change.card, dice=dice)


@dataclass(frozen=True, slots=True)
class RepairWriter:
    """The deck of a repair on its way into a file or under a name.

    What goes there is read again and judged first: raises `RepairError` unless it is the deck of
    the plan, with its verdict. `meant` are changes that come before those of the plan.
    """

    opened: OpenedDeck
    plan: Plan
    judge: Judge
    resolver: Resolver
    meant: tuple[CardChange, ...] = ()

    def file(
        self,
        target: Path,
        catalogue: Callable[[], Catalogue],
        *,
        read_as: str | None = None,
        force: bool = False,
    ) -> Callable[[], tuple[str, ...]]:
        """Returns the function that writes the checked file and tells what its format cannot hold.

        A file of the deck's own format keeps its order and comments. It raises `ExistingFileError`
        for a file that is there, unless it is the deck's own and of a format that is written, or
        `force`.
        """
        data, lost, back = self._written(target, catalogue, read_as)
        self._check(back, str(target))
        label = Path(self.opened.label)
        of_part = is_part(label) and _is_same(Path(self.opened.label.rpartition("#")[0]), target)
        own = of_part or (os.path.lexists(label) and _is_same(label, target))
        before = self.opened.deck_list
        written = {*WORKBOOKS, *(writer.name for writer in WRITERS)}
        own = own and (before.read_as in written or not (before.lines or before.unread))

        def write() -> tuple[str, ...]:
            save_deck(target, data, force=force or own)
            return lost

        return write

    def saved(
        self, name: str, keeper: DeckKeeper, *, force: bool = False
    ) -> Callable[[], LedgerBatch | None]:
        """Returns the function that saves the checked deck; it returns the batch, None for none."""
        deck = self.opened
        edited = edited_list(deck.deck_list, self._changes, self.resolver)
        facts = deck_facts(edited, name, self.resolver.game.code, self.resolver)
        self._check(as_deck_list(facts), name)
        own = deck.saved if deck.saved is not None and deck.saved.facts.name == name else None
        reserve, seen = bool(own and own.facts.reserved), deck_state(own) if own else None

        def save() -> LedgerBatch | None:
            force_it = force or bool(own)
            return keeper.save(edited, name, reserve=reserve, force=force_it, seen=seen).batch

        return save

    @property
    def _changes(self) -> tuple[CardChange, ...]:
        return (*self.meant, *card_changes(self.plan))

    def _written(
        self, target: Path, catalogue: Callable[[], Catalogue], read_as: str | None
    ) -> tuple[bytes, tuple[str, ...], DeckList]:
        """The bytes of the file, what it cannot hold, and the deck list as which it is read."""
        deck, source = self.opened, Path(self.opened.label)
        of_part = is_part(source) and _is_same(Path(deck.label.rpartition("#")[0]), target)
        is_file = source.is_file() and source.suffix.lower() == target.suffix.lower()
        in_place = deck.saved is None and (is_file or of_part)
        if in_place and find_editor(deck.deck_list.read_as):
            data = read_bytes(source)
            now = parse_deck(data, source=deck.label, as_format=read_as)
            if (now.lines, now.unread) != (deck.deck_list.lines, deck.deck_list.unread):
                raise UneditableDeckError(deck.label, _("it changed while it was repaired; try again"))
            editable = editable_deck(data, source=deck.label, as_format=read_as)
            edited = edited_file(editable, self._changes, self.resolver)
            back = parse_deck(edited, source=str(target), as_format=read_as)
            return whole_file(deck.label, edited)[2] if of_part else edited, (), back
        deck_list = edited_list(deck.deck_list, self._changes, self.resolver)
        to = format_to_write(target, only=True)
        done = converted(deck_list, to, catalogue, name=deck.name, target=str(target))
        return done.data, (*done.losses, *done.differences), done.back

    def _check(self, written: DeckList, where: str) -> None:
        """Raises unless what was written is the deck of the plan, and no worse to the judge."""
        after = self.resolver.resolve(written)
        wrong = next(deck_differences(self.plan.deck, after, self.resolver.game), None)
        verdict, promised = (self.judge.validate(one).verdict for one in (after, self.plan.deck))
        if wrong is None and _VERDICTS.index(verdict) > _VERDICTS.index(promised):
            wrong = _("read again, it is {verdict}, not {promised}", verdict=verdict, promised=promised)
        if wrong is not None:
            raise RepairError(
                _("{where} would not hold the repaired deck: {wrong}; not written"), where=where, wrong=wrong
            )


def _is_same(one: Path, other: Path) -> bool:
    return other.exists() and one.samefile(other)
