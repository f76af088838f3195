"""Everything that the commands can do, from Python: an open database, and what is asked of it.

collection  the collection of a session: lists, changes, imports, exports, history
reading     what a session takes for a deck: a path, a text stream, a saved deck, a deck
saved       the saved decks of a session
session     the session itself, and the judging of a single deck
sources     the card sources of a session
"""
