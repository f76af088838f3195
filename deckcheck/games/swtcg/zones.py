"""The zones of a deck file, as the LackeyCCG plugin names them."""

DECK, SUPPLY, SIDEBOARD, OUTSIDE = ZONES = ("Deck", "Supply", "Sideboard", "Outside the game")

ZONE_NAMES = {
    "deck": DECK,
    "main": DECK,
    "main deck": DECK,
    "maindeck": DECK,
    "mainboard": DECK,
    "": DECK,
    "supply": SUPPLY,
    "sideboard": SIDEBOARD,
    "side": SIDEBOARD,
    "sb": SIDEBOARD,
    "outside the game": OUTSIDE,
    "outside": OUTSIDE,
    "outside game": OUTSIDE,
}
