"""Decks changed card by card: the lines of a deck list or file to which copies are added or taken.

A count is meant as a typed list means it: in a game that counts dice, that of a character is the
number of its dice. Where a change states the dice of each copy, its copies are cards.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from db.cards.card import Card, Printing
from db.cards.names import normal_form
from db.language import gettext as _
from deckcheck.deck import DeckEntry
from deckcheck.errors import NotInDeckError
from deckcheck.games.game import Game
from deckcheck.judge.resolve import ID_FORMATS, Resolver
from importers.decks.deck_edit import AddedLine, Counts, DeckEdit, facts_in_use, with_facts
from importers.decks.deck_format import CARD_FACTS
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.editing import EditableDeck
from importers.decks.octgn_o8d import NAME as OCTGN
from importers.decks.swdestinydb_txt import NAME as SWDESTINYDB
from importers.decks.writing import WRITERS
from importers.errors import UneditableDeckError, UnwritableDeckError

_TWO = 2
"""Copies that no single card is, to see whether a game counts dice."""


@dataclass(frozen=True, slots=True)
class CardChange:
    """Copies of a card to add to a zone of a deck, or to remove where they are negative.

    `zone` is a zone of the game. Without a card, `name` is one of the deck list that is unknown or
    ambiguous and can only leave. A new line is written for `printing`, else for the first one.
    With `dice`, those of each copy, copies are cards; else they are what a typed list counts.
    """

    name: str
    zone: str
    copies: int
    card: Card | None = None
    printing: Printing | None = None
    dice: int | None = None


@dataclass(frozen=True, slots=True)
class LinePlace:
    """A line of a deck list: its index, and the meaning of its name."""

    index: int
    line: DeckLine
    entry: DeckEntry

    def is_of(self, change: CardChange) -> bool:
        """Whether the line is of the card that is changed, in whatever zone."""
        if change.card is not None:
            return self.entry.card_name == change.card.name
        return self.entry.card is None and normal_form(self.line.name) == normal_form(change.name)


_last_places: list[tuple[Sequence[DeckEntry], list[LinePlace]]] = []
"""Those of the last deck list: an edit asks for them twice."""


def places_of(deck_list: DeckList, resolver: Resolver) -> list[LinePlace]:
    """Every line of a deck list with the meaning of its name."""
    entries = resolver.resolve_each(deck_list)
    for last in _last_places:
        if last[0] is entries:
            return last[1]
    pairs = zip(deck_list.lines, entries, strict=True)
    places = [LinePlace(index, line, entry) for index, (line, entry) in enumerate(pairs)]
    _last_places[:] = [(entries, places)]
    return places


def copies_of(line: DeckLine, card: Card | None, game: Game) -> int:
    """The copies of a line as a typed list would count them: dice, where a game counts those."""
    if card is None or line.dice is None:
        return line.quantity
    counts_dice = line.dice > line.quantity or game.lists.cards_and_dice(card, _TWO)[0] != _TWO
    return max(line.quantity, line.dice) if counts_dice else line.quantity


def edited_file(deck: EditableDeck, changes: Iterable[CardChange], resolver: Resolver) -> bytes:
    """The bytes of a deck file with cards put in and taken out, all else as it was.

    Raises `NotInDeckError` where more copies are to leave than there are, `UneditableDeckError` and
    `UnwritableDeckError` where the file cannot hold what is wanted.
    """
    draft = _EditDraft(deck.deck_list, resolver, deck.fitted, deck.editor.single)
    for change in changes:
        draft.make(change)
    return deck.edited(draft.edit())


def edited_list(deck_list: DeckList, changes: Iterable[CardChange], resolver: Resolver) -> DeckList:
    """A deck list with cards put in and taken out; the other lines stay in their order."""
    used = facts_in_use(deck_list, CARD_FACTS) if deck_list.lines else frozenset(CARD_FACTS)
    draft = _EditDraft(
        deck_list, resolver, lambda line: with_facts(line, used), lambda _unused: False, CARD_FACTS
    )
    for change in changes:
        draft.make(change)
    return draft.edit().applied(deck_list)


def _facts_held(read_as: str) -> Iterable[str]:
    """The facts of cards that a format holds; saved decks and workbooks hold all."""
    return next((writer.holds for writer in WRITERS if writer.name == read_as), CARD_FACTS)


class _EditDraft:
    """A deck list while it is edited: the changes of its lines so far."""

    def __init__(
        self,
        deck_list: DeckList,
        resolver: Resolver,
        fitted: Callable[[DeckLine], DeckLine],
        single: Callable[[DeckLine], bool],
        held: Iterable[str] | None = None,
    ) -> None:
        self._list, self._resolver, self._fitted, self._single = deck_list, resolver, fitted, single
        self._held = _facts_held(deck_list.read_as) if held is None else held
        self._game = resolver.game
        self._places = places_of(deck_list, resolver)
        self._counts: dict[int, Counts] = {}
        self._added: list[AddedLine] = []

    def edit(self) -> DeckEdit:
        """All changes together."""
        return DeckEdit(self._counts, tuple(self._added))

    def make(self, change: CardChange) -> None:
        """Notes one change."""
        places = [
            place
            for place in self._places
            if place.is_of(change)
            and place.entry.zone == change.zone
            and change.dice in {None, self._dice_of_each(place)}
        ]
        if change.copies < 0:
            self._take_out(change, places)
        elif change.copies and change.card is not None:
            there = [place for place in places if self._copies(place, change.dice)]
            self._put_in(change, change.card, there[-1] if there else None)

    def _copies(self, place: LinePlace, each: int | None = None) -> int:
        """The copies of a line by now: cards where the dice of `each` are told, else as typed."""
        line = place.line
        copies, dice = self._counts.get(place.index, (line.quantity, line.dice))
        if each is not None:
            return copies if line.dice is not None else self._counted(place, copies)[0]
        return copies_of(line._replace(quantity=copies, dice=dice), place.entry.card, self._game)

    def _counted(self, place: LinePlace, number: int) -> tuple[int, int | None]:
        """The cards and dice that a number without dice means; no dice for a card without a die."""
        card = place.entry.card
        if card is None or self._game.lists.dice_forms(card) == (None,):
            return number, None
        return self._game.lists.cards_and_dice(card, number)

    def _dice_of_each(self, place: LinePlace) -> int | None:
        """The dice of each copy of a line, also where it counts dice alone."""
        line = place.line
        copies, dice = (
            self._counted(place, line.quantity) if line.dice is None else (line.quantity, line.dice)
        )
        return None if dice is None else dice // max(1, copies)

    def _take_out(self, change: CardChange, places: Sequence[LinePlace]) -> None:
        each = change.dice
        have, wanted = sum(self._copies(place, each) for place in places), -change.copies
        if wanted > have:
            others = [p for p in self._places if p.is_of(change) and p not in places]
            zones = dict.fromkeys(p.entry.zone for p in others if self._copies(p))
            raise NotInDeckError(change.name, wanted, have, change.zone, tuple(zones))
        for place in reversed(places):
            copies = self._copies(place, each)
            taken = min(wanted, copies)
            if taken:
                self._set(place, copies - taken, each)
                wanted -= taken

    def _set(self, place: LinePlace, copies: int, each: int | None = None) -> None:
        """Gives a line another number of copies, and of the dice that they have."""
        dice, card = place.line.dice, place.entry.card
        if each is not None and dice is None:
            copies *= each  # the list counts dice
        elif each is not None:
            dice = copies * each
        elif dice is not None and card is not None:
            copies, dice = self._game.lists.cards_and_dice(card, copies)
        self._counts[place.index] = (copies, dice) if copies else (0, None)

    def _put_in(self, change: CardChange, card: Card, there: LinePlace | None) -> None:
        each = change.dice
        if there is None:
            self._add_new(change, card)
        elif not self._single(there.line) or (each is None and self._stays_one(card, there, change.copies)):
            self._set(there, self._copies(there, each) + change.copies, each)
        else:
            dice = None if there.line.dice is None else each or 1
            line = there.line._replace(quantity=1, line=None, dice=dice)
            self._added += [AddedLine(line, there.index)] * change.copies

    def _stays_one(self, card: Card, place: LinePlace, more: int) -> bool:
        """Whether more dice make a line of one copy no more than one copy."""
        total = self._copies(place) + more
        return place.line.dice is not None and self._game.lists.cards_and_dice(card, total)[0] == 1

    def _add_new(self, change: CardChange, card: Card) -> None:
        """Puts a card in that the zone does not have, behind the last one of its type."""
        line = self._new_line(change, card)
        same = [
            place.index
            for place in self._places
            if place.line.zone == line.zone
            and place.entry.card is not None
            and place.entry.card.type == card.type
        ]
        after = same[-1] if same else None
        if not self._single(line):
            self._added.append(AddedLine(line, after))
            return
        dice = None if line.dice is None else line.dice // line.quantity
        each = line._replace(quantity=1, dice=dice)
        self._added += [AddedLine(each, after)] * line.quantity

    def _new_line(self, change: CardChange, card: Card) -> DeckLine:
        """The line for a card: what the file usually states of one, or more where it must."""
        problem: UnwritableDeckError | None = None
        for zone in self._labels(change.zone, card):
            stated = self._stated(change, card, zone)
            try:
                usual = self._fitted(stated)
            except UnwritableDeckError as error:
                problem = problem or error
                continue
            fuller = with_facts(stated, self._held)._replace(zone=usual.zone, name=usual.name)
            for line in (usual, fuller):
                counted = self._as_counted(line, change, card)
                if counted is not None and self._means(line, card):
                    return counted
        if problem:
            raise problem
        why = _("no line for {name} would be known again as that card", name=card.name)
        raise UneditableDeckError(self._list.name or self._list.read_as, why)

    def _means(self, line: DeckLine, card: Card) -> bool:
        resolution = self._resolver.resolve_line(line)
        return resolution.card == card or (resolution.certain_name and card in resolution.candidates)

    def _as_counted(self, line: DeckLine, change: CardChange, card: Card) -> DeckLine | None:
        """The line with its count; None where a count without dice would mean other copies."""
        if line.dice is not None:
            return line
        typed = change.copies * (change.dice or 1)
        wanted = change.copies, change.copies * (change.dice or 0)
        if change.dice is not None and self._game.lists.cards_and_dice(card, typed) != wanted:
            return None
        return line._replace(quantity=typed)

    def _stated(self, change: CardChange, card: Card, zone: str) -> DeckLine:
        """All that is known of a card that is put in."""
        copies, dice = self._game.lists.cards_and_dice(card, change.copies)
        if change.dice is not None:
            copies, dice = change.copies, change.copies * change.dice
        line = DeckLine(copies, card.name, zone, dice=dice or None)
        printing = change.printing or next(iter(card.printings), None)
        if printing is None:
            return line
        key = printing.image_key
        by_id = self._list.read_as in ID_FORMATS or any(one.card_id for one in self._list.lines)
        line = line._replace(
            set_code=printing.set_code,
            number=printing.number,
            image_key=None if by_id else key,
            card_id=key if by_id else None,
        )
        if self._list.read_as == OCTGN and key:
            return line._replace(name=card.base_name)  # OCTGN has subtitles apart from names
        if self._list.read_as == SWDESTINYDB:
            name = self._resolver.set_name(printing.set_code)
            return line._replace(name=printing.name, set_code=name)
        return line

    def _labels(self, zone: str, card: Card) -> Iterator[str]:
        """Yields what the deck list may call a zone: as it does already, or as the game does."""
        used = [place for place in self._places if place.entry.zone == zone]
        same = [p.line.zone for p in used if p.entry.card and p.entry.card.type == card.type]
        yield from same[-1:]
        yield from (place.line.zone for place in used[-1:])
        yield from (label for label in self._list.zones if self._resolver.zone(label) == zone)
        yield zone
        main = self._game.main_zone
        if self._game.lists.place(card, main) == zone:
            yield from (one for one in self._list.zones if self._resolver.zone(one) == main)
            yield main
