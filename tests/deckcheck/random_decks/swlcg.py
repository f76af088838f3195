"""Random decks of the LCG: ten objective sets, listed as sets or with all their cards."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from tests.deckcheck.naive.swlcg import TEXTS, check_swlcg
from tests.deckcheck.random_decks.decks import Codes, Decks, Row
from tests.deckcheck.sister_decks import Pool


def most_of(card: Card) -> int:
    return 1 if card.facts["limited"] else 2


class SwlcgDecks(Decks):
    """Decks of a pool of cards by the rulebook."""

    slips = ("affiliation", "locked", "others", "number", "sides", "copies", "titles")

    def __init__(self, pool: Pool, seed: int) -> None:
        super().__init__(seed)
        self.pool = pool
        self.objectives = [c for c in pool.cards if c.type == "Objective" and c.facts.get("objective_set")]
        self.affiliations = [c for c in pool.cards if c.type == "Affiliation"]
        self.command = [c for c in pool.cards if c.type not in ("Objective", "Affiliation")]
        self.by_title = {c.base_name: c for c in self.command}

    def made(self, slips: Collection[str]) -> Deck:
        rng, pool = self.rng, self.pool
        side = rng.choice(["light", "dark"])
        chosen = [rng.choice([a for a in self.affiliations if a.side == side])]
        if "affiliation" in slips:
            chosen = rng.choice([[], [*chosen, rng.choice(self.affiliations)]])
        given = [a.facts["affiliation"] for a in chosen]
        fitting = [
            o
            for o in self.objectives
            if o.side == side
            and (not o.facts["locked"] or o.facts["affiliation"] in given[:1] or "locked" in slips)
        ]
        needs = TEXTS.get(chosen[0].name) if chosen else None
        if needs and "others" not in slips:
            counts = Counter(self._exactly(fitting, needs, slips))
        else:
            counts = self._some(fitting, slips)
        titles = self._titles(counts, slips) if "titles" in slips or rng.random() < 0.5 else {}
        entries = [pool.entry(a) for a in chosen]
        entries += [pool.entry(card, n) for card, n in counts.items()]
        entries += [pool.entry(self.by_title[t], n, "Command Deck") for t, n in titles.items() if n > 0]
        return pool.deck(entries)

    def _some(self, fitting: Sequence[Card], slips: Collection[str]) -> Counter[Card]:
        rng, counts = self.rng, Counter[Card]()
        goal = rng.choice([9, 9, 10, 0] if "number" in slips else [10, 10, 11, 12])
        while counts.total() < goal:
            card = rng.choice(fitting)
            if counts[card] < most_of(card):
                counts[card] += 1
        if "sides" in slips:
            counts[rng.choice(self.objectives)] += 1
        if "copies" in slips and counts:
            card = rng.choice(list(counts))
            counts[card] += most_of(card)
        return counts

    def _exactly(
        self, fitting: Sequence[Card], needs: Sequence[tuple[int, list[str]]], slips: Collection[str]
    ) -> Iterator[Card]:
        """Objectives in the numbers that an affiliation card wants, or one off."""
        rng = self.rng
        for number, counting in needs:
            twice = [o for o in fitting for _ in range(most_of(o)) if o.facts["affiliation"] in counting]
            yield from rng.sample(twice, number + (rng.choice([-1, 0, 1]) if "number" in slips else 0))

    def _titles(self, counts: Counter[Card], slips: Collection[str]) -> Counter[str]:
        """The command cards of these objectives, by title, or one less or more."""
        rng = self.rng
        titles = Counter[str]()
        for card, n in counts.items():
            for title in card.facts["command_cards"]:
                titles[title] += n
        if "titles" in slips and titles:
            titles[rng.choice(list(titles))] -= rng.choice([0, 1])
            titles[rng.choice(self.command).base_name] += rng.choice([0, 1])
        return titles

    def row_of(self, card: Card, entry: DeckEntry) -> Row:
        return {
            "type": card.type,
            "title": card.base_name,
            "side": card.side,
            "objective_set": None,
            **card.facts,
        }

    def check(self, rows: list[Row]) -> Codes:
        return check_swlcg(rows)

    def others(self, entry: DeckEntry) -> Sequence[Card]:
        """Other cards of its kind, of its side more often than not."""
        card, rng = entry.card, self.rng
        assert card is not None
        few = next(few for few in (self.objectives, self.affiliations, self.command) if card in few)
        same = [c for c in few if c.side == card.side]
        return [c for c in dict.fromkeys([*rng.sample(same, 3), *rng.sample(few, 2)]) if c is not card]

    def anything(self, deck: Deck, entry: DeckEntry) -> Sequence[Card]:
        """Affiliation cards, objectives, and the command cards of those that are listed."""
        sides = {e.card.side for e in deck.entries if e.card}
        listed = [e.card for e in deck.entries if e.card and e.card.type == "Objective"]
        titles = dict.fromkeys(t for card in listed for t in card.facts["command_cards"])
        found = [c for c in (*self.affiliations, *self.rng.sample(self.objectives, 20)) if c.side in sides]
        return [*found, *(self.by_title[title] for title in titles if title in self.by_title)]
