"""Random decks of Star Wars: Destiny: teams near thirty points with thirty cards.

Left out are cards of which the texts go beyond the naive checker: those that let in so many different
cards (Pong Krell, Cassian Andor), the plots that bring cards beside team and deck (Lightsaber
Mastery, Order 66, The Last Command, Coaxium Heist), the one that asks for three sets (Choose Your
Destiny), and cards with two faces.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from tests.deckcheck.naive.destiny import LIMITS, RELEASED, check_destiny, teams_up
from tests.deckcheck.naive.tables import read_cards
from tests.deckcheck.random_decks.decks import Codes, Decks, Row
from tests.deckcheck.sister_decks import Pool, is_plain

DRAWN = ("Event", "Upgrade", "Support", "Downgrade")
BEYOND = (
    "Pong Krell, Deadly Imposter",
    "Cassian Andor, Efficient Agent",
    "Lightsaber Mastery",
    "Order 66",
    "The Last Command",
    "Coaxium Heist",
    "Choose Your Destiny",
)
"""Cards whose own texts the naive checker does not know."""


def values_of(card: Card) -> list[int]:
    return [int(value) for value in str(card.facts["points"]).split("/")]


class DestinyDecks(Decks):
    """Decks by the lists of a format on a day, or by none."""

    slips = (
        "points",
        "team",
        "sides",
        "size",
        "fit",
        "copies",
        "battlefield",
        "plot",
        "texts",
        "lists",
        "sets",
    )

    def __init__(self, pool: Pool, seed: int, lists: dict[str, Any] | None = None) -> None:
        super().__init__(seed)
        self.pool = pool
        self.lists = lists
        self.files = read_cards("destiny")
        known = [c for c in pool.cards if (c.printings[0].image_key or "").isdigit() and c.name not in BEYOND]
        plain = [c for c in known if is_plain(c)]
        self.every = self._by_type(plain)
        self.inside = self._by_type([c for c in plain if self._is_inside(c)])
        self.special = self._by_type([c for c in known if not is_plain(c) and self._is_inside(c)])
        self.teaming: list[tuple[Card, list[Card]]] = []
        for card in (*self.special["Character"], *self.special["Plot"]):
            partners = [c for c in self.inside["Character"] if self._team_up(card, c)]
            self.teaming += [(card, partners)] if partners else []
        self.by_title: dict[str, list[Card]] = {}
        for card in known:
            self.by_title.setdefault(card.base_name, []).append(card)
        self.listed = self._by_type([c for c in plain if lists is not None and self._is_listed(c)])

    def _is_listed(self, card: Card) -> bool:
        lists = self.lists
        assert lists is not None
        listed = {*lists["restricted"], *lists["banned"], *sum(lists["pairs"], ())}
        return any(p.image_key in listed for p in card.printings)

    def _is_inside(self, card: Card) -> bool:
        lists = self.lists
        return lists is None or (
            not self._is_listed(card)
            and any(
                p.set_code in lists["sets"] and RELEASED[p.set_code] <= lists["day"] for p in card.printings
            )
        )

    def _team_up(self, card: Card, other: Card) -> bool:
        row = {"title": other.base_name, "traits": other.subtypes, "unique": other.facts["unique"]}
        return teams_up(card.name, row)

    @staticmethod
    def _by_type(cards: Sequence[Card]) -> dict[str, list[Card]]:
        found: dict[str, list[Card]] = {kind: [] for kind in (*DRAWN, "Character", "Battlefield", "Plot")}
        for card in cards:
            found[card.type].append(card)
        return found

    def made(self, slips: Collection[str]) -> Deck:
        rng = self.rng
        partners = []
        if "texts" in slips and self.teaming and rng.random() < 0.3:
            card, others = rng.choice(self.teaming)
            partners = [self.pool.entry(c, 1, dice=1) for c in (card, rng.choice(others))]
        team = [e for e in partners if e.zone == "Team"] or self._team(slips)
        plots = rng.choice([1, 1, 2]) if {"plot", "texts"} & set(slips) else rng.choice([0, 0, 1])
        battlefields = rng.choice([0, 2]) if "battlefield" in slips else 1
        entries = [*team, *(e for e in partners if e.zone == "Plot"), *self._draw(team, slips)]
        for kind, number in (("Battlefield", battlefields), ("Plot", plots)):
            sources = [self.inside, self.inside, self.special, self.inside]
            if "texts" in slips:
                sources = [self.special]
            elif "lists" in slips:
                sources = [self.inside, self.listed]
            few = rng.choice(sources)[kind] or self.inside[kind] or self.every[kind]
            entries += [self.pool.entry(card) for card in rng.sample(few, min(number, len(few)))]
        if self.lists and self.lists["pairs"] and "lists" in slips:
            pair = rng.choice(self.lists["pairs"])
            both = [c for c in self.pool.cards if any(p.image_key in pair for p in c.printings)]
            entries += [self.pool.entry(c, 1, dice=1 if c.type == "Character" else None) for c in both]
        rng.shuffle(entries)
        return self.pool.deck(entries)

    def _team(self, slips: Collection[str]) -> list[DeckEntry]:
        rng, points = self.rng, 0
        side = rng.choice(["hero", "villain", "neutral"])
        goal = rng.choice([29, 30, 31, 32] if "points" in slips else [28, 29, 30, 30])
        found: list[DeckEntry] = []
        for _ in range(rng.choice([0, 1, 2, 3, 4] if "team" in slips else [2, 2, 3])):
            wanted = rng.choice(["hero", "villain"]) if "sides" in slips else side
            few = self.special if rng.random() < (0.7 if "texts" in slips else 0.15) else self.inside
            fitting = [c for c in few["Character"] if c.side in (wanted, "neutral")]
            card = rng.choice(fitting or self.inside["Character"])
            if found and "team" in slips and rng.random() < 0.4:
                card = rng.choice(
                    [
                        c
                        for e in found
                        if e.card
                        for c in self.by_title[e.card.base_name]
                        if c.type == "Character"
                    ]
                )
            values = values_of(card)
            dice = rng.randint(1, len(values))
            if points + values[dice - 1] <= goal:
                points += values[dice - 1]
                found.append(self.pool.entry(card, 1, dice=dice))
        return found

    def _draw(self, team: Sequence[DeckEntry], slips: Collection[str]) -> list[DeckEntry]:
        rng = self.rng
        sides = {e.card.side for e in team if e.card} | {"neutral"}
        colours = {e.card.facts["faction"] for e in team if e.card} | {"gray"}
        opened = any("opens" in e.card.facts for e in team if e.card)
        slack = (0.1 if opened else 0.01) if "fit" in slips else 0.0
        copies: Counter[Card] = Counter()
        titles: Counter[str] = Counter()
        size, goal = 0, rng.choice([29, 29, 31, 31, 0]) if "size" in slips else 30
        while size < goal:
            kind = rng.choice(["Event", "Upgrade", "Support", "Support", "Downgrade"])
            source = self.every if "sets" in slips and rng.random() < 0.1 else self.inside
            card = rng.choice(source[kind] or source["Event"])
            fits = card.side in sides and card.facts["faction"] in colours
            if not fits and rng.random() >= slack:
                continue
            if "lists" in slips and rng.random() < 0.08:
                card = rng.choice(self.listed[kind] or [card])
            number = min(goal - size, rng.choice([1, 2, 2]))
            limit = int(card.facts["limit"]) + ("copies" in slips and rng.random() < 0.05)
            if titles[card.base_name] + number > limit:
                continue
            copies[card] += number
            titles[card.base_name] += number
            size += number
            others = [c for c in self.by_title[card.base_name] if c is not card and c.type in DRAWN]
            if "copies" in slips and others and size < goal:
                copies[rng.choice(others)] += 1
                size += 1
        return [self.pool.entry(card, number) for card, number in copies.items()]

    def row_of(self, card: Card, entry: DeckEntry) -> Row:
        keys = [p.image_key for p in card.printings if p.image_key]
        line = self.files[keys[0]]
        return {
            **line,
            "identity": card.name,
            "title": line["name"],
            "traits": line["subtype"].split(" - "),
            "unique": line["unique?"] == "1",
            "limit": LIMITS.get(card.name, int(line["limit#"])),
            "dice": entry.dice or 1,
            "keys": keys,
            "sets": [self.files[key]["set"] for key in keys],
        }

    def check(self, rows: list[Row]) -> Codes:
        return check_destiny(rows, self.lists)

    def others(self, entry: DeckEntry) -> Sequence[Card]:
        """Cards of its title, of its type, and of lists; characters only with as many dice."""
        card, rng = entry.card, self.rng
        assert card is not None
        found = self.by_title[card.base_name]
        if len(found) == 1 or rng.random() < 0.4:
            kinds = (self.inside, self.inside, self.special, self.every, self.listed)
            found = [rng.choice(few[card.type]) for few in kinds if few[card.type]]
        return [
            c
            for c in dict.fromkeys(found)
            if c is not card
            and (c.type == card.type or {c.type, card.type} <= {*DRAWN})
            and (c.type != "Character" or len(values_of(c)) >= (entry.dice or 1))
        ]

    def anything(self, deck: Deck, entry: DeckEntry) -> Sequence[Card]:
        """Cards that fit any team, the cheapest character of each colour, and cards with texts."""
        titles = {e.card.base_name for e in deck.entries if e.card}
        fresh = [c for few in (self.inside, self.special) for cards in few.values() for c in cards]
        fresh = [c for c in fresh if c.base_name not in titles]
        kinds: dict[tuple[object, ...], Card] = {}
        for card in sorted(fresh, key=lambda c: min(values_of(c)) if c.facts.get("points") else 0):
            if is_plain(card):
                kinds.setdefault((card.type, card.side, card.facts["faction"]), card)
            elif card.type != "Character" or len(values_of(card)) >= (entry.dice or 1):
                kinds[card.name,] = card
        return [c for c in kinds.values() if c.type != "Character" or len(values_of(c)) >= (entry.dice or 1)]
