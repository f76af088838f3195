"""The deck rules, one class each, and the edition as a tuple of them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from db.cards.card import Card
from db.cards.names import normal_form
from deckcheck.deck import DeckEntry, by_card
from deckcheck.games.stargate import constraints
from deckcheck.games.stargate.card_texts import (
    copies_allowed,
    is_unknown,
    one_of_two_in_no_deck,
    stands_in_no_deck,
)
from deckcheck.games.stargate.cards import HERO, MISSION, SKILLS, TEAM_CHARACTER, VILLAIN
from deckcheck.games.stargate.tally import MISSIONS_EACH, StargateEntry, StargateTally
from deckcheck.games.stargate.zones import MAIN, MISSIONS, TEAM, ZONES
from deckcheck.games.titles import title_of
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.rules.compiled import Constraint, DeckModel
from deckcheck.rules.edition import Edition
from deckcheck.show.wording import UNKNOWN_CARDS_HINT, cards, copies, count, too_few


@dataclass(frozen=True, slots=True)
class TeamSize:
    """A team is exactly `size` different team characters.

    One that says so may stand beside them as the fifth.
    """

    cite: str
    size: int = 4
    code: str = "team-size"

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields the number of different team characters."""
        yield from constraints.team_size(self.code, self.size)

    def check(self, deck: StargateTally) -> Iterator[Issue]:
        """Yields an issue when the team is not that, or holds a card twice."""
        numbers = deck.team_numbers
        have, different = numbers.members, numbers.different
        if different != self.size and not (numbers.has_fifth and different == self.size + 1):
            proven = different > self.size or different + deck.slack(TEAM) < self.size
            off = self.size - different
            noun = count(abs(off), "team character", "team characters")
            advice = f"add {noun}" if off > 0 else f"take out {noun}"
            if not deck.zones[TEAM]:
                advice = "list the team under a heading 'Team:'"
            yield Issue(
                self.code,
                ERROR if proven else WARNING,
                f"{different} different team characters in the team, "
                f"exactly {self.size} expected" + ("" if proven else UNKNOWN_CARDS_HINT),
                different,
                self.size,
                issue_cards(one.entry for one in _members(deck)),
                self.cite,
                undecided=not proven,
                advice=advice,
            )
        if have > different:
            copies_of = _copies(_members(deck))
            twice = [o.entry for o in _members(deck) if copies_of[o.entry.card_name or ""] > 1]
            yield Issue(
                self.code,
                ERROR,
                "a team character stands in the team more than once",
                have,
                different,
                issue_cards(twice),
                self.cite,
                advice="keep one of each",
            )


def _members(deck: StargateTally) -> list[StargateEntry]:
    return [one for one in deck.zones[TEAM] if one.card and one.card.type == TEAM_CHARACTER]


def _copies(members: list[StargateEntry]) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in members:
        name = one.entry.card_name or ""
        found[name] = found.get(name, 0) + one.quantity
    return found


@dataclass(frozen=True, slots=True)
class MissionCount:
    """The mission pile is exactly 12 Missions, `each` of Culture, Science, Combat and Ingenuity.

    A Mission with two skills counts as either.
    """

    cite: str
    each: int = MISSIONS_EACH
    code: str = "mission-count"

    @property
    def size(self) -> int:
        """How many Missions that makes."""
        return self.each * len(SKILLS)

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the Missions in all and of each skill."""
        yield from constraints.mission_count(self.code, self.each, model)

    def check(self, deck: StargateTally) -> Iterator[Issue]:
        """Yields an issue for the number of Missions, and one for each skill that is off."""
        have, slack = deck.mission_copies(), deck.slack(MISSIONS)
        if have != self.size:
            proven = have > self.size or have + slack < self.size
            off = self.size - have
            noun = count(abs(off), "Mission", "Missions")
            yield Issue(
                self.code,
                ERROR if proven else WARNING,
                f"{count(have, 'Mission', 'Missions')} in the mission pile, "
                f"exactly {self.size} expected" + ("" if proven else UNKNOWN_CARDS_HINT),
                have,
                self.size,
                cite=self.cite,
                undecided=not proven,
                advice=f"add {noun}" if off > 0 else f"take out {noun}",
            )
        yield from self._skills(deck, slack)

    def _skills(self, deck: StargateTally, slack: int) -> Iterator[Issue]:
        for skill, have in deck.skills(self.each).items():
            if have == self.each:
                continue
            proven = have > self.each or have + slack < self.each
            off = self.each - have
            noun = count(abs(off), "Mission", "Missions")
            advice = f"add {noun} of {skill.capitalize()}"
            entries: list[DeckEntry] = []
            if off < 0:
                advice = f"take out {noun} of {skill.capitalize()}"
                entries = [one.entry for one in deck.missions() if skill in one.skills]
            yield Issue(
                self.code,
                ERROR if proven else WARNING,
                f"{count(have, 'Mission', 'Missions')} of {skill.capitalize()}, "
                f"exactly {self.each} expected" + ("" if proven else UNKNOWN_CARDS_HINT),
                have,
                self.each,
                issue_cards(entries),
                self.cite,
                undecided=not proven,
                advice=advice,
                details={"skill": skill},
            )


@dataclass(frozen=True, slots=True)
class SideMinimum:
    """At least `minimum` cards of the rest are `side` cards; there is no maximum."""

    cite: str
    side: str
    code: str
    minimum: int = 20

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields the minimum."""
        yield from constraints.side_minimum(self.code, self.side, self.minimum)

    def check(self, deck: StargateTally) -> Iterator[Issue]:
        """Yields an issue when there are too few."""
        have = deck.counts[self.side]
        if have >= self.minimum:
            return
        severity, undecided, remark = too_few(have, self.minimum, deck.slack(MAIN))
        name = self.side.capitalize()
        yield Issue(
            self.code,
            severity,
            f"{have} {name} {'card' if have == 1 else 'cards'} in the deck, "
            f"at least {self.minimum} expected{remark}",
            have,
            self.minimum,
            cite=self.cite,
            undecided=undecided,
            advice=f"add {self.minimum - have} {name} cards",
            details={"side": self.side},
        )


@dataclass(frozen=True, slots=True)
class StargateCopyLimit:
    """A deck has at most `limit` cards of the same title, even with different subtitles.

    Team, missions and the rest are one deck. A card may state a higher limit of its own.
    """

    cite: str
    limit: int = 3
    code: str = "copy-limit"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the most copies of each title."""
        yield from constraints.copy_limit(self.code, self.limit, model)

    def check(self, deck: StargateTally) -> Iterator[Issue]:
        """Yields an issue for each title with too many copies."""
        if not deck.may_exceed(self.limit):
            return
        titles: dict[str, list[DeckEntry]] = {}
        for entry in deck.counted:
            if entry.card is not None:
                titles.setdefault(title_of(entry.card), []).append(entry)
        for _, entries in sorted(titles.items()):
            title = entries[0].card.base_name if entries[0].card else ""
            have = sum(entry.quantity for entry in entries)
            stated = (copies_allowed(entry.card) for entry in entries if entry.card)
            limit = max(self.limit, *(number or 0 for number in stated))
            if have > limit:
                yield Issue(
                    self.code,
                    ERROR,
                    f"{copies(have)} of {title}, at most {limit}",
                    have,
                    limit,
                    issue_cards(entries),
                    self.cite,
                    advice=f"take out {copies(have - limit)}",
                    details={"card": title},
                    together=f"there more than {limit} times",
                )


@dataclass(frozen=True, slots=True)
class TeamCopies:
    """Of team characters, the deck holds only those of the team, at most `limit` of each."""

    cite: str
    limit: int = 2
    code: str = "team-copies"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields which team characters the deck may hold, and how many."""
        yield from constraints.team_copies(self.code, self.limit, model)

    def check(self, deck: StargateTally) -> Iterator[Issue]:
        """Yields an issue for each team character that may not be there, or not so often."""
        numbers = deck.team_numbers
        if numbers.listed_are_members and numbers.most_listed <= self.limit:
            return
        team = {one.entry.card_name for one in deck.zones[TEAM]}
        open_team = deck.slack(TEAM) > 0
        listed: dict[str, list[DeckEntry]] = {}
        for one in deck.zones[MAIN]:
            if one.card and one.card.type == TEAM_CHARACTER:
                listed.setdefault(one.card.name, []).append(one.entry)
        for name, entries in sorted(listed.items()):
            have = sum(entry.quantity for entry in entries)
            if name not in team:
                yield Issue(
                    self.code,
                    WARNING if open_team else ERROR,
                    f"{name} is in the deck and not in the team" + (UNKNOWN_CARDS_HINT if open_team else ""),
                    have,
                    0,
                    issue_cards(entries),
                    self.cite,
                    undecided=open_team,
                    advice="take it out, or into the team",
                    details={"card": name},
                    together="in the deck and not in the team",
                )
            if have > self.limit:
                yield Issue(
                    self.code,
                    ERROR,
                    f"{copies(have)} of the team character {name}, at most {self.limit}",
                    have,
                    self.limit,
                    issue_cards(entries),
                    self.cite,
                    advice=f"take out {copies(have - self.limit)}",
                    details={"card": name},
                )


@dataclass(frozen=True, slots=True)
class CardText:
    """A card that says that it cannot be included in decks is in none.

    A card of a set whose texts are not known leaves the verdict open, if cards of its type may have
    such words.
    """

    cite: str
    code: str = "card-text"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the constraint that the deck has none of these cards."""
        yield from constraints.card_text(self.code, model)

    def clears(self, card: Card) -> bool:
        """Whether the card's text is known and says nothing of this kind."""
        return not (stands_in_no_deck(card) or is_unknown(card) or one_of_two_in_no_deck(card))

    def check(self, deck: StargateTally) -> Iterator[Issue]:
        """Yields an issue for each such card; one of two that may be meant is not decided."""
        either: dict[str, dict[str, list[DeckEntry]]] = {}
        for name, entries in by_card(deck.counted):
            card = entries[0].card
            if card is None:
                continue
            if stands_in_no_deck(card):
                yield self._issue(f"{name} cannot be included in decks", entries, name)
            elif is_unknown(card):
                what = f"{name} may say something about decks; its text is not known"
                yield self._issue(what, entries, name, proven=False)
            elif one_of_two_in_no_deck(card):
                either.setdefault(normal_form(card.base_name), {})[name] = entries
        for both in either.values():
            entries = [entry for each in both.values() for entry in each]
            title = entries[0].card.base_name if entries[0].card else ""
            what = f"one of the two cards called {title} cannot be included in decks"
            if len(both) == 1:
                what += "; which one is not known"
            yield self._issue(what, entries, title, proven=len(both) > 1)

    def _issue(self, message: str, entries: list[DeckEntry], card: str, *, proven: bool = True) -> Issue:
        return Issue(
            self.code,
            ERROR if proven else WARNING,
            message,
            sum(entry.quantity for entry in entries),
            0,
            issue_cards(entries),
            self.cite,
            undecided=not proven,
            advice="take it out" if proven else "read the card",
            details={"card": card},
        )


@dataclass(frozen=True, slots=True)
class StargatePlacement:
    """Only team characters stand in the team, and only Missions in their pile.

    A Mission that the list has among the other cards is counted in the pile: a warning, if the list
    tells zones apart.
    """

    cite: str
    code: str = "zone"

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields what may stand where."""
        yield from constraints.placement(self.code)

    def check(self, deck: StargateTally) -> Iterator[Issue]:
        """Yields an error for each card that cannot stand where the list has it, and warnings."""
        if deck.is_in_place:
            return
        pile = deck.zones[MISSIONS]
        tells_zones = any(one.entry.listed_zone is None for one in pile)
        for one in pile:
            label = one.entry.listed_zone
            if one.card and (label or (label == "" and tells_zones)):
                name = one.card.name
                yield Issue(
                    self.code,
                    WARNING,
                    f"{name} is a Mission and was counted in {MISSIONS}, not in {MAIN}",
                    one.quantity,
                    0,
                    issue_cards([one.entry]),
                    self.cite,
                    advice=f"move {cards(one.quantity)} to {MISSIONS}",
                    details={"card": name},
                    together=f"Missions and were counted in {MISSIONS}, not in {MAIN}",
                )
        wrong = [one for one in deck.zones[TEAM] if one.card and one.card.type != TEAM_CHARACTER]
        wrong += [one for one in deck.zones[MISSIONS] if one.card and one.card.type != MISSION]
        for one in wrong:
            if one.card is not None:
                home = MISSIONS if one.card.type == MISSION else MAIN
                kind, zone = one.card.type, one.entry.zone
                yield Issue(
                    self.code,
                    ERROR,
                    f"{one.card.name} is of type {kind}; it does not go into {zone}",
                    one.quantity,
                    0,
                    issue_cards([one.entry]),
                    self.cite,
                    advice=f"move {cards(one.quantity)} to {home}",
                    details={"card": one.card.name},
                    together=f"of type {kind}, which does not go into {zone}",
                )


_BOOK = "Stargate TCG rulebook (2007), 'Deck building'"
_SIDES: Mapping[str, str] = {HERO: "hero-minimum", VILLAIN: "villain-minimum"}

PRINTED = Edition(
    "printed-2007",
    "Rulebook of 2007",
    (
        TeamSize(_BOOK),
        MissionCount(_BOOK),
        *(SideMinimum(_BOOK, side, code) for side, code in _SIDES.items()),
        StargateCopyLimit(_BOOK),
        TeamCopies(_BOOK),
        CardText("text of the card"),
        StargatePlacement(_BOOK),
    ),
    frozenset(ZONES),
    published="2007",
)
EDITIONS = (PRINTED,)
