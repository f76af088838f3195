"""The restricted list of a user's own format: here it is one title of the list, in any number."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from db.cards.card import Card
from deckcheck.deck import by_card
from deckcheck.games.destiny import constraints
from deckcheck.games.destiny.tally import DestinyTally
from deckcheck.games.game import Rule
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.rules.compiled import Constraint, DeckModel
from deckcheck.rules.edition import RESTRICTED, CardStatus, Format


def own_restricted(play_format: Format, day: date) -> tuple[Format, tuple[Rule, ...]]:
    """The format without its own restricted cards, and the rule of those."""
    listed = [one for one in play_format.listed if one.status == "restricted"]
    if not listed:
        return play_format, ()
    others = tuple(one for one in play_format.listed if one.status != "restricted")
    known = {one.card: one.is_on(day) for one in listed}
    sure = frozenset(name for name, on_it in known.items() if on_it)
    may_be = frozenset(name for name, on_it in known.items() if on_it is None)
    return play_format._replace(listed=others), (OneOfList(play_format.name, sure, may_be),)


@dataclass(frozen=True, slots=True)
class OneOfList:
    """Team and deck together have at most one title of the restricted list, in any number.

    `may_be` are those of which it is not known whether they were on it on the day.
    """

    format_name: str
    sure: frozenset[str]
    may_be: frozenset[str]
    limit: int = 1
    code: str = "restricted"

    @property
    def cite(self) -> str:
        """The list that this is."""
        return f"restricted list of {self.format_name}"

    def status(self, card: Card) -> CardStatus | None:
        """A status for a card that is on the list or may be; None for any other."""
        if card.name in self.sure | self.may_be:
            return CardStatus(RESTRICTED, certain=card.name in self.sure)
        return None

    def clears(self, card: Card) -> bool:
        """Whether the card is not on the list, and was not."""
        return not self._may_be_listed(card)

    def _may_be_listed(self, card: Card) -> bool:
        return card.name in self.sure | self.may_be

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the most titles of the list."""
        yield from constraints.one_title(self.code, self.limit, self._may_be_listed, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields one issue with all titles of the list when there are several."""
        names = self.sure | self.may_be
        entries = [e for e in deck.counted if e.card is not None and e.card.name in names]
        titles = [name for name, _ in by_card(entries)]
        if len(titles) <= self.limit:
            return
        proven = len(self.sure & set(titles)) > self.limit
        more = "" if proven else "; whether all were on it that day is not known"
        yield Issue(
            self.code,
            ERROR if proven else WARNING,
            f"{len(titles)} titles of the restricted list, at most {self.limit}: {'; '.join(titles)}{more}",
            len(titles),
            self.limit,
            issue_cards(entries),
            self.cite,
            undecided=not proven,
            advice="keep one of them",
        )
