"""Decks of the sister games for tests: legal ones to begin with, and changes to them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from db.cards.card import Card
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games import get_game
from deckcheck.judge.validate import Judge
from deckcheck.report import Report


@dataclass(frozen=True)
class Pool:
    """The cards of a game, found by name or by what they are."""

    game: str
    cards: tuple[Card, ...]

    @cached_property
    def _by_name(self) -> dict[str, Card]:
        return {card.name: card for card in reversed(self.cards)}

    def __getitem__(self, name: str) -> Card:
        return self._by_name[name]

    def find(self, fits: Callable[[Card], bool], skip: int = 0) -> Card:
        return [card for card in self.cards if fits(card)][skip]

    def entry(
        self, card: Card | str, quantity: int = 1, zone: str | None = None, dice: int | None = None
    ) -> DeckEntry:
        """Copies of a card, in the zone of its type unless another is named."""
        found = self[card] if isinstance(card, str) else card
        game = get_game(self.game)
        placed = game.lists.place(found, game.zones[0]) if zone is None else zone
        return DeckEntry(quantity, found.name, placed, None, found, found.printings[0], dice=dice)

    def deck(self, entries: Iterable[DeckEntry]) -> Deck:
        return Deck(tuple(e._replace(line=n) for n, e in enumerate(entries, start=1)), self.game, path="test")


def with_entries(deck: Deck, *entries: DeckEntry) -> Deck:
    return replace(deck, entries=(*deck.entries, *entries))


def without(deck: Deck, fits: Callable[[DeckEntry], bool], quantity: int = 1) -> Deck:
    """The deck with copies of the first fitting entries taken out."""
    kept: list[DeckEntry] = []
    for entry in deck.entries:
        taken = min(quantity, entry.quantity) if fits(entry) else 0
        quantity -= taken
        if entry.quantity > taken:
            kept.append(entry._replace(quantity=entry.quantity - taken))
    assert quantity == 0
    return replace(deck, entries=tuple(kept))


def of_type(*types: str) -> Callable[[DeckEntry], bool]:
    return lambda entry: entry.card is not None and entry.card.type in types


def unknown(zone: str, quantity: int = 1) -> DeckEntry:
    return DeckEntry(quantity, "Nobody knows", zone, 99)


def judged(deck: Deck, play_format: str = "printed") -> Report:
    return Judge(deck.game, play_format).validate(deck)


def error_codes(report: Report) -> list[str]:
    return [issue.code for issue in report.issues if issue.severity == "error"]


# -- Star Wars: Destiny ---------------------------------------------------------------------------


def is_plain(card: Card) -> bool:
    """Whether no text of the card changes how decks are built, and it has one face."""
    key = card.printings[0].image_key or ""
    special = {"opens", "cheaper", "needs", "brings", "team_up"}
    return not special & card.facts.keys() and key.isdigit()


def destiny_deck(pool: Pool, team: Iterable[DeckEntry] | None = None) -> Deck:
    """The example of the rulebook: elite Leia Organa and Han Solo, 30 red, yellow and gray cards."""
    if team is None:
        team = (pool.entry("Leia Organa, Born Leader", dice=2), pool.entry("Han Solo, Scoundrel", dice=1))
    draw = [
        card
        for card in pool.cards
        if card.side == "neutral"
        and card.type in ("Event", "Upgrade", "Support")
        and card.facts["faction"] in ("red", "yellow", "gray")
        and not card.marks
        and is_plain(card)
        and card.set_codes == ("AW",)
    ]
    entries = [*team, *(pool.entry(card, 2) for card in draw[:15])]
    return pool.deck([*entries, pool.entry("Rebel War Room, Yavin IV")])


def destiny_card(pool: Pool, kind: str, side: str, colour: str, skip: int = 0) -> Card:
    """A plain card of a type, affiliation and colour."""
    return pool.find(
        lambda c: (
            c.type == kind
            and c.side == side
            and c.facts["faction"] == colour
            and is_plain(c)
            and not c.marks
            and c.facts["limit"] == 2
        ),
        skip,
    )


# -- Stargate TCG ---------------------------------------------------------------------------------

SKILLS = ("culture", "science", "combat", "ingenuity")


def is_mission_of(skill: str) -> Callable[[Card], bool]:
    return lambda c: c.type == "Mission" and [s for s in SKILLS if s in c.facts] == [skill]


def stargate_deck(pool: Pool) -> Deck:
    """Four team characters, twelve missions, twenty Hero and twenty Villain cards, singly."""
    titles: set[str] = set()

    def take(fits: Callable[[Card], bool], number: int) -> list[DeckEntry]:
        found: list[DeckEntry] = []
        for card in pool.cards:
            if len(found) < number and fits(card) and card.base_name not in titles:
                titles.add(card.base_name)
                found.append(pool.entry(card))
        assert len(found) == number
        return found

    team = [entry._replace(zone="Team") for entry in take(lambda c: c.type == "Team Character", 4)]
    missions = [entry for skill in SKILLS for entry in take(is_mission_of(skill), 3)]
    heroes = take(lambda c: c.type in ("Support Character", "Gear", "Event") and c.side == "hero", 20)
    villains = take(lambda c: c.side == "villain", 20)
    return pool.deck([*team, *missions, *heroes, *villains])


# -- the LCG --------------------------------------------------------------------------------------


def lcg_sets(pool: Pool, numbers: Iterable[int], copies: int = 1) -> list[DeckEntry]:
    """Objectives by the numbers of their sets."""

    def is_of(number: int) -> Callable[[Card], bool]:
        return lambda c: c.type == "Objective" and c.facts.get("objective_set") == number

    return [pool.entry(pool.find(is_of(number)), copies) for number in list(numbers)]


TEN_SETS = (1, 2, 3, 4, 5, 6, 8, 9, 10, 11)


def lcg_deck(pool: Pool, affiliation: str = "Jedi", numbers: Iterable[int] = TEN_SETS) -> Deck:
    """An affiliation and ten objective sets, listed as sets."""
    return pool.deck([pool.entry(affiliation), *lcg_sets(pool, numbers)])


def in_full(pool: Pool, deck: Deck) -> Deck:
    """The deck listed as all its cards."""
    titles: dict[str, int] = {}
    for entry in deck.entries:
        for title in entry.card.facts.get("command_cards", ()) if entry.card else ():
            titles[title] = titles.get(title, 0) + entry.quantity
    return with_entries(deck, *(pool.entry(title, n) for title, n in titles.items()))
