"""Everything that the commands can do, from Python: an open database, and what is asked of it.

by_hand     setups that a human plays: the seed and the choices are all of one
collection  the collection of a session: lists, changes, imports, exports, history
drawing     decks, odds and what was counted as pictures: SVG, or PNG
editing     decks edited by words: files, saved decks, new ones
events      the events of a session: registration, check, rounds, standings
goldfish    decks that are played alone: made ready, and counted
hands       single hands of a deck, to look at
odds        a deck ready to be asked how likely it is to see certain cards
open_database  the database, catalogues, resolvers and judges that a session keeps open
paper       the paper of an event: deck sheets, slips, lists for the wall
play        setups and goldfishing as a session plays them
reading     what a session takes for a deck: a path, a text stream, a saved deck, a deck
repaired_files  repaired decks written into a file, or saved under a name
repairing   the nearest legal deck, by what is asked for in words
saved       the saved decks of a session
session     the session itself: what all its parts can do
sources     the card sources of a session
watching    a deck looked at again and again: says when it has changed
with_cards  what a session says of cards
with_decks  decks read, converted, edited and compared
with_judging  verdicts
with_play   odds, setups and goldfishing
with_repairs  the nearest legal decks
"""
