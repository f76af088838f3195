"""The deck rules, one class each, and the edition as a tuple of them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.games.constraints import Constraint, DeckModel
from deckcheck.games.game import Edition
from deckcheck.games.swlcg import constraints
from deckcheck.games.swlcg.affiliation_texts import ExactNumber, is_known, needs_of
from deckcheck.games.swlcg.cards import DARK, LIGHT
from deckcheck.games.swlcg.tally import LIMITED, LOCKED, NO_SET, SPEAKING, LcgEntry, LcgTally
from deckcheck.games.swlcg.zones import ZONES, zone_for
from deckcheck.report import ERROR, WARNING, Issue, issue_cards
from deckcheck.show.wording import UNKNOWN_CARDS_HINT, cards, copies, count, too_few


@dataclass(frozen=True, slots=True)
class AffiliationCount:
    """A deck has exactly `size` affiliation card."""

    cite: str
    size: int = 1
    code: str = "affiliation"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the number of affiliation cards."""
        yield from constraints.affiliation_count(self.code, self.size, model)

    def check(self, deck: LcgTally) -> Iterator[Issue]:
        """Yields an issue when there is none or more than one."""
        have = deck.counts["affiliations"]
        if have == self.size:
            return
        proven = have > self.size or have + deck.slack < self.size
        yield Issue(
            self.code,
            ERROR if proven else WARNING,
            f"{have or 'no'} affiliation card{'' if have <= 1 else 's'}, exactly {self.size} "
            "expected" + ("" if proven else UNKNOWN_CARDS_HINT),
            have,
            self.size,
            issue_cards(one.entry for one in deck.affiliations),
            self.cite,
            undecided=not proven,
            advice="add one" if have < self.size else f"take out {have - self.size}",
        )


@dataclass(frozen=True, slots=True)
class ObjectiveMinimum:
    """A deck is at least `minimum` objective sets: each an objective with its 5 command cards.

    A list of objectives alone means their whole sets; where it names command cards, they must be
    those of its sets, no more and no less.
    """

    cite: str
    minimum: int = 10
    code: str = "objective-minimum"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the minimum of sets, and that they are whole."""
        yield from constraints.objective_minimum(self.code, self.minimum, model)

    def check(self, deck: LcgTally) -> Iterator[Issue]:
        """Yields an issue for too few sets, one for each that is not whole, one for other cards."""
        have = deck.counts["objective_sets"]
        if have < self.minimum:
            severity, undecided, remark = too_few(have, self.minimum, deck.slack)
            yield Issue(
                self.code,
                severity,
                f"{count(have, 'objective set', 'objective sets')}, at least {self.minimum} expected{remark}",
                have,
                self.minimum,
                cite=self.cite,
                undecided=undecided,
                advice=f"add {count(self.minimum - have, 'set', 'sets')}",
            )
        if deck.has_command_cards:
            yield from self._wholeness(deck)
        for one in deck.objectives if deck.has(NO_SET) else ():
            if one.seen.objective_set is None:
                yield self._unsure(one, "belongs to no objective set that we know")

    def _wholeness(self, deck: LcgTally) -> Iterator[Issue]:
        present = deck.command_titles()
        incomplete: list[tuple[LcgEntry, Counter[str]]] = []
        for one, needed in deck.needed():
            if not needed:
                yield self._unsure(one, "is an objective whose command cards are unknown")
                continue
            found = needed & present
            present -= found
            if missing := needed - found:
                incomplete.append((one, missing))
        proven = sum(missing.total() for _, missing in incomplete) > deck.slack
        for one, missing in incomplete:
            yield self._incomplete(one, missing, proven=proven)
        # Where an objective is not known, or lacks its cards, some of these may be its.
        sure = not deck.slack and all(one.seen.command_cards for one in deck.objectives)
        if present:
            extra = [one.entry for one in deck.command if present[deck.title_of(one)]]
            have = present.total()
            yield Issue(
                self.code,
                ERROR if sure else WARNING,
                f"{cards(have)} more than the objective sets of the deck have"
                + ("" if sure else UNKNOWN_CARDS_HINT),
                have,
                0,
                issue_cards(extra),
                self.cite,
                undecided=not sure,
                advice="take them out, or add their objectives",
                details={"extra": dict(sorted(present.items()))},
            )

    def _incomplete(self, one: LcgEntry, missing: Counter[str], *, proven: bool) -> Issue:
        title, lacking = one.seen.card.name, missing.total()
        listed = ", ".join(f"{n} {name}" for name, n in sorted(missing.items()))
        whole = 5 * one.quantity
        return Issue(
            self.code,
            ERROR if proven else WARNING,
            f"the objective set {title} is not whole; it lacks {listed}"
            + ("" if proven else UNKNOWN_CARDS_HINT),
            whole - lacking,
            whole,
            issue_cards([one.entry]),
            self.cite,
            undecided=not proven,
            advice=f"add {listed}",
            details={"card": title, "missing": dict(sorted(missing.items()))},
        )

    def _unsure(self, one: LcgEntry, why: str) -> Issue:
        name = one.seen.card.name
        return Issue(
            self.code,
            WARNING,
            f"{name} {why}",
            one.quantity,
            cards=issue_cards([one.entry]),
            cite=self.cite,
            undecided=True,
            details={"card": name},
        )


@dataclass(frozen=True, slots=True)
class LcgOneSide:
    """The affiliation and all objective sets are of the Light side, or all of the Dark side."""

    cite: str
    code: str = "one-side"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the cases, one for each side."""
        yield from constraints.one_side(self.code, model)

    def check(self, deck: LcgTally) -> Iterator[Issue]:
        """Yields one issue when sides are mixed, with the cards of the smaller side."""
        if not (deck.has(LIGHT) and deck.has(DARK)):
            return
        parts = {
            side: [one for one in deck.affiliations + deck.objectives if one.seen.side == side]
            for side in (LIGHT, DARK)
        }
        sizes = {side: sum(one.quantity for one in ones) for side, ones in parts.items()}
        # Where both are as many, the side of the affiliation card is the deck's.
        chosen = {one.seen.side for one in deck.affiliations}
        smaller = min(sizes, key=lambda side: (sizes[side], side in chosen))
        larger = DARK if smaller == LIGHT else LIGHT
        yield Issue(
            self.code,
            ERROR,
            f"{sizes[LIGHT]} Light and {sizes[DARK]} Dark among affiliation and objective sets",
            sizes[smaller],
            0,
            issue_cards(one.entry for one in parts[smaller]),
            self.cite,
            advice=f"keep to the {larger.capitalize()} side",
        )


@dataclass(frozen=True, slots=True)
class LcgCopyLimit:
    """A deck has at most `limit` of each objective set, and one of a set that says so."""

    cite: str
    limit: int = 2
    code: str = "copy-limit"
    limited: int = 1

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields the most of each objective set."""
        yield from constraints.copy_limit(self.code, self.limit, self.limited, model)

    def check(self, deck: LcgTally) -> Iterator[Issue]:
        """Yields an issue for each objective set that is there too often."""
        if not deck.may_exceed(min(self.limit, self.limited) if deck.has(LIMITED) else self.limit):
            return
        sets: dict[str, list[LcgEntry]] = {}
        for one in deck.objectives:
            sets.setdefault(one.seen.card.name, []).append(one)
        for title, listed in sorted(sets.items()):
            have = sum(one.quantity for one in listed)
            marked = any(one.seen.limited for one in listed)
            limit = self.limited if marked else self.limit
            if have > limit:
                why = ", since it is limited to one per objective deck" if marked else ""
                yield Issue(
                    self.code,
                    ERROR,
                    f"{copies(have)} of the objective set {title}, at most {limit}{why}",
                    have,
                    limit,
                    issue_cards(one.entry for one in listed),
                    self.cite,
                    advice=f"take out {copies(have - limit)}",
                    details={"card": title},
                    together=f"there more than {limit} times{why}",
                )


@dataclass(frozen=True, slots=True)
class AffiliationLock:
    """An objective set that is locked to its affiliation needs that affiliation card."""

    cite: str
    code: str = "affiliation-lock"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields which affiliation cards locked sets need."""
        yield from constraints.affiliation_lock(self.code, model)

    def check(self, deck: LcgTally) -> Iterator[Issue]:
        """Yields an issue for each locked set of another affiliation."""
        if not deck.has(LOCKED):
            return
        given = {one.seen.affiliation for one in deck.affiliations}
        if not given and not deck.slack:
            return  # that there is no affiliation card is told by its own rule
        proven = bool(given)
        for one in deck.objectives:
            seen = one.seen
            if seen.locked and seen.affiliation not in given:
                yield Issue(
                    self.code,
                    ERROR if proven else WARNING,
                    f"{seen.card.name} goes only with the affiliation {seen.affiliation}"
                    + ("" if proven else UNKNOWN_CARDS_HINT),
                    one.quantity,
                    0,
                    issue_cards([one.entry]),
                    self.cite,
                    undecided=not proven,
                    advice="take it out, or change the affiliation",
                    details={"card": seen.card.name},
                    together=f"for the affiliation {seen.affiliation} only",
                )


@dataclass(frozen=True, slots=True)
class AffiliationText:
    """The text of the affiliation card about the objectives is kept.

    One whose text is not known leaves the verdict open, since it may have deck rules of its own.
    """

    cite: str
    code: str = "affiliation-text"

    def constraints(self, model: DeckModel) -> Iterator[Constraint]:
        """Yields what each affiliation card asks for where it is there."""
        yield from constraints.affiliation_text(self.code, model)

    def check(self, deck: LcgTally) -> Iterator[Issue]:
        """Yields an issue for each number of objectives that is off, and for an unknown text."""
        if not deck.has(SPEAKING):
            return
        for one in {listed.seen.card.name: listed for listed in deck.affiliations}.values():
            card = one.seen.card
            if not is_known(card):
                yield Issue(
                    self.code,
                    WARNING,
                    f"{card.name} may state deck rules of its own; what it says is not known",
                    cards=issue_cards([one.entry]),
                    cite=self.cite,
                    undecided=True,
                    advice="read the card",
                    details={"card": card.name},
                )
            needs = tuple(needs_of(card))
            for need in needs:
                yield from self._numbers(deck, one, need)
            if needs:
                yield from self._others(deck, one, needs)

    def _others(self, deck: LcgTally, one: LcgEntry, needs: tuple[ExactNumber, ...]) -> Iterator[Issue]:
        """Yields an open issue for objectives of which the card's rules say nothing."""
        named = {affiliation for need in needs for affiliation in need.affiliations}
        others = [o for o in deck.objectives if o.seen.affiliation not in named]
        if others:
            card, have = one.seen.card.name, sum(o.quantity for o in others)
            which = ", ".join(sorted({o.seen.affiliation or "no affiliation" for o in others}))
            yield Issue(
                self.code,
                WARNING,
                f"{count(have, 'objective set', 'objective sets')} of {which}, of which {card} "
                "says nothing; whether it allows others than those that it names is not known",
                have,
                0,
                issue_cards(o.entry for o in others),
                self.cite,
                undecided=True,
                advice="read the card",
                details={"card": card, "affiliations": [which]},
            )

    def _numbers(self, deck: LcgTally, one: LcgEntry, need: ExactNumber) -> Iterator[Issue]:
        counted = [o for o in deck.objectives if o.seen.affiliation in need.affiliations]
        have = sum(o.quantity for o in counted)
        if have == need.number:
            return
        proven = have > need.number or have + deck.slack < need.number
        which, off = " or ".join(need.affiliations), need.number - have
        noun = count(abs(off), f"{which} objective set", f"{which} objective sets")
        yield Issue(
            self.code,
            ERROR if proven else WARNING,
            f"{count(have, 'objective set', 'objective sets')} of {which}, exactly {need.number} "
            f"expected with {one.seen.card.name}" + ("" if proven else UNKNOWN_CARDS_HINT),
            have,
            need.number,
            issue_cards([one.entry, *(o.entry for o in counted)]),
            self.cite,
            undecided=not proven,
            advice=f"add {noun}" if off > 0 else f"take out {noun}",
            details={"card": one.seen.card.name, "affiliations": list(need.affiliations)},
        )


@dataclass(frozen=True, slots=True)
class LcgPlacement:
    """Every card stands in the zone of its type: a warning."""

    cite: str
    code: str = "zone"

    def constraints(self, _model: DeckModel) -> Iterator[Constraint]:
        """Yields the constraint that nothing new is put into another zone."""
        yield from constraints.placement(self.code)

    def check(self, deck: LcgTally) -> Iterator[Issue]:
        """Yields a warning for each card in another zone."""
        for one in deck.misplaced():
            kind, zone = one.seen.card.type, one.entry.zone
            home = zone_for(kind)
            yield Issue(
                self.code,
                WARNING,
                f"{one.entry.name} is of type {kind} and was counted in {home}, not in {zone}",
                one.quantity,
                0,
                issue_cards([one.entry]),
                self.cite,
                advice=f"move it to {home}",
                details={"card": one.seen.card.name},
                together=f"of type {kind} and were counted in {home}, not in {zone}",
            )


_BOOK = "Star Wars: The Card Game rules (2012), 'Deck building rules'"

PRINTED = Edition(
    "printed-2012",
    "Rules of 2012",
    (
        AffiliationCount(_BOOK),
        ObjectiveMinimum(_BOOK),
        LcgOneSide(_BOOK),
        LcgCopyLimit(_BOOK),
        AffiliationLock(_BOOK),
        AffiliationText("text of the affiliation card"),
        LcgPlacement(_BOOK),
    ),
    frozenset(ZONES),
    published="2012",
)
EDITIONS = (PRINTED,)
