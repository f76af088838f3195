"""Deck lists for the golden decks: names written in every way, by set, id, image key and number."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from db.cards.card import Card
from deckcheck.games import get_game
from importers.decks.deck_list import MAIN_ZONE, DeckLine, DeckList, UnreadLine
from tests.deckcheck.judge.golden.cases import catalogue_of

FORMATS = ("text", "octgn-o8d", "swdestinydb-json", "lackey-dek")

NAMES = {
    "swtcg": (
        "Anakin Skywalker",
        "anakin  skywalker b",
        "Commander Code",
        "TIE Hunter (Starter)",
        "Imperial Knight",
        "Battle Protocol Droid",
        "Yoda (A) (AOTC)",
        "Darth Vader (A) (Promo)",
        "Pulling the Strings",
        "TIE Bomber EX-1-2 (TROS)",
        "Luke's X-wing (E) (ROTJ)",
        "Mission - Peace on Naboo",
        "FX-7 Medical Droid (A)",
        "Anakin Skywalkr (A)",
        "Jawa Salvage Squad",
        "wok Militia (Starter)",
        "Dark Time",
        "Anodyne",
        "?",
        "Dead",
    ),
    "destiny": (
        "Darth Vader",
        "Darth Vader, Sith Lord",
        "Millennium Falcon",
        "Millennium Falcon (AW)",
        "01001",
        "701001",
        "Hidden Motiv",
        "Luke Skywalker, Jedi Knight",
        "Snoke's Praetorian Guard",
        "Nobody, At All",
    ),
    "stargate": (
        "Bill Lee",
        "Niam",
        "Niam, Bound by his Code",
        "Niam, Bound by his Code (WORM 28)",
        "Jacob Cater",
        "Daniel Jackson",
        "Daniel Jackson, Archeologist",
        "Samantha Carter",
        "Drone",
        "Dron",
        "Nicholas Rush",
    ),
    "swlcg": (
        "Jedi",
        "The Emperor's Web",
        "Twist of Fate",
        "Heat of Battle",
        "Yoda",
        "Luke Skywalker",
        "A Hero's Journey",
        "Hero's Journey",
        "Objective 3",
    ),
}


@cache
def lists_of(game: str, database: Path) -> tuple[tuple[str, DeckList], ...]:
    """All deck lists of a game, with what they are called here."""
    cards = catalogue_of(game, database).cards()
    return (*_single(game, cards), *_whole(game, cards))


def _single(game: str, cards: tuple[Card, ...]) -> Iterator[tuple[str, DeckList]]:
    """One list for each way to write many names."""
    names = [*NAMES[game], *(card.name for card in cards[:: len(cards) // 25])]
    names += [card.base_name for card in cards[3 :: len(cards) // 25]]
    names += [p.name for card in cards[7 :: len(cards) // 12] for p in card.printings]
    sets = [None, "AOTC", "aw", "WORM", "No Set", cards[0].set_codes[0].lower()]
    for code in dict.fromkeys(sets):
        lines = (DeckLine(1, name, line=n, set_code=code) for n, name in enumerate(names, start=1))
        yield f"names, set {code}", DeckList(tuple(lines), "text")
    own = [
        DeckLine(1, card.base_name, line=n, set_code=card.set_codes[-1], number=card.printings[-1].number)
        for n, card in enumerate(cards[:: len(cards) // 40], start=1)
    ]
    yield "own sets", DeckList(tuple(own), "text")
    yield "own sets by name", DeckList(tuple(line._replace(number="999") for line in own), "text")
    printed = [(card, p) for card in cards[:: len(cards) // 30] for p in card.printings]
    keyed = [(c, p, p.image_key) for c, p in printed if p.image_key]
    for read_as in FORMATS:
        lines_by_id = []
        for n, (card, printing, key) in enumerate(keyed, start=1):
            name = (card.name, key, "Another Name", cards[5].name, printing.name)[n % 5]
            written = (key, f" {key.upper()} ", "no-such-id")[n % 7 // 3]
            lines_by_id.append(DeckLine(1 + n % 3, name, "Deck", n, card_id=written))
        yield f"ids in {read_as}", DeckList(tuple(lines_by_id), read_as)
    lines = (DeckLine(2, f"Lost {n}", line=n, image_key=k) for n, (_, _, k) in enumerate(keyed, start=1))
    yield "image keys", DeckList(tuple(lines), "text")


def _whole(game: str, cards: tuple[Card, ...]) -> Iterator[tuple[str, DeckList]]:
    """Lists with all that stands beside the cards."""
    one, two = cards[0], cards[len(cards) // 2]
    lines = (
        DeckLine(2, one.name, line=9),
        DeckLine(1, one.name, line=3),
        DeckLine(1, one.name.upper(), line=None),
        DeckLine(2, two.name, "sideboard:", 5),
        DeckLine(2, two.name, "Odd Place", 6, dice=1),
        DeckLine(1, two.name, "Odd Place", 7, dice=2),
        DeckLine(1, two.name, "Odd Place", 8),
        DeckLine(1, two.name, "main_deck", 11, dice=0),
        DeckLine(1, "Nobody", "Main Deck", 12),
    )
    plain = DeckList(lines, "text", name="Listed", format="Standard", remarks=("a column was passed over",))
    yield "whole", plain
    yield "no name", plain._replace(name=None, format=None, remarks=())
    versions = next(c.base_name for c in cards if sum(o.base_name == c.base_name for o in cards[:3000]) > 1)
    zones = (
        "Deck",
        "Mission - " + two.name,
        f"4 {one.name}",
        f"{one.name} x2",
        f"{one.name} (2)",
        f"Units: {versions}",
        "Sideboard",
        "Creatures (12)",
        "Odd Place",
        f"2x {one.name} | more",
        "Supply:",
    )
    unread = (UnreadLine(4, "?? x", "no count"), UnreadLine(0, "cells", "no table", "the sheet 'B'"))
    loose = (
        UnreadLine(14, one.name, "no count stands there"),
        UnreadLine(15, "a comment", "no count"),
        UnreadLine(16, versions, "no count"),
        UnreadLine(17, versions, "no count", "the cell B2"),
        UnreadLine(18, one.name, "no count", "the cell B3"),
    )
    yield "headings", plain._replace(zones=zones, unread=unread, loose=loose)
    for wanted in (None, game):
        for number in (1, 2, 3):
            strange = tuple(DeckLine(2, f"Nothing {n}", line=n) for n in range(number))
            known = (DeckLine(4, one.name, line=8),)
            yield (f"{number} unknown, game {wanted}", DeckList((*strange, *known), "text", game=wanted))
    if game == "swlcg":  # where looking for near names takes the least time
        yield (
            "seventy unknown",
            DeckList(tuple(DeckLine(1, f"Xyzzy {n} {one.name}", line=n) for n in range(70)), "text"),
        )
    other = {"swtcg": ("Drone", "Espionage", "Fortify"), "destiny": ("Yoda (A)", "Yoda (B)", "TIE Hunter")}
    foreign = other.get(game, ("Yoda (A)", "Peace on Naboo", "TIE Hunter"))
    yield (
        "another game's",
        DeckList(tuple(DeckLine(1, name, line=n) for n, name in enumerate(foreign)), "text"),
    )
    yield (
        "another game's aside",
        DeckList(
            (
                *(DeckLine(1, name, "Sideboard", n) for n, name in enumerate(foreign)),
                DeckLine(1, one.name, MAIN_ZONE, 9),
            ),
            "text",
        ),
    )
    yield "nothing", DeckList((), "text", zones=get_game(game).zones)
