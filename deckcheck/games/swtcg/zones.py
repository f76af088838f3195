"""The zones of a deck file, as the LackeyCCG plugin names them."""

DECK, SUPPLY, SIDEBOARD, OUTSIDE = ZONES = ("Deck", "Supply", "Sideboard", "Outside the game")

ZONE_NAMES = {
    "": DECK,
    "deck": DECK,
    "main": DECK,
    "main deck": DECK,
    "maindeck": DECK,
    "main board": DECK,
    "mainboard": DECK,
    "supply": SUPPLY,
    "supply deck": SUPPLY,
    "sideboard": SIDEBOARD,
    "side board": SIDEBOARD,
    "side deck": SIDEBOARD,
    "side": SIDEBOARD,
    "sb": SIDEBOARD,
    "outside the game": OUTSIDE,
    "outside game": OUTSIDE,
    "outside of the game": OUTSIDE,
    "outside": OUTSIDE,
}
"""Other spellings in lower case; a test keeps them equal to those that the readers know."""
