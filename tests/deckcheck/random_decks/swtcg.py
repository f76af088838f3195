"""Random decks of the Star Wars Trading Card Game: about sixty cards, about twelve of each unit type.

Cards of which printings disagree in type or side are left out: which of them is meant, the naive
checker cannot know.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from tests.deckcheck.naive.swtcg import IN_SUPPLY, LET_IN, OPENERS, SETS, check_swtcg, lists_of
from tests.deckcheck.random_decks.decks import Codes, Decks, Row

KINDS = ("Space", "Ground", "Character")
OUTSIDE = ("Supply", "Sideboard", "Outside the game")
ENOUGH = 8
"""Of so many cards a deck can be made in four copies each."""
TYPES = (*KINDS, "Space/Ground", "Ground/Character", "Space/Ground/Character", "Battle", "Resource")
Pools = dict[tuple[str, str], list[Card]]
Counts = dict[tuple[Card, str], int]


def pools_of(cards: Sequence[Card]) -> Pools:
    """Cards by what they are and their side; those of several arenas are there in each."""
    pools: Pools = {}
    for card in cards:
        kinds = [kind for kind in KINDS if kind in card.type.split("/")]
        for kind in kinds or ["other"]:
            pools.setdefault((kind, card.side or ""), []).append(card)
        if len(kinds) == 1 or not kinds:
            pools.setdefault((f"only {card.type if kinds else 'other'}", card.side or ""), []).append(card)
    return pools


def row_of(card: Card, zone: str) -> Row:
    """A copy of a card as the naive checker wants it."""
    return {
        "identity": card.name,
        "type": card.type,
        "subtype": card.subtype,
        "side": card.side,
        "sets": [p.set_code for p in card.printings],
        "zone": zone,
    }


def rows_of(deck: Deck) -> list[Row]:
    """A deck as the naive checker wants it: one row a copy."""
    return [row_of(e.card, e.zone) for e in deck.entries if e.card for _ in range(e.quantity)]


class SwtcgDecks(Decks):
    """Decks for a format and an edition."""

    slips = ("units", "arenas", "size", "copies", "sides", "sets", "lists", "texts", "outside")
    unhidden = tuple(IN_SUPPLY)  # the judge counts only the known copies, by printed rules in the Supply

    def __init__(
        self, cards: Sequence[Card], seed: int, play_format: str = "printed", edition: str = "printed-2002"
    ) -> None:
        super().__init__(seed)
        self.edition = edition
        self.lists = lists_of(play_format)
        self.cards = [c for c in cards if not any({"type", "side"} & p.differs.keys() for p in c.printings)]
        self.every = pools_of(self.cards)
        self.inside = pools_of([c for c in self.cards if self._is_allowed(c)])
        enough = [
            side
            for side in ("light", "dark", "yuuzhan-vong", "neutral")
            if all(
                len(self._fitting(self.inside, f"only {kind}", side)) > ENOUGH for kind in (*KINDS, "other")
            )
        ]
        self.sides = [*enough, *(side for side in enough if side in ("light", "dark"))]
        self.standard = pools_of([c for c in self.cards if SETS["standard"] & set(c.set_codes)])
        listed = set() if self.lists is None else self.lists["banned"] | self.lists["restricted"]
        self.marked = [c for c in self.cards if (c.name in listed if listed else c.marks)]
        self.odd = [c for c in self.cards if c.name in (*LET_IN, *OPENERS, *IN_SUPPLY)]
        self.openers = [c for c in self.odd if c.name in OPENERS]
        self.in_supply = [c for c in self.odd if c.name in IN_SUPPLY]
        self.equipment = [c for c in self.cards if (c.side, c.type) == ("yuuzhan-vong", "Equipment")]
        self.by_base: dict[str, list[Card]] = {}
        for card in self.cards:
            self.by_base.setdefault(card.base_name, []).append(card)

    def _is_allowed(self, card: Card) -> bool:
        if self.lists is None:
            return True
        listed = self.lists["banned"] | self.lists["restricted"]
        return bool(self.lists["sets"] & set(card.set_codes)) and card.name not in listed

    def made(self, slips: Collection[str]) -> Deck:
        rng = self.rng
        pools, side = self.inside, rng.choice(self.sides)
        if self.lists is None and "sets" in slips:
            pools = rng.choice([self.standard, self.every])
        counts: Counts = {}
        for kind in KINDS:
            numbers, which = [12, 12, 12, 13, 16], f"only {kind}"
            if "units" in slips:
                numbers = [11, 12, 13, 24, 25, 26]
            if "arenas" in slips:
                numbers, which = [8, 10, 11, 12, 24], kind
            self._add(counts, pools, which, side, rng.choice(numbers))
        goal = rng.choice([58, 59, 59, 60] if "size" in slips else [60, 60, 61, 64])
        self._add(counts, pools, "only other", side, max(goal - sum(counts.values()), 0))
        if "copies" in slips:
            counts[rng.choice(list(counts))] = rng.choice([4, 5, 5])
        special = [self.odd, self.odd, self.openers]
        for slip, cards in (("sets", self.cards), ("lists", self.marked), ("texts", rng.choice(special))):
            if slip in slips:
                counts[rng.choice(cards), "Deck"] = rng.choice([1, 1, 2])
        if "sides" in slips:
            stranger = rng.choice(["light", "dark", "yuuzhan-vong"])
            counts[rng.choice(self.every[rng.choice(["Space", "other"]), stranger]), "Deck"] = 1
        for _ in range(rng.choice([0, 0, 1, 3])):
            self._add_outside(counts, side, slips)
        items = list(counts.items())
        rng.shuffle(items)
        return Deck(
            tuple(
                DeckEntry(n, c.name, zone, line, c, c.printings[0])
                for line, ((c, zone), n) in enumerate(items, start=1)
            )
        )

    def _add(self, counts: Counts, pools: Pools, kind: str, side: str, left: int) -> None:
        """Adds so many copies of cards of a kind that fit a side."""
        while left > 0:
            key = (self.rng.choice(self._fitting(pools, kind, side)), "Deck")
            copies = min(left, self.rng.choice([1, 2, 3, 4]))
            if counts.get(key, 0) + copies <= 4:
                counts[key] = counts.get(key, 0) + copies
                left -= copies

    def _fitting(self, pools: Pools, kind: str, side: str) -> list[Card]:
        """Cards of a kind that fit a side: half the time Neutral ones."""
        own, neutral = pools.get((kind, side), []), pools.get((kind, "neutral"), [])
        return neutral if len(own) <= ENOUGH or (len(neutral) > ENOUGH and self.rng.random() < 0.5) else own

    def _add_outside(self, counts: Counts, side: str, slips: Collection[str]) -> None:
        rng = self.rng
        fitting = self._fitting(self.inside, "only other", side)
        cards = [rng.choice(fitting), rng.choice([c for c in fitting if c.type == "Resource"] or fitting)]
        if "outside" in slips:
            cards += [rng.choice([c for c, _ in counts]), rng.choice(self.every["other", "dark"])]
        if "texts" in slips:
            cards = [rng.choice(self.odd), rng.choice(self.equipment), rng.choice(self.in_supply)]
        key = (rng.choice(cards), rng.choice(OUTSIDE))
        counts[key] = counts.get(key, 0) + (
            rng.choice([1, 2, 4, 5]) if {"outside", "texts"} & set(slips) else 1
        )

    def row_of(self, card: Card, entry: DeckEntry) -> Row:
        return row_of(card, entry.zone)

    def is_judged(self, zone: str) -> bool:
        """The printed rules know only the deck; lists look everywhere."""
        return zone == "Deck" or self.edition == "community" or self.lists is not None

    def check(self, rows: list[Row]) -> Codes:
        return check_swtcg(rows, self.edition, self.lists)

    def others(self, entry: DeckEntry) -> Sequence[Card]:
        """Its other versions, or cards of any kind.

        By printed rules none is of `LET_IN`, see `hidden`.
        """
        assert entry.card is not None
        rng = self.rng
        found = self.by_base[entry.card.base_name]
        if len(found) == 1 or rng.random() < 0.4:
            pools = rng.choice([self.inside, self.inside, self.every])
            found = [rng.choice(rng.choice(list(pools.values()))) for _ in range(2)]
            found += [rng.choice(self.odd), rng.choice(self.marked), rng.choice(self.cards)]
        without = () if self.edition == "community" else LET_IN
        return [c for c in dict.fromkeys(found) if c is not entry.card and c.name not in without]

    def hidden(self, deck: Deck) -> Deck:
        """The deck with hidden names; by printed rules without the cards of `LET_IN`.

        The judge takes these for cards of their own side where a name may be several cards, also in
        decks of Yuuzhan Vong cards: it calls some illegal that are open for a choice of versions.
        """
        if self.edition != "community":
            deck = replace(deck, entries=tuple(e for e in deck.entries if e.name not in LET_IN))
        return super().hidden(deck)

    def anything(self, deck: Deck, entry: DeckEntry) -> Sequence[Card]:
        """Units of all arenas, others, Resources, and cards with texts, of the deck's side and others."""
        used = {e.name for e in deck.entries}
        found = list(self.odd)
        for side in sorted({"neutral", *(e.card.side or "" for e in deck.entries if e.card)}):
            types: dict[str, Card] = {}
            for card in (c for kind in (*KINDS, "other") for c in self.inside.get((kind, side), ())):
                if card.type in TYPES and card.name not in used:
                    types.setdefault(card.type, card)
            found += types.values()
        return found
