"""Many decks of the sister games: read and judged by known lines and sums, against the strict way.

Seconds of the processor, by turns in one run. Decks are made of random cards of the catalogue, so
that each is another one; some nine of ten are legal but for slips of one copy too many.
"""

import random
import tempfile
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

from benchmarks.batch import compared, judged
from db.cards.card import Card
from db.cards.lookup import Catalogue
from db.database import ensure_ready
from deckcheck.deck import Deck, DeckEntry
from deckcheck.games.destiny.card_texts import BRINGS, CHEAPER, NEEDS, OPENS, TEAM_UP
from deckcheck.judge.batch import DeckJudge, JudgeOptions
from deckcheck.judge.validate import Judge
from importers.decks.deck_list import DeckLine, DeckList
from importers.decks.writing import write_deck

DECKS = 3_000
DAY = date(2026, 11, 21)
_SKILLS = ("culture", "science", "combat", "ingenuity")
_TEXTS = {BRINGS, CHEAPER, NEEDS, OPENS, TEAM_UP}

Chosen = list[tuple[Card, int, str, int | None]]
"""Cards with their copies, zones and dice."""


def stargate(cards: tuple[Card, ...], rng: random.Random) -> Iterator[Chosen]:
    """Teams of four, three Missions of each skill, and 22 cards of both sides."""
    members = [card for card in cards if card.type == "Team Character"]
    missions = {
        skill: [
            card
            for card in cards
            if card.type == "Mission" and [s for s in _SKILLS if s in card.facts] == [skill]
        ]
        for skill in _SKILLS
    }
    others = {
        side: [c for c in cards if c.side == side and c.type not in {"Team Character", "Mission"}]
        for side in ("hero", "villain")
    }
    while True:
        found: Chosen = [(card, 1, "Team", None) for card in rng.sample(members, 4)]
        for pool in missions.values():
            found += [(card, 1, "Mission Pile", None) for card in rng.sample(pool, 3)]
        for pool in others.values():
            found += _copies(pool, rng, 22, "Main")
        yield found


def destiny(cards: tuple[Card, ...], rng: random.Random) -> Iterator[Chosen]:
    """Two characters of a side, 30 cards of their colours, a battlefield and often a plot."""
    plain = [c for c in cards if not _TEXTS & c.facts.keys() and not c.marks]
    fronts = [c for c in plain if (c.printings[0].image_key or "").isdigit()]
    places = [c for c in fronts if c.type == "Battlefield" and c.side == "neutral"]
    plots = [c for c in fronts if c.type == "Plot" and c.facts["faction"] == "gray"]
    plots = [c for c in plots if c.side == "neutral" and c.facts["points"] == "0"]
    while True:
        side = rng.choice(["hero", "villain"])
        members = [c for c in fronts if c.type == "Character" and c.side == side]
        team = rng.sample(members, 2)
        elite = [int(str(card.facts["points"]).split("/")[-1]) for card in team]
        if sum(elite) > 30 or team[0].base_name == team[1].base_name:
            continue
        colours = {"gray", *(card.facts["faction"] for card in team)}
        drawn = [
            c
            for c in fronts
            if c.type in {"Event", "Upgrade", "Support"}
            and c.side in {side, "neutral"}
            and c.facts["faction"] in colours
            and c.facts["limit"] == 2
        ]
        found: Chosen = [(card, 1, "Team", len(str(card.facts["points"]).split("/"))) for card in team]
        found += _copies(drawn, rng, 30, "Deck", 2)
        found.append((rng.choice(places), 1, "Battlefield", None))
        if plots and rng.random() < 0.5:
            found.append((rng.choice(plots), 1, "Plot", None))
        yield found


def _copies(pool: list[Card], rng: random.Random, wanted: int, zone: str, most: int = 3) -> Chosen:
    found: Chosen = []
    for card in rng.sample(pool, wanted):
        copies = min(wanted, rng.randint(1, most))
        wanted -= copies
        found.append((card, copies + (rng.random() < 0.004), zone, None))
        if not wanted:
            break
    return found


def write(folder: Path, game: str, every: list[Chosen]) -> list[str]:
    """The decks as files: of OCTGN for Stargate, of the deck database's site for Destiny."""
    read_as, suffix = {"stargate": ("octgn-o8d", ".o8d"), "destiny": ("swdestinydb-json", ".json")}[game]
    files = []
    for number, chosen in enumerate(every):
        lines = tuple(
            DeckLine(n, card.name, zone, card_id=card.printings[0].image_key, dice=dice)
            for card, n, zone, dice in chosen
        )
        path = folder / f"{game}{number:05}{suffix}"
        path.write_bytes(write_deck(DeckList(lines, read_as, game=game, name="A deck"), read_as))
        files.append(str(path))
    return files


def decks_of(game: str, every: list[Chosen]) -> list[Deck]:
    """The decks in memory, as a resolver makes them."""
    made = []
    for chosen in every:
        entries = tuple(
            DeckEntry(n, card.name, zone, line, card, dice=dice)
            for line, (card, n, zone, dice) in enumerate(chosen, 1)
        )
        made.append(Deck(entries, game))
    return made


MAKERS: dict[str, Callable[[tuple[Card, ...], random.Random], Iterator[Chosen]]] = {
    "stargate": stargate,
    "destiny": destiny,
}


def main() -> None:
    """Prints microseconds a deck and ratios to the strict way."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "cards.sqlite"
        ensure_ready(database)
        for game, make in MAKERS.items():
            with Catalogue(database, game) as catalogue:
                decks = make(catalogue.cards(), random.Random(2007))
                every = [next(decks) for _ in range(DECKS)]
                _in_memory(game, every)
                _files(write(folder, game, every), JudgeOptions(database, on=DAY))


def _in_memory(game: str, every: list[Chosen]) -> None:
    made = decks_of(game, every)
    judge = Judge(game, on=DAY)
    legal = sum(judge.validate(deck).verdict == "legal" for deck in made)
    strict, quick = compared(
        lambda: len([judge.validate(deck) for deck in made]),
        # A new judge keeps nothing of the same decks.
        lambda: sum(1 for _ in Judge(game, on=DAY).validate_many(made)),
        3,
    )
    print(f"{game}: {legal:,} of {len(made):,} decks legal")
    _show("judged in memory", strict, quick)


def _files(files: list[str], options: JudgeOptions) -> None:
    judge = DeckJudge(options)  # kept, so that the strict way finds names looked up the second time
    strict, first = compared(lambda: len([*map(judge.judge_file, files)]), lambda: judged(files, options), 2)
    _show("read and judged, first ones too", strict, first)
    _, twice = compared(lambda: judged(files, options), lambda: judged(files * 2, options), 2)
    _show("read and judged, the further files", strict, twice - first)


def _show(what: str, strict: float, quick: float) -> None:
    each = [one / DECKS * 1e6 for one in (strict, quick)]
    print(f"{what:36} {each[0]:8.1f} us {each[1]:8.1f} us {strict / quick:8.1f} x")
