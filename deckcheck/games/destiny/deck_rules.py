"""The rules of the 30 cards: how many, how often, and which go with the team."""

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.games.destiny import constraints
from deckcheck.games.destiny.cards import DECK_SIZE, HERO, VILLAIN
from deckcheck.games.destiny.entries import DestinyEntry, TitleCopies
from deckcheck.games.destiny.exceptions import brought
from deckcheck.games.destiny.letting_in import Outsider
from deckcheck.games.destiny.tally import DestinyTally
from deckcheck.games.destiny.team_rules import has_both_sides
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.rules.compiled import Constraint, DeckModel
from deckcheck.show.wording import UNKNOWN_CARDS_HINT, cards, copies

_MOST_BATTLEFIELDS, _MOST_EXTRA_COPIES = 2, 2
"""The most that the text of any card allows."""

_SECOND = "; a text lets in so many different ones, and does not say whether in two copies"
_TEAMS = {HERO: "a team of heroes", VILLAIN: "a team of villains"}


@dataclass(frozen=True, slots=True)
class DestinyDeckSize:
    """A deck has exactly `size` cards; characters, battlefields and plots do not count."""

    cite: str
    size: int = DECK_SIZE
    code: str = "deck-size"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the size."""
        yield from constraints.deck_size(self.code, self.size, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue when the deck has too few or too many cards."""
        have, known = deck.counts["cards"], deck.known_draw
        most = self.size + deck.beside()
        if self.size <= have <= most:
            return
        proven = known > most or known + deck.slack < self.size
        off = self.size - have
        advice = f"add {cards(off)}" if off > 0 else f"take out {cards(have - most)}"
        yield Issue(
            self.code,
            ERROR if proven else WARNING,
            f"{cards(have)} in the deck, exactly {self.size} expected"
            + ("" if proven else UNKNOWN_CARDS_HINT),
            have,
            self.size,
            cite=self.cite,
            undecided=not proven,
            advice=advice,
        )


@dataclass(frozen=True, slots=True)
class DestinyCopyLimit:
    """A deck has at most 2 copies of a title, or as many as the card itself states.

    Any card of the same title is a copy, whatever else it is: of another set, type or text.
    """

    cite: str
    code: str = "copy-limit"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the most copies of each title."""
        yield from constraints.copy_limit(self.code, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue for each title with too many copies."""
        if not deck.may_exceed_limits():
            return
        extra = brought((plot.seen.card for plot in deck.plots), "extra-copies", 0)
        may_be = deck.may_bring("extra-copies", 0, _MOST_EXTRA_COPIES)
        for copies_of in deck.titles():
            have, limit = copies_of.have, copies_of.least
            if have == limit + 1 and extra:
                extra -= 1
            elif have > limit:
                allowed = have == limit + 1 and may_be > 0
                may_be -= allowed
                yield self._issue(copies_of, may_be_allowed=allowed)

    def _issue(self, found: TitleCopies, *, may_be_allowed: bool) -> Issue:
        """An error, but where the text of a card allows more copies, or one in doubt may."""
        have, limit = found.have, found.least
        proven = have > found.most and not may_be_allowed
        more = "" if proven else f"; {found.most} by the text of another card of that title"
        if may_be_allowed:
            more = UNKNOWN_CARDS_HINT
        return Issue(
            self.code,
            ERROR if proven else WARNING,
            f"{copies(have)} of {found.title}, at most {limit}{more}",
            have,
            limit,
            issue_cards(found.entries),
            self.cite,
            undecided=not proven,
            advice=f"take out {copies(have - limit)}",
            details={"card": found.title},
            together="" if more else f"there more than {limit} times",
        )


@dataclass(frozen=True, slots=True)
class DeckAffiliation:
    """A team of heroes takes no villain cards, a team of villains no hero cards.

    A team of neither takes none of both.
    """

    cite: str
    code: str = "deck-affiliation"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields which cards need a character of their side."""
        yield from constraints.deck_affiliation(self.code, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields one issue with all cards of the wrong side, and one for those in doubt."""
        sides = {one.listed.seen.affiliation for one in deck.team} & {HERO, VILLAIN}
        if not deck.team or has_both_sides(deck):
            return
        left = [one for one in deck.outsiders if one.by_side]
        wrong = [(one.listed, one.copies) for one in left if not one.doubtful] + [
            (one, one.quantity)
            for one in (*deck.plots, *deck.battlefields)
            if one.seen.affiliation in {HERO, VILLAIN} - sides
        ]
        if wrong:
            yield self._issue(wrong, sides, proven=not deck.may_allow_outsiders, hint=UNKNOWN_CARDS_HINT)
        doubtful = [(one.listed, one.copies) for one in left if one.doubtful]
        if doubtful:
            yield self._issue(doubtful, sides, proven=False, hint=_SECOND)

    def _issue(
        self, wrong: list[tuple[DestinyEntry, int]], sides: set[str], *, proven: bool, hint: str
    ) -> Issue:
        have = sum(number for _, number in wrong)
        kinds = sorted({one.seen.affiliation for one, _ in wrong})
        team = _TEAMS[next(iter(sides))] if sides else "an all-neutral team"
        text = f"{have} {' and '.join(kinds)} {'card' if have == 1 else 'cards'} with {team}"
        return Issue(
            self.code,
            ERROR if proven else WARNING,
            text + ("" if proven else hint),
            have,
            0,
            issue_cards(one.entry for one, _ in wrong),
            self.cite,
            advice="take out these",
            undecided=not proven,
        )


@dataclass(frozen=True, slots=True)
class DeckColour:
    """Red, blue and yellow cards need a character of their colour in the team; gray ones do not."""

    cite: str
    code: str = "deck-colour"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields which cards need a character of their colour."""
        yield from constraints.deck_colour(self.code, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue for each colour of which there is no character."""
        wrong: dict[tuple[bool, str], list[Outsider]] = {}
        for one in deck.outsiders:
            if one.by_colour:
                wrong.setdefault((one.doubtful, one.listed.seen.colour), []).append(one)
        for (doubtful, colour), left in sorted(wrong.items()):
            proven = not doubtful and not deck.may_allow_outsiders
            have = sum(one.copies for one in left)
            yield Issue(
                self.code,
                ERROR if proven else WARNING,
                f"{have} {colour} {'card' if have == 1 else 'cards'} without a {colour} character"
                + ("" if proven else _SECOND if doubtful else UNKNOWN_CARDS_HINT),
                have,
                0,
                issue_cards(one.listed.entry for one in left),
                self.cite,
                undecided=not proven,
                details={"colour": colour},
                advice=f"take out these, or take a {colour} character",
            )


@dataclass(frozen=True, slots=True)
class BattlefieldCount:
    """A deck comes with exactly `size` battlefield."""

    cite: str
    size: int = 1
    code: str = "battlefield"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the number of battlefields."""
        yield from constraints.battlefield_count(self.code, self.size, model)

    def check(self, deck: DestinyTally) -> Iterator[Issue]:
        """Yields an issue when there is none or more than one."""
        have = deck.counts["battlefields"]
        size = brought((plot.seen.card for plot in deck.plots), "battlefields", self.size)
        if have == size:
            return
        proven = have > deck.may_bring("battlefields", size, _MOST_BATTLEFIELDS) or have + deck.slack < size
        advice = "add one" if have < size else f"take out {have - size}"
        yield Issue(
            self.code,
            ERROR if proven else WARNING,
            f"{have or 'no'} battlefield{'' if have <= 1 else 's'}, exactly {size} expected"
            + ("" if proven else UNKNOWN_CARDS_HINT),
            have,
            size,
            issue_cards(one.entry for one in deck.battlefields),
            self.cite,
            undecided=not proven,
            advice=advice,
        )
