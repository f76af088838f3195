"""The issues of names of which it is not certain what card they mean: ambiguous and unknown ones."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from db.advice import meant
from db.cards.card import Card
from db.cards.names import normal_form
from db.language import Message, all_of, and_more, filled, gettext as _, in_parts, joined, some_of
from deckcheck.deck import Deck, DeckEntry, copies_of
from deckcheck.games.game import Game
from deckcheck.report import ERROR, INFO, WARNING, Issue, issue_cards
from deckcheck.rules.edition import Edition
from deckcheck.rules.evaluate import OPEN, allows
from deckcheck.rules.findings import issues_with_crowds, new_issue
from deckcheck.rules.requirement import PerName, Requirement
from deckcheck.rules.slot import first_entry

_MOST_NAMED = 8
"""How many candidates a message lists."""

_FEW = 3
"""How many of them are named where several names are ambiguous."""


_LISTS = frozenset({"set-legality", "banned", "restricted"})
"""The rules that look at all zones of a deck, counted or not."""

_BY_ID = _("correct the name or the id")


class NameIssues:
    """Reports the names of a deck that are ambiguous or unknown, under one format and edition.

    `ways` are the rules by each state that the format may be in.
    """

    def __init__(
        self, game: Game, format_name: str, edition: Edition, ways: Sequence[Sequence[Requirement]]
    ) -> None:
        self._game = game
        self._format = format_name
        self._edition = edition
        self._ways = ways
        self._copy_rules = tuple(rule for rule in ways[0] if rule.code == "copy-limit")
        every = [rule for rules in ways for rule in rules]
        has_lists = any(rule.code in _LISTS for rule in every)
        self._zones = frozenset(game.zones) if has_lists else edition.counted_zones
        self._asking = [
            one
            for one in every
            if isinstance(one, PerName) and one.asked_in and one.asked_in not in self._zones
        ]

    def of(self, deck: Deck, odd: Sequence[DeckEntry]) -> Iterator[Issue]:
        """Yields an issue for each ambiguous or unknown name, in whatever case it is written.

        A name in a zone that neither the edition nor a list looks at leaves no verdict open, unless
        it may be a card whose own text limits it there.
        """
        nameless = [e for e in odd if e.card is None and e.zone in self._game.zones]
        asking = self._left_open(deck) if any(e.zone not in self._zones for e in nameless) else ()
        looked_at, others = list[DeckEntry](), list[DeckEntry]()
        for entry in nameless:
            matters = entry.zone in self._zones or any(_may_be_asked(one, entry) for one in asking)
            (looked_at if matters else others).append(entry)
        for entries in by_name(looked_at):
            yield (self._ambiguous(entries) if entries[0].candidates else self._unknown(entries, deck))
        for entries in by_name(others):
            yield self._not_looked_at(entries)

    def _left_open(self, deck: Deck) -> Sequence[PerName]:
        """The limits that a deck may or may not keep by cards in a zone that no other rule looks at."""
        from deckcheck.rules.table import table_of

        view = self._game.view(deck, self._edition.counted_zones)
        return [one for one in self._asking if any(row.state == OPEN for row in table_of([one], view))]

    def _is_allowed(self, card: Card) -> bool:
        """Whether the format allows the card, at least in one of the states that it may be in."""
        return any(all(allows(rule, card) for rule in rules) for rules in self._ways)

    def _ambiguous(self, entries: Sequence[DeckEntry]) -> Issue:
        first = first_entry(entries)
        allowed = [card for card in first.candidates if self._is_allowed(card)]
        others = [c for c in first.candidates if c not in allowed]
        message, how = self._choice(first, allowed, len(others))
        several = allowed and len(first.candidates) > 1 and not first.note
        return new_issue(
            "ambiguous-card",
            WARNING,
            message if first.note else joined((first.name, message), ": "),
            copies_of(entries),
            cards=issue_cards(entries),
            advice=how,
            details={
                "candidates": [card.name for card in allowed],
                "not_allowed": [card.name for card in others],
            },
            together=_("ambiguous, {split}", split=self._not_said(first)) if several else "",
            aside=some_of([card.name for card in allowed], _FEW),
        )

    def _choice(self, entry: DeckEntry, allowed: Sequence[Card], others: int) -> tuple[str, str]:
        """The possible meanings of an ambiguous name, with advice; `others` are not allowed."""
        how = self._game.names.advice
        if entry.note:
            return _(
                "{note}; it may be {listed}", note=entry.note, listed=self._listed(entry.candidates, entry)
            ), _BY_ID
        if len(entry.candidates) == 1:
            (only,) = entry.candidates
            what = _("the only card of this name is {words}")
            if others:
                what = _("the only card of this name is {words}, which {format} does not allow")
            told = filled(what, {"words": self._words(only, entry), "format": self._format})
            return told, _("if it is meant, write {name}", name=only.name)
        what = self._not_said(entry)
        if entry.certain_name:
            how = _("name the set")
        if not allowed:
            return _(
                "{what}; {format} allows none of the {others} that it may be",
                what=what,
                format=self._format,
                others=others,
            ), how
        if others and len(allowed) == 1:
            how = _("if it is meant, write {name}", name=allowed[0].name)
        told = _("{what}; it may be {listed}", what=what, listed=self._listed(allowed, entry))
        barred = _("{format} does not allow {others} more", format=self._format, others=others)
        return joined((told, barred if others else ""), "; "), how

    def _not_said(self, entry: DeckEntry) -> str:
        """The question that a name leaves open, as a statement."""
        version = _("which {version}", version=Message(self._game.names.version))
        return _("{value} is not said", value=_("which printing") if entry.certain_name else version)

    def _unknown(self, entries: Sequence[DeckEntry], deck: Deck) -> Issue:
        first = first_entry(entries)
        near = [name for name in first.suggestions if self._leaves_room_for(name, entries, deck)]
        return new_issue(
            "unknown-card",
            WARNING,
            _("no card is called {name!r}", name=first.name),
            copies_of(entries),
            cards=issue_cards(entries),
            advice=meant(near) or _("check the spelling; the card may be missing from the catalogue"),
            details={"suggestions": near},
            together=_("unknown"),
        )

    def _not_looked_at(self, entries: Sequence[DeckEntry]) -> Issue:
        first = first_entry(entries)
        code, what = "unknown-card", _("no card is called {name!r}", name=first.name)
        if first.candidates:
            code, what = (
                "ambiguous-card",
                _("{name}: it may be {count} cards", name=first.name, count=len(first.candidates)),
            )
        zones = all_of(map(Message, sorted({entry.zone for entry in entries})))
        return new_issue(
            code,
            INFO,
            _(
                "{what}; the verdict does not depend on it, since {name} does not know {zones}",
                what=what,
                name=self._edition.name,
                zones=zones,
            ),
            copies_of(entries),
            cards=issue_cards(entries),
        )

    def _leaves_room_for(self, name: str, entries: Sequence[DeckEntry], deck: Deck) -> bool:
        """Whether the cards may be meant by a name: not where the deck is full of that card."""
        full = next((e for e in deck.entries if e.card is not None and e.card.name == name), None)
        if full is None or full.card is None:
            return True
        names = (full.card.name, full.card.base_name)
        meant = {id(entry) for entry in entries}
        changed = tuple(
            entry._replace(card=full.card, printing=full.printing) if id(entry) in meant else entry
            for entry in deck.entries
        )
        view = self._game.view(replace(deck, entries=changed), self._edition.counted_zones)
        issues = (issue for rule in self._copy_rules for issue in issues_with_crowds(rule, view))
        return not any(issue.severity == ERROR and issue.details.get("card") in names for issue in issues)

    def _listed(self, cards: Sequence[Card], entry: DeckEntry) -> str:
        shown = joined((self._words(card, entry) for card in cards[:_MOST_NAMED]), "; ")
        return and_more(shown, len(cards) - _MOST_NAMED, "; ")

    def _words(self, card: Card, entry: DeckEntry) -> str:
        label = joined((card.name, in_parts(card.type)), ", ") if entry.certain_name else card.name
        return joined((label, " (", self._game.words.card_summary(card), ")"))


def by_name(entries: Iterable[DeckEntry]) -> list[list[DeckEntry]]:
    """Entries without a card, grouped by name in any case: one group, one choice of cards."""
    groups: dict[tuple[str, ...], list[DeckEntry]] = {}
    for entry in entries:
        key = (normal_form(entry.name), *(card.name for card in entry.candidates))
        groups.setdefault(key, []).append(entry)
    return [groups[key] for key in sorted(groups)]


def _may_be_asked(rule: PerName, entry: DeckEntry) -> bool:
    """Whether an entry may be a card that a limit is about, in the zone that it asks about."""
    faces = entry.candidates
    return entry.zone == rule.asked_in and (not faces or rule.only is None or any(map(rule.only, faces)))
