"""The rules of the 30 cards: how many, how often, and which go with the team."""

from collections.abc import Iterator
from dataclasses import dataclass

from deckcheck.deck import by_card
from deckcheck.games.destiny.cards import GRAY, HERO, VILLAIN, DestinyCard
from deckcheck.games.destiny.exceptions import brought
from deckcheck.games.destiny.tally import Listed, Tally
from deckcheck.games.destiny.zones import zone_for
from deckcheck.games.wording import MAY_MEND, cards, copies
from deckcheck.report import ERROR, WARNING, Issue, issue_cards

_UNLIMITED = 1 << 30
_FACE = "the other side of a double card, which is only turned up in play"


@dataclass(frozen=True, slots=True)
class DeckSize:
    """A deck has exactly `size` cards; characters, battlefields and plots do not count."""

    cite: str
    size: int = 30
    code: str = "deck-size"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue when the deck has too few or too many cards."""
        have, known = deck.counts["cards"], deck.known_draw
        most = self.size + self._beside(deck)
        if self.size <= have <= most:
            return
        proven = known > most or known + deck.slack < self.size
        off = self.size - have
        advice = f"add {cards(off)}" if off > 0 else f"take out {cards(have - most)}"
        yield Issue(
            self.code, ERROR if proven else WARNING,
            f"{cards(have)} in the deck, exactly {self.size} expected"
            + ("" if proven else MAY_MEND),
            have, self.size, cite=self.cite, undecided=not proven, advice=advice,
        )  # fmt: skip

    def _beside(self, deck: Tally) -> int:
        """How many of the cards may lie beside the deck, by the text of a plot."""
        most = brought((plot.seen.card for plot in deck.plots), "events", 0)
        moves = {
            listed.seen.card.name
            for listed in deck.draw
            if listed.seen.card.type == "Event" and "move" in listed.seen.traits
        }
        return min(most, len(moves))


@dataclass(frozen=True, slots=True)
class CopyLimit:
    """A deck has at most 2 copies of a card, or as many as the card itself states.

    A reprint is the same card.
    """

    cite: str
    code: str = "copy-limit"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue for each card with too many copies."""
        extra = brought((plot.seen.card for plot in deck.plots), "extra-copies", 0)
        limits = {listed.seen.card.name: listed.seen.limit for listed in deck.draw}
        for name, entries in by_card(listed.entry for listed in deck.draw):
            have, limit = sum(entry.quantity for entry in entries), limits[name]
            if have == limit + 1 and extra:
                extra -= 1
            elif have > limit:
                yield Issue(
                    self.code, ERROR, f"{copies(have)} of {name}, at most {limit}",
                    have, limit, issue_cards(entries), self.cite,
                    advice=f"take out {copies(have - limit)}", details={"card": name},
                )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DeckAffiliation:
    """A team of heroes takes no villain cards, a team of villains no hero cards."""

    cite: str
    code: str = "deck-affiliation"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields one issue with all cards of the wrong side."""
        sides = {one.listed.seen.affiliation for one in deck.team} & {HERO, VILLAIN}
        if brought(deck.special_cards, "both-sides", 0):
            return
        foreign = [
            one for one in deck.draw + deck.plots + deck.battlefields
            if one.seen.affiliation in {HERO, VILLAIN} - sides
        ]  # fmt: skip
        foreign = list(_not_let_in(deck, foreign))
        if not foreign or len(sides) > 1:
            return
        if not sides and len({one.seen.affiliation for one in foreign}) == 1:
            return
        have = sum(one.quantity for one in foreign)
        if sides:
            (side,) = sides
            wrong = HERO if side == VILLAIN else VILLAIN
            text = f"{have} {wrong} {'card' if have == 1 else 'cards'} with a team of {side}s"
        else:
            text = "hero and villain cards with a team of neither; the rulebook does not say"
        entries = [one.entry for one in foreign]
        yield Issue(
            self.code, ERROR if sides else WARNING, text, have, 0, issue_cards(entries), self.cite,
            advice=f"take out {'these' if sides else 'those of one side'}", undecided=not sides,
        )  # fmt: skip


def _not_let_in(deck: Tally, foreign: list[Listed]) -> Iterator[Listed]:
    """Yields the cards that no character's text lets into the deck."""
    given = sorted(deck.permissions, key=lambda pair: pair[0].most is not None)
    room = [_UNLIMITED if p.most is None else p.most * number for p, number in given]
    for one in foreign:
        quantity = one.quantity
        for place, (permission, _) in enumerate(given):
            if permission.fits(one.seen):
                taken = min(quantity, room[place])
                quantity -= taken
                room[place] -= taken
        if quantity:
            yield one


@dataclass(frozen=True, slots=True)
class DeckColour:
    """Red, blue and yellow cards need a character of their colour in the team; gray ones do not."""

    cite: str
    code: str = "deck-colour"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue for each colour of which there is no character."""
        colours = {one.listed.seen.colour for one in deck.team}
        wrong: dict[str, list[Listed]] = {}
        for one in deck.draw:
            colour = one.seen.colour
            if colour != GRAY and colour not in colours and not self._is_free(deck, one.seen):
                wrong.setdefault(colour, []).append(one)
        proven = not deck.slack
        for colour, listed in sorted(wrong.items()):
            have = sum(one.quantity for one in listed)
            yield Issue(
                self.code, ERROR if proven else WARNING,
                f"{have} {colour} {'card' if have == 1 else 'cards'} without a {colour} character"
                + ("" if proven else MAY_MEND),
                have, 0, issue_cards(one.entry for one in listed), self.cite,
                undecided=not proven, details={"colour": colour},
                advice=f"take out these, or take a {colour} character",
            )  # fmt: skip

    def _is_free(self, deck: Tally, seen: DestinyCard) -> bool:
        return any(p.colours and p.fits(seen) for p, _ in deck.permissions)


@dataclass(frozen=True, slots=True)
class BattlefieldCount:
    """A deck comes with exactly `size` battlefield."""

    cite: str
    size: int = 1
    code: str = "battlefield"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields an issue when there is none or more than one."""
        have = deck.counts["battlefields"]
        size = brought((plot.seen.card for plot in deck.plots), "battlefields", self.size)
        if have == size:
            return
        proven = have > size or have + deck.slack < size
        advice = "add one" if have < size else f"take out {have - size}"
        yield Issue(
            self.code, ERROR if proven else WARNING,
            f"{have or 'no'} battlefield{'' if have <= 1 else 's'}, exactly {size} expected"
            + ("" if proven else MAY_MEND),
            have, size, issue_cards(one.entry for one in deck.battlefields), self.cite,
            undecided=not proven, advice=advice,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Placement:
    """Every card stands in the zone of its type, and no other side of a double card in any."""

    cite: str
    code: str = "zone"

    def check(self, deck: Tally) -> Iterator[Issue]:
        """Yields a warning for each card in another zone, an error for the back of a card."""
        for one in deck.misplaced():
            kind, zone = one.seen.card.type, one.entry.zone
            home = zone_for(kind)
            yield Issue(
                self.code, WARNING,
                f"{one.entry.name} is of type {kind} and was counted in {home}, not in {zone}",
                one.quantity, 0, issue_cards([one.entry]), self.cite,
                advice=f"move it to {home}", details={"card": one.seen.card.name},
            )  # fmt: skip
        every = [one.listed for one in deck.team] + deck.battlefields + deck.plots + deck.draw
        for one in every:
            if one.seen.is_other_face:
                name = one.seen.card.name
                yield Issue(
                    self.code, ERROR, f"{name} is {_FACE}",
                    one.quantity, 0, issue_cards([one.entry]), self.cite,
                    advice="take its front", details={"card": name},
                )  # fmt: skip
