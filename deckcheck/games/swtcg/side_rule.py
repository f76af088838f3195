"""The rule of the sides: which of them never stand together in a deck.

Of an ambiguous name every card that it may be is looked at: a deck breaks the rule when there is no
side that all its cards could be of.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.ambiguity import narrowed
from deckcheck.games.constraints import COUNTS, Constraint, DeckModel, Helper, Slot, Total, Weight, of_no_copy
from deckcheck.games.swtcg.card_texts import MOST_OPENED, is_opened, opened_by
from deckcheck.games.swtcg.cards import ALSO_FITS, NEUTRAL, SIDE_NAMES, SIDES, YUUZHAN_VONG, faces_of
from deckcheck.games.swtcg.tally import SwtcgTally
from deckcheck.games.swtcg.zones import DECK, SUPPLY
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.show.wording import count


class SwtcgOneSide(NamedTuple):
    """A deck never holds Light and Dark cards together; Neutral cards go into any deck.

    `exclusive` are the sides that do not mix. Where Yuuzhan Vong is not among them, as in the
    printed rulebooks, which do not know that side, a mixture with it cannot be judged.
    Cards whose own text says so stand in a deck of Yuuzhan Vong cards, and in the Supply stand
    those that the text of a card of the deck opens it for, whatever their side (`card_texts`).
    """

    cite: str
    exclusive: tuple[str, ...] = ("light", "dark")
    code: str = "one-side"

    def check(self, deck: SwtcgTally) -> Iterator[Issue]:
        """Yields one issue when sides are mixed, with the cards of all but the largest side."""
        counts = deck.counts
        sides = sum(1 for side in SIDES if side != NEUTRAL and counts[side])
        if not deck.others and sides <= 1 and not deck.doubts:
            return
        by_side = self._entries_by_side(deck)
        decided = sum(side in self.exclusive for side in by_side) > 1
        if deck.doubts:
            decided = bool(self.exclusive) and not any(
                self._may_be_of(side, deck) for side in {*self.exclusive, YUUZHAN_VONG}
            )
            if decided and len(by_side) <= 1:
                yield self._no_side(deck)
                return
        if decided or (len(by_side) > 1 and self._is_open(by_side)):
            yield self._mixture(by_side, decided=decided)

    def cases(self, deck: SwtcgTally) -> Iterator[tuple[str, Deck]]:
        """Yields the deck once for each side that it may be of, its ambiguous names narrowed to it.

        A choice of versions that is in none of these breaks the rule.
        """
        zones = {entry.zone for entry in deck.counted}
        faces = (face for entry in deck.counted for face in _faces(entry))
        let_in = any(_goes_into(YUUZHAN_VONG, face) for face in faces)
        sides = (*self.exclusive, YUUZHAN_VONG) if let_in else self.exclusive
        for side in dict.fromkeys(sides):

            def may_be(card: Card, side: str = side) -> bool:
                return any(self._fits(side, face) for face in faces_of([card]))

            yield SIDE_NAMES[side], narrowed(deck.deck, may_be, zones)

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the cases, one for each side: then no card of the deck is of another.

        Cards that only Yuuzhan Vong decks let in need a card of that side beside them.
        """
        sides = [side for side in SIDES if side != NEUTRAL]
        cases = {side: Helper(f"{self.code}: {side}") for side in sides}
        yield Total(
            self.code, of_no_copy, 1, 1, tuple((helper, 1) for helper in cases.values()), weighs=(0, 0)
        )
        openers = [card for card in model.cards if opened_by(card)]
        opened = Helper(f"{self.code}: a card opens the Supply", MOST_OPENED)
        if openers:
            yield Total(
                self.code,
                lambda s: int(s.zone == DECK and bool(opened_by(s.card))) * MOST_OPENED,
                low=0,
                helpers=((opened, -1),),
                weighs=(0, MOST_OPENED),
            )
        for side, helper in cases.items():
            yield Total(
                self.code,
                self._strangers(side, model, openers),
                high=0,
                when=helper,
                words=f"only {SIDE_NAMES[side]} and Neutral cards",
                weighs=COUNTS,
            )
            if openers:
                yield Total(
                    self.code,
                    self._let_in(side, model, openers),
                    high=0,
                    helpers=((opened, -1),),
                    when=helper,
                    weighs=COUNTS,
                )
        yield Total(
            self.code,
            lambda s: int(s.zone in model.counted and s.card.side == YUUZHAN_VONG),
            low=1,
            when=cases[YUUZHAN_VONG],
            weighs=COUNTS,
        )

    def _strangers(self, side: str, model: DeckModel, openers: Sequence[Card]) -> Weight:
        """Counts the cards that do not go into a deck of a side, whatever opens its Supply."""
        others = {one for one in SIDES if one not in (NEUTRAL, side)}

        def weight(slot: Slot) -> int:
            if slot.zone not in model.counted or slot.card.side not in others:
                return 0
            let_in = side == YUUZHAN_VONG and _goes_into(side, slot.card)
            return int(not let_in and not is_opened(slot.card, slot.zone, openers))

        return weight

    def _let_in(self, side: str, model: DeckModel, openers: Sequence[Card]) -> Weight:
        """Counts the cards of other sides in the Supply that need a card which opens it."""
        others = {one for one in SIDES if one not in (NEUTRAL, side)}

        def weight(slot: Slot) -> int:
            let_in = slot.zone in model.counted and slot.card.side in others
            return int(let_in and is_opened(slot.card, slot.zone, openers))

        return weight

    def _is_open(self, by_side: dict[str, list[DeckEntry]]) -> bool:
        """Whether the rule does not know one of the sides."""
        return any(side not in self.exclusive for side in by_side)

    def _mixture(self, by_side: dict[str, list[DeckEntry]], *, decided: bool) -> Issue:
        sizes = {side: sum(e.quantity for e in entries) for side, entries in by_side.items()}
        largest = max(sizes, key=lambda side: (sizes[side], -SIDES.index(side)))
        wrong = [e for side, entries in by_side.items() if side != largest for e in entries]
        have = sum(entry.quantity for entry in wrong)
        parts = " and ".join(f"{sizes[side]} {SIDE_NAMES[side]}" for side in by_side)
        return Issue(
            self.code,
            ERROR if decided else WARNING,
            f"{parts} cards in one deck"
            + ("" if decided else "; the printed rules do not know the Yuuzhan Vong side"),
            have,
            0,
            issue_cards(wrong),
            self.cite,
            undecided=not decided,
            advice=f"keep to one side: take out the {count(have, 'card', 'cards')} that "
            f"{'is' if have == 1 else 'are'} not {SIDE_NAMES[largest]} or Neutral",
        )

    def _no_side(self, deck: SwtcgTally) -> Issue:
        """The issue where sides are mixed by what ambiguous names may be, and in no other way."""
        counted = _not_opened(deck)
        wrong = {
            side: [e for e in counted if not any(self._fits(side, f) for f in _faces(e))]
            for side in self.exclusive
        }
        sizes = {side: sum(e.quantity for e in entries) for side, entries in wrong.items()}
        side = min(sizes, key=lambda side: (sizes[side], SIDES.index(side)))
        have = sizes[side]
        return Issue(
            self.code,
            ERROR,
            f"no side fits all cards: {count(have, 'card', 'cards')} cannot be {SIDE_NAMES[side]} "
            "or Neutral, whatever versions are meant",
            have,
            0,
            issue_cards(wrong[side]),
            self.cite,
            advice=f"keep to one side: take out the {count(have, 'card', 'cards')}",
        )

    def _may_be_of(self, side: str, deck: SwtcgTally) -> bool:
        """Whether all cards of a deck could be of one side, or Neutral."""
        faces = [_faces(entry) for entry in _not_opened(deck)]
        if all(any(self._is_or_neutral(side, face) for face in one) for one in faces if one):
            return True
        if side != YUUZHAN_VONG:
            return False
        opened = deck.wild or any(face.side == YUUZHAN_VONG for one in faces for face in one)
        return bool(opened) and all(any(self._fits(side, face) for face in one) for one in faces if one)

    def _is_or_neutral(self, side: str, card: Card) -> bool:
        return card.side == side or card.side not in self.exclusive

    def _fits(self, side: str, card: Card) -> bool:
        return self._is_or_neutral(side, card) or _goes_into(side, card)

    def _entries_by_side(self, deck: SwtcgTally) -> dict[str, list[DeckEntry]]:
        by_side: dict[str, list[DeckEntry]] = {side: [] for side in SIDES if side != NEUTRAL}
        for entry in _not_opened(deck):
            sides = {face.side for face in _faces(entry)}
            side = sides.pop() if len(sides) == 1 else None
            if side in by_side:
                by_side[side].append(entry)
        if by_side[YUUZHAN_VONG] or deck.wild:
            by_side = {
                side: [e for e in entries if not all(_goes_into(YUUZHAN_VONG, c) for c in _faces(e))]
                for side, entries in by_side.items()
            }
        return {side: entries for side, entries in by_side.items() if entries}


def _faces(entry: DeckEntry) -> Sequence[Card]:
    """All that the card of an entry may be; nothing of what is unknown."""
    return faces_of(entry.candidates) if entry.card is None else (entry.card,)


def _not_opened(deck: SwtcgTally) -> list[DeckEntry]:
    """The counted entries but those in the Supply that a card of the deck may open it for.

    A card that is not known may be one that opens it.
    """
    others = [entry for entry in deck.others if entry.zone == SUPPLY]
    if not others:
        return deck.counted
    main = (face for entry in deck.main() for face in _faces(entry))
    openers = [face for face in main if opened_by(face)]

    def may_be_opened(entry: DeckEntry) -> bool:
        return bool(deck.wild) or any(is_opened(face, SUPPLY, openers) for face in _faces(entry))

    return [e for e in deck.counted if e.zone != SUPPLY or not may_be_opened(e)]


def _goes_into(side: str, card: Card) -> bool:
    """Whether the card's own text lets it into decks of a side that is not its own."""
    return side in card.facts.get(ALSO_FITS, ())
