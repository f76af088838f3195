"""The rules of the team: its points, who goes together, and the balance of the Force."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from deckcheck.deck import DeckEntry
from deckcheck.games.destiny import constraints
from deckcheck.games.destiny.cards import HERO, NEUTRAL, NO_BALANCE, VILLAIN
from deckcheck.games.destiny.entries import Character, DestinyEntry
from deckcheck.games.destiny.exceptions import BRINGS, brought, values, words_of
from deckcheck.games.destiny.tally import DestinyTally
from deckcheck.report import ERROR, INFO, WARNING, Issue, issue_cards
from deckcheck.rules.compiled import Constraint, DeckModel
from deckcheck.show.wording import UNKNOWN_CARDS_HINT, cards, count


@dataclass(frozen=True, slots=True)
class TeamPoints:
    """The characters' values, and those of the plots, add up to at most `limit`.

    A value 12/15 is 12 with one die and 15 as an elite with two.
    """

    cite: str
    limit: int = 30
    code: str = "team-points"
    balance: Mapping[str, str] = field(default_factory=lambda: NO_BALANCE)
    lowest_plot: int = -2

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the most points."""
        yield from constraints.team_points(self.code, self.limit, self.balance, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue when the team is too dear, or when its points are not known."""
        low, high = deck.points(self.balance)
        if high > self.limit:
            yield self._too_dear(deck, low, high)
        for one in deck.team:
            if not one.points(self.balance, 0):
                yield self._no_value(one)
        for listed in (*(one.listed for one in deck.team), *deck.plots):
            if with_whom := deck.team_up(listed.seen):
                yield self._undecided(
                    listed,
                    f"has Team Up with {' and '.join(with_whom)} in the team; "
                    "what it costs then is not known to us",
                )
        for plot in deck.plots:
            if not plot.seen.points_in(self.balance) and not plot.seen.is_other_face:
                yield self._undecided(plot, "states no points")

    def _too_dear(self, deck: DestinyTally, low: int, high: int) -> Issue:
        # An unknown card may be a plot, of which some give points back.
        give = self.lowest_plot if deck.slack and not deck.plots else 0
        every = (*(one.listed for one in deck.team), *deck.plots)
        open_cost = deck.unread_texts or any(deck.team_up(one.seen) for one in every)
        proven = low + give > self.limit and not open_cost
        have = low if low > self.limit else high
        text = f"the team costs {have} points, at most {self.limit}"
        if low <= self.limit:
            text = f"the team costs {low} to {high} points, at most {self.limit}; " + (
                "which copies lie beside the team is not said"
                if deck.asides
                else "how many dice each card has is not said"
            )
        elif not proven:
            text += UNKNOWN_CARDS_HINT
        members = [one.listed.entry for one in deck.team] + [plot.entry for plot in deck.plots]
        advice = f"make it {count(have - self.limit, 'point', 'points')} cheaper"
        return Issue(
            self.code,
            ERROR if proven else WARNING,
            text,
            have,
            self.limit,
            issue_cards(members),
            self.cite,
            advice if proven else f"state the dice, or {advice}",
            undecided=not proven,
        )

    def _no_value(self, one: Character) -> Issue:
        entry, seen = one.listed.entry, one.listed.seen
        values = seen.points_in(self.balance)
        if not values:
            return self._undecided(one.listed, "states no points")
        have, least, most = one.ways[0][1], one.cards, len(values) * one.cards
        few = have < least
        what = "each character has at least one" if few else "it has no such value"
        limit = least if few else most
        return Issue(
            self.code,
            ERROR,
            f"{seen.card.name} with {count(have, 'die', 'dice')}: {what}",
            have,
            limit,
            issue_cards([entry]),
            self.cite,
            advice=f"give it at {'least' if few else 'most'} {count(limit, 'die', 'dice')}",
            details={"card": seen.card.name},
        )

    def _undecided(self, one: DestinyEntry, why: str) -> Issue:
        name = one.seen.card.name
        return Issue(
            self.code,
            WARNING,
            f"{name} {why}",
            cards=issue_cards([one.entry]),
            cite=self.cite,
            undecided=True,
            details={"card": name},
        )


@dataclass(frozen=True, slots=True)
class Balance:
    """In a format with a balance of the Force, its points replace printed ones."""

    cite: str
    balance: Mapping[str, str]
    code: str = "balance"

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields nothing, since this rule only makes remarks."""
        yield from ()

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields a remark for each card whose points are others than printed."""
        listed = [one.listed for one in deck.team] + deck.plots
        for one in listed:
            key = next((key for key in one.seen.keys if key in self.balance), None)
            printed = one.seen.card.facts.get("points")
            if key is not None and self.balance[key] != printed:
                name = one.seen.card.name
                yield Issue(
                    self.code,
                    INFO,
                    f"{name} costs {self.balance[key]} here; {printed} is printed on it",
                    cards=issue_cards([one.entry]),
                    cite=self.cite,
                    details={"card": name},
                )


@dataclass(frozen=True, slots=True)
class TeamMinimum:
    """A team has at least `minimum` character."""

    cite: str
    minimum: int = 1
    code: str = "team-minimum"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the minimum."""
        yield from constraints.team_minimum(self.code, self.minimum, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue when there is no character."""
        have = sum(one.cards for one in deck.team)
        if have >= self.minimum:
            return
        proven = have + deck.slack < self.minimum
        yield Issue(
            self.code,
            ERROR if proven else WARNING,
            f"no character in the team, at least {self.minimum} expected"
            + ("" if proven else UNKNOWN_CARDS_HINT),
            have,
            self.minimum,
            cite=self.cite,
            undecided=not proven,
            advice="add a character",
        )


@dataclass(frozen=True, slots=True)
class TeamAffiliation:
    """Heroes and villains are never in one team; neutral characters go with both."""

    cite: str
    code: str = "team-affiliation"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the two cases."""
        yield from constraints.team_affiliation(self.code, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields one issue when both are there, with the characters of the smaller part."""
        parts = {side: self._entries(deck, side) for side in (HERO, VILLAIN)}
        if not all(parts.values()) or has_both_sides(deck):
            return
        sizes = {side: sum(e.quantity for e in entries) for side, entries in parts.items()}
        smaller = min(sizes, key=lambda side: (sizes[side], side == HERO))
        larger = VILLAIN if smaller == HERO else HERO
        proven = not deck.may_allow_outsiders
        yield Issue(
            self.code,
            ERROR if proven else WARNING,
            "heroes and villains in one team" + ("" if proven else UNKNOWN_CARDS_HINT),
            sizes[smaller],
            0,
            issue_cards(parts[smaller]),
            self.cite,
            undecided=not proven,
            advice=f"keep to {'heroes' if larger == HERO else 'villains'} and {NEUTRAL} characters",
        )

    def _entries(self, deck: DestinyTally, side: str) -> list[DeckEntry]:
        return [one.listed.entry for one in deck.team if one.listed.seen.affiliation == side]


def has_both_sides(deck: DestinyTally) -> bool:
    """Whether a text lets heroes and villains into one team, and cards of both into the deck."""
    if brought(deck.special_cards, "both-sides", 0):
        return True
    return any(_stands_beside_heroes(deck, one) for one in deck.team)


def _stands_beside_heroes(deck: DestinyTally, guest: Character) -> bool:
    """Whether all villains are this one, whose text lets it stand beside certain heroes."""
    traits = [
        values(trait)
        for word in words_of(guest.listed.seen.card, BRINGS)
        for name, _, trait in (word.partition("="),)
        if name == "beside-hero"
    ]
    heroes = [one for one in deck.team if one.listed.seen.affiliation == HERO]
    villains = [one for one in deck.team if one.listed.seen.affiliation == VILLAIN]
    return villains == [guest] and any(
        set(wanted) & set(hero.listed.seen.traits) for wanted in traits for hero in heroes
    )


@dataclass(frozen=True, slots=True)
class TeamUnique:
    """A team has one copy of a unique character, whatever its subtitle."""

    cite: str
    limit: int = 1
    code: str = "team-unique"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the most copies of unique characters."""
        yield from constraints.team_unique(self.code, self.limit, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue for each unique character that is there more than once."""
        titles: dict[str, list[Character]] = {}
        for one in deck.team:
            if one.listed.seen.unique:
                titles.setdefault(one.listed.title, []).append(one)
        for _, members in sorted(titles.items()):
            title = members[0].listed.seen.card.base_name
            have = sum(one.cards for one in members)
            if have > self.limit:
                yield Issue(
                    self.code,
                    ERROR,
                    f"{cards(have)} of {title}, who is unique; at most {self.limit}",
                    have,
                    self.limit,
                    issue_cards(one.listed.entry for one in members),
                    self.cite,
                    advice="take one of them, with one die or as an elite with two",
                    details={"card": title},
                )
