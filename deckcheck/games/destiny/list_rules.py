"""The rules that follow from a format of this game: sets, lists, balance of the Force."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Any

from db.cards.card import Card
from deckcheck.deck import DeckEntry, by_card
from deckcheck.games.destiny import constraints
from deckcheck.games.destiny.cards import NO_BALANCE
from deckcheck.games.destiny.own_lists import own_restricted
from deckcheck.games.destiny.plot_rules import PlotCount
from deckcheck.games.destiny.rules import PLOT_CITE, TEAM_CITE
from deckcheck.games.destiny.tally import DestinyTally
from deckcheck.games.destiny.team_rules import Balance, TeamPoints
from deckcheck.games.formats import list_rules as shared
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.rules.compiled import Constraint, DeckModel, Limit
from deckcheck.rules.edition import BANNED, RESTRICTED, CardStatus, Format
from deckcheck.show.wording import copies


def list_rules(play_format: Format, day: date, marks_as_of: date) -> tuple[Any, ...]:
    """The rules of sets, lists and points that a format has on a day."""
    play_format, own = own_restricted(play_format, day)
    found = (*shared.list_rules(play_format, day, marks_as_of), *own)
    state = play_format.state_on(day)
    if state is None:
        return found
    stated = {"restricted"} | ({"banned"} if state.banned is not None else set())
    rules: list[Any] = [rule for rule in found if rule.code not in stated or rule in own]
    if state.banned is not None:
        rules.append(BannedKeys(play_format.name, state.banned))
    if play_format.lists is not None:
        rules.append(RestrictedTitles(play_format.name, play_format.lists, day, state.restricted))
    if state.points:
        cite = f"balance of the Force of {play_format.name}"
        rules.append(TeamPoints(f"{TEAM_CITE}; {cite}", balance=state.points))
        rules.append(Balance(cite, state.points))
    if state.pairs:
        rules.append(RestrictedPairs(play_format.name, state.pairs, state.pairs_certain))
    rules.append(PlotCount(PLOT_CITE, format_name=play_format.name, balance=state.points or NO_BALANCE))
    return tuple(rules)


@dataclass(frozen=True, slots=True)
class BannedKeys:
    """No copy of a card of the ban list that a source states, by the keys of its printings."""

    format_name: str
    keys: frozenset[str]
    limit: int = 0
    code: str = "banned"

    @property
    def cite(self) -> str:
        """The list that this is."""
        return f"banned list of {self.format_name}"

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields a limit of no copies for the cards of the list."""
        yield Limit(self.code, lambda s: 0 if shared.has_key(s.card, self.keys) else None)

    def status(self, card: Card) -> CardStatus | None:
        """The status of a card on the list; None for any other."""
        return CardStatus(BANNED) if shared.has_key(card, self.keys) else None

    def clears(self, card: Card) -> bool:
        """Whether the card is not on the list."""
        return not shared.has_key(card, self.keys)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue for each card of the list."""
        hits = [
            entry
            for entry in deck.everywhere()
            if entry.card is not None and shared.has_key(entry.card, self.keys)
        ]
        for name, entries in by_card(hits):
            have = sum(entry.quantity for entry in entries)
            yield Issue(
                self.code,
                ERROR,
                f"{name} is banned in {self.format_name}: {copies(have)}, no copy allowed",
                have,
                self.limit,
                issue_cards(entries),
                self.cite,
                advice=f"take out {have}",
                details={"card": name},
                together=f"banned in {self.format_name}, no copy allowed",
            )


@dataclass(frozen=True, slots=True)
class RestrictedTitles:
    """Team and deck together have at most one title of the restricted list, in any number.

    The list is `keys` where a source states it, else what the card lists mark.
    """

    format_name: str
    lists: str
    day: date
    keys: frozenset[str] | None = None
    limit: int = 1
    code: str = "restricted"

    @property
    def cite(self) -> str:
        """The list that this is."""
        return f"restricted list of {self.format_name}"

    def status(self, card: Card) -> CardStatus | None:
        """The status of a card on the list; None for any other."""
        return CardStatus(RESTRICTED) if self._is_listed(card) else None

    def clears(self, card: Card) -> bool:
        """Whether the card is not on the list, and so none of several titles of it."""
        return not self._is_listed(card)

    def _is_listed(self, card: Card) -> bool:
        if self.keys is not None:
            return shared.has_key(card, self.keys)
        marks = shared.marks_in_force(card, self.lists, self.day)
        return any(mark.status == "restricted" for mark in marks)

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the most titles of the list."""
        yield from constraints.one_title(self.code, self.limit, self._is_listed, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields one issue with all titles of the list when there are several."""
        marked = [entry for entry in deck.counted if entry.card is not None and self._is_listed(entry.card)]
        names = [name for name, _ in by_card(marked)]
        if len(names) > self.limit:
            yield Issue(
                self.code,
                ERROR,
                f"{len(names)} titles of the restricted list, at most {self.limit}: {'; '.join(names)}",
                len(names),
                self.limit,
                issue_cards(marked),
                self.cite,
                advice="keep one of them",
            )


@dataclass(frozen=True, slots=True)
class RestrictedPairs:
    """Team and deck together have one title of a restricted pair only, in any number."""

    format_name: str
    pairs: frozenset[tuple[str, str]]
    certain: bool = True
    code: str = "restricted"

    @property
    def cite(self) -> str:
        """The list that this is."""
        return f"restricted pairs of {self.format_name}"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the constraints that at most one title of each pair is there."""
        yield from constraints.pairs(self.code, self.pairs, model)

    def clears(self, card: Card) -> bool:
        """Whether the card is none of a pair."""
        return not shared.has_key(card, frozenset(chain.from_iterable(self.pairs)))

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue for each pair of which both are there."""
        for pair in sorted(self.pairs):
            found = [self._entries(deck, key) for key in pair]
            names = [entries[0].card.name for entries in found if entries and entries[0].card]
            if len(set(names)) > 1:
                yield Issue(
                    self.code,
                    ERROR if self.certain else WARNING,
                    f"{' and '.join(names)} are a restricted pair of {self.format_name}: "
                    "a deck may have one of them only"
                    + ("" if self.certain else "; whether they already were is not known"),
                    len(names),
                    1,
                    issue_cards([*found[0], *found[1]]),
                    self.cite,
                    advice="keep one of them",
                    details={"pair": names},
                    undecided=not self.certain,
                )

    def _entries(self, deck: DestinyTally, key: str) -> list[DeckEntry]:
        keys = frozenset({key})
        return [e for e in deck.counted if e.card is not None and shared.has_key(e.card, keys)]
