"""Random decks of the Stargate TCG: teams of four, twelve Missions, twenty cards of either side."""

from collections import Counter
from collections.abc import Collection, Sequence

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from tests.deckcheck.naive.stargate import SKILLS, TEXTS, check_stargate
from tests.deckcheck.naive.tables import read_cards
from tests.deckcheck.random_decks.decks import Codes, Decks, Row
from tests.deckcheck.sister_decks import Pool


class StargateDecks(Decks):
    """Decks by the rulebook."""

    slips = ("team", "zone", "missions", "sides", "copies", "members", "texts", "empty")

    def __init__(self, pool: Pool, seed: int) -> None:
        super().__init__(seed)
        self.pool = pool
        self.files = read_cards("stargate")
        self.special = [pool[name] for name in TEXTS]
        plain = [c for c in pool.cards if c not in self.special]
        self.team = [c for c in plain if c.type == "Team Character"]
        self.villains = [c for c in plain if c.side == "villain"]
        self.heroes = [c for c in plain if c.side == "hero" and c.type not in ("Team Character", "Mission")]
        missions = [c for c in plain if c.type == "Mission"]
        self.double = [c for c in missions if sum(s in c.facts for s in SKILLS) == 2]
        self.missions = {s: [c for c in missions if s in c.facts and c not in self.double] for s in SKILLS}
        self.by_title: dict[str, list[Card]] = {}
        for card in pool.cards:
            self.by_title.setdefault(card.base_name, []).append(card)

    def made(self, slips: Collection[str]) -> Deck:
        rng, pool = self.rng, self.pool
        team = rng.sample(self.team, rng.choice([3, 5, 4]) if "team" in slips else 4)
        twice = len(team) == 4 and "team" in slips
        entries = [pool.entry(c, 1 + (twice and c is team[0]), "Team") for c in team]
        if "zone" in slips:
            entries.append(pool.entry(rng.choice(self.heroes), 1, rng.choice(["Team", "Mission Pile"])))
        entries += self._missions(slips)
        for cards in (self.heroes, self.villains):
            goal, size = rng.choice([19, 20, 21] if "sides" in slips else [20, 20, 22]), 0
            most = 4 if "copies" in slips else 3
            titles: Counter[str] = Counter()
            names = {card.name for card in cards}
            while size < goal:
                copies = min(goal - size, rng.choice([1, 2, 3]))
                card = rng.choice(self.by_title[rng.choice(cards).base_name])
                if card.name in names and titles[card.base_name] + copies <= most:
                    titles[card.base_name] += copies
                    size += copies
                    entries.append(pool.entry(card, copies, "Main"))
        for _ in range(rng.choice([0, 0, 1, 2])):
            card = rng.choice(self.team if "members" in slips else team)
            entries.append(pool.entry(card, rng.choice([1, 2, 3]) if "members" in slips else 1, "Main"))
        if "texts" in slips or rng.random() < 0.1:
            for card in rng.sample(self.special, 2):
                in_team = card.type == "Team Character" and rng.random() < 0.9
                copies = 1 if in_team else rng.choice([1, 1, 3, 6, 7])
                entries.append(pool.entry(card, copies, "Team" if in_team else "Main"))
        if "empty" in slips and rng.random() < 0.2:
            entries = [e for e in entries if e.zone != "Main"]
        rng.shuffle(entries)
        return pool.deck(entries)

    def _missions(self, slips: Collection[str]) -> list[DeckEntry]:
        rng = self.rng
        numbers = dict.fromkeys(SKILLS, 3)
        used: Counter[Card] = Counter()
        for _ in range(rng.choice([0, 0, 1, 2, 3])):
            card = rng.choice(self.double)
            skill = rng.choice([s for s in SKILLS if s in card.facts])
            used[card] += numbers[skill] > 0
            numbers[skill] -= numbers[skill] > 0
        if "missions" in slips:
            for skill in rng.sample(SKILLS, rng.choice([1, 2])):
                numbers[skill] = max(0, numbers[skill] + rng.choice([-1, 1]))
        for skill, number in numbers.items():
            used.update(rng.sample(self.missions[skill], number))
        return [self.pool.entry(card, copies) for card, copies in used.items()]

    def row_of(self, card: Card, entry: DeckEntry) -> Row:
        line = self.files[card.printings[0].image_key or ""]
        skills = [s for s in SKILLS if line[f"{s}#"]]
        zone = "Mission Pile" if card.type == "Mission" and entry.zone == "Main" else entry.zone
        return {**line, "title": line["name"], "identity": card.name, "zone": zone, "skills": skills}

    def check(self, rows: list[Row]) -> Codes:
        return check_stargate(rows)

    def others(self, entry: DeckEntry) -> Sequence[Card]:
        """Cards of its title, or of those that stand where it does."""
        card, rng = entry.card, self.rng
        assert card is not None
        found = self.by_title[card.base_name]
        if len(found) == 1 or rng.random() < 0.4:
            found = [rng.choice(self.missions[s]) for s in SKILLS] + [rng.choice(self.double)]
            if card.type != "Mission":
                found = [rng.choice(few) for few in (self.team, self.heroes, self.villains, self.special)]
        return [
            c
            for c in dict.fromkeys(found)
            if c is not card and (c.type == "Mission") == (card.type == "Mission")
        ]

    def anything(self, deck: Deck, entry: DeckEntry) -> Sequence[Card]:
        """Cards of all kinds with titles that the deck lacks, and the team characters of the deck."""
        titles = {e.card.base_name for e in deck.entries if e.card}
        kinds = (self.team, self.heroes, self.villains, self.double, *self.missions.values())
        found = [c for few in kinds for c in [c for c in few if c.base_name not in titles][:1]]
        return [*found, *self.special, *(e.card for e in deck.entries if e.card and e.zone != "Mission Pile")]
