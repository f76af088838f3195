"""The view of a deck that the rules of this game see: team, battlefields, plots and draw deck."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry, cards_in_unknown_zones
from deckcheck.games.destiny.cards import (
    AFFILIATIONS,
    DECK_SIZE,
    DRAW_TYPES,
    NO_BALANCE,
    DestinyCard,
    read_card,
)
from deckcheck.games.destiny.entries import Character, DestinyEntry, TitleCopies, character, plot_points
from deckcheck.games.destiny.exceptions import (
    CHEAPER,
    TEAM_UP,
    Aside,
    asides_of,
    brought,
    cheapens,
    is_text_known,
    parts_of,
    permissions_of,
    wanted_by,
    words_of,
)
from deckcheck.games.destiny.letting_in import Outsider, outsiders
from deckcheck.games.destiny.zones import DECK, ZONES
from deckcheck.games.titles import title_of
from deckcheck.rules.slot import DeckSlots

_UNBOUNDED = 1 << 30


class DestinyTally:
    """A deck as the rules see it: every card by its type, in whatever zone the list has it.

    `slack` is how many cards may still be anything: unknown ones, those in zones that nobody knows,
    and any number in lines that could not be read. `listed_draw` are all cards of the draw deck as
    listed, `draw` those without the ones that a plot brings beside it.
    """

    def __init__(self, deck: Deck, counted_zones: frozenset[str]) -> None:
        self.deck = deck
        self.slots = DeckSlots(deck, counted_zones, zones=ZONES, counting={})
        self.counted = [entry for entry in deck.entries if entry.zone in counted_zones]
        self.team: list[Character] = []
        self.battlefields: list[DestinyEntry] = []
        self.plots: list[DestinyEntry] = []
        self.listed_draw: list[DestinyEntry] = []
        self.unknown = 0
        self._unknown_draw = 0
        for entry in self.counted:
            self._take(entry)
        self.slack = _UNBOUNDED if deck.is_open else self.unknown + cards_in_unknown_zones(deck, ZONES)
        self.counts: Mapping[str, int] = self._count()

    def everywhere(self) -> Iterator[DeckEntry]:
        """The entries of all zones that the game knows, counted or not."""
        return (entry for entry in self.deck.entries if entry.zone in ZONES)

    def _take(self, entry: DeckEntry) -> None:
        if entry.card is None:
            self.unknown += entry.quantity
            self._unknown_draw += entry.quantity if entry.zone == DECK else 0
            return
        listed = DestinyEntry(entry, self._read(entry.card))
        kind = entry.card.type
        if kind == "Character":
            self.team.append(character(listed))
        elif kind == "Battlefield":
            self.battlefields.append(listed)
        elif kind == "Plot":
            self.plots.append(listed)
        else:
            self.listed_draw.append(listed)

    def _read(self, card: Card) -> DestinyCard:
        return read_card(card)

    def _count(self) -> dict[str, int]:
        sums = Counter(dict.fromkeys(AFFILIATIONS, 0))
        types = Counter({f"{kind.lower()}s": 0 for kind in DRAW_TYPES})
        for listed in self.listed_draw:
            sums[listed.seen.affiliation] += listed.quantity
            types[f"{listed.seen.card.type.lower()}s"] += listed.quantity
        return self._counts_with(types, sums)

    def _counts_with(self, types: Mapping[str, int], sums: Mapping[str, int]) -> dict[str, int]:
        """All counts, with those of the draw deck by type and by affiliation."""
        low, _ = self.points(NO_BALANCE)
        return {
            "cards": sum(types.values()) + self._unknown_draw,
            "characters": sum(one.cards for one in self.team),
            "dice": sum(one.ways[0][1] for one in self.team if one.listed.seen.faces),
            "points": low,
            "battlefields": sum(listed.quantity for listed in self.battlefields),
            "plots": sum(listed.quantity for listed in self.plots),
            **types,
            **sums,
            "unknown": self.unknown,
        }

    @property
    def known_draw(self) -> int:
        """The cards of the draw deck that are known."""
        return self.counts["cards"] - self._unknown_draw

    def points(self, balance: Mapping[str, str]) -> tuple[int, int]:
        """The least and the most that team and plots can cost; what has no points costs none."""
        return self._printed_points if balance is NO_BALANCE else self._points(balance)

    @cached_property
    def _printed_points(self) -> tuple[int, int]:
        return self._points(NO_BALANCE)

    def _points(self, balance: Mapping[str, str]) -> tuple[int, int]:
        low = high = 0
        for one in self.team:
            ways = one.points(balance, self._cheaper(one.listed.seen)) or (0,)
            low, high = low + min(ways) - self._beside_team(one, max(ways)), high + max(ways)
        for plot in self.plots:
            cost, off = plot_points(plot, balance), self._cheaper(plot.seen)
            low, high = low + min(cost) - off, high + max(cost) - off
        return low, high

    def _cheaper(self, seen: DestinyCard) -> int:
        if not self._cheapening:
            return 0
        team = [one.listed.seen for one in self.team]
        return sum(cheapens(card, seen, team) for card in self._cheapening)

    @cached_property
    def _cheapening(self) -> tuple[Card, ...]:
        """The cards of the team that may take points off others, or off themselves."""
        return tuple(card for card in self.team_cards if words_of(card, CHEAPER))

    def _beside_team(self, one: Character, cost: int) -> int:
        """The points that characters may cost less, if a plot brings them beside the team."""
        aside = sum(a.most for a in self.asides if a.wanted.fits(one.listed.seen))
        return cost * min(aside, one.cards) // max(1, one.cards)

    @cached_property
    def team_cards(self) -> tuple[Card, ...]:
        """The different cards of the team."""
        return tuple(dict.fromkeys(one.listed.seen.card for one in self.team))

    @cached_property
    def special_cards(self) -> tuple[Card, ...]:
        """The cards that may state exceptions: the team and its plots."""
        return (*self.team_cards, *(plot.seen.card for plot in self.plots))

    @cached_property
    def asides(self) -> tuple[Aside, ...]:
        """The cards that the plots bring beside team and deck."""
        return tuple(aside for plot in self.plots for aside in asides_of(plot.seen.card))

    @cached_property
    def unread_texts(self) -> tuple[DestinyEntry, ...]:
        """The cards whose own texts may change how team and deck are built, but are not known."""
        every = [*(one.listed for one in self.team), *self.plots, *self.battlefields]
        return tuple(one for one in every if not is_text_known(one.seen.card))

    @cached_property
    def may_allow_outsiders(self) -> bool:
        """Whether an unknown card, or an unknown text, could allow cards that do not fit."""
        return bool(self.slack or self.unread_texts)

    def may_bring(self, what: str, otherwise: int, most: int) -> int:
        """The most that a card which is not certain may set by its text, like `battlefields`.

        Only a plot sets these, so with a plot in the deck it is none; a card of which nothing is
        known may set the `most` that any card does.
        """
        doubtful = [entry for entry in self.counted if entry.card is None]
        named = [entry for entry in doubtful if entry.candidates]
        if self.plots or not self.slack:
            return otherwise
        if self.slack > sum(entry.quantity for entry in named):
            return most
        return max(brought([card], what, otherwise) for entry in named for card in entry.candidates)

    def may_exceed_limits(self) -> bool:
        """Whether there may be too many copies of a title; always, until they are counted."""
        return True

    def may_have_outsiders(self) -> bool:
        """Whether cards may not fit the team; always, until they are looked at."""
        return True

    @cached_property
    def outsiders(self) -> tuple[Outsider, ...]:
        """The cards of the draw deck that do not fit the team, whatever its texts allow."""
        if not self.may_have_outsiders():
            return ()
        permissions = [
            (permission, number)
            for card, number in (
                *((one.listed.seen.card, one.cards) for one in self.team),
                *((plot.seen.card, 1) for plot in self.plots),
            )
            for permission in permissions_of(card)
        ]
        sides = frozenset(one.listed.seen.affiliation for one in self.team)
        colours = frozenset(one.listed.seen.colour for one in self.team)
        return tuple(outsiders(self.draw, sides, colours, permissions))

    @cached_property
    def draw(self) -> tuple[DestinyEntry, ...]:
        """The cards of the draw deck, without those that a plot brings beside it."""
        return tuple(
            DestinyEntry(one.entry._replace(quantity=left), one.seen)
            for one in self.listed_draw
            if (left := self.in_deck(one.entry))
        )

    def in_deck(self, entry: DeckEntry) -> int:
        """How many copies of an entry are drawn from the deck: none where it lies beside it."""
        return self._left.get(id(entry), 0)

    @cached_property
    def _left(self) -> Mapping[int, int]:
        """The copies of each entry in the deck.

        What does not go with the team lies beside it first, then what is there too often.
        """
        left = {id(one.entry): one.quantity for one in self.listed_draw}
        for aside in self.asides:
            self._lay_aside(aside, left)
        return left

    def _lay_aside(self, aside: Aside, left: dict[int, int]) -> None:
        fitting = [one for one in self.listed_draw if aside.wanted.fits(one.seen)]
        over = sum(left.values()) - DECK_SIZE
        room = min(aside.most, aside.most if self.slack else over)
        titles: set[str] = set()
        for one in sorted(fitting, key=self._fitness):
            taken = min(room, left[id(one.entry)])
            if aside.different:
                taken = min(taken, 0 if one.title in titles else 1)
            if taken > 0:
                titles.add(one.title)
                room -= taken
                left[id(one.entry)] -= taken

    def _fitness(self, one: DestinyEntry) -> tuple[bool, bool, int]:
        """Sorts the cards that had better lie beside the deck before those that fit in it."""
        foreign = outsiders(
            [one],
            frozenset(member.listed.seen.affiliation for member in self.team),
            frozenset(member.listed.seen.colour for member in self.team),
            (),
        )
        copies = sum(other.quantity for other in self.listed_draw if other.title == one.title)
        return not foreign, copies <= one.seen.limit, one.quantity

    def titles(self) -> Iterator[TitleCopies]:
        """Yields the copies of each title in the deck, sorted by title.

        An entry that may be several cards counts where they all are of one title.
        """
        found: dict[str, list[tuple[DeckEntry, list[DestinyCard], int]]] = {}
        for one in self.draw:
            found.setdefault(one.title, []).append((one.entry, [one.seen], one.quantity))
        for entry in self.counted:
            if title := _common_title(entry):
                seen = [read_card(card) for card in entry.candidates]
                found.setdefault(title, []).append((entry, seen, entry.quantity))
        for _, parts in sorted(found.items()):
            limits = [max(card.limit for card in seen) for _, seen, _ in parts]
            yield TitleCopies(
                parts[0][1][0].card.base_name,
                tuple(entry for entry, _, _ in parts),
                sum(quantity for _, _, quantity in parts),
                min(limits),
                max(limits),
            )

    def beside(self) -> int:
        """How many of the listed cards may lie beside the deck at the most."""
        found = 0
        for aside in self.asides:
            fitting = [one for one in self.listed_draw if aside.wanted.fits(one.seen)]
            titles = {one.title for one in fitting}
            copies = len(titles) if aside.different else sum(one.quantity for one in fitting)
            found += min(aside.most, copies)
        return found

    def team_up(self, seen: DestinyCard) -> tuple[str, ...]:
        """The names of the other team characters that a card's Team Up asks for."""
        words = [wanted_by(parts_of(word)) for word in words_of(seen.card, TEAM_UP)]
        return tuple(
            one.listed.seen.card.base_name
            for one in self.team
            if one.listed.seen.card != seen.card and any(wanted.fits(one.listed.seen) for wanted in words)
        )


def _common_title(entry: DeckEntry) -> str | None:
    """The title that an entry in doubt has, whichever card of the draw deck it is."""
    titles = {title_of(card) for card in entry.candidates}
    drawn = all(card.type in DRAW_TYPES for card in entry.candidates)
    return titles.pop() if drawn and len(titles) == 1 else None
