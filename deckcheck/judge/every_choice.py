"""The findings in a deck with ambiguous names that hold whichever cards these mean."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from db.cards.card import Card
from deckcheck.deck import Deck
from deckcheck.games.ambiguity import narrowed
from deckcheck.games.choices import choices
from deckcheck.games.formats.releases import NOT_RELEASED
from deckcheck.games.game import Game, Rule
from deckcheck.report import ERROR, Issue, issue_cards
from deckcheck.rules.edition import Edition
from deckcheck.rules.evaluate import allows, is_requirement, seen_by
from deckcheck.rules.findings import check_of
from deckcheck.rules.requirement import PerCard

_MOST_CHOICES = 1_000
"""Of more choices of versions not each is judged: that would take longer than a tenth of a second.
As soon as one is legal, or open, none of the others is looked at."""

_LISTS = frozenset({"set-legality", "banned", "restricted"})
"""The rules that look at all zones of a deck, counted or not."""

_OF_CARDS = _LISTS | {NOT_RELEASED}
"""The rules of sets, lists and days, which look at cards one by one."""


def allowing(rules: Iterable[Any]) -> tuple[Callable[[Card], bool], ...]:
    """The functions of the lists among the rules that say whether any copy of a card is allowed."""
    found: list[Callable[[Card], bool]] = []
    for rule in rules:
        if is_requirement(rule):
            found.append(partial(allows, rule))
        elif hasattr(rule, "allows"):
            found.append(rule.allows)
    return tuple(found)


def zones_looked_at(game: Game, edition: Edition, rules: Iterable[Rule]) -> frozenset[str]:
    """The zones whose cards matter: those that the edition counts; with lists, all."""
    if any(rule.code in _LISTS for rule in rules):
        return frozenset(game.zones)
    return edition.counted_zones


class EveryChoice:
    """The rules of an edition and a format, asked of decks with ambiguous names.

    An error that is found holds for every choice of cards: a rule alone proves it of all that the
    names may be; else all sides are tried, and at last, where they are few, all choices.
    """

    def __init__(self, game: Game, edition: Edition, rules: Sequence[Rule]) -> None:
        self._game = game
        self._edition = edition
        self._rules = tuple(rules)
        self._zones = zones_looked_at(game, edition, rules)
        self._lists_allow = allowing(rule for rule in rules if rule.code in _OF_CARDS)
        self._others_allow = allowing(rule for rule in rules if rule.code not in _OF_CARDS)
        self._splits: tuple[Callable[[Any], Iterator[tuple[str, Deck]]], ...] = tuple(
            rule.cases for rule in rules if hasattr(rule, "cases") and not is_requirement(rule)
        )
        self._lists_see: tuple[Callable[[Card], Hashable] | None, ...] = tuple(
            partial(seen_by, rule) if isinstance(rule, PerCard) else getattr(rule, "sees", None)
            for rule in rules
            if rule.code in _OF_CARDS or hasattr(rule, "sees")
        )

    def issues(self, deck: Deck) -> list[Issue]:
        """The issues; an error at the end where only all rules together prove it."""
        meant = self.allowed(deck)
        found = list(self._found(meant))
        if not any(issue.severity == ERROR for issue in found):
            found.extend(self._no_choice(meant))
        return found

    def allowed(self, deck: Deck) -> Deck:
        """The deck with ambiguous names narrowed to the cards that the format allows, if any.

        Any other choice breaks a list, so that the other rules need not look at it.
        """
        for lists, zones in ((self._lists_allow, None), (self._others_allow, self._edition.counted_zones)):
            if lists:
                deck = narrowed(deck, partial(_all_allow, lists), zones)
        return deck

    def _no_choice(self, deck: Deck) -> Iterator[Issue]:
        """Yields an issue where every choice of versions breaks a rule, though not always one.

        `deck` is as `allowed` gives it, and no rule alone decides it.
        """
        doubtful = [e for e in deck.entries if e.candidates and e.zone in self._zones]
        why = self._by_cases(deck) or self._by_choices(deck) if doubtful else ""
        if why:
            yield Issue(
                "ambiguous-card",
                ERROR,
                f"no choice of versions makes the deck legal: {why}",
                sum(e.quantity for e in doubtful),
                cards=issue_cards(doubtful),
                advice=self._game.version_words[1],
            )

    def _by_cases(self, deck: Deck) -> str:
        """Why each case of a rule that splits, such as each side, is illegal; else nothing."""
        view = self._game.view(deck, self._edition.counted_zones)
        for split in self._splits:
            found = [(words, self._first_error(case)) for words, case in split(view)]
            if all(error is not None for _, error in found):
                return "; ".join(f"{words}: {error.message}" for words, error in found if error)
        return ""

    def _by_choices(self, deck: Deck) -> str:
        """Why each single choice is illegal, where there are few choices; else nothing."""
        found = choices(deck, self._zones, self._alike, _MOST_CHOICES)
        why: dict[str, str] = {}
        for entries in found or ():
            error = self._first_error(replace(deck, entries=entries))
            if error is None:
                return ""
            why.setdefault(error.code, error.message)
        return "; or ".join(why.values())

    def _alike(self, card: Card) -> Hashable:
        """The facts that the rules see in a card; its name where some list does not say."""
        if any(sees is None for sees in self._lists_see):
            return card.name
        return self._game.alike(card), *(sees(card) for sees in self._lists_see if sees)

    def _first_error(self, deck: Deck) -> Issue | None:
        return next((issue for issue in self._found(deck) if issue.severity == ERROR), None)

    def _found(self, deck: Deck) -> Iterator[Issue]:
        view = self._game.view(deck, self._edition.counted_zones)
        return (issue for rule in self._rules for issue in check_of(rule)(view))


def _all_allow(allows: Iterable[Callable[[Card], bool]], card: Card) -> bool:
    return all(one(card) for one in allows)
