"""200 deck sheets as PDF against the same lines drawn without layout.

Baseline: reportlab draws as many lines of text with the same font, one below the other, with no
columns, wrapping, boxes or codes. Both embed the font; both are counted with it loaded.
"""

import io
import random
import time

from reportlab.pdfgen.canvas import Canvas

from deckcheck.events.paper.deck_sheets import SHEET_KINDS, SheetOptions, deck_sheets
from deckcheck.events.paper.lettering import Lettering
from deckcheck.events.paper.paper_cards import PaperCard, PaperDeck, PaperEvent, PaperPlayer

SHEETS, LINES = 200, 30
_WORDS = ("Jedi", "Starfighter", "Squadron", "of", "the", "Guard", "Żółw", "Captain", "Élite")


def main() -> None:
    """Prints our time, the baseline's and the ratio for each kind of sheet."""
    event = PaperEvent("Spring Open", "dci", "2004-06-19")
    players = _players()
    names = [card.name for player in players for deck in player.decks for card in deck.cards]
    base = min(_plain(names) for _ in range(3))
    print(f"{SHEETS} sheets of {LINES} lines; the same lines alone: {base:.2f} s")
    for kind in SHEET_KINDS:
        best, size = float("inf"), 0
        for _ in range(3):
            start = time.process_time()
            size = len(deck_sheets(event, players, SheetOptions(kind, rounds=6), Lettering()))
            best = min(best, time.process_time() - start)
        print(f"{kind:<14}{best:>6.2f} s{best / base:>7.1f}x{size // 1000:>7,} kB", flush=True)


def _plain(names: list[str]) -> float:
    lettering = Lettering()
    font = lettering.runs("a")[0][0]
    start = time.process_time()
    canvas = Canvas(io.BytesIO(), invariant=1)
    for place, name in enumerate(names):
        if place % LINES == 0 and place:
            canvas.showPage()
        canvas.setFont(font, 9)
        canvas.drawString(50, 800 - 12 * (place % LINES), name)
    canvas.save()
    return time.process_time() - start


def _players() -> list[PaperPlayer]:
    rng = random.Random(1)
    players = []
    for n in range(SHEETS // 2):
        decks = []
        for seat in ("Light", "Dark"):
            cards = tuple(
                PaperCard(
                    rng.randint(1, 4),
                    f"{' '.join(rng.sample(_WORDS, 4))} {i}",
                    "Deck",
                    rng.choice(("Space", "Ground", "Character")),
                    str(rng.randint(0, 9)),
                )
                for i in range(LINES)
            )
            digest = f"{rng.getrandbits(256):064x}"
            decks.append(PaperDeck(seat, cards, (("cards", 60),), "", digest, digest[:12]))
        players.append(PaperPlayer(f"Player {n}", "North", tuple(decks)))
    return players
