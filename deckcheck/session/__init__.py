"""Everything that the commands can do, from Python, on an open database.

by_hand     setups that a human plays, given by the seed and the choices
collection  the collection of a session: lists, changes, imports, exports, history
drawing     decks, odds and figures as pictures: SVG, or PNG
goldfish    decks that are played alone: made ready, and counted
hands       single hands of a deck, to look at
odds        the odds of seeing certain cards of a deck
play        setups and goldfishing as a session plays them
repaired_files  repaired decks written into a file, or saved under a name
repairing   the nearest legal deck, by options in words
saved       the saved decks of a session
session     the session itself: what all its parts can do
sources     the card sources of a session
with_cards  cards searched, looked up, shown and checked
with_decks  acts on decks, the collection, the saved decks
with_play   odds, setups and goldfishing
with_repairs  the nearest legal decks
"""
